// Testbench of the network: plays messages, one operation after another, and faults.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --graph hypercube:3 --family ring-tree --ring-size 4
// Configuration (hash 027a8c594066):
//   hypercube:3 w=4 P=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: plays <+stimuli>/node_<v>.txt into node v, changes back-pressure with
//   <+stimuli>/epochs.txt and writes <+trace>. All nodes that have a message at the beginning of an
//   operation take part in it; the next one begins when all nodes are done and have delivered, if
//   there are more messages, and with every epoch. Each flit of node_8.txt takes a cycle:
//   link e fails with flit e, node v with flit 12 + v, for good; a higher one does nothing.
//   Each flit of node_9.txt takes a cycle, too: whether a table entry is written, then node,
//   address, data.
//   In the trace a link of a node is one of its ports, and link 3 says that the node is done.
//   Other arguments: +seed +idle +cycles +rehearsal +wave=<file>.
//   Formats: the headers of frame_player, epoch_control and trace_recorder.
`default_nettype none

module ring_tree_network_tb;
  localparam NODES = 8;
  localparam LINKS = 12;
  // What the trace calls links of a node: its ports, and that it is done.
  localparam MARKS = 4;
  localparam P = 32;
  localparam BEAT = 35;
  localparam FAULT = 5;
  localparam [NODES+LINKS-1:0] ONE = 1;
  // Nodes that have no rings.
  localparam [NODES-1:0] GONE = 8'h00;
  localparam WRITE = 52;
  localparam [15:0] WRITES = 9;
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
  wire writes_pending, writes_pausing, writes_valid;
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
  wire [255:0] s_axis_tdata;
  wire [7:0] s_axis_tvalid;
  wire [7:0] s_axis_tready;
  wire [279:0] m_axis_tdata;
  wire [7:0] m_axis_tvalid;
  wire [7:0] m_axis_tready;
  wire [7:0] m_axis_tuser;
  wire [7:0] done;
  wire config_ready;
  wire [7:0] event_valid;
  wire [31:0] event_code;
  wire [127:0] event_ring;
  wire [23:0] link_busy;

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
    .moved_i(moved || turn || faults_valid || (|m_axis_tvalid) || (|pausing) ||
        faults_pausing || writes_valid || writes_pausing),
    .pending_i((|(pending & ~epoch_faulty)) || faults_pending || writes_pending),
    .epoch_o(epoch),
    .low_o(low),
    .faulty_o(epoch_faulty),
    .tapped_o(tapped),
    .done_o(done_all),
    .stalled_o(stalled)
  );

  ring_tree_network u_network (
    .clk_i(clk),
    .rst_ni(rst_n),
    .faulty_i(dead),
    .link_faulty_i(failed_q[11:0]),
    .next_i(turn),
    .expected_i(expected_q),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tuser(m_axis_tuser),
    .done_o(done),
    .config_valid_i(config_now),
    .config_ready_o(config_ready),
    .config_node_i(write[3:1]),
    .config_address_i(write[19:4]),
    .config_data_i(write[51:20]),
    .event_valid_o(event_valid),
    .event_code_o(event_code),
    .event_ring_o(event_ring),
    .link_busy_o(link_busy)
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
  frame_player #(.W(FAULT)) u_faults (
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

  // Table writes.
  wire [WRITE-1:0] write, next_write;
  wire writes_last, writes_start;
  frame_player #(.W(WRITE)) u_writes (
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

  // Ports of the nodes.
  assign link_start[0] = link_busy[0];
  assign link_start[1] = link_busy[2];
  assign link_start[2] = link_busy[4];
  assign link_start[4] = link_busy[1];
  assign link_start[5] = link_busy[6];
  assign link_start[6] = link_busy[8];
  assign link_start[8] = link_busy[3];
  assign link_start[9] = link_busy[10];
  assign link_start[10] = link_busy[12];
  assign link_start[12] = link_busy[7];
  assign link_start[13] = link_busy[11];
  assign link_start[14] = link_busy[14];
  assign link_start[16] = link_busy[5];
  assign link_start[17] = link_busy[16];
  assign link_start[18] = link_busy[18];
  assign link_start[20] = link_busy[9];
  assign link_start[21] = link_busy[17];
  assign link_start[22] = link_busy[20];
  assign link_start[24] = link_busy[13];
  assign link_start[25] = link_busy[19];
  assign link_start[26] = link_busy[22];
  assign link_start[28] = link_busy[15];
  assign link_start[29] = link_busy[21];
  assign link_start[30] = link_busy[23];

  genvar v;
  generate
    for (v = 0; v < NODES; v = v + 1) begin : gen_node
      localparam W = P;
      // Only the router's testbench has to look ahead.
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
      assign link_start[v*MARKS+MARKS-1] = done[v] && !done_q[v];
      assign events[v*EVENT+:EVENT] = {event_code[v*4+:4], event_ring[v*16+:16]};
      protocol_checker #(
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
  trace_recorder #(
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
      $dumpvars(0, ring_tree_network_tb);
    end
  end
endmodule

`default_nettype wire
