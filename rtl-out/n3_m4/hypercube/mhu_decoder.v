// Counts the destinations that want one dimension.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: count_o is the number of ones in column_i, or 0 while faulty_i = 1
//   ([Lan88] 6.6.1, kept in binary: the maximum checker compares counts directly).
// Latency and state: combinational, none.
`default_nettype none

module mhu_decoder (
  input  wire [3:0] column_i,
  input  wire faulty_i,
  output wire [2:0] count_o
);
  localparam M = 4;
  localparam COUNT = 3;

  reg [COUNT-1:0] sum;
  integer i;

  always @* begin
    sum = {COUNT{1'b0}};
    for (i = 0; i < M; i = i + 1) sum = sum + {2'd0, column_i[i]};
  end

  assign count_o = faulty_i ? {COUNT{1'b0}} : sum;

`ifdef TEECAST_ASSERT
  // As many as there are lanes without the zeros.
  reg [COUNT-1:0] rest;
  integer e;
  always @* begin
    rest = 3'd4;
    for (e = 0; e < M; e = e + 1) begin
      if (!column_i[e]) rest = rest - 3'd1;
    end
    assert final (count_o == (faulty_i ? {COUNT{1'b0}} : rest));
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
