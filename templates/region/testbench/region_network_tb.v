<{ c.banner("Testbench of the network: plays frames, records what the nodes do.") }>
// Contract: plays <+stimuli>/node_<v>.txt into node v, changes faults and back-pressure with
//   <+stimuli>/epochs.txt and writes <+trace>. Other arguments: +seed +idle +cycles +rehearsal
//   +wave=<file>, and +hold: in so many cycles after the reset no processor takes a delivery.
//   Formats: the headers of frame_player, epoch_control and trace_recorder.
`default_nettype none
<%- let dut = c.dut("region_network") %>

module region_network_tb;
  localparam PORTS = <{ c.ports }>;
  localparam NODES = <{ c.nodes }>;
  localparam W = <{ c.width }>;
<%- if c.answers %>
  // Bits of an event: the code, then the status and the id of a completion, which has code 0.
  localparam EVENT = <{ c.event_bits }>;
  localparam DONE = EVENT - 4;
  // Copies, and above them answers that come back.
  localparam LINKS = 2 * PORTS;
  wire [NODES*LINKS-1:0] moves;
  wire [NODES-1:0] reports, patient, replying;
<%- else %>
  // Bits of an event: the code.
  localparam EVENT = 4;
<%- endif %>

  wire clk, rst_n, recording, expired, done, stalled, moved;
  wire [31:0] cycle, epoch;
  wire [8:0] low;
  wire [NODES-1:0] faulty, tapped;
  wire [NODES-1:0] pending, pausing;
  wire [NODES*4-1:0] rule;
  wire [NODES*EVENT-1:0] events;

  // The ports of the network.
<%- include "common/testbench/wires.vh" %>
<%- include "common/testbench/clock.vh" %>

  <{ c.prefix }>epoch_control #(.NODES(NODES)) u_epoch_control (
    .clk_i(clk),
    .rst_ni(rst_n),
    // Refusals and gaps may last longer than anything else; nodes are never faulty.
<%- if c.answers %>
    .moved_i(moved || (|m_axis_tvalid) || (|pausing) || (|m_done_axis_tvalid) || (|replying)),
<%- else %>
    .moved_i(moved || (|m_axis_tvalid) || (|pausing)),
<%- endif %>
    .pending_i(|(pending & ~faulty)),
    .epoch_o(epoch),
    .low_o(low),
    .faulty_o(faulty),
    .tapped_o(tapped),
    .done_o(done),
    .stalled_o(stalled)
  );

  <{ c.prefix }>region_network u_network (
<%- include "common/testbench/pins.vh" %>
  );

  reg [31:0] hold;
  initial if (!$value$plusargs("hold=%d", hold)) hold = 32'd0;
  wire [NODES-1:0] willing;
  assign m_axis_tready = willing & {NODES{cycle >= hold}};

  genvar v;
  generate
    for (v = 0; v < NODES; v = v + 1) begin : gen_node
      // Only the router's testbench has to look ahead.
      wire [W-1:0] next;
      wire start;
<%- include "common/testbench/player.vh" %>

      <{ c.prefix }>back_pressure u_back_pressure (
        .clk_i(clk),
        .rst_ni(rst_n),
        .node_i(v[15:0]),
        .low_i(low),
        .ready_o(willing[v])
      );
<%- if c.answers %>

      <{ c.prefix }>back_pressure u_patience (
        .clk_i(clk),
        .rst_ni(rst_n),
        .node_i(~v[15:0]),
        .low_i(low),
        .ready_o(patient[v])
      );
      // A completion is recorded as an event, in a cycle of its own.
      assign m_done_axis_tready[v] = patient[v] && !event_valid[v];
      assign reports[v] = event_valid[v] || (m_done_axis_tvalid[v] && m_done_axis_tready[v]);
      assign events[v*EVENT+:EVENT] = event_valid[v] ? {event_code[v*4+:4], {DONE{1'b0}}} :
          {4'd0, m_done_axis_tdata[v*W+:DONE]};
      assign moves[v*LINKS+:LINKS] = {link_answer[v*PORTS+:PORTS], link_start[v*PORTS+:PORTS]};
<%- if c.replies %>
      <{ c.prefix }>region_replier #(
        .W(W),
        .SOURCE(<{ c.source_bits }>),
        .HANDLE(<{ c.handle_bits }>)
      ) u_replier (
        .clk_i(clk),
        .rst_ni(rst_n),
        .node_i(v[15:0]),
        .low_i(low),
        .m_axis_tdata(m_axis_tdata[v*W+:W]),
        .m_axis_tvalid(m_axis_tvalid[v]),
        .m_axis_tready(m_axis_tready[v]),
        .m_axis_tlast(m_axis_tlast[v]),
        .s_reply_axis_tdata(s_reply_axis_tdata[v*W+:W]),
        .s_reply_axis_tvalid(s_reply_axis_tvalid[v]),
        .s_reply_axis_tready(s_reply_axis_tready[v]),
        .s_reply_axis_tlast(s_reply_axis_tlast[v]),
        .pending_o(replying[v])
      );
<%- else %>
      assign replying[v] = 1'b0;
<%- endif %>
<%- else %>

      assign events[v*EVENT+:EVENT] = event_code[v*4+:4];
<%- endif %>
      <{ c.prefix }>protocol_checker #(.W(W), .LINKS(<% if c.answers %>LINKS<% else %>PORTS<% endif %>), .EVENT_BITS(EVENT)) u_protocol_checker (
        .clk_i(clk),
        .rst_ni(rst_n),
        .faulty_i(faulty[v]),
        .s_axis_tready(s_axis_tready[v]),
        .m_axis_tdata(m_axis_tdata[v*W+:W]),
        .m_axis_tvalid(m_axis_tvalid[v]),
        .m_axis_tready(m_axis_tready[v]),
        .m_axis_tlast(m_axis_tlast[v]),
        .m_axis_tuser(m_axis_tuser[v]),
<%- if c.answers %>
        .link_start_i(moves[v*LINKS+:LINKS]),
        .event_valid_i(reports[v]),
<%- else %>
        .link_start_i(link_start[v*PORTS+:PORTS]),
        .event_valid_i(event_valid[v]),
<%- endif %>
        .event_i(events[v*EVENT+:EVENT]),
        .rule_o(rule[v*4+:4])
      );
    end
  endgenerate

  <{ c.prefix }>trace_recorder #(
    .NODES(NODES),
    .LINKS(<% if c.answers %>LINKS<% else %>PORTS<% endif %>),
    .EVENT_BITS(EVENT),
    .W(W)
  ) u_trace_recorder (
<%- include "common/testbench/recorder.vh" %>
<%- if c.answers %>
    .link_start_i(moves),
    .event_valid_i(reports),
<%- else %>
    .link_start_i(link_start),
    .event_valid_i(event_valid),
<%- endif %>
    .event_i(events),
    .moved_o(moved)
  );

  reg [8*1024-1:0] wave;
  initial begin
    if ($value$plusargs("wave=%s", wave)) begin
      $dumpfile(wave);
      $dumpvars(0, <{ c.prefix }>region_network_tb);
    end
  end
endmodule

`default_nettype wire
