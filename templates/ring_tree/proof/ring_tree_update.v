<{ c.banner("Property: what ring_tree_update does with the store.") }>
// Contract: failed_o = 0 after clear_i, and after every cycle in which all of this holds, while the message
//   of the processor comes once, when nothing else is under way, and what an inbox or a ring shows stays
//   until it is taken. Something that is
//   shown is taken in the same cycle if an inbox shows a new origin, or two cycles later, unless
//   the message of the processor comes. Then, and only then, the store, the queues and the delivery change:
//   - a message that is new is stored and delivered;
//   - of a message that is confirmed the payload is stored, and delivered if it is another one; of any other one, if
//     it has rank 1 or the store has no rank 1 of this epoch. But the own payload stays, and at a node
//     that is done every one;
//   - what was stored, was confirmed for the first time in this epoch, or is of rank 1 for the first time, goes
//     on: on all other rings if it is confirmed, otherwise on those of which the node is not the gate;
//   - an own slot that came back wrong goes out on its ring again.
//   An epoch that ends drops what is under way; of what was confirmed it leaves the own message.
//   The mark says that the processor has had another payload. Of the words the property follows those of
//   one origin, any one.
`default_nettype none

module proof_ring_tree_update (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire [<{ c.origin_bits - 1 }>:0] node_i,
  input  wire [<{ c.epoch_bits - 1 }>:0] epoch_i,
  input  wire forget_i,
  input  wire done_i,
  input  wire [<{ c.rings() - 1 }>:0] gates_i,
  input  wire injection_i,
  input  wire [<{ c.payload - 1 }>:0] payload_i,
  input  wire [<{ c.rings() - 1 }>:0] come_i,
  input  wire [<{ c.rings() as u32 * c.origin_bits - 1 }>:0] come_origins_i,
  input  wire [<{ c.rings() as u32 * c.word_bits - 1 }>:0] come_words_i,
  input  wire [<{ c.rings() - 1 }>:0] come_new_i,
  input  wire [<{ c.rings() - 1 }>:0] wrong_i,
  input  wire [<{ c.rings() as u32 * c.origin_bits - 1 }>:0] wrong_origins_i,
  input  wire [<{ c.nodes - 1 }>:0] pending_i,
  input  wire [<{ c.origin_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam RINGS = <{ c.rings() }>;
  localparam N = <{ c.nodes }>;
  localparam O = <{ c.origin_bits }>;
  localparam P = <{ c.payload }>;
  localparam WORD = <{ c.word_bits }>;
  localparam STORED = <{ c.stored_bits }>;
  localparam TAG = <{ c.tag_bits }>;
  localparam [RINGS-1:0] ALL = {RINGS{1'b1}};
  localparam [RINGS-1:0] NONE = {RINGS{1'b0}};
  localparam [RINGS-1:0] ONE = 1;

  wire clear = clear_i || !rst_ni;
  wire [RINGS-1:0] come_taken, wrong_taken, queue;
  wire write, deliver, hold, own_held, idle, stored;
  wire [O-1:0] origin, stored_origin;
  wire [STORED-1:0] word;
  wire [N-1:0] held, confirmed;
  <{ c.prefix }>ring_tree_update #(
    .RINGS(RINGS)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .node_i(node_i),
    .epoch_i(epoch_i),
    .forget_i(forget_i),
    .done_i(done_i),
    .gates_i(gates_i),
    .injection_i(injection_i),
    .payload_i(payload_i),
    .come_i(come_i),
    .come_origins_i(come_origins_i),
    .come_words_i(come_words_i),
    .come_new_i(come_new_i),
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
    .confirmed_o(confirmed),
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
  wire is_other, is_kept;
  connect u_dut.u_words.words_q.place = watched_i;
  connect in_compare = u_dut.compare_q;
  connect in_decide = u_dut.decide_q;
  connect chosen = u_dut.chosen_q;
  connect about = u_dut.origin_q;
  connect kept = u_dut.u_words.words_q.kept_q;
  connect read = u_dut.u_words.read_data_o;
  connect old = u_dut.old_q;
  connect is_other = u_dut.differs_q;
  connect is_kept = u_dut.kept_q;

  // The word of the origin in the store; whether it is there, and the message of the processor.
  reg has_q, own_q, mark_q, confirmed_q;
  reg [TAG-1:0] tag_q;
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
  reg [<{ c.epoch_bits - 1 }>:0] epoch_q;
  reg ended_q;

  // What is taken in this cycle.
  reg [O-1:0] name;
  reg [TAG-1:0] tag;
  reg [P-1:0] payload;
  integer r;
  always @* begin
    name = {O{1'b0}};
    tag = {TAG{1'b0}};
    payload = {P{1'b0}};
    for (r = 0; r < RINGS; r = r + 1) begin
      if (come_taken[r]) begin
        name = come_origins_i[r*O+:O];
        {payload, tag} = come_words_i[r*WORD+:WORD];
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
  wire confirms = tag[1:0] >= 2;
  wire first = tag[1:0] == 1;
  wire differs = payload != payload_q;
  wire stays = done_i || watched_i == node_i;
  wire ranked = tag_q == {epoch_i, 2'd1};
  wire takes = differs && !stays && (confirms || first || !(done_i || ranked));
  wire rises = confirms ? !confirmed_q : first && !done_i && !ranked;
  wire marks = mark_q || (takes && !pending_i[watched_i]);
  wire [RINGS-1:0] onward = confirms ? ~come_taken : ~gates_i;

  reg bad, writes, delivers;
  reg [RINGS-1:0] queues;
  reg [STORED-1:0] next;
  always @* begin
    bad = held[watched_i] != has_q || own_held != own_q || !one;
    if ((come_taken & ~come_i) != NONE || (wrong_taken & ~wrong_i) != NONE) bad = 1'b1;
    if (injection_i && (comes || returns)) bad = 1'b1;
    if (late_q && !comes && !returns) bad = 1'b1;

    if (stored != stored_q || (stored && stored_origin != stored_origin_q)) bad = 1'b1;

    // The steps.
    if (in_compare != could_q || in_decide != late_q || (could_q && late_q)) bad = 1'b1;
    if (held[node_i] != own_q) bad = 1'b1;
    if (idle == (could_q || late_q)) bad = 1'b1;
    if (has_q && kept != {mark_q, payload_q, tag_q}) bad = 1'b1;
    if (confirmed[watched_i] != confirmed_q || (confirmed & ~held) != {N{1'b0}}) bad = 1'b1;
    if (!idle) begin
      if (chosen == 0 || (chosen & (chosen - 1)) != 0 || (chosen & ~{wrong_i, come_i}) != 0) bad = 1'b1;
      if (about >= N || !held[about] || about != under_way) bad = 1'b1;
      if (about == watched_i && (in_compare ? read : old) != kept) bad = 1'b1;
    end
    if (in_decide && about == watched_i && chosen[RINGS-1:0] != NONE) begin
      if (is_other != differs || is_kept != ranked) bad = 1'b1;
    end

    // What is new, and what is known of the origin.
    writes = injection_i;
    delivers = 1'b0;
    queues = injection_i ? ALL : NONE;
    next = {1'b0, payload_i, epoch_i, 2'd2};
    if (comes && !held[name]) begin
      writes = 1'b1;
      delivers = name != node_i;
      queues = onward;
      next = {1'b0, payload, tag};
    end else if (known) begin
      writes = takes || rises;
      delivers = takes;
      queues = takes || rises ? onward : NONE;
      next = {marks, takes ? payload : payload_q, tag};
    end else if (returns && has_q && name == watched_i) begin
      queues = wrong_taken;
    end
    if (injection_i || (!comes && !returns) || !held[name] || name == watched_i) begin
      if (write != writes || queue != queues || deliver != delivers) bad = 1'b1;
      if (write && word != next) bad = 1'b1;
    end
    if (write && origin != (injection_i ? node_i : name)) bad = 1'b1;
    if (write && held[origin] && !hold) bad = 1'b1;
  end

  // What is shown stays; inboxes know what is new, and what comes back was held.
  reg legal;
  always @* begin
    legal = watched_i == watched_q && (ended_q || epoch_i == epoch_q) && node_i == node_q && watched_i < N && node_i < N;
    if (injection_i && (own_held || !idle)) legal = 1'b0;
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
    epoch_q <= epoch_i;
    ended_q <= forget_i || clear;
    come_q <= come_i & ~come_taken & {RINGS{!clear && !forget_i}};
    wrong_q <= wrong_i & ~wrong_taken & {RINGS{!clear && !forget_i}};
    origins_q <= come_origins_i;
    words_q <= come_words_i;
    wrong_origins_q <= wrong_origins_i;
    stored_q <= !clear && write && (injection_i || (comes && !held[name]));
    stored_origin_q <= origin;
    could_q <= idle && !injection_i && (come_i != NONE || wrong_i != NONE) && !comes && !returns && !clear && !forget_i;
    late_q <= could_q && !comes && !returns && !clear && !forget_i;
    own_q <= !clear && (own_q || (write && origin == node_i));
    has_q <= !clear && (has_q || here);
    if (here) {mark_q, payload_q, tag_q} <= next;
    confirmed_q <= !clear && ((confirmed_q && (!forget_i || watched_i == node_i)) ||
        (here && (injection_i || (comes && confirms && !forget_i))));
  end
  assign failed_o = held_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
