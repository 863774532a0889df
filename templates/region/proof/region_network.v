<{ c.banner("Property: how region_network joins its routers.") }>
// Contract: failed_o = 0, whatever the routers say: a router knows its number, its coordinates and which
//   neighbours it has; what leaves a node in a direction comes in at the neighbour there as travelling in
//   the same one, and its room and what has begun go back; past the edge nothing comes, and there is no room;
//   each node has its own processor's channels, starts and events.
<%- if c.answers() %>
//   Wishes and tags come with the flits, and answers go back over the same links; past the edge none comes.
<%- endif %>
`default_nettype none

module proof_region_network (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.nodes * c.options.width - 1 }>:0] s_axis_tdata,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_axis_tvalid,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_axis_tlast,
  input  wire [<{ c.topology.nodes - 1 }>:0] m_axis_tready,
<%- if c.answers() %>
  input  wire [<{ c.topology.nodes - 1 }>:0] m_done_axis_tready,
<%- if c.replies() %>
  input  wire [<{ c.topology.nodes * c.options.width - 1 }>:0] s_reply_axis_tdata,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_reply_axis_tvalid,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_reply_axis_tlast,
<%- endif %>
<%- endif %>
  output wire failed_o
);
  localparam NODES = <{ c.topology.nodes }>;
  localparam PORTS = <{ c.topology.ports }>;
  localparam V = <{ c.options.virtual_channels }>;
  localparam W = <{ c.options.width }>;
  localparam FLIT = <{ c.frame.flit_bits }>;
  localparam NODE = <{ c.frame.source_bits }>;
  localparam X = <{ c.topology.coordinate_bits }>;

  wire [NODES-1:0] s_ready, m_valid, m_last, m_user, event_valid;
  wire [NODES*W-1:0] m_data;
  wire [NODES*PORTS-1:0] start;
  wire [NODES*4-1:0] code;
<%- if c.answers() %>
  localparam SIDE = <{ c.answer.side_bits }>;
  localparam ANSWER = <{ c.answer.answer_bits }>;
  wire [NODES*W-1:0] done_data;
  wire [NODES-1:0] done_valid, done_last<% if c.replies() %>, reply_ready<% endif %>;
  wire [NODES*PORTS-1:0] link_answer;
<%- endif %>
  <{ c.prefix }>region_network u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_ready),
    .s_axis_tlast(s_axis_tlast),
    .m_axis_tdata(m_data),
    .m_axis_tvalid(m_valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_last),
    .m_axis_tuser(m_user),
<%- if c.answers() %>
    .m_done_axis_tdata(done_data),
    .m_done_axis_tvalid(done_valid),
    .m_done_axis_tready(m_done_axis_tready),
    .m_done_axis_tlast(done_last),
<%- if c.replies() %>
    .s_reply_axis_tdata(s_reply_axis_tdata),
    .s_reply_axis_tvalid(s_reply_axis_tvalid),
    .s_reply_axis_tready(reply_ready),
    .s_reply_axis_tlast(s_reply_axis_tlast),
<%- endif %>
    .link_answer_o(link_answer),
<%- endif %>
    .link_start_o(start),
    .event_valid_o(event_valid),
    .event_code_o(code)
  );

  // The ports of all routers, side by side.
<%- include "common/proof/seen.vh" %>

  // Where each node is.
  wire [NODES*NODE-1:0] numbers;
  wire [NODES*X-1:0] places;
  genvar v;
  generate
    for (v = 0; v < NODES; v = v + 1) begin : gen_node
      assign numbers[v*NODE+:NODE] = v;
<%- for axis in c.topology.axes %>
      wire [<{ axis.bits - 1 }>:0] at_<{ axis.index }> = v / <{ axis.stride }> % <{ axis.radix }>;
<%- endfor %>
      assign places[v*X+:X] = { <%- for axis in c.topology.axes.iter().rev() %><% if !loop.first %>, <% endif %>at_<{ axis.index }><% endfor %>};
    end
  endgenerate

  // What leaves node `from` in a direction of dimension 0 and so on comes in at node `to`.
  reg bad;
  integer from, to;
  always @* begin
    bad = node_clk_i != {NODES{clk_i}} || node_rst_ni != {NODES{rst_ni}};
    if (node_node_i != numbers || node_here_i != places) bad = 1'b1;
    if (node_s_axis_tdata != s_axis_tdata || node_s_axis_tvalid != s_axis_tvalid) bad = 1'b1;
    if (node_s_axis_tlast != s_axis_tlast || node_m_axis_tready != m_axis_tready) bad = 1'b1;
    if (s_ready != node_s_axis_tready || m_data != node_m_axis_tdata) bad = 1'b1;
    if (m_valid != node_m_axis_tvalid || m_last != node_m_axis_tlast) bad = 1'b1;
    if (m_user != node_m_axis_tuser || start != node_link_start_o) bad = 1'b1;
    if (event_valid != node_event_valid_o || code != node_event_code_o) bad = 1'b1;
<%- if c.answers() %>
    if (node_m_done_axis_tready != m_done_axis_tready || done_data != node_m_done_axis_tdata) bad = 1'b1;
    if (done_valid != node_m_done_axis_tvalid || done_last != node_m_done_axis_tlast) bad = 1'b1;
    if (link_answer != node_link_answer_o) bad = 1'b1;
<%- if c.replies() %>
    if (node_s_reply_axis_tdata != s_reply_axis_tdata || node_s_reply_axis_tvalid != s_reply_axis_tvalid) bad = 1'b1;
    if (node_s_reply_axis_tlast != s_reply_axis_tlast || reply_ready != node_s_reply_axis_tready) bad = 1'b1;
<%- endif %>
<%- endif %>
    for (from = 0; from < NODES; from = from + 1) begin
<%- for axis in c.topology.axes %>
<%- let up = axis.index * 2 %>
<%- let down = axis.index * 2 + 1 %>
      if (from / <{ axis.stride }> % <{ axis.radix }> < <{ axis.radix - 1 }>) begin
        // Dimension <{ axis.index }>: both ways between neighbours
        to = from + <{ axis.stride }>;
        if (!node_linked_i[from*PORTS+<{ up }>] || !node_linked_i[to*PORTS+<{ down }>]) bad = 1'b1;
        if (node_s_link_valid_i[(to*PORTS+<{ up }>)*V+:V] != node_m_link_valid_o[(from*PORTS+<{ up }>)*V+:V]) bad = 1'b1;
        if (node_s_link_flit_i[(to*PORTS+<{ up }>)*FLIT+:FLIT] != node_m_link_flit_o[(from*PORTS+<{ up }>)*FLIT+:FLIT]) bad = 1'b1;
        if (node_m_link_ready_i[(from*PORTS+<{ up }>)*V+:V] != node_s_link_ready_o[(to*PORTS+<{ up }>)*V+:V]) bad = 1'b1;
        if (node_m_link_begins_i[(from*PORTS+<{ up }>)*V+:V] != node_s_link_begins_o[(to*PORTS+<{ up }>)*V+:V]) bad = 1'b1;
        if (node_m_link_vacant_i[(from*PORTS+<{ up }>)*V+:V] != node_s_link_vacant_o[(to*PORTS+<{ up }>)*V+:V]) bad = 1'b1;
        if (node_s_link_valid_i[(from*PORTS+<{ down }>)*V+:V] != node_m_link_valid_o[(to*PORTS+<{ down }>)*V+:V]) bad = 1'b1;
        if (node_s_link_flit_i[(from*PORTS+<{ down }>)*FLIT+:FLIT] != node_m_link_flit_o[(to*PORTS+<{ down }>)*FLIT+:FLIT]) bad = 1'b1;
        if (node_m_link_ready_i[(to*PORTS+<{ down }>)*V+:V] != node_s_link_ready_o[(from*PORTS+<{ down }>)*V+:V]) bad = 1'b1;
        if (node_m_link_begins_i[(to*PORTS+<{ down }>)*V+:V] != node_s_link_begins_o[(from*PORTS+<{ down }>)*V+:V]) bad = 1'b1;
        if (node_m_link_vacant_i[(to*PORTS+<{ down }>)*V+:V] != node_s_link_vacant_o[(from*PORTS+<{ down }>)*V+:V]) bad = 1'b1;
<%- if c.answers() %>
        if (node_s_link_side_i[(to*PORTS+<{ up }>)*SIDE+:SIDE] != node_m_link_side_o[(from*PORTS+<{ up }>)*SIDE+:SIDE]) bad = 1'b1;
        if (node_m_link_answer_valid_i[(from*PORTS+<{ up }>)*V+:V] != node_s_link_answer_valid_o[(to*PORTS+<{ up }>)*V+:V]) bad = 1'b1;
        if (node_m_link_answer_i[(from*PORTS+<{ up }>)*ANSWER+:ANSWER] != node_s_link_answer_o[to*ANSWER+:ANSWER]) bad = 1'b1;
        if (node_s_link_side_i[(from*PORTS+<{ down }>)*SIDE+:SIDE] != node_m_link_side_o[(to*PORTS+<{ down }>)*SIDE+:SIDE]) bad = 1'b1;
        if (node_m_link_answer_valid_i[(to*PORTS+<{ down }>)*V+:V] != node_s_link_answer_valid_o[(from*PORTS+<{ down }>)*V+:V]) bad = 1'b1;
        if (node_m_link_answer_i[(to*PORTS+<{ down }>)*ANSWER+:ANSWER] != node_s_link_answer_o[from*ANSWER+:ANSWER]) bad = 1'b1;
<%- endif %>
      end else begin
        // The high edge, and the low edge of the same row
        to = from - <{ axis.stride * (axis.radix - 1) }>;
        if (node_linked_i[from*PORTS+<{ up }>] || node_linked_i[to*PORTS+<{ down }>]) bad = 1'b1;
        if (node_s_link_valid_i[(to*PORTS+<{ up }>)*V+:V] != 0 || node_s_link_valid_i[(from*PORTS+<{ down }>)*V+:V] != 0) bad = 1'b1;
        if (node_m_link_ready_i[(from*PORTS+<{ up }>)*V+:V] != 0 || node_m_link_ready_i[(to*PORTS+<{ down }>)*V+:V] != 0) bad = 1'b1;
        if (node_m_link_begins_i[(from*PORTS+<{ up }>)*V+:V] != 0 || node_m_link_begins_i[(to*PORTS+<{ down }>)*V+:V] != 0) bad = 1'b1;
<%- if c.answers() %>
        if (node_m_link_answer_valid_i[(from*PORTS+<{ up }>)*V+:V] != 0) bad = 1'b1;
        if (node_m_link_answer_valid_i[(to*PORTS+<{ down }>)*V+:V] != 0) bad = 1'b1;
<%- endif %>
        if (node_m_link_vacant_i[(from*PORTS+<{ up }>)*V+:V] != 0 || node_m_link_vacant_i[(to*PORTS+<{ down }>)*V+:V] != 0) bad = 1'b1;
      end
<%- endfor %>
    end
  end
  assign failed_o = bad;
endmodule

`default_nettype wire
