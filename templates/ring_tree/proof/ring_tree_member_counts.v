{{ c.banner("Property: what ring_tree_member counts.") }}
// Contract: failed_o = 0 in every cycle after clear_i, whatever comes and whatever the queue shows, while the
//   place on the ring stays, or the member is off, and what is taken is there: a heartbeat leaves if and only
//   if no message or token can, none waits, and of the slots that left none is under way. waits_o = 1 as long
//   as a message waits or has left and has not come back, or one that came back wrong waits; these are
//   shown in the order in which they came back, each until it is taken, and no message leaves meanwhile. Of
//   the wrong ones the property follows one, any one.
`default_nettype none

module proof_ring_tree_member_counts (
  input  wire clk_i,
  input  wire rst_ni,
{%- include "ring_tree/proof/ring_tree_member_inputs.vh" %}
  // The message that comes back wrong now is followed
  input  wire follow_i,
  output wire failed_o
);
  localparam TRIP = {{ c.trip() }};
{%- include "ring_tree/proof/ring_tree_member_dut.vh" %}

  wire own = slot_i[0] && slot_i[{{ c.ring_range() }}] == ring_i &&
      slot_i[{{ c.injector_range() }}] == position_i && position_i < length_i;
  wire here = slot_i[0] && slot_i[{{ c.ring_range() }}] == ring_i && slot_i[{{ c.injector_range() }}] < length_i;
  wire idle = runs_i && queue_empty_o && !collects && !releases &&
      (!here || own || slot_i[2:1] >= COLLECT);

  // By the cycles since it left, one of this trip: a slot, a message.
  reg [TRIP-1:0] slots_q, messages_q;
  wire [7:0] last = 2 * length_i - 3;
  wire due = slots_q[last] && messages_q[last];
  reg under_way, messages;
  integer t;
  always @* begin
    under_way = 1'b0;
    messages = 1'b0;
    for (t = 0; t < TRIP; t = t + 1) begin
      if (t < last && slots_q[t]) under_way = 1'b1;
      if (t <= last && messages_q[t]) messages = 1'b1;
    end
  end

  // A message did not come back; wrong ones that wait, and how many of them before the one that is followed.
  reg [7:0] wrongs_q, before_q;
  reg lost_q, follows_q;
  reg [O-1:0] followed_q;

  reg bad;
  always @* begin
    bad = length_i != 0 && beat != (idle && !under_way);
    if (length_i != 0 && waits != (!queue_empty_o || wrong || lost_q || messages)) bad = 1'b1;
    if (wrong != (wrongs_q != 0) || (wrong && queue_take_i)) bad = 1'b1;
    if (length_i != 0 && differs && !(due && own)) bad = 1'b1;
    if (follows_q && before_q == 0 && wrong_origin != followed_q) bad = 1'b1;
  end

  wire legal = stays && (!wrong_taken_i || wrong);
  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    if (clear) begin
      slots_q <= 0;
      messages_q <= 0;
      lost_q <= 1'b0;
      wrongs_q <= 0;
      follows_q <= 1'b0;
    end else begin
      slots_q <= {slots_q, queue_take_i || beat};
      messages_q <= {messages_q, queue_take_i};
      lost_q <= lost_q || (due && !own);
      wrongs_q <= wrongs_q + differs - wrong_taken_i;
      if (differs && follow_i && !follows_q) begin
        follows_q <= 1'b1;
        followed_q <= slot_i[{{ c.origin_range() }}];
        before_q <= wrongs_q - wrong_taken_i;
      end else if (wrong_taken_i && follows_q) begin
        follows_q <= before_q != 0;
        before_q <= before_q - 1;
      end
    end
  end
{% include "common/proof/contracts.vh" %}
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
