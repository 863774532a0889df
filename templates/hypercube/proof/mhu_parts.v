{{ c.banner("States how mhu shall join its parts.") }}
// Contract: failed_o = 0, whatever the parts say, while a multicast has 1 to M destinations, rows
//   without one show zeros, and decisions raise events 4 and 5: what comes in on the channel goes to
//   slots, store, memory and both ports, each of which is told what concerns it when it makes use of
//   it; no slot but a free one is shown as free. Rows go to the voter, which knows what it shall
//   avoid, branches to the controller, decisions to slots and output port. Both ports learn what
//   waits for them, and read what they ask for; a destination that is reported comes first. What
//   the ports say goes to their links, and events out while they are taken, the channel's first.
`default_nettype none

module proof_mhu_parts (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.n - 1 }}:0] local_address_i,
{%- if c.ft %}
  input  wire [{{ c.n - 1 }}:0] faulty_i,
{%- endif %}
  input  wire from_processor_i,
{%- if !c.lan %}
  input  wire ascending_i,
{%- endif %}
  input  wire [{{ c.n - 1 }}:0] own_dimension_i,
  input  wire [{{ c.w - 1 }}:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  input  wire [{{ c.class_bits - 1 }}:0] s_class_i,
  input  wire [{{ c.n - 1 }}:0] idle_i,
  input  wire [{{ c.n * c.classes - 1 }}:0] room_i,
  input  wire [{{ c.n - 1 }}:0] grant_i,
  input  wire [{{ c.n - 1 }}:0] ready_i,
  input  wire delivery_grant_i,
  input  wire delivery_ready_i,
  input  wire event_ready_i,
  output wire failed_o
);
  localparam N = {{ c.n }};
  localparam M = {{ c.m }};
  localparam LANES = {{ c.lanes }};
  localparam SLOTS = {{ c.slots }};
  localparam CLASS = {{ c.class_bits }};

  wire s_ready, link_last, link_bad, link_first;
  wire brought, brings, brought_last, brought_bad, event_valid;
  wire [{{ c.classes - 1 }}:0] credit;
  wire [N-1:0] request, transfer, event_source, event_address;
  wire [N*CLASS-1:0] class;
  wire [{{ c.w - 1 }}:0] link_data, brought_data;
  wire [3:0] event_code;
  {{ c.p }}mhu u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
{%- if c.ft %}
    .faulty_i(faulty_i),
{%- endif %}
    .from_processor_i(from_processor_i),
{%- if !c.lan %}
    .ascending_i(ascending_i),
{%- endif %}
    .own_dimension_i(own_dimension_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_ready),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser),
    .s_class_i(s_class_i),
    .credit_o(credit),
    .idle_i(idle_i),
    .room_i(room_i),
    .request_o(request),
    .class_o(class),
    .grant_i(grant_i),
    .ready_i(ready_i),
    .transfer_o(transfer),
    .data_o(link_data),
    .last_o(link_last),
    .bad_o(link_bad),
    .first_o(link_first),
    .delivery_request_o(brings),
    .delivery_grant_i(delivery_grant_i),
    .delivery_ready_i(delivery_ready_i),
    .delivery_transfer_o(brought),
    .delivery_data_o(brought_data),
    .delivery_last_o(brought_last),
    .delivery_bad_o(brought_bad),
    .event_valid_o(event_valid),
    .event_code_o(event_code),
    .event_source_o(event_source),
    .event_address_o(event_address),
    .event_ready_i(event_ready_i)
  );

  // The ports of its parts.
{%- include "common/proof/seen.vh" %}

  // The frame that comes. What is dropped has no kind.
  wire kept = input_take_o && !input_drop_o;
{%- if c.has_list %}
  wire list = !input_multicast_o && !input_broadcast_o;
{%- endif %}
{%- if c.counts_flits %}
  wire [{{ c.flit_index_bits - 1 }}:0] flit = input_flit_index_o;
{%- else %}
  wire flit = 1'b0;
{%- endif %}
  // Rows of a multicast that this flit brings; those of lists and broadcasts are not voted on.
  wire names = input_take_o && input_multicast_o;
  wire [M-1:0] here;
{%- for row in c.row_places %}
  assign here[{{ row.index }}] = names && flit == {{ row.flit }} && store_write_o[{{ row.index }}];
{%- endfor %}
  wire decides = controller_branch_write_o || controller_finish_o;
  wire packs = output_copy_row_o != {M{1'b0}};
  wire leaves = transfer != {N{1'b0}};
  wire tells = input_event_valid_o || controller_event_valid_o;
{%- if !c.lan %}

  // Where the unit stands does not change; it may learn so a cycle late.
  reg held_q, ascending_q;
  reg [N-1:0] local_address_q;
  wire known = held_q && ascending_i == ascending_q && local_address_i == local_address_q;
  wire [N-1:0] turns = ascending_i ? local_address_i : {N{1'b0}};
{%- endif %}
{%- if c.nca %}

  // The rows of the last multicast as they were voted, as far as they came.
  reg [M-1:0] voted_q;
  reg [M*N-1:0] votes_q;
{%- endif %}

  integer d, p, v;
  reg legal, bad{% if c.nca %}, astray{% endif %};
  always @* begin
    legal = !input_multicast_o || (input_count_o != 0 && input_count_o <= M);
    bad = 1'b0;
{%- if c.nca %}
    astray = 1'b0;
{%- endif %}
    for (p = 0; p < LANES; p = p + 1) begin
      if (names && input_listed_o[p] && flit * LANES + p > input_count_o) legal = 1'b0;
    end
{%- for row in c.row_places %}
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
{%- if c.counts_flits %}
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
{%- if c.ft && !c.lan %}
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
{%- if c.nca %}
      if (voted_q[v] && controller_votes_i[v*N+:N] != votes_q[v*N+:N]) astray = 1'b1;
{%- endif %}
    end
{%- if c.ft && c.votes_forbidden %}
    if (voter_faulty_i != (faulty_i | own_dimension_i)) bad = 1'b1;
{%- else if c.ft %}
    if (voter_faulty_i != (faulty_i | controller_forbidden_o)) bad = 1'b1;
{%- endif %}
    if (controller_branch_valid_i != voter_branch_valid_o) bad = 1'b1;
    if (voter_branch_valid_o) begin
      if (!voter_branch_ready_i) bad = 1'b1;
      if (controller_branch_dimension_i != voter_branch_dimension_o) bad = 1'b1;
{%- if c.votes_forbidden %}
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
{%- if c.checks_neighbours %}
      if (!input_multicast_o && controller_broadcast_i != input_broadcast_o) bad = 1'b1;
      if (list && controller_neighbours_i != input_neighbours_o) bad = 1'b1;
{%- endif %}
{%- if c.ft %}
      if (!input_multicast_o && controller_control_i != input_control_o) bad = 1'b1;
{%- endif %}
    end
{%- if !c.ft || c.checks_neighbours || c.nca %}
    if (controller_local_address_i != local_address_i) bad = 1'b1;
{%- endif %}
{%- if c.ft %}
    if (controller_faulty_i != faulty_i) bad = 1'b1;
{%- endif %}
    if (controller_own_dimension_i != own_dimension_i) bad = 1'b1;
{%- if c.nca && !c.lan %}
    if (controller_ascending_i != ascending_i) bad = 1'b1;
{%- endif %}
{%- if !c.lan %}
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
{%- if c.ft %}
      if (!input_multicast_o && output_control_i != input_control_o) bad = 1'b1;
{%- endif %}
{%- if c.has_list %}
      if (output_multicast_i != input_multicast_o) bad = 1'b1;
      if (!list && output_next_address_i != input_next_address_o) bad = 1'b1;
{%- else %}
      if (output_next_address_i != input_next_address_o) bad = 1'b1;
{%- endif %}
    end
    if (input_complete_o && output_write_address_i != input_write_address_o) bad = 1'b1;
    if (output_fill_address_i != input_fill_address_o) bad = 1'b1;
{%- if c.has_list %}
    if (output_first_i != input_first_o) bad = 1'b1;
    if (input_first_o && kept) begin
      if (output_slot_i != input_slot_o) bad = 1'b1;
      if (output_multicast_i != input_multicast_o) bad = 1'b1;
      if (output_broadcast_i != input_broadcast_o) bad = 1'b1;
      if (list && output_write_address_i != input_write_address_o) bad = 1'b1;
      // No list that is taken has another length.
      if (list && input_last_o > M && input_last_o <= {{ c.max_list }}) begin
        if (output_last_i != input_last_o) bad = 1'b1;
      end
    end
{%- endif %}
{%- if c.ft %}
    if (output_faulty_i != faulty_i) bad = 1'b1;
{%- if !c.lan %}
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
{%- if !c.lan %}

  // What the unit keeps itself.
  initial held_q = 1'b0;
  always @(posedge clk_i) begin
    held_q <= {% if c.nca %}!rst_ni || !astray{% else %}1'b1{% endif %};
    ascending_q <= ascending_i;
    local_address_q <= local_address_i;
{%- if c.nca %}
    for (v = 0; v < M; v = v + 1) begin
      voted_q[v] <= rst_ni && (store_write_o[v] ? here[v] : voted_q[v] && !input_first_o);
      if (here[v]) begin
        votes_q[v*N+:N] <= store_rows_o[v*N+:N]{% if c.ft %} & ~faulty_i{% endif %};
      end
    end
{%- endif %}
  end
{%- endif %}
  assign failed_o = legal && (bad{% if c.nca %} || (held_q && rst_ni && astray){% endif %});
endmodule

`default_nettype wire
