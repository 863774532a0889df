// Message handling unit: everything one input channel of the router does.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: accepts frames from its channel, decides by which outputs they leave and shows their
//   flits to these ([Lan88] fig. 6.2). Own frames (from_processor_i = 1) get their Source
//   and Control here. Two whole messages are buffered for each class; credit_o returns their room.
//   Output N is the delivery to the processor.
// Latency and state: a flit can leave in the cycle after it came; 6 message slots.
// Not split: it only joins its parts, whose many ports stand one a line.
// Widths: 6 = n; 32 = W; 5 = class number + 3; 3 = classes; 18 = n x classes;
//   7 = n + 1; 2 = class number; 30 = n x fields of a flit.
// Registers without a reset: turns_q, falling_q, ending_q.
`default_nettype none

module mhu (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [5:0] local_address_i,
  input  wire [5:0] faulty_i,
  input  wire from_processor_i,
  input  wire ascending_i,
  input  wire [5:0] own_dimension_i,
  // Input channel
  input  wire [31:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  input  wire [4:0] s_side_i,
  output wire [2:0] credit_o,
  // Outputs: requests, and the flit that stands
  input  wire [17:0] room_i,
  output wire [6:0] request_o,
  output wire [1:0] class_o,
  output wire [5:0] turns_o,
  input  wire [6:0] grant_i,
  input  wire [5:0] full_i,
  output wire [6:0] move_o,
  output wire [31:0] data_o,
  output wire [29:0] keep_o,
  output wire last_o,
  output wire leave_o,
  output wire controlled_o,
  output wire [5:0] multicasts_o,
  output wire [6:0] mark_o,
  // Events
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [5:0] event_source_o,
  output wire [5:0] event_address_o,
  input  wire event_ready_i
);
  // Dimensions that descend after the ascent to here, and healthy ones that descend. Addresses are
  // constant, and faults while there are messages, so this may be late.
  reg [5:0] turns_q, falling_q;
  always @(posedge clk_i) begin
    turns_q <= ascending_i ? local_address_i : 6'd0;
    falling_q <= local_address_i & ~faulty_i;
  end
  assign turns_o = turns_q;
  // Arriving message.
  wire first, header, drop, filling, unicast, multi, shortens, match, matched, header_flit, write;
  wire ending, ending_bad;
  reg [1:0] ending_q;
  wire decision_ready, parse_event;
  wire [1:0] parse_code;
  wire [5:0] used;
  wire [2:0] slot, fill_slot;
  wire [5:0] source;
  wire broadcast;
  wire [5:0] neighbours;
  wire [5:0] control;
  wire [1:0] flit_index, lookup_flit;
  wire [0:0] tail;
  wire [8:0] write_address, fill_address;
  wire [35:0] write_data;
  wire [29:0] lanes;

  mhu_input u_input (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
    .from_processor_i(from_processor_i),
    .own_dimension_i(own_dimension_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser),
    .s_side_i(s_side_i),
    .used_i(used),
    .decision_ready_i(decision_ready),
    .first_o(first),
    .header_o(header),
    .drop_o(drop),
    .filling_o(filling),
    .slot_o(slot),
    .fill_slot_o(fill_slot),
    .unicast_o(unicast),
    .multi_o(multi),
    .broadcast_o(broadcast),
    .shortens_o(shortens),
    .tail_o(tail),
    .ending_o(ending),
    .ending_bad_o(ending_bad),
    .match_o(match),
    .matched_o(matched),
    .neighbours_o(neighbours),
    .control_o(control),
    .source_o(source),
    .header_flit_o(header_flit),
    .lanes_o(lanes),
    .flit_index_o(flit_index),
    .write_o(write),
    .write_address_o(write_address),
    .fill_address_o(fill_address),
    .write_data_o(write_data),
    .event_valid_o(parse_event),
    .event_code_o(parse_code),
    .event_ready_i(event_ready_i)
  );

  wire [47:0] rows;
  wire [7:0] row_write, report_row;
  wire [5:0] unicast_vote, report_field;
  mhu_store u_store (
    .clk_i(clk_i),
    .local_address_i(local_address_i),
    .own_dimension_i(own_dimension_i),
    .falling_i(falling_q),
    .header_flit_i(header_flit),
    .flit_index_i(flit_index),
    .lanes_i(lanes),
    .class_i(slot[2:1]),
    .write_o(row_write),
    .rows_o(rows),
    .unicast_vote_o(unicast_vote),
    .read_row_i(report_row),
    .read_field_o(report_field)
  );

  wire branch_valid, voted;
  wire [5:0] forbidden;
  wire [5:0] voted_dimension;
  wire [7:0] voted_rows, branch_rows, unroutable;
  mhu_voter u_voter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(first),
    .write_i(row_write),
    .rows_i(rows),
    .start_i(header && multi),
    .faulty_i(faulty_i | forbidden),
    .branch_valid_o(branch_valid),
    .branch_ready_i(1'b1),
    .branch_dimension_o(voted_dimension),
    .branch_rows_o(voted_rows),
    .done_o(voted),
    .unroutable_o(unroutable)
  );

  wire deciding, early, decided, wanted;
  wire [5:0] branch_dimension;
  wire [2:0] branch_slot, decided_slot;
  wire [6:0] decided_targets;
  wire [5:0] decided_unicasts;
  wire [5:0] decided_short_headers, short_headers;
  wire [0:0] decided_tail, next_tail;
  wire decided_local_message;
  wire decision_event;
  wire [3:0] decision_code;
  wire [5:0] decision_source, decision_address;
  mhu_controller u_controller (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
    .faulty_i(faulty_i),
    .turns_i(turns_q),
    .own_dimension_i(own_dimension_i),
    .header_i(header),
    .slot_i(slot),
    .filled_slot_i(fill_slot),
    .unicast_i(unicast),
    .multi_i(multi),
    .shortens_i(shortens),
    .tail_i(tail),
    .match_i(match),
    .matched_i(matched),
    .vote_i(unicast_vote),
    .broadcast_i(broadcast),
    .neighbours_i(neighbours),
    .control_i(control),
    .source_i(source),
    .ready_o(decision_ready),
    .forbidden_o(forbidden),
    .branch_valid_i(branch_valid),
    .branch_dimension_i(voted_dimension),
    .branch_rows_i(voted_rows),
    .done_i(voted),
    .unroutable_i(unroutable),
    .branch_rows_o(branch_rows),
    .branch_slot_o(branch_slot),
    .branch_dimension_o(branch_dimension),
    .deciding_o(deciding),
    .early_o(early),
    .decided_o(decided),
    .wanted_o(wanted),
    .decided_slot_o(decided_slot),
    .decided_targets_o(decided_targets),
    .decided_short_headers_o(decided_short_headers),
    .decided_unicasts_o(decided_unicasts),
    .decided_tail_o(decided_tail),
    .decided_local_message_o(decided_local_message),
    .report_row_o(report_row),
    .report_field_i(report_field),
    .event_valid_o(decision_event),
    .event_code_o(decision_code),
    .event_source_o(decision_source),
    .event_address_o(decision_address),
    .event_ready_i(event_ready_i && !parse_event)
  );

  wire asking, granted, streaming;
  wire [2:0] next_slot, sent_slot;
  wire [6:0] targets, rest;
  wire [5:0] unicasts;
  wire [1:0] sent_ending;
  always @(posedge clk_i) begin
    if (header) ending_q <= {ending_bad, ending};
  end
  wire [7:0] waiting;
  mhu_slots u_slots (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .own_dimension_i(own_dimension_i),
    .header_i(header),
    .drop_i(drop),
    .filling_i(filling),
    .slot_i(slot),
    .filled_slot_i(fill_slot),
    .used_o(used),
    .credit_o(credit_o),
    .deciding_i(deciding),
    .decided_i(decided),
    .wanted_i(wanted),
    .decided_slot_i(decided_slot),
    .decided_targets_i(decided_targets),
    .decided_short_headers_i(decided_short_headers),
    .decided_unicasts_i(decided_unicasts),
    .decided_tail_i(decided_tail),
    .decided_ending_i(deciding ? ending_q : {ending_bad, ending && from_processor_i}),
    .waiting_o(waiting),
    .targets_slot_i(next_slot),
    .targets_o(targets),
    .tail_o(next_tail),
    .short_headers_o(short_headers),
    .unicasts_o(unicasts),
    .ending_o(sent_ending),
    .asking_i(asking),
    .granted_i(granted),
    .rest_i(rest),
    .streaming_i(streaming),
    .sent_slot_i(sent_slot)
  );

  // The parser's events go first; they are about own frames or a broken neighbour. An event shows
  // only while it is taken.
  assign event_valid_o = event_ready_i && (parse_event || decision_event);
  assign event_code_o = parse_event ? {2'd0, parse_code} : decision_code;
  assign event_source_o = parse_event ? local_address_i : decision_source;
  assign event_address_o = parse_event ? 6'd0 : decision_address;

  wire read;
  wire [8:0] read_address;
  wire [35:0] read_data;
  // What is read in the cycle in which it is written is not used.
  tee_memory #(
    .WIDTH(36),
    .DEPTH(480),
    .ADDRESS(9)
  ) u_data_buffer (
    .clk_i(clk_i),
    .write_i(write),
    .write_address_i(write_address),
    .write_data_i(write_data),
    .read_i(read),
    .read_address_i(read_address),
    .read_data_o(read_data)
  );

  wire lookup, lookup_all;
  wire [2:0] lookup_slot;
  mhu_choices u_choices (
    .clk_i(clk_i),
    .clear_i(first),
    .clear_multi_i(multi),
    .clear_slot_i(slot),
    .write_slot_i(branch_slot),
    .dimension_i(branch_dimension),
    .rows_i(branch_rows),
    .lookup_i(lookup),
    .lookup_all_i(lookup_all),
    .lookup_slot_i(lookup_slot),
    .lookup_flit_i(lookup_flit),
    .keep_o(keep_o)
  );

  mhu_output u_output (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .turns_i(turns_q),
    .write_i(write),
    .write_data_i(write_data),
    .fill_address_i(fill_address),
    .decided_i(decided && wanted),
    .early_i(early),
    .decided_slot_i(decided_slot),
    .decided_targets_i(decided_targets),
    .decided_first_i(first),
    .decided_tail_i(decided_tail),
    .decided_local_message_i(decided_local_message),
    .waiting_i(waiting),
    .filling_i(filling),
    .fill_slot_i(fill_slot),
    .next_slot_o(next_slot),
    .next_targets_i(targets),
    .next_tail_i(next_tail),
    .asking_o(asking),
    .granted_o(granted),
    .rest_o(rest),
    .streaming_o(streaming),
    .short_headers_i(short_headers),
    .unicasts_i(unicasts),
    .ending_i(sent_ending & {2{from_processor_i}}),
    .slot_o(sent_slot),
    .read_o(read),
    .read_address_o(read_address),
    .read_data_i(read_data),
    .branch_slot_i(branch_slot),
    .lookup_o(lookup),
    .lookup_all_o(lookup_all),
    .lookup_slot_o(lookup_slot),
    .lookup_flit_o(lookup_flit),
    .room_i(room_i),
    .request_o(request_o),
    .class_o(class_o),
    .grant_i(grant_i),
    .full_i(full_i),
    .move_o(move_o),
    .data_o(data_o),
    .last_o(last_o),
    .leave_o(leave_o),
    .controlled_o(controlled_o),
    .multicasts_o(multicasts_o),
    .mark_o(mark_o)
  );

`ifdef TEECAST_ASSERT
  // Who was served last, and whether it waited and did not get it.
  reg [2:0] turn_q;
  reg skipped_q;
  always @(posedge clk_i) begin
    turn_q <= next_slot;
    skipped_q <= rst_ni && waiting[next_slot] && next_slot != sent_slot;
  end

  reg [17:0] room_q;
  always @(posedge clk_i) room_q <= room_i;

  // Frames of each class that are here, or were, and have not given their room back.
  reg inside_q;
  reg [5:0] held_q;
  wire begins = s_axis_tvalid && s_axis_tready && !inside_q;
  integer d, e;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      inside_q <= 1'b0;
      held_q <= 6'd0;
    end else begin
      if (s_axis_tvalid && s_axis_tready) inside_q <= !s_axis_tlast;
      for (e = 0; e < 3; e = e + 1) begin
        held_q[2*e+:2] <= held_q[2*e+:2] - {1'b0, credit_o[e]} +
            {1'b0, begins && s_side_i[1:0] == e[1:0]};
      end
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      // The pointer leaves a waiting message only when it asks.
      begin : pointer_leaves_when_it_asks
        assert (!skipped_q || next_slot == turn_q || turn_q == sent_slot);
      end
      // Room comes back once for each frame.
      for (e = 0; e < 3; e = e + 1) begin : room_comes_back_once
        assert (!credit_o[e] || |held_q[2*e+:2]);
      end
      // A copy goes on, over a healthy link that had room in its class.
      begin : nothing_goes_back assert ((request_o[5:0] & own_dimension_i) == 6'd0); end
      begin : nothing_asks_for_fault assert ((request_o[5:0] & faulty_i) == 6'd0); end
      for (d = 0; d < 6; d = d + 1) begin
        for (e = 0; e < 3; e = e + 1) begin : asked_link_had_room
          assert (!request_o[d] || {30'd0, class_o} + {31'd0, turns_q[d]} != e ||
              room_q[d*3+e]);
        end
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
