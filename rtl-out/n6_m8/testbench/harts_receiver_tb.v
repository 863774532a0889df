// Testbench of the receivers: one of the six gets packets, asks for links and stores.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: plays <+stimuli>/node_0.txt into a receiver as far as credits allow and writes
//   <+trace>, where node d is transmitter d, with the class above the data, and node 6 the store:
//   the header as one word, the data, {delivery is missing, buffer} above. Events are those of
//   node 6, accepted packets of node 0. Above the data bits a played flit has {hold,
//   free transmitters, faulty neighbours, direction, local address, class, the link falls silent,
//   bad}, of which all before the class are those of the epoch. A transmitter that is not free is
//   busy (even direction) or lacks room for the class. With hold, packets come without credit and
//   stored ones stay. Rule 9: data flits are not stored one after the other. Other arguments: as
//   the network's testbench.
`default_nettype none

module harts_receiver_tb;
  localparam W = 32;
  localparam ID = 7;
  localparam CLASSES = 19;
  localparam CLASS = 5;
  localparam BUFFERS = 19;
  localparam BUFFER = 5;
  // Bits of a class or none, of a stored header, and of what a recorded flit carries.
  localparam PLAYED_CLASS = 5;
  localparam WORD = 28;
  localparam PAYLOAD = WORD > W ? WORD : W;
  localparam PLACE = ID + 16;
  localparam PLAYED = W + 2 + PLAYED_CLASS + PLACE;
  localparam SEEN = PAYLOAD + BUFFER + 1;
  localparam [PLAYED_CLASS-1:0] NO_CLASS = CLASSES;
  localparam [CLASSES-1:0] CLASS_0 = 1;
  localparam OFFSET = 7;

  wire clk, rst_n, recording, expired, done, stalled, moved;
  wire [31:0] cycle, epoch;
  wire [8:0] low;
  wire [6:0] unused_faulty, unused_tapped;

  clock_reset u_clock_reset (
    .clk_o(clk),
    .rst_no(rst_n),
    .recording_o(recording),
    .expired_o(expired),
    .cycle_o(cycle)
  );

  wire pending, pausing;
  epoch_control #(.NODES(7)) u_epoch_control (
    .clk_i(clk),
    .rst_ni(rst_n),
    .moved_i(moved || pausing),
    .pending_i(pending),
    .epoch_o(epoch),
    .low_o(low),
    .faulty_o(unused_faulty),
    .tapped_o(unused_tapped),
    .done_o(done),
    .stalled_o(stalled)
  );

  // The place of an epoch is taken before its first packet.
  wire [PLAYED-1:0] next, played;
  reg [31:0] epoch_q;
  reg [PLACE-1:0] place_q;
  always @(posedge clk) begin
    epoch_q <= rst_n ? epoch : 32'hffff_ffff;
    if (epoch_q != epoch) place_q <= next[PLAYED-1-:PLACE];
  end
  wire [ID-1:0] address = place_q[0+:ID];
  wire [2:0] direction = place_q[ID+:3];
  wire [5:0] faulty = place_q[ID+3+:6];
  wire [5:0] available = place_q[ID+9+:6];
  wire hold = place_q[ID+15];

  wire valid, last, start, may_start;
  wire [BUFFERS-1:0] credit;
  frame_player #(.W(PLAYED)) u_player (
    .clk_i(clk),
    .rst_ni(rst_n),
    .node_i(16'd0),
    .epoch_i(epoch),
    .may_start_i(may_start && epoch_q == epoch),
    .next_tdata_o(next),
    .m_axis_tdata(played),
    .m_axis_tvalid(valid),
    .m_axis_tready(1'b1),
    .m_axis_tlast(last),
    .start_o(start),
    .pending_o(pending),
    .pausing_o(pausing)
  );
  link_room #(.CLASSES(CLASSES), .CLASS_BITS(PLAYED_CLASS), .CREDITS(BUFFERS)) u_link_room (
    .clk_i(clk),
    .rst_ni(rst_n),
    .next_class_i(hold ? NO_CLASS : next[W+2+:PLAYED_CLASS]),
    .may_start_o(may_start),
    .start_i(start),
    .class_i(hold ? NO_CLASS : played[W+2+:PLAYED_CLASS]),
    .credit_i(credit)
  );

  reg [6:0] slot_q;
  always @(posedge clk) slot_q <= rst_n ? {slot_q[5:0], slot_q[6]} : 7'd1;

  // What all receivers show, and that of the epoch.
  wire [113:0] all_credit;
  wire [35:0] all_request;
  wire [29:0] all_class;
  wire [5:0] all_cancel;
  wire [5:0] all_move;
  wire [191:0] all_data;
  wire [5:0] all_last;
  wire [5:0] all_bad;
  wire [5:0] all_store_begin;
  wire [5:0] all_store_write;
  wire [41:0] all_store_offset;
  wire [5:0] all_store_end;
  wire [5:0] all_store_bad;
  wire [5:0] all_store_deliver;
  wire [29:0] all_store_buffer;
  wire [167:0] all_store_word;
  wire [5:0] all_event_valid;
  wire [23:0] all_event_code;
  wire store_write = all_store_write[direction];
  wire [OFFSET-1:0] store_offset = all_store_offset[direction*OFFSET+:OFFSET];
  assign credit = all_credit[direction*BUFFERS+:BUFFERS];
  wire [5:0] request = all_request[direction*6+:6];
  wire [CLASS-1:0] link_class = all_class[direction*CLASS+:CLASS];
  wire [BUFFER-1:0] store_buffer = all_store_buffer[direction*BUFFER+:BUFFER];
  wire move = all_move[direction];
  wire [W-1:0] data = all_data[direction*W+:W];
  wire store_begin = all_store_begin[direction];
  wire store_end = all_store_end[direction];

  // Transmitters: one that is granted is taken until the packet ends or is cancelled.
  reg [5:0] taken_q;
  reg [CLASS-1:0] class_q;
  wire [5:0] grant = request & available & ~taken_q;
  wire released = all_cancel[direction] || (move && all_last[direction]);
  always @(posedge clk) begin
    if (!rst_n) taken_q <= 6'd0;
    else taken_q <= grant | (released ? 6'd0 : taken_q);
    if (grant != 6'd0) class_q <= link_class;
  end

  // A stored packet leaves after a while; one that is held, when no more come.
  reg [BUFFERS-1:0] full_q;
  reg [6:0] rest_q;
  wire leaves;
  wire [BUFFERS-1:0] free = leaves && (!hold || rest_q[6]) ? full_q : {BUFFERS{1'b0}};
  back_pressure u_leaves (
    .clk_i(clk),
    .rst_ni(rst_n),
    .node_i(16'd0),
    .low_i(low),
    .ready_o(leaves)
  );
  integer s;
  always @(posedge clk) begin
    if (!rst_n || pending) rest_q <= 7'd0;
    else if (!rest_q[6]) rest_q <= rest_q + 7'd1;
    for (s = 0; s < BUFFERS; s = s + 1) begin
      full_q[s] <= rst_n && ((full_q[s] && !free[s]) ||
          (store_end && store_buffer == s[BUFFER-1:0]));
    end
  end

  wire [5:0] idle;
  wire [6*CLASSES-1:0] room;
  wire [CLASSES-1:0] wanted = CLASS_0 << link_class;
  wire [7*SEEN-1:0] seen;
  wire [6:0] seen_valid, seen_last, seen_bad;
  genvar d;
  generate
    for (d = 0; d < 6; d = d + 1) begin : gen_direction
      wire here = direction == d;
      assign idle[d] = (available[d] || d % 2 != 0) && !taken_q[d];
      assign room[d*CLASSES+:CLASSES] = available[d] || d % 2 == 0 ? wanted : ~wanted;
      assign seen[d*SEEN+:SEEN] = {1'b0, class_q, {PAYLOAD{1'b0}}} |
          {{(SEEN-W){1'b0}}, data};
      assign seen_valid[d] = move && taken_q[d];
      assign seen_last[d] = all_last[direction];
      assign seen_bad[d] = all_bad[direction];

      harts_receiver #(.DIRECTION(d)) u_receiver (
        .clk_i(clk),
        .rst_ni(rst_n),
        .clear_i(1'b0),
        .local_address_i(address),
        .faulty_i(faulty),
        .link_data_i(played[W-1:0]),
        .link_valid_i(valid && here),
        .link_last_i(last && !played[W+1]),
        .link_bad_i(last && played[W] && !played[W+1]),
        .credit_o(all_credit[d*19+:19]),
        .idle_i(idle),
        .room_i(room),
        .request_o(all_request[d*6+:6]),
        .class_o(all_class[d*5+:5]),
        .grant_i(here ? grant : 6'd0),
        .cancel_o(all_cancel[d]),
        .tick_i(slot_q[0]),
        .move_o(all_move[d]),
        .data_o(all_data[d*32+:32]),
        .last_o(all_last[d]),
        .bad_o(all_bad[d]),
        .store_begin_o(all_store_begin[d]),
        .store_write_o(all_store_write[d]),
        .store_offset_o(all_store_offset[d*7+:7]),
        .store_end_o(all_store_end[d]),
        .store_bad_o(all_store_bad[d]),
        .store_deliver_o(all_store_deliver[d]),
        .store_buffer_o(all_store_buffer[d*5+:5]),
        .store_word_o(all_store_word[d*28+:28]),
        .free_i(here ? free : {BUFFERS{1'b0}}),
        .event_valid_o(all_event_valid[d]),
        .event_code_o(all_event_code[d*4+:4])
      );
    end
  endgenerate

  assign seen_valid[6] = store_begin || store_write || store_end;
  assign seen_last[6] = store_end;
  assign seen_bad[6] = store_end && all_store_bad[direction];
  assign seen[6*SEEN+:SEEN] =
      {store_end && all_store_deliver[direction], store_buffer, {PAYLOAD{1'b0}}} |
      (store_begin ? {{(SEEN-WORD){1'b0}}, all_store_word[direction*WORD+:WORD]} :
       store_write ? {{(SEEN-W){1'b0}}, data} : {SEEN{1'b0}});

  reg [OFFSET-1:0] offset_q;
  always @(posedge clk) begin
    if (!rst_n || store_begin) offset_q <= {OFFSET{1'b0}};
    else if (store_write) offset_q <= store_offset + 7'd1;
  end
  wire misplaced = rst_n && store_write && store_offset != offset_q;

  trace_recorder #(
    .NODES(7),
    .LINKS(1),
    .EVENT_BITS(4),
    .W(SEEN)
  ) u_trace_recorder (
    .clk_i(clk),
    .rst_ni(rst_n),
    .recording_i(recording),
    .cycle_i(cycle),
    .epoch_i(epoch),
    .done_i(done),
    .stalled_i(stalled),
    .expired_i(expired),
    .rule_i({misplaced ? 4'd9 : 4'd0, 24'd0}),
    .s_axis_tvalid({6'd0, valid}),
    .s_axis_tready(7'h7f),
    .s_axis_tlast({6'd0, last}),
    .m_axis_tdata(seen),
    .m_axis_tvalid(seen_valid),
    .m_axis_tready(7'h7f),
    .m_axis_tlast(seen_last),
    .m_axis_tuser(seen_bad),
    .link_start_i(7'd0),
    .event_valid_i({all_event_valid[direction], 6'd0}),
    .event_i({all_event_code[direction*4+:4], 24'd0}),
    .moved_o(moved)
  );
endmodule

`default_nettype wire
