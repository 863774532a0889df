<{ c.banner("Receiver of one direction of travel: refuses, forwards and stores the packets of a link.") }>
// Contract: a header is checked in the cycle after it is whole, and decided one cycle later. While
//   it is checked, the transmitter it wants is asked for: a broadcast wants straight on, a regular
//   packet its tags in the order 0, 1, 2. A refused packet raises one event and nothing else; a
//   broadcast is always stored, and forwarded at the same time where the transmitter was granted,
//   else marked; a regular packet is stored only where none was.<% if c.options.bus %> Flits move with tick_i.<% endif %>
//   credit_o[b] = 1 for a cycle: a whole packet may come, of class b<% if c.buffers.per_class > 1 %> modulo CLASSES<% endif %>.
// Latency and state: the first flit can move two cycles after the last header flit came; the
//   packet that moves, and the class buffers in use.
// Source: [KS91] 3; the refusals are ours.
// Not split: its other jobs are modules already; the rest shares the state of one packet.
// Widths: <{ c.topology.node_bits }> = node number; <{ c.frame.width }> = W; <{ c.buffers.count }> = buffers of a link; <{ 6 * c.buffers.classes }> = 6 x classes;
//   <{ c.buffers.class_bits }> = class number; <{ c.frame.offset_bits }> = number of a flit; <{ c.buffers.index_bits }> = number of a buffer; <{ c.frame.word_bits }> = header.
`default_nettype none

module <{ c.prefix }>harts_receiver #(
  // Direction of travel.
  parameter DIRECTION = 0
) (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire clear_i,
  input  wire [<{ c.topology.node_bits - 1 }>:0] local_address_i,
  input  wire [5:0] faulty_i,
  // Link
  input  wire [<{ c.frame.width - 1 }>:0] link_data_i,
  input  wire link_valid_i,
  input  wire link_last_i,
  input  wire link_bad_i,
  output wire [<{ c.buffers.count - 1 }>:0] credit_o,
  // Transmitters, by direction: class_o is the packet's class after the link
  input  wire [5:0] idle_i,
  input  wire [<{ 6 * c.buffers.classes - 1 }>:0] room_i,
  output wire [5:0] request_o,
  output wire [<{ c.buffers.class_bits - 1 }>:0] class_o,
  input  wire [5:0] grant_i,
  output wire cancel_o,
  // Flits that move
<%- if c.options.bus %>
  input  wire tick_i,
<%- endif %>
  output wire move_o,
  output wire [<{ c.frame.width - 1 }>:0] data_o,
  output wire last_o,
  output wire bad_o,
  // Store: begin, data flit and end of a packet
  output wire store_begin_o,
<%- if c.frame.max_data > 0 %>
  output wire store_write_o,
  output wire [<{ c.frame.offset_bits - 1 }>:0] store_offset_o,
<%- endif %>
  output wire store_end_o,
  output wire store_bad_o,
  output wire store_deliver_o,
  output wire [<{ c.buffers.index_bits - 1 }>:0] store_buffer_o,
  output wire [<{ c.frame.word_bits - 1 }>:0] store_word_o,
  input  wire [<{ c.buffers.count - 1 }>:0] free_i,
  // Events
  output wire event_valid_o,
  output wire [3:0] event_code_o
);
<%- if c.frame.max_data > 0 %>
  localparam W = <{ c.frame.width }>;
<%- endif %>
  localparam ID = <{ c.topology.node_bits }>;
  localparam CLASSES = <{ c.buffers.classes }>;
  localparam CLASS = <{ c.buffers.class_bits }>;
  localparam BUFFERS = <{ c.buffers.count }>;
  localparam BUFFER = <{ c.buffers.index_bits }>;

  wire header_flit, check, decision, refusal;
  wire [<{ c.frame.word_bits - 1 }>:0] coming_word, word;
  wire empty, ending_bad;
  wire [3:0] ending_why;
<%- if c.frame.max_data > 0 %>
  wire flit_valid, flit_last, flit_bad, pop;
  wire [W-1:0] flit_data;
  wire [3:0] flit_why;
<%- endif %>
  wire parse_event_valid;
  wire [3:0] parse_event_code;
  <{ c.prefix }>harts_link_parser u_parser (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .link_data_i(link_data_i),
    .link_valid_i(link_valid_i),
    .link_last_i(link_last_i),
    .link_bad_i(link_bad_i),
    .header_o(check),
    .decision_o(decision),
    .header_flit_o(header_flit),
    .coming_word_o(coming_word),
    .word_o(word),
    .empty_o(empty),
    .ending_bad_o(ending_bad),
    .ending_why_o(ending_why),
    .refusal_i(refusal),
<%- if c.frame.max_data > 0 %>
    .flit_valid_o(flit_valid),
    .flit_data_o(flit_data),
    .flit_last_o(flit_last),
    .flit_bad_o(flit_bad),
    .flit_why_o(flit_why),
    .pop_i(pop),
<%- endif %>
    .event_valid_o(parse_event_valid),
    .event_code_o(parse_event_code)
  );

  // Header fields. From bit 0, a broadcast has type, k, step, letter, mark, distance, source and
  // sequence number; a regular packet has type, three tags, source and sequence number.
  wire broadcast = word[0];
  wire [2:0] copies = word[3:1];
  wire [1:0] step = word[5:4];
  wire [2:0] letter = word[8:6];
  wire [<{ c.topology.distance_bits - 1 }>:0] distance = word[<{ c.frame.distance_high }>:10];
  // A tag says how many hops are left along its direction, or against it.
  wire [<{ 3 * c.topology.tag_bits - 1 }>:0] tags = word[<{ 3 * c.topology.tag_bits }>:1];
  wire [ID+7:0] identity = word[<{ c.frame.identity_high }>:<{ c.frame.identity_low }>];
<%- if !c.same_identity() %>
  wire [ID+7:0] regular_identity = word[<{ c.frame.regular_identity_high }>:<{ c.frame.regular_source_low }>];
<%- endif %>

  // What follows from the fields of the header that comes.
  wire unused_word = &{1'b0, coming_word};
  wire comes_broadcast = coming_word[0];
  wire [2:0] comes_copies = coming_word[3:1];
  wire [1:0] comes_step = coming_word[5:4];
  wire [<{ c.topology.distance_bits - 1 }>:0] comes_distance = coming_word[<{ c.frame.distance_high }>:10];
  wire [ID-1:0] source = <% if c.same_identity() %>coming_word[<{ c.frame.source_high }>:<{ c.frame.source_low }>]<% else %>comes_broadcast ? coming_word[<{ c.frame.source_high }>:<{ c.frame.source_low }>] :
      coming_word[<{ c.frame.regular_source_high }>:<{ c.frame.regular_source_low }>]<% endif %>;

  wire [5:0] comes_toward;
  wire [<{ c.topology.distance_bits - 1 }>:0] hops;
  wire bad_tags;
  <{ c.prefix }>harts_routing_tags u_tags (
    .tags_i(coming_word[<{ 3 * c.topology.tag_bits }>:1]),
    .toward_o(comes_toward),
    .hops_o(hops),
    .bad_o(bad_tags)
  );

  // Class of the packet; one hop further it is the next one. Only a faulty node sends a regular
  // packet with all hops before it. Such a packet takes the first class of regular packets, too.
  wire [CLASS-1:0] ranked_class;
  <{ c.prefix }>harts_class u_class (
    .broadcast_i(comes_broadcast),
    .step_i(comes_step),
    .distance_i(comes_distance),
    .hops_i(hops),
    .class_o(ranked_class)
  );

  wire [CLASS-1:0] next_class = ranked_class + <{ c.buffers.class_bits }>'d1;
  wire first_hop = !comes_broadcast && hops == <{ c.topology.distance_bits }>'d<{ c.topology.edge - 1 }>;

  // Refusals.
  wire far = comes_broadcast ? comes_distance == <{ c.topology.distance_bits }>'d0<% if c.topology.distance_overflows %> ||
      comes_distance > <{ c.topology.distance_bits }>'d<{ c.topology.edge - 1 }><% endif %> ||
      (comes_step == 2'd3 && comes_distance == <{ c.topology.distance_bits }>'d<{ c.topology.edge - 1 }>) : bad_tags;
  wire unknown = source == local_address_i || source > <{ c.topology.node_bits }>'d<{ c.topology.nodes - 1 }> || (comes_broadcast &&
      (comes_copies == 3'd0 || comes_copies == 3'd7 ||
      comes_step == 2'd0 || coming_word[8:6] > 3'd4));

  reg [5:0] toward_q;
  reg [CLASS-1:0] next_class_q, own_class_q;
  reg far_q, unknown_q;
  always @(posedge clk_i) begin
    if (header_flit) begin
      toward_q <= comes_toward;
      next_class_q <= next_class;
      own_class_q <= first_hop ? next_class : ranked_class;
      far_q <= far;
      unknown_q <= unknown;
    end
  end
  assign class_o = next_class_q;

  // The buffer that it would be stored in, if one of its class is free.
  reg [BUFFERS-1:0] used_q;
  reg [CLASSES-1:0] this_class;
  integer s;
  always @* begin
    for (s = 0; s < CLASSES; s = s + 1) this_class[s] = own_class_q == s[CLASS-1:0];
  end
<%- if c.buffers.per_class > 1 %>
  wire [CLASSES-1:0] first_used = used_q[CLASSES-1:0];
  wire [BUFFERS-1:0] offered = {
      this_class & first_used & ~used_q[BUFFERS-1:CLASSES], this_class & ~first_used};
  wire second = |offered[BUFFERS-1:CLASSES];
  wire occupied = !second && offered[CLASSES-1:0] == {CLASSES{1'b0}};
  wire [BUFFER-1:0] buffer = <{ c.extend("own_class_q", c.buffers.class_bits, c.buffers.index_bits) }> +
      (second ? <{ c.buffers.index_bits }>'d<{ c.buffers.classes }> : <{ c.buffers.index_bits }>'d0);
<%- else %>
  wire [BUFFERS-1:0] offered = this_class & ~used_q;
  wire occupied = offered == {BUFFERS{1'b0}};
  wire [BUFFER-1:0] buffer = own_class_q;
<%- endif %>

  // Where it wants to go; a shortest path changes its direction by at most one sixth.
  localparam [5:0] STRAIGHT = 6'd1 << DIRECTION;
  localparam [5:0] REACHABLE =
      STRAIGHT | (6'd1 << ((DIRECTION + 1) % 6)) | (6'd1 << ((DIRECTION + 5) % 6));
  wire ends_here = distance == <{ c.topology.distance_bits }>'d1;
  wire [5:0] wanted =
      (broadcast ? (ends_here ? 6'd0 : STRAIGHT) : toward_q & REACHABLE) & ~faulty_i;

  wire [5:0] room;
  <{ c.prefix }>harts_room u_room (
    .room_i(room_i),
    .class_i({6{class_o}}),
    .room_o(room)
  );
  wire [5:0] request;
  <{ c.prefix }>harts_direction_choice u_choice (
    .directions_i(wanted & room & idle_i),
    .choice_o(request)
  );
  assign request_o = check && !far_q && !unknown_q ? request : 6'd0;

  reg wrong_q, forwards_q;
  reg [5:0] grant_q;
  reg [BUFFERS-1:0] offered_q;
  reg [BUFFER-1:0] buffer_q;
  always @(posedge clk_i) begin
    if (check) begin
      wrong_q <= far_q || unknown_q || occupied;
      forwards_q <= broadcast && (|wanted);
      grant_q <= grant_i;
      offered_q <= offered;
      buffer_q <= buffer;
    end
  end

  // What only the memories know, in the cycle of the decision.
<%- if c.options.filter %>
  wire expected;
  <{ c.prefix }>harts_expected_header #(
    .DIRECTION(DIRECTION)
  ) u_expected (
    .clk_i(clk_i),
    .local_address_i(local_address_i),
    .source_valid_i(header_flit),
    .source_i(source),
    .copies_i(copies),
    .header_i({distance, letter, step}),
    .expected_o(expected)
  );
<%- endif %>
  wire seen, accept, ready;
  <{ c.prefix }>harts_duplicate_check u_duplicate_check (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .ready_o(ready),
    .key_i(identity),
    .copies_i(copies),
    .check_i(check),
    .seen_o(seen),
    .record_i(accept && broadcast)
  );

  // A packet without room has no other reason.
  reg busy_q;
  reg [3:0] reason;
  always @* begin
    reason = 4'd9;
    if (far_q) reason = 4'd5;
    else if (unknown_q) reason = 4'd6;
<%- if c.options.filter %>
    else if (broadcast && !expected) reason = 4'd7;
<%- endif %>
    else if (broadcast && seen) reason = 4'd8;
  end
  wire fails = wrong_q || busy_q || (broadcast && (<% if c.options.filter %>!expected || <% endif %>seen));
  assign refusal = decision && fails;
  assign accept = decision && !fails;
  wire granted = |grant_q;
  assign cancel_o = refusal && granted;

<% include "harts/rtl/harts_receiver_moves.vh" %>

  // All buffers are offered after reset; what is not stored gives its credit back at once.
  reg ready_q;
  reg [BUFFERS-1:0] credit_q;
  wire keeps = accept && (broadcast || !granted);
  wire returns = decision && !keeps && !(fails && reason == 4'd9);
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      used_q <= {BUFFERS{1'b0}};
      credit_q <= {BUFFERS{1'b0}};
      ready_q <= 1'b0;
    end else begin
      used_q <= (used_q & ~free_i) | (keeps ? offered_q : {BUFFERS{1'b0}});
      ready_q <= ready;
      credit_q <= free_i | (returns ? offered_q : {BUFFERS{1'b0}}) |
          {BUFFERS{ready && !ready_q}};
    end
  end
  assign credit_o = credit_q;

  // One event a packet; one of the parser waits for a cycle without another.
<%- if c.frame.max_data > 0 %>
  wire [3:0] end_why = in_data ? flit_why : <% if c.header_waits() %>busy_q ? ending_why_q : <% endif %>ending_why;
<%- else %>
  wire [3:0] end_why = <% if c.header_waits() %>busy_q ? ending_why_q : <% endif %>ending_why;
<%- endif %>
  wire ended_event = moves && ends && end_why != 4'd0;
  reg waiting_q;
  reg [3:0] waiting_code_q;
  wire direct = refusal || ended_event;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) waiting_q <= 1'b0;
    else waiting_q <= parse_event_valid || (waiting_q && direct);
  end
  always @(posedge clk_i) begin
    if (parse_event_valid) waiting_code_q <= parse_event_code;
  end
  assign event_valid_o = direct || waiting_q;
  assign event_code_o = ended_event ? end_why : refusal ? reason : waiting_code_q;

`ifdef TEECAST_ASSERT
  wire [<{ c.topology.distance_bits - 1 }>:0] sent_distance = broadcast_word[<{ c.frame.distance_high }>:10];
  wire sent_mark = broadcast_word[9];
  always @(posedge clk_i) begin
    if (rst_ni && !clear_i) begin
      // What is stored takes a free buffer; only buffers in use come back.
      begin : stored_takes_free_buffer
        assert (!keeps ||
            ((offered_q & used_q) == {BUFFERS{1'b0}} && offered_q != {BUFFERS{1'b0}}));
      end
      begin : used_buffers_come_back assert ((free_i & ~used_q) == {BUFFERS{1'b0}}); end
      // Grants are answers; a broadcast goes straight on while hops are left, and is stored.
      begin : grants_are_answers assert ((grant_i & ~request_o) == 6'd0); end
      begin : broadcast_goes_straight
        assert (!(accept && broadcast && granted) || (grant_q == STRAIGHT && !ends_here));
      end
      begin : broadcast_is_stored assert (!(accept && broadcast) || keeps); end
      // The distance falls by one; a mark says that nothing went on.
      begin : distance_falls_by_one
        assert (!(accept && broadcast) || next_distance + <{ c.topology.distance_bits }>'d1 == distance);
      end
      begin : distance_is_sent
        assert (!(accept && broadcast) || sent_distance == next_distance);
      end
      begin : mark_means_nothing_sent assert (!(accept && sent_mark) || !granted); end
      // A refused packet leaves an event and nothing else.
      begin : refusal_leaves_event_alone assert (!refusal || (event_valid_o && !accept)); end
      begin : only_accepted_moves assert (!(move_o || store_begin_o) || accept || busy_q); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
