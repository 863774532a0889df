<{ c.banner("Network: one router for each node of the wrapped hexagonal mesh, and the links between them.") }>
// Contract: node v is slice v of each port; its neighbours in directions 0, 1 and 2 are the nodes
//   v + 1, v + OFFSET1 and v + OFFSET2 modulo <{ c.topology.nodes }>; directions 3, 4 and 5 lead back. Link (v, d)
//   leads from v in direction d. faulty_i changes only while the network is empty or in reset. In
//   reset, from its first clock edge on, every valid and start is 0; a ready may be anything.
//   A faulty node gets nothing, and its processor finds nothing ready.
<%- if tapped %>
//   While tap_enable_i[v] = 1, the links of node v come from the tap_*_i (slice v*6+d), and what
//   its router sends is lost; tap_credit_o has the credits for them. FOR SIMULATION.
<%- endif %>
// Latency and state: <% if c.options.bus %>at most <% endif %><{ c.timing.hop }> cycles a hop for a one-flit header; the routers.
// Source: [KS91] 2.
// Widths: <{ c.topology.nodes }> = nodes; <{ c.topology.nodes * c.frame.width }> = nodes x W; <{ c.topology.nodes * 6 * c.frame.width }> = nodes x 6 x W; <{ c.topology.nodes * 6 }> = nodes x 6;
//   <{ c.topology.nodes * 6 * c.buffers.count }> = nodes x 6 x buffers of a link; <{ c.topology.nodes * 4 }> = nodes x 4.
`default_nettype none

module <{ c.prefix }>hexmesh_network<% if tapped %>_tapped<% endif %> (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.nodes - 1 }>:0] faulty_i,
  input  wire [<{ c.topology.nodes * c.frame.width - 1 }>:0] s_axis_tdata,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_axis_tvalid,
  output wire [<{ c.topology.nodes - 1 }>:0] s_axis_tready,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_axis_tlast,
  output wire [<{ c.topology.nodes * c.frame.width - 1 }>:0] m_axis_tdata,
  output wire [<{ c.topology.nodes - 1 }>:0] m_axis_tvalid,
  input  wire [<{ c.topology.nodes - 1 }>:0] m_axis_tready,
  output wire [<{ c.topology.nodes - 1 }>:0] m_axis_tlast,
  output wire [<{ c.topology.nodes - 1 }>:0] m_axis_tuser,
<%- if tapped %>
  input  wire [<{ c.topology.nodes - 1 }>:0] tap_enable_i,
  input  wire [<{ c.topology.nodes * 6 * c.frame.width - 1 }>:0] tap_data_i,
  input  wire [<{ c.topology.nodes * 6 - 1 }>:0] tap_valid_i,
  input  wire [<{ c.topology.nodes * 6 - 1 }>:0] tap_last_i,
  input  wire [<{ c.topology.nodes * 6 - 1 }>:0] tap_bad_i,
  output wire [<{ c.topology.nodes * 6 * c.buffers.count - 1 }>:0] tap_credit_o,
<%- endif %>
  output wire [<{ c.topology.nodes * 6 - 1 }>:0] link_start_o,
  output wire [<{ c.topology.nodes - 1 }>:0] event_valid_o,
  output wire [<{ c.topology.nodes * 4 - 1 }>:0] event_code_o
);
  localparam NODES = <{ c.topology.nodes }>;
  localparam W = <{ c.frame.width }>;
  localparam ID = <{ c.topology.node_bits }>;
  localparam CREDITS = <{ c.buffers.count }>;
  // What a node number grows by in directions 0, 1 and 2; 3, 4 and 5 lead back.
  localparam OFFSET1 = <{ c.topology.offsets[1] }>;
  localparam OFFSET2 = <{ c.topology.offsets[2] }>;

  // Link (v, d) is slice v*6+d: flits as they leave node v, credits as they come back to it.
  wire [NODES*6*W-1:0] link_data;
  wire [NODES*6-1:0] link_valid, link_last, link_bad;
  wire [NODES*6*CREDITS-1:0] link_credit;
<%- if tapped %>
  assign tap_credit_o = link_credit;
<%- endif %>

  genvar v, d;
  generate
    for (v = 0; v < NODES; v = v + 1) begin : gen_node
      localparam [ID-1:0] ADDRESS = v;
      wire [6*W-1:0] in_data, out_data;
      wire [5:0] in_valid, in_last, in_bad, out_valid, out_last, out_bad, faulty;
      wire in_ready;
      wire [6*CREDITS-1:0] in_credit, out_credit;

      for (d = 0; d < 6; d = d + 1) begin : gen_link
        localparam STEP = d % 3 == 0 ? 1 : d % 3 == 1 ? OFFSET1 : OFFSET2;
        localparam AHEAD = (v + (d < 3 ? STEP : NODES - STEP)) % NODES;
        localparam BEHIND = (v + (d < 3 ? NODES - STEP : STEP)) % NODES;
        localparam PEER = BEHIND * 6 + d;
        assign in_data[d*W+:W] = link_data[PEER*W+:W];
        assign in_valid[d] = link_valid[PEER];
        assign in_last[d] = link_last[PEER];
        assign in_bad[d] = link_bad[PEER];
        assign link_credit[PEER*CREDITS+:CREDITS] = in_credit[d*CREDITS+:CREDITS];
        // A faulty node sees faults all around: nothing comes in or leaves.
        assign faulty[d] = faulty_i[AHEAD] || faulty_i[v];
      end
      // In reset a router may be ready.
      assign s_axis_tready[v] = in_ready && !faulty_i[v];
<% if tapped %>
      // A tapped router keeps going, into nothing: its transmitters always have room.
      wire tapped = tap_enable_i[v];
      assign link_data[v*6*W+:6*W] = tapped ? tap_data_i[v*6*W+:6*W] : out_data;
      assign link_valid[v*6+:6] = tapped ? tap_valid_i[v*6+:6] : out_valid;
      assign link_last[v*6+:6] = tapped ? tap_last_i[v*6+:6] : out_last;
      assign link_bad[v*6+:6] = tapped ? tap_bad_i[v*6+:6] : out_bad;
      assign out_credit = link_credit[v*6*CREDITS+:6*CREDITS] | {6*CREDITS{tapped}};
<%- else %>
      assign link_data[v*6*W+:6*W] = out_data;
      assign link_valid[v*6+:6] = out_valid;
      assign link_last[v*6+:6] = out_last;
      assign link_bad[v*6+:6] = out_bad;
      assign out_credit = link_credit[v*6*CREDITS+:6*CREDITS];
<%- endif %>

      <{ c.prefix }>harts_router u_router (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .local_address_i(ADDRESS),
        .faulty_i(faulty),
        .s_axis_tdata(s_axis_tdata[v*W+:W]),
        .s_axis_tvalid(s_axis_tvalid[v] && !faulty_i[v]),
        .s_axis_tready(in_ready),
        .s_axis_tlast(s_axis_tlast[v]),
        .m_axis_tdata(m_axis_tdata[v*W+:W]),
        .m_axis_tvalid(m_axis_tvalid[v]),
        .m_axis_tready(m_axis_tready[v]),
        .m_axis_tlast(m_axis_tlast[v]),
        .m_axis_tuser(m_axis_tuser[v]),
        .link_data_i(in_data),
        .link_valid_i(in_valid),
        .link_last_i(in_last),
        .link_bad_i(in_bad),
        .credit_o(in_credit),
        .link_data_o(out_data),
        .link_valid_o(out_valid),
        .link_last_o(out_last),
        .link_bad_o(out_bad),
        .credit_i(out_credit),
        .link_start_o(link_start_o[v*6+:6]),
        .event_valid_o(event_valid_o[v]),
        .event_code_o(event_code_o[v*4+:4])
      );

`ifdef TEECAST_ASSERT
      for (d = 0; d < 6; d = d + 1) begin : gen_contract
        // The link against a direction leads to the node whose link in this direction leads here.
        localparam BACK = v + NODES - (d % 3 == 0 ? 1 : d % 3 == 1 ? OFFSET1 : OFFSET2);
        localparam FROM = (d < 3 ? BACK : 2 * (v + NODES) - BACK) % NODES;
        always @(posedge clk_i) begin
          if (rst_ni) begin
            begin : valid_comes_from_peer assert (in_valid[d] == link_valid[FROM*6+d]); end
            begin : data_come_from_peer
              assert (!in_valid[d] || in_data[d*W+:W] == link_data[FROM*6*W+d*W+:W]);
            end
            begin : credit_comes_from_peer
              assert (in_credit[d*CREDITS+:CREDITS] ==
                  link_credit[FROM*6*CREDITS+d*CREDITS+:CREDITS]);
            end
            // Nothing starts between a node and a faulty one.
            begin : nothing_starts_at_fault
              assert (!(link_start_o[FROM*6+d] && (faulty_i[v] || faulty_i[FROM])));
            end
          end
        end
      end
      // A faulty node accepts and emits nothing.
      always @(posedge clk_i) begin
        if (rst_ni && faulty_i[v]) begin : faulty_node_is_silent
          assert (!(s_axis_tready[v] || m_axis_tvalid[v] || event_valid_o[v]));
        end
      end
`endif  // TEECAST_ASSERT
    end
  endgenerate
endmodule

`default_nettype wire
