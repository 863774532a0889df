// Receiver of one direction of travel: refuses, forwards and stores the packets of a link.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a header is checked in the cycle after it is whole, and decided one cycle later. While
//   it is checked, the transmitter it wants is asked for: a broadcast wants straight on, a regular
//   packet its tags in the order 0, 1, 2. A refused packet raises one event and nothing else; a
//   broadcast is always stored, and forwarded at the same time where the transmitter was granted,
//   else marked; a regular packet is stored only where none was. Flits move with tick_i.
//   credit_o[b] = 1 for a cycle: a whole packet may come, of class b.
// Latency and state: the first flit can move two cycles after the last header flit came; the
//   packet that moves, and the class buffers in use.
// Source: [KS91] 3; the refusals are ours.
// Not split: its other jobs are modules already; the rest shares the state of one packet.
// Widths: 7 = node number; 32 = W; 19 = buffers of a link; 114 = 6 x classes;
//   5 = class number; 7 = number of a flit; 5 = number of a buffer; 28 = header.
// Registers without a reset: toward_q, next_class_q, own_class_q, far_q, unknown_q, wrong_q,
//   forwards_q, grant_q, offered_q, buffer_q, stored_q, sends_q, deliver_q, moving_buffer_q,
//   empty_q, ending_bad_q, ending_why_q, begin_q, word_q, data_q, offset_q, waiting_code_q.
`default_nettype none

module harts_receiver #(
  // Direction of travel.
  parameter DIRECTION = 0
) (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire clear_i,
  input  wire [6:0] local_address_i,
  input  wire [5:0] faulty_i,
  // Link
  input  wire [31:0] link_data_i,
  input  wire link_valid_i,
  input  wire link_last_i,
  input  wire link_bad_i,
  output wire [18:0] credit_o,
  // Transmitters, by direction: class_o is the packet's class after the link
  input  wire [5:0] idle_i,
  input  wire [113:0] room_i,
  output wire [5:0] request_o,
  output wire [4:0] class_o,
  input  wire [5:0] grant_i,
  output wire cancel_o,
  // Flits that move
  input  wire tick_i,
  output wire move_o,
  output wire [31:0] data_o,
  output wire last_o,
  output wire bad_o,
  // Store: begin, data flit and end of a packet
  output wire store_begin_o,
  output wire store_write_o,
  output wire [6:0] store_offset_o,
  output wire store_end_o,
  output wire store_bad_o,
  output wire store_deliver_o,
  output wire [4:0] store_buffer_o,
  output wire [27:0] store_word_o,
  input  wire [18:0] free_i,
  // Events
  output wire event_valid_o,
  output wire [3:0] event_code_o
);
  localparam W = 32;
  localparam ID = 7;
  localparam CLASSES = 19;
  localparam CLASS = 5;
  localparam BUFFERS = 19;
  localparam BUFFER = 5;

  wire header_flit, check, decision, refusal;
  wire [27:0] coming_word, word;
  wire empty, ending_bad;
  wire [3:0] ending_why;
  wire flit_valid, flit_last, flit_bad, pop;
  wire [W-1:0] flit_data;
  wire [3:0] flit_why;
  wire parse_event_valid;
  wire [3:0] parse_event_code;
  harts_link_parser u_parser (
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
    .flit_valid_o(flit_valid),
    .flit_data_o(flit_data),
    .flit_last_o(flit_last),
    .flit_bad_o(flit_bad),
    .flit_why_o(flit_why),
    .pop_i(pop),
    .event_valid_o(parse_event_valid),
    .event_code_o(parse_event_code)
  );

  // Header fields. From bit 0, a broadcast has type, k, step, letter, mark, distance, source and
  // sequence number; a regular packet has type, three tags, source and sequence number.
  wire broadcast = word[0];
  wire [2:0] copies = word[3:1];
  wire [1:0] step = word[5:4];
  wire [2:0] letter = word[8:6];
  wire [2:0] distance = word[12:10];
  // A tag says how many hops are left along its direction, or against it.
  wire [11:0] tags = word[12:1];
  wire [ID+7:0] identity = word[27:13];

  // What follows from the fields of the header that comes.
  wire unused_word = &{1'b0, coming_word};
  wire comes_broadcast = coming_word[0];
  wire [2:0] comes_copies = coming_word[3:1];
  wire [1:0] comes_step = coming_word[5:4];
  wire [2:0] comes_distance = coming_word[12:10];
  wire [ID-1:0] source = coming_word[19:13];

  wire [5:0] comes_toward;
  wire [2:0] hops;
  wire bad_tags;
  harts_routing_tags u_tags (
    .tags_i(coming_word[12:1]),
    .toward_o(comes_toward),
    .hops_o(hops),
    .bad_o(bad_tags)
  );

  // Class of the packet; one hop further it is the next one. Only a faulty node sends a regular
  // packet with all hops before it. Such a packet takes the first class of regular packets, too.
  wire [CLASS-1:0] ranked_class;
  harts_class u_class (
    .broadcast_i(comes_broadcast),
    .step_i(comes_step),
    .distance_i(comes_distance),
    .hops_i(hops),
    .class_o(ranked_class)
  );

  wire [CLASS-1:0] next_class = ranked_class + 5'd1;
  wire first_hop = !comes_broadcast && hops == 3'd5;

  // Refusals.
  wire far = comes_broadcast ? comes_distance == 3'd0 ||
      comes_distance > 3'd5 ||
      (comes_step == 2'd3 && comes_distance == 3'd5) : bad_tags;
  wire unknown = source == local_address_i || source > 7'd90 || (comes_broadcast &&
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
  wire [BUFFERS-1:0] offered = this_class & ~used_q;
  wire occupied = offered == {BUFFERS{1'b0}};
  wire [BUFFER-1:0] buffer = own_class_q;

  // Where it wants to go; a shortest path changes its direction by at most one sixth.
  localparam [5:0] STRAIGHT = 6'd1 << DIRECTION;
  localparam [5:0] REACHABLE =
      STRAIGHT | (6'd1 << ((DIRECTION + 1) % 6)) | (6'd1 << ((DIRECTION + 5) % 6));
  wire ends_here = distance == 3'd1;
  wire [5:0] wanted =
      (broadcast ? (ends_here ? 6'd0 : STRAIGHT) : toward_q & REACHABLE) & ~faulty_i;

  wire [5:0] room;
  harts_room u_room (
    .room_i(room_i),
    .class_i({6{class_o}}),
    .room_o(room)
  );
  wire [5:0] request;
  harts_direction_choice u_choice (
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
  wire expected;
  harts_expected_header #(
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
  wire seen, accept, ready;
  harts_duplicate_check u_duplicate_check (
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
    else if (broadcast && !expected) reason = 4'd7;
    else if (broadcast && seen) reason = 4'd8;
  end
  wire fails = wrong_q || busy_q || (broadcast && (!expected || seen));
  assign refusal = decision && fails;
  assign accept = decision && !fails;
  wire granted = |grant_q;
  assign cancel_o = refusal && granted;

  // The packet as it goes on and as it is stored.
  wire [11:0] next_tags;
  harts_tag_update u_tag_update (
    .tags_i(tags),
    .direction_i(grant_q),
    .tags_o(next_tags)
  );
  wire [2:0] next_distance = distance - 3'd1;
  wire marked = forwards_q && !granted;
  wire [27:0] broadcast_word =
      {identity, next_distance, marked, letter, step, copies, broadcast};
  wire [27:0] regular_word =
      {identity, next_tags, 1'b0};

  reg stored_q, sends_q, deliver_q;
  reg [BUFFER-1:0] moving_buffer_q;
  reg empty_q, ending_bad_q, begin_q;
  reg [3:0] ending_why_q;
  reg [27:0] word_q;
  reg data_q;
  reg [6:0] offset_q;

  // From the decision on the packet is taken from the registers.
  wire active = accept || busy_q;
  wire [27:0] moving_word = busy_q ? word_q : broadcast ? broadcast_word : regular_word;
  wire no_data = busy_q ? empty_q : empty;
  wire fresh = busy_q ? begin_q : accept;
  wire in_data = busy_q && data_q;
  wire moves = active && (!in_data || flit_valid) && tick_i;
  assign pop = moves && in_data;
  wire ends = in_data ? flit_last : no_data;
  wire ends_bad = in_data ? flit_bad : busy_q ? ending_bad_q : ending_bad;

  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) busy_q <= 1'b0;
    else busy_q <= active && !(moves && ends);
  end

  always @(posedge clk_i) begin
    if (!busy_q) begin
      stored_q <= broadcast || !granted;
      sends_q <= granted;
      deliver_q <= broadcast || toward_q == 6'd0;
      moving_buffer_q <= buffer_q;
      empty_q <= empty;
      ending_bad_q <= ending_bad;
      ending_why_q <= ending_why;
    end
    begin_q <= fresh && !moves;
    word_q <= moving_word;
    data_q <= in_data || (moves);
    if (!busy_q) offset_q <= 7'd0;
    else if (pop) offset_q <= offset_q + 7'd1;
  end

  assign move_o = moves && (busy_q ? sends_q : granted);
  assign data_o = in_data ? flit_data : {4'd0, moving_word};
  assign last_o = ends;
  assign bad_o = ends && ends_bad;

  wire stores = moves && (busy_q ? stored_q : broadcast || !granted);
  assign store_begin_o = stores && fresh;
  assign store_end_o = stores && ends;
  assign store_bad_o = ends_bad;
  assign store_deliver_o = busy_q ? deliver_q : broadcast || toward_q == 6'd0;
  assign store_buffer_o = busy_q ? moving_buffer_q : buffer_q;
  assign store_word_o = moving_word;
  assign store_write_o = stores && in_data;
  assign store_offset_o = in_data ? offset_q : 7'd0;

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
  wire [3:0] end_why = in_data ? flit_why : busy_q ? ending_why_q : ending_why;
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
  wire [2:0] sent_distance = broadcast_word[12:10];
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
        assert (!(accept && broadcast) || next_distance + 3'd1 == distance);
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
