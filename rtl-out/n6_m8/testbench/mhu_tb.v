// Testbench of one message handling unit: plays frames, records the copies.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: plays <+stimuli>/node_0.txt into the unit as far as credits allow and writes <+trace>,
//   where a node stands for an output: N links, then the processor. Above the data bits, a played
//   flit has {input channel (one-hot), local address, faulty dimensions, class (3 bits), tuser,
//   mark (header end, kind)}, of which the first three are those of the epoch; a recorded flit of a
//   link has its class and its mark.
//   Link starts and events are those of output N, accepted frames of output 0. The outputs are
//   those of the router; they are busy, without room or slow at random. Other arguments: as the
//   network's testbench.
`default_nettype none

module mhu_tb;
  localparam N = 6;
  localparam OUTPUTS = 7;
  localparam W = 32;
  localparam LANES = 5;
  // Bits of an event: code, source, address.
  localparam EVENT = 16;
  localparam CLASSES = 3;
  localparam CLASS = 2;
  // Bits of a played and of a recorded flit.
  localparam PLAYED = W + 7 + 3 * N + 1;
  localparam SEEN = CLASS + 3 + W;

  wire clk, rst_n, recording, expired, done, stalled, moved;
  wire [31:0] cycle, epoch;
  wire [8:0] low;
  wire [OUTPUTS-1:0] unused_faulty, unused_tapped;

  // The ports of the unit.
  wire s_axis_tvalid;
  wire s_axis_tready;
  wire s_axis_tlast;
  wire [2:0] credit;
  wire [17:0] room;
  wire [6:0] request;
  wire [1:0] class_o;
  wire [5:0] turns;
  wire [6:0] grant;
  wire [5:0] full;
  wire [6:0] move;
  wire [31:0] data;
  wire [29:0] keep;
  wire last;
  wire leave;
  wire controlled;
  wire [5:0] multicasts;
  wire [6:0] mark;
  wire event_valid;
  wire [3:0] event_code;
  wire [5:0] event_source;
  wire [5:0] event_address;
  wire event_ready;

  clock_reset u_clock_reset (
    .clk_o(clk),
    .rst_no(rst_n),
    .recording_o(recording),
    .expired_o(expired),
    .cycle_o(cycle)
  );

  wire pending, pausing;
  epoch_control #(.NODES(OUTPUTS)) u_epoch_control (
    .clk_i(clk),
    .rst_ni(rst_n),
    .moved_i(moved || pausing),
    .pending_i(pending),
    .epoch_o(epoch),
    .low_o(low),
    .faulty_o(unused_faulty),
    .tapped_o(unused_tapped),
    .done_o(done),
    .stalled_o(stalled)
  );

  // The unit moves to its place of an epoch before the first frame.
  wire [PLAYED-1:0] next, played;
  reg [31:0] epoch_q;
  reg [3*N:0] place_q;
  always @(posedge clk) begin
    epoch_q <= rst_n ? epoch : 32'hffff_ffff;
    if (epoch_q != epoch) place_q <= next[W+7+:3*N+1];
  end
  wire [N:0] channel = place_q[2*N+:N+1];
  wire [N-1:0] address = place_q[N+:N];
  wire [N-1:0] faulty = place_q[0+:N];
  wire from_processor = channel[N];

  wire start, may_start;
  frame_player #(.W(PLAYED)) u_player (
    .clk_i(clk),
    .rst_ni(rst_n),
    .node_i(16'd0),
    .epoch_i(epoch),
    .may_start_i((from_processor || may_start) && epoch_q == epoch),
    .next_tdata_o(next),
    .m_axis_tdata(played),
    .m_axis_tvalid(s_axis_tvalid),
    .m_axis_tready(s_axis_tready),
    .m_axis_tlast(s_axis_tlast),
    .start_o(start),
    .pending_o(pending),
    .pausing_o(pausing)
  );
  credit_counter #(.CLASSES(CLASSES), .CLASS_BITS(CLASS)) u_credit_counter (
    .clk_i(clk),
    .rst_ni(rst_n),
    .next_class_i(next[W+4+:CLASS]),
    .may_start_o(may_start),
    .start_i(start && !from_processor),
    .class_i(played[W+4+:CLASS]),
    .credit_i(from_processor ? {CLASSES{1'b0}} : credit)
  );

  mhu u_mhu (
    .clk_i(clk),
    .rst_ni(rst_n),
    .local_address_i(address),
    .faulty_i(faulty),
    .from_processor_i(from_processor),
    .ascending_i(|(channel[N-1:0] & address)),
    .own_dimension_i(channel[N-1:0]),
    .s_axis_tdata(played[W-1:0]),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(played[W+3] && s_axis_tlast),
    .s_side_i({played[W+:3], played[W+4+:CLASS]}),
    .credit_o(credit),
    .room_i(room),
    .request_o(request),
    .class_o(class_o),
    .turns_o(turns),
    .grant_i(grant),
    .full_i(full),
    .move_o(move),
    .data_o(data),
    .keep_o(keep),
    .last_o(last),
    .leave_o(leave),
    .controlled_o(controlled),
    .multicasts_o(multicasts),
    .mark_o(mark),
    .event_valid_o(event_valid),
    .event_code_o(event_code),
    .event_source_o(event_source),
    .event_address_o(event_address),
    .event_ready_i(event_ready)
  );

  back_pressure u_event_ready (
    .clk_i(clk),
    .rst_ni(rst_n),
    .node_i(16'hffff),
    .low_i(low),
    .ready_o(event_ready)
  );

  wire [OUTPUTS*SEEN-1:0] seen;
  wire [OUTPUTS-1:0] valids, takes, lasts, bads;
  wire [N-1:0] starts;
  genvar d, k;
  generate
    for (d = 0; d < OUTPUTS; d = d + 1) begin : gen_output
      // Another unit has the output.
      wire available;
      back_pressure u_available (
        .clk_i(clk),
        .rst_ni(rst_n),
        .node_i(d[15:0]),
        .low_i(low),
        .ready_o(available)
      );
      back_pressure u_ready (
        .clk_i(clk),
        .rst_ni(rst_n),
        .node_i({8'd1, d[7:0]}),
        .low_i(low),
        .ready_o(takes[d])
      );

      // The unit is the only one.
      if (d < N) begin : gen_link
        wire [N-1:0] grants;
        wire unused_grants = &{1'b0, grants};
        assign grant[d] = grants[0];
        wire [CLASSES-1:0] rooms, returned;
        wire [CLASS+2:0] leaving;
        wire [CLASS-1:0] leaving_class = leaving[CLASS-1:0];
        for (k = 0; k < CLASSES; k = k + 1) begin : gen_class
          wire roomy;
          back_pressure u_room (
            .clk_i(clk),
            .rst_ni(rst_n),
            .node_i({4'd1, k[3:0], d[7:0]}),
            .low_i(low),
            .ready_o(roomy)
          );
          assign room[d*CLASSES+k] = rooms[k] && roomy;
        end
        hypercube_link_output #(
          .LINK(d)
        ) u_output (
          .clk_i(clk),
          .rst_ni(rst_n),
          .local_address_i(address),
          .faulty_i(faulty),
          .request_i({{N-1{1'b0}}, request[d] && available}),
          .class_i({{(N-1)*CLASS{1'b0}}, class_o}),
          .turn_i({{N-1{1'b0}}, turns[d]}),
          .grant_o(grants),
          .full_o(full[d]),
          .room_o(rooms),
          .move_i({{N-1{1'b0}}, move[d]}),
          .data_i({{(N-1)*W{1'b0}}, data}),
          .keep_i({{(N-1)*LANES{1'b0}}, keep[d*LANES+:LANES]}),
          .last_i({{N-1{1'b0}}, last}),
          .leave_i({{N-1{1'b0}}, leave}),
          .mark_i({{N-1{1'b0}}, mark[d]}),
          .multicasts_i({{N-1{1'b0}}, multicasts[d]}),
          .controlled_i({{N-1{1'b0}}, controlled}),
          .m_axis_tdata(seen[d*SEEN+:W]),
          .m_axis_tvalid(valids[d]),
          .m_axis_tready(takes[d]),
          .m_axis_tlast(lasts[d]),
          .m_axis_tuser(bads[d]),
          .m_side_o(leaving),
          .m_credit_i(returned),
          .start_o(starts[d])
        );
        assign seen[d*SEEN+W+:CLASS+3] = {leaving_class, leaving[CLASS+:3]};
        credit_return #(.CLASSES(CLASSES), .CLASS_BITS(CLASS)) u_credit_return (
          .clk_i(clk),
          .rst_ni(rst_n),
          .hold_i(1'b0),
          .end_i(valids[d] && takes[d] && lasts[d]),
          .class_i(leaving_class),
          .credit_o(returned)
        );
      end else begin : gen_processor
        wire [N:0] grants;
        wire unused_grants = &{1'b0, grants};
        assign grant[d] = grants[0];
        hypercube_delivery_output u_output (
          .clk_i(clk),
          .rst_ni(rst_n),
          .request_i({{N{1'b0}}, request[d] && available}),
          .grant_o(grants),
          .move_i({{N{1'b0}}, move[d]}),
          .data_i({{N*W{1'b0}}, data}),
          .last_i({{N{1'b0}}, last}),
          .leave_i({{N{1'b0}}, leave}),
          .mark_i({{N{1'b0}}, mark[d]}),
          .m_axis_tdata(seen[d*SEEN+:W]),
          .m_axis_tvalid(valids[d]),
          .m_axis_tready(takes[d]),
          .m_axis_tlast(lasts[d]),
          .m_axis_tuser(bads[d])
        );
        assign seen[d*SEEN+W+:CLASS+3] = {CLASS+3{1'b0}};
      end
    end
  endgenerate

  trace_recorder #(
    .NODES(OUTPUTS),
    .LINKS(N),
    .EVENT_BITS(EVENT),
    .W(SEEN)
  ) u_trace_recorder (
    .clk_i(clk),
    .rst_ni(rst_n),
    .recording_i(recording),
    .cycle_i(cycle),
    .epoch_i(epoch),
    .done_i(done),
    .stalled_i(stalled),
    .expired_i(expired),
    .rule_i({OUTPUTS*4{1'b0}}),
    .s_axis_tvalid({{N{1'b0}}, s_axis_tvalid}),
    .s_axis_tready({{N{1'b0}}, s_axis_tready}),
    .s_axis_tlast({{N{1'b0}}, s_axis_tlast}),
    .m_axis_tdata(seen),
    .m_axis_tvalid(valids),
    .m_axis_tready(takes),
    .m_axis_tlast(lasts),
    .m_axis_tuser(bads),
    .link_start_i({starts, {N*N{1'b0}}}),
    .event_valid_i({event_valid, {N{1'b0}}}),
    .event_i({event_code, event_source, event_address, {N*EVENT{1'b0}}}),
    .moved_o(moved)
  );
endmodule

`default_nettype wire
