// Testbench of the network: plays frames, records what the nodes do.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: plays <+stimuli>/node_<v>.txt into node v, changes faults and back-pressure with
//   <+stimuli>/epochs.txt and writes <+trace>. Other arguments: +seed +idle +cycles +rehearsal
//   +wave=<file>. Formats: the headers of frame_player, epoch_control and trace_recorder.
`default_nettype none

module hexmesh_network_tb;
  localparam NODES = 91;
  localparam W = 32;

  wire clk, rst_n, recording, expired, done, stalled, moved;
  wire [31:0] cycle, epoch;
  wire [8:0] low;
  wire [NODES-1:0] faulty, tapped;
  wire [NODES-1:0] pending, pausing;
  wire [NODES*4-1:0] rule;

  // The ports of the network.
  wire [2911:0] s_axis_tdata;
  wire [90:0] s_axis_tvalid;
  wire [90:0] s_axis_tready;
  wire [90:0] s_axis_tlast;
  wire [2911:0] m_axis_tdata;
  wire [90:0] m_axis_tvalid;
  wire [90:0] m_axis_tready;
  wire [90:0] m_axis_tlast;
  wire [90:0] m_axis_tuser;
  wire [545:0] link_start;
  wire [90:0] event_valid;
  wire [363:0] event_code;

  clock_reset u_clock_reset (
    .clk_o(clk),
    .rst_no(rst_n),
    .recording_o(recording),
    .expired_o(expired),
    .cycle_o(cycle)
  );

  epoch_control #(.NODES(NODES)) u_epoch_control (
    .clk_i(clk),
    .rst_ni(rst_n),
    // Refusals and gaps may last longer than anything else.
    .moved_i(moved || (|m_axis_tvalid) || (|pausing)),
    .pending_i((|(pending & ~faulty))),
    .epoch_o(epoch),
    .low_o(low),
    .faulty_o(faulty),
    .tapped_o(tapped),
    .done_o(done),
    .stalled_o(stalled)
  );

  hexmesh_network u_network (
    .clk_i(clk),
    .rst_ni(rst_n),
    .faulty_i(faulty),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tlast(s_axis_tlast),
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser),
    .link_start_o(link_start),
    .event_valid_o(event_valid),
    .event_code_o(event_code)
  );

  genvar v;
  generate
    for (v = 0; v < NODES; v = v + 1) begin : gen_node
      // Only a tapped link has to look ahead.
      wire [W-1:0] next;
      wire start;

      frame_player #(.W(W)) u_player (
        .clk_i(clk),
        .rst_ni(rst_n),
        .node_i(v[15:0]),
        .epoch_i(epoch),
        .may_start_i(1'b1),
        .next_tdata_o(next),
        .m_axis_tdata(s_axis_tdata[v*W+:W]),
        .m_axis_tvalid(s_axis_tvalid[v]),
        .m_axis_tready(s_axis_tready[v]),
        .m_axis_tlast(s_axis_tlast[v]),
        .start_o(start),
        .pending_o(pending[v]),
        .pausing_o(pausing[v])
      );

      back_pressure u_back_pressure (
        .clk_i(clk),
        .rst_ni(rst_n),
        .node_i(v[15:0]),
        .low_i(low),
        .ready_o(m_axis_tready[v])
      );

      protocol_checker #(.W(W), .LINKS(6), .EVENT_BITS(4)) u_protocol_checker (
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
    end
  endgenerate

  trace_recorder #(
    .NODES(NODES),
    .LINKS(6),
    .EVENT_BITS(4),
    .W(W)
  ) u_trace_recorder (
    .clk_i(clk),
    .rst_ni(rst_n),
    .recording_i(recording),
    .cycle_i(cycle),
    .epoch_i(epoch),
    .done_i(done),
    .stalled_i(stalled),
    .expired_i(expired),
    .rule_i(rule),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tlast(s_axis_tlast),
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser),
    .link_start_i(link_start),
    .event_valid_i(event_valid),
    .event_i(event_code),
    .moved_o(moved)
  );

  reg [8*1024-1:0] wave;
  initial begin
    if ($value$plusargs("wave=%s", wave)) begin
      $dumpfile(wave);
      $dumpvars(0, hexmesh_network_tb);
    end
  end
endmodule

`default_nettype wire
