<{ c.banner("Property: how ring_tree_network joins its nodes.") }>
// Contract: failed_o = 0, whatever the nodes say: each node knows its number and its tables; what it sends to a
//   neighbour comes in there by the port of this node, unless the link is faulty<% if c.test_ports %>, with the garble of a
//   message<% endif %>, and nothing else does; each node has its own processor's channels, events<% if c.is_writable %> and table
//   writes<% endif %>.
`default_nettype none

module proof_ring_tree_network (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.nodes - 1 }>:0] faulty_i,
  input  wire [<{ c.links - 1 }>:0] link_faulty_i,
  input  wire next_i,
  input  wire [<{ c.nodes - 1 }>:0] expected_i,
  input  wire [<{ c.nodes * c.payload - 1 }>:0] s_axis_tdata,
  input  wire [<{ c.nodes - 1 }>:0] s_axis_tvalid,
  input  wire [<{ c.nodes - 1 }>:0] m_axis_tready,
<%- if c.is_writable %>
  input  wire config_valid_i,
  input  wire [<{ c.origin_bits - 1 }>:0] config_node_i,
  input  wire [15:0] config_address_i,
  input  wire [31:0] config_data_i,
<%- endif %>
<%- if c.test_ports %>
  input  wire [<{ 2 * c.links * c.payload - 1 }>:0] garble_i,
<%- endif %>
  output wire failed_o
);
  localparam N = <{ c.nodes }>;
  localparam LINKS = <{ c.links }>;
  localparam P = <{ c.payload }>;
  localparam BEAT = <{ c.payload + c.origin_bits }>;
  localparam SLOT = <{ c.slot_bits }>;
  localparam RING = <{ c.ring_bits }>;

  wire [N-1:0] s_ready, m_valid, m_user, done, event_valid;
  wire [N*BEAT-1:0] m_data;
  wire [4*N-1:0] code;
  wire [RING*N-1:0] ring;
  wire [2*LINKS-1:0] busy;
<%- if c.is_writable %>
  wire config_ready;
<%- endif %>
  <{ c.prefix }>ring_tree_network u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .link_faulty_i(link_faulty_i),
    .next_i(next_i),
    .expected_i(expected_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_ready),
    .m_axis_tdata(m_data),
    .m_axis_tvalid(m_valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tuser(m_user),
    .done_o(done),
<%- if c.is_writable %>
    .config_valid_i(config_valid_i),
    .config_ready_o(config_ready),
    .config_node_i(config_node_i),
    .config_address_i(config_address_i),
    .config_data_i(config_data_i),
<%- endif %>
<%- if c.test_ports %>
    .garble_i(garble_i),
<%- endif %>
    .event_valid_o(event_valid),
    .event_code_o(code),
    .event_ring_o(ring),
    .link_busy_o(busy)
  );

  // The ports of all nodes.
<%- include "common/proof/seen.vh" %>

  // What goes over each directed link: 2e from the smaller to the larger end of link e, 2e + 1 back.
  wire [2*LINKS*SLOT-1:0] sent, came;
<%- for way in ways %>
<%- if way.is_on %>
  assign sent[<{ way.sent }>*SLOT+:SLOT] = node_<{ way.node }>_links_o[<{ way.port }>*SLOT+:SLOT];
  assign came[<{ way.came }>*SLOT+:SLOT] = node_<{ way.node }>_links_i[<{ way.port }>*SLOT+:SLOT];
<%- else %>
  assign sent[<{ way.sent }>*SLOT+:SLOT] = 0;
<%- endif %>
<%- endfor %>
  wire [2*LINKS-1:0] heard = {
<%- for way in heard %><% if !loop.first %>, <% endif %>1'b<{ way }><% endfor -%> };

  reg bad;
  reg [SLOT-1:0] slot;
  integer d;
  always @* begin
    bad = <% if c.is_writable %>!config_ready<% else %>1'b0<% endif %>;
    for (d = 0; d < 2 * LINKS; d = d + 1) begin
      slot = link_faulty_i[d/2] ? {SLOT{1'b0}} : sent[d*SLOT+:SLOT];
      if (busy[d] != (slot[2:0] == 3'b001)) bad = 1'b1;
<%- if c.test_ports %>
      if (slot[2:0] == 3'b001) slot[SLOT-P+:P] = slot[SLOT-P+:P] ^ garble_i[d*P+:P];
<%- endif %>
      if (heard[d] && came[d*SLOT+:SLOT] != slot) bad = 1'b1;
    end
<%- for v in c.places %>
<%- let node = v.node %>
<%- if v.rings == 0 %>

    // Node <{ node }> is on no ring.
    if (s_ready[<{ node }>] || m_valid[<{ node }>] || done[<{ node }>] || event_valid[<{ node }>]) bad = 1'b1;
<%- else %>

    if (node_<{ node }>_clk_i != clk_i || node_<{ node }>_rst_ni != rst_ni) bad = 1'b1;
    if (node_<{ node }>_faulty_i != faulty_i[<{ node }>] || node_<{ node }>_next_i != next_i) bad = 1'b1;
    if (node_<{ node }>_expected_i != expected_i || node_<{ node }>_node_i != <{ node }>) bad = 1'b1;
    if (node_<{ node }>_rings_i != <{ v.ring_ids }>) bad = 1'b1;
    if (node_<{ node }>_positions_i != <{ v.positions }>) bad = 1'b1;
    if (node_<{ node }>_lengths_i != <{ v.lengths }>) bad = 1'b1;
    if (node_<{ node }>_in_ports_i != <{ v.in_ports }>) bad = 1'b1;
    if (node_<{ node }>_gates_i != <{ v.gates }>) bad = 1'b1;
    if (node_<{ node }>_sources_i != <{ v.sources }>) bad = 1'b1;
<%- if c.is_writable %>
    if (node_<{ node }>_config_valid_i != (config_valid_i && config_node_i == <{ node }>)) bad = 1'b1;
    if (node_<{ node }>_config_address_i != config_address_i) bad = 1'b1;
    if (node_<{ node }>_config_data_i != config_data_i) bad = 1'b1;
<%- endif %>
    if (node_<{ node }>_s_axis_tdata != s_axis_tdata[<{ node }>*P+:P]) bad = 1'b1;
    if (node_<{ node }>_s_axis_tvalid != s_axis_tvalid[<{ node }>]) bad = 1'b1;
    if (node_<{ node }>_m_axis_tready != m_axis_tready[<{ node }>]) bad = 1'b1;
    if (s_ready[<{ node }>] != node_<{ node }>_s_axis_tready || done[<{ node }>] != node_<{ node }>_done_o) bad = 1'b1;
    if (m_data[<{ node }>*BEAT+:BEAT] != node_<{ node }>_m_axis_tdata) bad = 1'b1;
    if (m_valid[<{ node }>] != node_<{ node }>_m_axis_tvalid || m_user[<{ node }>] != node_<{ node }>_m_axis_tuser) bad = 1'b1;
    if (event_valid[<{ node }>] != node_<{ node }>_event_valid_o) bad = 1'b1;
    if (code[<{ node }>*4+:4] != node_<{ node }>_event_code_o) bad = 1'b1;
    if (ring[<{ node }>*RING+:RING] != node_<{ node }>_event_ring_o) bad = 1'b1;
<%- endif %>
<%- endfor %>
  end
  assign failed_o = bad;
endmodule

`default_nettype wire
