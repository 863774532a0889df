// Brings the header of a processor's frame into the form of the links.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: lanes_i is a header flit as the processor sends it: k, the list, Control, Source.
//   lanes_o is the same flit on a link: Source, which is this node, with controlled_i Control,
//   which is all ones, and the list relative to
//   this node. header_flit_i ends the cycle of a flit.
// Latency and state: combinational; the last field that came.
// Widths: 6 = n; 2 = number of a header flit; 30 = fields of a flit x n.
// Registers without a reset: carry_q.
`default_nettype none

module mhu_converter (
  input  wire clk_i,
  input  wire [5:0] local_address_i,
  input  wire header_flit_i,
  input  wire controlled_i,
  input  wire first_i,
  input  wire [29:0] lanes_i,
  output wire [29:0] lanes_o
);
  localparam N = 6;

  // A long list moves up by one field, to make place for Control.
  reg [N-1:0] carry_q;
  wire [6*N-1:0] joined = {lanes_i, carry_q};
  always @(posedge clk_i) begin
    if (header_flit_i) carry_q <= joined[5*N+:N];
  end

  assign lanes_o[0*N+:N] =
      first_i ? local_address_i :
      (controlled_i ? joined[0*N+:N] : lanes_i[0*N+:N]) ^ local_address_i;
  assign lanes_o[1*N+:N] =
      controlled_i && first_i ? {N{1'b1}} :
      (controlled_i ? joined[1*N+:N] : lanes_i[1*N+:N]) ^ local_address_i;
  assign lanes_o[2*N+:N] =
      (controlled_i ? joined[2*N+:N] : lanes_i[2*N+:N]) ^ local_address_i;
  assign lanes_o[3*N+:N] =
      (controlled_i ? joined[3*N+:N] : lanes_i[3*N+:N]) ^ local_address_i;
  assign lanes_o[4*N+:N] =
      (controlled_i ? joined[4*N+:N] : lanes_i[4*N+:N]) ^ local_address_i;

`ifdef TEECAST_ASSERT
  always @* begin : first_field_is_source
    // The first field is Source, and no longer k.
    assert final (!first_i || lanes_o[N-1:0] == local_address_i);
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
