// Testbench of the reception: buffer units offer packets, a processor takes frames.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: plays <+stimuli>/node_<u>.txt as the stored packets of buffer unit u and writes
//   <+trace>, where accepted packets are those of node u, frames and events those of node 0. A
//   played flit has {time, bad, data}: the first one of a packet is the head of the delivery in one
//   piece, and is offered when so many cycles of the epoch have passed. Other arguments: as the
//   network's testbench.
`default_nettype none

module harts_reception_tb;
  localparam W = 32;
  localparam UNITS = 1;
  localparam HEAD = 21;
  localparam PAYLOAD = HEAD > W ? HEAD : W;
  localparam PLAYED = PAYLOAD + 33;

  wire clk, rst_n, recording, expired, done, stalled, moved;
  wire [31:0] cycle, epoch;
  wire [8:0] low;
  wire [UNITS-1:0] unused_faulty, unused_tapped;

  clock_reset u_clock_reset (
    .clk_o(clk),
    .rst_no(rst_n),
    .recording_o(recording),
    .expired_o(expired),
    .cycle_o(cycle)
  );

  wire [UNITS-1:0] pending, valid;
  epoch_control #(.NODES(UNITS)) u_epoch_control (
    .clk_i(clk),
    .rst_ni(rst_n),
    .moved_i(moved || (pending & ~valid) != {UNITS{1'b0}}),
    .pending_i(pending != {UNITS{1'b0}}),
    .epoch_o(epoch),
    .low_o(low),
    .faulty_o(unused_faulty),
    .tapped_o(unused_tapped),
    .done_o(done),
    .stalled_o(stalled)
  );

  reg [31:0] epoch_q, time_q;
  wire begun = epoch_q == epoch;
  always @(posedge clk) begin
    epoch_q <= rst_n ? epoch : 32'hffff_ffff;
    time_q <= begun ? time_q + 32'd1 : 32'd0;
  end

  // The ports of the reception.
  wire [0:0] request;
  wire [0:0] grant;
  wire [20:0] head;
  wire [0:0] bad;
  wire [0:0] room;
  wire [31:0] m_axis_tdata;
  wire [0:0] m_axis_tvalid;
  wire [0:0] m_axis_tready;
  wire [0:0] m_axis_tlast;
  wire [0:0] m_axis_tuser;
  wire event_valid = 1'b0;
  wire [3:0] event_code = 4'd0;

  wire [UNITS-1:0] last, ready;
  wire [3:0] rule;
  // What the processor sees belongs to node 0.
  wire [UNITS*W-1:0] seen;
  wire [UNITS-1:0] seen_valid, seen_ready, seen_last, seen_bad, seen_event;
  wire [UNITS*4-1:0] seen_code, seen_rule;
  reg [UNITS-1:0] valid_q, last_q;
  reg [UNITS*W-1:0] data_q;
  genvar u;
  generate
    for (u = 0; u < UNITS; u = u + 1) begin : gen_unit
      wire [PLAYED-1:0] next, played;
      wire unused_start, unused_pausing;
      reg in_packet_q;
      wire takes = valid[u] && ready[u];
      frame_player #(.W(PLAYED)) u_player (
        .clk_i(clk),
        .rst_ni(rst_n),
        .node_i(u[15:0]),
        .epoch_i(epoch),
        .may_start_i(begun && next[PLAYED-1-:32] <= time_q),
        .next_tdata_o(next),
        .m_axis_tdata(played),
        .m_axis_tvalid(valid[u]),
        .m_axis_tready(ready[u]),
        .m_axis_tlast(last[u]),
        .start_o(unused_start),
        .pending_o(pending[u]),
        .pausing_o(unused_pausing)
      );
      always @(posedge clk) begin
        if (!rst_n) in_packet_q <= 1'b0;
        else if (takes) in_packet_q <= !last[u];
      end
      assign seen[u*W+:W] = u == 0 ? m_axis_tdata : {W{1'b0}};
      assign seen_valid[u] = u == 0 && m_axis_tvalid;
      assign seen_ready[u] = u == 0 && m_axis_tready;
      assign seen_last[u] = u == 0 && m_axis_tlast;
      assign seen_bad[u] = u == 0 && m_axis_tuser;
      assign seen_event[u] = u == 0 && event_valid;
      assign seen_code[u*4+:4] = u == 0 ? event_code : 4'd0;
      assign seen_rule[u*4+:4] = u == 0 ? rule : 4'd0;

      assign head[u*HEAD+:HEAD] = played[HEAD-1:0];
      assign bad[u] = played[PAYLOAD];
      // A read takes a cycle; a unit asks again when its packet has left.
      assign request[u] = valid[u] && !in_packet_q && !valid_q[u];
      assign ready[u] = in_packet_q ? room : grant[u];
      always @(posedge clk) begin
        valid_q[u] <= rst_n && takes && in_packet_q;
        last_q[u] <= last[u];
        data_q[u*W+:W] <= played[W-1:0];
      end
    end
  endgenerate

  back_pressure u_processor (
    .clk_i(clk),
    .rst_ni(rst_n),
    .node_i(16'd0),
    .low_i(low),
    .ready_o(m_axis_tready)
  );

  harts_reception u_reception (
    .clk_i(clk),
    .rst_ni(rst_n),
    .request_i(request),
    .grant_o(grant),
    .first_i(grant),
    .head_i(head),
    .empty_i(last),
    .bad_i(bad),
    .room_o(room),
    .valid_i(valid_q),
    .data_i(data_q),
    .last_i(last_q),
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser)
  );

  protocol_checker #(.W(W), .LINKS(1), .EVENT_BITS(4)) u_protocol_checker (
    .clk_i(clk),
    .rst_ni(rst_n),
    .faulty_i(1'b0),
    .s_axis_tready(1'b0),
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser),
    .link_start_i(1'b0),
    .event_valid_i(event_valid),
    .event_i(event_code),
    .rule_o(rule)
  );

  trace_recorder #(
    .NODES(UNITS),
    .LINKS(1),
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
    .rule_i(seen_rule),
    .s_axis_tvalid(valid),
    .s_axis_tready(ready),
    .s_axis_tlast(last),
    .m_axis_tdata(seen),
    .m_axis_tvalid(seen_valid),
    .m_axis_tready(seen_ready),
    .m_axis_tlast(seen_last),
    .m_axis_tuser(seen_bad),
    .link_start_i({UNITS{1'b0}}),
    .event_valid_i(seen_event),
    .event_i(seen_code),
    .moved_o(moved)
  );
endmodule

`default_nettype wire
