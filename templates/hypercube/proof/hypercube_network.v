<{ c.banner("Property: how hypercube_network joins its routers.") }>
// Contract: failed_o = 0, whatever the routers say: what node v sends in dimension j comes in at node v xor
//   2^j in dimension j, and room and credit go the other way; each node has its own number, its processor's
//   channel and its own reports
<%- if c.options.fault_tolerant %>; while it is faulty it gets nothing from the processor, and its neighbours know
<%- endif %>.
`default_nettype none

module proof_hypercube_network (
  input  wire clk_i,
  input  wire rst_ni,
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.nodes - 1 }>:0] faulty_i,
<%- endif %>
  input  wire [<{ c.topology.nodes * c.frame.width - 1 }>:0] s_axis_tdata,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_axis_tvalid,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_axis_tlast,
  input  wire [<{ c.topology.nodes - 1 }>:0] m_axis_tready,
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam NODES = <{ c.topology.nodes }>;
  localparam W = <{ c.frame.width }>;
  localparam SIDE = <{ c.buffers.side_bits }>;
  localparam CLASSES = <{ c.buffers.classes }>;

  wire [NODES-1:0] s_ready, m_valid, m_last, m_user, event_valid;
  wire [NODES*W-1:0] m_data;
  wire [NODES*N-1:0] start, source, address;
  wire [NODES*4-1:0] code;
  <{ c.prefix }>hypercube_network u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
<%- if c.options.fault_tolerant %>
    .faulty_i(faulty_i),
<%- endif %>
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
    .event_code_o(code),
    .event_source_o(source),
    .event_address_o(address)
  );

  // The ports of all routers, side by side.
<%- include "common/proof/seen.vh" %>

  // What they must receive, and what leaves to the processors.
  wire [NODES*(N+1)*W-1:0] told_data;
  wire [NODES*(N+1)-1:0] told_valid, told_last, told_user, told_ready;
  wire [NODES*N*SIDE-1:0] told_side;
  wire [NODES*N*CLASSES-1:0] told_credit;
  wire [NODES*N-1:0] told_address;
<%- if c.options.fault_tolerant %>
  wire [NODES*N-1:0] told_faulty;
<%- endif %>
  wire [NODES*W-1:0] out_data;
  wire [NODES-1:0] out_ready, out_valid, out_last, out_user;
  genvar v, j;
  generate
    for (v = 0; v < NODES; v = v + 1) begin : gen_node
      localparam [N-1:0] ADDRESS = v;
      // The processor is the last channel.
      localparam OWN = v * (N + 1) + N;
      assign told_address[v*N+:N] = ADDRESS;
      assign told_data[OWN*W+:W] = s_axis_tdata[v*W+:W];
      assign told_valid[OWN] = s_axis_tvalid[v]<% if c.options.fault_tolerant %> && !faulty_i[v]<% endif %>;
      assign told_last[OWN] = s_axis_tlast[v];
      assign told_user[OWN] = 1'b0;
      assign told_ready[OWN] = m_axis_tready[v];
      assign out_ready[v] = node_s_axis_tready[OWN]<% if c.options.fault_tolerant %> && !faulty_i[v]<% endif %>;
      assign out_data[v*W+:W] = node_m_axis_tdata[OWN*W+:W];
      assign out_valid[v] = node_m_axis_tvalid[OWN];
      assign out_last[v] = node_m_axis_tlast[OWN];
      assign out_user[v] = node_m_axis_tuser[OWN];
      for (j = 0; j < N; j = j + 1) begin : gen_dimension
        localparam PEER = v ^ (1 << j);
        localparam FROM = v * (N + 1) + j;
        localparam TO = PEER * (N + 1) + j;
        assign told_data[TO*W+:W] = node_m_axis_tdata[FROM*W+:W];
        assign told_valid[TO] = node_m_axis_tvalid[FROM];
        assign told_last[TO] = node_m_axis_tlast[FROM];
        assign told_user[TO] = node_m_axis_tuser[FROM];
        assign told_ready[FROM] = node_s_axis_tready[TO];
        assign told_side[(PEER*N+j)*SIDE+:SIDE] = node_m_side_o[(v*N+j)*SIDE+:SIDE];
        assign told_credit[(v*N+j)*CLASSES+:CLASSES] = node_s_credit_o[(PEER*N+j)*CLASSES+:CLASSES];
<%- if c.options.fault_tolerant %>
        assign told_faulty[v*N+j] = faulty_i[PEER];
<%- endif %>
      end
    end
  endgenerate
  wire misled = node_s_axis_tdata != told_data || node_s_axis_tvalid != told_valid ||
      node_s_axis_tlast != told_last || node_s_axis_tuser != told_user ||
      node_m_axis_tready != told_ready || node_s_side_i != told_side ||
      node_m_credit_i != told_credit || node_local_address_i != told_address ||
<%- if c.options.fault_tolerant %>
      node_faulty_i != told_faulty ||
<%- endif %>
      node_clk_i != {NODES{clk_i}} || node_rst_ni != {NODES{rst_ni}};
  wire lost = s_ready != out_ready || m_data != out_data || m_valid != out_valid || m_last != out_last ||
      m_user != out_user || start != node_link_start_o || event_valid != node_event_valid_o ||
      code != node_event_code_o || source != node_event_source_o || address != node_event_address_o;
  assign failed_o = misled || lost;
endmodule

`default_nettype wire
