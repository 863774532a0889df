<{ c.banner("Property: what ring_tree_member counts.") }>
// Contract: failed_o = 0 after clear_i, and after every cycle in which all of this holds, whatever comes and
//   whatever the queue shows, while the place on the ring stays, or the member is off, and what is taken is
//   there: a heartbeat leaves if and only if no message or token can, none waits, and of the slots that left
//   none is under way. waits_o = 1 as long as a message waits or is under way, one that came back wrong
//   waits, or one never came back; wrong ones are shown in the order in which they came back, each until it is
//   taken or the epoch ends, and no message leaves meanwhile. The property follows the slots that leave at one time of a
//   trip, any one, and assumes of the others what it says of these; and one wrong message, any one.
`default_nettype none

module proof_ring_tree_member_counts (
  input  wire clk_i,
  input  wire rst_ni,
<%- include "ring_tree/proof/ring_tree_member_inputs.vh" %>
  // A time of a trip; the wrong message that takes this place is followed
  input  wire [<{ c.time_bits - 1 }>:0] watched_i,
  input  wire [<{ c.time_bits - 1 }>:0] place_i,
  input  wire follow_i,
  output wire failed_o
);
  localparam TRIP = <{ c.trip() }>;
  localparam TIME = <{ c.time_bits }>;
<%- include "ring_tree/proof/ring_tree_member_dut.vh" %>
  // What leaves without the queue.
  (* keep *)
  wire beat, collects, releases;
  connect beat = u_dut.sends_heartbeat;
  connect collects = u_dut.sends_collect;
  connect releases = u_dut.sends_release;

  wire own = slot_i[0] && slot_i[<{ c.ring_range() }>] == ring_i &&
      slot_i[<{ c.injector_range() }>] == position_i && position_i < length_i;
  wire here = slot_i[0] && slot_i[<{ c.ring_range() }>] == ring_i && slot_i[<{ c.injector_range() }>] < length_i;
  wire idle = runs_i && queue_empty_o && !collects && !releases &&
      (!here || own || slot_i[2:1] >= COLLECT);

  // Where the module is on the trip, what it has for the watched time and the present one, its counts, and
  // its wrong messages.
  (* keep *)
  wire [TIME-1:0] now, first, last;
  (* keep *)
  wire over, lost;
  (* keep *)
  wire [P+1:0] kept, due;
  (* keep *)
  wire [TIME:0] sent, unanswered;
  (* keep *)
  wire [O-1:0] kept_wrong, returned;
  connect u_dut.way_q.place = watched_i;
  connect u_dut.wrongs_q.place = place_i;
  connect kept = u_dut.way_q.kept_q;
  connect kept_wrong = u_dut.wrongs_q.kept_q;
  connect returned = u_dut.differs_origin_q;
  connect due = u_dut.due;
  connect now = u_dut.time_q;
  connect over = u_dut.warm_q;
  connect sent = u_dut.slots_q;
  connect unanswered = u_dut.messages_q;
  connect lost = u_dut.lost_q;
  connect first = u_dut.first_q;
  connect last = u_dut.end_q;

  // By the time at which it left: a slot, a message.
  reg [TRIP-1:0] slots_q, messages_q;
  // What the time has to be, a trip is over, a message did not come back.
  reg [7:0] now_q;
  reg over_q, lost_q;
  // A message came back in the cycle before, and its origin.
  reg came_back_q;
  reg [O-1:0] came_back_origin_q;
  wire [7:0] trip = 2 * (length_i - 1);
  wire message_due = slots_q[now] && messages_q[now];

  // Wrong ones that wait, and how many of them before the one that is followed.
  reg [7:0] wrongs_q, before_q;
  reg follows_q;
  reg [O-1:0] followed_q;
  reg [TIME-1:0] watched_q, place_q;

  reg bad, under_way, messages;
  reg [7:0] slot_count, message_count;
  integer t;
  always @* begin
    under_way = 1'b0;
    messages = 1'b0;
    slot_count = 8'd0;
    message_count = 8'd0;
    bad = now != now_q || now_q >= trip || over != over_q || lost != lost_q;
    for (t = 0; t < TRIP; t = t + 1) begin
      slot_count = slot_count + slots_q[t];
      message_count = message_count + messages_q[t];
      if (t != now && slots_q[t]) under_way = 1'b1;
      if (messages_q[t]) messages = 1'b1;
      if (messages_q[t] && !slots_q[t]) bad = 1'b1;
      if (slots_q[t] && (t >= trip || (!over_q && t >= now))) bad = 1'b1;
      if (t == watched_i && t < trip && (over_q || t < now)) begin
        if (kept[0] != slots_q[t] || (kept[0] && kept[1] == messages_q[t])) bad = 1'b1;
      end
    end
    if (sent != slot_count || unanswered != message_count) bad = 1'b1;
    if (beat != (idle && !under_way)) bad = 1'b1;
    if (waits != (!queue_empty_o || differs || wrong || lost_q || messages)) bad = 1'b1;
    if (differs && !came_back_q) bad = 1'b1;
    if (differs && returned != came_back_origin_q) bad = 1'b1;

    // There is room for all that may come back wrong.
    if (wrong != (wrongs_q != 0) || ((differs || wrong) && queue_pop_i)) bad = 1'b1;
    if ((differs || wrong) && wrongs_q + differs + message_count > trip + 1) bad = 1'b1;
    if (wrongs_q[TIME-1:0] != last - first || wrongs_q > TRIP + 1) bad = 1'b1;
    if (follows_q) begin
      if (before_q >= wrongs_q || place_i != first + before_q[TIME-1:0] || kept_wrong != followed_q) bad = 1'b1;
      if (before_q == 0 && wrong_origin != followed_q) bad = 1'b1;
    end
    if (length_i == 0) bad = 1'b0;
  end

  wire shows = over && due[0];
  reg legal;
  always @* begin
    legal = stays && watched_i == watched_q && place_i == place_q && (!wrong_taken_i || wrong);
    // The other times.
    if (now != watched_i && (shows != (over_q && slots_q[now]) || (shows && due[1] == messages_q[now]))) begin
      legal = 1'b0;
    end
  end
  wire begins = differs && follow_i && !follows_q && last == place_i;
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) begin
    held_q <= clear || (legal && !bad);
    came_back_origin_q <= slot_i[<{ c.origin_range() }>];
    watched_q <= watched_i;
    place_q <= place_i;
    if (clear) begin
      slots_q <= 0;
      messages_q <= 0;
      now_q <= 0;
      over_q <= 1'b0;
      lost_q <= 1'b0;
      came_back_q <= 1'b0;
      wrongs_q <= 0;
      follows_q <= 1'b0;
    end else begin
      slots_q[now] <= queue_pop_i || beat;
      messages_q[now] <= queue_pop_i;
      now_q <= now_q == trip - 1 ? 8'd0 : now_q + 8'd1;
      over_q <= over_q || now_q == trip - 1;
      lost_q <= lost_q || (message_due && !own);
      came_back_q <= message_due && own;
      wrongs_q <= wrongs_q + differs - wrong_taken_i;
      if (forget_i) begin
        wrongs_q <= 0;
        follows_q <= 1'b0;
      end else if (begins) begin
        follows_q <= 1'b1;
        followed_q <= came_back_origin_q;
        before_q <= wrongs_q - wrong_taken_i;
      end else if (wrong_taken_i && follows_q) begin
        follows_q <= before_q != 0;
        before_q <= before_q - 1;
      end
    end
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = held_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
