// Network: a node for each place, and the links between them.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --graph hypercube:3 --family ring-tree --ring-size 4
// Configuration (hash 027a8c594066):
//   graph=hypercube:3 w=4 P=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: node v is slice v of each port; link e joins two nodes, bit 2e of link_busy_o is the
//   way from the smaller to the larger, bit 2e + 1 the way back. A node that is faulty, or a link,
//   carries nothing from that cycle on. s_axis takes one message a node and operation; done_o says
//   that this node holds all expected messages, and that all others will before their own done_o.
//   In reset, from its first clock edge on, every valid is 0; a ready may be anything.
// Latency and state: 1 cycle a hop; the nodes.
// Not split: it only joins nodes, each with its own tables.
// Widths: 8 = nodes; 12 = links; 256 = nodes x payload;
//   280 = nodes x (payload + origin); 3 = origin number; 768 = 2 x links x payload;
//   32 = 4 x nodes; 128 = ring number x nodes; 24 = 2 x links.
`default_nettype none

module ring_tree_network (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [7:0] faulty_i,
  input  wire [11:0] link_faulty_i,
  input  wire next_i,
  input  wire [7:0] expected_i,
  input  wire [255:0] s_axis_tdata,
  input  wire [7:0] s_axis_tvalid,
  output wire [7:0] s_axis_tready,
  output wire [279:0] m_axis_tdata,
  output wire [7:0] m_axis_tvalid,
  input  wire [7:0] m_axis_tready,
  output wire [7:0] m_axis_tuser,
  output wire [7:0] done_o,
  // A table write of a node, one a clock
  input  wire config_valid_i,
  output wire config_ready_o,
  input  wire [2:0] config_node_i,
  input  wire [15:0] config_address_i,
  input  wire [31:0] config_data_i,
  output wire [7:0] event_valid_o,
  output wire [31:0] event_code_o,
  output wire [127:0] event_ring_o,
  output wire [23:0] link_busy_o
);
  localparam LINKS = 12;
  localparam SLOT = 62;
  localparam P = 32;
  localparam BEAT = 35;
  localparam RING = 16;
  assign config_ready_o = 1'b1;
  // What nodes send, and what comes.
  wire [2*LINKS*SLOT-1:0] sent, came;
  genvar d;
  generate
    for (d = 0; d < 2 * LINKS; d = d + 1) begin : gen_link
      wire [SLOT-1:0] slot = sent[d*SLOT+:SLOT] & {SLOT{!link_faulty_i[d/2]}};
      wire busy = slot[2:0] == 3'b001;
      assign link_busy_o[d] = busy;
      assign came[d*SLOT+:SLOT] = slot;
    end
  endgenerate
  ring_tree_node #(
    .PORTS(3),
    .RINGS(3)
  ) u_node_0 (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i[0]),
    .next_i(next_i),
    .expected_i(expected_i),
    .config_valid_i(config_valid_i && config_node_i == 3'd0),
    .config_address_i(config_address_i),
    .config_data_i(config_data_i),
    .node_i(3'd0),
    .rings_i({16'd0, 16'd1, 16'd0}),
    .positions_i({2'd0, 2'd0, 2'd0}),
    .lengths_i({3'd0, 3'd4, 3'd4}),
    .in_ports_i({2'd0, 2'd1, 2'd0}),
    .gates_i({1'd0, 1'd1, 1'd1}),
    .sources_i({3'd4, 3'd3, 3'd1}),
    .s_axis_tdata(s_axis_tdata[0*P+:P]),
    .s_axis_tvalid(s_axis_tvalid[0]),
    .s_axis_tready(s_axis_tready[0]),
    .m_axis_tdata(m_axis_tdata[0*BEAT+:BEAT]),
    .m_axis_tvalid(m_axis_tvalid[0]),
    .m_axis_tready(m_axis_tready[0]),
    .m_axis_tuser(m_axis_tuser[0]),
    .done_o(done_o[0]),
    .links_i({
      came[5*SLOT+:SLOT],
      came[3*SLOT+:SLOT],
      came[1*SLOT+:SLOT]
    }),
    .links_o({
      sent[4*SLOT+:SLOT],
      sent[2*SLOT+:SLOT],
      sent[0*SLOT+:SLOT]
    }),
    .event_valid_o(event_valid_o[0]),
    .event_code_o(event_code_o[0+:4]),
    .event_ring_o(event_ring_o[0*RING+:RING])
  );
  ring_tree_node #(
    .PORTS(3),
    .RINGS(3)
  ) u_node_1 (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i[1]),
    .next_i(next_i),
    .expected_i(expected_i),
    .config_valid_i(config_valid_i && config_node_i == 3'd1),
    .config_address_i(config_address_i),
    .config_data_i(config_data_i),
    .node_i(3'd1),
    .rings_i({16'd0, 16'd0, 16'd0}),
    .positions_i({2'd0, 2'd0, 2'd1}),
    .lengths_i({3'd0, 3'd0, 3'd4}),
    .in_ports_i({2'd0, 2'd0, 2'd0}),
    .gates_i({1'd0, 1'd0, 1'd0}),
    .sources_i({3'd4, 3'd1, 3'd2}),
    .s_axis_tdata(s_axis_tdata[1*P+:P]),
    .s_axis_tvalid(s_axis_tvalid[1]),
    .s_axis_tready(s_axis_tready[1]),
    .m_axis_tdata(m_axis_tdata[1*BEAT+:BEAT]),
    .m_axis_tvalid(m_axis_tvalid[1]),
    .m_axis_tready(m_axis_tready[1]),
    .m_axis_tuser(m_axis_tuser[1]),
    .done_o(done_o[1]),
    .links_i({
      came[9*SLOT+:SLOT],
      came[7*SLOT+:SLOT],
      came[0*SLOT+:SLOT]
    }),
    .links_o({
      sent[8*SLOT+:SLOT],
      sent[6*SLOT+:SLOT],
      sent[1*SLOT+:SLOT]
    }),
    .event_valid_o(event_valid_o[1]),
    .event_code_o(event_code_o[4+:4]),
    .event_ring_o(event_ring_o[1*RING+:RING])
  );
  ring_tree_node #(
    .PORTS(3),
    .RINGS(3)
  ) u_node_2 (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i[2]),
    .next_i(next_i),
    .expected_i(expected_i),
    .config_valid_i(config_valid_i && config_node_i == 3'd2),
    .config_address_i(config_address_i),
    .config_data_i(config_data_i),
    .node_i(3'd2),
    .rings_i({16'd0, 16'd0, 16'd1}),
    .positions_i({2'd0, 2'd0, 2'd1}),
    .lengths_i({3'd0, 3'd0, 3'd4}),
    .in_ports_i({2'd0, 2'd0, 2'd0}),
    .gates_i({1'd0, 1'd0, 1'd0}),
    .sources_i({3'd1, 3'd2, 3'd4}),
    .s_axis_tdata(s_axis_tdata[2*P+:P]),
    .s_axis_tvalid(s_axis_tvalid[2]),
    .s_axis_tready(s_axis_tready[2]),
    .m_axis_tdata(m_axis_tdata[2*BEAT+:BEAT]),
    .m_axis_tvalid(m_axis_tvalid[2]),
    .m_axis_tready(m_axis_tready[2]),
    .m_axis_tuser(m_axis_tuser[2]),
    .done_o(done_o[2]),
    .links_i({
      came[13*SLOT+:SLOT],
      came[11*SLOT+:SLOT],
      came[2*SLOT+:SLOT]
    }),
    .links_o({
      sent[12*SLOT+:SLOT],
      sent[10*SLOT+:SLOT],
      sent[3*SLOT+:SLOT]
    }),
    .event_valid_o(event_valid_o[2]),
    .event_code_o(event_code_o[8+:4]),
    .event_ring_o(event_ring_o[2*RING+:RING])
  );
  ring_tree_node #(
    .PORTS(3),
    .RINGS(3)
  ) u_node_3 (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i[3]),
    .next_i(next_i),
    .expected_i(expected_i),
    .config_valid_i(config_valid_i && config_node_i == 3'd3),
    .config_address_i(config_address_i),
    .config_data_i(config_data_i),
    .node_i(3'd3),
    .rings_i({16'd0, 16'd0, 16'd0}),
    .positions_i({2'd0, 2'd0, 2'd2}),
    .lengths_i({3'd0, 3'd0, 3'd4}),
    .in_ports_i({2'd0, 2'd0, 2'd0}),
    .gates_i({1'd0, 1'd0, 1'd0}),
    .sources_i({3'd1, 3'd2, 3'd4}),
    .s_axis_tdata(s_axis_tdata[3*P+:P]),
    .s_axis_tvalid(s_axis_tvalid[3]),
    .s_axis_tready(s_axis_tready[3]),
    .m_axis_tdata(m_axis_tdata[3*BEAT+:BEAT]),
    .m_axis_tvalid(m_axis_tvalid[3]),
    .m_axis_tready(m_axis_tready[3]),
    .m_axis_tuser(m_axis_tuser[3]),
    .done_o(done_o[3]),
    .links_i({
      came[15*SLOT+:SLOT],
      came[10*SLOT+:SLOT],
      came[6*SLOT+:SLOT]
    }),
    .links_o({
      sent[14*SLOT+:SLOT],
      sent[11*SLOT+:SLOT],
      sent[7*SLOT+:SLOT]
    }),
    .event_valid_o(event_valid_o[3]),
    .event_code_o(event_code_o[12+:4]),
    .event_ring_o(event_ring_o[3*RING+:RING])
  );
  ring_tree_node #(
    .PORTS(3),
    .RINGS(3)
  ) u_node_4 (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i[4]),
    .next_i(next_i),
    .expected_i(expected_i),
    .config_valid_i(config_valid_i && config_node_i == 3'd4),
    .config_address_i(config_address_i),
    .config_data_i(config_data_i),
    .node_i(3'd4),
    .rings_i({16'd0, 16'd2, 16'd1}),
    .positions_i({2'd0, 2'd0, 2'd3}),
    .lengths_i({3'd0, 3'd2, 3'd4}),
    .in_ports_i({2'd0, 2'd1, 2'd2}),
    .gates_i({1'd0, 1'd1, 1'd0}),
    .sources_i({3'd1, 3'd3, 3'd0}),
    .s_axis_tdata(s_axis_tdata[4*P+:P]),
    .s_axis_tvalid(s_axis_tvalid[4]),
    .s_axis_tready(s_axis_tready[4]),
    .m_axis_tdata(m_axis_tdata[4*BEAT+:BEAT]),
    .m_axis_tvalid(m_axis_tvalid[4]),
    .m_axis_tready(m_axis_tready[4]),
    .m_axis_tuser(m_axis_tuser[4]),
    .done_o(done_o[4]),
    .links_i({
      came[19*SLOT+:SLOT],
      came[17*SLOT+:SLOT],
      came[4*SLOT+:SLOT]
    }),
    .links_o({
      sent[18*SLOT+:SLOT],
      sent[16*SLOT+:SLOT],
      sent[5*SLOT+:SLOT]
    }),
    .event_valid_o(event_valid_o[4]),
    .event_code_o(event_code_o[16+:4]),
    .event_ring_o(event_ring_o[4*RING+:RING])
  );
  ring_tree_node #(
    .PORTS(3),
    .RINGS(3)
  ) u_node_5 (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i[5]),
    .next_i(next_i),
    .expected_i(expected_i),
    .config_valid_i(config_valid_i && config_node_i == 3'd5),
    .config_address_i(config_address_i),
    .config_data_i(config_data_i),
    .node_i(3'd5),
    .rings_i({16'd0, 16'd0, 16'd2}),
    .positions_i({2'd0, 2'd0, 2'd1}),
    .lengths_i({3'd0, 3'd0, 3'd2}),
    .in_ports_i({2'd0, 2'd0, 2'd1}),
    .gates_i({1'd0, 1'd0, 1'd0}),
    .sources_i({3'd4, 3'd1, 3'd0}),
    .s_axis_tdata(s_axis_tdata[5*P+:P]),
    .s_axis_tvalid(s_axis_tvalid[5]),
    .s_axis_tready(s_axis_tready[5]),
    .m_axis_tdata(m_axis_tdata[5*BEAT+:BEAT]),
    .m_axis_tvalid(m_axis_tvalid[5]),
    .m_axis_tready(m_axis_tready[5]),
    .m_axis_tuser(m_axis_tuser[5]),
    .done_o(done_o[5]),
    .links_i({
      came[21*SLOT+:SLOT],
      came[16*SLOT+:SLOT],
      came[8*SLOT+:SLOT]
    }),
    .links_o({
      sent[20*SLOT+:SLOT],
      sent[17*SLOT+:SLOT],
      sent[9*SLOT+:SLOT]
    }),
    .event_valid_o(event_valid_o[5]),
    .event_code_o(event_code_o[20+:4]),
    .event_ring_o(event_ring_o[5*RING+:RING])
  );
  ring_tree_node #(
    .PORTS(3),
    .RINGS(3)
  ) u_node_6 (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i[6]),
    .next_i(next_i),
    .expected_i(expected_i),
    .config_valid_i(config_valid_i && config_node_i == 3'd6),
    .config_address_i(config_address_i),
    .config_data_i(config_data_i),
    .node_i(3'd6),
    .rings_i({16'd0, 16'd0, 16'd1}),
    .positions_i({2'd0, 2'd0, 2'd2}),
    .lengths_i({3'd0, 3'd0, 3'd4}),
    .in_ports_i({2'd0, 2'd0, 2'd0}),
    .gates_i({1'd0, 1'd0, 1'd0}),
    .sources_i({3'd4, 3'd1, 3'd2}),
    .s_axis_tdata(s_axis_tdata[6*P+:P]),
    .s_axis_tvalid(s_axis_tvalid[6]),
    .s_axis_tready(s_axis_tready[6]),
    .m_axis_tdata(m_axis_tdata[6*BEAT+:BEAT]),
    .m_axis_tvalid(m_axis_tvalid[6]),
    .m_axis_tready(m_axis_tready[6]),
    .m_axis_tuser(m_axis_tuser[6]),
    .done_o(done_o[6]),
    .links_i({
      came[23*SLOT+:SLOT],
      came[18*SLOT+:SLOT],
      came[12*SLOT+:SLOT]
    }),
    .links_o({
      sent[22*SLOT+:SLOT],
      sent[19*SLOT+:SLOT],
      sent[13*SLOT+:SLOT]
    }),
    .event_valid_o(event_valid_o[6]),
    .event_code_o(event_code_o[24+:4]),
    .event_ring_o(event_ring_o[6*RING+:RING])
  );
  ring_tree_node #(
    .PORTS(3),
    .RINGS(3)
  ) u_node_7 (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i[7]),
    .next_i(next_i),
    .expected_i(expected_i),
    .config_valid_i(config_valid_i && config_node_i == 3'd7),
    .config_address_i(config_address_i),
    .config_data_i(config_data_i),
    .node_i(3'd7),
    .rings_i({16'd0, 16'd0, 16'd0}),
    .positions_i({2'd0, 2'd0, 2'd3}),
    .lengths_i({3'd0, 3'd0, 3'd4}),
    .in_ports_i({2'd0, 2'd0, 2'd0}),
    .gates_i({1'd0, 1'd0, 1'd0}),
    .sources_i({3'd4, 3'd2, 3'd1}),
    .s_axis_tdata(s_axis_tdata[7*P+:P]),
    .s_axis_tvalid(s_axis_tvalid[7]),
    .s_axis_tready(s_axis_tready[7]),
    .m_axis_tdata(m_axis_tdata[7*BEAT+:BEAT]),
    .m_axis_tvalid(m_axis_tvalid[7]),
    .m_axis_tready(m_axis_tready[7]),
    .m_axis_tuser(m_axis_tuser[7]),
    .done_o(done_o[7]),
    .links_i({
      came[22*SLOT+:SLOT],
      came[20*SLOT+:SLOT],
      came[14*SLOT+:SLOT]
    }),
    .links_o({
      sent[23*SLOT+:SLOT],
      sent[21*SLOT+:SLOT],
      sent[15*SLOT+:SLOT]
    }),
    .event_valid_o(event_valid_o[7]),
    .event_code_o(event_code_o[28+:4]),
    .event_ring_o(event_ring_o[7*RING+:RING])
  );

`ifdef TEECAST_ASSERT
  // A faulty link carries nothing.
  integer l;
  always @(posedge clk_i) begin
    for (l = 0; l < 2 * LINKS; l = l + 1) begin
      if (rst_ni) begin : faulty_link_carries_nothing
        assert (!(link_busy_o[l] && link_faulty_i[l/2]));
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
