// Bank: what came last on one ring, by origin.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --graph hypercube:3 --family ring-tree --ring-size 4
// Configuration (hash ce983d9400e7):
//   hypercube:3 w=4 P=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a word is written by origin, and read at several addresses in the same cycle.
// Latency and state: reads are combinational, a write takes one cycle; 8 words.
`default_nettype none

module ring_tree_bank #(
  // Number of readers.
  parameter READS = 3
) (
  input  wire clk_i,
  input  wire write_i,
  input  wire [2:0] write_origin_i,
  input  wire [39:0] write_word_i,
  input  wire [READS*3-1:0] origins_i,
  output wire [READS*40-1:0] words_o
);
  localparam O = 3;
  localparam WORD = 40;
  localparam FIRST = 0;
  localparam LAST = 7;

  reg [WORD-1:0] words_q [FIRST:LAST];
  always @(posedge clk_i) begin
    if (write_i) words_q[write_origin_i] <= write_word_i;
  end

  genvar i;
  generate
    for (i = 0; i < READS; i = i + 1) begin : gen_read
      assign words_o[i*WORD+:WORD] = words_q[origins_i[i*O+:O]];
    end
  endgenerate

`ifdef TEECAST_ASSERT
  // Readers of one origin see one word.
  integer k;
  always @(posedge clk_i) begin
    for (k = 1; k < READS; k = k + 1) begin
      if (origins_i[k*O+:O] == origins_i[O-1:0]) begin
        assert (words_o[k*WORD+:WORD] == words_o[WORD-1:0]);
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
