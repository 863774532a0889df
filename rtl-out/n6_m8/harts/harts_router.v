// Router of one node: receivers, transmitters and packet store.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: joined by a bus. Link d brings what travels in direction d in (link_*_i) and out
//   (link_*_o). A link has no ready: flits come when they come, with last on the last flit of a
//   packet and, with it, bad.
//   Side band: credit_o[d*BUFFERS+b] = 1 for a cycle allows one whole packet on in-link d, of class
//   b; the class follows from the header (harts_class). Every buffer is allowed
//   once after reset.
//   Flits come a flit time of seven cycles apart or more.
//   faulty_i[d] = 1: nothing goes to the neighbour in direction d and nothing comes from there.
//   In reset, from its first clock edge on, every valid and start is 0; a ready may be anything.
// Latency and state: an idle router forwards the first flit at most 9 cycles after the last
//   header flit came, and delivers at the same time.
// Source: [KS91] 3.
// Not split: it only joins its parts, whose many ports stand one a line.
// Widths: 7 = node number; 32 = W; 192 = 6 x W; 114 = 6 x buffers of a link.
`default_nettype none

module harts_router (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [6:0] local_address_i,
  input  wire [5:0] faulty_i,
  // Processor
  input  wire [31:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  output wire [31:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser,
  // Links
  input  wire [191:0] link_data_i,
  input  wire [5:0] link_valid_i,
  input  wire [5:0] link_last_i,
  input  wire [5:0] link_bad_i,
  output wire [113:0] credit_o,
  output wire [191:0] link_data_o,
  output wire [5:0] link_valid_o,
  output wire [5:0] link_last_o,
  output wire [5:0] link_bad_o,
  input  wire [113:0] credit_i,
  // Reports
  output wire [5:0] link_start_o,
  output wire event_valid_o,
  output wire [3:0] event_code_o
);
  localparam W = 32;
  localparam CLASS = 5;
  localparam CLASSES = 19;
  localparam BUFFER = 5;
  localparam BUFFERS = 19;
  localparam WORD = 28;
  localparam SOURCES = 7;
  localparam UNITS = 1;
  localparam OFFSET = 7;

  // Sources (receivers 0 to 5, then the senders) and transmitters: bit s*6+t, gathered as
  // t*SOURCES+s.
  wire [SOURCES*6-1:0] request, grant;
  wire [6*SOURCES-1:0] owner;
  wire [SOURCES*CLASS-1:0] request_class;
  wire [SOURCES-1:0] move, last, bad;
  wire [SOURCES*W-1:0] data;
  wire [5:0] cancel, idle, waits;
  wire [UNITS*6-1:0] unit_waits;
  wire [6*CLASSES-1:0] room;
  wire [5:0] link_move, moved_last, moved_bad;
  wire [6*W-1:0] moved_data;

  // Packets to the store: receivers, then the injector.
  wire [6:0] store_begin, store_end, store_bad, store_deliver;
  wire [7*BUFFER-1:0] store_buffer;
  wire [7*WORD-1:0] store_word;
  wire [6*BUFFERS-1:0] free;
  wire [1:0] own_free;
  wire [6:0] store_write;
  wire [7*OFFSET-1:0] store_offset;

  wire [7:0] event_valid;
  wire [31:0] event_code;
  wire [6:0] slot;

  genvar d, s;
  generate
    for (d = 0; d < 6; d = d + 1) begin : gen_direction
      harts_receiver #(
        .DIRECTION(d)
      ) u_receiver (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        // A faulty neighbour sends nothing; when it recovers, both ends start with all credits.
        .clear_i(faulty_i[(d+3)%6]),
        .local_address_i(local_address_i),
        .faulty_i(faulty_i),
        .link_data_i(link_data_i[d*W+:W]),
        .link_valid_i(link_valid_i[d]),
        .link_last_i(link_last_i[d]),
        .link_bad_i(link_bad_i[d]),
        .credit_o(credit_o[d*BUFFERS+:BUFFERS]),
        .idle_i(idle),
        .room_i(room),
        .request_o(request[d*6+:6]),
        .class_o(request_class[d*CLASS+:CLASS]),
        .grant_i(grant[d*6+:6]),
        .cancel_o(cancel[d]),
        .tick_i(slot[d]),
        .move_o(move[d]),
        .data_o(data[d*W+:W]),
        .last_o(last[d]),
        .bad_o(bad[d]),
        .store_begin_o(store_begin[d]),
        .store_write_o(store_write[d]),
        .store_offset_o(store_offset[d*OFFSET+:OFFSET]),
        .store_end_o(store_end[d]),
        .store_bad_o(store_bad[d]),
        .store_deliver_o(store_deliver[d]),
        .store_buffer_o(store_buffer[d*BUFFER+:BUFFER]),
        .store_word_o(store_word[d*WORD+:WORD]),
        .free_i(free[d*BUFFERS+:BUFFERS]),
        .event_valid_o(event_valid[d]),
        .event_code_o(event_code[4*d+:4])
      );

      wire [SOURCES-1:0] requests, grants;
      for (s = 0; s < SOURCES; s = s + 1) begin : gen_source
        assign requests[s] = request[s*6+d];
        assign grant[s*6+d] = grants[s];
      end
      wire [UNITS-1:0] stored_waits;
      for (s = 0; s < UNITS; s = s + 1) begin : gen_unit
        assign stored_waits[s] = unit_waits[s*6+d];
      end
      assign waits[d] = |stored_waits;
      harts_transmitter u_transmitter (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .faulty_i(faulty_i[d]),
        .idle_o(idle[d]),
        .room_o(room[d*CLASSES+:CLASSES]),
        .wait_i(waits[d]),
        .request_i(requests),
        .class_i(request_class),
        .grant_o(grants),
        .cancel_i(|(cancel & owner[d*SOURCES+:6])),
        .owner_o(owner[d*SOURCES+:SOURCES]),
        .move_i(link_move[d]),
        .data_i(moved_data[d*W+:W]),
        .last_i(moved_last[d]),
        .bad_i(moved_bad[d]),
        .link_data_o(link_data_o[d*W+:W]),
        .link_valid_o(link_valid_o[d]),
        .link_last_o(link_last_o[d]),
        .link_bad_o(link_bad_o[d]),
        .link_start_o(link_start_o[d]),
        .credit_i(credit_i[d*BUFFERS+:BUFFERS])
      );
    end
  endgenerate

  wire own_slot;
  assign store_buffer[6*BUFFER+:BUFFER] = {4'd0, own_slot};
  assign store_bad[6] = 1'b0;
  harts_injector u_injector (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
    .s_axis_tdata(s_axis_tdata[18:0]),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tlast(s_axis_tlast),
    .tick_i(slot[6]),
    .store_begin_o(store_begin[6]),
    .store_write_o(store_write[6]),
    .store_offset_o(store_offset[6*OFFSET+:OFFSET]),
    .store_end_o(store_end[6]),
    .store_deliver_o(store_deliver[6]),
    .store_slot_o(own_slot),
    .store_word_o(store_word[6*WORD+:WORD]),
    .free_i(own_free),
    .event_valid_o(event_valid[6]),
    .event_code_o(event_code[27:24])
  );

  wire [UNITS-1:0] unroutable;
  wire [UNITS-1:0] delivery_request, delivery_grant, delivery_first, delivery_empty, delivery_bad;
  wire [UNITS*21-1:0] delivery_head;
  wire [UNITS-1:0] delivery_valid, delivery_last;
  wire [UNITS*W-1:0] delivery_data;
  wire delivery_room;

  wire [W-1:0] bus_data;
  wire bus_last, bus_bad;
  assign moved_data = {6{bus_data}};
  assign moved_last = {6{bus_last}};
  assign moved_bad = {6{bus_bad}};
  wire begins, ends, ends_bad, delivers;
  wire [2:0] origin;
  wire [6:0] store_slot;
  wire [WORD-1:0] word;
  wire writes;
  wire [OFFSET-1:0] offset;
  wire [W-1:0] write_data;
  harts_bus u_bus (
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
    .store_write_i(store_write),
    .store_offset_i(store_offset),
    .injected_data_i(s_axis_tdata),
    .store_end_i(store_end),
    .store_bad_i(store_bad),
    .store_deliver_i(store_deliver),
    .store_buffer_i(store_buffer),
    .store_word_i(store_word),
    .store_begin_o(begins),
    .store_write_o(writes),
    .store_offset_o(offset),
    .store_data_o(write_data),
    .store_end_o(ends),
    .store_bad_o(ends_bad),
    .store_deliver_o(delivers),
    .store_origin_o(origin),
    .store_slot_o(store_slot),
    .store_word_o(word)
  );
  harts_buffer_unit u_buffer_unit (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .origin_i(origin),
    .faulty_i(faulty_i),
    .store_begin_i(begins),
    .store_write_i(writes),
    .store_offset_i(offset),
    .store_data_i(write_data),
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
    .early_tick_i(slot[5]),
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
    .delivery_room_i(delivery_room),
    .delivery_valid_o(delivery_valid),
    .delivery_data_o(delivery_data),
    .delivery_last_o(delivery_last),
    .unroutable_o(unroutable)
  );

  assign event_valid[7+:UNITS] = unroutable;
  assign event_code[28+:4*UNITS] = {UNITS{4'd4}};
  harts_reception u_reception (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .request_i(delivery_request),
    .grant_o(delivery_grant),
    .first_i(delivery_first),
    .head_i(delivery_head),
    .empty_i(delivery_empty),
    .bad_i(delivery_bad),
    .room_o(delivery_room),
    .valid_i(delivery_valid),
    .data_i(delivery_data),
    .last_i(delivery_last),
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser)
  );

  // No source of events can wait.
  localparam EVENTS = 8;
  wire [EVENTS-1:0] event_waiting, event_grant, unused_event_room;
  wire [4*EVENTS-1:0] event_oldest;
  genvar q;
  generate
    for (q = 0; q < EVENTS; q = q + 1) begin : gen_event
      tee_event_queue #(
        .WIDTH(4),
        .ADDRESS(4),
        .LOST(4'd13)
      ) u_queue (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .clear_i(1'b0),
        .valid_i(event_valid[q]),
        .event_i(event_code[4*q+:4]),
        .room_o(unused_event_room[q]),
        .waiting_o(event_waiting[q]),
        .event_o(event_oldest[4*q+:4]),
        .pop_i(event_grant[q])
      );
    end
  endgenerate
  tee_event_collector #(
    .SOURCES(EVENTS),
    .WIDTH(4)
  ) u_event_collector (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(event_waiting),
    .event_i(event_oldest),
    .grant_o(event_grant),
    .event_valid_o(event_valid_o),
    .event_o(event_code_o)
  );

`ifdef TEECAST_ASSERT
  localparam [SOURCES-1:0] ONE = 1;
  integer e;
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // Grants are answers; each link has one owner, who alone moves flits.
      begin : grants_are_answers assert ((grant & ~request) == {SOURCES*6{1'b0}}); end
      begin : deliveries_are_answers
        assert ((delivery_grant & ~delivery_request) == {UNITS{1'b0}});
      end
      for (e = 0; e < 6; e = e + 1) begin
        begin : link_has_one_owner
          assert (idle[e] || faulty_i[e] ||
              (owner[e*SOURCES+:SOURCES] & (owner[e*SOURCES+:SOURCES] - ONE)) == {SOURCES{1'b0}});
        end
        begin : owner_alone_moves
          assert (!link_move[e] || (!idle[e] && |owner[e*SOURCES+:SOURCES]));
        end
      end
      // Nothing starts towards a faulty neighbour, and nothing comes from one.
      begin : nothing_starts_towards_fault assert ((link_start_o & faulty_i) == 6'd0); end
      begin : nothing_comes_from_fault
        assert ((store_begin[5:0] & {faulty_i[2:0], faulty_i[5:3]}) == 6'd0);
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
