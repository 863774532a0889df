// Inbox: messages that came on one ring and that the store has not taken yet.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --graph hypercube:3 --family ring-tree --ring-size 4
// Configuration (hash 027a8c594066):
//   graph=hypercube:3 w=4 P=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: what comes is shown in the next cycle if nothing waits, and in its order otherwise. An
//   origin waits at most once: what comes for it meanwhile takes the place of what waits, unless it
//   has rank 0. So there is always room.
// Latency and state: one cycle; a message, a bit a node, 8 words and origins.
// Widths: 3 = origin number; 38 = payload + epoch + 2; 8 = nodes.
// Registers without a reset: known_q, origin_q, word_q, next_origin_q, origins_q.
`default_nettype none

module ring_tree_inbox (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire clear_i,
  input  wire come_i,
  input  wire [2:0] origin_i,
  input  wire [37:0] word_i,
  // Messages that the store has; the one that it has since the cycle before
  input  wire [7:0] held_i,
  input  wire stored_i,
  input  wire [2:0] stored_origin_i,
  // The message that the store takes next, and whether the store has none of its origin
  output wire valid_o,
  output wire new_o,
  output wire [2:0] origin_o,
  output wire [37:0] word_o,
  input  wire pop_i,
  // Nothing is in it
  output wire empty_o
);
  localparam N = 8;
  localparam O = 3;
  localparam WORD = 38;
  localparam FIRST = 0;
  localparam LAST = 7;
  // Bits of a place in a row, and of a row.
  localparam PLACE = 2;
  localparam ROW = 1;
  localparam PLACES = 1 << PLACE;
  localparam ROWS = 1 << ROW;

  // Shown; read from the memory; origins that wait, the oldest at read_q.
  reg valid_q, next_valid_q;
  reg [O-1:0] origin_q, next_origin_q;
  reg [WORD-1:0] word_q;
  reg [O:0] read_q, write_q;
  reg [O-1:0] origins_q [FIRST:LAST];
  wire [O-1:0] oldest = origins_q[read_q[O-1:0]];
  wire [WORD-1:0] next_word;
  reg [N-1:0] waits_q;

  localparam [O:0] ONE = 1;
  reg waiting_q;
  wire free = !valid_q || pop_i;
  wire direct = come_i && free && !waiting_q && !next_valid_q;
  // What is known late decides about the count alone: to mark an origin that waits changes nothing,
  // nor does the place after the last one, until all places are taken.
  wire keeps = come_i && !direct;
  wire push = keeps && !waits_q[origin_i];
  wire full = waiting_q && write_q[O-1:0] == read_q[O-1:0];
  // A word is not read while another one takes its place.
  wire reads = waiting_q && (!next_valid_q || free) && !(come_i && origin_i == oldest);
  wire [O-1:0] second = read_q[O-1:0] + ONE[O-1:0];
  wire is_last = write_q[O-1:0] == second;

  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      valid_q <= 1'b0;
      next_valid_q <= 1'b0;
      waiting_q <= 1'b0;
      read_q <= {O+1{1'b0}};
      write_q <= {O+1{1'b0}};
    end else begin
      valid_q <= direct || next_valid_q || !free;
      next_valid_q <= reads || (next_valid_q && !free);
      waiting_q <= keeps || (waiting_q && !(reads && is_last));
      if (reads) read_q <= read_q + ONE;
      if (push) write_q <= write_q + ONE;
    end
  end
  // The look-up comes before the message is shown; what was stored meanwhile is compared.
  wire [O-1:0] candidate = next_valid_q ? next_origin_q : origin_i;
  reg known_q;
  wire known = known_q || (stored_i && stored_origin_i == origin_q);
  always @(posedge clk_i) known_q <= free ? held_i[candidate] : known;
  assign new_o = !known;
  always @(posedge clk_i) begin
    if (free) begin
      origin_q <= candidate;
      word_q <= next_valid_q ? next_word : word_i;
    end
    if (reads) next_origin_q <= oldest;
    if (!full) origins_q[write_q[O-1:0]] <= origin_i;
  end

  // A word that is shown at once is written without use.
  tee_memory #(
    .WIDTH(WORD),
    .DEPTH(8),
    .ADDRESS(3),
    .BLOCK(0)
  ) u_words (
    .clk_i(clk_i),
    .write_i(come_i && (word_i[1:0] != 2'd0 || !waits_q[origin_i])),
    .write_address_i(origin_i),
    .write_data_i(word_i),
    .read_i(reads),
    .read_address_i(oldest),
    .read_data_o(next_word)
  );

  localparam [ROWS-1:0] FIRST_ROW = 1;
  localparam [PLACES-1:0] FIRST_PLACE = 1;
  wire [ROW+PLACE-1:0] put = origin_i;
  wire [ROW+PLACE-1:0] got = oldest;
  wire [ROWS-1:0] put_rows = keeps ? FIRST_ROW << put[ROW+PLACE-1:PLACE] : {ROWS{1'b0}};
  wire [PLACES-1:0] put_places = FIRST_PLACE << put[PLACE-1:0];
  wire [ROWS-1:0] got_rows = reads ? FIRST_ROW << got[ROW+PLACE-1:PLACE] : {ROWS{1'b0}};
  wire [PLACES-1:0] got_places = FIRST_PLACE << got[PLACE-1:0];
  genvar v;
  generate
    for (v = 0; v < N; v = v + 1) begin : gen_origin
      wire puts = put_rows[v/PLACES] && put_places[v%PLACES];
      wire gets = got_rows[v/PLACES] && got_places[v%PLACES];
      always @(posedge clk_i) begin
        if (!rst_ni || clear_i) waits_q[v] <= 1'b0;
        else waits_q[v] <= (waits_q[v] && !gets) || puts;
      end
    end
  endgenerate

  assign valid_o = valid_q;
  assign origin_o = origin_q;
  assign word_o = word_q;
  assign empty_o = !valid_q && !next_valid_q && !waiting_q;

`ifdef TEECAST_ASSERT
  // No more origins wait than there are; what leaves the order was marked.
  wire [O:0] used = write_q - read_q;
  localparam [O:0] MOST = N;
  always @(posedge clk_i) begin
    if (rst_ni && !clear_i) begin
      begin : at_most_all_origins_wait assert (used <= MOST); end
      begin : read_was_marked assert (!reads || waits_q[oldest]); end
      begin : taken_is_valid assert (!pop_i || valid_q); end
      begin : push_finds_room assert (!(full && push)); end
      begin : one_writes_a_mark assert (!(come_i && reads && origin_i == oldest)); end
      begin : waiting_shows_filled assert (waiting_q == (read_q != write_q)); end
      begin : known_shows_held assert (!valid_q || known == held_i[origin_q]); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
