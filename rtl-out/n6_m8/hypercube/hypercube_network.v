// Network: one router for each node of the cube, and the links between them.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: node v is slice v of each port. Link (v, j) joins node v with node v xor 2^j.
//   faulty_i changes only while the network is empty or in reset. It gates what the processor of a
//   faulty node offers and finds ready, and no other data.
//   In reset, from its first clock edge on, every valid and start is 0; a ready may be anything.
// Latency and state: 2 cycles a hop for a unicast or a broadcast with a one-flit header.
// Widths: 64 = nodes; 2048 = nodes x W; 384 = nodes x n; 256 = nodes x 4.
`default_nettype none

module hypercube_network (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [63:0] faulty_i,
  input  wire [2047:0] s_axis_tdata,
  input  wire [63:0] s_axis_tvalid,
  output wire [63:0] s_axis_tready,
  input  wire [63:0] s_axis_tlast,
  output wire [2047:0] m_axis_tdata,
  output wire [63:0] m_axis_tvalid,
  input  wire [63:0] m_axis_tready,
  output wire [63:0] m_axis_tlast,
  output wire [63:0] m_axis_tuser,
  output wire [383:0] link_start_o,
  output wire [63:0] event_valid_o,
  output wire [255:0] event_code_o,
  output wire [383:0] event_source_o,
  output wire [383:0] event_address_o
);
  localparam N = 6;
  localparam NODES = 64;
  localparam W = 32;
  localparam SIDE = 5;
  localparam CLASSES = 3;

  // Link (v, j) is slice v*N+j: flits as they leave node v, room as node v grants it to them.
  wire [NODES*N*W-1:0] link_tdata;
  wire [NODES*N-1:0] link_tvalid, link_tready, link_tlast, link_tuser;
  wire [NODES*N*SIDE-1:0] link_side;
  wire [NODES*N*CLASSES-1:0] link_credit;

  genvar v, j;
  generate
    for (v = 0; v < NODES; v = v + 1) begin : gen_node
      localparam [N-1:0] ADDRESS = v;
      wire [(N+1)*W-1:0] in_tdata, out_tdata;
      wire [N:0] in_tvalid, in_tready, in_tlast, in_tuser;
      wire [N:0] out_tvalid, out_tready, out_tlast, out_tuser;
      wire [N*SIDE-1:0] in_side;
      wire [N*CLASSES-1:0] out_credit;
      wire [N-1:0] faulty;

      for (j = 0; j < N; j = j + 1) begin : gen_link
        // The neighbour's end of the link in dimension j.
        localparam PEER = (v ^ (1 << j)) * N + j;
        assign in_tdata[j*W+:W] = link_tdata[PEER*W+:W];
        assign in_tvalid[j] = link_tvalid[PEER];
        assign in_tlast[j] = link_tlast[PEER];
        assign in_tuser[j] = link_tuser[PEER];
        assign in_side[j*SIDE+:SIDE] = link_side[PEER*SIDE+:SIDE];
        assign link_tready[PEER] = in_tready[j];
        assign out_tready[j] = link_tready[v*N+j];
        assign out_credit[j*CLASSES+:CLASSES] = link_credit[PEER*CLASSES+:CLASSES];
        assign faulty[j] = faulty_i[v^(1<<j)];
      end

      assign in_tdata[N*W+:W] = s_axis_tdata[v*W+:W];
      // A faulty node is empty and gets nothing, so that it emits nothing.
      assign in_tvalid[N] = s_axis_tvalid[v] && !faulty_i[v];
      assign in_tlast[N] = s_axis_tlast[v];
      assign in_tuser[N] = 1'b0;
      // In reset a router may be ready.
      assign s_axis_tready[v] = in_tready[N] && !faulty_i[v];

      assign link_tdata[v*N*W+:N*W] = out_tdata[N*W-1:0];
      assign link_tvalid[v*N+:N] = out_tvalid[N-1:0];
      assign link_tlast[v*N+:N] = out_tlast[N-1:0];
      assign link_tuser[v*N+:N] = out_tuser[N-1:0];

      assign m_axis_tdata[v*W+:W] = out_tdata[N*W+:W];
      assign m_axis_tvalid[v] = out_tvalid[N];
      assign m_axis_tlast[v] = out_tlast[N];
      assign m_axis_tuser[v] = out_tuser[N];
      assign out_tready[N] = m_axis_tready[v];

      hypercube_router u_router (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .local_address_i(ADDRESS),
        .faulty_i(faulty),
        .s_axis_tdata(in_tdata),
        .s_axis_tvalid(in_tvalid),
        .s_axis_tready(in_tready),
        .s_axis_tlast(in_tlast),
        .s_axis_tuser(in_tuser),
        .s_side_i(in_side),
        .s_credit_o(link_credit[v*N*CLASSES+:N*CLASSES]),
        .m_axis_tdata(out_tdata),
        .m_axis_tvalid(out_tvalid),
        .m_axis_tready(out_tready),
        .m_axis_tlast(out_tlast),
        .m_axis_tuser(out_tuser),
        .m_side_o(link_side[v*N*SIDE+:N*SIDE]),
        .m_credit_i(out_credit),
        .link_start_o(link_start_o[v*N+:N]),
        .event_valid_o(event_valid_o[v]),
        .event_code_o(event_code_o[v*4+:4]),
        .event_source_o(event_source_o[v*N+:N]),
        .event_address_o(event_address_o[v*N+:N])
      );

`ifdef TEECAST_ASSERT
      for (j = 0; j < N; j = j + 1) begin : gen_contract
        // One digit of the neighbour's address is another one.
        localparam NEAR = (v >> j) % 2 == 0 ? v + (1 << j) : v - (1 << j);
        always @(posedge clk_i) begin
          if (rst_ni) begin
            begin : valid_comes_from_peer assert (in_tvalid[j] == link_tvalid[NEAR*N+j]); end
            begin : data_come_from_peer
              assert (!in_tvalid[j] || in_tdata[j*W+:W] == link_tdata[NEAR*N*W+j*W+:W]);
            end
            begin : ready_comes_from_peer assert (in_tready[j] == link_tready[NEAR*N+j]); end
            // Nothing starts between a node and a faulty one.
            begin : nothing_starts_at_fault
              assert (!(link_start_o[v*N+j] && (faulty_i[v] || faulty_i[NEAR])));
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
