// Brings the header of a processor's frame into the order of the links.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: lanes_i is a header flit as the processor sends it: k, the list, Control, Source.
//   lanes_o is the same flit of the header on a link: k, Source, Control, the list relative
//   to this node. Source is this node, Control all ones. take_i ends the cycle of a flit.
// Latency and state: combinational; the last two fields that came.
`default_nettype none

module mhu_converter (
  input  wire clk_i,
  input  wire [2:0] local_address_i,
  input  wire take_i,
  input  wire first_i,
  input  wire [26:0] lanes_i,
  output wire [26:0] lanes_o
);
  localparam N = 3;
  localparam TRAILER = 2;

  // The list moves up by the fields that are put before it.
  reg [TRAILER*N-1:0] carry_q;
  wire [11*N-1:0] joined = {lanes_i, carry_q};
  always @(posedge clk_i) begin
    if (take_i) carry_q <= joined[9*N+:TRAILER*N];
  end

  assign lanes_o[0*N+:N] =
      first_i ? lanes_i[0*N+:N] :
      joined[0*N+:N] ^ local_address_i;
  assign lanes_o[1*N+:N] =
      first_i ? local_address_i :
      joined[1*N+:N] ^ local_address_i;
  assign lanes_o[2*N+:N] =
      first_i ? {N{1'b1}} :
      joined[2*N+:N] ^ local_address_i;
  assign lanes_o[3*N+:N] =
      joined[3*N+:N] ^ local_address_i;
  assign lanes_o[4*N+:N] =
      joined[4*N+:N] ^ local_address_i;
  assign lanes_o[5*N+:N] =
      joined[5*N+:N] ^ local_address_i;
  assign lanes_o[6*N+:N] =
      joined[6*N+:N] ^ local_address_i;
  assign lanes_o[7*N+:N] =
      joined[7*N+:N] ^ local_address_i;
  assign lanes_o[8*N+:N] =
      joined[8*N+:N] ^ local_address_i;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    // k stays where it was.
    if (first_i) assert (lanes_o[N-1:0] == lanes_i[N-1:0]);
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
