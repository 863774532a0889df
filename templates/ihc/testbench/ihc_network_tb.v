<{ c.banner("Testbench of the network: plays frames, starts rounds, records what the nodes do.") }>
// Contract: plays <+stimuli>/node_<v>.txt into node v, changes faults and back-pressure with
//   <+stimuli>/epochs.txt and writes <+trace>. Each flit of node_<{ c.nodes }>.txt is a link v*<{ c.cycles }> + j that is
//   faulty for the rest of its epoch; flit <{ c.nodes * c.cycles }> + v says that the first frame of node v ends in the
//   cycle in which the first round of the epoch starts, so that it is sent in the second one.
//   Round r of an epoch starts as soon as each node has its frame number r of the epoch, or has no
//   more of them; frames that are too long do not count.
<%- if c.test_ports %>
//   Frame r of node_<{ c.nodes + 1 }>.txt is what the nodes that the epoch names have on their links from the
//   cycle after the start of round r on. A flit holds all cycles, the lowest first: bits valid,
//   first, last and bad, then the data.
<%- endif %>
//   In the trace, link 0 of node <{ c.nodes }> starts with each round, and its link 1 where the links begin or
//   cease to be busy. Other arguments: +seed +idle +cycles +rehearsal +wave=<file>.
//   Formats: the headers of frame_player, epoch_control and trace_recorder.
`default_nettype none
<%- let dut = c.dut() %>

module ihc_network_tb;
  localparam CYCLES = <{ c.cycles }>;
  localparam NODES = <{ c.nodes }>;
  localparam W = <{ c.width }>;
  localparam ID = <{ c.id_bits }>;
  localparam LINK = <{ c.link_bits }>;
  localparam [NODES*(CYCLES+1)-1:0] ONE_LINK = 1;
<%- if c.test_ports %>
  localparam [15:0] LIES = <{ c.nodes + 1 }>;
<%- endif %>
  localparam [31:0] MOST = <{ c.max_data }>;
  // Bits of an event: code, source.
  localparam EVENT = 4 + ID;

  wire clk, rst_n, recording, expired, done, stalled, moved;
  wire [31:0] cycle, epoch;
  wire [8:0] low;
  wire [NODES-1:0] faulty, tapped;
  wire [NODES-1:0] pending, pausing;
  wire links_pending, links_pausing;
<%- if c.test_ports %>
  wire lies_pending, lies_valid;
<%- endif %>
  wire [NODES*4-1:0] rule;
  wire [NODES*EVENT-1:0] events;
  reg [NODES*CYCLES-1:0] link_faulty;

  // The ports of the network.
<%- include "common/testbench/wires.vh" %>
<%- include "common/testbench/clock.vh" %>

  <{ c.prefix }>epoch_control #(.NODES(NODES)) u_epoch_control (
    .clk_i(clk),
    .rst_ni(rst_n),
    // Rounds, refusals and gaps may last longer than anything else.
    .moved_i(moved || round_start || !round_ready || (|m_axis_tvalid) || (|pausing) ||
        links_pausing<% if c.test_ports %> || lies_valid<% endif %>),
    .pending_i((|(pending & ~faulty)) || links_pending<% if c.test_ports %> || lies_pending<% endif %>),
    .epoch_o(epoch),
    .low_o(low),
    .faulty_o(faulty),
    .tapped_o(tapped),
    .done_o(done),
    .stalled_o(stalled)
  );

  <{ c.prefix }>ihc_network u_network (
<%- include "common/testbench/pins.vh" %>
  );

  // Rounds of this epoch: the next one waits for the frames that belong to it.
  reg [31:0] epoch_q, rounds_q;
  wire begins = epoch != epoch_q;
  wire [31:0] rounds = begins ? 32'd0 : rounds_q;
  wire [NODES-1:0] has, late;
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

<%- if c.test_ports %>

  // What lying nodes have on their links.
  wire [CYCLES*(W+4)-1:0] lies, next_lies;
  wire lies_last, lies_start, lies_pausing;
  <{ c.prefix }>frame_player #(.W(CYCLES * (W + 4))) u_lies (
    .clk_i(clk),
    .rst_ni(rst_n),
    .node_i(LIES),
    .epoch_i(epoch),
    .may_start_i(starts),
    .next_tdata_o(next_lies),
    .m_axis_tdata(lies),
    .m_axis_tvalid(lies_valid),
    .m_axis_tready(1'b1),
    .m_axis_tlast(lies_last),
    .start_o(lies_start),
    .pending_o(lies_pending),
    .pausing_o(lies_pausing)
  );
  assign test_enable = tapped;
<%- endif %>

  // Faulty links, and nodes with a late frame, of this epoch.
  wire [LINK-1:0] faulty_link, next_link;
  wire links_valid, links_last, links_start;
  <{ c.prefix }>frame_player #(.W(LINK)) u_links (
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
  reg [NODES-1:0] late_q;
  assign late = late_q;
  always @(posedge clk) begin
    if (!rst_n || begins) begin
      link_faulty <= {NODES*CYCLES{1'b0}};
      late_q <= {NODES{1'b0}};
    end else if (links_valid) begin
      {late_q, link_faulty} <= {late_q, link_faulty} | ONE_LINK << faulty_link;
    end
  end

  // The slots in which the links begin or cease to be busy.
  reg busy_q;
  always @(posedge clk) busy_q <= rst_n && (|link_busy);
  wire turns = rst_n && busy_q != (|link_busy);

  genvar v<% if c.test_ports %>, j<% endif %>;
  generate
    for (v = 0; v < NODES; v = v + 1) begin : gen_node
      // Only the router's testbench has to look ahead.
      wire [W-1:0] next;
      wire start;
<%- include "common/testbench/player.vh" %>

      // Frames of this epoch that are not too long.
      reg [31:0] frames_q, flits_q;
      wire [31:0] frames = begins ? 32'd0 : frames_q;
      wire take = s_axis_tvalid[v] && s_axis_tready[v];
      wire whole = take && s_axis_tlast[v] && flits_q < MOST;
      // A late frame counts for the round that starts while it ends, although it is not sent in it.
      assign has[v] = late[v] && frames == 32'd0 ? whole : frames + {31'd0, late[v]} > rounds;
      always @(posedge clk) begin
        if (!rst_n) begin
          frames_q <= 32'd0;
          flits_q <= 32'd0;
        end else begin
          frames_q <= frames + {31'd0, whole};
          if (take) flits_q <= s_axis_tlast[v] ? 32'd0 : flits_q + 32'd1;
        end
      end

      <{ c.prefix }>back_pressure u_back_pressure (
        .clk_i(clk),
        .rst_ni(rst_n),
        .node_i(v[15:0]),
        .low_i(low),
        .ready_o(m_axis_tready[v])
      );
<%- if c.test_ports %>

      for (j = 0; j < CYCLES; j = j + 1) begin : gen_lie
        localparam PLACE = v * CYCLES + j;
        wire [W+3:0] lie = lies[j*(W+4)+:W+4];
        assign test_valid[PLACE] = lies_valid && lie[0];
        assign test_first[PLACE] = lie[1];
        assign test_last[PLACE] = lie[2];
        assign test_bad[PLACE] = lie[3];
        assign test_data[PLACE*W+:W] = lie[W+3:4];
      end
<%- endif %>

      assign events[v*EVENT+:EVENT] = {event_code[v*4+:4], event_source[v*ID+:ID]};
      <{ c.prefix }>protocol_checker #(.W(W), .LINKS(CYCLES), .EVENT_BITS(EVENT)) u_protocol_checker (
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
  wire [CYCLES:0] schedule = { <{- "{" }>CYCLES-1{1'b0}}, turns, starts};
  <{ c.prefix }>trace_recorder #(
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
    .m_axis_tdata({ <{- "{" }>W{1'b0}}, m_axis_tdata}),
    .m_axis_tvalid({1'b0, m_axis_tvalid}),
    .m_axis_tready({1'b0, m_axis_tready}),
    .m_axis_tlast({1'b0, m_axis_tlast}),
    .m_axis_tuser({1'b0, m_axis_tuser}),
    .link_start_i({schedule[CYCLES-1:0], link_start}),
    .event_valid_i({1'b0, event_valid}),
    .event_i({ <{- "{" }>EVENT{1'b0}}, events}),
    .moved_o(moved)
  );

  reg [8*1024-1:0] wave;
  initial begin
    if ($value$plusargs("wave=%s", wave)) begin
      $dumpfile(wave);
      $dumpvars(0, <{ c.prefix }>ihc_network_tb);
    end
  end
endmodule

`default_nettype wire
