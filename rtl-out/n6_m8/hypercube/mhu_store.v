// Gives the destinations of a header to the voter, and keeps those of the newest message.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: write_o and rows_o give the destinations of a header flit to the reference array
//   ([Lan88] 6.5.2): addresses relative to this node under the class rule (restricted rows
//   keep their descending dimensions while one is healthy, falling_i). unicast_vote_o is the
//   vote of the only destination of a unicast, which may stand in any place of its flit.
//   read_field_o joins the relative destinations in the rows of read_row_i, all in one flit, of the
//   newest message.
// Latency and state: combinational but for the header flits that hold rows, written with
//   header_flit_i.
// Widths: 6 = n; 2 = number of a header flit; 30 = fields of a flit x n;
//   2 = class number; 8 = rows; 48 = rows x n.
// Registers without a reset: flits_q.
`default_nettype none

module mhu_store (
  input  wire clk_i,
  input  wire [5:0] local_address_i,
  input  wire [5:0] own_dimension_i,
  input  wire [5:0] falling_i,
  // Header flits
  input  wire header_flit_i,
  input  wire [1:0] flit_index_i,
  input  wire [29:0] lanes_i,
  input  wire [1:0] class_i,
  output wire [7:0] write_o,
  output wire [47:0] rows_o,
  output wire [5:0] unicast_vote_o,
  // Newest message
  input  wire [7:0] read_row_i,
  output wire [5:0] read_field_o
);
  localparam N = 6;
  localparam LANES = 5;

  // From class R on, a message may not change from ascending to descending.
  wire restricted = class_i >= 2'd1;

  // Votes of the destinations in this flit, by lane; those of Source, Control and long lists are
  // not used. Only destinations in long lists may lie back over the own dimension.
  wire [N-1:0] relative_0 = lanes_i[0*N+:N] & ~own_dimension_i;
  wire descends_0 = (|(relative_0 & falling_i)) && restricted;
  wire [N-1:0] vote_0 =
      descends_0 ? relative_0 & local_address_i : relative_0;
  wire [N-1:0] relative_1 = lanes_i[1*N+:N] & ~own_dimension_i;
  wire descends_1 = (|(relative_1 & falling_i)) && restricted;
  wire [N-1:0] vote_1 =
      descends_1 ? relative_1 & local_address_i : relative_1;
  wire [N-1:0] relative_2 = lanes_i[2*N+:N] & ~own_dimension_i;
  wire descends_2 = (|(relative_2 & falling_i)) && restricted;
  wire [N-1:0] vote_2 =
      descends_2 ? relative_2 & local_address_i : relative_2;
  wire [N-1:0] relative_3 = lanes_i[3*N+:N] & ~own_dimension_i;
  wire descends_3 = (|(relative_3 & falling_i)) && restricted;
  wire [N-1:0] vote_3 =
      descends_3 ? relative_3 & local_address_i : relative_3;
  wire [N-1:0] relative_4 = lanes_i[4*N+:N] & ~own_dimension_i;
  wire descends_4 = (|(relative_4 & falling_i)) && restricted;
  wire [N-1:0] vote_4 =
      descends_4 ? relative_4 & local_address_i : relative_4;

  assign rows_o[0*N+:N] = vote_1;
  assign write_o[0] = header_flit_i && flit_index_i == 2'd0;
  assign rows_o[1*N+:N] = vote_2;
  assign write_o[1] = header_flit_i && flit_index_i == 2'd0;
  assign rows_o[2*N+:N] = vote_3;
  assign write_o[2] = header_flit_i && flit_index_i == 2'd0;
  assign rows_o[3*N+:N] = vote_4;
  assign write_o[3] = header_flit_i && flit_index_i == 2'd0;
  assign rows_o[4*N+:N] = vote_0;
  assign write_o[4] = header_flit_i && flit_index_i == 2'd1;
  assign rows_o[5*N+:N] = vote_1;
  assign write_o[5] = header_flit_i && flit_index_i == 2'd1;
  assign rows_o[6*N+:N] = vote_2;
  assign write_o[6] = header_flit_i && flit_index_i == 2'd1;
  assign rows_o[7*N+:N] = vote_3;
  assign write_o[7] = header_flit_i && flit_index_i == 2'd1;

  // All others in the flit are zero.
  wire [N-1:0] vote_here =
      vote_1 | vote_2 | vote_3 | vote_4;
  assign unicast_vote_o = vote_here;

  // Lanes with rows, for each header flit.
  wire [LANES*N-1:0] row_lanes;
  assign row_lanes[0*N+:N] = lanes_i[0*N+:N];
  assign row_lanes[1*N+:N] = lanes_i[1*N+:N];
  assign row_lanes[2*N+:N] = lanes_i[2*N+:N];
  assign row_lanes[3*N+:N] = lanes_i[3*N+:N];
  assign row_lanes[4*N+:N] = lanes_i[4*N+:N];
  localparam FIRST = 0;
  localparam LAST = 1;
  reg [LANES*N-1:0] flits_q [FIRST:LAST];
  wire [0:0] read_flit;
  always @(posedge clk_i) begin
    if (header_flit_i && flit_index_i != 2'd2) begin
      flits_q[flit_index_i[0:0]] <= row_lanes;
    end
  end
  wire [LANES*N-1:0] read_lanes = flits_q[read_flit];

  mhu_row_reader u_row_reader (
    .row_i(read_row_i),
    .flit_o(read_flit),
    .lanes_i(read_lanes),
    .field_o(read_field_o)
  );

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    // What is voted for is on the way to a destination.
    begin : row_0_is_on_the_way assert ((rows_o[0*N+:N] & ~relative_1) == {N{1'b0}}); end
    begin : row_1_is_on_the_way assert ((rows_o[1*N+:N] & ~relative_2) == {N{1'b0}}); end
    begin : row_2_is_on_the_way assert ((rows_o[2*N+:N] & ~relative_3) == {N{1'b0}}); end
    begin : row_3_is_on_the_way assert ((rows_o[3*N+:N] & ~relative_4) == {N{1'b0}}); end
    begin : row_4_is_on_the_way assert ((rows_o[4*N+:N] & ~relative_0) == {N{1'b0}}); end
    begin : row_5_is_on_the_way assert ((rows_o[5*N+:N] & ~relative_1) == {N{1'b0}}); end
    begin : row_6_is_on_the_way assert ((rows_o[6*N+:N] & ~relative_2) == {N{1'b0}}); end
    begin : row_7_is_on_the_way assert ((rows_o[7*N+:N] & ~relative_3) == {N{1'b0}}); end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
