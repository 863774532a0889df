  always @* begin
    bad = 1'b0;
<%- if c.vote.nca %>
    astray = 1'b0;
<%- endif %>

    // The channel.
    if (s_ready != input_s_axis_tready || input_s_axis_tvalid != s_axis_tvalid) bad = 1'b1;
    if (s_axis_tvalid && input_s_axis_tdata != s_axis_tdata) bad = 1'b1;
    if (s_axis_tvalid && input_s_axis_tlast != s_axis_tlast) bad = 1'b1;
    if (s_axis_tvalid && input_s_axis_tuser != s_axis_tuser) bad = 1'b1;
    if (s_axis_tvalid && input_s_side_i != s_side_i) bad = 1'b1;
    if (input_local_address_i != local_address_i) bad = 1'b1;
    if (input_own_dimension_i != own_dimension_i) bad = 1'b1;
    if (input_from_processor_i != from_processor_i) bad = 1'b1;
    if (input_used_i != slots_used_o || credit != slots_credit_o) bad = 1'b1;
    if (input_decision_ready_i != controller_ready_o) bad = 1'b1;

    // Its slot.
    if (slots_header_i != input_header_o || slots_drop_i != input_drop_o) bad = 1'b1;
    if (slots_filling_i != input_filling_o || output_filling_i != input_filling_o) bad = 1'b1;
    if (slots_filled_slot_i != input_fill_slot_o) bad = 1'b1;
    if (output_fill_slot_i != input_fill_slot_o) bad = 1'b1;
    if (input_header_o || input_drop_o) begin
      if (slots_slot_i != input_slot_o) bad = 1'b1;
    end
    if (slots_own_dimension_i != own_dimension_i) bad = 1'b1;

    // The destinations in its header.
    if (store_header_flit_i != input_header_flit_o) bad = 1'b1;
    if (input_header_flit_o) begin
<%- if c.frame.counts_flits %>
      if (store_flit_index_i != input_flit_index_o) bad = 1'b1;
<%- endif %>
      if (store_lanes_i != input_lanes_o) bad = 1'b1;
<%- if !c.options.lan && !c.buffers.always_restricted %>
      if (store_class_i != input_slot_o / 2) bad = 1'b1;
<%- endif %>
    end
    if (store_local_address_i != local_address_i) bad = 1'b1;
    if (store_own_dimension_i != own_dimension_i) bad = 1'b1;
<%- if !c.options.lan %>
    if (known && store_falling_i != (local_address_i<% if c.options.fault_tolerant %> & ~faulty_i<% endif %>)) bad = 1'b1;
<%- endif %>

    // The flits in the memory.
    if (memory_write_i != input_write_o) bad = 1'b1;
    if (input_write_o) begin
      if (memory_write_address_i != input_write_address_o) bad = 1'b1;
      if (memory_write_data_i != input_write_data_o) bad = 1'b1;
    end

    // The vote.
    if (voter_clear_i != input_first_o) bad = 1'b1;
    if (voter_start_i != (input_header_o && input_multi_o)) bad = 1'b1;
    if (voter_write_i != store_write_o) bad = 1'b1;
    for (v = 0; v < M; v = v + 1) begin
      if (store_write_o[v] && voter_rows_i[v*N+:N] != store_rows_o[v*N+:N]) bad = 1'b1;
<%- if c.vote.nca %>
      if (voted_q[v] && controller_votes_i[v*N+:N] != votes_q[v*N+:N]) astray = 1'b1;
<%- endif %>
    end
<%- if c.options.fault_tolerant && c.vote.forbidden %>
    if (voter_faulty_i != faulty_i) bad = 1'b1;
<%- else if c.options.fault_tolerant %>
    if (voter_faulty_i != (faulty_i | controller_forbidden_o)) bad = 1'b1;
<%- endif %>
    if (controller_branch_valid_i != voter_branch_valid_o) bad = 1'b1;
    if (voter_branch_valid_o) begin
      if (!voter_branch_ready_i) bad = 1'b1;
      if (controller_branch_dimension_i != voter_branch_dimension_o) bad = 1'b1;
    end
    if (controller_branch_rows_i != voter_branch_rows_o) bad = 1'b1;
    if (controller_done_i != voter_done_o) bad = 1'b1;
    if (voter_done_o && controller_unroutable_i != voter_unroutable_o) bad = 1'b1;

    // The decision.
    if (controller_header_i != input_header_o) bad = 1'b1;
<%- if !c.options.fault_tolerant %>
    if (input_header_o && controller_source_here_i != input_source_here_o) bad = 1'b1;
<%- endif %>
    if (input_header_o) begin
      if (controller_slot_i != input_slot_o || controller_shortens_i != input_shortens_o) bad = 1'b1;
<%- if c.frame.counts_flits %>
      if (controller_tail_i != input_tail_o) bad = 1'b1;
<%- endif %>
      if (controller_unicast_i != input_unicast_o) bad = 1'b1;
      if (controller_multi_i != input_multi_o || controller_match_i != input_match_o) bad = 1'b1;
      if (input_unicast_o && controller_vote_i != store_unicast_vote_o) bad = 1'b1;
<%- if c.options.checks_neighbours %>
      if (controller_broadcast_i != input_broadcast_o) bad = 1'b1;
      if (controller_neighbours_i != input_neighbours_o) bad = 1'b1;
<%- endif %>
<%- if c.options.fault_tolerant %>
      if (controller_control_i != input_control_o) bad = 1'b1;
<%- endif %>
    end
    if (controller_filled_slot_i != input_fill_slot_o) bad = 1'b1;
    if (controller_matched_i != input_matched_o) bad = 1'b1;
    if (controller_source_i != input_source_o) bad = 1'b1;
    if (controller_local_address_i != local_address_i) bad = 1'b1;
<%- if c.options.fault_tolerant %>
    if (controller_faulty_i != faulty_i) bad = 1'b1;
<%- endif %>
    if (controller_own_dimension_i != own_dimension_i) bad = 1'b1;
<%- if c.vote.nca && !c.options.lan %>
    if (controller_ascending_i != ascending_i) bad = 1'b1;
<%- endif %>
<%- if !c.options.lan %>
    if (known && (controller_turns_i != turned || output_turns_i != turned)) bad = 1'b1;
    if (known && turns != turned) bad = 1'b1;
<%- endif %>
    if (slots_deciding_i != controller_deciding_o) bad = 1'b1;
    if (slots_decided_i != controller_decided_o) bad = 1'b1;
    if (controller_deciding_o || controller_decided_o) begin
      if (slots_decided_slot_i != controller_decided_slot_o) bad = 1'b1;
    end
    if (controller_deciding_o || controller_decided_o) begin
<%- if c.frame.counts_flits %>
      if (slots_decided_short_headers_i != controller_decided_short_headers_o) bad = 1'b1;
<%- endif %>
      if (slots_decided_unicasts_i != controller_decided_unicasts_o) bad = 1'b1;
    end
    if (controller_decided_o) begin
      if (slots_wanted_i != controller_wanted_o) bad = 1'b1;
      if (slots_decided_targets_i != controller_decided_targets_o) bad = 1'b1;
<%- if c.frame.counts_flits %>
      if (slots_decided_tail_i != controller_decided_tail_o) bad = 1'b1;
<%- endif %>
    end
    if (begun_q && controller_deciding_o && headed_q && slots_decided_ending_i != ending_q) bad = 1'b1;
    if (begun_q && controller_deciding_o && decides_q && !headed_q) begin
      if (slots_decided_ending_i != said_q) bad = 1'b1;
    end
    if (controller_decided_o && !controller_deciding_o) begin
      if (slots_decided_ending_i != {input_ending_bad_o, input_ending_o && from_processor_i}) bad = 1'b1;
    end
    if (output_decided_i != (controller_decided_o && controller_wanted_o)) bad = 1'b1;
    if (output_early_i != controller_early_o) bad = 1'b1;
    if ((controller_decided_o && controller_wanted_o) || controller_early_o) begin
      if (output_decided_slot_i != controller_decided_slot_o) bad = 1'b1;
      if (output_decided_targets_i != controller_decided_targets_o) bad = 1'b1;
      if (output_decided_first_i != input_first_o) bad = 1'b1;
<%- if c.frame.counts_flits %>
      if (output_decided_tail_i != controller_decided_tail_o) bad = 1'b1;
      if (output_decided_local_message_i != controller_decided_local_message_o) bad = 1'b1;
<%- endif %>
    end

    // What is said of the copies that are sent.
    if (output_streaming_o || output_asking_o || |output_request_o) begin
      if (output_unicasts_i != slots_unicasts_o) bad = 1'b1;
<%- if c.frame.counts_flits %>
      if (output_short_headers_i != slots_short_headers_o) bad = 1'b1;
<%- endif %>
      if (from_processor_i && output_ending_i != slots_ending_o) bad = 1'b1;
      if (!from_processor_i && output_ending_i[0]) bad = 1'b1;
    end

    // The link of each destination.
    if (choices_clear_i != input_first_o) bad = 1'b1;
    if (input_first_o) begin
      if (choices_clear_slot_i != input_slot_o || choices_clear_multi_i != input_multi_o) bad = 1'b1;
    end
    if (choices_rows_i != controller_branch_rows_o) bad = 1'b1;
    if (|controller_branch_rows_o) begin
      if (choices_write_slot_i != controller_branch_slot_o) bad = 1'b1;
      if (choices_dimension_i != controller_branch_dimension_o) bad = 1'b1;
    end
    if (output_branch_slot_i != controller_branch_slot_o) bad = 1'b1;
    if (choices_lookup_i != output_lookup_o) bad = 1'b1;
    if (output_lookup_o && choices_lookup_all_i != output_lookup_all_o) bad = 1'b1;
    if (output_lookup_o && !output_lookup_all_o) begin
      if (choices_lookup_slot_i != output_lookup_slot_o) bad = 1'b1;
<%- if c.frame.counts_flits %>
      if (choices_lookup_flit_i != output_lookup_flit_o) bad = 1'b1;
<%- endif %>
    end
    if (keep != choices_keep_o) bad = 1'b1;

    // What the output port learns of the frame, and of the messages that wait.
    if (output_write_i != input_write_o) bad = 1'b1;
    if (input_write_o && output_write_data_i != input_write_data_o) bad = 1'b1;
    if (output_fill_address_i != input_fill_address_o) bad = 1'b1;
    if (output_waiting_i != slots_waiting_o) bad = 1'b1;
    if (slots_targets_slot_i != output_next_slot_o || output_next_targets_i != slots_targets_o) bad = 1'b1;
<%- if c.frame.counts_flits %>
    if (output_next_tail_i != slots_tail_o) bad = 1'b1;
<%- endif %>
    if (slots_asking_i != output_asking_o || slots_granted_i != output_granted_o) bad = 1'b1;
    if (slots_streaming_i != output_streaming_o) bad = 1'b1;
    if (output_asking_o || output_granted_o || output_streaming_o || |output_request_o) begin
      if (slots_sent_slot_i != output_slot_o) bad = 1'b1;
    end
    if (output_asking_o && slots_rest_i != output_rest_o) bad = 1'b1;

    // The flits that it reads and shows.
    if (memory_read_i != output_read_o) bad = 1'b1;
    if (output_read_o && memory_read_address_i != output_read_address_o) bad = 1'b1;
    if (output_read_data_i != memory_read_data_o) bad = 1'b1;
    if (output_room_i != room_i || output_full_i != full_i) bad = 1'b1;
    if (output_grant_i != grant_i || request != output_request_o) bad = 1'b1;
    if (class != output_class_o || moves != output_move_o) bad = 1'b1;
    if (data != output_data_o || last != output_last_o || marks != output_mark_o) bad = 1'b1;
    if (leave_own != output_leave_o) bad = 1'b1;
    if (controlled != output_controlled_o || multicasts != output_multicasts_o) bad = 1'b1;

    // Events. A destination that is reported is read from the newest message.
    if (store_read_row_i != controller_report_row_o) bad = 1'b1;
    if (controller_report_field_i != store_read_field_o) bad = 1'b1;
    if (event_valid != (event_ready_i && tells)) bad = 1'b1;
    if (input_event_valid_o && input_event_ready_i != event_ready_i) bad = 1'b1;
    if (controller_event_valid_o) begin
      if (controller_event_ready_i != (event_ready_i && !input_event_valid_o)) bad = 1'b1;
    end
    if (input_event_valid_o) begin
      if (event_code != {2'd0, input_event_code_o} || event_address != 0) bad = 1'b1;
      if (event_source != local_address_i) bad = 1'b1;
    end else if (controller_event_valid_o) begin
      if (event_code != controller_event_code_o) bad = 1'b1;
      if (event_source != controller_event_source_o) bad = 1'b1;
      if (event_address != controller_event_address_o) bad = 1'b1;
    end
<%- for it in seen %>
<%- if it.is_clock() %>
    if (<{ it.name }> != clk_i) bad = 1'b1;
<%- else if it.is_reset() %>
    if (<{ it.name }> != rst_ni) bad = 1'b1;
<%- endif %>
<%- endfor %>
  end
