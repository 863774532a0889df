<{ c.banner("Property: how harts_reception brings stored packets out.") }>
// Contract: failed_o = 0 in every cycle after a reset, whatever its parts say, while who is granted brings
//   the head at once, and then its data<% if !c.options.bus %>, and the arbiter picks a requester<% else %>, and requests again after them<% endif %>: a requester is
//   granted when the <{ c.exit() }> is ready and no packet is under way; head and data of this one go to
//   the <{ c.exit() }><% if c.options.majority %>, what the majority says to the port, its events out<% endif %>; the processor has the port.
`default_nettype none

module proof_harts_reception (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.buffers.units - 1 }>:0] request_i,
  input  wire [<{ c.buffers.units - 1 }>:0] first_i,
  input  wire [<{ c.buffers.units * c.frame.delivery_bits - 1 }>:0] head_i,
  input  wire [<{ c.buffers.units - 1 }>:0] empty_i,
  input  wire [<{ c.buffers.units - 1 }>:0] bad_i,
<%- if c.frame.max_data > 0 %>
  input  wire [<{ c.buffers.units - 1 }>:0] valid_i,
  input  wire [<{ c.buffers.units * c.frame.width - 1 }>:0] data_i,
  input  wire [<{ c.buffers.units - 1 }>:0] last_i,
<%- endif %>
  input  wire m_axis_tready,
  output wire failed_o
);
  localparam UNITS = <{ c.buffers.units }>;
  localparam HEAD = <{ c.frame.delivery_bits }>;
  localparam W = <{ c.frame.width }>;
  localparam [UNITS-1:0] NONE = 0;
  localparam [UNITS-1:0] ONE = 1;

  wire [UNITS-1:0] grant;
  wire [W-1:0] data;
  wire valid, last, user;
<%- if c.frame.max_data > 0 %>
  wire room;
<%- endif %>
<%- if c.options.majority %>
  wire event_valid;
  wire [3:0] code;
<%- endif %>
  <{ c.prefix }>harts_reception u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .request_i(request_i),
    .grant_o(grant),
    .first_i(first_i),
    .head_i(head_i),
    .empty_i(empty_i),
    .bad_i(bad_i),
<%- if c.frame.max_data > 0 %>
    .room_o(room),
    .valid_i(valid_i),
    .data_i(data_i),
    .last_i(last_i),
<%- endif %>
<%- if c.options.majority %>
    .event_valid_o(event_valid),
    .event_code_o(code),
<%- endif %>
    .m_axis_tdata(data),
    .m_axis_tvalid(valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(last),
    .m_axis_tuser(user)
  );

  // The ports of its parts.
<%- include "common/proof/seen.vh" %>

  // Who is granted, and whose packet is under way.
  reg [UNITS-1:0] owner_q;
  wire [UNITS-1:0] pick = <% if c.options.bus %>request_i<% else %>arbiter_pick_o<% endif %>;
  wire [UNITS-1:0] granted = <{ c.exit() }>_ready_o && owner_q == NONE ? pick : NONE;
<%- if c.frame.max_data > 0 %>
  wire ends = (valid_i & last_i) != NONE;
<%- else %>
  wire ends = 1'b1;
<%- endif %>
  reg begun_q;
  initial begun_q = 1'b0;

  reg legal, bad;
  integer u;
  always @* begin
    legal = first_i == grant;
<%- if c.options.bus %>
    if (owner_q != NONE && request_i != NONE) legal = 1'b0;
<%- else %>
    if ((pick & ~request_i) != NONE || (pick & (pick - ONE)) != NONE) legal = 1'b0;
    if (pick == NONE && request_i != NONE) legal = 1'b0;
<%- endif %>
<%- if c.frame.max_data > 0 %>
    if ((valid_i & ~owner_q) != NONE) legal = 1'b0;
<%- endif %>

    bad = grant != granted || <{ c.exit() }>_first_i != (granted != NONE);
    for (u = 0; u < UNITS; u = u + 1) begin
      if (granted[u]) begin
        if (<{ c.exit() }>_head_i != head_i[u*HEAD+:HEAD]) bad = 1'b1;
        if (<{ c.exit() }>_empty_i != empty_i[u] || <{ c.exit() }>_bad_i != bad_i[u]) bad = 1'b1;
      end
<%- if c.frame.max_data > 0 %>
      if (valid_i[u]) begin
        if (<{ c.exit() }>_data_i != data_i[u*W+:W] || <{ c.exit() }>_last_i != last_i[u]) bad = 1'b1;
      end
<%- endif %>
    end
<%- if c.frame.max_data > 0 %>
    if (<{ c.exit() }>_valid_i != (valid_i != NONE) || room != <{ c.exit() }>_room_o) bad = 1'b1;
<%- endif %>
<%- if !c.options.bus %>
    if (arbiter_rst_ni != rst_ni || arbiter_clear_i || arbiter_request_i != request_i) bad = 1'b1;
    if (arbiter_served_i != (granted != NONE)) bad = 1'b1;
<%- endif %>
<%- if c.options.majority %>

    // Majority.
    if (majority_rst_ni != rst_ni || majority_port_ready_i != port_ready_o) bad = 1'b1;
    if (port_first_i != majority_port_first_o || port_head_i != majority_port_head_o) bad = 1'b1;
    if (port_empty_i != majority_port_empty_o || port_bad_i != majority_port_bad_o) bad = 1'b1;
<%- if c.frame.max_data > 0 %>
    if (majority_port_room_i != port_room_o || port_valid_i != majority_port_valid_o) bad = 1'b1;
    if (port_data_i != majority_port_data_o || port_last_i != majority_port_last_o) bad = 1'b1;
<%- endif %>
    if (event_valid != majority_event_valid_o || code != majority_event_code_o) bad = 1'b1;
<%- endif %>

    // The processor.
    if (port_rst_ni != rst_ni || port_m_axis_tready != m_axis_tready) bad = 1'b1;
    if (data != port_m_axis_tdata || valid != port_m_axis_tvalid) bad = 1'b1;
    if (last != port_m_axis_tlast || user != port_m_axis_tuser) bad = 1'b1;
<%- for it in seen %>
<%- if it.is_clock() %>
    if (<{ it.name }> != clk_i) bad = 1'b1;
<%- endif %>
<%- endfor %>
  end
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    if (!rst_ni || ends) owner_q <= NONE;
    else if ((granted & ~empty_i) != NONE) owner_q <= granted;
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
