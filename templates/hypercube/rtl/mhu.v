<{ c.banner("Message handling unit: everything one input channel of the router does.") }>
// Contract: accepts frames from its channel, decides by which outputs they leave and shows their
//   flits to these ([Lan88] fig. 6.2). Own frames (from_processor_i = 1) get their Source
//  <% if c.options.fault_tolerant %> and Control<% endif %> here. Two whole messages are buffered for each class; credit_o returns their room.
//   Output N is the delivery to the processor.
// Latency and state: a flit can leave in the cycle after it came; <{ c.buffers.slots }> message slots.
// Not split: it only joins its parts, whose many ports stand one a line.
// Widths: <{ c.topology.dimension }> = n; <{ c.frame.width }> = W; <{ c.buffers.side_bits }> = class number + 3; <{ c.buffers.classes }> = classes; <{ c.topology.dimension * c.buffers.classes }> = n x classes;
//   <{ c.topology.dimension + 1 }> = n + 1; <{ c.buffers.class_bits }> = class number; <{ c.topology.dimension * c.frame.lanes }> = n x fields of a flit.
`default_nettype none

module <{ c.prefix }>mhu (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  input  wire from_processor_i,
<%- if !c.options.lan %>
  input  wire ascending_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] own_dimension_i,
  // Input channel
  input  wire [<{ c.frame.width - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  input  wire [<{ c.buffers.side_bits - 1 }>:0] s_side_i,
  output wire [<{ c.buffers.classes - 1 }>:0] credit_o,
  // Outputs: requests, and the flit that stands
  input  wire [<{ c.topology.dimension * c.buffers.classes - 1 }>:0] room_i,
  output wire [<{ c.topology.dimension }>:0] request_o,
  output wire [<{ c.buffers.class_bits - 1 }>:0] class_o,
<%- if c.buffers.classes > 1 %>
  output wire [<{ c.topology.dimension - 1 }>:0] turns_o,
<%- endif %>
  input  wire [<{ c.topology.dimension }>:0] grant_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] full_i,
  output wire [<{ c.topology.dimension }>:0] move_o,
  output wire [<{ c.frame.width - 1 }>:0] data_o,
  output wire [<{ c.topology.dimension * c.frame.lanes - 1 }>:0] keep_o,
  output wire last_o,
  output wire leave_o,
  output wire controlled_o,
  output wire [<{ c.topology.dimension - 1 }>:0] multicasts_o,
  output wire [<{ c.topology.dimension }>:0] mark_o,
  // Events
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [<{ c.topology.dimension - 1 }>:0] event_source_o,
  output wire [<{ c.topology.dimension - 1 }>:0] event_address_o,
  input  wire event_ready_i
);
<%- if !c.options.lan %>
  // Dimensions that descend after the ascent to here<% if !c.buffers.always_restricted %>, and healthy ones that descend<% endif %>. Addresses are
  // constant<% if !c.buffers.always_restricted %>, and faults while there are messages<% endif %>, so this may be late.
  reg [<{ c.topology.dimension - 1 }>:0] turns_q<% if !c.buffers.always_restricted %>, falling_q<% endif %>;
  always @(posedge clk_i) begin
    turns_q <= ascending_i ? local_address_i : <{ c.topology.dimension }>'d0;
<%- if !c.buffers.always_restricted %>
    falling_q <= local_address_i<% if c.options.fault_tolerant %> & ~faulty_i<% endif %>;
<%- endif %>
  end
<%- if c.buffers.always_restricted %>
  // Healthy dimensions that descend: a header of class 0 asks for them in the cycle in which faults
  // change, so this is not late.
  wire [<{ c.topology.dimension - 1 }>:0] falling = local_address_i<% if c.options.fault_tolerant %> & ~faulty_i<% endif %>;
<%- endif %>
<%- if c.buffers.classes > 1 %>
  assign turns_o = turns_q;
<%- endif %>

<%- endif %>
  // Arriving message.
  wire first, header, drop, filling, unicast, multi, shortens, match, matched, header_flit, write;
  wire ending, ending_bad;
  reg [1:0] ending_q;
  wire decision_ready, parse_event;
  wire [1:0] parse_code;
  wire [<{ c.buffers.slots - 1 }>:0] used;
  wire [<{ c.buffers.slot_bits - 1 }>:0] slot, fill_slot;
  wire [<{ c.topology.dimension - 1 }>:0] source;
<%- if !c.options.fault_tolerant %>
  wire [<{ c.topology.dimension - 1 }>:0] source_here;
<%- endif %>
<%- if c.options.checks_neighbours %>
  wire broadcast;
  wire [<{ c.topology.dimension - 1 }>:0] neighbours;
<%- endif %>
<%- if c.options.fault_tolerant %>
  wire [<{ c.topology.dimension - 1 }>:0] control;
<%- endif %>
<%- if c.frame.counts_flits %>
  wire [<{ c.frame.flit_index_bits - 1 }>:0] flit_index, lookup_flit;
  wire [<{ c.frame.tail_bits - 1 }>:0] tail;
<%- endif %>
  wire [<{ c.buffers.address_bits - 1 }>:0] write_address, fill_address;
  wire [<{ c.buffers.word_bits - 1 }>:0] write_data;
  wire [<{ c.frame.lanes * c.topology.dimension - 1 }>:0] lanes;

  <{ c.prefix }>mhu_input u_input (
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
<%- if c.options.checks_neighbours %>
    .broadcast_o(broadcast),
<%- endif %>
    .shortens_o(shortens),
<%- if c.frame.counts_flits %>
    .tail_o(tail),
<%- endif %>
    .ending_o(ending),
    .ending_bad_o(ending_bad),
    .match_o(match),
    .matched_o(matched),
<%- if c.options.checks_neighbours %>
    .neighbours_o(neighbours),
<%- endif %>
<%- if c.options.fault_tolerant %>
    .control_o(control),
<%- endif %>
<%- if !c.options.fault_tolerant %>
    .source_here_o(source_here),
<%- endif %>
    .source_o(source),
    .header_flit_o(header_flit),
    .lanes_o(lanes),
<%- if c.frame.counts_flits %>
    .flit_index_o(flit_index),
<%- endif %>
    .write_o(write),
    .write_address_o(write_address),
    .fill_address_o(fill_address),
    .write_data_o(write_data),
    .event_valid_o(parse_event),
    .event_code_o(parse_code),
    .event_ready_i(event_ready_i)
  );

  wire [<{ c.frame.rows * c.topology.dimension - 1 }>:0] rows;
  wire [<{ c.frame.rows - 1 }>:0] row_write, report_row;
  wire [<{ c.topology.dimension - 1 }>:0] unicast_vote, report_field;
  <{ c.prefix }>mhu_store u_store (
    .clk_i(clk_i),
    .local_address_i(local_address_i),
    .own_dimension_i(own_dimension_i),
<%- if !c.options.lan %>
    .falling_i(falling<% if !c.buffers.always_restricted %>_q<% endif %>),
<%- endif %>
    .header_flit_i(header_flit),
<%- if c.frame.counts_flits %>
    .flit_index_i(flit_index),
<%- endif %>
    .lanes_i(lanes),
<%- if !c.options.lan && !c.buffers.always_restricted %>
    .class_i(slot[<{ c.buffers.slot_bits - 1 }>:1]),
<%- endif %>
    .write_o(row_write),
    .rows_o(rows),
    .unicast_vote_o(unicast_vote),
    .read_row_i(report_row),
    .read_field_o(report_field)
  );

  wire branch_valid, voted;
<%- if !c.vote.forbidden %>
  wire [<{ c.topology.dimension - 1 }>:0] forbidden;
<%- endif %>
  wire [<{ c.topology.dimension - 1 }>:0] voted_dimension;
  wire [<{ c.frame.rows - 1 }>:0] voted_rows, branch_rows, unroutable;
  <{ c.prefix }>mhu_voter u_voter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(first),
    .write_i(row_write),
    .rows_i(rows),
    .start_i(header && multi),
<%- if c.options.fault_tolerant %>
    .faulty_i(faulty_i<% if !c.vote.forbidden %> | forbidden<% endif %>),
<%- endif %>
    .branch_valid_o(branch_valid),
    .branch_ready_i(1'b1),
    .branch_dimension_o(voted_dimension),
    .branch_rows_o(voted_rows),
    .done_o(voted),
    .unroutable_o(unroutable)
  );
<%- if c.vote.nca %>

  // The rows as voted: a merged branch may choose among the dimensions that its rows share.
  reg [<{ c.frame.rows * c.topology.dimension - 1 }>:0] votes_q;
  integer v;
  always @(posedge clk_i) begin
    for (v = 0; v < <{ c.frame.rows }>; v = v + 1) begin
      if (row_write[v]) votes_q[v*<{ c.topology.dimension }>+:<{ c.topology.dimension }>] <= rows[v*<{ c.topology.dimension }>+:<{ c.topology.dimension }>]<% if c.options.fault_tolerant %> & ~faulty_i<% endif %>;
    end
  end
<%- endif %>

  wire deciding, early, decided, wanted;
  wire [<{ c.topology.dimension - 1 }>:0] branch_dimension;
  wire [<{ c.buffers.slot_bits - 1 }>:0] branch_slot, decided_slot;
  wire [<{ c.topology.dimension }>:0] decided_targets;
  wire [<{ c.topology.dimension - 1 }>:0] decided_unicasts;
<%- if c.frame.counts_flits %>
  wire [<{ c.topology.dimension - 1 }>:0] decided_short_headers, short_headers;
  wire [<{ c.frame.tail_bits - 1 }>:0] decided_tail, next_tail;
  wire decided_local_message;
<%- endif %>
  wire decision_event;
  wire [3:0] decision_code;
  wire [<{ c.topology.dimension - 1 }>:0] decision_source, decision_address;
  <{ c.prefix }>mhu_controller u_controller (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
<%- if c.options.fault_tolerant %>
    .faulty_i(faulty_i),
<%- endif %>
<%- if !c.options.lan %>
<%- if c.vote.nca %>
    .ascending_i(ascending_i),
<%- endif %>
    .turns_i(turns_q),
<%- endif %>
    .own_dimension_i(own_dimension_i),
    .header_i(header),
    .slot_i(slot),
    .filled_slot_i(fill_slot),
    .unicast_i(unicast),
    .multi_i(multi),
    .shortens_i(shortens),
<%- if c.frame.counts_flits %>
    .tail_i(tail),
<%- endif %>
    .match_i(match),
    .matched_i(matched),
    .vote_i(unicast_vote),
<%- if c.options.checks_neighbours %>
    .broadcast_i(broadcast),
    .neighbours_i(neighbours),
<%- endif %>
<%- if c.options.fault_tolerant %>
    .control_i(control),
<%- endif %>
<%- if !c.options.fault_tolerant %>
    .source_here_i(source_here),
<%- endif %>
    .source_i(source),
    .ready_o(decision_ready),
<%- if !c.vote.forbidden %>
    .forbidden_o(forbidden),
<%- endif %>
    .branch_valid_i(branch_valid),
    .branch_dimension_i(voted_dimension),
    .branch_rows_i(voted_rows),
    .done_i(voted),
    .unroutable_i(unroutable),
<%- if c.vote.nca %>
    .votes_i(votes_q),
<%- endif %>
    .branch_rows_o(branch_rows),
    .branch_slot_o(branch_slot),
    .branch_dimension_o(branch_dimension),
    .deciding_o(deciding),
    .early_o(early),
    .decided_o(decided),
    .wanted_o(wanted),
    .decided_slot_o(decided_slot),
    .decided_targets_o(decided_targets),
<%- if c.frame.counts_flits %>
    .decided_short_headers_o(decided_short_headers),
<%- endif %>
    .decided_unicasts_o(decided_unicasts),
<%- if c.frame.counts_flits %>
    .decided_tail_o(decided_tail),
    .decided_local_message_o(decided_local_message),
<%- endif %>
    .report_row_o(report_row),
    .report_field_i(report_field),
    .event_valid_o(decision_event),
    .event_code_o(decision_code),
    .event_source_o(decision_source),
    .event_address_o(decision_address),
    .event_ready_i(event_ready_i && !parse_event)
  );

  wire asking, granted, streaming;
  wire [<{ c.buffers.slot_bits - 1 }>:0] next_slot, sent_slot;
  wire [<{ c.topology.dimension }>:0] targets, rest;
  wire [<{ c.topology.dimension - 1 }>:0] unicasts;
  wire [1:0] sent_ending;
  always @(posedge clk_i) begin
    if (header) ending_q <= {ending_bad, ending};
  end
  wire [<{ c.buffers.slot_codes - 1 }>:0] waiting;
  <{ c.prefix }>mhu_slots u_slots (
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
<%- if c.frame.counts_flits %>
    .decided_short_headers_i(decided_short_headers),
<%- endif %>
    .decided_unicasts_i(decided_unicasts),
<%- if c.frame.counts_flits %>
    .decided_tail_i(decided_tail),
<%- endif %>
    .decided_ending_i(deciding ? ending_q : {ending_bad, ending && from_processor_i}),
    .waiting_o(waiting),
    .targets_slot_i(next_slot),
    .targets_o(targets),
<%- if c.frame.counts_flits %>
    .tail_o(next_tail),
    .short_headers_o(short_headers),
<%- endif %>
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
  assign event_address_o = parse_event ? <{ c.topology.dimension }>'d0 : decision_address;

  wire read;
  wire [<{ c.buffers.address_bits - 1 }>:0] read_address;
  wire [<{ c.buffers.word_bits - 1 }>:0] read_data;
  // What is read in the cycle in which it is written is not used.
  <{ c.prefix }>tee_memory #(
    .WIDTH(<{ c.buffers.word_bits }>),
    .DEPTH(<{ c.buffers.depth }>),
    .ADDRESS(<{ c.buffers.address_bits }>)
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
  wire [<{ c.buffers.slot_bits - 1 }>:0] lookup_slot;
  <{ c.prefix }>mhu_choices u_choices (
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
<%- if c.frame.counts_flits %>
    .lookup_flit_i(lookup_flit),
<%- endif %>
    .keep_o(keep_o)
  );

  <{ c.prefix }>mhu_output u_output (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
<%- if !c.options.lan %>
    .turns_i(turns_q),
<%- endif %>
    .write_i(write),
    .write_data_i(write_data),
    .fill_address_i(fill_address),
    .decided_i(decided && wanted),
    .early_i(early),
    .decided_slot_i(decided_slot),
    .decided_targets_i(decided_targets),
    .decided_first_i(first),
<%- if c.frame.counts_flits %>
    .decided_tail_i(decided_tail),
    .decided_local_message_i(decided_local_message),
<%- endif %>
    .waiting_i(waiting),
    .filling_i(filling),
    .fill_slot_i(fill_slot),
    .next_slot_o(next_slot),
    .next_targets_i(targets),
<%- if c.frame.counts_flits %>
    .next_tail_i(next_tail),
<%- endif %>
    .asking_o(asking),
    .granted_o(granted),
    .rest_o(rest),
    .streaming_o(streaming),
<%- if c.frame.counts_flits %>
    .short_headers_i(short_headers),
<%- endif %>
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
<%- if c.frame.counts_flits %>
    .lookup_flit_o(lookup_flit),
<%- endif %>
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
  reg [<{ c.buffers.slot_bits - 1 }>:0] turn_q;
  reg skipped_q;
  always @(posedge clk_i) begin
    turn_q <= next_slot;
    skipped_q <= rst_ni && waiting[next_slot] && next_slot != sent_slot;
  end

  reg [<{ c.topology.dimension * c.buffers.classes - 1 }>:0] room_q;
  always @(posedge clk_i) room_q <= room_i;

  // Frames of each class that are here, or were, and have not given their room back.
  reg inside_q;
  reg [<{ 2 * c.buffers.classes - 1 }>:0] held_q;
  wire begins = s_axis_tvalid && s_axis_tready && !inside_q;
  integer d, e;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      inside_q <= 1'b0;
      held_q <= <{ 2 * c.buffers.classes }>'d0;
    end else begin
      if (s_axis_tvalid && s_axis_tready) inside_q <= !s_axis_tlast;
      for (e = 0; e < <{ c.buffers.classes }>; e = e + 1) begin
        held_q[2*e+:2] <= held_q[2*e+:2] - {1'b0, credit_o[e]} +
            {1'b0, begins && s_side_i[<{ c.buffers.class_bits - 1 }>:0] == e[<{ c.buffers.class_bits - 1 }>:0]};
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
      for (e = 0; e < <{ c.buffers.classes }>; e = e + 1) begin : room_comes_back_once
        assert (!credit_o[e] || |held_q[2*e+:2]);
      end
      // A copy goes on, over a healthy link that had room in its class.
      begin : nothing_goes_back assert ((request_o[<{ c.topology.dimension - 1 }>:0] & own_dimension_i) == <{ c.topology.dimension }>'d0); end
<%- if c.options.fault_tolerant %>
      begin : nothing_asks_for_fault assert ((request_o[<{ c.topology.dimension - 1 }>:0] & faulty_i) == <{ c.topology.dimension }>'d0); end
<%- endif %>
      for (d = 0; d < <{ c.topology.dimension }>; d = d + 1) begin
        for (e = 0; e < <{ c.buffers.classes }>; e = e + 1) begin : asked_link_had_room
          assert (!request_o[d] || <{ c.extend("class_o", c.buffers.class_bits, 32) }><% if !c.options.lan %> + <{ c.extend("turns_q[d]", 1, 32) }><% endif %> != e ||
              room_q[d*<{ c.buffers.classes }>+e]);
        end
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
