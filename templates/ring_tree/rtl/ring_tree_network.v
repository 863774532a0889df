<{ c.banner("Network: a node for each place, and the links between them.") }>
// Contract: node v is slice v of each port; link e joins two nodes, bit 2e of link_busy_o is the
//   way from the smaller to the larger, bit 2e + 1 the way back. A node that is faulty, or a link,
//   carries nothing from that cycle on. s_axis takes one message a node and operation; done_o says
//   that this node holds all expected messages, and that all others will before their own done_o.
//   In reset, from its first clock edge on, every valid is 0; a ready may be anything.
// Latency and state: <{ c.hop() }> a hop; the nodes.
// Not split: it only joins nodes, each with its own tables.
// Widths: <{ c.nodes }> = nodes; <{ c.links }> = links; <{ c.nodes * c.payload }> = nodes x payload;
//   <{ c.nodes * (c.payload + c.origin_bits) }> = nodes x (payload + origin); <{ c.origin_bits }> = origin number; <{ 2 * c.links * c.payload }> = 2 x links x payload;
//   <{ 4 * c.nodes }> = 4 x nodes; <{ c.ring_bits * c.nodes }> = ring number x nodes; <{ 2 * c.links }> = 2 x links.
`default_nettype none

module <{ c.prefix }>ring_tree_network (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.nodes - 1 }>:0] faulty_i,
  input  wire [<{ c.links - 1 }>:0] link_faulty_i,
  input  wire next_i,
  input  wire [<{ c.nodes - 1 }>:0] expected_i,
  input  wire [<{ c.nodes * c.payload - 1 }>:0] s_axis_tdata,
  input  wire [<{ c.nodes - 1 }>:0] s_axis_tvalid,
  output wire [<{ c.nodes - 1 }>:0] s_axis_tready,
  output wire [<{ c.nodes * (c.payload + c.origin_bits) - 1 }>:0] m_axis_tdata,
  output wire [<{ c.nodes - 1 }>:0] m_axis_tvalid,
  input  wire [<{ c.nodes - 1 }>:0] m_axis_tready,
  output wire [<{ c.nodes - 1 }>:0] m_axis_tuser,
  output wire [<{ c.nodes - 1 }>:0] done_o,
<%- if c.is_writable %>
  // A table write of a node, one a clock
  input  wire config_valid_i,
  output wire config_ready_o,
  input  wire [<{ c.origin_bits - 1 }>:0] config_node_i,
  input  wire [15:0] config_address_i,
  input  wire [31:0] config_data_i,
<%- endif %>
<%- if c.test_ports %>
  // XORed to the payload of the data slot on a link
  input  wire [<{ 2 * c.links * c.payload - 1 }>:0] garble_i,
<%- endif %>
  output wire [<{ c.nodes - 1 }>:0] event_valid_o,
  output wire [<{ 4 * c.nodes - 1 }>:0] event_code_o,
  output wire [<{ c.ring_bits * c.nodes - 1 }>:0] event_ring_o,
  output wire [<{ 2 * c.links - 1 }>:0] link_busy_o
);
  localparam LINKS = <{ c.links }>;
  localparam SLOT = <{ c.slot_bits }>;
  localparam P = <{ c.payload }>;
  localparam BEAT = <{ c.payload + c.origin_bits }>;
  localparam RING = <{ c.ring_bits }>;

<%- if c.is_writable %>
  assign config_ready_o = 1'b1;

<%- endif %>
  // What nodes send, and what comes.
  wire [2*LINKS*SLOT-1:0] sent, came;
  genvar d;
  generate
    for (d = 0; d < 2 * LINKS; d = d + 1) begin : gen_link
      wire [SLOT-1:0] slot = sent[d*SLOT+:SLOT] & {SLOT{!link_faulty_i[d/2]}};
      wire busy = slot[2:0] == 3'b001;
      assign link_busy_o[d] = busy;
<%- if c.test_ports %>
      wire [P-1:0] garble = garble_i[d*P+:P] & {P{busy}};
      assign came[d*SLOT+:SLOT] = {slot[SLOT-1-:P] ^ garble, slot[SLOT-P-1:0]};
<%- else %>
      assign came[d*SLOT+:SLOT] = slot;
<%- endif %>
    end
  endgenerate
<%- for v in c.places %>

<%- if v.rings == 0 %>
  // Node <{ v.node }> is on no ring.
  wire [<{ v.ports.len() + 1 }>:0] unused_<{ v.node }> = {
<%- for port in v.ports %>
      came[<{ port.came }>*SLOT],
<%- endfor %>
      faulty_i[<{ v.node }>], s_axis_tvalid[<{ v.node }>] && m_axis_tready[<{ v.node }>]};
<%- for port in v.ports %>
  assign sent[<{ port.sent }>*SLOT+:SLOT] = {SLOT{1'b0}};
<%- endfor %>
  assign s_axis_tready[<{ v.node }>] = 1'b0;
  assign m_axis_tdata[<{ v.node }>*BEAT+:BEAT] = {BEAT{1'b0}};
  assign m_axis_tvalid[<{ v.node }>] = 1'b0;
  assign m_axis_tuser[<{ v.node }>] = 1'b0;
  assign done_o[<{ v.node }>] = 1'b0;
  assign event_valid_o[<{ v.node }>] = 1'b0;
  assign event_code_o[<{ 4 * v.node }>+:4] = 4'd0;
  assign event_ring_o[<{ v.node }>*RING+:RING] = {RING{1'b0}};
<%- else %>
  <{ c.prefix }>ring_tree_node #(
    .PORTS(<{ v.ports.len() }>),
    .RINGS(<{ v.rings }>)
  ) u_node_<{ v.node }> (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i[<{ v.node }>]),
    .next_i(next_i),
    .expected_i(expected_i),
<%- if c.is_writable %>
    .config_valid_i(config_valid_i && config_node_i == <{ c.origin_bits }>'d<{ v.node }>),
    .config_address_i(config_address_i),
    .config_data_i(config_data_i),
<%- endif %>
    .node_i(<{ c.origin_bits }>'d<{ v.node }>),
    .rings_i(<{ v.ring_ids }>),
    .positions_i(<{ v.positions }>),
    .lengths_i(<{ v.lengths }>),
    .in_ports_i(<{ v.in_ports }>),
    .gates_i(<{ v.gates }>),
    .sources_i(<{ v.sources }>),
    .s_axis_tdata(s_axis_tdata[<{ v.node }>*P+:P]),
    .s_axis_tvalid(s_axis_tvalid[<{ v.node }>]),
    .s_axis_tready(s_axis_tready[<{ v.node }>]),
    .m_axis_tdata(m_axis_tdata[<{ v.node }>*BEAT+:BEAT]),
    .m_axis_tvalid(m_axis_tvalid[<{ v.node }>]),
    .m_axis_tready(m_axis_tready[<{ v.node }>]),
    .m_axis_tuser(m_axis_tuser[<{ v.node }>]),
    .done_o(done_o[<{ v.node }>]),
    .links_i({
<%- for port in v.ports %>
      came[<{ port.came }>*SLOT+:SLOT]<% if !loop.last %>,<% endif %>
<%- endfor %>
    }),
    .links_o({
<%- for port in v.ports %>
      sent[<{ port.sent }>*SLOT+:SLOT]<% if !loop.last %>,<% endif %>
<%- endfor %>
    }),
    .event_valid_o(event_valid_o[<{ v.node }>]),
    .event_code_o(event_code_o[<{ 4 * v.node }>+:4]),
    .event_ring_o(event_ring_o[<{ v.node }>*RING+:RING])
  );
<%- endif %>
<%- endfor %>

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
