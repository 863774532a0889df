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
  // Bits of an event: the code.
  localparam EVENT = 4;

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
    .moved_i(moved || (|m_axis_tvalid) || (|pausing)),
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

      assign events[v*EVENT+:EVENT] = event_code[v*4+:4];
      <{ c.prefix }>protocol_checker #(.W(W), .LINKS(PORTS), .EVENT_BITS(EVENT)) u_protocol_checker (
        .clk_i(clk),
        .rst_ni(rst_n),
        .faulty_i(faulty[v]),
        .s_axis_tready(s_axis_tready[v]),
        .m_axis_tdata(m_axis_tdata[v*W+:W]),
        .m_axis_tvalid(m_axis_tvalid[v]),
        .m_axis_tready(m_axis_tready[v]),
        .m_axis_tlast(m_axis_tlast[v]),
        .m_axis_tuser(m_axis_tuser[v]),
        .link_start_i(link_start[v*PORTS+:PORTS]),
        .event_valid_i(event_valid[v]),
        .event_i(events[v*EVENT+:EVENT]),
        .rule_o(rule[v*4+:4])
      );
    end
  endgenerate

  <{ c.prefix }>trace_recorder #(
    .NODES(NODES),
    .LINKS(PORTS),
    .EVENT_BITS(EVENT),
    .W(W)
  ) u_trace_recorder (
<%- include "common/testbench/recorder.vh" %>
    .link_start_i(link_start),
    .event_valid_i(event_valid),
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
