// Update: takes what came into the store, one message after the other.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --graph hypercube:3 --family ring-tree --ring-size 4
// Configuration (hash 027a8c594066):
//   graph=hypercube:3 w=4 P=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: the message of the processor goes first, then round robin what the inboxes show and
//   which own messages came back wrong. Rules for versions: a newer one wins, of two equal ones the larger
//   payload; a copy that loses with another payload is answered on its ring; the origin keeps its
//   payload. With trusts_i = 1 what another member injected wins always, and the version that is
//   stored never falls. A new payload is queued on all other rings.
//   A word of the store has a mark (an earlier payload went to the processor), payload, version.
// Latency and state: a message that is new is stored in the cycle in which it is shown, another one
//   two cycles later; a bit a node, 8 words.
`default_nettype none

module ring_tree_update #(
  // Rings of the node.
  parameter RINGS = 1
) (
  input  wire clk_i,
  input  wire clear_i,
  input  wire [2:0] node_i,
  // All copies of an origin come by one ring, in the order in which they were sent
  input  wire trusts_i,
  // The message of the processor
  input  wire take_i,
  input  wire [31:0] payload_i,
  // What the inboxes show; the ring by which it came may be gone
  input  wire [RINGS-1:0] come_i,
  input  wire [RINGS*3-1:0] come_origins_i,
  input  wire [RINGS*40-1:0] come_words_i,
  input  wire [RINGS-1:0] come_new_i,
  input  wire [RINGS-1:0] gone_i,
  output wire [RINGS-1:0] come_taken_o,
  // Own messages that came back with another payload
  input  wire [RINGS-1:0] wrong_i,
  input  wire [RINGS*3-1:0] wrong_origins_i,
  output wire [RINGS-1:0] wrong_taken_o,
  // The store writes a word; the message is queued on rings, and for the processor
  output wire write_o,
  output wire [2:0] origin_o,
  output wire [40:0] word_o,
  output wire [RINGS-1:0] queue_o,
  output wire deliver_o,
  // Messages that wait for the processor
  input  wire [7:0] pending_i,
  // A word that was stored before may be written in this cycle
  output wire hold_o,
  // Bit o: the message of node o is held
  output wire [7:0] held_o,
  // A message of the cycle before was new
  output wire stored_o,
  output wire [2:0] stored_origin_o,
  // The message of the processor is held
  output wire own_held_o,
  output wire idle_o
);
  localparam N = 8;
  localparam O = 3;
  localparam P = 32;
  localparam WORD = 40;
  localparam STORED = 41;
  localparam [N-1:0] ONE = 1;

  // Read the old word, compare, decide; most messages are new and need the first cycle only.
  reg compare_q, decide_q;
  reg [2*RINGS-1:0] chosen_q;
  reg [O-1:0] origin_q;
  wire [2*RINGS-1:0] pick;
  wire busy = compare_q || decide_q;
  wire open = !busy && !take_i;
  wire starts = open && (|{wrong_i, come_i});
  tee_round_robin_arbiter #(
    .WIDTH(2*RINGS)
  ) u_arbiter (
    .clk_i(clk_i),
    .rst_ni(!clear_i),
    .request_i({wrong_i, come_i}),
    .served_i(starts),
    .pick_o(pick)
  );
  wire [2*RINGS-1:0] chosen = busy ? chosen_q : pick;
  wire [RINGS-1:0] by_ring = chosen[RINGS-1:0];
  wire [RINGS-1:0] by_wrong = chosen[2*RINGS-1:RINGS];

  reg [O-1:0] came_origin, wrong_origin;
  reg [WORD-1:0] came;
  reg [RINGS-1:0] are_mine;
  integer k;
  always @* begin
    came_origin = {O{1'b0}};
    wrong_origin = {O{1'b0}};
    came = {WORD{1'b0}};
    for (k = 0; k < RINGS; k = k + 1) begin
      came_origin = came_origin | (come_origins_i[k*O+:O] & {O{pick[k]}});
      wrong_origin = wrong_origin | (wrong_origins_i[k*O+:O] & {O{pick[RINGS+k]}});
      came = came | (come_words_i[k*WORD+:WORD] & {WORD{by_ring[k]}});
      are_mine[k] = come_origins_i[k*O+:O] == node_i;
    end
  end
  // What came back wrong is not written at once.
  wire [O-1:0] shown_origin = came_origin | wrong_origin;
  wire [O-1:0] origin = take_i ? node_i : busy ? origin_q : came_origin;

  // Inboxes know what is new. What came back wrong was held when it left.
  reg [N-1:0] held_q;
  wire [RINGS-1:0] new_by = pick[RINGS-1:0] & come_new_i & {RINGS{open}};
  wire is_new = |new_by;
  wire changes = starts && !is_new;
  always @(posedge clk_i) begin
    if (clear_i) begin
      compare_q <= 1'b0;
      decide_q <= 1'b0;
    end else begin
      compare_q <= changes;
      decide_q <= compare_q;
    end
  end
  always @(posedge clk_i) begin
    if (changes) begin
      chosen_q <= pick;
      origin_q <= shown_origin;
    end
  end

  // The old word: compared as it comes, and used in the cycle after.
  wire [STORED-1:0] read;
  reg [STORED-1:0] old_q;
  ring_tree_memory #(
    .WIDTH(STORED)
  ) u_words (
    .clk_i(clk_i),
    .write_i(write_o),
    .write_origin_i(origin_o),
    .write_word_i(word_o),
    .read_i(changes),
    .read_origin_i(shown_origin),
    .word_o(read)
  );
  always @(posedge clk_i) old_q <= read;
  wire [7:0] old_version = old_q[7:0];
  wire [P-1:0] old_payload = old_q[8+:P];
  wire [7:0] version = came[7:0];
  wire [P-1:0] payload = came[8+:P];

  // Compare.
  wire [7:0] ahead = version - read[7:0];
  reg same_q, newer_q, older_q, differs_q, larger_q;
  always @(posedge clk_i) begin
    same_q <= ahead == 8'd0;
    newer_q <= !ahead[7] && ahead != 8'd0;
    older_q <= ahead[7] && ahead != 8'h80;
    // In simulation, payloads with unknown bits are equal unless a known bit differs.
    if (payload != read[8+:P]) differs_q <= 1'b1;
    else differs_q <= 1'b0;
    if (payload > read[8+:P]) larger_q <= 1'b1;
    else larger_q <= 1'b0;
  end

  // Decide.
  wire mine = origin_q == node_i;
  wire comes = decide_q && (|by_ring);
  wire wrong = decide_q && (|by_wrong);
  wire answers = comes && mine && differs_q && !older_q;
  wire replaces = comes && !answers &&
      (newer_q || (same_q && larger_q) || (trusts_i && differs_q));
  wire loses = comes && !answers && !replaces && differs_q;
  wire corrects = replaces && differs_q;
  wire keeps = newer_q || !trusts_i;
  wire [7:0] base = answers ? version : old_version;
  wire [7:0] next_version = replaces && keeps ? version : base + 8'd1;
  wire mark = old_q[STORED-1] || (corrects && !pending_i[origin_q]);
  wire [STORED-1:0] next_word = {mark, replaces ? payload : old_payload, next_version};
  wire [STORED-1:0] new_word = take_i ? {1'b0, payload_i, 8'd0} : {1'b0, came};

  // Rings other than the one by which it came; of a ring that is gone, all.
  wire [RINGS-1:0] others = ~by_ring | gone_i;
  assign write_o = take_i || is_new || answers || replaces || wrong;
  assign origin_o = origin;
  assign word_o = decide_q ? next_word : new_word;
  assign queue_o = {RINGS{take_i || answers}} | ({RINGS{is_new || corrects}} & others) |
      ({RINGS{loses}} & by_ring) | ({RINGS{wrong}} & by_wrong);
  assign deliver_o = (|(new_by & ~are_mine)) || (corrects && !mine);
  assign hold_o = decide_q;
  assign come_taken_o = new_by | (chosen_q[RINGS-1:0] & {RINGS{decide_q}});
  assign wrong_taken_o = chosen_q[2*RINGS-1:RINGS] & {RINGS{decide_q}};
  assign idle_o = !busy;

  always @(posedge clk_i) begin
    if (clear_i) held_q <= {N{1'b0}};
    else if (take_i || is_new) held_q <= held_q | (ONE << origin);
  end
  assign held_o = held_q;
  reg own_held_q;
  always @(posedge clk_i) begin
    if (clear_i) own_held_q <= 1'b0;
    else own_held_q <= own_held_q || take_i || (|(new_by & are_mine));
  end
  assign own_held_o = own_held_q;
  reg stored_q;
  reg [O-1:0] stored_origin_q;
  always @(posedge clk_i) begin
    if (clear_i) stored_q <= 1'b0;
    else stored_q <= take_i || is_new;
  end
  always @(posedge clk_i) stored_origin_q <= origin;
  assign stored_o = stored_q;
  assign stored_origin_o = stored_origin_q;

`ifdef TEECAST_ASSERT
  // One thing in a cycle; what changes was held.
  always @(posedge clk_i) begin
    if (!clear_i) begin
      assert (!(compare_q && decide_q));
      assert (!decide_q || held_q[origin_q]);
      assert (!(write_o && changes));
      assert ((come_taken_o & ~come_i) == {RINGS{1'b0}});
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
