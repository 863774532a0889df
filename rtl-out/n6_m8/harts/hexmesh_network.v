// Network: one router for each node of the wrapped hexagonal mesh, and the links between them.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: node v is slice v of each port; its neighbours in directions 0, 1 and 2 are the nodes
//   v + 1, v + OFFSET1 and v + OFFSET2 modulo 91; directions 3, 4 and 5 lead back. Link (v, d)
//   leads from v in direction d. faulty_i changes only while the network is empty or in reset. In
//   reset, from its first clock edge on, every valid and start is 0; a ready may be anything.
//   A faulty node gets nothing, and its processor finds nothing ready.
// Latency and state: at most 9 cycles a hop for a one-flit header; the routers.
// Source: [KS91] 2.
// Widths: 91 = nodes; 2912 = nodes x W; 17472 = nodes x 6 x W; 546 = nodes x 6;
//   10374 = nodes x 6 x buffers of a link; 364 = nodes x 4.
`default_nettype none

module hexmesh_network (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [90:0] faulty_i,
  input  wire [2911:0] s_axis_tdata,
  input  wire [90:0] s_axis_tvalid,
  output wire [90:0] s_axis_tready,
  input  wire [90:0] s_axis_tlast,
  output wire [2911:0] m_axis_tdata,
  output wire [90:0] m_axis_tvalid,
  input  wire [90:0] m_axis_tready,
  output wire [90:0] m_axis_tlast,
  output wire [90:0] m_axis_tuser,
  output wire [545:0] link_start_o,
  output wire [90:0] event_valid_o,
  output wire [363:0] event_code_o
);
  localparam NODES = 91;
  localparam W = 32;
  localparam ID = 7;
  localparam CREDITS = 19;
  // What a node number grows by in directions 0, 1 and 2; 3, 4 and 5 lead back.
  localparam OFFSET1 = 17;
  localparam OFFSET2 = 16;

  // Link (v, d) is slice v*6+d: flits as they leave node v, credits as they come back to it.
  wire [NODES*6*W-1:0] link_data;
  wire [NODES*6-1:0] link_valid, link_last, link_bad;
  wire [NODES*6*CREDITS-1:0] link_credit;

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

      assign link_data[v*6*W+:6*W] = out_data;
      assign link_valid[v*6+:6] = out_valid;
      assign link_last[v*6+:6] = out_last;
      assign link_bad[v*6+:6] = out_bad;
      assign out_credit = link_credit[v*6*CREDITS+:6*CREDITS];

      harts_router u_router (
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
