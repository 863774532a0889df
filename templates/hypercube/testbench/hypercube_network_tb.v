<{ c.banner("Testbench of the network: plays frames, records what the nodes do.") }>
// Contract: plays <+stimuli>/node_<v>.txt into node v, changes faults and back-pressure with
//   <+stimuli>/epochs.txt and writes <+trace>. Other arguments: +seed +idle +cycles +rehearsal
//   +wave=<file>. Formats: the headers of frame_player, epoch_control and trace_recorder.
`default_nettype none
<%- let dut = c.dut("hypercube_network") %>

module hypercube_network_tb;
  localparam N = <{ c.topology.dimension }>;
  localparam NODES = <{ c.topology.nodes }>;
  localparam W = <{ c.frame.width }>;
  // Bits of an event: code, source, address.
  localparam EVENT = <{ 2 * c.topology.dimension + 4 }>;

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
    // Refusals and gaps may last longer than anything else.
    .moved_i(moved || (|m_axis_tvalid) || (|pausing)),
    .pending_i(|(pending & ~faulty)),
    .epoch_o(epoch),
    .low_o(low),
    .faulty_o(faulty),
    .tapped_o(tapped),
    .done_o(done),
    .stalled_o(stalled)
  );

  <{ c.prefix }>hypercube_network u_network (
<%- include "common/testbench/pins.vh" %>
  );

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
        .ready_o(m_axis_tready[v])
      );

      assign events[v*EVENT+:EVENT] =
          {event_code[v*4+:4], event_source[v*N+:N], event_address[v*N+:N]};
      <{ c.prefix }>protocol_checker #(.W(W), .LINKS(N), .EVENT_BITS(EVENT)) u_protocol_checker (
        .clk_i(clk),
        .rst_ni(rst_n),
        .faulty_i(faulty[v]),
        .s_axis_tready(s_axis_tready[v]),
        .m_axis_tdata(m_axis_tdata[v*W+:W]),
        .m_axis_tvalid(m_axis_tvalid[v]),
        .m_axis_tready(m_axis_tready[v]),
        .m_axis_tlast(m_axis_tlast[v]),
        .m_axis_tuser(m_axis_tuser[v]),
        .link_start_i(link_start[v*N+:N]),
        .event_valid_i(event_valid[v]),
        .event_i(events[v*EVENT+:EVENT]),
        .rule_o(rule[v*4+:4])
      );
    end
  endgenerate

  <{ c.prefix }>trace_recorder #(
    .NODES(NODES),
    .LINKS(N),
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
      $dumpvars(0, <{ c.prefix }>hypercube_network_tb);
    end
  end
endmodule

`default_nettype wire
