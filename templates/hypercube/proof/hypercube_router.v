<{ c.banner("Property: how hypercube_router joins its parts.") }>
// Contract: failed_o = 0, whatever the parts say: each unit has its own channel, knows whose it is,
//   and reads of each link whether it is full and has room; what it asks of another link or of the
//   delivery goes to that output, with the flit that it shows, and the grant back to it; it gets no
//   grant of its own link. Link, class, credit and start are those of one dimension; every unit's
//   events reach the collector.
`default_nettype none

module proof_hypercube_router (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  input  wire [<{ (c.topology.dimension + 1) * c.frame.width - 1 }>:0] s_axis_tdata,
  input  wire [<{ c.topology.dimension }>:0] s_axis_tvalid,
  input  wire [<{ c.topology.dimension }>:0] s_axis_tlast,
  input  wire [<{ c.topology.dimension }>:0] s_axis_tuser,
  input  wire [<{ c.topology.dimension * c.buffers.side_bits - 1 }>:0] s_side_i,
  input  wire [<{ c.topology.dimension }>:0] m_axis_tready,
  input  wire [<{ c.topology.dimension * c.buffers.classes - 1 }>:0] m_credit_i,
  output wire failed_o
);
  localparam EVENT = 4 + 2 * <{ c.topology.dimension }>;
  localparam N = <{ c.topology.dimension }>;
  localparam W = <{ c.frame.width }>;
  localparam LANES = <{ c.frame.lanes }>;
  localparam CLASS = <{ c.buffers.class_bits }>;
  localparam SIDE = <{ c.buffers.side_bits }>;
  localparam CLASSES = <{ c.buffers.classes }>;

  wire [N:0] s_ready, m_valid, m_last, m_user;
  wire [(N+1)*W-1:0] m_data;
  wire [N*CLASSES-1:0] s_credit;
  wire [N*SIDE-1:0] m_side;
  wire [N-1:0] start, source, address;
  wire event_valid;
  wire [3:0] code;
  <{ c.prefix }>hypercube_router u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
<%- if c.options.fault_tolerant %>
    .faulty_i(faulty_i),
<%- endif %>
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_ready),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser),
    .s_side_i(s_side_i),
    .s_credit_o(s_credit),
    .m_axis_tdata(m_data),
    .m_axis_tvalid(m_valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_last),
    .m_axis_tuser(m_user),
    .m_side_o(m_side),
    .m_credit_i(m_credit_i),
    .link_start_o(start),
    .event_valid_o(event_valid),
    .event_code_o(code),
    .event_source_o(source),
    .event_address_o(address)
  );

  // The ports of its parts.
<%- include "common/proof/seen.vh" %>

  reg bad;
  always @* begin
    bad = 1'b0;
<%- for i in 0..c.topology.dimension + 1 %>

    // Unit <{ i }>: its channel, and what it knows.
    if (unit_<{ i }>_s_axis_tdata != s_axis_tdata[<{ i }>*W+:W]) bad = 1'b1;
    if (unit_<{ i }>_s_axis_tvalid != s_axis_tvalid[<{ i }>]) bad = 1'b1;
    if (unit_<{ i }>_s_axis_tlast != s_axis_tlast[<{ i }>]) bad = 1'b1;
    if (unit_<{ i }>_s_axis_tuser != s_axis_tuser[<{ i }>]) bad = 1'b1;
    if (s_ready[<{ i }>] != unit_<{ i }>_s_axis_tready) bad = 1'b1;
    if (unit_<{ i }>_local_address_i != local_address_i) bad = 1'b1;
<%- if c.options.fault_tolerant %>
    if (unit_<{ i }>_faulty_i != faulty_i) bad = 1'b1;
<%- endif %>
<%- if i == c.topology.dimension %>
    if (!unit_<{ i }>_from_processor_i || unit_<{ i }>_own_dimension_i != 0) bad = 1'b1;
    // What comes from the processor has made no hop.
    if (unit_<{ i }>_s_side_i != 0) bad = 1'b1;
<%- if !c.options.lan %>
    if (unit_<{ i }>_ascending_i) bad = 1'b1;
<%- endif %>
<%- else %>
    if (unit_<{ i }>_from_processor_i || unit_<{ i }>_own_dimension_i != <{ 1 << i }>) bad = 1'b1;
    if (unit_<{ i }>_s_side_i != s_side_i[<{ i }>*SIDE+:SIDE]) bad = 1'b1;
    if (s_credit[<{ i }>*CLASSES+:CLASSES] != unit_<{ i }>_credit_o) bad = 1'b1;
<%- if !c.options.lan %>
    if (unit_<{ i }>_ascending_i != local_address_i[<{ i }>]) bad = 1'b1;
<%- endif %>
<%- endif %>

    // The delivery.
    if (exit_request_i[<{ i }>] != unit_<{ i }>_request_o[N]) bad = 1'b1;
    if (unit_<{ i }>_grant_i[N] != exit_grant_o[<{ i }>]) bad = 1'b1;
    if (exit_move_i[<{ i }>] != unit_<{ i }>_move_o[N]) bad = 1'b1;
    if (exit_data_i[<{ i }>*W+:W] != unit_<{ i }>_data_o) bad = 1'b1;
    if (exit_last_i[<{ i }>] != unit_<{ i }>_last_o) bad = 1'b1;
    if (exit_leave_i[<{ i }>] != unit_<{ i }>_leave_o) bad = 1'b1;
    if (exit_mark_i[<{ i }>] != unit_<{ i }>_mark_o[N]) bad = 1'b1;

    // Events.
    if (events_valid_i[<{ i }>] != unit_<{ i }>_event_valid_o) bad = 1'b1;
    if (events_event_i[<{ i }>*EVENT+:EVENT] != {unit_<{ i }>_event_address_o,
        unit_<{ i }>_event_source_o, unit_<{ i }>_event_code_o}) bad = 1'b1;
    if (unit_<{ i }>_event_ready_i != events_grant_o[<{ i }>]) bad = 1'b1;
<%- for d in 0..c.topology.dimension %>

    // Unit <{ i }> and link <{ d }>.
    if (unit_<{ i }>_full_i[<{ d }>] != link_<{ d }>_full_o) bad = 1'b1;
    if (unit_<{ i }>_room_i[<{ d }>*CLASSES+:CLASSES] != link_<{ d }>_room_o) bad = 1'b1;
<%- if i == d %>
    if (unit_<{ i }>_grant_i[<{ d }>]) bad = 1'b1;
<%- else %>
    if (link_<{ d }>_request_i[<% if i > d %><{ i - 1 }><% else %><{ i }><% endif %>] != unit_<{ i }>_request_o[<{ d }>]) bad = 1'b1;
    if (unit_<{ i }>_grant_i[<{ d }>] != link_<{ d }>_grant_o[<% if i > d %><{ i - 1 }><% else %><{ i }><% endif %>]) bad = 1'b1;
    if (link_<{ d }>_class_i[<% if i > d %><{ i - 1 }><% else %><{ i }><% endif %>*CLASS+:CLASS] != unit_<{ i }>_class_o) bad = 1'b1;
<%- if !c.options.lan %>
    if (link_<{ d }>_turn_i[<% if i > d %><{ i - 1 }><% else %><{ i }><% endif %>] != unit_<{ i }>_turns_o[<{ d }>]) bad = 1'b1;
<%- endif %>
    if (link_<{ d }>_move_i[<% if i > d %><{ i - 1 }><% else %><{ i }><% endif %>] != unit_<{ i }>_move_o[<{ d }>]) bad = 1'b1;
    if (link_<{ d }>_data_i[<% if i > d %><{ i - 1 }><% else %><{ i }><% endif %>*W+:W] != unit_<{ i }>_data_o) bad = 1'b1;
    if (link_<{ d }>_keep_i[<% if i > d %><{ i - 1 }><% else %><{ i }><% endif %>*LANES+:LANES] != unit_<{ i }>_keep_o[<{ d }>*LANES+:LANES]) bad = 1'b1;
    if (link_<{ d }>_last_i[<% if i > d %><{ i - 1 }><% else %><{ i }><% endif %>] != unit_<{ i }>_last_o) bad = 1'b1;
    if (link_<{ d }>_leave_i[<% if i > d %><{ i - 1 }><% else %><{ i }><% endif %>] != unit_<{ i }>_leave_o) bad = 1'b1;
    if (link_<{ d }>_mark_i[<% if i > d %><{ i - 1 }><% else %><{ i }><% endif %>] != unit_<{ i }>_mark_o[<{ d }>]) bad = 1'b1;
    if (link_<{ d }>_multicasts_i[<% if i > d %><{ i - 1 }><% else %><{ i }><% endif %>] != unit_<{ i }>_multicasts_o[<{ d }>]) bad = 1'b1;
    if (link_<{ d }>_controlled_i[<% if i > d %><{ i - 1 }><% else %><{ i }><% endif %>] != unit_<{ i }>_controlled_o) bad = 1'b1;
<%- endif %>
<%- endfor %>
<%- endfor %>
<%- for d in 0..c.topology.dimension %>

    // Link <{ d }>.
<%- if c.options.fault_tolerant %>
    if (link_<{ d }>_faulty_i != faulty_i) bad = 1'b1;
<%- if !c.options.lan %>
    if (link_<{ d }>_local_address_i != local_address_i) bad = 1'b1;
<%- endif %>
<%- endif %>
    if (m_data[<{ d }>*W+:W] != link_<{ d }>_m_axis_tdata) bad = 1'b1;
    if (m_valid[<{ d }>] != link_<{ d }>_m_axis_tvalid) bad = 1'b1;
    if (m_last[<{ d }>] != link_<{ d }>_m_axis_tlast) bad = 1'b1;
    if (m_user[<{ d }>] != link_<{ d }>_m_axis_tuser) bad = 1'b1;
    if (link_<{ d }>_m_axis_tready != m_axis_tready[<{ d }>]) bad = 1'b1;
    if (start[<{ d }>] != link_<{ d }>_start_o) bad = 1'b1;
    if (m_side[<{ d }>*SIDE+:SIDE] != link_<{ d }>_m_side_o) bad = 1'b1;
    if (link_<{ d }>_m_credit_i != m_credit_i[<{ d }>*CLASSES+:CLASSES]) bad = 1'b1;
<%- endfor %>

    // The processor's channel, and the events.
    if (m_data[N*W+:W] != exit_m_axis_tdata || m_valid[N] != exit_m_axis_tvalid) bad = 1'b1;
    if (m_last[N] != exit_m_axis_tlast || m_user[N] != exit_m_axis_tuser) bad = 1'b1;
    if (exit_m_axis_tready != m_axis_tready[N]) bad = 1'b1;
    if (event_valid != events_event_valid_o || {address, source, code} != events_event_o) bad = 1'b1;
<%- for it in seen %>
<%- if it.is_clock() %>
    if (<{ it.name }> != clk_i) bad = 1'b1;
<%- else if it.is_reset() %>
    if (<{ it.name }> != rst_ni) bad = 1'b1;
<%- endif %>
<%- endfor %>
  end
  assign failed_o = bad;
endmodule

`default_nettype wire
