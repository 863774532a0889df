{{ c.banner("Store: the messages that a node holds, its own one too.") }}
// Contract: each ring has a bank; of each origin at most one bank counts, the one written last. The
//   own message stands in a register. Two rings never write one origin in one cycle. A word is
//   version and payload, the version low; a word of an origin that is not held is 0.
// Latency and state: reads are combinational; {{ c.nodes }} words and marks a ring.
`default_nettype none

module {{ c.prefix }}ring_tree_store #(
  // Rings of the node, and readers.
  parameter RINGS = 1,
  parameter READS = 3
) (
  input  wire clk_i,
  // Nothing is held any more
  input  wire clear_i,
  // Constant of the place
  input  wire [{{ c.origin_bits - 1 }}:0] node_i,
  // The message of the processor
  input  wire take_i,
  input  wire [{{ c.payload - 1 }}:0] payload_i,
  // What the rings write
  input  wire [RINGS-1:0] write_i,
  input  wire [RINGS*{{ c.origin_bits }}-1:0] write_origins_i,
  input  wire [RINGS*{{ c.word_bits }}-1:0] write_words_i,
  // What is read
  input  wire [READS*{{ c.origin_bits }}-1:0] origins_i,
  output wire [READS*{{ c.word_bits }}-1:0] words_o,
  // Bit o: the message of node o is held
  output wire [{{ c.nodes - 1 }}:0] held_o
);
  localparam N = {{ c.nodes }};
  localparam O = {{ c.origin_bits }};
  localparam WORD = {{ c.word_bits }};
  localparam [N-1:0] ONE = 1;

  reg [WORD-1:0] own_q;
  reg own_held_q;
  wire [RINGS:0] own_write;
  wire [(RINGS+1)*WORD-1:0] own_word;
  assign own_write[0] = take_i;
  assign own_word[WORD-1:0] = {payload_i, {{ c.version_bits }}'d0};

  // The sums over the banks: what is held, the word of each reader.
  wire [(RINGS+1)*N-1:0] held;
  wire [(RINGS+1)*READS*WORD-1:0] sums;
  assign held[N-1:0] = own_held_q ? ONE << node_i : {N{1'b0}};

  // Who writes an origin takes it from all other banks.
  wire [(RINGS+1)*N-1:0] written;
  assign written[N-1:0] = {N{1'b0}};

  genvar r, i;
  generate
    for (i = 0; i < READS; i = i + 1) begin : gen_own
      wire is_own = own_held_q && origins_i[i*O+:O] == node_i;
      assign sums[i*WORD+:WORD] = own_q & {WORD{is_own}};
    end
    for (r = 0; r < RINGS; r = r + 1) begin : gen_ring
      wire [O-1:0] origin = write_origins_i[r*O+:O];
      wire is_own = origin == node_i;
      wire writes = write_i[r] && !is_own;
      wire [N-1:0] hit = writes ? ONE << origin : {N{1'b0}};
      assign written[(r+1)*N+:N] = written[r*N+:N] | hit;
      assign own_write[r+1] = own_write[r] || (write_i[r] && is_own);
      assign own_word[(r+1)*WORD+:WORD] = write_i[r] && is_own ? write_words_i[r*WORD+:WORD]
          : own_word[r*WORD+:WORD];

      wire [READS*WORD-1:0] words;
      {{ c.prefix }}ring_tree_bank #(
        .READS(READS)
      ) u_bank (
        .clk_i(clk_i),
        .write_i(writes),
        .write_origin_i(origin),
        .write_word_i(write_words_i[r*WORD+:WORD]),
        .origins_i(origins_i),
        .words_o(words)
      );

      // This bank counts for these origins.
      reg [N-1:0] counts_q;
      always @(posedge clk_i) begin
        if (clear_i) counts_q <= {N{1'b0}};
        else counts_q <= (counts_q & ~written[RINGS*N+:N]) | hit;
      end
      assign held[(r+1)*N+:N] = held[r*N+:N] | counts_q;
      for (i = 0; i < READS; i = i + 1) begin : gen_read
        wire [O-1:0] read = origins_i[i*O+:O];
        wire [N-1:0] shifted = counts_q >> read;
        localparam BEFORE = (r * READS + i) * WORD;
        localparam HERE = ((r + 1) * READS + i) * WORD;
        assign sums[HERE+:WORD] = sums[BEFORE+:WORD] | (words[i*WORD+:WORD] & {WORD{shifted[0]}});
        if (N > 1) begin : gen_unused
          wire unused = |shifted[N-1:1];
        end
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (clear_i) own_held_q <= 1'b0;
    else if (own_write[RINGS]) own_held_q <= 1'b1;
  end
  always @(posedge clk_i) begin
    if (own_write[RINGS]) own_q <= own_word[RINGS*WORD+:WORD];
  end

  assign words_o = sums[RINGS*READS*WORD+:READS*WORD];
  assign held_o = held[RINGS*N+:N];
endmodule

`default_nettype wire
