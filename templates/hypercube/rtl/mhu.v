{{ c.banner("Message handling unit: everything one input channel of the router does.") }}
// Contract: accepts frames from its channel, decides their branches and hands the copies to the
//   output gateways ([Lan88] fig. 6.2). Own frames (from_processor_i = 1) get their Source
//  {% if c.options.fault_tolerant %} and Control{% endif %} here. Two whole messages are buffered for each class; credit_o returns their room.
// Latency and state: a one-flit header is at the link register four cycles after it was taken;
//   {{ c.buffers.slots }} message slots.
`default_nettype none

module {{ c.prefix }}mhu (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.topology.dimension - 1 }}:0] local_address_i,
{%- if c.options.fault_tolerant %}
  input  wire [{{ c.topology.dimension - 1 }}:0] faulty_i,
{%- endif %}
  input  wire from_processor_i,
{%- if !c.options.lan %}
  input  wire ascending_i,
{%- endif %}
  input  wire [{{ c.topology.dimension - 1 }}:0] own_dimension_i,
  // Input channel
  input  wire [{{ c.frame.width - 1 }}:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  input  wire [{{ c.buffers.class_bits - 1 }}:0] s_class_i,
  output wire [{{ c.buffers.classes - 1 }}:0] credit_o,
  // Output gateways of the links
  input  wire [{{ c.topology.dimension - 1 }}:0] idle_i,
  input  wire [{{ c.topology.dimension * c.buffers.classes - 1 }}:0] room_i,
  output wire [{{ c.topology.dimension - 1 }}:0] request_o,
  output wire [{{ c.topology.dimension * c.buffers.class_bits - 1 }}:0] class_o,
  input  wire [{{ c.topology.dimension - 1 }}:0] grant_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] ready_i,
  output wire [{{ c.topology.dimension - 1 }}:0] transfer_o,
  output wire [{{ c.frame.width - 1 }}:0] data_o,
  output wire last_o,
  output wire bad_o,
  output wire first_o,
  // Output gateway of the processor
  output wire delivery_request_o,
  input  wire delivery_grant_i,
  input  wire delivery_ready_i,
  output wire delivery_transfer_o,
  output wire [{{ c.frame.width - 1 }}:0] delivery_data_o,
  output wire delivery_last_o,
  output wire delivery_bad_o,
  // Events
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [{{ c.topology.dimension - 1 }}:0] event_source_o,
  output wire [{{ c.topology.dimension - 1 }}:0] event_address_o,
  input  wire event_ready_i
);
{%- if !c.options.lan %}
  // Dimensions that descend after the ascent to here. Addresses are constant, so this may be late.
  reg [{{ c.topology.dimension - 1 }}:0] turns_q;
  always @(posedge clk_i) turns_q <= ascending_i ? local_address_i : {{ c.topology.dimension }}'d0;

{%- endif %}
  // Arriving message.
  wire header, drop, complete, multicast, broadcast, match, no_data, bad, take, write;
  wire decision_ready, parse_event, parse_event_ready;
  wire [1:0] parse_code;
  wire [{{ c.buffers.slots - 1 }}:0] used;
  wire [{{ c.buffers.slot_codes - 1 }}:0] complete_slots;
  wire [{{ c.buffers.slot_bits - 1 }}:0] slot;
  wire [{{ c.topology.dimension - 1 }}:0] count, source;
{%- if c.options.checks_neighbours %}
  wire [{{ c.topology.dimension - 1 }}:0] neighbours;
{%- endif %}
{%- if c.options.fault_tolerant %}
  wire [{{ c.topology.dimension - 1 }}:0] control;
{%- endif %}
{%- if c.frame.counts_flits %}
  wire [{{ c.frame.flit_index_bits - 1 }}:0] flit_index;
{%- endif %}
  wire [{{ c.buffers.address_bits - 1 }}:0] write_address, next_address, fill_address;
  wire [{{ c.frame.width }}:0] write_data;
  wire first;
  wire [{{ c.frame.lanes - 1 }}:0] listed;
{%- if c.options.has_list %}
  wire [{{ c.frame.position_bits - 1 }}:0] last;
{%- endif %}

  {{ c.prefix }}mhu_input u_input (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
    .from_processor_i(from_processor_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser),
    .s_class_i(s_class_i),
    .used_i(used),
    .decision_ready_i(decision_ready),
    .first_o(first),
{%- if c.options.has_list %}
    .last_o(last),
{%- endif %}
    .header_o(header),
    .drop_o(drop),
    .complete_o(complete),
    .slot_o(slot),
    .count_o(count),
    .multicast_o(multicast),
    .broadcast_o(broadcast),
    .match_o(match),
{%- if c.options.checks_neighbours %}
    .neighbours_o(neighbours),
{%- endif %}
{%- if c.options.fault_tolerant %}
    .control_o(control),
{%- endif %}
    .source_o(source),
    .no_data_o(no_data),
    .bad_o(bad),
    .take_o(take),
    .listed_o(listed),
{%- if c.frame.counts_flits %}
    .flit_index_o(flit_index),
{%- endif %}
    .write_o(write),
    .write_address_o(write_address),
    .next_address_o(next_address),
    .fill_address_o(fill_address),
    .write_data_o(write_data),
    .event_valid_o(parse_event),
    .event_code_o(parse_code),
    .event_ready_i(parse_event_ready)
  );

  wire [{{ c.frame.rows * c.topology.dimension - 1 }}:0] rows;
  wire [{{ c.frame.rows - 1 }}:0] row_write, copy_row, report_row;
  wire [{{ c.buffers.slot_bits - 1 }}:0] copy_slot, branch_slot;
  wire [{{ c.topology.dimension - 1 }}:0] field;
  // An event that names a destination takes the read port from the header that is packed.
  wire report;
  {{ c.prefix }}mhu_store u_store (
    .clk_i(clk_i),
    .local_address_i(local_address_i),
{%- if c.options.fault_tolerant && !c.options.lan %}
    .faulty_i(faulty_i),
{%- endif %}
    .take_i(take),
{%- if c.frame.counts_flits %}
    .flit_index_i(flit_index),
{%- endif %}
    .lanes_i(s_axis_tdata[{{ c.frame.lanes * c.topology.dimension - 1 }}:0]),
    .listed_i(listed),
    .slot_i(slot),
    .write_o(row_write),
    .rows_o(rows),
    .read_slot_i(report ? branch_slot : copy_slot),
    .read_row_i(report ? report_row : copy_row),
    .read_field_o(field)
  );

  wire branch_valid, done;
{%- if !c.vote.forbidden %}
  wire [{{ c.topology.dimension - 1 }}:0] forbidden;
{%- endif %}
  wire [{{ c.topology.dimension - 1 }}:0] branch_dimension;
  wire [{{ c.frame.rows - 1 }}:0] branch_rows, unroutable;
  {{ c.prefix }}mhu_voter u_voter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(first),
    .write_i(row_write),
    .rows_i(rows),
    .start_i(header && multicast),
{%- if c.options.fault_tolerant %}
    // No way back: a destination over the own dimension would be an error of the neighbour.
    .faulty_i(faulty_i | {% if c.vote.forbidden %}own_dimension_i{% else %}forbidden{% endif %}),
{%- endif %}
    .branch_valid_o(branch_valid),
    .branch_ready_i(1'b1),
    .branch_dimension_o(branch_dimension),
    .branch_rows_o(branch_rows),
    .done_o(done),
    .unroutable_o(unroutable)
  );
{%- if c.vote.nca %}

  // The rows as voted: a merged branch may choose among the dimensions that its rows share.
  reg [{{ c.frame.rows * c.topology.dimension - 1 }}:0] votes_q;
  integer v;
  always @(posedge clk_i) begin
    for (v = 0; v < {{ c.frame.rows }}; v = v + 1) begin
      if (row_write[v]) votes_q[v*{{ c.topology.dimension }}+:{{ c.topology.dimension }}] <= rows[v*{{ c.topology.dimension }}+:{{ c.topology.dimension }}]{% if c.options.fault_tolerant %} & ~faulty_i{% endif %};
    end
  end
{%- endif %}

  wire branch_write, finish, wanted;
  wire [{{ c.topology.dimension - 1 }}:0] decided_dimension, branches;
  wire decision_event;
  wire [3:0] decision_code;
  wire [{{ c.topology.dimension - 1 }}:0] decision_source, decision_address;
  {{ c.prefix }}mhu_controller u_controller (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
{%- if !c.options.fault_tolerant || c.options.checks_neighbours || c.vote.nca %}
    .local_address_i(local_address_i),
{%- endif %}
{%- if c.options.fault_tolerant %}
    .faulty_i(faulty_i),
{%- endif %}
{%- if !c.options.lan %}
{%- if c.vote.nca %}
    .ascending_i(ascending_i),
{%- endif %}
    .turns_i(turns_q),
{%- endif %}
    .own_dimension_i(own_dimension_i),
    .header_i(header),
    .slot_i(slot),
    .single_i(count == {{ c.topology.dimension }}'d1),
    .multicast_i(multicast),
{%- if c.options.checks_neighbours %}
    .broadcast_i(broadcast),
    .neighbours_i(neighbours),
{%- endif %}
{%- if c.options.fault_tolerant %}
    .control_i(control),
{%- endif %}
    .source_i(source),
    .ready_o(decision_ready),
{%- if !c.vote.forbidden %}
    .forbidden_o(forbidden),
{%- endif %}
    .branch_valid_i(branch_valid),
    .branch_dimension_i(branch_dimension),
{%- if c.vote.forbidden %}
    .branch_rows_i(branch_rows),
{%- endif %}
    .done_i(done),
    .unroutable_i(unroutable),
{%- if c.vote.nca %}
    .votes_i(votes_q),
{%- endif %}
    .branch_write_o(branch_write),
    .finish_o(finish),
    .branch_slot_o(branch_slot),
    .branch_dimension_o(decided_dimension),
    .branches_o(branches),
    .wanted_o(wanted),
    .report_o(report),
    .report_row_o(report_row),
    .report_field_i(field),
    .event_valid_o(decision_event),
    .event_code_o(decision_code),
    .event_source_o(decision_source),
    .event_address_o(decision_address),
    .event_ready_i(event_ready_i && !parse_event)
  );

  wire asked, granted, job_end, delivered;
  wire [{{ c.buffers.slot_bits - 1 }}:0] next_slot, asked_slot, end_slot, delivered_slot;
  wire [{{ c.topology.dimension - 1 }}:0] want, rest;
  wire [{{ c.buffers.slot_codes - 1 }}:0] waiting, deliver;
  {{ c.prefix }}mhu_slots u_slots (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .own_dimension_i(own_dimension_i),
    .header_i(header),
    .drop_i(drop),
    .complete_i(complete),
    .slot_i(slot),
    .match_i(match),
    .used_o(used),
    .complete_o(complete_slots),
    .credit_o(credit_o),
    .finish_i(finish),
    .wanted_i(wanted),
    .decide_slot_i(branch_slot),
    .branches_i(branches),
    .waiting_o(waiting),
    .want_slot_i(next_slot),
    .want_o(want),
    .asked_i(asked),
    .granted_i(granted),
    .asked_slot_i(asked_slot),
    .rest_i(rest),
    .end_i(job_end),
    .end_slot_i(end_slot),
    .deliver_o(deliver),
    .delivered_i(delivered),
    .delivered_slot_i(delivered_slot)
  );

  // The parser's events go first; they are about own frames or a broken neighbour. The collector
  // joins all units, so an event shows only while it is taken.
  assign event_valid_o = event_ready_i && (parse_event || decision_event);
  assign event_code_o = !event_ready_i ? 4'd0 : parse_event ? {2'd0, parse_code} : decision_code;
  assign event_source_o = !event_ready_i ? {{ c.topology.dimension }}'d0 :
      parse_event ? local_address_i : decision_source;
  assign event_address_o = event_ready_i && !parse_event ? decision_address : {{ c.topology.dimension }}'d0;
  assign parse_event_ready = event_ready_i;

  wire link_read, delivery_read, delivery_clear;
  wire [{{ c.buffers.address_bits - 1 }}:0] link_address, delivery_address;
  wire [{{ c.frame.width }}:0] link_data, delivery_data;
  {{ c.prefix }}mhu_data_buffer u_data_buffer (
    .clk_i(clk_i),
    .write_i(write),
    .write_address_i(write_address),
    .write_data_i(write_data),
    .link_read_i(link_read),
    .link_address_i(link_address),
    .link_data_o(link_data),
    .delivery_read_i(delivery_read),
    .delivery_clear_i(delivery_clear),
    .delivery_address_i(delivery_address),
    .delivery_data_o(delivery_data)
  );

  {{ c.prefix }}mhu_output u_output (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
{%- if c.options.fault_tolerant %}
    .faulty_i(faulty_i),
{%- endif %}
{%- if !c.options.lan %}
{%- if c.options.fault_tolerant %}
    .local_address_i(local_address_i),
{%- endif %}
    .turns_i(turns_q),
{%- endif %}
{%- if c.options.has_list %}
    .first_i(first),
    .multicast_i(multicast),
    .last_i(last),
{%- endif %}
    .header_i(header),
    .complete_i(complete),
    .slot_i(slot),
    .broadcast_i(broadcast),
{%- if c.options.fault_tolerant %}
    .control_i(control),
{%- endif %}
    .source_i(source),
    .no_data_i(no_data),
    .bad_i(bad),
    .write_address_i(write_address),
    .next_address_i(next_address),
    .fill_address_i(fill_address),
    .branch_write_i(branch_write),
    .branch_slot_i(branch_slot),
    .branch_dimension_i(decided_dimension),
    .branch_rows_i(branch_rows),
    .branches_i(branches),
    .finish_i(finish),
    .waiting_i(waiting),
    .complete_slots_i(complete_slots),
    .next_slot_o(next_slot),
    .want_i(want),
    .asked_o(asked),
    .granted_o(granted),
    .asked_slot_o(asked_slot),
    .rest_o(rest),
    .end_o(job_end),
    .end_slot_o(end_slot),
    .copy_slot_o(copy_slot),
    .copy_row_o(copy_row),
    .copy_field_i(field),
    .copy_wait_i(report),
    .read_o(link_read),
    .read_address_o(link_address),
    .read_data_i(link_data),
    .idle_i(idle_i),
    .room_i(room_i),
    .request_o(request_o),
    .class_o(class_o),
    .grant_i(grant_i),
    .ready_i(ready_i),
    .transfer_o(transfer_o),
    .data_o(data_o),
    .last_o(last_o),
    .bad_o(bad_o),
    .first_o(first_o)
  );

  {{ c.prefix }}mhu_delivery u_delivery (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .header_i(header),
    .complete_i(complete),
    .slot_i(slot),
    .source_i(source),
    .no_data_i(no_data),
    .bad_i(bad),
    .write_address_i(write_address),
    .next_address_i(next_address),
    .fill_address_i(fill_address),
    .deliver_i(deliver),
    .complete_slots_i(complete_slots),
    .delivered_o(delivered),
    .delivered_slot_o(delivered_slot),
    .read_o(delivery_read),
    .clear_o(delivery_clear),
    .read_address_o(delivery_address),
    .read_data_i(delivery_data),
    .request_o(delivery_request_o),
    .grant_i(delivery_grant_i),
    .ready_i(delivery_ready_i),
    .transfer_o(delivery_transfer_o),
    .data_o(delivery_data_o),
    .last_o(delivery_last_o),
    .bad_o(delivery_bad_o)
  );

`ifdef TEECAST_ASSERT
  // Who was served last, and whether it waited and did not get it.
  reg [{{ c.buffers.slot_bits - 1 }}:0] turn_q;
  reg skipped_q;
  always @(posedge clk_i) begin
    turn_q <= next_slot;
    skipped_q <= rst_ni && waiting[next_slot] && next_slot != asked_slot && next_slot != end_slot;
  end
  wire [{{ c.buffers.slot_bits - 1 }}:0] previous =
      next_slot == {{ c.buffers.slot_bits }}'d0 ? {{ c.buffers.slot_bits }}'d{{ c.buffers.slots - 1 }} : next_slot - {{ c.buffers.slot_bits }}'d1;

  // Frames of each class that are here, or were, and have not given their room back.
  reg inside_q;
  reg [{{ 2 * c.buffers.classes - 1 }}:0] held_q;
  wire begins = s_axis_tvalid && s_axis_tready && !inside_q;
  integer d, e;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      inside_q <= 1'b0;
      held_q <= {{ 2 * c.buffers.classes }}'d0;
    end else begin
      if (s_axis_tvalid && s_axis_tready) inside_q <= !s_axis_tlast;
      for (e = 0; e < {{ c.buffers.classes }}; e = e + 1) begin
        held_q[2*e+:2] <= held_q[2*e+:2] - {1'b0, credit_o[e]} +
            {1'b0, begins && s_class_i == e[{{ c.buffers.class_bits - 1 }}:0]};
      end
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A waiting message is never passed over, unless a job under way shows its own slot.
      assert (!skipped_q || turn_q != previous || next_slot == end_slot);
      // Room comes back once for each frame.
      for (e = 0; e < {{ c.buffers.classes }}; e = e + 1) assert (!credit_o[e] || |held_q[2*e+:2]);
      // A copy goes on, over a healthy link with room in its class; grants are answers.
      assert ((request_o & own_dimension_i) == {{ c.topology.dimension }}'d0);
{%- if c.options.fault_tolerant %}
      assert ((request_o & faulty_i) == {{ c.topology.dimension }}'d0);
{%- endif %}
      for (d = 0; d < {{ c.topology.dimension }}; d = d + 1) begin
        for (e = 0; e < {{ c.buffers.classes }}; e = e + 1) begin
          assert (!request_o[d] || class_o[d*{{ c.buffers.class_bits }}+:{{ c.buffers.class_bits }}] != e[{{ c.buffers.class_bits - 1 }}:0] ||
              room_i[d*{{ c.buffers.classes }}+e]);
        end
      end
      assert ((grant_i & ~request_o) == {{ c.topology.dimension }}'d0 && (!delivery_grant_i || delivery_request_o));
      // Flits move where there is a place for them.
      assert ((transfer_o & ~ready_i) == {{ c.topology.dimension }}'d0 && (!delivery_transfer_o || delivery_ready_i));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
