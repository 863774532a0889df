// Counts the destinations that want one dimension.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7026ea4ebb62):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: count_o is the number of ones in column_i ([Lan88] 6.6.1, kept in binary: the maximum
//   checker compares counts directly). Faulty dimensions count too; the column selector leaves
//   them out, which is faster.
// Latency and state: combinational, none.
`default_nettype none

module mhu_decoder (
  input  wire [7:0] column_i,
  output wire [3:0] count_o
);
  localparam COUNT = 4;
  // Four ones are counted at once: each bit of their number depends on four inputs.
  localparam GROUPS = 2;

  wire [GROUPS*4-1:0] column = column_i;
  reg [COUNT-1:0] sum;
  reg [3:0] four;
  reg two_or_more;
  reg [2:0] ones;
  integer g;

  always @* begin
    sum = {COUNT{1'b0}};
    for (g = 0; g < GROUPS; g = g + 1) begin
      four = column[4*g+:4];
      two_or_more = (four[0] && four[1]) || (four[2] && four[3]) ||
          ((four[0] || four[1]) && (four[2] || four[3]));
      ones = {&four, two_or_more && !(&four), ^four};
      sum = sum + {1'd0, ones};
    end
  end
  assign count_o = sum;

`ifdef TEECAST_ASSERT
  // As many as there are lanes without the zeros.
  reg [COUNT-1:0] rest;
  integer e;
  always @* begin
    rest = 4'd8;
    for (e = 0; e < 8; e = e + 1) begin
      if (!column_i[e]) rest = rest - 4'd1;
    end
    assert final (count_o == rest);
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
