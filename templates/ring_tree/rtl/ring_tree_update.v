<{ c.banner("Update: takes what came into the store, one message after the other.") }>
// Contract: the message of the processor goes first, then round robin what the inboxes show and
//   which own messages came back wrong. What is confirmed (rank 2, 3) is taken as it comes, and the
//   first in an epoch, or with another payload, is queued on all other rings. Anything else comes
//   from below, of an origin out of reach; it is taken as it comes, but rank 0 not over rank 1 of
//   this epoch, and queued on the rings that go up. A node that is done, and the origin, keep their
//   payload; of what is confirmed they pass that on. What came back wrong is queued again on its
//   ring.
//   A word of the store has a mark (an earlier payload went to the processor), payload, epoch,
//   rank.
// Latency and state: a message that is new is stored in the cycle in which it is shown, another one
//   two cycles later; a bit a node, <{ c.words }> words.
// Widths: <{ c.origin_bits }> = origin number; <{ c.epoch_bits }> = epoch; <{ c.payload }> = payload; <{ c.word_bits }> = payload + epoch + 2;
//   <{ c.stored_bits }> = stored word; <{ c.nodes }> = nodes.
`default_nettype none

module <{ c.prefix }>ring_tree_update #(
  // Rings of the node.
  parameter RINGS = 1
) (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire clear_i,
  input  wire [<{ c.origin_bits - 1 }>:0] node_i,
  // Epoch, it ends, what the store has is final, and the rings of which the node is the gate
  input  wire [<{ c.epoch_bits - 1 }>:0] epoch_i,
  input  wire forget_i,
  input  wire done_i,
  input  wire [RINGS-1:0] gates_i,
  // The message of the processor
  input  wire injection_i,
  input  wire [<{ c.payload - 1 }>:0] payload_i,
  // What the inboxes show
  input  wire [RINGS-1:0] come_i,
  input  wire [RINGS*<{ c.origin_bits }>-1:0] come_origins_i,
  input  wire [RINGS*<{ c.word_bits }>-1:0] come_words_i,
  input  wire [RINGS-1:0] come_new_i,
  output wire [RINGS-1:0] come_taken_o,
  // Own messages that came back with another payload
  input  wire [RINGS-1:0] wrong_i,
  input  wire [RINGS*<{ c.origin_bits }>-1:0] wrong_origins_i,
  output wire [RINGS-1:0] wrong_taken_o,
  // The store writes a word; the message is queued on rings, and for the processor
  output wire write_o,
  output wire [<{ c.origin_bits - 1 }>:0] origin_o,
  output wire [<{ c.stored_bits - 1 }>:0] word_o,
  output wire [RINGS-1:0] queue_o,
  output wire deliver_o,
  // Messages that wait for the processor
  input  wire [<{ c.nodes - 1 }>:0] pending_i,
  // A word that was stored before may be written in this cycle
  output wire hold_o,
  // Bit o: the message of node o is held, it is confirmed in this epoch
  output wire [<{ c.nodes - 1 }>:0] held_o,
  output wire [<{ c.nodes - 1 }>:0] confirmed_o,
  // A message of the cycle before was new
  output wire stored_o,
  output wire [<{ c.origin_bits - 1 }>:0] stored_origin_o,
  // The message of the processor is held
  output wire own_held_o,
  output wire idle_o
);
  localparam N = <{ c.nodes }>;
  localparam O = <{ c.origin_bits }>;
  localparam P = <{ c.payload }>;
  localparam WORD = <{ c.word_bits }>;
  localparam STORED = <{ c.stored_bits }>;
  localparam [N-1:0] ONE = 1;

  // Read the old word, compare, decide; most messages are new and need the first cycle only.
  reg compare_q, decide_q;
  reg [2*RINGS-1:0] chosen_q;
  reg [O-1:0] origin_q;
  wire [2*RINGS-1:0] pick;
  wire busy = compare_q || decide_q;
  wire open = !busy && !injection_i;
  wire starts = open && (|{wrong_i, come_i});
  <{ c.prefix }>tee_round_robin_arbiter #(
    .WIDTH(2*RINGS)
  ) u_arbiter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
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
  wire [O-1:0] origin = injection_i ? node_i : busy ? origin_q : came_origin;

  // Inboxes know what is new. What came back wrong was held when it left.
  reg [N-1:0] held_q;
  wire [RINGS-1:0] new_by = pick[RINGS-1:0] & come_new_i & {RINGS{open}};
  wire is_new = |new_by;
  wire changes = starts && !is_new;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i || forget_i) begin
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
  <{ c.prefix }>tee_memory #(
    .WIDTH(STORED),
    .DEPTH(<{ c.words }>),
    .ADDRESS(<{ c.origin_bits }>)
<%- if c.needs_block() %>,
    .BLOCK(1)
<%- endif %>
  ) u_words (
    .clk_i(clk_i),
    .write_i(write_o),
    .write_address_i(origin_o),
    .write_data_i(word_o),
    .read_i(changes),
    .read_address_i(shown_origin),
    .read_data_o(read)
  );
  always @(posedge clk_i) old_q <= read;
  localparam TAG = <{ c.tag_bits }>;
  wire [P-1:0] old_payload = old_q[TAG+:P];
  wire [P-1:0] payload = came[TAG+:P];

  // Compare: the payloads, and whether the store has rank 1 of this epoch.
  reg differs_q, kept_q;
  always @(posedge clk_i) begin
    // In simulation, payloads with unknown bits are equal unless a known bit differs.
    if (payload != read[TAG+:P]) differs_q <= 1'b1;
    else differs_q <= 1'b0;
    kept_q <= read[TAG-1:2] == epoch_i && read[1:0] == 2'd1;
  end

  // Decide.
  wire comes = decide_q && (|by_ring);
  wire wrong = decide_q && (|by_wrong);
  wire confirms = came[1];
  wire keeps = done_i || origin_q == node_i;
  wire kept = done_i || kept_q;
  wire takes = comes && differs_q && !keeps && (confirms || came[0] || !kept);
  wire rises = comes && (confirms ? !confirmed_o[origin_q] : came[0] && !kept);
  wire mark = old_q[STORED-1] || (takes && !pending_i[origin_q]);
  wire [STORED-1:0] next_word = {mark, takes ? payload : old_payload, came[TAG-1:0]};
  wire [STORED-1:0] new_word = {1'b0, injection_i ? {payload_i, epoch_i, 2'd2} : came};

  // What is confirmed goes on all other rings, anything else up.
  wire [RINGS-1:0] onward = confirms ? ~by_ring : ~gates_i;
  assign write_o = injection_i || is_new || takes || rises;
  assign origin_o = origin;
  assign word_o = decide_q ? next_word : new_word;
  assign queue_o = {RINGS{injection_i}} | ({RINGS{is_new || takes || rises}} & onward) |
      ({RINGS{wrong}} & by_wrong);
  assign deliver_o = (|(new_by & ~are_mine)) || takes;
  assign hold_o = decide_q;
  assign come_taken_o = new_by | (chosen_q[RINGS-1:0] & {RINGS{decide_q}});
  assign wrong_taken_o = chosen_q[2*RINGS-1:RINGS] & {RINGS{decide_q}};
  assign idle_o = !busy;

  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) held_q <= {N{1'b0}};
    else if (injection_i || is_new) held_q <= held_q | (ONE << origin);
  end
  assign held_o = held_q;
<%- if c.is_writable %>
  // What is taken from a ring while an epoch ends is not of the next one; the own message always
  // is.
  reg [N-1:0] confirmed_q;
  wire confirmed = injection_i || ((is_new || rises) && confirms && !forget_i);
  wire [N-1:0] lasting = confirmed_q & (forget_i ? ONE << node_i : {N{1'b1}});
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) confirmed_q <= {N{1'b0}};
    else confirmed_q <= confirmed ? lasting | (ONE << origin) : lasting;
  end
  assign confirmed_o = confirmed_q;
<%- else %>
  assign confirmed_o = held_q;
<%- endif %>
  reg own_held_q;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) own_held_q <= 1'b0;
    else own_held_q <= own_held_q || injection_i || (|(new_by & are_mine));
  end
  assign own_held_o = own_held_q;
  reg stored_q;
  reg [O-1:0] stored_origin_q;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) stored_q <= 1'b0;
    else stored_q <= injection_i || is_new;
  end
  always @(posedge clk_i) stored_origin_q <= origin;
  assign stored_o = stored_q;
  assign stored_origin_o = stored_origin_q;

`ifdef TEECAST_ASSERT
  // One thing in a cycle; what changes was held.
  always @(posedge clk_i) begin
    if (rst_ni && !clear_i) begin
      begin : compares_or_decides assert (!(compare_q && decide_q)); end
      begin : decided_is_held assert (!decide_q || held_q[origin_q]); end
      begin : written_is_unchanged assert (!(write_o && changes)); end
      begin : taken_came assert ((come_taken_o & ~come_i) == {RINGS{1'b0}}); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
