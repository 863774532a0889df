<{ c.banner("One row for each packet buffer of a unit.") }>
// Contract: a written row can be read from the next cycle on.
// Latency and state: combinational; the rows, distributed memory.
`default_nettype none

module <{ c.prefix }>harts_slot_table #(
  parameter SLOTS = <{ c.buffers.classes }>,
  parameter SLOT = <{ c.buffers.class_bits }>,
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
<% include "common/rtl/clocked.vh" %>
  always @(posedge clk_i) begin
    if (clocked_q == CLOCKED && wrote_q) begin
      assert (rows_q[slot_q] == row_q);
      assert (slot_i != slot_q || row_o == row_q);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
