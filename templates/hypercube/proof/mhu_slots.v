{{ c.banner("Property: what mhu_slots remembers of a message.") }}
// Contract: failed_o = 0 in every cycle after a reset while its surroundings keep the order of a
//   message: header, decision, passes that each begin with a grant and end, one pass at a time. A
//   slot is used from its header on; it waits while a wanted link has not been granted, and names
//   the links left; it returns when the frame is complete, the delivery has left, and the last pass
//   has ended, not before, and at most one cycle after that; each return is one credit.
`default_nettype none

module proof_mhu_slots (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.topology.dimension - 1 }}:0] own_dimension_i,
  input  wire header_i,
  input  wire drop_i,
  input  wire complete_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] slot_i,
  input  wire match_i,
  input  wire finish_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] decide_slot_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] branches_i,
  input  wire asked_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] asked_slot_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] rest_i,
  input  wire end_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] end_slot_i,
  input  wire delivered_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] delivered_slot_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] watched_i,
  output wire failed_o
);
  localparam N = {{ c.topology.dimension }};
  localparam SLOTS = {{ c.buffers.slots }};
  localparam CLASSES = {{ c.buffers.classes }};

  // The links of a message, without the one it came by.
  wire [N-1:0] wanted = branches_i & ~own_dimension_i;
  reg [N-1:0] links_q;
  wire granted = asked_i && rest_i != want;
  wire [SLOTS-1:0] used;
  wire [{{ c.buffers.slot_codes - 1 }}:0] complete, waiting, deliver;
  wire [CLASSES-1:0] credit;
  wire [N-1:0] want;
  {{ c.prefix }}mhu_slots u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .own_dimension_i(own_dimension_i),
    .header_i(header_i),
    .drop_i(drop_i),
    .complete_i(complete_i),
    .slot_i(slot_i),
    .match_i(match_i),
    .used_o(used),
    .complete_o(complete),
    .credit_o(credit),
    .finish_i(finish_i),
    .wanted_i(wanted != {N{1'b0}}),
    .decide_slot_i(decide_slot_i),
    .branches_i(branches_i),
    .waiting_o(waiting),
    .want_slot_i(asked_slot_i),
    .want_o(want),
    .asked_i(asked_i),
    .granted_i(granted),
    .asked_slot_i(asked_slot_i),
    .rest_i(rest_i),
    .end_i(end_i),
    .end_slot_i(end_slot_i),
    .deliver_o(deliver),
    .delivered_i(delivered_i),
    .delivered_slot_i(delivered_slot_i)
  );

  // Any one slot, and what is known of the message in it.
  reg [{{ c.buffers.slot_bits - 1 }}:0] watched_q;
  reg [N-1:0] own_q;
  reg begun_q, used_q, complete_q, open_q, delivers_q, moves_q, idle_q;
  reg [SLOTS-1:0] before_q;
  initial begun_q = 1'b0;
  wire arrives = (header_i || drop_i) && slot_i == watched_i;
  wire decided = finish_i && decide_slot_i == watched_i;
  wire asked = asked_i && asked_slot_i == watched_i;
  wire ends = end_i && end_slot_i == watched_i;
  wire delivered = delivered_i && delivered_slot_i == watched_i;
  wire idle = used_q && complete_q && !open_q && links_q == {N{1'b0}} && !moves_q && !delivers_q;

  reg [SLOTS-1:0] returned;
  reg legal, bad;
  integer s;
  always @* begin
    legal = watched_i < SLOTS && (!begun_q || (watched_i == watched_q && own_dimension_i == own_q));
    if (header_i && drop_i) legal = 1'b0;
    if ((header_i || drop_i) && (slot_i >= SLOTS || used[slot_i])) legal = 1'b0;
    if (complete_i && slot_i == watched_i && !arrives && !used_q) legal = 1'b0;
    if (decided && !open_q) legal = 1'b0;
    if (asked && (links_q == {N{1'b0}} || open_q || moves_q)) legal = 1'b0;
    if (asked && (rest_i & ~links_q) != {N{1'b0}}) legal = 1'b0;
    if (ends && !moves_q) legal = 1'b0;
    if (delivered && !delivers_q) legal = 1'b0;

    returned = before_q & ~used;
    bad = used[watched_i] != used_q && !(idle_q && used_q);
    // The first slot of a class returns before the second one.
    if (idle_q && used[watched_i] && !(watched_i[0] && returned[watched_i ^ {{ c.buffers.slot_bits }}'d1])) begin
      bad = 1'b1;
    end
    if (used_q && complete[watched_i] != complete_q) bad = 1'b1;
    if (waiting[watched_i] != (links_q != {N{1'b0}})) bad = 1'b1;
    if (asked && want != links_q) bad = 1'b1;
    if (deliver[watched_i] != delivers_q) bad = 1'b1;
    for (s = 0; s < CLASSES; s = s + 1) begin
      if (credit[s] != (returned[2*s] || returned[2*s+1])) bad = 1'b1;
      if (returned[2*s] && returned[2*s+1]) bad = 1'b1;
    end
  end

  always @(posedge clk_i) begin
    watched_q <= watched_i;
    own_q <= own_dimension_i;
    begun_q <= !rst_ni || (begun_q && legal);
    before_q <= rst_ni ? used : {SLOTS{1'b0}};
    idle_q <= rst_ni && idle && used[watched_i];
    if (!rst_ni) begin
      used_q <= 1'b0;
      open_q <= 1'b0;
      delivers_q <= 1'b0;
      moves_q <= 1'b0;
      links_q <= {N{1'b0}};
    end else begin
      used_q <= arrives || (used_q && used[watched_i]);
      if (arrives) complete_q <= drop_i || complete_i;
      else if (complete_i && slot_i == watched_i) complete_q <= 1'b1;
      if (arrives) open_q <= header_i;
      else if (decided) open_q <= 1'b0;
      if (arrives) delivers_q <= header_i && match_i;
      else if (delivered) delivers_q <= 1'b0;
      if (decided) links_q <= wanted;
      else if (asked) links_q <= rest_i;
      moves_q <= (asked && granted) || (moves_q && !ends);
    end
  end
  assign failed_o = begun_q && legal && watched_i == watched_q && own_dimension_i == own_q &&
      watched_i < SLOTS && bad;
endmodule

`default_nettype wire
