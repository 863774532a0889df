{{ c.banner("Property: what ring_tree_update does with the store.") }}
// Contract: failed_o = 0 after clear_i, and after every cycle in which all of this holds, while the message
//   of the processor comes once, when nothing else is under way, and what an inbox or a ring shows stays
//   until it is taken. Something that is
//   shown is taken in the same cycle if an inbox shows a new origin, or two cycles later, unless
//   the message of the processor comes. Then, and only then, the store, the queues and the delivery change:
//   - a message that is new is stored, queued on all other rings, and delivered;
//   - a newer version wins, of two equal ones the larger payload, or with trusts_i = 1 what came; it is stored,
//     and if its payload is another one queued on all other rings, and delivered;
//   - of a copy that loses with another payload the ring gets the stored one;
//   - an own message that is not older and has another payload goes out on all rings again, with a version after it;
//   - an own slot that came back wrong goes out on its ring again, with the next version.
//   The mark says that the processor has had another payload. Of the words the property follows those of
//   one origin, any one.
`default_nettype none

module proof_ring_tree_update (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire [{{ c.origin_bits - 1 }}:0] node_i,
  input  wire trusts_i,
  input  wire take_i,
  input  wire [{{ c.payload - 1 }}:0] payload_i,
  input  wire [{{ c.rings() - 1 }}:0] come_i,
  input  wire [{{ c.rings() as u32 * c.origin_bits - 1 }}:0] come_origins_i,
  input  wire [{{ c.rings() as u32 * c.word_bits - 1 }}:0] come_words_i,
  input  wire [{{ c.rings() - 1 }}:0] come_new_i,
  input  wire [{{ c.rings() - 1 }}:0] gone_i,
  input  wire [{{ c.rings() - 1 }}:0] wrong_i,
  input  wire [{{ c.rings() as u32 * c.origin_bits - 1 }}:0] wrong_origins_i,
  input  wire [{{ c.nodes - 1 }}:0] pending_i,
  input  wire [{{ c.origin_bits - 1 }}:0] watched_i,
  output wire failed_o
);
  localparam RINGS = {{ c.rings() }};
  localparam N = {{ c.nodes }};
  localparam O = {{ c.origin_bits }};
  localparam P = {{ c.payload }};
  localparam WORD = {{ c.word_bits }};
  localparam STORED = {{ c.stored_bits }};
  localparam [RINGS-1:0] ALL = {RINGS{1'b1}};
  localparam [RINGS-1:0] NONE = {RINGS{1'b0}};
  localparam [RINGS-1:0] ONE = 1;

  wire clear = clear_i || !rst_ni;
  wire [RINGS-1:0] come_taken, wrong_taken, queue;
  wire write, deliver, hold, own_held, idle, stored;
  wire [O-1:0] origin, stored_origin;
  wire [STORED-1:0] word;
  wire [N-1:0] held;
  {{ c.prefix }}ring_tree_update #(
    .RINGS(RINGS)
  ) u_dut (
    .clk_i(clk_i),
    .clear_i(clear),
    .node_i(node_i),
    .trusts_i(trusts_i),
    .take_i(take_i),
    .payload_i(payload_i),
    .come_i(come_i),
    .come_origins_i(come_origins_i),
    .come_words_i(come_words_i),
    .come_new_i(come_new_i),
    .gone_i(gone_i),
    .come_taken_o(come_taken),
    .wrong_i(wrong_i),
    .wrong_origins_i(wrong_origins_i),
    .wrong_taken_o(wrong_taken),
    .write_o(write),
    .origin_o(origin),
    .word_o(word),
    .queue_o(queue),
    .deliver_o(deliver),
    .pending_i(pending_i),
    .hold_o(hold),
    .held_o(held),
    .own_held_o(own_held),
    .idle_o(idle),
    .stored_o(stored),
    .stored_origin_o(stored_origin)
  );

  // What the module is about, in which step, what it has of the origin, and what it found out.
  (* keep *)
  wire in_compare, in_decide;
  (* keep *)
  wire [2*RINGS-1:0] chosen;
  (* keep *)
  wire [O-1:0] about;
  (* keep *)
  wire [STORED-1:0] kept, read, old;
  (* keep *)
  wire is_same, is_newer, is_older, is_other, is_larger;

  // The word of the origin in the store; whether it is there, and the message of the processor.
  reg has_q, own_q, mark_q;
  reg [7:0] version_q;
  reg [P-1:0] payload_q;
  // What was shown in the last cycle; something could be taken in that one, and in the one before.
  reg [RINGS-1:0] come_q, wrong_q;
  reg [RINGS*O-1:0] origins_q, wrong_origins_q;
  reg [RINGS*WORD-1:0] words_q;
  reg could_q, late_q;
  // A message was new in the last cycle.
  reg stored_q;
  reg [O-1:0] stored_origin_q;
  reg [O-1:0] node_q, watched_q;
  reg trusts_q;

  // What is taken in this cycle.
  reg [O-1:0] name;
  reg [7:0] version;
  reg [P-1:0] payload;
  integer r;
  always @* begin
    name = {O{1'b0}};
    version = 8'd0;
    payload = {P{1'b0}};
    for (r = 0; r < RINGS; r = r + 1) begin
      if (come_taken[r]) begin
        name = come_origins_i[r*O+:O];
        {payload, version} = come_words_i[r*WORD+:WORD];
      end
      if (wrong_taken[r]) name = wrong_origins_i[r*O+:O];
    end
  end
  // The origin of what the module is about.
  reg [O-1:0] under_way;
  integer s;
  always @* begin
    under_way = {O{1'b0}};
    for (s = 0; s < RINGS; s = s + 1) begin
      if (chosen[s]) under_way = come_origins_i[s*O+:O];
      if (chosen[RINGS+s]) under_way = wrong_origins_i[s*O+:O];
    end
  end
  wire one = (({come_taken, wrong_taken} & ({come_taken, wrong_taken} - 1)) == 0);
  wire comes = come_taken != NONE;
  wire returns = wrong_taken != NONE;
  wire known = comes && has_q && name == watched_i;

  // The rules.
  wire [7:0] ahead = version - version_q;
  wire newer = ahead >= 8'd1 && ahead <= 8'd127;
  wire older = ahead >= 8'd129;
  wire differs = payload != payload_q;
  wire mine = watched_i == node_i;
  wire insists = mine && differs && !older;
  wire wins = !insists && (newer || (ahead == 8'd0 && payload > payload_q) || (trusts_i && differs));
  wire changes = wins && differs;
  wire [7:0] after = version_q + 8'd1;
  wire [7:0] beyond = version + 8'd1;
  wire marks = mark_q || (changes && !pending_i[watched_i]);
  wire [RINGS-1:0] others = ~come_taken | gone_i;

  reg bad, writes, delivers;
  reg [RINGS-1:0] queues;
  reg [STORED-1:0] next;
  always @* begin
    bad = held[watched_i] != has_q || own_held != own_q || !one;
    if ((come_taken & ~come_i) != NONE || (wrong_taken & ~wrong_i) != NONE) bad = 1'b1;
    if (take_i && (comes || returns)) bad = 1'b1;
    if (late_q && !comes && !returns) bad = 1'b1;

    if (stored != stored_q || (stored && stored_origin != stored_origin_q)) bad = 1'b1;

    // The steps.
    if (in_compare != could_q || in_decide != late_q || (could_q && late_q)) bad = 1'b1;
    if (held[node_i] != own_q) bad = 1'b1;
    if (idle == (could_q || late_q)) bad = 1'b1;
    if (has_q && kept != {mark_q, payload_q, version_q}) bad = 1'b1;
    if (!idle) begin
      if (chosen == 0 || (chosen & (chosen - 1)) != 0 || (chosen & ~{wrong_i, come_i}) != 0) bad = 1'b1;
      if (about >= N || !held[about] || about != under_way) bad = 1'b1;
      if (about == watched_i && (in_compare ? read : old) != kept) bad = 1'b1;
    end
    if (in_decide && about == watched_i && chosen[RINGS-1:0] != NONE) begin
      if (is_same != (ahead == 8'd0) || is_newer != newer || is_older != older) bad = 1'b1;
      if (is_other != differs || is_larger != (payload > payload_q)) bad = 1'b1;
    end

    // What is new, and what is known of the origin.
    writes = take_i;
    delivers = 1'b0;
    queues = take_i ? ALL : NONE;
    next = {1'b0, payload_i, 8'd0};
    if (comes && !held[name]) begin
      writes = 1'b1;
      delivers = name != node_i;
      queues = others;
      next = {1'b0, payload, version};
    end else if (known) begin
      writes = wins || insists;
      delivers = changes && !mine;
      queues = insists ? ALL : changes ? others : !wins && differs ? come_taken : NONE;
      next = insists ? {mark_q, payload_q, beyond} :
          {marks, payload, newer || !trusts_i ? version : after};
    end else if (returns && has_q && name == watched_i) begin
      writes = 1'b1;
      queues = wrong_taken;
      next = {mark_q, payload_q, after};
    end
    if (take_i || (!comes && !returns) || !held[name] || name == watched_i) begin
      if (write != writes || queue != queues || deliver != delivers) bad = 1'b1;
      if (write && word != next) bad = 1'b1;
    end
    if (write && origin != (take_i ? node_i : name)) bad = 1'b1;
    if (write && held[origin] && !hold) bad = 1'b1;
  end

  // What is shown stays; inboxes know what is new, and what comes back was held.
  reg legal;
  always @* begin
    legal = watched_i == watched_q && node_i == node_q && watched_i < N && node_i < N;
    if (take_i && (own_held || !idle)) legal = 1'b0;
    if ((come_q & ~come_i) != NONE || (wrong_q & ~wrong_i) != NONE) legal = 1'b0;
    for (r = 0; r < RINGS; r = r + 1) begin
      if (come_i[r] && come_origins_i[r*O+:O] >= N) legal = 1'b0;
      if (come_i[r] && come_new_i[r] == held[come_origins_i[r*O+:O]]) legal = 1'b0;
      if (wrong_i[r] && (wrong_origins_i[r*O+:O] >= N || !held[wrong_origins_i[r*O+:O]])) legal = 1'b0;
      if (come_q[r] && come_origins_i[r*O+:O] != origins_q[r*O+:O]) legal = 1'b0;
      if (come_q[r] && come_words_i[r*WORD+:WORD] != words_q[r*WORD+:WORD]) legal = 1'b0;
      if (wrong_q[r] && wrong_origins_i[r*O+:O] != wrong_origins_q[r*O+:O]) legal = 1'b0;
    end
  end
  wire here = write && origin == watched_i;
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) begin
    held_q <= clear || (legal && !bad);
    watched_q <= watched_i;
    node_q <= node_i;
    come_q <= come_i & ~come_taken & {RINGS{!clear}};
    wrong_q <= wrong_i & ~wrong_taken & {RINGS{!clear}};
    origins_q <= come_origins_i;
    words_q <= come_words_i;
    wrong_origins_q <= wrong_origins_i;
    stored_q <= !clear && write && (take_i || (comes && !held[name]));
    stored_origin_q <= origin;
    could_q <= idle && !take_i && (come_i != NONE || wrong_i != NONE) && !comes && !returns && !clear;
    late_q <= could_q && !comes && !returns && !clear;
    own_q <= !clear && (own_q || (write && origin == node_i));
    has_q <= !clear && (has_q || here);
    if (here) {mark_q, payload_q, version_q} <= next;
  end
  assign failed_o = held_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
