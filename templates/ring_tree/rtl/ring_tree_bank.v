{{ c.banner("Bank: what came last on one ring, by origin.") }}
// Contract: a word is written by origin, and read at several addresses in the same cycle.
// Latency and state: reads are combinational, a write takes one cycle; {{ c.words }} words.
`default_nettype none

module {{ c.prefix }}ring_tree_bank #(
  // Number of readers.
  parameter READS = 3
) (
  input  wire clk_i,
  input  wire write_i,
  input  wire [{{ c.origin_bits - 1 }}:0] write_origin_i,
  input  wire [{{ c.word_bits - 1 }}:0] write_word_i,
  input  wire [READS*{{ c.origin_bits }}-1:0] origins_i,
  output wire [READS*{{ c.word_bits }}-1:0] words_o
);
  localparam O = {{ c.origin_bits }};
  localparam WORD = {{ c.word_bits }};
  localparam FIRST = 0;
  localparam LAST = {{ c.words - 1 }};

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
