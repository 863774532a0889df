// Packet memory: the data flits of every packet buffer of a unit.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 75c5468860b2):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a written flit can be read from the next cycle on; the output holds its value between
//   reads.
// Latency and state: one cycle; the flits, block memory.
`default_nettype none

module harts_packet_memory #(
  parameter DEPTH = 7424,
  parameter ADDRESS = 13,
  parameter WIDTH = 32
) (
  input  wire clk_i,
  input  wire write_i,
  input  wire [ADDRESS-1:0] write_address_i,
  input  wire [WIDTH-1:0] write_data_i,
  input  wire read_i,
  input  wire [ADDRESS-1:0] address_i,
  output wire [WIDTH-1:0] data_o
);
  localparam FIRST = 0;
  localparam LAST = DEPTH - 1;

  // No flit is read in the cycle in which it is written: no collision logic is needed.
  (* no_rw_check *)
  reg [WIDTH-1:0] flits_q [FIRST:LAST];
  reg [WIDTH-1:0] data_q;

  always @(posedge clk_i) begin
    if (write_i) flits_q[write_address_i] <= write_data_i;
    if (read_i) data_q <= flits_q[address_i];
  end
  assign data_o = data_q;

`ifdef TEECAST_ASSERT
  // What the last cycle did: a flit written, to a place that there is, and one read.
  wire [ADDRESS:0] behind = LAST[ADDRESS:0] - {1'b0, write_address_i};
  reg wrote_q;
  reg [ADDRESS-1:0] place_q;
  reg [2*WIDTH-1:0] flit_q;
  always @(posedge clk_i) begin
    wrote_q <= write_i && !behind[ADDRESS];
    place_q <= write_address_i;
    flit_q <= {write_data_i, read_i ? flits_q[address_i] : data_o};
  end
  // No reset comes here: what registers hold before the first clock edge says nothing. The number
  // is so wide that none of them has it by chance, in thousands of modules and runs.
  localparam [31:0] CLOCKED = 32'h6b1d_93c5;
  reg [31:0] clocked_q;
  always @(posedge clk_i) clocked_q <= CLOCKED;
  always @(posedge clk_i) begin
    if (clocked_q == CLOCKED) begin
      assert (!write_i || !read_i || write_address_i != address_i);
      assert (!wrote_q || flits_q[place_q] == flit_q[2*WIDTH-1:WIDTH]);
      assert (data_o == flit_q[WIDTH-1:0]);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
