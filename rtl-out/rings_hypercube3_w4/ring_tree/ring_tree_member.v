// Member: one virtual node, a place on a virtual ring.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --graph hypercube:3 --family ring-tree --ring-size 4
// Configuration (hash ce983d9400e7):
//   hypercube:3 w=4 P=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: what comes goes on one cycle later; transit never waits. A slot that is empty, comes
//   back to its injector, or holds a token or the heartbeat of another member takes what this
//   member has to send: messages, one origin after the other, then tokens, then a heartbeat if
//   nothing is under way.
//   A message comes back after exactly 2 (length - 1) cycles; one that does not breaks the ring.
//   Rules for versions: a newer one wins, of two equal ones the larger payload; a copy that loses
//   with another payload is answered on this ring; the origin keeps its payload. With trusts_i = 1
//   what another member injected wins always, and the version that is stored never falls.
// Latency and state: one cycle; the slot register, 3 bits a node, the slots under way.
`default_nettype none

module ring_tree_member (
  input  wire clk_i,
  input  wire clear_i,
  // What the tables say
  input  wire [2:0] node_i,
  input  wire [15:0] ring_i,
  input  wire [1:0] position_i,
  input  wire [2:0] length_i,
  input  wire gate_i,
  // It injects and times; without, it forwards
  input  wire runs_i,
  // All copies of an origin come by one ring, in the order in which they were sent
  input  wire trusts_i,
  // Barrier: epoch of tokens, they may leave, they are forgotten
  input  wire [3:0] epoch_i,
  input  wire barrier_i,
  input  wire forget_i,
  // The ring
  input  wire [67:0] slot_i,
  output wire [67:0] slot_o,
  // What the store has of the message that comes, and of the one that may leave
  output wire [2:0] came_origin_o,
  input  wire came_held_i,
  input  wire [39:0] came_word_i,
  output wire [2:0] next_origin_o,
  input  wire [39:0] next_word_i,
  // What comes of it: the store takes a word; the message is queued on this ring, on the other
  // rings, and on those that wait for an acknowledgement
  output wire writes_o,
  output wire [39:0] write_word_o,
  output wire is_changed_o,
  output wire queue_here_o,
  output wire queue_others_o,
  output wire queue_waiting_o,
  // Messages that are queued here, by origin
  input  wire [7:0] queue_i,
  output wire [7:0] waiting_o,
  // Barrier
  input  wire ready_i,
  input  wire children_i,
  input  wire release_i,
  output wire collected_o,
  output wire released_o,
  // Events
  output wire refused_o,
  output wire differs_o,
  output wire broken_o
);
  localparam N = 8;
  localparam O = 3;
  localparam P = 32;
  localparam LENGTH = 3;
  localparam [1:0] DATA = 2'd0;
  localparam [1:0] HEARTBEAT = 2'd1;
  localparam [1:0] COLLECT = 2'd2;
  localparam [1:0] RELEASE = 2'd3;
  localparam [N-1:0] ONE = 1;

  // The slot that comes.
  wire valid = slot_i[0];
  wire [1:0] kind = slot_i[2:1];
  wire [15:0] ring = slot_i[18:3];
  wire [1:0] injector = slot_i[20:19];
  wire [O-1:0] origin = slot_i[23:21];
  wire [7:0] version = slot_i[31:24];
  wire [3:0] epoch = slot_i[35:32];
  wire [P-1:0] payload = slot_i[67:36];
  wire is_here = ring == ring_i && {{LENGTH-2{1'b0}}, injector} < length_i;
  wire comes = valid && is_here;
  wire own = comes && injector == position_i;
  wire data = comes && kind == DATA;
  wire token = comes && kind[1] && epoch == epoch_i;
  wire is_on = length_i != {LENGTH{1'b0}};
  wire clear = clear_i || !is_on;
  assign refused_o = valid && !is_here && is_on;
  assign came_origin_o = origin;

  // The message against the one in the store.
  wire [7:0] old_version = came_word_i[7:0];
  wire [P-1:0] old_payload = came_word_i[8+:P];
  wire [7:0] ahead = version - old_version;
  wire same = version == old_version;
  wire differs = payload != old_payload;
  wire newer = !ahead[7] && !same;
  wire older = ahead[7] && ahead != 8'h80;
  wire mine = origin == node_i;
  wire comes_back = data && own && came_held_i && same;
  wire arrives = data && !own;
  wire first = arrives && !came_held_i;
  wire answers = arrives && came_held_i && mine && differs && !older;
  wire replaces = arrives && came_held_i && !answers &&
      (newer || (same && payload > old_payload) || (trusts_i && differs));
  wire loses = arrives && came_held_i && !answers && !replaces && differs;
  wire wrong = comes_back && differs;
  assign differs_o = wrong;
  assign writes_o = first || answers || replaces || wrong;
  wire [7:0] base = answers ? version : old_version;
  wire keeps = first || (replaces && (newer || !trusts_i));
  assign write_word_o = {first || replaces ? payload : old_payload, keeps ? version : base + 8'd1};
  assign is_changed_o = first || (replaces && differs);
  assign queue_here_o = answers || loses || wrong;
  assign queue_others_o = first || answers || (replaces && differs);
  assign queue_waiting_o = replaces || wrong;

  // Messages to send, and those without acknowledgement.
  reg [N-1:0] pending_q, waiting_q;
  wire [N-1:0] pick;
  wire sends;
  tee_round_robin_arbiter #(
    .WIDTH(N)
  ) u_arbiter (
    .clk_i(clk_i),
    .rst_ni(!clear),
    .request_i(pending_q),
    .served_i(sends),
    .pick_o(pick)
  );
  wire [N-1:0] came = ONE << origin;
  wire [N-1:0] good = comes_back && !differs ? came & ~pending_q : {N{1'b0}};
  assign waiting_o = waiting_q;
  always @(posedge clk_i) begin
    if (clear) begin
      pending_q <= {N{1'b0}};
      waiting_q <= {N{1'b0}};
    end else begin
      pending_q <= (pending_q & ~(pick & {N{sends}})) | queue_i;
      waiting_q <= (waiting_q & ~good) | queue_i;
    end
  end

  // Number of the message.
  genvar b, v;
  generate
    for (b = 0; b < O; b = b + 1) begin : gen_number
      wire [N-1:0] marked;
      for (v = 0; v < N; v = v + 1) begin : gen_node
        assign marked[v] = ((v >> b) & 1) == 1 && pick[v];
      end
      assign next_origin_o[b] = |marked;
    end
  endgenerate

  // Tokens. The gate starts COLLECT, the others pass it on.
  reg collect_q, collecting_q, collected_q, release_q;
  wire starts = gate_i && !collecting_q && ready_i && barrier_i;
  wire may_collect = collect_q && barrier_i && (gate_i || (ready_i && children_i));
  wire may_release = release_q && barrier_i && waiting_q == {N{1'b0}};
  wire gets_collect = token && kind == COLLECT;
  wire gets_release = token && kind == RELEASE && !gate_i;

  // What leaves.
  wire free = !comes || own || kind[1];
  wire replaceable = comes && !own && kind == HEARTBEAT;
  wire any = pending_q != {N{1'b0}};
  assign sends = any && runs_i && (free || replaceable);
  wire sends_collect = runs_i && free && !any && may_collect;
  wire sends_release = runs_i && free && !any && !may_collect && may_release;
  wire sends_heartbeat;

  always @(posedge clk_i) begin
    if (clear || forget_i) begin
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

  // Slots under way, the oldest highest: in use, heartbeat. Bit i left i + 1 cycles ago.
  localparam WAY = 6;
  reg [WAY-1:0] way_q, beats_q;
  localparam [WAY-1:0] YOUNGEST = 1;
  wire [WAY-1:0] due = YOUNGEST << {length_i - 3'd2, 1'b1};
  wire is_due = |(way_q & due);
  wire is_beat = |(beats_q & due);
  wire lives = own || (is_beat && comes);
  wire under_way = |(way_q & ~due);
  assign sends_heartbeat = runs_i && free && !any && !may_collect && !may_release &&
      !under_way;
  wire leaves = sends || sends_heartbeat;
  reg broken_q;
  assign broken_o = is_due && !lives && !broken_q;
  always @(posedge clk_i) begin
    if (clear) begin
      way_q <= {WAY{1'b0}};
      beats_q <= {WAY{1'b0}};
      broken_q <= 1'b0;
    end else begin
      way_q <= {way_q[WAY-2:0] & ~due[WAY-2:0], leaves};
      beats_q <= {beats_q[WAY-2:0] & ~due[WAY-2:0], sends_heartbeat};
      broken_q <= broken_q || broken_o;
    end
  end

  reg slot_valid_q;
  reg [66:0] slot_q;
  wire fills = leaves || sends_collect || sends_release;
  wire [1:0] new_kind = sends ? DATA : sends_collect ? COLLECT :
      sends_release ? RELEASE : HEARTBEAT;
  always @(posedge clk_i) begin
    if (clear) slot_valid_q <= 1'b0;
    else slot_valid_q <= fills || !free;
  end
  always @(posedge clk_i) begin
    slot_q <= fills ? {next_word_i[8+:P], epoch_i, next_word_i[7:0], next_origin_o, position_i,
        ring_i, new_kind} : slot_i[67:1];
  end
  assign slot_o = {slot_q, slot_valid_q};

`ifdef TEECAST_ASSERT
  // Transit never waits; what is queued has no acknowledgement.
  always @(posedge clk_i) begin
    if (!clear) begin
      assert (!fills || free || replaceable);
      assert ((pending_q & ~waiting_q) == {N{1'b0}});
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
