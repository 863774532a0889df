<{ c.banner("Property: what members do together on a ring.") }>
// Contract: failed_o = 0 in every cycle after a reset, whatever the queues of <{ c.ring_size }> members show, and whatever
//   their nodes say, while the gate begins RELEASE once: a message that leaves a member comes to every other
//   one, or to the gate alone if it is not confirmed, once, in the order of the ring and unchanged, and back after exactly <{ c.trip() }> cycles; no slot but the
//   members' own is ever refused; at most one COLLECT and one RELEASE are on the ring. Of the messages the
//   property follows one, any one.
`default_nettype none

module proof_ring_tree_ring (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.ring_bits - 1 }>:0] ring_i,
  input  wire [<{ c.epoch_bits - 1 }>:0] epoch_i,
  input  wire [<{ c.ring_size - 1 }>:0] runs_i,
  input  wire [<{ c.ring_size - 1 }>:0] barrier_i,
  input  wire [<{ c.ring_size - 1 }>:0] ready_i,
  input  wire [<{ c.ring_size - 1 }>:0] children_i,
  input  wire [<{ c.ring_size - 1 }>:0] settled_i,
  input  wire [<{ c.ring_size - 1 }>:0] done_i,
  input  wire [<{ c.ring_size - 1 }>:0] wrong_taken_i,
  input  wire release_i,
  // The message that this member just sent is followed
  input  wire follow_i,
  input  wire [<{ c.position_bits - 1 }>:0] member_i,
  output wire failed_o
);
  localparam SIZE = <{ c.ring_size }>;
  localparam TRIP = <{ c.trip() }>;
  localparam SLOT = <{ c.slot_bits }>;
  localparam O = <{ c.origin_bits }>;
  localparam WORD = <{ c.word_bits }>;

  // By its place on the ring what each register has: the members' first, then those of the way back.
  wire [TRIP*SLOT-1:0] slots;
  wire [SIZE-1:0] come, refused;
  wire [SIZE*O-1:0] origins;
  wire [SIZE*WORD-1:0] words;
  genvar m, b;
  generate
    for (m = 0; m < SIZE; m = m + 1) begin : gen_member
      wire [<{ c.position_bits - 1 }>:0] position = m;
      wire wrong, waits, collected, released, differs, broken;
      wire [O-1:0] wrong_origin;
      <{ c.prefix }>ring_tree_member u_member (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .clear_i(1'b0),
        .ring_i(ring_i),
        .position_i(position),
        .length_i(<{ c.length_bits }>'d<{ c.ring_size }>),
        .gate_i(m == 0),
        .runs_i(runs_i[m]),
        .epoch_i(epoch_i),
        .barrier_i(barrier_i[m]),
        .forget_i(1'b0),
        .slot_i(slots[(m+TRIP-1)%TRIP*SLOT+:SLOT]),
        .slot_o(slots[m*SLOT+:SLOT]),
        .come_o(come[m]),
        .come_origin_o(origins[m*O+:O]),
        .come_word_o(words[m*WORD+:WORD]),
        .wrong_o(wrong),
        .wrong_origin_o(wrong_origin),
        .wrong_taken_i(wrong_taken_i[m]),
        .write_i(1'b0),
        .origin_i({O{1'b0}}),
        .word_i(<{ c.stored_bits }>'d0),
        .hold_i(1'b0),
        .queue_i(1'b0),
        .again_i(<{ c.nodes }>'d0),
        .node_i({O{1'b0}}),
        .done_i(done_i[m]),
        .waits_o(waits),
        .ready_i(ready_i[m]),
        .children_i(children_i[m]),
        .settled_i(settled_i[m]),
        .release_i(release_i && m == 0),
        .collected_o(collected),
        .released_o(released),
        .refused_o(refused[m]),
        .differs_o(differs),
        .broken_o(broken)
      );
    end
    for (b = SIZE; b < TRIP; b = b + 1) begin : gen_back
      reg [SLOT-1:0] slot_q;
      always @(posedge clk_i) slot_q <= rst_ni ? slots[(b-1)*SLOT+:SLOT] : {SLOT{1'b0}};
      assign slots[b*SLOT+:SLOT] = slot_q;
    end
  endgenerate

  // The message that is followed: where it is, how far it came, and whose it is.
  reg follows_q, released_q;
  reg [7:0] place_q, way_q;
  reg [SLOT-1:0] slot_q;
  reg [<{ c.position_bits - 1 }>:0] member_q;
  reg [<{ c.ring_bits - 1 }>:0] ring_q;
  reg [<{ c.epoch_bits - 1 }>:0] epoch_q;
  wire [SLOT-1:0] sent = slots[member_i*SLOT+:SLOT];
  wire begins = follow_i && !follows_q && member_i < SIZE && sent[2:0] == 3'b001 &&
      sent[<{ c.injector_range() }>] == member_i;
  wire follows = follows_q || begins;
  wire [7:0] place = follows_q ? place_q : member_i;
  wire [7:0] way = follows_q ? way_q : 8'd0;
  wire [<{ c.position_bits - 1 }>:0] member = follows_q ? member_q : member_i;
  wire [SLOT-1:0] slot = follows_q ? slot_q : sent;
  wire [7:0] next_place = place == TRIP - 1 ? 8'd0 : place + 8'd1;

  reg bad;
  reg [7:0] collects, releases;
  integer k;
  always @* begin
    bad = refused != {SIZE{1'b0}};
    collects = 8'd0;
    releases = 8'd0;
    for (k = 0; k < TRIP; k = k + 1) begin
      if (slots[k*SLOT+:3] == 3'b101) collects = collects + 8'd1;
      if (slots[k*SLOT+:3] == 3'b111) releases = releases + 8'd1;
    end
    if (collects > 1 || releases > 1) bad = 1'b1;
    if (follows) begin
      if (slots[place*SLOT+:SLOT] != slot) bad = 1'b1;
      for (k = 0; k < SIZE; k = k + 1) begin
        if (next_place == k) begin
          if (come[k] != (k != member && (slot[<{ c.rank_range() }>] >= 2 || k == 0))) bad = 1'b1;
          if ((k == member) != (way == TRIP - 1)) bad = 1'b1;
          if (come[k] && origins[k*O+:O] != slot[<{ c.origin_range() }>]) bad = 1'b1;
          if (come[k] && words[k*WORD+:WORD] != slot[<{ c.word_range() }>]) bad = 1'b1;
        end
      end
    end
  end

  wire legal = ring_i == ring_q && epoch_i == epoch_q && !(release_i && released_q);
  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    ring_q <= ring_i;
    epoch_q <= epoch_i;
    released_q <= rst_ni && (released_q || release_i);
    follows_q <= rst_ni && follows && way != TRIP - 1;
    place_q <= next_place;
    way_q <= way + 8'd1;
    slot_q <= slot;
    member_q <= member;
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
