// One row for each packet buffer of a unit.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash 7ecbead04490):
//   n=3 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a written row can be read from the next cycle on.
// Latency and state: combinational; the rows, distributed memory.
`default_nettype none

module harts_slot_table #(
  parameter SLOTS = 7,
  parameter SLOT = 3,
  parameter WIDTH = 1
) (
  input  wire clk_i,
  input  wire write_i,
  input  wire [SLOT-1:0] write_slot_i,
  input  wire [WIDTH-1:0] write_row_i,
  input  wire [SLOT-1:0] slot_i,
  output wire [WIDTH-1:0] row_o
);
  localparam FIRST = 0;
  localparam LAST = SLOTS - 1;

  (* ram_style = "distributed" *)
  reg [WIDTH-1:0] rows_q [FIRST:LAST];

  always @(posedge clk_i) begin
    if (write_i) rows_q[write_slot_i] <= write_row_i;
  end
  assign row_o = rows_q[slot_i];

`ifdef TEECAST_ASSERT
  // What the last cycle wrote, into a row that there is.
  wire [SLOT:0] behind = LAST[SLOT:0] - {1'b0, write_slot_i};
  reg wrote_q;
  reg [SLOT-1:0] slot_q;
  reg [WIDTH-1:0] row_q;
  always @(posedge clk_i) begin
    wrote_q <= write_i && !behind[SLOT];
    slot_q <= write_slot_i;
    row_q <= write_row_i;
  end
  // No reset comes here: what registers hold before the first clock edge says nothing. The number
  // is so wide that none of them has it by chance, in thousands of modules and runs.
  localparam [31:0] CLOCKED = 32'h6b1d_93c5;
  reg [31:0] clocked_q;
  always @(posedge clk_i) clocked_q <= CLOCKED;
  always @(posedge clk_i) begin
    if (clocked_q == CLOCKED && wrote_q) begin
      assert (rows_q[slot_q] == row_q);
      assert (slot_i != slot_q || row_o == row_q);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
