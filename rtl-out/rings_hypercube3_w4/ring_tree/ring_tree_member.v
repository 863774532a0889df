// Member: one virtual node, a place on a virtual ring.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --graph hypercube:3 --family ring-tree --ring-size 4
// Configuration (hash 027a8c594066):
//   graph=hypercube:3 w=4 P=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: what comes goes on one cycle later; transit never waits. A slot that is empty, comes
//   back to its injector, or holds a token or the heartbeat of another member takes what this
//   member has to send: messages, one origin after the other, then tokens, then a heartbeat if
//   nothing is under way.
//   A slot comes back after exactly 2 (length - 1) cycles; one that does not breaks the ring. A
//   message that comes back as it left is acknowledged; another one is reported to the store, and
//   no message leaves until it is queued again. What leaves down the tree, or at its origin, is
//   confirmed (rank 2); up the tree it has the rank of its word in this epoch, or the lowest one,
//   which is 1 at a node that is done. Messages of another epoch pass and mean nothing.
// Latency and state: one cycle; the slot register, the queue, and payloads of slots under way.
// Widths: 16 = ring number; 2 = position; 3 = length; 4 = epoch;
//   62 = slot of a ring; 3 = origin number; 38 = payload + epoch + 2;
//   39 = stored word; 8 = nodes.
// Registers without a reset: way_q, wrongs_q, differs_origin_q, kind_q, ring_q, injector_q,
//   origin_q, word_q.
`default_nettype none

module ring_tree_member (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire clear_i,
  // What the tables say
  input  wire [15:0] ring_i,
  input  wire [1:0] position_i,
  input  wire [2:0] length_i,
  input  wire gate_i,
  // It injects and times; without, it forwards
  input  wire runs_i,
  // Barrier: epoch, tokens may leave, what waits and what is under way is forgotten
  input  wire [3:0] epoch_i,
  input  wire barrier_i,
  input  wire forget_i,
  // The ring
  input  wire [61:0] slot_i,
  output wire [61:0] slot_o,
  // A message of another member; what is not confirmed comes to the gate only
  output wire come_o,
  output wire [2:0] come_origin_o,
  output wire [37:0] come_word_o,
  // An own message that came back with another payload
  output wire wrong_o,
  output wire [2:0] wrong_origin_o,
  input  wire wrong_taken_i,
  // What the store writes, and what is queued here
  input  wire write_i,
  input  wire [2:0] origin_i,
  input  wire [38:0] word_i,
  input  wire hold_i,
  input  wire queue_i,
  input  wire [7:0] again_i,
  // The node, and whether what it has is final
  input  wire [2:0] node_i,
  input  wire done_i,
  // A message is queued or has no acknowledgement
  output wire waits_o,
  // Barrier: the node is ready, so are the rings that hang on it, nothing waits in its inboxes
  input  wire ready_i,
  input  wire children_i,
  input  wire settled_i,
  input  wire release_i,
  output wire collected_o,
  output wire released_o,
  // Events
  output wire refused_o,
  output wire differs_o,
  output wire broken_o
);
  localparam O = 3;
  localparam P = 32;
  localparam W = 38;
  localparam TAG = 6;
  localparam LENGTH = 3;
  localparam [1:0] DATA = 2'd0;
  localparam [1:0] HEARTBEAT = 2'd1;
  localparam [1:0] COLLECT = 2'd2;
  localparam [1:0] RELEASE = 2'd3;

  // The slot that comes.
  wire valid = slot_i[0];
  wire [1:0] kind = slot_i[2:1];
  wire [15:0] ring = slot_i[18:3];
  wire [1:0] injector = slot_i[20:19];
  wire [O-1:0] origin = slot_i[23:21];
  wire current = slot_i[29:26] == epoch_i;
  wire [W-1:0] word = slot_i[61:24];
  wire [P-1:0] payload = slot_i[61:30];
  wire is_here = ring == ring_i && {{LENGTH-2{1'b0}}, injector} < length_i;
  wire comes = valid && is_here;
  wire own = comes && injector == position_i;
  wire data = comes && kind == DATA;
  wire token = comes && kind[1] && current;
  wire is_on = length_i != {LENGTH{1'b0}};
  wire clear = clear_i || !is_on;
  assign refused_o = valid && !is_here && is_on;
  // A message, or a heartbeat, of another member goes on.
  wire blocks = data && injector != position_i;
  wire passes = comes && injector != position_i && !kind[1];
  assign come_o = blocks && current && (word[1] || gate_i);
  assign come_origin_o = origin;
  assign come_word_o = word;

  // Messages to send.
  wire next_valid, queue_empty;
  wire [O-1:0] next_origin;
  wire [38:0] next_word;
  wire [7:0] pending;
  wire sends;
  ring_tree_queue u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear || forget_i),
    .write_i(write_i),
    .write_origin_i(origin_i),
    .write_word_i(word_i),
    .hold_i(hold_i),
    .set_i(queue_i),
    .set_origin_i(origin_i),
    .again_i(again_i),
    .pending_o(pending),
    .valid_o(next_valid),
    .origin_o(next_origin),
    .word_o(next_word),
    .pop_i(sends),
    .empty_o(queue_empty)
  );
  // The processor's mark does not travel.
  wire unused = next_word[38] || (|pending);

  // Tokens. The gate starts COLLECT, the others pass it on.
  reg collect_q, collecting_q, collected_q, release_q;
  wire waits;
  wire starts = gate_i && !collecting_q && ready_i && barrier_i;
  wire may_collect = collect_q && barrier_i && (gate_i || (ready_i && children_i));
  wire may_release = release_q && barrier_i && settled_i && !waits;
  wire gets_collect = token && kind == COLLECT;
  wire gets_release = token && kind == RELEASE && !gate_i;

  // What leaves.
  wire wrong;
  assign sends = next_valid && runs_i && !wrong && !wrong_o && !blocks;
  wire quiet = runs_i && queue_empty && !passes;
  wire sends_collect = quiet && may_collect;
  wire sends_release = quiet && !may_collect && may_release;
  wire sends_heartbeat;

  always @(posedge clk_i) begin
    if (!rst_ni || clear || forget_i) begin
      collect_q <= 1'b0;
      collecting_q <= 1'b0;
      collected_q <= 1'b0;
      release_q <= 1'b0;
    end else begin
      collect_q <= (collect_q && !sends_collect) || starts || (gets_collect && !gate_i);
      collecting_q <= collecting_q || starts;
      collected_q <= collected_q || (gets_collect && gate_i);
      release_q <= (release_q && !sends_release) || release_i || gets_release;
    end
  end
  assign collected_o = collected_q;
  assign released_o = gets_release;

  // Slots under way by the time of one trip: payload, heartbeat, in use. Of the first trip after
  // a reset nothing is under way.
  localparam TIME = 3;
  localparam FIRST = 0;
  localparam LAST = 7;
  localparam [TIME-1:0] TICK = 1;
  localparam [TIME:0] STEP = 1;
  reg [P+1:0] way_q [FIRST:LAST];
  reg [TIME-1:0] time_q;
  reg warm_q;
  wire [P+1:0] due = way_q[time_q];
  wire is_due = warm_q && due[0];
  wire is_beat = due[1];
  wire lives = own || (is_beat && comes);
  wire [LENGTH:0] trip = {length_i, 1'b0} - 4'd3;
  wire ends = time_q == trip[TIME-1:0];
  wire unused_trip = |trip;
  wire leaves = sends || sends_heartbeat;
  always @(posedge clk_i) begin
    way_q[time_q] <= {next_word[TAG+:P], sends_heartbeat, leaves};
  end
  always @(posedge clk_i) begin
    if (!rst_ni || clear) begin
      time_q <= {TIME{1'b0}};
      warm_q <= 1'b0;
    end else begin
      time_q <= ends ? {TIME{1'b0}} : time_q + TICK;
      warm_q <= warm_q || ends;
    end
  end

  // Slots, and messages, under way; a message did not come back.
  reg [TIME:0] slots_q, messages_q;
  reg lost_q;
  wire message_due = is_due && !is_beat;
  wire returns = message_due && own;
  wire none = slots_q == {TIME+1{1'b0}} || (is_due && slots_q == STEP);
  assign sends_heartbeat = quiet && !may_collect && !may_release && none;
  reg broken_q;
  assign broken_o = is_due && !lives && !broken_q && is_on;
  always @(posedge clk_i) begin
    if (!rst_ni || clear) begin
      slots_q <= {TIME+1{1'b0}};
      messages_q <= {TIME+1{1'b0}};
      lost_q <= 1'b0;
      broken_q <= 1'b0;
    end else begin
      if (leaves != is_due) slots_q <= is_due ? slots_q - STEP : slots_q + STEP;
      if (sends != message_due) messages_q <= message_due ? messages_q - STEP : messages_q + STEP;
      lost_q <= lost_q || (message_due && !own);
      broken_q <= broken_q || broken_o;
    end
  end

  // Own messages that came back wrong, known a cycle after they came. None leaves meanwhile, so
  // that there is always room.
  reg [O-1:0] wrongs_q [FIRST:LAST];
  reg [TIME-1:0] first_q, end_q;
  reg differs_q;
  reg [O-1:0] differs_origin_q;
  assign wrong = differs_q && is_on;
  assign differs_o = wrong;
  reg wrong_q;
  wire is_last = end_q == first_q + TICK;
  assign wrong_o = wrong_q;
  assign wrong_origin_o = wrongs_q[first_q];
  always @(posedge clk_i) begin
    if (wrong) wrongs_q[end_q] <= differs_origin_q;
    differs_origin_q <= origin;
  end
  always @(posedge clk_i) begin
    if (!rst_ni || clear || forget_i) begin
      first_q <= {TIME{1'b0}};
      end_q <= {TIME{1'b0}};
      differs_q <= 1'b0;
      wrong_q <= 1'b0;
    end else begin
      // In simulation, unknown bits are no difference.
      if (returns && current && payload != due[2+:P]) differs_q <= 1'b1;
      else differs_q <= 1'b0;
      wrong_q <= wrong || (wrong_q && !(wrong_taken_i && is_last));
      if (wrong_taken_i) first_q <= first_q + TICK;
      if (wrong) end_q <= end_q + TICK;
    end
  end
  assign waits = !queue_empty || wrong || wrong_q || lost_q || messages_q != {TIME+1{1'b0}};
  assign waits_o = waits;

  // How much the message counts that leaves.
  wire ranked = next_word[TAG-1:2] == epoch_i && next_word[1:0] != 2'd0;
  wire confirmed = gate_i || next_origin == node_i;
  wire [1:0] rank = confirmed ? 2'd2 : ranked ? next_word[1:0] : {1'b0, done_i};

  // What goes on is of this ring; only messages have origin, rank and payload.
  reg slot_valid_q;
  reg [1:0] kind_q;
  reg [15:0] ring_q;
  reg [1:0] injector_q;
  reg [O-1:0] origin_q;
  reg [W-1:0] word_q;
  wire fills = leaves || sends_collect || sends_release;
  always @(posedge clk_i) begin
    if (!rst_ni || clear) slot_valid_q <= 1'b0;
    else slot_valid_q <= fills || passes;
  end
  always @(posedge clk_i) begin
    kind_q <= blocks || sends ? DATA : sends_collect ? COLLECT :
        sends_release ? RELEASE : HEARTBEAT;
    ring_q <= ring_i;
    injector_q <= passes && !sends ? injector : position_i;
    origin_q <= blocks ? origin : next_origin;
    word_q <= blocks ? word : {next_word[TAG+:P], epoch_i, rank};
  end
  assign slot_o = {word_q, origin_q, injector_q, ring_q, kind_q, slot_valid_q};

`ifdef TEECAST_ASSERT
  // Transit never waits; a message under way is a slot.
  always @(posedge clk_i) begin
    if (rst_ni && !clear) begin
      begin : transit_never_waits assert (!fills || !blocks); end
      begin : wrong_shows_queued assert (wrong_q == (first_q != end_q)); end
      begin : due_is_under_way assert (!is_due || slots_q != {TIME+1{1'b0}}); end
      begin : messages_are_slots assert (messages_q <= slots_q); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
