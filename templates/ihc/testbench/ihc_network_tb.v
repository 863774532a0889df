{{ c.banner("Testbench of the network: plays frames, starts rounds, records what the nodes do.") }}
// Contract: plays <+stimuli>/node_<v>.txt into node v, changes faults and back-pressure with
//   <+stimuli>/epochs.txt and writes <+trace>. Each flit of node_{{ c.nodes }}.txt is a link v*{{ c.cycles }} + j that is
//   faulty for the rest of its epoch. Round r of an epoch starts as soon as each node has its
//   frame number r of the epoch, or has no more of them; frames that are too long do not count.
//   In the trace, link 0 of node {{ c.nodes }} starts with each round, and its link 1 where the links begin or
//   cease to be busy. Other arguments: +seed +idle +cycles +rehearsal +wave=<file>.
//   Formats: the headers of frame_player, epoch_control and trace_recorder.
`default_nettype none
{%- let dut = c.dut() %}

module ihc_network_tb;
  localparam CYCLES = {{ c.cycles }};
  localparam NODES = {{ c.nodes }};
  localparam W = {{ c.width }};
  localparam ID = {{ c.id_bits }};
  localparam LINK = {{ c.link_bits }};
  localparam [31:0] MOST = {{ c.max_data }};
  // Bits of an event: code, source.
  localparam EVENT = 4 + ID;

  wire clk, rst_n, recording, expired, done, stalled, moved;
  wire [31:0] cycle, epoch;
  wire [8:0] low;
  wire [NODES-1:0] faulty, tapped;
  wire [NODES-1:0] pending, pausing;
  wire links_pending, links_pausing;
  wire [NODES*4-1:0] rule;
  wire [NODES*EVENT-1:0] events;
  reg [NODES*CYCLES-1:0] link_faulty;

  // The ports of the network.
{%- include "common/testbench/wires.vh" %}

  {{ c.prefix }}clock_reset u_clock_reset (
    .clk_o(clk),
    .rst_no(rst_n),
    .recording_o(recording),
    .expired_o(expired),
    .cycle_o(cycle)
  );

  {{ c.prefix }}epoch_control #(.NODES(NODES)) u_epoch_control (
    .clk_i(clk),
    .rst_ni(rst_n),
    // Rounds, refusals and gaps may last longer than anything else.
    .moved_i(moved || round_start || !round_ready || (|m_axis_tvalid) || (|pausing) ||
        links_pausing),
    .pending_i((|(pending & ~faulty)) || links_pending),
    .epoch_o(epoch),
    .low_o(low),
    .faulty_o(faulty),
    .tapped_o(tapped),
    .done_o(done),
    .stalled_o(stalled)
  );

  {{ c.prefix }}ihc_network u_network (
{%- include "common/testbench/pins.vh" %}
  );
{%- if c.test_ports %}

  // No node is replaced.
  assign test_enable = {NODES{1'b0}};
  assign test_valid = {NODES*CYCLES{1'b0}};
  assign test_first = {NODES*CYCLES{1'b0}};
  assign test_last = {NODES*CYCLES{1'b0}};
  assign test_bad = {NODES*CYCLES{1'b0}};
  assign test_data = {NODES*CYCLES*W{1'b0}};
{%- endif %}

  // Rounds of this epoch: the next one waits for the frames that belong to it.
  reg [31:0] epoch_q, rounds_q;
  wire begins = epoch != epoch_q;
  wire [31:0] rounds = begins ? 32'd0 : rounds_q;
  wire [NODES-1:0] has;
  wire settled = &(has | faulty | ~pending) && !links_pending;
  wire starts = round_start && round_ready;
  assign round_start = (|has) && settled && !begins;
  always @(posedge clk) begin
    if (!rst_n) begin
      epoch_q <= 32'hffff_ffff;
      rounds_q <= 32'd0;
    end else begin
      epoch_q <= epoch;
      rounds_q <= rounds + {31'd0, starts};
    end
  end

  // Faulty links of this epoch.
  wire [LINK-1:0] faulty_link, next_link;
  wire links_valid, links_last, links_start;
  {{ c.prefix }}frame_player #(.W(LINK)) u_links (
    .clk_i(clk),
    .rst_ni(rst_n),
    .node_i(NODES[15:0]),
    .epoch_i(epoch),
    .may_start_i(1'b1),
    .next_tdata_o(next_link),
    .m_axis_tdata(faulty_link),
    .m_axis_tvalid(links_valid),
    .m_axis_tready(1'b1),
    .m_axis_tlast(links_last),
    .start_o(links_start),
    .pending_o(links_pending),
    .pausing_o(links_pausing)
  );
  always @(posedge clk) begin
    if (!rst_n || begins) link_faulty <= {NODES*CYCLES{1'b0}};
    else if (links_valid) link_faulty[faulty_link] <= 1'b1;
  end

  // The slots in which the links begin or cease to be busy.
  reg busy_q;
  always @(posedge clk) busy_q <= rst_n && (|link_busy);
  wire turns = rst_n && busy_q != (|link_busy);

  genvar v;
  generate
    for (v = 0; v < NODES; v = v + 1) begin : gen_node
      // Only the router's testbench has to look ahead.
      wire [W-1:0] next;
      wire start;

      {{ c.prefix }}frame_player #(.W(W)) u_player (
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

      // Frames of this epoch that are not too long.
      reg [31:0] frames_q, flits_q;
      wire [31:0] frames = begins ? 32'd0 : frames_q;
      wire take = s_axis_tvalid[v] && s_axis_tready[v];
      wire whole = take && s_axis_tlast[v] && flits_q < MOST;
      assign has[v] = frames > rounds;
      always @(posedge clk) begin
        if (!rst_n) begin
          frames_q <= 32'd0;
          flits_q <= 32'd0;
        end else begin
          frames_q <= frames + {31'd0, whole};
          if (take) flits_q <= s_axis_tlast[v] ? 32'd0 : flits_q + 32'd1;
        end
      end

      {{ c.prefix }}back_pressure u_back_pressure (
        .clk_i(clk),
        .rst_ni(rst_n),
        .node_i(v[15:0]),
        .low_i(low),
        .ready_o(m_axis_tready[v])
      );

      assign events[v*EVENT+:EVENT] = {event_code[v*4+:4], event_source[v*ID+:ID]};
      {{ c.prefix }}protocol_checker #(.W(W), .LINKS(CYCLES), .EVENT_BITS(EVENT)) u_protocol_checker (
        .clk_i(clk),
        .rst_ni(rst_n),
        .faulty_i(faulty[v]),
        .s_axis_tready(s_axis_tready[v]),
        .m_axis_tdata(m_axis_tdata[v*W+:W]),
        .m_axis_tvalid(m_axis_tvalid[v]),
        .m_axis_tready(m_axis_tready[v]),
        .m_axis_tlast(m_axis_tlast[v]),
        .m_axis_tuser(m_axis_tuser[v]),
        .link_start_i(link_start[v*CYCLES+:CYCLES]),
        .event_valid_i(event_valid[v]),
        .event_i(events[v*EVENT+:EVENT]),
        .rule_o(rule[v*4+:4])
      );
    end
  endgenerate

  // The schedule is recorded as one more node.
  wire [CYCLES:0] schedule = { {CYCLES-1{1'b0}}, turns, starts};
  {{ c.prefix }}trace_recorder #(
    .NODES(NODES + 1),
    .LINKS(CYCLES),
    .EVENT_BITS(EVENT),
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
    .rule_i({4'd0, rule}),
    .s_axis_tvalid({1'b0, s_axis_tvalid}),
    .s_axis_tready({1'b0, s_axis_tready}),
    .s_axis_tlast({1'b0, s_axis_tlast}),
    .m_axis_tdata({ {W{1'b0}}, m_axis_tdata}),
    .m_axis_tvalid({1'b0, m_axis_tvalid}),
    .m_axis_tready({1'b0, m_axis_tready}),
    .m_axis_tlast({1'b0, m_axis_tlast}),
    .m_axis_tuser({1'b0, m_axis_tuser}),
    .link_start_i({schedule[CYCLES-1:0], link_start}),
    .event_valid_i({1'b0, event_valid}),
    .event_i({ {EVENT{1'b0}}, events}),
    .moved_o(moved)
  );

  reg [8*1024-1:0] wave;
  initial begin
    if ($value$plusargs("wave=%s", wave)) begin
      $dumpfile(wave);
      $dumpvars(0, {{ c.prefix }}ihc_network_tb);
    end
  end
endmodule

`default_nettype wire
