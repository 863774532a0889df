// Counts the destinations that want one dimension.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: any_o = 1 when column_i has ones; count_o is then their number less one ([Lan88] 6.6.1,
//   kept in binary: the maximum checker compares counts directly. Less one, because a full column
//   takes one bit more otherwise where M is a power of two). Faulty dimensions count too; the
//   column selector leaves them out, which is faster.
// Latency and state: combinational, none.
// Widths: 8 = rows; 3 = decoded count.
`default_nettype none

module mhu_decoder (
  input  wire [7:0] column_i,
  output wire any_o,
  output wire [2:0] count_o
);
  // Four ones are counted at once: each bit of their number depends on four inputs.
  localparam GROUPS = 2;

  wire [GROUPS*4-1:0] column = column_i;
  reg [2:0] sum;
  reg [3:0] four;
  reg two_or_more;
  reg [2:0] ones;
  integer g;
  reg any, three_or_more;

  always @* begin
    // The first group counts from -1.
    four = column[3:0];
    any = |four;
    three_or_more = (four[0] && four[1] && (four[2] || four[3])) ||
        (four[2] && four[3] && (four[0] || four[1]));
    sum = {{1{!any}}, !any || three_or_more, !(^four)};
    for (g = 1; g < GROUPS; g = g + 1) begin
      four = column[4*g+:4];
      two_or_more = (four[0] && four[1]) || (four[2] && four[3]) ||
          ((four[0] || four[1]) && (four[2] || four[3]));
      ones = {&four, two_or_more && !(&four), ^four};
      any = any || (|ones);
      sum = sum + ones;
    end
  end
  assign any_o = any;
  assign count_o = sum;

`ifdef TEECAST_ASSERT
  // As many as there are lanes without the zeros.
  reg [3:0] rest;
  integer e;
  always @* begin
    rest = 4'd8;
    for (e = 0; e < 8; e = e + 1) begin
      if (!column_i[e]) rest = rest - 4'd1;
    end
    begin : any_shows_ones assert final (any_o == (|rest)); end
    begin : others_are_counted assert final (!any_o || {1'd0, count_o} == rest - 4'd1); end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
