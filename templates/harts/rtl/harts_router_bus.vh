  wire [W-1:0] bus_data;
  wire bus_last, bus_bad;
  assign moved_data = {6{bus_data}};
  assign moved_last = {6{bus_last}};
  assign moved_bad = {6{bus_bad}};
  wire begins, ends, ends_bad, delivers;
  wire [2:0] origin;
  wire [<{ c.buffers.link_slot_bits - 1 }>:0] store_slot;
  wire [WORD-1:0] word;
<%- if c.frame.max_data > 0 %>
  wire writes;
  wire [OFFSET-1:0] offset;
  wire [W-1:0] write_data;
<%- endif %>
  <{ c.prefix }>harts_bus u_bus (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .slot_o(slot),
    .move_i(move),
    .data_i(data),
    .last_i(last),
    .bad_i(bad),
    .owner_i(owner),
    .link_move_o(link_move),
    .link_data_o(bus_data),
    .link_last_o(bus_last),
    .link_bad_o(bus_bad),
    .store_begin_i(store_begin),
<%- if c.frame.max_data > 0 %>
    .store_write_i(store_write),
    .store_offset_i(store_offset),
    .injected_data_i(s_axis_tdata),
<%- endif %>
    .store_end_i(store_end),
    .store_bad_i(store_bad),
    .store_deliver_i(store_deliver),
    .store_buffer_i(store_buffer),
    .store_word_i(store_word),
    .store_begin_o(begins),
<%- if c.frame.max_data > 0 %>
    .store_write_o(writes),
    .store_offset_o(offset),
    .store_data_o(write_data),
<%- endif %>
    .store_end_o(ends),
    .store_bad_o(ends_bad),
    .store_deliver_o(delivers),
    .store_origin_o(origin),
    .store_slot_o(store_slot),
    .store_word_o(word)
  );
  <{ c.prefix }>harts_buffer_unit u_buffer_unit (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .origin_i(origin),
    .faulty_i(faulty_i),
    .store_begin_i(begins),
<%- if c.frame.max_data > 0 %>
    .store_write_i(writes),
    .store_offset_i(offset),
    .store_data_i(write_data),
<%- endif %>
    .store_end_i(ends),
    .store_bad_i(ends_bad),
    .store_deliver_i(delivers),
    .store_slot_i(store_slot),
    .store_word_i(word),
    .free_o({own_free, free}),
    .idle_i(idle),
    .room_i(room),
    .wait_o(unit_waits),
    .request_o(request[41:36]),
    .class_o(request_class[6*CLASS+:CLASS]),
    .grant_i(grant[41:36]),
    .tick_i(slot[6]),
<%- if c.frame.max_data > 0 %>
    .early_tick_i(slot[5]),
<%- endif %>
    .move_o(move[6]),
    .data_o(data[6*W+:W]),
    .last_o(last[6]),
    .bad_o(bad[6]),
    .delivery_request_o(delivery_request),
    .delivery_grant_i(delivery_grant),
    .delivery_first_o(delivery_first),
    .delivery_head_o(delivery_head),
    .delivery_empty_o(delivery_empty),
    .delivery_bad_o(delivery_bad),
<%- if c.frame.max_data > 0 %>
    .delivery_room_i(delivery_room),
    .delivery_valid_o(delivery_valid),
    .delivery_data_o(delivery_data),
    .delivery_last_o(delivery_last),
<%- endif %>
    .unroutable_o(unroutable)
  );
