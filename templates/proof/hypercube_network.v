{{ c.banner("States how hypercube_network shall join its routers.") }}
// Contract: failed_o = 0, whatever the routers say: what node v sends in dimension j comes in at node v xor
//   2^j in dimension j, and room and credit go the other way; each node has its own number, its processor's
//   channel and its own reports
{%- if c.ft %}; it rests while it is faulty, and its neighbours know
{%- endif %}.
`default_nettype none

module proof_hypercube_network (
  input  wire clk_i,
  input  wire rst_ni,
{%- if c.ft %}
  input  wire [{{ c.nodes - 1 }}:0] faulty_i,
{%- endif %}
  input  wire [{{ c.nodes * c.w - 1 }}:0] s_axis_tdata,
  input  wire [{{ c.nodes - 1 }}:0] s_axis_tvalid,
  input  wire [{{ c.nodes - 1 }}:0] s_axis_tlast,
  input  wire [{{ c.nodes - 1 }}:0] m_axis_tready,
  output wire failed_o
);
  localparam N = {{ c.n }};
  localparam NODES = {{ c.nodes }};
  localparam W = {{ c.w }};
  localparam CLASS = {{ c.class_bits }};
  localparam CLASSES = {{ c.classes }};

  wire [NODES-1:0] s_ready, m_valid, m_last, m_user, event_valid;
  wire [NODES*W-1:0] m_data;
  wire [NODES*N-1:0] start, source, address;
  wire [NODES*4-1:0] code;
  {{ c.p }}hypercube_network u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
{%- if c.ft %}
    .faulty_i(faulty_i),
{%- endif %}
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
{%- include "proof/seen.vh" %}

  reg bad;
  integer v, j, peer, here, there;
  always @* begin
    bad = event_valid != node_event_valid_o || code != node_event_code_o || start != node_link_start_o ||
        source != node_event_source_o || address != node_event_address_o || node_clk_i != {NODES{clk_i}};
    for (v = 0; v < NODES; v = v + 1) begin
      if (node_rst_ni[v] != (rst_ni{% if c.ft %} && !faulty_i[v]{% endif %})) bad = 1'b1;
      if (node_local_address_i[v*N+:N] != v) bad = 1'b1;

      // The processor is the last channel.
      here = v * (N + 1) + N;
      if (node_s_axis_tdata[here*W+:W] != s_axis_tdata[v*W+:W]) bad = 1'b1;
      if (node_s_axis_tvalid[here] != s_axis_tvalid[v]) bad = 1'b1;
      if (node_s_axis_tlast[here] != s_axis_tlast[v] || node_s_axis_tuser[here]) bad = 1'b1;
      if (s_ready[v] != node_s_axis_tready[here]) bad = 1'b1;
      if (m_data[v*W+:W] != node_m_axis_tdata[here*W+:W]) bad = 1'b1;
      if (m_valid[v] != node_m_axis_tvalid[here] || m_last[v] != node_m_axis_tlast[here]) bad = 1'b1;
      if (m_user[v] != node_m_axis_tuser[here]) bad = 1'b1;
      if (node_m_axis_tready[here] != m_axis_tready[v]) bad = 1'b1;

      for (j = 0; j < N; j = j + 1) begin
        peer = v ^ (1 << j);
        here = v * (N + 1) + j;
        there = peer * (N + 1) + j;
        if (node_s_axis_tdata[there*W+:W] != node_m_axis_tdata[here*W+:W]) bad = 1'b1;
        if (node_s_axis_tvalid[there] != node_m_axis_tvalid[here]) bad = 1'b1;
        if (node_s_axis_tlast[there] != node_m_axis_tlast[here]) bad = 1'b1;
        if (node_s_axis_tuser[there] != node_m_axis_tuser[here]) bad = 1'b1;
        if (node_m_axis_tready[here] != node_s_axis_tready[there]) bad = 1'b1;
        here = v * N + j;
        there = peer * N + j;
        if (node_s_class_i[there*CLASS+:CLASS] != node_m_class_o[here*CLASS+:CLASS]) bad = 1'b1;
        if (node_m_credit_i[here*CLASSES+:CLASSES] != node_s_credit_o[there*CLASSES+:CLASSES]) bad = 1'b1;
{%- if c.ft %}
        if (node_faulty_i[here] != faulty_i[peer]) bad = 1'b1;
{%- endif %}
      end
    end
  end
  assign failed_o = bad;
endmodule

`default_nettype wire
