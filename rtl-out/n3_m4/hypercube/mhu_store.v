// Gives the destinations of a header to the voter, and keeps those of the newest message.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: write_o and rows_o give the destinations of a header flit to the reference array
//   ([Lan88] 6.5.2): addresses relative to this node under the class rule (restricted rows
//   keep their descending dimensions while one is healthy). read_field_o is the destination in a
//   one-hot row of the newest message.
// Latency and state: combinational but for the header flits that hold rows, written with take_i.
`default_nettype none

module mhu_store (
  input  wire clk_i,
  input  wire [2:0] local_address_i,
  input  wire [2:0] own_dimension_i,
  input  wire [2:0] faulty_i,
  // Header flits
  input  wire take_i,
  input  wire [26:0] lanes_i,
  input  wire [8:0] listed_i,
  input  wire [1:0] class_i,
  output wire [3:0] write_o,
  output wire [11:0] rows_o,
  // Newest message
  input  wire [3:0] read_row_i,
  output wire [2:0] read_field_o
);
  localparam N = 3;
  localparam LANES = 4;

  // From class R on, a message may not change from ascending to descending.
  wire restricted = class_i >= 2'd1;
  // Healthy dimensions that descend from here.
  wire [N-1:0] falling = local_address_i & ~faulty_i;

  // Votes of the destinations in this flit, by lane. Only those in long lists may lie back over the
  // own dimension, and these do not vote.
  wire [N-1:0] relative_3 = lanes_i[3*N+:N] & ~own_dimension_i;
  wire descends_3 = (|(relative_3 & falling)) && restricted;
  wire [N-1:0] vote_3 = !listed_i[3] ? {N{1'b0}} :
      descends_3 ? relative_3 & local_address_i : relative_3;
  wire [N-1:0] relative_4 = lanes_i[4*N+:N] & ~own_dimension_i;
  wire descends_4 = (|(relative_4 & falling)) && restricted;
  wire [N-1:0] vote_4 = !listed_i[4] ? {N{1'b0}} :
      descends_4 ? relative_4 & local_address_i : relative_4;
  wire [N-1:0] relative_5 = lanes_i[5*N+:N] & ~own_dimension_i;
  wire descends_5 = (|(relative_5 & falling)) && restricted;
  wire [N-1:0] vote_5 = !listed_i[5] ? {N{1'b0}} :
      descends_5 ? relative_5 & local_address_i : relative_5;
  wire [N-1:0] relative_6 = lanes_i[6*N+:N] & ~own_dimension_i;
  wire descends_6 = (|(relative_6 & falling)) && restricted;
  wire [N-1:0] vote_6 = !listed_i[6] ? {N{1'b0}} :
      descends_6 ? relative_6 & local_address_i : relative_6;

  assign rows_o[0*N+:N] = vote_3;
  assign write_o[0] = take_i;
  assign rows_o[1*N+:N] = vote_4;
  assign write_o[1] = take_i;
  assign rows_o[2*N+:N] = vote_5;
  assign write_o[2] = take_i;
  assign rows_o[3*N+:N] = vote_6;
  assign write_o[3] = take_i;

  // Lanes with rows, for each header flit.
  wire [LANES*N-1:0] row_lanes;
  assign row_lanes[0*N+:N] = lanes_i[3*N+:N];
  assign row_lanes[1*N+:N] = lanes_i[4*N+:N];
  assign row_lanes[2*N+:N] = lanes_i[5*N+:N];
  assign row_lanes[3*N+:N] = lanes_i[6*N+:N];
  reg [LANES*N-1:0] flit_q;
  always @(posedge clk_i) begin
    if (take_i) flit_q <= row_lanes;
  end
  wire [LANES*N-1:0] read_lanes = flit_q;

  wire [N-1:0] read_relative;
  mhu_row_reader u_row_reader (
    .row_i(read_row_i),
    .lanes_i(read_lanes),
    .field_o(read_relative)
  );
  assign read_field_o = read_relative ^ local_address_i;

  // Lanes that never hold a destination of the reference array.
  wire unused_lanes = &{1'b0, lanes_i, listed_i};

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    // What is voted for is on the way to a destination.
    assert ((rows_o[0*N+:N] & ~relative_3) == {N{1'b0}});
    assert ((rows_o[1*N+:N] & ~relative_4) == {N{1'b0}});
    assert ((rows_o[2*N+:N] & ~relative_5) == {N{1'b0}});
    assert ((rows_o[3*N+:N] & ~relative_6) == {N{1'b0}});
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
