<{ c.banner("Property: how harts_router joins its parts.") }>
// Contract: failed_o = 0, whatever the parts say: each receiver has its in-link, and rests while the neighbour
//   there is faulty; receivers and senders read of each link whether it is idle and has room, what they
//   ask of it goes to its transmitter, and the grant back; only the owner of a link cancels, moves flits
//   and ends; packets to be stored go to <% if c.options.bus %>the bus, and from it to the store<% else %>the unit of their origin<% endif %>, whose free slots return to
//   those who fill them; deliveries go to the reception; every event reaches the collector.
`default_nettype none

module proof_harts_router (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.node_bits - 1 }>:0] local_address_i,
  input  wire [5:0] faulty_i,
  input  wire [<{ c.frame.width - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  input  wire s_axis_tlast,
  input  wire m_axis_tready,
  input  wire [<{ 6 * c.frame.width - 1 }>:0] link_data_i,
  input  wire [5:0] link_valid_i,
  input  wire [5:0] link_last_i,
  input  wire [5:0] link_bad_i,
  input  wire [<{ 6 * c.buffers.count - 1 }>:0] credit_i,
  output wire failed_o
);
  localparam W = <{ c.frame.width }>;
  localparam CLASS = <{ c.buffers.class_bits }>;
  localparam CLASSES = <{ c.buffers.classes }>;
  localparam BUFFERS = <{ c.buffers.count }>;
  localparam SOURCES = <{ c.buffers.sources }>;

  wire s_ready, m_valid, m_last, m_user, event_valid;
  wire [W-1:0] m_data;
  wire [6*BUFFERS-1:0] credit;
  wire [6*W-1:0] link_data;
  wire [5:0] link_valid, link_last, link_bad, start;
  wire [3:0] code;
  <{ c.prefix }>harts_router u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
    .faulty_i(faulty_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_ready),
    .s_axis_tlast(s_axis_tlast),
    .m_axis_tdata(m_data),
    .m_axis_tvalid(m_valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_last),
    .m_axis_tuser(m_user),
    .link_data_i(link_data_i),
    .link_valid_i(link_valid_i),
    .link_last_i(link_last_i),
    .link_bad_i(link_bad_i),
    .credit_o(credit),
    .link_data_o(link_data),
    .link_valid_o(link_valid),
    .link_last_o(link_last),
    .link_bad_o(link_bad),
    .credit_i(credit_i),
    .link_start_o(start),
    .event_valid_o(event_valid),
    .event_code_o(code)
  );

  // The ports of its parts.
<%- include "common/proof/seen.vh" %>

  reg bad;
  always @* begin
    bad = 1'b0;
<%- for d in 0..6 %>

    // Receiver <{ d }>: its in-link, and what it knows.
    if (receiver_<{ d }>_rst_ni != rst_ni || receiver_<{ d }>_clear_i != faulty_i[<{ (d + 3) % 6 }>]) bad = 1'b1;
    if (receiver_<{ d }>_local_address_i != local_address_i) bad = 1'b1;
    if (receiver_<{ d }>_faulty_i != faulty_i) bad = 1'b1;
    if (receiver_<{ d }>_link_data_i != link_data_i[<{ d }>*W+:W]) bad = 1'b1;
    if (receiver_<{ d }>_link_valid_i != link_valid_i[<{ d }>]) bad = 1'b1;
    if (receiver_<{ d }>_link_last_i != link_last_i[<{ d }>]) bad = 1'b1;
    if (receiver_<{ d }>_link_bad_i != link_bad_i[<{ d }>]) bad = 1'b1;
    if (credit[<{ d }>*BUFFERS+:BUFFERS] != receiver_<{ d }>_credit_o) bad = 1'b1;
    if (events_valid_i[<{ d }>] != receiver_<{ d }>_event_valid_o) bad = 1'b1;
    if (events_event_i[<{ 4 * d }>+:4] != receiver_<{ d }>_event_code_o) bad = 1'b1;
<%- if c.options.bus %>
    if (receiver_<{ d }>_tick_i != bus_slot_o[<{ d }>]) bad = 1'b1;
    if (receiver_<{ d }>_free_i != unit_0_free_o[<{ d }>*BUFFERS+:BUFFERS]) bad = 1'b1;
<%- else %>
    if (receiver_<{ d }>_free_i != unit_<{ d }>_free_o) bad = 1'b1;
<%- endif %>

    // Link <{ d }>.
    if (link_<{ d }>_rst_ni != rst_ni || link_<{ d }>_faulty_i != faulty_i[<{ d }>]) bad = 1'b1;
    if (link_<{ d }>_wait_i != (<% for s in 0..c.buffers.units %><% if s > 0 %> ||
        <% endif %>unit_<{ s }>_wait_o[<{ d }>]<% endfor %>)) bad = 1'b1;
    if (link_<{ d }>_cancel_i != (<% for s in 0..6 %><% if s > 0 %> ||
        <% endif %>(receiver_<{ s }>_cancel_o && link_<{ d }>_owner_o[<{ s }>])<% endfor %>)) bad = 1'b1;
    if (<{ joint }>_owner_i[<{ d }>*SOURCES+:SOURCES] != link_<{ d }>_owner_o) bad = 1'b1;
<%- if !c.options.bus %>
    if (link_<{ d }>_stored_ends_i != (<% for s in 0..c.buffers.units %><% if s > 0 %> ||
        <% endif %>(link_<{ d }>_owner_o[<{ 6 + s }>] && unit_<{ s }>_move_o && unit_<{ s }>_last_o)<% endfor %>)) bad = 1'b1;
<%- endif %>
    if (link_<{ d }>_move_i != <{ joint }>_<% if c.options.bus %>link_<% endif %>move_o[<{ d }>]) bad = 1'b1;
<%- if c.options.bus %>
    if (link_<{ d }>_data_i != bus_link_data_o || link_<{ d }>_last_i != bus_link_last_o) bad = 1'b1;
    if (link_<{ d }>_bad_i != bus_link_bad_o) bad = 1'b1;
<%- else %>
    if (link_<{ d }>_data_i != crossbar_data_o[<{ d }>*W+:W]) bad = 1'b1;
    if (link_<{ d }>_last_i != crossbar_last_o[<{ d }>]) bad = 1'b1;
    if (link_<{ d }>_bad_i != crossbar_bad_o[<{ d }>]) bad = 1'b1;
<%- endif %>
    if (link_data[<{ d }>*W+:W] != link_<{ d }>_link_data_o) bad = 1'b1;
    if (link_valid[<{ d }>] != link_<{ d }>_link_valid_o) bad = 1'b1;
    if (link_last[<{ d }>] != link_<{ d }>_link_last_o) bad = 1'b1;
    if (link_bad[<{ d }>] != link_<{ d }>_link_bad_o) bad = 1'b1;
    if (start[<{ d }>] != link_<{ d }>_link_start_o) bad = 1'b1;
    if (link_<{ d }>_credit_i != credit_i[<{ d }>*BUFFERS+:BUFFERS]) bad = 1'b1;
<%- endfor %>
<%- for source in sources %>
<%- let s = loop.index0 %>

    // What <{ source }> and the links say to each other.
<%- for d in 0..6 %>
    if (<{ source }>_idle_i[<{ d }>] != link_<{ d }>_<% if c.options.bus || *s < 6 %>idle<% else %>soon<% endif %>_o) bad = 1'b1;
    if (<{ source }>_room_i[<{ d }>*CLASSES+:CLASSES] != link_<{ d }>_room_o) bad = 1'b1;
    if (link_<{ d }>_request_i[<{ s }>] != <{ source }>_request_o[<{ d }>]) bad = 1'b1;
    if (link_<{ d }>_class_i[<{ s }>*CLASS+:CLASS] != <{ source }>_class_o) bad = 1'b1;
    if (<{ source }>_grant_i[<{ d }>] != link_<{ d }>_grant_o[<{ s }>]) bad = 1'b1;
<%- endfor %>
    if (<{ joint }>_move_i[<{ s }>] != <{ source }>_move_o) bad = 1'b1;
    if (<{ joint }>_data_i[<{ s }>*W+:W] != <{ source }>_data_o) bad = 1'b1;
    if (<{ joint }>_last_i[<{ s }>] != <{ source }>_last_o) bad = 1'b1;
    if (<{ joint }>_bad_i[<{ s }>] != <{ source }>_bad_o) bad = 1'b1;
<%- endfor %>

    // The processor's side.
    if (injector_rst_ni != rst_ni || injector_local_address_i != local_address_i) bad = 1'b1;
    if (injector_s_axis_tdata != s_axis_tdata[<{ c.frame.injection_low_bits - 1 }>:0]) bad = 1'b1;
    if (injector_s_axis_tvalid != s_axis_tvalid || injector_s_axis_tlast != s_axis_tlast) bad = 1'b1;
    if (s_ready != injector_s_axis_tready) bad = 1'b1;
    if (events_valid_i[6] != injector_event_valid_o) bad = 1'b1;
    if (events_event_i[27:24] != injector_event_code_o) bad = 1'b1;
<%- if c.options.bus %>
    if (injector_tick_i != bus_slot_o[6]) bad = 1'b1;
    if (injector_free_i != unit_0_free_o[6*BUFFERS+:<{ c.buffers.own_slots }>]) bad = 1'b1;
<%- else %>
    if (injector_free_i != unit_6_free_o) bad = 1'b1;
<%- endif %>
<%- for from in stores %>
<%- let s = loop.index0 %>

    // What <{ from }> stores.
<%- if c.options.bus %>
    if (bus_store_begin_i[<{ s }>] != <{ from }>_store_begin_o) bad = 1'b1;
    if (bus_store_end_i[<{ s }>] != <{ from }>_store_end_o) bad = 1'b1;
    if (bus_store_deliver_i[<{ s }>] != <{ from }>_store_deliver_o) bad = 1'b1;
    if (bus_store_word_i[<{ s }>*<{ c.frame.word_bits }>+:<{ c.frame.word_bits }>] != <{ from }>_store_word_o) bad = 1'b1;
<%- if c.frame.max_data > 0 %>
    if (bus_store_write_i[<{ s }>] != <{ from }>_store_write_o) bad = 1'b1;
    if (bus_store_offset_i[<{ s }>*<{ c.frame.offset_bits }>+:<{ c.frame.offset_bits }>] != <{ from }>_store_offset_o) bad = 1'b1;
<%- endif %>
    if (bus_store_bad_i[<{ s }>] != <% if !loop.last %><{ from }>_store_bad_o<% else %>1'b0<% endif %>) bad = 1'b1;
    if (bus_store_buffer_i[<{ s }>*<{ c.buffers.index_bits }>+:<{ c.buffers.index_bits }>] != <{ from }>_store_<% if !loop.last %>buffer<% else %>slot<% endif %>_o) bad = 1'b1;
<%- else %>
    if (unit_<{ s }>_origin_i != <{ s }>) bad = 1'b1;
    if (unit_<{ s }>_store_begin_i != <{ from }>_store_begin_o) bad = 1'b1;
    if (unit_<{ s }>_store_end_i != <{ from }>_store_end_o) bad = 1'b1;
    if (unit_<{ s }>_store_deliver_i != <{ from }>_store_deliver_o) bad = 1'b1;
    if (unit_<{ s }>_store_word_i != <{ from }>_store_word_o) bad = 1'b1;
<%- if c.frame.max_data > 0 %>
    if (unit_<{ s }>_store_write_i != <{ from }>_store_write_o) bad = 1'b1;
    if (unit_<{ s }>_store_offset_i != <{ from }>_store_offset_o) bad = 1'b1;
    if (unit_<{ s }>_store_data_i != <% if !loop.last %><{ from }>_data_o<% else %>s_axis_tdata<% endif %>) bad = 1'b1;
<%- endif %>
    if (unit_<{ s }>_store_bad_i != <% if !loop.last %><{ from }>_store_bad_o<% else %>1'b0<% endif %>) bad = 1'b1;
    if (unit_<{ s }>_store_slot_i != <{ from }>_store_<% if !loop.last %>buffer<% else %>slot<% endif %>_o) bad = 1'b1;
<%- endif %>
<%- endfor %>
<%- if c.options.bus %>

    // The store after the bus.
    if (unit_0_origin_i != bus_store_origin_o || unit_0_store_slot_i != bus_store_slot_o) bad = 1'b1;
    if (bus_rst_ni != rst_ni) bad = 1'b1;
    if (unit_0_store_begin_i != bus_store_begin_o || unit_0_store_end_i != bus_store_end_o) bad = 1'b1;
    if (unit_0_store_bad_i != bus_store_bad_o || unit_0_store_word_i != bus_store_word_o) bad = 1'b1;
    if (unit_0_store_deliver_i != bus_store_deliver_o || unit_0_tick_i != bus_slot_o[6]) bad = 1'b1;
<%- if c.frame.max_data > 0 %>
    if (bus_injected_data_i != s_axis_tdata || unit_0_store_data_i != bus_store_data_o) bad = 1'b1;
    if (unit_0_store_write_i != bus_store_write_o) bad = 1'b1;
    if (unit_0_store_offset_i != bus_store_offset_o) bad = 1'b1;
    // The source whose slot comes before is the last receiver.
    if (unit_0_early_tick_i != bus_slot_o[5]) bad = 1'b1;
<%- endif %>
<%- endif %>
<%- for s in 0..c.buffers.units %>

    // Unit <{ s }>, the reception and the collector.
    if (unit_<{ s }>_rst_ni != rst_ni || unit_<{ s }>_faulty_i != faulty_i) bad = 1'b1;
    if (exit_request_i[<{ s }>] != unit_<{ s }>_delivery_request_o) bad = 1'b1;
    if (unit_<{ s }>_delivery_grant_i != exit_grant_o[<{ s }>]) bad = 1'b1;
    if (exit_first_i[<{ s }>] != unit_<{ s }>_delivery_first_o) bad = 1'b1;
    if (exit_head_i[<{ s }>*<{ c.frame.delivery_bits }>+:<{ c.frame.delivery_bits }>] != unit_<{ s }>_delivery_head_o) bad = 1'b1;
    if (exit_empty_i[<{ s }>] != unit_<{ s }>_delivery_empty_o) bad = 1'b1;
    if (exit_bad_i[<{ s }>] != unit_<{ s }>_delivery_bad_o) bad = 1'b1;
<%- if c.frame.max_data > 0 %>
    if (unit_<{ s }>_delivery_room_i != exit_room_o) bad = 1'b1;
    if (exit_valid_i[<{ s }>] != unit_<{ s }>_delivery_valid_o) bad = 1'b1;
    if (exit_data_i[<{ s }>*W+:W] != unit_<{ s }>_delivery_data_o) bad = 1'b1;
    if (exit_last_i[<{ s }>] != unit_<{ s }>_delivery_last_o) bad = 1'b1;
<%- endif %>
    if (events_valid_i[<{ 7 + s }>] != unit_<{ s }>_unroutable_o) bad = 1'b1;
    if (events_event_i[<{ 4 * (7 + s) }>+:4] != 4) bad = 1'b1;
<%- endfor %>
<%- if c.options.majority %>
    if (events_valid_i[<{ 7 + c.buffers.units }>] != exit_event_valid_o) bad = 1'b1;
    if (events_event_i[<{ 4 * (7 + c.buffers.units) }>+:4] != exit_event_code_o) bad = 1'b1;
<%- endif %>

    if (exit_rst_ni != rst_ni || collector_rst_ni != rst_ni) bad = 1'b1;
    if (events_rst_ni != { <{- c.events.sources }>{rst_ni}}) bad = 1'b1;
    if (|events_clear_i) bad = 1'b1;
    if (collector_valid_i != events_waiting_o || collector_event_i != events_event_o) bad = 1'b1;
    if (events_pop_i != collector_grant_o) bad = 1'b1;
    if (m_data != exit_m_axis_tdata || m_valid != exit_m_axis_tvalid) bad = 1'b1;
    if (m_last != exit_m_axis_tlast || m_user != exit_m_axis_tuser) bad = 1'b1;
    if (exit_m_axis_tready != m_axis_tready) bad = 1'b1;
    if (event_valid != collector_event_valid_o || code != collector_event_o) bad = 1'b1;
<%- for it in seen %>
<%- if it.is_clock() %>
    if (<{ it.name }> != { <{- it.width }>{clk_i}}) bad = 1'b1;
<%- endif %>
<%- endfor %>
  end
  assign failed_o = bad;
endmodule

`default_nettype wire
