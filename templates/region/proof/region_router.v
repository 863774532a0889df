<{ c.banner("Property: how region_router joins its parts.") }>
// Contract: failed_o = 0, whatever the parts say<% if c.options.virtual_channels > 1 %>, while the arbiter of a link picks one of its channels at most<% endif %>: each input has its channel, knows how messages come in, and learns
//   what is free and offered to it; each output hears the requests for it, what is taken, and all moves; a
//   message moves if every channel that it owns is open; its flits reach all outputs; the
//   processor's side, links and events belong to the injector, the delivery and the outputs.
`default_nettype none

module proof_region_router (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
  input  wire [<{ c.frame.source_bits - 1 }>:0] node_i,
  input  wire [<{ c.topology.ports - 1 }>:0] linked_i,
  input  wire [<{ c.options.width - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  input  wire s_axis_tlast,
  input  wire m_axis_tready,
  input  wire [<{ c.topology.ports * c.options.virtual_channels - 1 }>:0] s_link_valid_i,
  input  wire [<{ c.topology.ports * c.frame.flit_bits - 1 }>:0] s_link_flit_i,
  input  wire [<{ c.topology.ports * c.options.virtual_channels - 1 }>:0] m_link_ready_i,
  input  wire [<{ c.topology.ports * c.options.virtual_channels - 1 }>:0] m_link_vacant_i,
  input  wire [<{ c.topology.ports * c.options.virtual_channels - 1 }>:0] m_link_begins_i,
  output wire failed_o
);
  localparam PORTS = <{ c.topology.ports }>;
  localparam V = <{ c.options.virtual_channels }>;
  localparam CLASSES = <{ c.options.algorithm.classes() }>;
  localparam SIZE = V / CLASSES;
  localparam CHANNELS = <{ c.topology.channels }>;
  localparam REQUESTS = <{ c.topology.requests }>;
  localparam FLIT = <{ c.frame.flit_bits }>;
  localparam W = FLIT - 2;

  wire s_ready, m_valid, m_last, m_user, event_valid;
  wire [W-1:0] m_data;
  wire [PORTS*V-1:0] link_ready, link_vacant, link_begins, link_valid;
  wire [PORTS*FLIT-1:0] link_flit;
  wire [PORTS-1:0] start;
  wire [3:0] code;
  <{ c.prefix }>region_router u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .here_i(here_i),
    .node_i(node_i),
    .linked_i(linked_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_ready),
    .s_axis_tlast(s_axis_tlast),
    .m_axis_tdata(m_data),
    .m_axis_tvalid(m_valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_last),
    .m_axis_tuser(m_user),
    .s_link_valid_i(s_link_valid_i),
    .s_link_flit_i(s_link_flit_i),
    .s_link_ready_o(link_ready),
    .s_link_vacant_o(link_vacant),
    .s_link_begins_o(link_begins),
    .m_link_valid_o(link_valid),
    .m_link_flit_o(link_flit),
    .m_link_ready_i(m_link_ready_i),
    .m_link_vacant_i(m_link_vacant_i),
    .m_link_begins_i(m_link_begins_i),
    .link_start_o(start),
    .event_valid_o(event_valid),
    .event_code_o(code)
  );

  // The ports of its parts: inputs and outputs side by side.
<%- include "common/proof/seen.vh" %>

  reg legal, bad, may;
  integer i, p, k, r;
  always @* begin
    legal = 1'b1;
    bad = input_clk_i != {CHANNELS{clk_i}} || input_rst_ni != {CHANNELS{rst_ni}};
    if (output_clk_i != {PORTS{clk_i}} || output_rst_ni != {PORTS{rst_ni}}) bad = 1'b1;
    if (injector_clk_i != clk_i || injector_rst_ni != rst_ni) bad = 1'b1;
    if (exit_clk_i != clk_i || exit_rst_ni != rst_ni) bad = 1'b1;
<%- if c.options.virtual_channels > 1 %>
    if (turn_clk_i != {PORTS{clk_i}} || turn_rst_ni != {PORTS{rst_ni}}) bad = 1'b1;
    if (turn_clear_i != {PORTS{1'b0}}) bad = 1'b1;
<%- endif %>

<%- if c.options.virtual_channels == 1 %>
    if (output_here_i != {PORTS{here_i}} || exit_here_i != here_i) bad = 1'b1;
<%- endif %>

    // The processor.
    if (injector_node_i != node_i || injector_s_axis_tdata != s_axis_tdata) bad = 1'b1;
<%- if c.uses_place() %>
    if (injector_here_i != here_i) bad = 1'b1;
<%- endif %>
    if (injector_s_axis_tvalid != s_axis_tvalid || injector_s_axis_tlast != s_axis_tlast) bad = 1'b1;
    if (s_ready != injector_s_axis_tready || exit_m_axis_tready != m_axis_tready) bad = 1'b1;
    if (event_valid != injector_event_valid_o || code != injector_event_code_o) bad = 1'b1;
    if (injector_ready_i != input_ready_o[CHANNELS-1]) bad = 1'b1;
    if (injector_begins_i != input_begins_o[CHANNELS-1]) bad = 1'b1;
    if (injector_vacant_i != input_vacant_o[CHANNELS-1]) bad = 1'b1;
    if (m_data != exit_m_axis_tdata || m_valid != exit_m_axis_tvalid) bad = 1'b1;
    if (m_last != exit_m_axis_tlast || m_user != exit_m_axis_tuser) bad = 1'b1;
    if (exit_move_i != input_move_i) bad = 1'b1;

    // The links.
    if (link_ready != input_ready_o[PORTS*V-1:0] || link_begins != input_begins_o[PORTS*V-1:0]) bad = 1'b1;
    if (input_push_i != {injector_push_o, s_link_valid_i}) bad = 1'b1;
    if (link_valid != output_valid_o || link_flit != output_flit_o || start != output_start_o) bad = 1'b1;
    if (output_ready_i != m_link_ready_i || output_begins_i != m_link_begins_i) bad = 1'b1;
    if (link_vacant != input_vacant_o[PORTS*V-1:0] || output_vacant_i != m_link_vacant_i) bad = 1'b1;
    if (output_linked_i != linked_i) bad = 1'b1;

    for (i = 0; i < CHANNELS; i = i + 1) begin
      if (input_here_i[i*<{ c.topology.coordinate_bits }>+:<{ c.topology.coordinate_bits }>] != here_i) bad = 1'b1;
      for (p = 0; p <= PORTS; p = p + 1) begin
        if (input_arrival_i[i*(PORTS+1)+p] != (p == i / V)) bad = 1'b1;
      end
<%- if c.two_classes() %>
      if (input_class_i[i] != (i < PORTS * V && i % V >= SIZE)) bad = 1'b1;
<%- endif %>
      if (i < PORTS * V) begin
        if (input_flit_i[i*FLIT+:FLIT] != s_link_flit_i[i/V*FLIT+:FLIT]) bad = 1'b1;
      end else begin
        if (input_flit_i[i*FLIT+:FLIT] != injector_flit_o) bad = 1'b1;
      end

      // What can be given, what it asks for, what it is offered and takes, and whether it moves.
      if (exit_request_i[i] != input_request_o[i*REQUESTS+REQUESTS-1]) bad = 1'b1;
      if (exit_taken_i[i] != input_taken_o[i*REQUESTS+REQUESTS-1]) bad = 1'b1;
      if (input_offered_i[i*REQUESTS+REQUESTS-1] != exit_offer_o[i]) bad = 1'b1;
      may = input_valid_o[i];
      for (r = 0; r < REQUESTS - 1; r = r + 1) begin
        p = r % PORTS;
        k = (p*CLASSES+r/PORTS)*CHANNELS+i;
        if (output_request_i[k] != input_request_o[i*REQUESTS+r]) bad = 1'b1;
        if (output_taken_i[k] != input_taken_o[i*REQUESTS+r]) bad = 1'b1;
        if (input_offered_i[i*REQUESTS+r] != output_offer_o[k]) bad = 1'b1;
<%- if c.options.virtual_channels == 1 %>
        if (input_free_i[i*(REQUESTS-1)+r] != output_free_o[p]) bad = 1'b1;
<%- endif %>
      end
      for (k = 0; k < PORTS * V; k = k + 1) begin
        if (output_owner_o[k*CHANNELS+i] && !output_open_o[k]) may = 1'b0;
      end
<%- if c.options.virtual_channels == 1 %>
      if (input_move_i[i] != may) bad = 1'b1;
<%- else %>
      if (i < PORTS * V) begin
        if (turn_request_i[i] != may || input_move_i[i] != turn_pick_o[i]) bad = 1'b1;
      end else begin
        if (input_move_i[i] != may) bad = 1'b1;
      end
<%- endif %>

      // Its flit comes to all outputs.
      for (p = 0; p < PORTS; p = p + 1) begin
        if (output_move_i[p*CHANNELS+i] != input_move_i[i]) bad = 1'b1;
        if (output_first_i[p*CHANNELS+i] != input_first_o[i]) bad = 1'b1;
        if (output_tail_i[p*CHANNELS+i] != input_tail_o[i]) bad = 1'b1;
        if (input_move_i[i] && output_flit_i[(p*(PORTS+1)+i/V)*FLIT+:FLIT] != input_flit_o[i*FLIT+:FLIT]) bad = 1'b1;
      end
      if (input_move_i[i] && exit_flit_i[i/V*FLIT+:FLIT] != input_flit_o[i*FLIT+:FLIT]) bad = 1'b1;
    end
<%- if c.options.virtual_channels > 1 %>

    // One channel of a link at a time.
    for (p = 0; p < PORTS; p = p + 1) begin
      if ((turn_pick_o[p*V+:V] & (turn_pick_o[p*V+:V] - 1)) != 0) legal = 1'b0;
      if (turn_served_i[p] != (turn_request_i[p*V+:V] != 0)) bad = 1'b1;
    end
<%- endif %>
  end
  assign failed_o = legal && bad;
endmodule

`default_nettype wire
