  always @* begin
    legal = !input_multicast_o || (input_count_o != 0 && input_count_o <= M);
    bad = 1'b0;
{%- if c.vote.nca %}
    astray = 1'b0;
{%- endif %}
    for (p = 0; p < LANES; p = p + 1) begin
      if (names && input_listed_o[p] && flit * LANES + p > input_count_o) legal = 1'b0;
    end
{%- for row in c.frame.row_places %}
    if (!input_listed_o[{{ row.lane }}] && store_rows_o[{{ row.index }}*N+:N] != 0) legal = 1'b0;
{%- endfor %}
    if (controller_event_code_o != 4 && controller_event_code_o != 5) legal = 1'b0;

    // The channel.
    if (s_ready != input_s_axis_tready || input_s_axis_tvalid != s_axis_tvalid) bad = 1'b1;
    if (s_axis_tvalid && input_s_axis_tdata != s_axis_tdata) bad = 1'b1;
    if (s_axis_tvalid && input_s_axis_tlast != s_axis_tlast) bad = 1'b1;
    if (s_axis_tvalid && input_s_axis_tuser != s_axis_tuser) bad = 1'b1;
    if (s_axis_tvalid && input_s_class_i != s_class_i) bad = 1'b1;
    if (input_local_address_i != local_address_i) bad = 1'b1;
    if (input_from_processor_i != from_processor_i) bad = 1'b1;
    if (input_used_i != slots_used_o || credit != slots_credit_o) bad = 1'b1;
    if (input_decision_ready_i != controller_ready_o) bad = 1'b1;

    // Its slot.
    if (slots_header_i != input_header_o || slots_drop_i != input_drop_o) bad = 1'b1;
    if (slots_complete_i != input_complete_o) bad = 1'b1;
    if (input_header_o || input_drop_o || input_complete_o) begin
      if (slots_slot_i != input_slot_o) bad = 1'b1;
    end
    if (input_header_o && slots_match_i != input_match_o) bad = 1'b1;
    if (slots_own_dimension_i != own_dimension_i) bad = 1'b1;

    // The destinations in its header.
    if (store_take_i != input_take_o) bad = 1'b1;
    if (input_take_o) begin
{%- if c.frame.counts_flits %}
      if (store_flit_index_i != flit) bad = 1'b1;
{%- endif %}
      if (store_slot_i != input_slot_o || store_listed_i != input_listed_o) bad = 1'b1;
    end
    for (p = 0; p < LANES; p = p + 1) begin
      if (input_take_o && input_listed_o[p]) begin
        if (store_lanes_i[p*N+:N] != s_axis_tdata[p*N+:N]) bad = 1'b1;
      end
    end
    if (store_local_address_i != local_address_i) bad = 1'b1;
{%- if c.options.fault_tolerant && !c.options.lan %}
    if (store_faulty_i != faulty_i) bad = 1'b1;
{%- endif %}

    // The flits in the memory.
    if (memory_write_i != input_write_o) bad = 1'b1;
    if (input_write_o) begin
      if (memory_write_address_i != input_write_address_o) bad = 1'b1;
      if (memory_write_data_i != input_write_data_o) bad = 1'b1;
    end

    // The vote.
    if (voter_clear_i != input_first_o) bad = 1'b1;
    if (voter_start_i != (input_header_o && input_multicast_o)) bad = 1'b1;
    if ((names || !input_take_o) && voter_write_i != store_write_o) bad = 1'b1;
    for (v = 0; v < M; v = v + 1) begin
      if (here[v] && voter_rows_i[v*N+:N] != store_rows_o[v*N+:N]) bad = 1'b1;
{%- if c.vote.nca %}
      if (voted_q[v] && controller_votes_i[v*N+:N] != votes_q[v*N+:N]) astray = 1'b1;
{%- endif %}
    end
{%- if c.options.fault_tolerant && c.vote.forbidden %}
    if (voter_faulty_i != (faulty_i | own_dimension_i)) bad = 1'b1;
{%- else if c.options.fault_tolerant %}
    if (voter_faulty_i != (faulty_i | controller_forbidden_o)) bad = 1'b1;
{%- endif %}
    if (controller_branch_valid_i != voter_branch_valid_o) bad = 1'b1;
    if (voter_branch_valid_o) begin
      if (!voter_branch_ready_i) bad = 1'b1;
      if (controller_branch_dimension_i != voter_branch_dimension_o) bad = 1'b1;
{%- if c.vote.forbidden %}
      if (controller_branch_rows_i != voter_branch_rows_o) bad = 1'b1;
{%- endif %}
    end
    if (controller_done_i != voter_done_o) bad = 1'b1;
    if (voter_done_o && controller_unroutable_i != voter_unroutable_o) bad = 1'b1;

    // The decision.
    if (controller_header_i != input_header_o) bad = 1'b1;
    if (input_header_o) begin
      if (controller_slot_i != input_slot_o || controller_source_i != input_source_o) bad = 1'b1;
      if (controller_multicast_i != input_multicast_o) bad = 1'b1;
      if (input_multicast_o && controller_single_i != (input_count_o == 1)) bad = 1'b1;
{%- if c.options.checks_neighbours %}
      if (!input_multicast_o && controller_broadcast_i != input_broadcast_o) bad = 1'b1;
      if (list && controller_neighbours_i != input_neighbours_o) bad = 1'b1;
{%- endif %}
{%- if c.options.fault_tolerant %}
      if (!input_multicast_o && controller_control_i != input_control_o) bad = 1'b1;
{%- endif %}
    end
{%- if !c.options.fault_tolerant || c.options.checks_neighbours || c.vote.nca %}
    if (controller_local_address_i != local_address_i) bad = 1'b1;
{%- endif %}
{%- if c.options.fault_tolerant %}
    if (controller_faulty_i != faulty_i) bad = 1'b1;
{%- endif %}
    if (controller_own_dimension_i != own_dimension_i) bad = 1'b1;
{%- if c.vote.nca && !c.options.lan %}
    if (controller_ascending_i != ascending_i) bad = 1'b1;
{%- endif %}
{%- if !c.options.lan %}
    if (known && (controller_turns_i != turns || output_turns_i != turns)) bad = 1'b1;
{%- endif %}
    if (slots_finish_i != controller_finish_o) bad = 1'b1;
    if (controller_finish_o) begin
      if (slots_decide_slot_i != controller_branch_slot_o) bad = 1'b1;
      if (slots_wanted_i != controller_wanted_o) bad = 1'b1;
      if (controller_wanted_o && slots_branches_i != controller_branches_o) bad = 1'b1;
    end
    if (output_finish_i != controller_finish_o) bad = 1'b1;
    if (output_branch_write_i != controller_branch_write_o) bad = 1'b1;
    if (controller_branch_write_o) begin
      if (output_branch_dimension_i != controller_branch_dimension_o) bad = 1'b1;
      if (output_branch_rows_i != voter_branch_rows_o) bad = 1'b1;
    end
    if (decides && output_branch_slot_i != controller_branch_slot_o) bad = 1'b1;
    if (decides && output_branches_i != controller_branches_o) bad = 1'b1;

    // What the output port learns of the frame.
    if (output_header_i != input_header_o || output_complete_i != input_complete_o) bad = 1'b1;
    if ((input_header_o || input_complete_o) && output_slot_i != input_slot_o) bad = 1'b1;
    if (input_header_o) begin
      if (output_source_i != input_source_o || output_no_data_i != input_no_data_o) bad = 1'b1;
      if (input_no_data_o && output_bad_i != input_bad_o) bad = 1'b1;
      if (output_broadcast_i != input_broadcast_o) bad = 1'b1;
{%- if c.options.fault_tolerant %}
      if (!input_multicast_o && output_control_i != input_control_o) bad = 1'b1;
{%- endif %}
{%- if c.options.has_list %}
      if (output_multicast_i != input_multicast_o) bad = 1'b1;
      if (!list && output_next_address_i != input_next_address_o) bad = 1'b1;
{%- else %}
      if (output_next_address_i != input_next_address_o) bad = 1'b1;
{%- endif %}
    end
    if (input_complete_o && output_write_address_i != input_write_address_o) bad = 1'b1;
    if (output_fill_address_i != input_fill_address_o) bad = 1'b1;
{%- if c.options.has_list %}
    if (output_first_i != input_first_o) bad = 1'b1;
    if (input_first_o && kept) begin
      if (output_slot_i != input_slot_o) bad = 1'b1;
      if (output_multicast_i != input_multicast_o) bad = 1'b1;
      if (output_broadcast_i != input_broadcast_o) bad = 1'b1;
      if (list && output_write_address_i != input_write_address_o) bad = 1'b1;
      // No list that is taken has another length.
      if (list && input_last_o > M && input_last_o <= {{ c.frame.max_list }}) begin
        if (output_last_i != input_last_o) bad = 1'b1;
      end
    end
{%- endif %}
{%- if c.options.fault_tolerant %}
    if (output_faulty_i != faulty_i) bad = 1'b1;
{%- if !c.options.lan %}
    if (output_local_address_i != local_address_i) bad = 1'b1;
{%- endif %}
{%- endif %}

    // The messages that wait for links.
    if (output_waiting_i[SLOTS-1:0] != slots_waiting_o[SLOTS-1:0]) bad = 1'b1;
    if (output_complete_slots_i[SLOTS-1:0] != slots_complete_o[SLOTS-1:0]) bad = 1'b1;
    if (slots_want_slot_i != output_next_slot_o || output_want_i != slots_want_o) bad = 1'b1;
    if (slots_asked_i != output_asked_o || slots_granted_i != output_granted_o) bad = 1'b1;
    if (output_asked_o || output_granted_o) begin
      if (slots_asked_slot_i != output_asked_slot_o || slots_rest_i != output_rest_o) bad = 1'b1;
    end
    if (slots_end_i != output_end_o) bad = 1'b1;
    if (output_end_o && slots_end_slot_i != output_end_slot_o) bad = 1'b1;

    // Their headers: a destination that is reported goes first.
    if (output_copy_wait_i != controller_report_o) bad = 1'b1;
    if (controller_report_o) begin
      if (store_read_slot_i != controller_branch_slot_o) bad = 1'b1;
      if (store_read_row_i != controller_report_row_o) bad = 1'b1;
      if (controller_report_field_i != store_read_field_o) bad = 1'b1;
    end else if (packs) begin
      if (store_read_slot_i != output_copy_slot_o) bad = 1'b1;
      if (store_read_row_i != output_copy_row_o) bad = 1'b1;
      if (output_copy_field_i != store_read_field_o) bad = 1'b1;
    end

    // Their data, and the links.
    if (memory_link_read_i != output_read_o) bad = 1'b1;
    if (output_read_o && memory_link_address_i != output_read_address_o) bad = 1'b1;
    if (output_read_data_i != memory_link_data_o) bad = 1'b1;
    if (output_idle_i != idle_i || output_room_i != room_i) bad = 1'b1;
    if (output_grant_i != grant_i || output_ready_i != ready_i) bad = 1'b1;
    if (request != output_request_o || transfer != output_transfer_o) bad = 1'b1;
    for (d = 0; d < N; d = d + 1) begin
      if (request[d] && class[d*CLASS+:CLASS] != output_class_o[d*CLASS+:CLASS]) bad = 1'b1;
    end
    if (leaves && (link_data != output_data_o || link_first != output_first_o)) bad = 1'b1;
    if (leaves && (link_last != output_last_o || link_bad != output_bad_o)) bad = 1'b1;

    // The delivery.
    if (exit_header_i != input_header_o) bad = 1'b1;
    if (exit_complete_i != input_complete_o) bad = 1'b1;
    if ((input_header_o || input_complete_o) && exit_slot_i != input_slot_o) bad = 1'b1;
    if (input_header_o) begin
      if (exit_source_i != input_source_o) bad = 1'b1;
      if (exit_no_data_i != input_no_data_o) bad = 1'b1;
      if (input_no_data_o && exit_bad_i != input_bad_o) bad = 1'b1;
      if (exit_next_address_i != input_next_address_o) bad = 1'b1;
    end
    if (input_complete_o && exit_write_address_i != input_write_address_o) bad = 1'b1;
    if (exit_fill_address_i != input_fill_address_o) bad = 1'b1;
    if (exit_deliver_i[SLOTS-1:0] != slots_deliver_o[SLOTS-1:0]) bad = 1'b1;
    if (exit_complete_slots_i[SLOTS-1:0] != slots_complete_o[SLOTS-1:0]) bad = 1'b1;
    if (slots_delivered_i != exit_delivered_o) bad = 1'b1;
    if (exit_delivered_o && slots_delivered_slot_i != exit_delivered_slot_o) bad = 1'b1;
    if (memory_delivery_read_i != exit_read_o) bad = 1'b1;
    if (exit_read_o) begin
      if (memory_delivery_clear_i != exit_clear_o) bad = 1'b1;
      if (!exit_clear_o && memory_delivery_address_i != exit_read_address_o) bad = 1'b1;
    end
    if (exit_read_data_i != memory_delivery_data_o) bad = 1'b1;
    if (exit_grant_i != delivery_grant_i || exit_ready_i != delivery_ready_i) bad = 1'b1;
    if (brings != exit_request_o || brought != exit_transfer_o) bad = 1'b1;
    // Who brings nothing shows zeros.
    if (brought_data != exit_data_o) bad = 1'b1;
    if (brought && (brought_last != exit_last_o || brought_bad != exit_bad_o)) bad = 1'b1;

    // Events.
    if (event_valid != (event_ready_i && tells)) bad = 1'b1;
    if (input_event_valid_o && input_event_ready_i != event_ready_i) bad = 1'b1;
    if (controller_event_valid_o) begin
      if (controller_event_ready_i != (event_ready_i && !input_event_valid_o)) bad = 1'b1;
    end
    if (!event_ready_i) begin
      if (event_code != 0 || event_source != 0 || event_address != 0) bad = 1'b1;
    end else if (input_event_valid_o) begin
      if (event_code != {2'd0, input_event_code_o} || event_address != 0) bad = 1'b1;
      if (event_source != local_address_i) bad = 1'b1;
    end else if (controller_event_valid_o) begin
      if (event_code != controller_event_code_o) bad = 1'b1;
      if (event_source != controller_event_source_o) bad = 1'b1;
      if (event_address != controller_event_address_o) bad = 1'b1;
    end
{%- for it in seen %}
{%- if it.is_clock() %}
    if ({{ it.name }} != clk_i) bad = 1'b1;
{%- else if it.is_reset() %}
    if ({{ it.name }} != rst_ni) bad = 1'b1;
{%- endif %}
{%- endfor %}
  end
