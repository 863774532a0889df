// Counts the destinations that want one dimension.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash 7ecbead04490):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: any_o = 1 when column_i has ones; count_o is then their number less one ([Lan88] 6.6.1,
//   kept in binary: the maximum checker compares counts directly. Less one, because a full column
//   takes one bit more otherwise where M is a power of two). Faulty dimensions count too; the
//   column selector leaves them out, which is faster.
// Latency and state: combinational, none.
`default_nettype none

module mhu_decoder (
  input  wire [3:0] column_i,
  output wire any_o,
  output wire [1:0] count_o
);
  // Four ones are counted at once: each bit of their number depends on four inputs.
  localparam GROUPS = 1;

  wire [GROUPS*4-1:0] column = column_i;
  reg [1:0] sum;
  reg [3:0] four;
  reg any, three_or_more;

  always @* begin
    // The first group counts from -1.
    four = column[3:0];
    any = |four;
    three_or_more = (four[0] && four[1] && (four[2] || four[3])) ||
        (four[2] && four[3] && (four[0] || four[1]));
    sum = {!any || three_or_more, !(^four)};
  end
  assign any_o = any;
  assign count_o = sum;

`ifdef TEECAST_ASSERT
  // As many as there are lanes without the zeros.
  reg [2:0] rest;
  integer e;
  always @* begin
    rest = 3'd4;
    for (e = 0; e < 4; e = e + 1) begin
      if (!column_i[e]) rest = rest - 3'd1;
    end
    assert final (any_o == (|rest));
    assert final (!any_o || {1'd0, count_o} == rest - 3'd1);
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
