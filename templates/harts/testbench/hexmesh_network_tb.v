<{ c.banner("Testbench of the network: plays frames, records what the nodes do.") }>
// Contract: plays <+stimuli>/node_<v>.txt into node v, changes faults and back-pressure with
//   <+stimuli>/epochs.txt and writes <+trace>. Other arguments: +seed +idle +cycles +rehearsal
//   +wave=<file>. Formats: the headers of frame_player, epoch_control and trace_recorder.
<%- if c.tapped %>
//   Link (v, d) of a node that the epoch names as tapped plays node_<<{ c.topology.nodes }>+6v+d>.txt; above the data
//   bits stand tuser, a bit that suppresses tlast, and the class, as far as there is room for it.
<%- endif %>
`default_nettype none
<%- let dut = c.dut() %>

module <{ c.network }>_tb;
  localparam NODES = <{ c.topology.nodes }>;
  localparam W = <{ c.frame.width }>;
<%- if c.tapped %>
  localparam CLASSES = <{ c.buffers.classes }>;
  localparam CREDITS = <{ c.buffers.count }>;
  localparam CLASS = <{ c.played_class_bits }>;
<%- endif %>

  wire clk, rst_n, recording, expired, done, stalled, moved;
  wire [31:0] cycle, epoch;
  wire [8:0] low;
  wire [NODES-1:0] faulty, tapped;
  wire [NODES-1:0] pending, pausing;
  wire [NODES*4-1:0] rule;
<%- if c.tapped %>
  wire [NODES*6-1:0] tap_pending, tap_pausing;
<%- endif %>

  // The ports of the network.
<%- include "common/testbench/wires.vh" %>
<%- include "common/testbench/clock.vh" %>

  <{ c.prefix }>epoch_control #(.NODES(NODES)) u_epoch_control (
    .clk_i(clk),
    .rst_ni(rst_n),
    // Refusals and gaps may last longer than anything else.
    .moved_i(moved || (|m_axis_tvalid) || (|pausing)
<%- if c.tapped %> || (|tap_valid) || (|tap_pausing)<% endif %>),
    .pending_i((|(pending & ~faulty))<% if c.tapped %> || (|tap_pending)<% endif %>),
    .epoch_o(epoch),
    .low_o(low),
    .faulty_o(faulty),
    .tapped_o(tapped),
    .done_o(done),
    .stalled_o(stalled)
  );

  <{ c.network }> u_network (
<%- include "common/testbench/pins.vh" %>
  );

  genvar v<% if c.tapped %>, d<% endif %>;
  generate
    for (v = 0; v < NODES; v = v + 1) begin : gen_node
      // Only a tapped link has to look ahead.
      wire [W-1:0] next;
      wire start;
<%- include "common/testbench/player.vh" %>

      <{ c.prefix }>back_pressure u_back_pressure (
        .clk_i(clk),
        .rst_ni(rst_n),
        .node_i(v[15:0]),
        .low_i(low),
        .ready_o(m_axis_tready[v])
      );

      <{ c.prefix }>protocol_checker #(.W(W), .LINKS(6), .EVENT_BITS(4)) u_protocol_checker (
        .clk_i(clk),
        .rst_ni(rst_n),
        .faulty_i(faulty[v]),
        .s_axis_tready(s_axis_tready[v]),
        .m_axis_tdata(m_axis_tdata[v*W+:W]),
        .m_axis_tvalid(m_axis_tvalid[v]),
        .m_axis_tready(m_axis_tready[v]),
        .m_axis_tlast(m_axis_tlast[v]),
        .m_axis_tuser(m_axis_tuser[v]),
        .link_start_i(link_start[v*6+:6]),
        .event_valid_i(event_valid[v]),
        .event_i(event_code[v*4+:4]),
        .rule_o(rule[v*4+:4])
      );
<%- if c.tapped %>

      for (d = 0; d < 6; d = d + 1) begin : gen_link
        localparam LINK = v * 6 + d;
        localparam STREAM = NODES + LINK;
        wire [CLASS+W+1:0] played, ahead;
        wire valid, last, begins, may_start;
        assign tap_data[LINK*W+:W] = played[W-1:0];
        assign tap_valid[LINK] = valid;
        assign tap_last[LINK] = last && !played[W+1];
        assign tap_bad[LINK] = last && played[W] && !played[W+1];

        <{ c.prefix }>frame_player #(.W(CLASS + 2 + W)) u_player (
          .clk_i(clk),
          .rst_ni(rst_n),
          .node_i(STREAM[15:0]),
          .epoch_i(epoch),
          .may_start_i(may_start),
          .next_tdata_o(ahead),
          .m_axis_tdata(played),
          .m_axis_tvalid(valid),
          .m_axis_tready(1'b1),
          .m_axis_tlast(last),
          .start_o(begins),
          .pending_o(tap_pending[LINK]),
          .pausing_o(tap_pausing[LINK])
        );

        <{ c.prefix }>link_room #(.CLASSES(CLASSES), .CLASS_BITS(CLASS), .CREDITS(CREDITS)) u_room (
          .clk_i(clk),
          .rst_ni(rst_n),
          .next_class_i(ahead[W+2+:CLASS]),
          .may_start_o(may_start),
          .start_i(begins),
          .class_i(played[W+2+:CLASS]),
          .credit_i(tap_credit[LINK*CREDITS+:CREDITS])
        );
      end
<%- endif %>
    end
  endgenerate

  <{ c.prefix }>trace_recorder #(
    .NODES(NODES),
    .LINKS(6),
    .EVENT_BITS(4),
    .W(W)
  ) u_trace_recorder (
<%- include "common/testbench/recorder.vh" %>
    .link_start_i(link_start),
    .event_valid_i(event_valid),
    .event_i(event_code),
    .moved_o(moved)
  );

  reg [8*1024-1:0] wave;
  initial begin
    if ($value$plusargs("wave=%s", wave)) begin
      $dumpfile(wave);
      $dumpvars(0, <{ c.network }>_tb);
    end
  end
endmodule

`default_nettype wire
