// Network: one router for each node of the mesh, and the links between them.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --mesh 4x4 --family region
// Configuration (hash f0b17edf6cea):
//   mesh=4x4 W=32 max_data=64 algorithm=fixed-corner vcs=1 deliveries=1
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: node v is slice v of each port; bit v*4 + p of link_start_o is the link of node v in
//   direction p (+X, -X, +Y, -Y). Links over the edge never start.
//   In reset, from its first clock edge on, every valid and start is 0; a ready may be anything.
// Latency and state: 1 cycle a hop for a one-flit header, however many branches there are.
// Widths: 512 = nodes x W; 16 = nodes; 64 = nodes x links of a node; 64 = nodes x 4.
`default_nettype none

module region_network (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [511:0] s_axis_tdata,
  input  wire [15:0] s_axis_tvalid,
  output wire [15:0] s_axis_tready,
  input  wire [15:0] s_axis_tlast,
  output wire [511:0] m_axis_tdata,
  output wire [15:0] m_axis_tvalid,
  input  wire [15:0] m_axis_tready,
  output wire [15:0] m_axis_tlast,
  output wire [15:0] m_axis_tuser,
  output wire [63:0] link_start_o,
  output wire [15:0] event_valid_o,
  output wire [63:0] event_code_o
);
  localparam NODES = 16;
  localparam PORTS = 4;
  localparam V = 1;
  localparam W = 32;
  localparam FLIT = 34;
  localparam NODE = 4;

  // Link (v, p) is slice v*PORTS + p: flits as they leave node v in direction p.
  wire [NODES*PORTS*V-1:0] link_valid, link_ready, link_begins;
  wire [NODES*PORTS*V-1:0] link_vacant;
  wire [NODES*PORTS*FLIT-1:0] link_flit;

  genvar v, p;
  generate
    for (v = 0; v < NODES; v = v + 1) begin : gen_node
      localparam [NODE-1:0] ADDRESS = v;
      localparam X0 = v / 1 % 4;
      localparam X1 = v / 4 % 4;
      wire [PORTS-1:0] linked;
      wire [PORTS*V-1:0] in_valid, in_ready, in_begins, out_ready, out_begins;
      wire [PORTS*V-1:0] in_vacant, out_vacant;
      wire [PORTS*FLIT-1:0] in_flit;

      // A message that travels in direction p comes from the neighbour on the other side. Past the
      // edge both ends of a row meet, and nothing passes.
      for (p = 0; p < PORTS; p = p + 1) begin : gen_link
        localparam STRIDE = p / 2 == 0 ? 1 : 4;
        localparam RADIX = 4;
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
      end
      assign link_ready[v*PORTS*V+:PORTS*V] = in_ready;
      assign link_vacant[v*PORTS*V+:PORTS*V] = in_vacant;
      assign link_begins[v*PORTS*V+:PORTS*V] = in_begins;

      region_router u_router (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .here_i({X1[1:0], X0[1:0]}),
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
