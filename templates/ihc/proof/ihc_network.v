<{ c.banner("Property: how ihc_network joins its nodes and the schedule.") }>
// Contract: failed_o = 0, whatever the nodes and the schedule say: a node knows its number, its places on
//   the cycles and the stages in which it starts; what it sends on a directed cycle comes in at the next
//   node on that cycle, unless the link is faulty, and nowhere else; all nodes follow one schedule, which
//   sees the free stores of all; each node has its own processor's channels and events.
// Source: [LS94] IV; cycles and start slots are those of the golden model.
`default_nettype none

module proof_ihc_network (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.nodes - 1 }>:0] faulty_i,
  input  wire [<{ c.topology.nodes * c.topology.cycles - 1 }>:0] link_faulty_i,
  input  wire round_start_i,
  input  wire [<{ c.topology.nodes * c.options.width - 1 }>:0] s_axis_tdata,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_axis_tvalid,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_axis_tlast,
  input  wire [<{ c.topology.nodes - 1 }>:0] m_axis_tready,
<%- if c.options.test_ports %>
  input  wire [<{ c.topology.nodes - 1 }>:0] test_enable_i,
  input  wire [<{ c.topology.nodes * c.topology.cycles - 1 }>:0] test_valid_i,
  input  wire [<{ c.topology.nodes * c.topology.cycles - 1 }>:0] test_first_i,
  input  wire [<{ c.topology.nodes * c.topology.cycles - 1 }>:0] test_last_i,
  input  wire [<{ c.topology.nodes * c.topology.cycles - 1 }>:0] test_bad_i,
  input  wire [<{ c.topology.nodes * c.topology.cycles * c.options.width - 1 }>:0] test_data_i,
<%- endif %>
  output wire failed_o
);
  localparam NODES = <{ c.topology.nodes }>;
  localparam CYCLES = <{ c.topology.cycles }>;
  localparam W = <{ c.options.width }>;
  localparam ID = <{ c.topology.id_bits }>;
  localparam STAGE = <{ c.schedule.stage_bits }>;
  // By node and directed cycle the ID, the next node, and the stage of the start.
<%- if c.options.filter %>
  localparam [NODES*CYCLES*ID-1:0] IDS = {
      <{ ids }>};
<%- endif %>
  localparam [NODES*CYCLES*ID-1:0] NEXTS = {
      <{ nexts }>};
  localparam [NODES*CYCLES*STAGE-1:0] STARTS = {
      <{ stages }>};

  wire ready;
  wire [NODES-1:0] s_ready, m_valid, m_last, m_user, event_valid;
  wire [NODES*W-1:0] m_data;
  wire [NODES*CYCLES-1:0] link_start, link_busy;
  wire [NODES*4-1:0] code;
  wire [NODES*ID-1:0] source;
  <{ c.prefix }>ihc_network u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .link_faulty_i(link_faulty_i),
    .round_start_i(round_start_i),
    .round_ready_o(ready),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_ready),
    .s_axis_tlast(s_axis_tlast),
    .m_axis_tdata(m_data),
    .m_axis_tvalid(m_valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_last),
    .m_axis_tuser(m_user),
<%- if c.options.test_ports %>
    .test_enable_i(test_enable_i),
    .test_valid_i(test_valid_i),
    .test_first_i(test_first_i),
    .test_last_i(test_last_i),
    .test_bad_i(test_bad_i),
    .test_data_i(test_data_i),
<%- endif %>
    .link_start_o(link_start),
    .link_busy_o(link_busy),
    .event_valid_o(event_valid),
    .event_code_o(code),
    .event_source_o(source)
  );

  // The ports of all nodes, side by side, and of the schedule.
<%- include "common/proof/seen.vh" %>

  // What node v sends on cycle j, and where it comes in.
  reg bad, lies, valid, first;
  integer v, j, at, to;
  always @* begin
    bad = schedule_clk_i != clk_i || schedule_rst_ni != rst_ni;
    if (node_clk_i != {NODES{clk_i}} || node_rst_ni != {NODES{rst_ni}}) bad = 1'b1;

    // The schedule.
    if (schedule_round_start_i != round_start_i || ready != schedule_round_ready_o) bad = 1'b1;
    if (schedule_free_i != node_free_o || schedule_faulty_i != faulty_i) bad = 1'b1;
    if (node_begins_i != {NODES{schedule_begins_o}}) bad = 1'b1;
    if (node_round_end_i != {NODES{schedule_round_end_o}}) bad = 1'b1;
    if (node_number_i != {NODES{schedule_number_o}}) bad = 1'b1;
    if (node_stage_start_i != {NODES{schedule_stage_start_o}}) bad = 1'b1;
    if (node_stage_i != {NODES{schedule_stage_o}}) bad = 1'b1;
    if (node_slot_i != {NODES{schedule_slot_o}}) bad = 1'b1;
<%- if c.options.filter %>
    if (node_heads_i != {NODES{schedule_heads_o}}) bad = 1'b1;
    if (node_last_head_i != {NODES{schedule_last_head_o}}) bad = 1'b1;
<%- endif %>

    // The processors.
    if (node_faulty_i != faulty_i || s_ready != node_s_axis_tready) bad = 1'b1;
    if (node_s_axis_tdata != s_axis_tdata || node_s_axis_tvalid != s_axis_tvalid) bad = 1'b1;
    if (node_s_axis_tlast != s_axis_tlast || node_m_axis_tready != m_axis_tready) bad = 1'b1;
    if (m_data != node_m_axis_tdata || m_valid != node_m_axis_tvalid) bad = 1'b1;
    if (m_last != node_m_axis_tlast || m_user != node_m_axis_tuser) bad = 1'b1;
    if (event_valid != node_event_valid_o || code != node_event_code_o) bad = 1'b1;
    if (source != node_event_source_o) bad = 1'b1;

    // Places and links.
    for (v = 0; v < NODES; v = v + 1) begin
      if (node_node_i[v*ID+:ID] != v) bad = 1'b1;
      for (j = 0; j < CYCLES; j = j + 1) begin
        at = v * CYCLES + j;
        to = NEXTS[at*ID+:ID] * CYCLES + j;
        if (node_stages_i[at*STAGE+:STAGE] != STARTS[at*STAGE+:STAGE]) bad = 1'b1;
<%- if c.options.filter %>
        if (j % 2 == 0 && node_places_i[(v*CYCLES+j)/2*ID+:ID] != IDS[at*ID+:ID]) bad = 1'b1;
<%- else %>
        if (node_next_i[at*ID+:ID] != NEXTS[at*ID+:ID]) bad = 1'b1;
<%- endif %>
<%- if c.options.test_ports %>
        lies = test_enable_i[v];
        valid = lies ? test_valid_i[at] : node_m_link_valid_o[at];
        first = lies ? test_first_i[at] : node_m_link_first_o[at];
<%- else %>
        lies = 1'b0;
        valid = node_m_link_valid_o[at];
        first = node_m_link_first_o[at];
<%- endif %>
        if (link_start[at] != (valid && first) || link_busy[at] != valid) bad = 1'b1;
        if (node_s_link_valid_i[to] != (valid && !link_faulty_i[at])) bad = 1'b1;
        if (node_s_link_valid_i[to] && node_s_link_first_i[to] != first) bad = 1'b1;
        if (node_s_link_valid_i[to] && !lies) begin
          if (node_s_link_last_i[to] != node_m_link_last_o[at]) bad = 1'b1;
          if (node_s_link_bad_i[to] != node_m_link_bad_o[at]) bad = 1'b1;
          if (node_s_link_data_i[to*W+:W] != node_m_link_data_o[at*W+:W]) bad = 1'b1;
        end
<%- if c.options.test_ports %>
        if (node_s_link_valid_i[to] && lies) begin
          if (node_s_link_last_i[to] != test_last_i[at]) bad = 1'b1;
          if (node_s_link_bad_i[to] != test_bad_i[at]) bad = 1'b1;
          if (node_s_link_data_i[to*W+:W] != test_data_i[at*W+:W]) bad = 1'b1;
        end
<%- endif %>
      end
    end
  end
  assign failed_o = bad;
endmodule

`default_nettype wire
