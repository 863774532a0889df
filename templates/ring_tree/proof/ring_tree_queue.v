<{ c.banner("Property: what ring_tree_queue shows, and when.") }>
// Contract: failed_o = 0 in every cycle after clear_i, while what is taken is there, and no word is written
//   without hold_i that waits: an origin waits from the cycle after it is set until it is read, and is
//   then shown, with the word that the store had, until it is taken. Nothing else is shown, and with
//   hold_i = 1 nothing is read. While an origin waits, no other one is read twice; two cycles in which
//   something may be read are never lost. Of the words the property follows those of one origin, any one.
`default_nettype none

module proof_ring_tree_queue (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire write_i,
  input  wire [<{ c.origin_bits - 1 }>:0] write_origin_i,
  input  wire [<{ c.stored_bits - 1 }>:0] write_word_i,
  input  wire hold_i,
  input  wire set_i,
  input  wire [<{ c.origin_bits - 1 }>:0] set_origin_i,
  input  wire [<{ c.nodes - 1 }>:0] again_i,
  input  wire pop_i,
  // The origin that is followed, and another one
  input  wire [<{ c.origin_bits - 1 }>:0] watched_i,
  input  wire [<{ c.origin_bits - 1 }>:0] other_i,
  output wire failed_o
);
  localparam N = <{ c.nodes }>;
  localparam O = <{ c.origin_bits }>;
  localparam WORD = <{ c.stored_bits }>;

  wire clear = clear_i || !rst_ni;
  wire [N-1:0] pending;
  wire valid, empty;
  wire [O-1:0] origin;
  wire [WORD-1:0] word;
  <{ c.prefix }>ring_tree_queue u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .write_i(write_i),
    .write_origin_i(write_origin_i),
    .write_word_i(write_word_i),
    .hold_i(hold_i),
    .set_i(set_i),
    .set_origin_i(set_origin_i),
    .again_i(again_i),
    .pending_o(pending),
    .valid_o(valid),
    .origin_o(origin),
    .word_o(word),
    .pop_i(pop_i),
    .empty_o(empty)
  );
  connect u_dut.u_words.words_q.place = watched_i;

  // Of the last cycle: what was shown and whether it was taken; whether the origin waited, was set, and the
  // store changed; whether anything waited that could have been read, and the same of the cycle before.
  reg shown_q, taken_q, waited_q, set_q, held_q, ready_q, idle_q;
  reg [O-1:0] origin_q;
  // The word of the origin in the store, what it was a cycle ago, and what is shown of it.
  reg written_q;
  reg [WORD-1:0] word_q, past_q, shown_word_q;
  // The other origin was read while this one waits.
  reg passed_q;
  reg [O-1:0] watched_q, other_q;

  wire fresh = valid && (!shown_q || taken_q);
  wire reads = fresh && origin == watched_i;
  wire passes = fresh && origin == other_i && other_i != watched_i;
  wire waits = (waited_q && !reads) || set_q;
  wire able = pending != {N{1'b0}} && !hold_i && (!valid || pop_i);

  reg bad;
  always @* begin
    bad = pending[watched_i] != waits || empty != (pending == {N{1'b0}} && !valid);
    if (reads && !waited_q) bad = 1'b1;
    if (fresh && (held_q || origin >= N)) bad = 1'b1;
    if (shown_q && !taken_q && (!valid || origin != origin_q)) bad = 1'b1;
    if (reads && word != past_q) bad = 1'b1;
    if (valid && !fresh && origin == watched_i && word != shown_word_q) bad = 1'b1;
    if (passes && waited_q && passed_q) bad = 1'b1;
    if (idle_q && ready_q && !fresh) bad = 1'b1;
  end

  // An origin waits with a word in the store, which changes with hold_i only.
  wire writes = write_i && write_origin_i == watched_i;
  wire sets = (set_i && set_origin_i == watched_i) || again_i[watched_i];
  reg legal;
  always @* begin
    legal = watched_i == watched_q && other_i == other_q && watched_i < N && other_i < N;
    if (pop_i && !valid) legal = 1'b0;
    if (set_i && set_origin_i >= N) legal = 1'b0;
    if (write_i && !hold_i && write_origin_i < N && pending[write_origin_i]) legal = 1'b0;
    if (sets && !written_q && !writes) legal = 1'b0;
  end
  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    watched_q <= watched_i;
    other_q <= other_i;
    shown_q <= valid && !clear;
    taken_q <= pop_i;
    origin_q <= origin;
    waited_q <= waits && !clear;
    set_q <= sets && !clear;
    held_q <= hold_i;
    ready_q <= able && !clear;
    idle_q <= ready_q && !fresh && !clear;
    written_q <= rst_ni && (written_q || writes);
    if (writes) word_q <= write_word_i;
    past_q <= word_q;
    if (reads) shown_word_q <= past_q;
    passed_q <= !clear && waited_q && !reads && (passed_q || passes);
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
