// Message memory: the flits of every slot.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 75c5468860b2):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: 6 slots of 77 flits; a written flit can be read from the next cycle on. read_data_o
//   holds until the next read.
// Latency and state: one cycle; 480 x 36 bits: a flit, and four flags of it.
`default_nettype none

module mhu_data_buffer (
  input  wire clk_i,
  input  wire write_i,
  input  wire [8:0] write_address_i,
  input  wire [35:0] write_data_i,
  input  wire read_i,
  input  wire [8:0] read_address_i,
  output wire [35:0] read_data_o
);
  localparam FIRST = 0;
  localparam LAST = 479;

  // What is read in the cycle in which it is written is not used: no collision logic is needed.
  (* no_rw_check *)
  reg [35:0] flits_q [FIRST:LAST];
  reg [35:0] read_q;

  always @(posedge clk_i) begin
    if (write_i) flits_q[write_address_i] <= write_data_i;
    if (read_i) read_q <= flits_q[read_address_i];
  end

  assign read_data_o = read_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    // No flit is written beyond the slots.
    assert (!write_i || {23'd0, write_address_i} <= LAST);
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
