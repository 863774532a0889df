<{ c.banner("Property: what mhu_slots remembers of a message.") }>
// Contract: failed_o = 0 in every cycle after a reset while its surroundings keep the order of a
//   message: header, decision, then it asks, is granted and streams, possibly several times. A slot
//   is used from its header on; it waits while a wanted output has not been granted, and names the
//   outputs left, and while it streams what was said of its copies; this is known in the cycle
//   after it is said, even of a message that is not decided yet. A slot returns when the frame is
//   complete and decided and the last copies have left, not before, and at most one cycle after that; each return is one credit.
`default_nettype none

module proof_mhu_slots (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.dimension - 1 }>:0] own_dimension_i,
  input  wire header_i,
  input  wire drop_i,
  input  wire complete_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] slot_i,
  input  wire deciding_i,
  input  wire decided_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] decided_slot_i,
  input  wire [<{ c.topology.dimension }>:0] decided_targets_i,
<%- if c.frame.counts_flits %>
  input  wire [<{ c.topology.dimension - 1 }>:0] decided_short_headers_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] decided_unicasts_i,
<%- if c.frame.counts_flits %>
  input  wire [<{ c.frame.tail_bits - 1 }>:0] decided_tail_i,
<%- endif %>
  input  wire [1:0] decided_ending_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] targets_slot_i,
  input  wire asking_i,
  input  wire granted_i,
  input  wire [<{ c.topology.dimension }>:0] rest_i,
  input  wire streaming_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] sent_slot_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam SLOTS = <{ c.buffers.slots }>;
  localparam CLASSES = <{ c.buffers.classes }>;

  // The outputs of a message, without the link it came by.
  wire [N:0] wanted = decided_targets_i & {1'b1, ~own_dimension_i};
  wire [SLOTS-1:0] used;
  wire [<{ c.buffers.slot_codes - 1 }>:0] waiting;
  wire [CLASSES-1:0] credit;
  wire [N:0] targets;
  wire [N-1:0] unicasts;
<%- if c.frame.counts_flits %>
  wire [N-1:0] short_headers;
<%- else %>
  wire [N-1:0] short_headers = {N{1'b0}};
  wire [N-1:0] decided_short_headers_i = {N{1'b0}};
<%- endif %>
  wire [1:0] ending;
<%- if c.frame.counts_flits %>
  wire [<{ c.frame.tail_bits - 1 }>:0] tail;
  reg [<{ c.frame.tail_bits - 1 }>:0] tail_q;
<%- endif %>
  <{ c.prefix }>mhu_slots u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .own_dimension_i(own_dimension_i),
    .header_i(header_i),
    .drop_i(drop_i),
    .filling_i(filling_q),
    .slot_i(slot_i),
    .filled_slot_i(filled_q),
    .used_o(used),
    .credit_o(credit),
    .deciding_i(deciding_i),
    .decided_i(decided_i),
    .wanted_i(wanted != {N+1{1'b0}}),
    .decided_slot_i(decided_slot_i),
    .decided_targets_i(decided_targets_i),
<%- if c.frame.counts_flits %>
    .decided_short_headers_i(decided_short_headers_i),
<%- endif %>
    .decided_unicasts_i(decided_unicasts_i),
<%- if c.frame.counts_flits %>
    .decided_tail_i(decided_tail_i),
<%- endif %>
    .decided_ending_i(decided_ending_i),
    .waiting_o(waiting),
    .targets_slot_i(targets_slot_i),
    .targets_o(targets),
<%- if c.frame.counts_flits %>
    .tail_o(tail),
    .short_headers_o(short_headers),
<%- endif %>
    .unicasts_o(unicasts),
    .ending_o(ending),
    .asking_i(asking_i),
    .granted_i(granted_i),
    .rest_i(rest_i),
    .streaming_i(streaming_i),
    .sent_slot_i(sent_slot_i)
  );

  // Any one slot, and what is known of the message in it.
  reg [<{ c.buffers.slot_bits - 1 }>:0] watched_q;
  reg [N-1:0] own_q;
  reg begun_q, used_q, complete_q, undecided_q, said_now_q, moves_q, idle_q;
  reg [N:0] left_q;
  reg [2*N+1:0] said_q;
  reg [SLOTS-1:0] before_q;
  // The frame that arrives.
  reg filling_q;
  reg [<{ c.buffers.slot_bits - 1 }>:0] filled_q;
  initial begun_q = 1'b0;
  wire begins = header_i && slot_i == watched_i;
  wire arrives = (header_i || drop_i) && slot_i == watched_i;
  wire deciding = deciding_i && decided_slot_i == watched_i;
  wire decided = decided_i && decided_slot_i == watched_i;
  wire asks = asking_i && sent_slot_i == watched_i;
  wire streams = streaming_i && sent_slot_i == watched_i;
  wire idle = used_q && complete_q && !undecided_q && left_q == {N+1{1'b0}} && !streams;

  reg [SLOTS-1:0] returned;
  reg legal, bad;
  integer s;
  always @* begin
    legal = watched_i < SLOTS && (!begun_q || (watched_i == watched_q && own_dimension_i == own_q));
    if (header_i && drop_i) legal = 1'b0;
    if ((header_i || drop_i) && (slot_i >= SLOTS || used[slot_i])) legal = 1'b0;
    // One frame arrives at a time, in its slot; the next one comes when it is complete and decided.
    if (complete_i && !header_i && !(filling_q && slot_i == filled_q)) legal = 1'b0;
    if ((header_i || drop_i) && (filling_q || deciding_i)) legal = 1'b0;
    if (deciding_i && decided_slot_i != filled_q) legal = 1'b0;
    if (deciding != undecided_q || (decided && !(undecided_q || begins))) legal = 1'b0;
    if (asks && (left_q == {N+1{1'b0}} || (rest_i & ~left_q) != {N+1{1'b0}})) legal = 1'b0;
    if (asks && granted_i == (rest_i == left_q)) legal = 1'b0;
    if ((granted_i && !asking_i) || (asking_i && streaming_i)) legal = 1'b0;
    if (streams && !moves_q) legal = 1'b0;

    returned = before_q & ~used;
    bad = used[watched_i] != used_q && !(idle_q && used_q);
    // The first slot of a class returns before the second one.
    if (idle_q && used[watched_i] &&
        !(watched_i[0] && returned[watched_i ^ <{ c.buffers.slot_bits }>'d1])) begin
      bad = 1'b1;
    end
    if ((streams || said_now_q) && sent_slot_i == watched_i && {ending, unicasts, short_headers} != said_q) begin
      bad = 1'b1;
    end
<%- if c.frame.counts_flits %>
    if (targets_slot_i == watched_i && left_q != {N+1{1'b0}} && tail != tail_q) bad = 1'b1;
<%- endif %>
    if (waiting[watched_i] != (left_q != {N+1{1'b0}})) bad = 1'b1;
    if (targets_slot_i == watched_i && left_q != {N+1{1'b0}} && targets != left_q) bad = 1'b1;
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
    filling_q <= rst_ni && (header_i || filling_q) && !complete_i;
    if (header_i || drop_i) filled_q <= slot_i;
    if (!rst_ni) begin
      used_q <= 1'b0;
      undecided_q <= 1'b0;
      said_now_q <= 1'b0;
      moves_q <= 1'b0;
      left_q <= {N+1{1'b0}};
    end else begin
      used_q <= arrives || (used_q && used[watched_i]);
      if (arrives) complete_q <= drop_i || complete_i;
      else if (complete_i && slot_i == watched_i) complete_q <= 1'b1;
      undecided_q <= (begins || undecided_q) && !decided;
<%- if c.frame.counts_flits %>
      if (decided) tail_q <= decided_tail_i;
<%- endif %>
      if (decided) left_q <= wanted;
      else if (asks) left_q <= rest_i;
      if (deciding || decided) begin
        said_q <= {
          decided_ending_i, decided_unicasts_i & ~own_dimension_i, decided_short_headers_i & ~own_dimension_i
        };
      end
      said_now_q <= deciding || decided;
      moves_q <= (asks && granted_i) || streams;
    end
  end
  assign failed_o = begun_q && legal && watched_i == watched_q && own_dimension_i == own_q &&
      watched_i < SLOTS && bad;
endmodule

`default_nettype wire
