<{ c.banner("Property: what ring_tree_inbox shows, and in which order.") }>
// Contract: failed_o = 0 after clear_i, and after every cycle in which all of this holds, while what is taken
//   is there: what comes is shown in the next cycle if nothing else is here then, and waits otherwise. Of an
//   origin that waits, what came last, and has not rank 0, is read, after exactly those that waited when it came first, and
//   is then shown once, until it is taken. Whenever there is room, what is read is shown, and
//   if nothing comes something is read. Of the words the property follows those of one origin, any one, of the order one
//   place, any one: what it says of this origin and this place it assumes of the others.
`default_nettype none

module proof_ring_tree_inbox (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire come_i,
  input  wire [<{ c.origin_bits - 1 }>:0] origin_i,
  input  wire [<{ c.word_bits - 1 }>:0] word_i,
  input  wire pop_i,
  // Messages that the store has, and the one that it has since the cycle before
  input  wire [<{ c.nodes - 1 }>:0] held_i,
  input  wire stored_i,
  input  wire [<{ c.origin_bits - 1 }>:0] stored_origin_i,
  // The origin that is followed, and the place in the order
  input  wire [<{ c.origin_bits - 1 }>:0] watched_i,
  input  wire [<{ c.origin_bits - 1 }>:0] place_i,
  output wire failed_o
);
  localparam N = <{ c.nodes }>;
  localparam O = <{ c.origin_bits }>;
  localparam WORD = <{ c.word_bits }>;

  wire clear = clear_i || !rst_ni;
  wire valid, empty, is_new;
  wire [O-1:0] origin;
  wire [WORD-1:0] word;
  <{ c.prefix }>ring_tree_inbox u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .come_i(come_i),
    .origin_i(origin_i),
    .word_i(word_i),
    .held_i(held_i),
    .stored_i(stored_i),
    .stored_origin_i(stored_origin_i),
    .new_o(is_new),
    .valid_o(valid),
    .origin_o(origin),
    .word_o(word),
    .pop_i(pop_i),
    .empty_o(empty)
  );

  // What was read and is shown next, and which origins wait.
  (* keep *)
  wire next_valid;
  (* keep *)
  wire [O-1:0] next_origin;
  (* keep *)
  wire [WORD-1:0] next_word;
  (* keep *)
  wire [N-1:0] waits;
  // Whether any waits, where the order begins and ends, its first origin, that in the place, and the word of the origin.
  (* keep *)
  wire some;
  (* keep *)
  wire [O:0] first, last;
  (* keep *)
  wire [O-1:0] oldest, kept;
  (* keep *)
  wire [WORD-1:0] kept_word;
  connect u_dut.u_words.words_q.place = watched_i;
  connect u_dut.origins_q.place = place_i;
  connect next_valid = u_dut.next_valid_q;
  connect next_origin = u_dut.next_origin_q;
  connect next_word = u_dut.u_words.read_data_o;
  connect waits = u_dut.waits_q;
  connect some = u_dut.waiting_q;
  connect first = u_dut.read_q;
  connect last = u_dut.write_q;
  connect oldest = u_dut.oldest;
  connect kept = u_dut.origins_q.kept_q;
  connect kept_word = u_dut.u_words.words_q.kept_q;

  // Of the last cycle: what was shown, read, and taken; what came, and whether at once.
  reg shown_q, taken_q, read_q, came_q, direct_q, room_q;
  reg [O-1:0] origin_q, next_origin_q, came_origin_q;
  reg [WORD-1:0] word_q, came_word_q;
  // Of the origin that is followed: it waits, where, after how many others; its last word, also a cycle ago,
  // and the one that was read.
  reg waits_q;
  reg [O-1:0] where_q, push_q;
  reg [O:0] before_q, used_q;
  reg [WORD-1:0] word_last_q, past_q, read_word_q;
  reg [O-1:0] watched_q, place_q;

  wire fresh = valid && (!shown_q || taken_q);
  wire reads = next_valid && (!read_q || fresh);
  wire gone = reads && next_origin == watched_i;
  wire comes = came_q && !direct_q && came_origin_q == watched_i;
  wire waits_now = (waits_q && !gone) || comes;
  wire enters = comes && (!waits_q || gone);
  wire [O-1:0] where = enters ? push_q : where_q;
  wire [O:0] before = enters ? used_q - reads : before_q - (reads && waits_q);
  wire [O:0] used = last - first;
  wire [O-1:0] after = place_i - first[O-1:0];
  wire [O-1:0] ahead = where - first[O-1:0];
  wire in_use = {1'b0, after} < used;
  reg [O:0] count;
  integer k;
  always @* begin
    count = 0;
    for (k = 0; k < N; k = k + 1) count = count + waits[k];
  end

  reg bad;
  always @* begin
    bad = waits[watched_i] != waits_now || empty != (!valid && !next_valid && waits == {N{1'b0}});
    // What is shown next was read, or came at once.
    if ((valid && origin >= N) || (next_valid && next_origin >= N)) bad = 1'b1;
    if (valid && is_new == held_i[origin]) bad = 1'b1;
    if (fresh && !read_q && (!direct_q || origin != came_origin_q || word != came_word_q)) bad = 1'b1;
    if (fresh && read_q && origin != next_origin_q) bad = 1'b1;
    if (fresh && read_q && origin == watched_i && word != read_word_q) bad = 1'b1;
    if (direct_q && (!fresh || read_q)) bad = 1'b1;
    // It stays until it is taken, and what was read until it is shown.
    if (shown_q && !taken_q && (!valid || origin != origin_q || word != word_q)) bad = 1'b1;
    if (read_q && !fresh && (!next_valid || next_origin != next_origin_q)) bad = 1'b1;
    // What is read waited, and nothing waited longer; and it is read when it can be.
    if (gone && (!waits_q || before_q != 0)) bad = 1'b1;
    if (room_q && !reads) bad = 1'b1;
    if (read_q && (!shown_q || taken_q) && !fresh) bad = 1'b1;
    // The order has what waits, each origin once.
    if (some != (used != 0) || used != count || count > N) bad = 1'b1;
    if (waits_now && ({1'b0, ahead} >= used || {1'b0, ahead} != before || kept_word != word_last_q)) bad = 1'b1;
    if (in_use && (kept >= N || (kept == watched_i) != (waits_now && where == place_i))) bad = 1'b1;
    if (next_valid && next_origin == watched_i && next_word != (reads ? past_q : read_word_q)) bad = 1'b1;
  end

  wire here = (valid && !pop_i) || next_valid || waits != {N{1'b0}};
  // The store says which message it has since the cycle before.
  reg [N-1:0] had_q;
  reg cleared_q;
  always @(posedge clk_i) begin
    had_q <= held_i;
    cleared_q <= clear;
  end
  wire [N-1:0] gained = {N{stored_i}} & ({ <{- "{" }>N-1{1'b0}}, 1'b1} << stored_origin_i);
  wire tells = cleared_q || held_i == (had_q | gained);
  reg legal;
  always @* begin
    legal = tells && watched_i == watched_q && place_i == place_q && watched_i < N;
    if (used != 0 && (oldest >= N || !waits[oldest])) legal = 1'b0;
    if (used != 0 && first[O-1:0] != place_i && (oldest == watched_i) != (waits_now && where == first[O-1:0])) begin
      legal = 1'b0;
    end
    if (pop_i && !valid) legal = 1'b0;
    if (come_i && origin_i >= N) legal = 1'b0;
  end
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) begin
    held_q <= clear || (legal && !bad);
    watched_q <= watched_i;
    place_q <= place_i;
    shown_q <= valid && !clear;
    taken_q <= pop_i;
    origin_q <= origin;
    word_q <= word;
    read_q <= next_valid && !clear;
    next_origin_q <= next_origin;
    came_q <= come_i && !clear;
    direct_q <= come_i && !here && !clear;
    came_origin_q <= origin_i;
    came_word_q <= word_i;
    room_q <= waits != {N{1'b0}} && !come_i && (!next_valid || !valid || pop_i) && !clear;
    waits_q <= waits_now && !clear;
    where_q <= where;
    push_q <= last[O-1:0];
    before_q <= before;
    used_q <= clear ? 0 : used;
    if (come_i && origin_i == watched_i && (word_i[1:0] != 0 || !waits[watched_i])) word_last_q <= word_i;
    past_q <= word_last_q;
    if (gone) read_word_q <= past_q;
  end
  assign failed_o = held_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
