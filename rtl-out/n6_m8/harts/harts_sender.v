// Sender of a buffer unit: visits the stored packets and sends each missing copy.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: visits the packets in the order in which they came. A visit requests one
//   transmitter that the packet still needs, that is free, and that has room for the whole packet
//   at the other end of its link. If there is none, the next packet is visited, so that no packet
//   waits for another one; who has copies left is visited again after all others. wait_o: the
//   transmitters that a packet could take if they were free. After its last send a packet is
//   dropped, at most one in two cycles, and delivers_o says whether it is also to be delivered; a
//   regular packet whose directions are all faulty is dropped with an event.
// Latency and state: four cycles from a visit to the first flit; the packet under visit.
// Not split: plan, request and stream share the state of one packet.
// Widths: 28 = header; 7 = number of a flit; 114 = 6 x classes; 5 = class number;
//   32 = W.
// Registers without a reset: due_q, unroutable_q, classes_q, headers_q, slot_q, origin_q, word_q,
//   bad_q, sent_q, length_q, choice_q, class_q, header_q, granted_q, header_word_q, data_q,
//   offset_q, last_q.
`default_nettype none

module harts_sender #(
  parameter SLOT = 7
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [5:0] faulty_i,
  // Slots; the row of lookup_slot_o is read while lookup_o
  input  wire store_i,
  input  wire [SLOT-1:0] store_slot_i,
  output wire lookup_o,
  output wire [SLOT-1:0] lookup_slot_o,
  output wire [SLOT-1:0] slot_o,
  input  wire [2:0] origin_i,
  input  wire [27:0] word_i,
  input  wire bad_i,
  input  wire [6:0] length_i,
  output wire drop_o,
  output wire delivers_o,
  output wire unroutable_o,
  // Transmitters, by direction
  input  wire [5:0] idle_i,
  input  wire [113:0] room_i,
  output wire [5:0] wait_o,
  output wire [5:0] request_o,
  output wire [4:0] class_o,
  input  wire [5:0] grant_i,
  // Flits that move
  input  wire tick_i,
  input  wire early_tick_i,
  output wire move_o,
  output wire [31:0] data_o,
  output wire last_o,
  output wire bad_o,
  // Packet memory
  output wire read_o,
  output wire [6:0] read_offset_o,
  input  wire [31:0] read_data_i
);
  localparam W = 32;
  localparam CLASS = 5;
  localparam ENTRY = 8;
  localparam [2:0] PICK = 3'd0, PLAN = 3'd1, ASK = 3'd2, REQUEST = 3'd3, SEND = 3'd4;

  reg [2:0] state_q;
  reg [SLOT-1:0] slot_q;

  // The next slot is taken, and its row read, as soon as a visit ends. A packet with more copies to
  // send goes back to the end of the queue, with what was sent of it, but for a cycle in which
  // another one comes there. If no other slot waits, a broadcast that has more to send stays.
  wire nothing_due, nothing_free, all_sent, ends, stays, next_valid;
  wire [SLOT-1:0] next_slot;
  wire [5:0] next_sent;
  reg [5:0] sent_q, choice_q;
  wire [5:0] sent = ends ? sent_q | choice_q : sent_q;
  wire keeps = state_q == ASK ? !nothing_due : state_q != PICK && !all_sent;
  wire picks = next_valid && !(keeps && store_i) &&
      (state_q == PICK || (state_q == ASK && nothing_free) || ends);
  assign lookup_o = next_valid && (state_q == PICK || state_q == ASK || ends);
  assign lookup_slot_o = next_slot;
  // There is a row for each slot.
  wire unused_full;
  tee_queue #(
    .WIDTH(SLOT + 6),
    .ADDRESS(SLOT)
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .push_i(store_i || (picks && keeps)),
    .data_i(store_i ? {6'd0, store_slot_i} : {sent, slot_q}),
    .full_o(unused_full),
    .valid_o(next_valid),
    .data_o({next_sent, next_slot}),
    .pop_i(picks)
  );
  assign slot_o = slot_q;

  reg [2:0] origin_q;
  reg [27:0] word_q;
  reg bad_q;
  reg [6:0] length_q;

  // Header fields. From bit 0, a broadcast has type, k, step, letter, mark, distance, source and
  // sequence number; a regular packet has type, three tags, source and sequence number.
  wire broadcast = word_q[0];
  wire [2:0] copies = word_q[3:1];
  wire [11:0] tags = word_q[12:1];
  wire [14:0] identity = word_q[27:13];

  // Copies still to be sent, by sixths to the left, then by direction. A header to be
  // sent has step, letter, distance.
  localparam DISTANCE_LSB = 5;
  wire [5:0] due_turn;
  wire [6*ENTRY-1:0] header_turn;
  harts_relay_engine u_relay_engine (
    .copies_i(copies),
    .step_i(word_q[5:4]),
    .letter_i(word_q[8:6]),
    .distance_i(word_q[12:10]),
    .mark_i(word_q[9]),
    .bad_i(bad_q),
    .due_o(due_turn),
    .header_o(header_turn)
  );

  // The first packets of an own broadcast: all directions, step 1, all the way.
  localparam [ENTRY-1:0] INITIAL = 8'd161;
  reg [5:0] due_broadcast;
  reg [6*ENTRY-1:0] header;
  always @* begin
    case (origin_q)
      3'd0: {due_broadcast, header} = {due_turn, header_turn};
      3'd1: begin
        due_broadcast = {due_turn[4:0], due_turn[5:5]};
        header = {header_turn[5*ENTRY-1:0], header_turn[6*ENTRY-1:5*ENTRY]};
      end
      3'd2: begin
        due_broadcast = {due_turn[3:0], due_turn[5:4]};
        header = {header_turn[4*ENTRY-1:0], header_turn[6*ENTRY-1:4*ENTRY]};
      end
      3'd3: begin
        due_broadcast = {due_turn[2:0], due_turn[5:3]};
        header = {header_turn[3*ENTRY-1:0], header_turn[6*ENTRY-1:3*ENTRY]};
      end
      3'd4: begin
        due_broadcast = {due_turn[1:0], due_turn[5:2]};
        header = {header_turn[2*ENTRY-1:0], header_turn[6*ENTRY-1:2*ENTRY]};
      end
      3'd5: begin
        due_broadcast = {due_turn[0:0], due_turn[5:1]};
        header = {header_turn[1*ENTRY-1:0], header_turn[6*ENTRY-1:1*ENTRY]};
      end
      default: {due_broadcast, header} = {6'h3f, {6{INITIAL}}};
    endcase
  end

  wire [5:0] toward;
  wire [2:0] hops;
  wire bad_tags;
  wire unused_tags = bad_tags;
  harts_routing_tags u_tags (
    .tags_i(tags),
    .toward_o(toward),
    .hops_o(hops),
    .bad_o(bad_tags)
  );
  wire [5:0] healthy = (broadcast ? due_broadcast : toward) & ~faulty_i;

  wire [6*CLASS-1:0] classes;
  genvar d;
  generate
    for (d = 0; d < 6; d = d + 1) begin : gen_class
      harts_class u_class (
        .broadcast_i(broadcast),
        .step_i(header[d*ENTRY+:2]),
        .distance_i(header[d*ENTRY+DISTANCE_LSB+:3]),
        .hops_i(hops - 3'd1),
        .class_o(classes[d*CLASS+:CLASS])
      );
    end
  endgenerate

  // The plan of a visit: which copies are missing, with their headers and classes.
  reg [5:0] due_q;
  reg unroutable_q;
  reg [6*CLASS-1:0] classes_q;
  reg [6*ENTRY-1:0] headers_q;
  always @(posedge clk_i) begin
    if (state_q == PLAN) begin
      due_q <= healthy & ~sent_q;
      unroutable_q <= !broadcast && toward != 6'd0 && healthy == 6'd0;
      classes_q <= classes;
      headers_q <= header;
    end
  end

  wire [5:0] room;
  harts_room u_room (
    .room_i(room_i),
    .class_i(classes_q),
    .room_o(room)
  );
  wire [5:0] choice;
  wire [5:0] open = due_q & room & idle_i;
  assign nothing_free = open == 6'd0;
  harts_direction_choice u_choice (
    .directions_i(open),
    .choice_o(choice)
  );

  reg [CLASS-1:0] class_q, chosen_class;
  reg [ENTRY-1:0] header_q, chosen_header;
  integer i;
  always @* begin
    chosen_class = {CLASS{1'b0}};
    chosen_header = {ENTRY{1'b0}};
    for (i = 0; i < 6; i = i + 1) begin
      if (choice[i]) begin
        chosen_class = chosen_class | classes_q[i*CLASS+:CLASS];
        chosen_header = chosen_header | headers_q[i*ENTRY+:ENTRY];
      end
    end
  end

  // The packet that goes.
  wire [11:0] next_tags;
  harts_tag_update u_tag_update (
    .tags_i(tags),
    .direction_i(choice_q),
    .tags_o(next_tags)
  );
  wire [2:0] next_distance = header_q[ENTRY-1:DISTANCE_LSB];
  wire [4:0] letter_step = header_q[DISTANCE_LSB-1:0];
  wire [27:0] broadcast_word =
      {identity, next_distance, 1'b0, letter_step, copies, broadcast};
  wire [27:0] regular_word =
      {identity, next_tags, 1'b0};
  reg [27:0] header_word_q;

  // The last flit of the header, and then the data.
  reg data_q;
  reg granted_q;
  wire header_moves = state_q == SEND && granted_q && !data_q && tick_i;
  wire header_done = header_moves;
  reg [6:0] offset_q;
  reg valid_q, last_q;
  wire no_data = length_q == 7'd0;
  wire next_last = offset_q + 7'd1 == length_q;
  assign read_o = state_q == SEND && (data_q || header_done) &&
      offset_q != length_q && early_tick_i;
  assign read_offset_o = offset_q;
  assign ends = (header_done && no_data) || (valid_q && last_q);
  wire moves = header_moves || valid_q;
  wire [W-1:0] flit = valid_q ? read_data_i : {4'd0, header_word_q};
  assign move_o = moves;
  assign data_o = flit;
  assign last_o = ends;
  assign bad_o = ends && bad_q;

  assign nothing_due = due_q == 6'd0;
  // A regular packet goes once, a broadcast in all directions that it still needs.
  assign all_sent = !broadcast || (due_q & ~choice_q) == 6'd0;
  assign wait_o = state_q == ASK ? due_q & room : 6'd0;
  assign request_o = state_q == REQUEST ? choice_q : 6'd0;
  assign class_o = class_q;
  assign drop_o = (state_q == ASK && nothing_due) || (ends && all_sent);
  // A broadcast of a neighbour, and what ends here.
  assign delivers_o = broadcast ? origin_q < 3'd6 : toward == 6'd0;
  assign unroutable_o = state_q == ASK && unroutable_q;
  assign stays = ends && !all_sent && !picks;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= PICK;
    end else begin
      case (state_q)
        PICK: if (picks) state_q <= PLAN;
        PLAN: state_q <= ASK;
        ASK: begin
          if (!nothing_free) state_q <= REQUEST;
          else if (picks) state_q <= PLAN;
          else if (nothing_due) state_q <= PICK;
        end
        REQUEST: state_q <= SEND;
        SEND: begin
          if (!granted_q) state_q <= ASK;
          else if (ends) state_q <= picks || stays ? PLAN : PICK;
        end
        default: state_q <= PICK;
      endcase
    end
  end

  always @(posedge clk_i) begin
    if (picks) begin
      slot_q <= next_slot;
      origin_q <= origin_i;
      word_q <= word_i;
      bad_q <= bad_i;
      sent_q <= next_sent;
      length_q <= length_i;
    end else if (stays) begin
      sent_q <= sent;
    end
    choice_q <= state_q == ASK ? choice : choice_q;
    if (state_q == ASK) begin
      class_q <= chosen_class;
      header_q <= chosen_header;
    end
    if (state_q == REQUEST) begin
      granted_q <= grant_i != 6'd0;
      header_word_q <= broadcast ? broadcast_word : regular_word;
      data_q <= 1'b0;
      offset_q <= 7'd0;
    end else if (header_moves) begin
      data_q <= 1'b1;
    end
    if (read_o) begin
      offset_q <= offset_q + 7'd1;
      last_q <= next_last;
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= read_o;
  end

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // It asks for one healthy direction at a time, and for none twice; grants are answers.
      begin : one_direction_is_asked assert ((request_o & (request_o - 6'd1)) == 6'd0); end
      begin : sent_or_faulty_is_not_asked assert ((request_o & (sent_q | faulty_i)) == 6'd0); end
      begin : grants_are_answers assert ((grant_i & ~request_o) == 6'd0); end
      // A packet moves and leaves only after a grant; it is dropped when no copy is missing.
      begin : moves_after_grant assert (!moves || (state_q == SEND && granted_q)); end
      begin : drops_when_nothing_is_missing
        assert (!drop_o || nothing_due || choice_q != 6'd0);
      end
      begin : reads_inside_packet assert (!read_o || offset_q < length_q); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
