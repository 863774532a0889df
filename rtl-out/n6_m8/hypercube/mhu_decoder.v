// Counts the destinations that want one dimension.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7026ea4ebb62):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: count_o is the number of ones in column_i, or 0 while faulty_i = 1
//   ([Lan88] 6.6.1, kept in binary: the maximum checker compares counts directly).
// Latency and state: combinational, none.
`default_nettype none

module mhu_decoder (
  input  wire [7:0] column_i,
  input  wire faulty_i,
  output wire [3:0] count_o
);
  localparam M = 8;
  localparam COUNT = 4;

  reg [COUNT-1:0] sum;
  integer i;

  always @* begin
    sum = {COUNT{1'b0}};
    for (i = 0; i < M; i = i + 1) sum = sum + {3'd0, column_i[i]};
  end

  assign count_o = faulty_i ? {COUNT{1'b0}} : sum;

`ifdef TEECAST_ASSERT
  // As many as there are lanes without the zeros.
  reg [COUNT-1:0] rest;
  integer e;
  always @* begin
    rest = 4'd8;
    for (e = 0; e < M; e = e + 1) begin
      if (!column_i[e]) rest = rest - 4'd1;
    end
    assert final (count_o == (faulty_i ? {COUNT{1'b0}} : rest));
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
