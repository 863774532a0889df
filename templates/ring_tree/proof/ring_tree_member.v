<{ c.banner("Property: what ring_tree_member does with each slot.") }>
// Contract: failed_o = 0 in every cycle after clear_i, whatever comes and whatever the queue shows, while the
//   place on the ring stays, or the member is off: what comes and is not taken off goes on one cycle later
//   as it came. Taken off are own slots and tokens; the heartbeat of another member makes room for a message. What
//   leaves in their place is the message that the queue shows, then COLLECT, then RELEASE, then a
//   heartbeat. Down the tree, and at its origin, a message is confirmed; up the tree it has the rank that its
//   word has in this epoch, or the lowest one, 1 at a node that is done. A slot that left comes back exactly 2 (length - 1) cycles later, or the ring is broken, which
//   is said once while the member is on; a message of this epoch that comes back with another payload differs one cycle
//   later, unless the epoch ends.
//   COLLECT leaves once for each that came, of a gate once, RELEASE once for each that came or that the node began. Of the slots under way the
//   property follows those that leave at one time of a trip, any one.
`default_nettype none

module proof_ring_tree_member (
  input  wire clk_i,
  input  wire rst_ni,
<%- include "ring_tree/proof/ring_tree_member_inputs.vh" %>
  input  wire [<{ c.time_bits - 1 }>:0] watched_i,
  output wire failed_o
);
<%- include "ring_tree/proof/ring_tree_member_dut.vh" %>
  // What leaves without the queue.
  (* keep *)
  wire beat;
  connect beat = u_dut.sends_heartbeat;
  connect u_dut.way_q.place = watched_i;

  // What comes.
  wire valid = slot_i[0];
  wire [1:0] kind = slot_i[2:1];
  wire [<{ c.position_bits - 1 }>:0] injector = slot_i[<{ c.injector_range() }>];
  wire [P-1:0] payload = slot_i[<{ c.payload_range() }>];
  wire current = slot_i[<{ c.epoch_range() }>] == epoch_i;
  wire [1:0] rank = slot_i[<{ c.rank_range() }>];
  wire is_on = length_i != 0;
  wire here = valid && slot_i[<{ c.ring_range() }>] == ring_i && injector < length_i;
  wire own = here && injector == position_i;
  wire token = here && kind >= COLLECT;
  wire counts = token && current;
  wire gets_collect = counts && kind == COLLECT;
  wire gets_release = counts && kind == RELEASE && !gate_i;

  // Tokens that are held; COLLECT began here, and came back.
  reg collect_q, began_q, back_q, release_q;
  wire begins = gate_i && ready_i && barrier_i && !began_q;

  // What leaves.
  wire free = !here || own || token;
  wire makes_room = here && kind == HEARTBEAT && !own;
  wire message = queue_valid_o && runs_i && !differs && !wrong && (free || makes_room);
  wire quiet = runs_i && free && queue_empty_o;
  wire collect = quiet && collect_q && barrier_i && (gate_i || (ready_i && children_i));
  wire release_now = quiet && !collect && release_q && barrier_i && settled_i && !waits;
  reg [1:0] new_rank;
  always @* begin
    new_rank = done_i ? 2'd1 : 2'd0;
    if (queue_word_o[TAG-1:2] == epoch_i && queue_word_o[1:0] != 0) new_rank = queue_word_o[1:0];
    if (gate_i || queue_origin_o == node_i) new_rank = 2'd2;
  end
  wire [<{ c.slot_bits - 1 }>:0] new_slot = {queue_word_o[TAG+:P], epoch_i, new_rank, queue_origin_o,
      position_i, ring_i, message ? DATA : collect ? COLLECT : release_now ? RELEASE : HEARTBEAT, 1'b1};
  wire fills = message || collect || release_now || beat;

  // The slot that has to leave; the time of the trip, a trip is over; what left at that time; broken.
  reg [<{ c.slot_bits - 1 }>:0] slot_q;
  reg [<{ c.time_bits - 1 }>:0] now_q;
  reg [P-1:0] sent_q;
  reg over_q, left_q, beat_q, broken_q;
  // The watched time was in the cycle before, and what came differs.
  reg was_here_q, differs_q;
  wire here_now = now_q == watched_i;
  wire due = over_q && here_now && left_q;

  reg bad;
  always @* begin
    // Only messages have origin, rank and payload, only messages and tokens an epoch.
    bad = slot_o[0] != slot_q[0];
    if (slot_q[0]) begin
      if (slot_o[2:1] != slot_q[2:1] || slot_o[<{ c.ring_range() }>] != slot_q[<{ c.ring_range() }>]) bad = 1'b1;
      if (slot_o[<{ c.injector_range() }>] != slot_q[<{ c.injector_range() }>]) bad = 1'b1;
    end
    if (slot_q[2:0] == 3'b001) begin
      if (slot_o[<{ c.origin_range() }>] != slot_q[<{ c.origin_range() }>]) bad = 1'b1;
      if (slot_o[<{ c.rank_range() }>] != slot_q[<{ c.rank_range() }>]) bad = 1'b1;
      if (slot_o[<{ c.payload_range() }>] != slot_q[<{ c.payload_range() }>]) bad = 1'b1;
    end
    if (slot_q[0] && slot_q[2:1] != HEARTBEAT && slot_o[<{ c.epoch_range() }>] != slot_q[<{ c.epoch_range() }>]) bad = 1'b1;
    if (queue_pop_i != message || (beat && (!quiet || message || collect || release_now))) bad = 1'b1;
    if (refused != (valid && !here && is_on)) bad = 1'b1;
    if (come != (here && kind == DATA && !own && current && (rank >= 2 || gate_i))) bad = 1'b1;
    if (come && come_origin != slot_i[<{ c.origin_range() }>]) bad = 1'b1;
    if (come && come_word != {payload, epoch_i, rank}) bad = 1'b1;
    if (collected != back_q || released != gets_release) bad = 1'b1;
    if (here_now && broken != (is_on && due && !broken_q && !own && !(beat_q && here))) bad = 1'b1;
    if (was_here_q && differs != (differs_q && is_on)) bad = 1'b1;

    // What the queue sees.
    if (queue_rst_ni != rst_ni || queue_clear_i != (cleared || forget_i) || queue_write_i != write_i || queue_hold_i != hold_i) bad = 1'b1;
    if (queue_write_origin_i != origin_i || queue_write_word_i != word_i) bad = 1'b1;
    if (queue_set_i != queue_i || queue_set_origin_i != origin_i) bad = 1'b1;
    if (queue_again_i != again_i) bad = 1'b1;
  end

  reg [<{ c.time_bits - 1 }>:0] watched_q;
  wire legal = stays && watched_i == watched_q;
  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    watched_q <= watched_i;
    slot_q <= clear ? 0 : fills ? new_slot : free ? 0 : slot_i;
    now_q <= clear || now_q == 2 * length_i - 3 ? 0 : now_q + 1;
    over_q <= !clear && (over_q || now_q == 2 * length_i - 3);
    broken_q <= !clear && (broken_q || broken);
    was_here_q <= here_now || clear;
    differs_q <= !clear && !forget_i && due && !beat_q && own && current && payload != sent_q;
    if (here_now) begin
      left_q <= message || beat;
      beat_q <= beat;
      sent_q <= queue_word_o[TAG+:P];
    end
    if (clear || forget_i) begin
      collect_q <= 1'b0;
      began_q <= 1'b0;
      back_q <= 1'b0;
      release_q <= 1'b0;
    end else begin
      collect_q <= begins || (gets_collect && !gate_i) || (collect_q && !collect);
      began_q <= began_q || begins;
      back_q <= back_q || (gets_collect && gate_i);
      release_q <= release_i || gets_release || (release_q && !release_now);
    end
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
