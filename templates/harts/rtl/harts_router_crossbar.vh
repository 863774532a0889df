  <{ c.prefix }>harts_crossbar u_crossbar (
    .move_i(move),
    .data_i(data),
    .last_i(last),
    .bad_i(bad),
    .owner_i(owner),
    .move_o(link_move),
    .data_o(moved_data),
    .last_o(moved_last),
    .bad_o(moved_bad)
  );

  // A unit for each in-link, and one for the processor.
  generate
    for (s = 0; s < UNITS; s = s + 1) begin : gen_store
      localparam [2:0] ORIGIN = s;
      localparam SLOTS = s < 6 ? BUFFERS : <{ c.buffers.own_slots }>;
      localparam SLOT = s < 6 ? BUFFER : 1;
      wire [SLOTS-1:0] unit_free;
      if (s < 6) begin : gen_link
        assign free[s*BUFFERS+:BUFFERS] = unit_free;
      end else begin : gen_processor
        wire unused_buffer = &{1'b0, store_buffer[s*BUFFER+:BUFFER]};
        assign own_free = unit_free;
      end
      <{ c.prefix }>harts_buffer_unit #(
        .SLOTS(SLOTS),
        .SLOT(SLOT)<% if c.frame.max_data > 0 %>,
        .DEPTH(s < 6 ? <{ c.buffers.link_depth }> : <{ c.buffers.own_depth }>),
        .ADDRESS(s < 6 ? <{ c.buffers.link_address_bits }> : <{ c.buffers.own_address_bits }>)<% endif %>
      ) u_buffer_unit (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .origin_i(ORIGIN),
        .faulty_i(faulty_i),
        .store_begin_i(store_begin[s]),
<%- if c.frame.max_data > 0 %>
        .store_write_i(store_write[s]),
        .store_offset_i(store_offset[s*OFFSET+:OFFSET]),
        .store_data_i(s < 6 ? data[s%6*W+:W] : s_axis_tdata),
<%- endif %>
        .store_end_i(store_end[s]),
        .store_bad_i(store_bad[s]),
        .store_deliver_i(store_deliver[s]),
        .store_slot_i(store_buffer[s*BUFFER+:SLOT]),
        .store_word_i(store_word[s*WORD+:WORD]),
        .free_o(unit_free),
        .idle_i(soon),
        .room_i(room),
        .wait_o(unit_waits[s*6+:6]),
        .request_o(request[(6+s)*6+:6]),
        .class_o(request_class[(6+s)*CLASS+:CLASS]),
        .grant_i(grant[(6+s)*6+:6]),
        .move_o(move[6+s]),
        .data_o(data[(6+s)*W+:W]),
        .last_o(last[6+s]),
        .bad_o(bad[6+s]),
        .delivery_request_o(delivery_request[s]),
        .delivery_grant_i(delivery_grant[s]),
        .delivery_first_o(delivery_first[s]),
        .delivery_head_o(delivery_head[s*HEAD+:HEAD]),
        .delivery_empty_o(delivery_empty[s]),
        .delivery_bad_o(delivery_bad[s]),
<%- if c.frame.max_data > 0 %>
        .delivery_room_i(delivery_room),
        .delivery_valid_o(delivery_valid[s]),
        .delivery_data_o(delivery_data[s*W+:W]),
        .delivery_last_o(delivery_last[s]),
<%- endif %>
        .unroutable_o(unroutable[s])
      );
    end
  endgenerate
