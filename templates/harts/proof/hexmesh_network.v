<{ c.banner("Property: how hexmesh_network joins its routers.") }>
// Contract: failed_o = 0, whatever the routers say: directions 0, 1 and 2 lead from node v to v + 1,
//   v + <{ 3 * c.topology.edge - 1 }> and v + <{ 3 * c.topology.edge - 2 }> modulo <{ c.topology.nodes }>, 3, 4 and 5 back; what a node sends in a direction comes in there as
//   travelling in the same one, and credits go the other way; each node has its own number, its processor's
//   channel and its own reports; while it is faulty it gets nothing and sees faults all around, and its neighbours know.
`default_nettype none

module proof_hexmesh_network (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.nodes - 1 }>:0] faulty_i,
  input  wire [<{ c.topology.nodes * c.frame.width - 1 }>:0] s_axis_tdata,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_axis_tvalid,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_axis_tlast,
  input  wire [<{ c.topology.nodes - 1 }>:0] m_axis_tready,
  output wire failed_o
);
  localparam NODES = <{ c.topology.nodes }>;
  localparam W = <{ c.frame.width }>;
  localparam ID = <{ c.topology.node_bits }>;
  localparam BUFFERS = <{ c.buffers.count }>;

  wire [NODES-1:0] s_ready, m_valid, m_last, m_user, event_valid;
  wire [NODES*W-1:0] m_data;
  wire [NODES*6-1:0] start;
  wire [NODES*4-1:0] code;
  <{ c.prefix }>hexmesh_network u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
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
    .link_start_o(start),
    .event_valid_o(event_valid),
    .event_code_o(code)
  );

  // The ports of all routers, side by side.
<%- include "common/proof/seen.vh" %>

  // What they must receive from their neighbours.
  wire [NODES*6*W-1:0] told_data;
  wire [NODES*6-1:0] told_valid, told_last, told_bad, told_faulty;
  wire [NODES*6*BUFFERS-1:0] told_credit;
  wire [NODES*ID-1:0] told_address;
  genvar v, d;
  generate
    for (v = 0; v < NODES; v = v + 1) begin : gen_node
      localparam [ID-1:0] ADDRESS = v;
      assign told_address[v*ID+:ID] = ADDRESS;
      for (d = 0; d < 6; d = d + 1) begin : gen_direction
        localparam STEP = d % 3 == 0 ? 1 : <{ 3 * c.topology.edge }> - d % 3;
        localparam PEER = (d < 3 ? v + STEP : v + NODES - STEP) % NODES;
        localparam FROM = v * 6 + d;
        localparam TO = PEER * 6 + d;
        assign told_data[TO*W+:W] = node_link_data_o[FROM*W+:W];
        assign told_valid[TO] = node_link_valid_o[FROM];
        assign told_last[TO] = node_link_last_o[FROM];
        assign told_bad[TO] = node_link_bad_o[FROM];
        assign told_credit[FROM*BUFFERS+:BUFFERS] = node_credit_o[TO*BUFFERS+:BUFFERS];
        assign told_faulty[FROM] = faulty_i[PEER] || faulty_i[v];
      end
    end
  endgenerate
  wire misled = node_link_data_i != told_data || node_link_valid_i != told_valid ||
      node_link_last_i != told_last || node_link_bad_i != told_bad || node_credit_i != told_credit ||
      node_faulty_i != told_faulty || node_local_address_i != told_address ||
      node_s_axis_tdata != s_axis_tdata || node_s_axis_tvalid != (s_axis_tvalid & ~faulty_i) ||
      node_s_axis_tlast != s_axis_tlast || node_m_axis_tready != m_axis_tready ||
      node_clk_i != {NODES{clk_i}} || node_rst_ni != {NODES{rst_ni}};
  wire lost = s_ready != (node_s_axis_tready & ~faulty_i) || m_data != node_m_axis_tdata ||
      m_valid != node_m_axis_tvalid || m_last != node_m_axis_tlast || m_user != node_m_axis_tuser ||
      start != node_link_start_o || event_valid != node_event_valid_o || code != node_event_code_o;
  assign failed_o = misled || lost;
endmodule

`default_nettype wire
