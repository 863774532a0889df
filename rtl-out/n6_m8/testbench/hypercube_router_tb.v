// Testbench of the router: plays frames into its channels, records what leaves.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: plays <+stimuli>/node_<c>.txt into channel c (class, tuser and mark above the data) as
//   far as credits allow and writes <+trace>, where a node stands for a channel; link starts and
//   events are those of channel N. The outputs that <+stimuli>/epochs.txt names are blocked: a
//   link gives no credit back, the processor takes nothing.
//   The router is node 0 without faulty neighbours. Other arguments: as the network's testbench.
`default_nettype none

module hypercube_router_tb;
  localparam N = 6;
  localparam CHANNELS = 7;
  localparam W = 32;
  // Bits of an event: code, source, address.
  localparam EVENT = 16;
  localparam CLASSES = 3;
  localparam CLASS = 2;
  localparam SIDE = 5;

  wire clk, rst_n, recording, expired, done, stalled, moved;
  wire [31:0] cycle, epoch;
  wire [8:0] low;
  wire [CHANNELS-1:0] blocked, tapped;
  wire [CHANNELS-1:0] pending, pausing;
  wire [CHANNELS*4-1:0] rule;
  wire processor_ready;

  // The ports of the router.
  wire [223:0] s_axis_tdata;
  wire [6:0] s_axis_tvalid;
  wire [6:0] s_axis_tready;
  wire [6:0] s_axis_tlast;
  wire [6:0] s_axis_tuser;
  wire [29:0] s_side;
  wire [17:0] s_credit;
  wire [223:0] m_axis_tdata;
  wire [6:0] m_axis_tvalid;
  wire [6:0] m_axis_tready;
  wire [6:0] m_axis_tlast;
  wire [6:0] m_axis_tuser;
  wire [29:0] m_side;
  wire [17:0] m_credit;
  wire [5:0] link_start;
  wire event_valid;
  wire [3:0] event_code;
  wire [5:0] event_source;
  wire [5:0] event_address;

  clock_reset u_clock_reset (
    .clk_o(clk),
    .rst_no(rst_n),
    .recording_o(recording),
    .expired_o(expired),
    .cycle_o(cycle)
  );

  epoch_control #(.NODES(CHANNELS)) u_epoch_control (
    .clk_i(clk),
    .rst_ni(rst_n),
    .moved_i(moved || (|pausing)),
    .pending_i(|pending),
    .epoch_o(epoch),
    .low_o(low),
    .faulty_o(blocked),
    .tapped_o(tapped),
    .done_o(done),
    .stalled_o(stalled)
  );

  hypercube_router u_router (
    .clk_i(clk),
    .rst_ni(rst_n),
    .local_address_i({N{1'b0}}),
    .faulty_i({N{1'b0}}),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser),
    .s_side_i(s_side),
    .s_credit_o(s_credit),
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser),
    .m_side_o(m_side),
    .m_credit_i(m_credit),
    .link_start_o(link_start),
    .event_valid_o(event_valid),
    .event_code_o(event_code),
    .event_source_o(event_source),
    .event_address_o(event_address)
  );

  back_pressure u_back_pressure (
    .clk_i(clk),
    .rst_ni(rst_n),
    .node_i(16'd0),
    .low_i(low),
    .ready_o(processor_ready)
  );
  assign m_axis_tready = {processor_ready && !blocked[N], {N{1'b1}}};

  genvar c;
  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : gen_channel
      wire [CLASS+3+W:0] played, next;
      wire start, may_start;
      assign s_axis_tdata[c*W+:W] = played[W-1:0];
      assign s_axis_tuser[c] = played[W+3] && s_axis_tlast[c];

      frame_player #(.W(CLASS + 4 + W)) u_player (
        .clk_i(clk),
        .rst_ni(rst_n),
        .node_i(c[15:0]),
        .epoch_i(epoch),
        .may_start_i(may_start),
        .next_tdata_o(next),
        .m_axis_tdata(played),
        .m_axis_tvalid(s_axis_tvalid[c]),
        .m_axis_tready(s_axis_tready[c]),
        .m_axis_tlast(s_axis_tlast[c]),
        .start_o(start),
        .pending_o(pending[c]),
        .pausing_o(pausing[c])
      );

      protocol_checker #(.W(W), .LINKS(N), .EVENT_BITS(EVENT)) u_protocol_checker (
        .clk_i(clk),
        .rst_ni(rst_n),
        .faulty_i(1'b0),
        .s_axis_tready(s_axis_tready[c]),
        .m_axis_tdata(m_axis_tdata[c*W+:W]),
        .m_axis_tvalid(m_axis_tvalid[c]),
        .m_axis_tready(m_axis_tready[c]),
        .m_axis_tlast(m_axis_tlast[c]),
        .m_axis_tuser(m_axis_tuser[c]),
        .link_start_i(c == N ? link_start : {N{1'b0}}),
        .event_valid_i(c == N && event_valid),
        .event_i({event_code, event_source, event_address}),
        .rule_o(rule[c*4+:4])
      );

      if (c < N) begin : gen_link
        assign s_side[c*SIDE+:SIDE] = {played[W+:3], played[W+4+:CLASS]};
        credit_counter #(.CLASSES(CLASSES), .CLASS_BITS(CLASS)) u_credit_counter (
          .clk_i(clk),
          .rst_ni(rst_n),
          .next_class_i(next[W+4+:CLASS]),
          .may_start_o(may_start),
          .start_i(start),
          .class_i(s_side[c*SIDE+:CLASS]),
          .credit_i(s_credit[c*CLASSES+:CLASSES])
        );
        credit_return #(.CLASSES(CLASSES), .CLASS_BITS(CLASS)) u_credit_return (
          .clk_i(clk),
          .rst_ni(rst_n),
          .hold_i(blocked[c]),
          .end_i(m_axis_tvalid[c] && m_axis_tready[c] && m_axis_tlast[c]),
          .class_i(m_side[c*SIDE+:CLASS]),
          .credit_o(m_credit[c*CLASSES+:CLASSES])
        );
      end else begin : gen_processor
        assign may_start = 1'b1;
      end
    end
  endgenerate

  trace_recorder #(
    .NODES(CHANNELS),
    .LINKS(N),
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
    .rule_i(rule),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tlast(s_axis_tlast),
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser),
    .link_start_i({link_start, {N*N{1'b0}}}),
    .event_valid_i({event_valid, {N{1'b0}}}),
    .event_i({event_code, event_source, event_address, {N*EVENT{1'b0}}}),
    .moved_o(moved)
  );

  reg [8*1024-1:0] wave;
  initial begin
    if ($value$plusargs("wave=%s", wave)) begin
      $dumpfile(wave);
      $dumpvars(0, hypercube_router_tb);
    end
  end
endmodule

`default_nettype wire
