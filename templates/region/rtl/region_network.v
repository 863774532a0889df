<{ c.banner("Network: one router for each node of the mesh, and the links between them.") }>
// Contract: node v is slice v of each port; bit v*<{ c.topology.ports }> + p of link_start_o is the link of node v in
//   direction p (<{ c.port_names() }>). Links over the edge never start.
//   In reset, from its first clock edge on, every valid and start is 0; a ready may be anything.
// Latency and state: <{ c.router_latency() }>
// Widths: <{ c.topology.nodes * c.options.width }> = nodes x W; <{ c.topology.nodes }> = nodes; <{ c.topology.nodes * c.topology.ports }> = nodes x links of a node; <{ c.topology.nodes * 4 }> = nodes x 4.
`default_nettype none

module <{ c.prefix }>region_network (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.nodes * c.options.width - 1 }>:0] s_axis_tdata,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_axis_tvalid,
  output wire [<{ c.topology.nodes - 1 }>:0] s_axis_tready,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_axis_tlast,
  output wire [<{ c.topology.nodes * c.options.width - 1 }>:0] m_axis_tdata,
  output wire [<{ c.topology.nodes - 1 }>:0] m_axis_tvalid,
  input  wire [<{ c.topology.nodes - 1 }>:0] m_axis_tready,
  output wire [<{ c.topology.nodes - 1 }>:0] m_axis_tlast,
  output wire [<{ c.topology.nodes - 1 }>:0] m_axis_tuser,
<%- if c.answers() %>
  output wire [<{ c.topology.nodes * c.options.width - 1 }>:0] m_done_axis_tdata,
  output wire [<{ c.topology.nodes - 1 }>:0] m_done_axis_tvalid,
  input  wire [<{ c.topology.nodes - 1 }>:0] m_done_axis_tready,
  output wire [<{ c.topology.nodes - 1 }>:0] m_done_axis_tlast,
<%- if c.replies() %>
  input  wire [<{ c.topology.nodes * c.options.width - 1 }>:0] s_reply_axis_tdata,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_reply_axis_tvalid,
  output wire [<{ c.topology.nodes - 1 }>:0] s_reply_axis_tready,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_reply_axis_tlast,
<%- endif %>
  output wire [<{ c.topology.nodes * c.topology.ports - 1 }>:0] link_answer_o,
<%- endif %>
  output wire [<{ c.topology.nodes * c.topology.ports - 1 }>:0] link_start_o,
  output wire [<{ c.topology.nodes - 1 }>:0] event_valid_o,
  output wire [<{ c.topology.nodes * 4 - 1 }>:0] event_code_o
);
  localparam NODES = <{ c.topology.nodes }>;
  localparam PORTS = <{ c.topology.ports }>;
  localparam V = <{ c.options.virtual_channels }>;
  localparam W = <{ c.options.width }>;
  localparam FLIT = <{ c.frame.flit_bits }>;
  localparam NODE = <{ c.frame.source_bits }>;

  // Link (v, p) is slice v*PORTS + p: flits as they leave node v in direction p.
  wire [NODES*PORTS*V-1:0] link_valid, link_ready, link_begins;
  wire [NODES*PORTS*V-1:0] link_vacant;
  wire [NODES*PORTS*FLIT-1:0] link_flit;
<%- if c.answers() %>
  // Beside the first flit, and against the flits; all answers of a node are on the same wires.
  localparam SIDE = <{ c.answer.side_bits }>;
  localparam ANSWER = <{ c.answer.answer_bits }>;
  wire [NODES*PORTS*SIDE-1:0] link_side;
  wire [NODES*PORTS*V-1:0] answer_valid;
  wire [NODES*ANSWER-1:0] answer;
<%- endif %>

  genvar v, p;
  generate
    for (v = 0; v < NODES; v = v + 1) begin : gen_node
      localparam [NODE-1:0] ADDRESS = v;
<%- for axis in c.topology.axes %>
      localparam X<{ axis.index }> = v / <{ axis.stride }> % <{ axis.radix }>;
<%- endfor %>
      wire [PORTS-1:0] linked;
      wire [PORTS*V-1:0] in_valid, in_ready, in_begins, out_ready, out_begins;
      wire [PORTS*V-1:0] in_vacant, out_vacant;
      wire [PORTS*FLIT-1:0] in_flit;
<%- if c.answers() %>
      wire [PORTS*SIDE-1:0] in_side;
      wire [PORTS*V-1:0] out_answer_valid;
      wire [PORTS*ANSWER-1:0] out_answer;
<%- endif %>

      // A message that travels in direction p comes from the neighbour on the other side. Past the
      // edge both ends of a row meet, and nothing passes.
      for (p = 0; p < PORTS; p = p + 1) begin : gen_link
        localparam STRIDE =<{ c.by_axis("stride") }>;
        localparam RADIX =<{ c.by_axis("radix") }>;
        localparam AT = v / STRIDE % RADIX;
        localparam UP = AT < RADIX - 1 ? v + STRIDE : v - AT * STRIDE;
        localparam DOWN = AT > 0 ? v - STRIDE : v + (RADIX - 1) * STRIDE;
        localparam FROM = (p % 2 == 0 ? DOWN : UP) * PORTS + p;
        localparam TO = (p % 2 == 0 ? UP : DOWN) * PORTS + p;
        assign linked[p] = p % 2 == 0 ? AT < RADIX - 1 : AT > 0;
        assign in_valid[p*V+:V] = link_valid[FROM*V+:V] & {V{linked[p^1]}};
        assign in_flit[p*FLIT+:FLIT] = link_flit[FROM*FLIT+:FLIT];
        assign out_ready[p*V+:V] = link_ready[TO*V+:V] & {V{linked[p]}};
        assign out_vacant[p*V+:V] = link_vacant[TO*V+:V] & {V{linked[p]}};
        assign out_begins[p*V+:V] = link_begins[TO*V+:V] & {V{linked[p]}};
<%- if c.answers() %>
        assign in_side[p*SIDE+:SIDE] = link_side[FROM*SIDE+:SIDE];
        assign out_answer_valid[p*V+:V] = answer_valid[TO*V+:V] & {V{linked[p]}};
        assign out_answer[p*ANSWER+:ANSWER] = answer[(TO/PORTS)*ANSWER+:ANSWER];
<%- endif %>
      end
      assign link_ready[v*PORTS*V+:PORTS*V] = in_ready;
      assign link_vacant[v*PORTS*V+:PORTS*V] = in_vacant;
      assign link_begins[v*PORTS*V+:PORTS*V] = in_begins;

      <{ c.prefix }>region_router u_router (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .here_i(<{ c.place() }>),
        .node_i(ADDRESS),
        .linked_i(linked),
        .s_axis_tdata(s_axis_tdata[v*W+:W]),
        .s_axis_tvalid(s_axis_tvalid[v]),
        .s_axis_tready(s_axis_tready[v]),
        .s_axis_tlast(s_axis_tlast[v]),
        .m_axis_tdata(m_axis_tdata[v*W+:W]),
        .m_axis_tvalid(m_axis_tvalid[v]),
        .m_axis_tready(m_axis_tready[v]),
        .m_axis_tlast(m_axis_tlast[v]),
        .m_axis_tuser(m_axis_tuser[v]),
<%- if c.answers() %>
        .m_done_axis_tdata(m_done_axis_tdata[v*W+:W]),
        .m_done_axis_tvalid(m_done_axis_tvalid[v]),
        .m_done_axis_tready(m_done_axis_tready[v]),
        .m_done_axis_tlast(m_done_axis_tlast[v]),
<%- if c.replies() %>
        .s_reply_axis_tdata(s_reply_axis_tdata[v*W+:W]),
        .s_reply_axis_tvalid(s_reply_axis_tvalid[v]),
        .s_reply_axis_tready(s_reply_axis_tready[v]),
        .s_reply_axis_tlast(s_reply_axis_tlast[v]),
<%- endif %>
<%- endif %>
        .s_link_valid_i(in_valid),
        .s_link_flit_i(in_flit),
        .s_link_ready_o(in_ready),
        .s_link_vacant_o(in_vacant),
        .s_link_begins_o(in_begins),
        .m_link_valid_o(link_valid[v*PORTS*V+:PORTS*V]),
        .m_link_flit_o(link_flit[v*PORTS*FLIT+:PORTS*FLIT]),
        .m_link_ready_i(out_ready),
        .m_link_vacant_i(out_vacant),
        .m_link_begins_i(out_begins),
<%- if c.answers() %>
        .s_link_side_i(in_side),
        .s_link_answer_valid_o(answer_valid[v*PORTS*V+:PORTS*V]),
        .s_link_answer_o(answer[v*ANSWER+:ANSWER]),
        .m_link_side_o(link_side[v*PORTS*SIDE+:PORTS*SIDE]),
        .m_link_answer_valid_i(out_answer_valid),
        .m_link_answer_i(out_answer),
        .link_answer_o(link_answer_o[v*PORTS+:PORTS]),
<%- endif %>
        .link_start_o(link_start_o[v*PORTS+:PORTS]),
        .event_valid_o(event_valid_o[v]),
        .event_code_o(event_code_o[v*4+:4])
      );

`ifdef TEECAST_ASSERT
      // Nothing starts past the edge.
      always @(posedge clk_i) begin
        if (rst_ni) begin : nothing_starts_over_the_edge
          assert ((link_start_o[v*PORTS+:PORTS] & ~linked) == {PORTS{1'b0}});
        end
      end
`endif  // TEECAST_ASSERT
    end
  endgenerate
endmodule

`default_nettype wire
