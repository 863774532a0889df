<{ c.banner("Testbench of the network: plays messages, one operation after another, and faults.") }>
// Contract: plays <+stimuli>/node_<v>.txt into node v, changes back-pressure with
//   <+stimuli>/epochs.txt and writes <+trace>. All nodes that have a message at the beginning of an
//   operation take part in it; the next one begins when all nodes are done and have delivered, if
//   there are more messages, and with every epoch. Each flit of node_<{ c.nodes }>.txt takes a cycle:
//   link e fails with flit e, node v with flit <{ c.links }> + v, for good; a higher one does nothing.
<%- if c.is_writable %>
//   Each flit of node_<{ c.writes() }>.txt takes a cycle, too: whether a table entry is written, then node,
//   address, data.
<%- endif %>
<%- if c.test_ports %>
//   Each flit of node_<{ c.garbles() }>.txt garbles one slot: number of the directed link, then the bits.
<%- endif %>
//   In the trace a link of a node is one of its ports, and link <{ c.ports }> says that the node is done.
//   Other arguments: +seed +idle +cycles +rehearsal +wave=<file>.
//   Formats: the headers of frame_player, epoch_control and trace_recorder.
`default_nettype none
<%- let dut = c.dut() %>

module ring_tree_network_tb;
  localparam NODES = <{ c.nodes }>;
  localparam LINKS = <{ c.links }>;
  // What the trace calls links of a node: its ports, and that it is done.
  localparam MARKS = <{ c.ports + 1 }>;
  localparam P = <{ c.payload }>;
  localparam BEAT = <{ c.beat }>;
  localparam FAULT = <{ c.fault_bits }>;
  localparam [NODES+LINKS-1:0] ONE = 1;
  // Nodes that have no rings.
  localparam [NODES-1:0] GONE = <{ c.gone }>;
<%- if c.is_writable %>
  localparam WRITE = <{ c.write_bits }>;
  localparam [15:0] WRITES = <{ c.writes() }>;
<%- endif %>
<%- if c.test_ports %>
  localparam WAY = <{ c.way_bits }>;
  localparam [15:0] GARBLES = <{ c.garbles() }>;
  localparam [2*LINKS-1:0] ONE_WAY = 1;
<%- endif %>
  // Bits of an event: code, ring.
  localparam EVENT = 20;
  // Cycles without a beat after which nothing is left to deliver.
  localparam [2:0] STILL = 4;

  wire clk, rst_n, recording, expired, done_all, stalled, moved;
  wire [31:0] cycle, epoch;
  wire [8:0] low;
  wire [NODES-1:0] epoch_faulty, tapped, dead;
  wire [NODES-1:0] pending, pausing, s_axis_tlast;
  wire faults_pending, faults_pausing, faults_valid;
<%- if c.is_writable %>
  wire writes_pending, writes_pausing, writes_valid;
<%- endif %>
<%- if c.test_ports %>
  wire garbles_pending, garbles_pausing, garbles_valid;
<%- endif %>
  wire [NODES*4-1:0] rule;
  wire [NODES*EVENT-1:0] events;
  wire [NODES*MARKS-1:0] link_start;
  reg [NODES+LINKS-1:0] failed_q;
  reg [NODES-1:0] expected_q, done_q;
  reg [31:0] epoch_q;
  reg [2:0] still_q;
  reg turns_q;
  // Another epoch begins, and another operation.
  wire begins = epoch != epoch_q;
  wire turn = begins || turns_q;
  assign dead = epoch_faulty | failed_q[LINKS+:NODES];

  // The ports of the network.
<%- include "common/testbench/wires.vh" %>
<%- include "common/testbench/clock.vh" %>

  <{ c.prefix }>epoch_control #(.NODES(NODES)) u_epoch_control (
    .clk_i(clk),
    .rst_ni(rst_n),
    .moved_i(moved || turn || faults_valid || (|m_axis_tvalid) || (|pausing) ||
        faults_pausing
        <%- if c.is_writable %> || writes_valid || writes_pausing<% endif %>
        <%- if c.test_ports %> ||
        garbles_valid || garbles_pausing<% endif %>),
    .pending_i((|(pending & ~epoch_faulty)) || faults_pending
        <%- if c.is_writable %> || writes_pending<% endif %>
        <%- if c.test_ports %> || garbles_pending<% endif %>),
    .epoch_o(epoch),
    .low_o(low),
    .faulty_o(epoch_faulty),
    .tapped_o(tapped),
    .done_o(done_all),
    .stalled_o(stalled)
  );

  <{ c.prefix }>ring_tree_network u_network (
<%- include "common/testbench/pins.vh" %>
  );

  // Operations.
  always @(posedge clk) begin
    if (!rst_n) begin
      epoch_q <= 32'hffff_ffff;
      still_q <= 3'd0;
      turns_q <= 1'b0;
      expected_q <= {NODES{1'b0}};
      done_q <= {NODES{1'b0}};
    end else begin
      epoch_q <= epoch;
      still_q <= turn || (|m_axis_tvalid) ? 3'd0 : still_q + {2'd0, still_q != STILL};
      turns_q <= still_q == STILL && (&(done | dead)) && (|(pending & ~dead)) && !turn;
      if (turn) expected_q <= pending & ~dead;
      done_q <= done;
    end
  end

  // Faults.
  wire [FAULT-1:0] fault, next_fault;
  wire faults_last, faults_start;
  <{ c.prefix }>frame_player #(.W(FAULT)) u_faults (
    .clk_i(clk),
    .rst_ni(rst_n),
    .node_i(NODES[15:0]),
    .epoch_i(epoch),
    .may_start_i(1'b1),
    .next_tdata_o(next_fault),
    .m_axis_tdata(fault),
    .m_axis_tvalid(faults_valid),
    .m_axis_tready(1'b1),
    .m_axis_tlast(faults_last),
    .start_o(faults_start),
    .pending_o(faults_pending),
    .pausing_o(faults_pausing)
  );
  always @(posedge clk) begin
    if (!rst_n) failed_q <= {GONE, {LINKS{1'b0}}};
    else if (faults_valid) failed_q <= failed_q | ONE << fault;
  end

<%- if c.is_writable %>

  // Table writes.
  wire [WRITE-1:0] write, next_write;
  wire writes_last, writes_start;
  <{ c.prefix }>frame_player #(.W(WRITE)) u_writes (
    .clk_i(clk),
    .rst_ni(rst_n),
    .node_i(WRITES),
    .epoch_i(epoch),
    .may_start_i(1'b1),
    .next_tdata_o(next_write),
    .m_axis_tdata(write),
    .m_axis_tvalid(writes_valid),
    .m_axis_tready(1'b1),
    .m_axis_tlast(writes_last),
    .start_o(writes_start),
    .pending_o(writes_pending),
    .pausing_o(writes_pausing)
  );
  wire config_now = writes_valid && write[0];
<%- endif %>

<%- if c.test_ports %>

  // Garbled slots.
  wire [WAY+P-1:0] garbled, next_garbled;
  wire garbles_last, garbles_start;
  <{ c.prefix }>frame_player #(.W(WAY + P)) u_garbles (
    .clk_i(clk),
    .rst_ni(rst_n),
    .node_i(GARBLES),
    .epoch_i(epoch),
    .may_start_i(1'b1),
    .next_tdata_o(next_garbled),
    .m_axis_tdata(garbled),
    .m_axis_tvalid(garbles_valid),
    .m_axis_tready(1'b1),
    .m_axis_tlast(garbles_last),
    .start_o(garbles_start),
    .pending_o(garbles_pending),
    .pausing_o(garbles_pausing)
  );
  wire [2*LINKS-1:0] hit = garbles_valid ? ONE_WAY << garbled[WAY-1:0] : {2*LINKS{1'b0}};
  genvar d;
  generate
    for (d = 0; d < 2 * LINKS; d = d + 1) begin : gen_way
      assign garble[d*P+:P] = garbled[WAY+:P] & {P{hit[d]}};
    end
  endgenerate
<%- endif %>

  // Ports of the nodes.
<%- for mark in c.marks() %>
  assign link_start[<{ mark.0 }>] = <{ mark.1 }>;
<%- endfor %>

  genvar v;
  generate
    for (v = 0; v < NODES; v = v + 1) begin : gen_node
      localparam W = P;
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
      assign link_start[v*MARKS+MARKS-1] = done[v] && !done_q[v];
      assign events[v*EVENT+:EVENT] = {event_code[v*4+:4], event_ring[v*16+:16]};
      <{ c.prefix }>protocol_checker #(
        .W(BEAT),
        .LINKS(MARKS),
        .EVENT_BITS(EVENT)
      ) u_protocol_checker (
        .clk_i(clk),
        .rst_ni(rst_n),
        .faulty_i(dead[v]),
        .s_axis_tready(s_axis_tready[v]),
        .m_axis_tdata(m_axis_tdata[v*BEAT+:BEAT]),
        .m_axis_tvalid(m_axis_tvalid[v]),
        .m_axis_tready(m_axis_tready[v]),
        .m_axis_tlast(1'b1),
        .m_axis_tuser(m_axis_tuser[v]),
        .link_start_i(link_start[v*MARKS+:MARKS]),
        .event_valid_i(event_valid[v]),
        .event_i(events[v*EVENT+:EVENT]),
        .rule_o(rule[v*4+:4])
      );
    end
  endgenerate

  // Every message and every beat is a frame.
  wire [NODES-1:0] m_axis_tlast = {NODES{1'b1}};
  <{ c.prefix }>trace_recorder #(
    .NODES(NODES),
    .LINKS(MARKS),
    .EVENT_BITS(EVENT),
    .W(BEAT)
  ) u_trace_recorder (
    .clk_i(clk),
    .rst_ni(rst_n),
    .recording_i(recording),
    .cycle_i(cycle),
    .epoch_i(epoch),
    .done_i(done_all),
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
    .event_i(events),
    .moved_o(moved)
  );

  reg [8*1024-1:0] wave;
  initial begin
    if ($value$plusargs("wave=%s", wave)) begin
      $dumpfile(wave);
      $dumpvars(0, <{ c.prefix }>ring_tree_network_tb);
    end
  end
endmodule

`default_nettype wire
