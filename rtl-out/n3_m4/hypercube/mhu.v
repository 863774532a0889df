// Message handling unit: everything one input channel of the router does.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: accepts frames from its channel, decides their branches and hands the copies to the
//   output gateways ([Lan88] fig. 6.2). Own frames (from_processor_i = 1) get their Source
//   and Control here. Two whole messages are buffered for each class; credit_o returns their room.
// Latency and state: a one-flit header is at the link register four cycles after it was taken;
//   6 message slots.
`default_nettype none

module mhu (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [2:0] local_address_i,
  input  wire [2:0] faulty_i,
  input  wire from_processor_i,
  input  wire ascending_i,
  input  wire [2:0] own_dimension_i,
  // Input channel
  input  wire [31:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  input  wire [1:0] s_class_i,
  output wire [2:0] credit_o,
  // Output gateways of the links
  input  wire [2:0] idle_i,
  input  wire [8:0] room_i,
  output wire [2:0] request_o,
  output wire [5:0] class_o,
  input  wire [2:0] grant_i,
  input  wire [2:0] ready_i,
  output wire [2:0] transfer_o,
  output wire [31:0] data_o,
  output wire last_o,
  output wire bad_o,
  output wire first_o,
  // Output gateway of the processor
  output wire delivery_request_o,
  input  wire delivery_grant_i,
  input  wire delivery_ready_i,
  output wire delivery_transfer_o,
  output wire [31:0] delivery_data_o,
  output wire delivery_last_o,
  output wire delivery_bad_o,
  // Events
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [2:0] event_source_o,
  output wire [2:0] event_address_o,
  input  wire event_ready_i
);
  // Dimensions that descend after the ascent to here. Addresses are constant, so this may be late.
  reg [2:0] turns_q;
  always @(posedge clk_i) turns_q <= ascending_i ? local_address_i : 3'd0;
  // Arriving message.
  wire header, drop, complete, multicast, broadcast, match, no_data, bad, take, write;
  wire decision_ready, parse_event, parse_event_ready;
  wire [1:0] parse_code;
  wire [5:0] used;
  wire [7:0] complete_slots;
  wire [2:0] slot;
  wire [2:0] count, source;
  wire [2:0] neighbours;
  wire [2:0] control;
  wire [8:0] write_address, next_address, fill_address;
  wire [32:0] write_data;
  wire first;
  wire [8:0] listed;
  wire [4:0] last;

  mhu_input u_input (
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
    .last_o(last),
    .header_o(header),
    .drop_o(drop),
    .complete_o(complete),
    .slot_o(slot),
    .count_o(count),
    .multicast_o(multicast),
    .broadcast_o(broadcast),
    .match_o(match),
    .neighbours_o(neighbours),
    .control_o(control),
    .source_o(source),
    .no_data_o(no_data),
    .bad_o(bad),
    .take_o(take),
    .listed_o(listed),
    .write_o(write),
    .write_address_o(write_address),
    .next_address_o(next_address),
    .fill_address_o(fill_address),
    .write_data_o(write_data),
    .event_valid_o(parse_event),
    .event_code_o(parse_code),
    .event_ready_i(parse_event_ready)
  );

  wire [11:0] rows;
  wire [3:0] row_write, copy_row, report_row;
  wire [2:0] copy_slot, branch_slot;
  wire [2:0] field;
  // An event that names a destination takes the read port from the header that is packed.
  wire report;
  mhu_store u_store (
    .clk_i(clk_i),
    .local_address_i(local_address_i),
    .faulty_i(faulty_i),
    .take_i(take),
    .lanes_i(s_axis_tdata[26:0]),
    .listed_i(listed),
    .slot_i(slot),
    .write_o(row_write),
    .rows_o(rows),
    .read_slot_i(report ? branch_slot : copy_slot),
    .read_row_i(report ? report_row : copy_row),
    .read_field_o(field)
  );

  wire branch_valid, done;
  wire [2:0] forbidden;
  wire [2:0] branch_dimension;
  wire [3:0] branch_rows, unroutable;
  mhu_voter u_voter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(first),
    .write_i(row_write),
    .rows_i(rows),
    .start_i(header && multicast),
    // No way back: a destination over the own dimension would be an error of the neighbour.
    .faulty_i(faulty_i | forbidden),
    .branch_valid_o(branch_valid),
    .branch_ready_i(1'b1),
    .branch_dimension_o(branch_dimension),
    .branch_rows_o(branch_rows),
    .done_o(done),
    .unroutable_o(unroutable)
  );

  wire branch_write, finish, wanted;
  wire [2:0] decided_dimension, branches;
  wire decision_event;
  wire [3:0] decision_code;
  wire [2:0] decision_source, decision_address;
  mhu_controller u_controller (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
    .faulty_i(faulty_i),
    .turns_i(turns_q),
    .own_dimension_i(own_dimension_i),
    .header_i(header),
    .slot_i(slot),
    .single_i(count == 3'd1),
    .multicast_i(multicast),
    .broadcast_i(broadcast),
    .neighbours_i(neighbours),
    .control_i(control),
    .source_i(source),
    .ready_o(decision_ready),
    .forbidden_o(forbidden),
    .branch_valid_i(branch_valid),
    .branch_dimension_i(branch_dimension),
    .done_i(done),
    .unroutable_i(unroutable),
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
  wire [2:0] next_slot, asked_slot, end_slot, delivered_slot;
  wire [2:0] want, rest;
  wire [7:0] waiting, deliver;
  mhu_slots u_slots (
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
  assign event_source_o = !event_ready_i ? 3'd0 :
      parse_event ? local_address_i : decision_source;
  assign event_address_o = event_ready_i && !parse_event ? decision_address : 3'd0;
  assign parse_event_ready = event_ready_i;

  wire link_read, delivery_read, delivery_clear;
  wire [8:0] link_address, delivery_address;
  wire [32:0] link_data, delivery_data;
  mhu_data_buffer u_data_buffer (
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

  mhu_output u_output (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .local_address_i(local_address_i),
    .turns_i(turns_q),
    .first_i(first),
    .multicast_i(multicast),
    .last_i(last),
    .header_i(header),
    .complete_i(complete),
    .slot_i(slot),
    .broadcast_i(broadcast),
    .control_i(control),
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

  mhu_delivery u_delivery (
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
  reg [2:0] turn_q;
  reg skipped_q;
  always @(posedge clk_i) begin
    turn_q <= next_slot;
    skipped_q <= rst_ni && waiting[next_slot] && next_slot != asked_slot && next_slot != end_slot;
  end
  wire [2:0] previous =
      next_slot == 3'd0 ? 3'd5 : next_slot - 3'd1;

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
            {1'b0, begins && s_class_i == e[1:0]};
      end
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A waiting message is never passed over, unless a job under way shows its own slot.
      assert (!skipped_q || turn_q != previous || next_slot == end_slot);
      // Room comes back once for each frame.
      for (e = 0; e < 3; e = e + 1) assert (!credit_o[e] || |held_q[2*e+:2]);
      // A copy goes on, over a healthy link with room in its class; grants are answers.
      assert ((request_o & own_dimension_i) == 3'd0);
      assert ((request_o & faulty_i) == 3'd0);
      for (d = 0; d < 3; d = d + 1) begin
        for (e = 0; e < 3; e = e + 1) begin
          assert (!request_o[d] || class_o[d*2+:2] != e[1:0] ||
              room_i[d*3+e]);
        end
      end
      assert ((grant_i & ~request_o) == 3'd0 && (!delivery_grant_i || delivery_request_o));
      // Flits move where there is a place for them.
      assert ((transfer_o & ~ready_i) == 3'd0 && (!delivery_transfer_o || delivery_ready_i));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
