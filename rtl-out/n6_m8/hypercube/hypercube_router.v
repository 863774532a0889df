// Router of one node: a message handling unit for each input, and the outputs.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: channel j < N is dimension j, channel N the processor; channel c is slice c of each
//   stream port. A frame may start on a link when the sender owns a credit of its class: two for
//   each class after reset, given back by s_credit_o. s_side_i and m_side_o go with the flits of a
//   link: the class, the kind of the message, and in the top bit whether its header ends.
//   In reset tvalid, link_start_o and event_valid_o are 0 from the first clock edge on, and tready
//   may be anything.
// Latency and state: a unicast or a broadcast leaves 2 cycles after it came, the first branch of
//   a multicast four cycles after its last header flit came.
// Widths: 6 = n; 224 = (n + 1) x W; 7 = n + 1; 30 = n x (class + 3);
//   18 = n x classes.
`default_nettype none

module hypercube_router (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [5:0] local_address_i,
  input  wire [5:0] faulty_i,
  input  wire [223:0] s_axis_tdata,
  input  wire [6:0] s_axis_tvalid,
  output wire [6:0] s_axis_tready,
  input  wire [6:0] s_axis_tlast,
  input  wire [6:0] s_axis_tuser,
  input  wire [29:0] s_side_i,
  output wire [17:0] s_credit_o,
  output wire [223:0] m_axis_tdata,
  output wire [6:0] m_axis_tvalid,
  input  wire [6:0] m_axis_tready,
  output wire [6:0] m_axis_tlast,
  output wire [6:0] m_axis_tuser,
  output wire [29:0] m_side_o,
  input  wire [17:0] m_credit_i,
  output wire [5:0] link_start_o,
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [5:0] event_source_o,
  output wire [5:0] event_address_o
);
  localparam N = 6;
  localparam UNITS = 7;
  localparam W = 32;
  localparam LANES = 5;
  localparam CLASS = 2;
  localparam CLASSES = 3;
  localparam SIDE = 5;

  // Between units (index i) and outputs (index d; N is the delivery): bit i*UNITS+d, gathered as
  // d*UNITS+i.
  wire [UNITS*UNITS-1:0] request, grant;
  wire [UNITS*CLASS-1:0] unit_class;
  wire [UNITS*N-1:0] unit_turns;
  wire [UNITS*W-1:0] unit_data;
  wire [UNITS*N*LANES-1:0] unit_keep;
  wire [UNITS*UNITS-1:0] unit_move, unit_mark;
  wire [UNITS-1:0] unit_last, unit_leave, unit_controlled;
  wire [UNITS*N-1:0] unit_multicasts;
  wire [N-1:0] full;
  wire [N*CLASSES-1:0] room;
  wire [UNITS-1:0] event_valid, event_ready;
  // Code, source and address, low bits first.
  localparam EVENT = 4 + 2 * N;
  wire [UNITS*EVENT-1:0] events;

  genvar i, d;
  generate
    for (i = 0; i < UNITS; i = i + 1) begin : gen_unit
      wire [SIDE-1:0] arrival_side;
      wire [CLASSES-1:0] credit;
      if (i < N) begin : gen_link_side
        assign arrival_side = s_side_i[i*SIDE+:SIDE];
        assign s_credit_o[i*CLASSES+:CLASSES] = credit;
      end else begin : gen_processor_side
        // The processor sees room by tready; its frames have made no hop and are of class 0.
        wire unused_credit = &{1'b0, credit};
        assign arrival_side = {SIDE{1'b0}};
      end
      mhu u_mhu (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .local_address_i(local_address_i),
        .faulty_i(faulty_i),
        .from_processor_i(i == N),
        .ascending_i(i < N && local_address_i[i%N]),
        .own_dimension_i(6'd1 << i),
        .s_axis_tdata(s_axis_tdata[i*W+:W]),
        .s_axis_tvalid(s_axis_tvalid[i]),
        .s_axis_tready(s_axis_tready[i]),
        .s_axis_tlast(s_axis_tlast[i]),
        .s_axis_tuser(s_axis_tuser[i]),
        .s_side_i(arrival_side),
        .credit_o(credit),
        .room_i(room),
        .request_o(request[i*UNITS+:UNITS]),
        .class_o(unit_class[i*CLASS+:CLASS]),
        .turns_o(unit_turns[i*N+:N]),
        .grant_i(grant[i*UNITS+:UNITS]),
        .full_i(full),
        .move_o(unit_move[i*UNITS+:UNITS]),
        .data_o(unit_data[i*W+:W]),
        .keep_o(unit_keep[i*N*LANES+:N*LANES]),
        .last_o(unit_last[i]),
        .leave_o(unit_leave[i]),
        .controlled_o(unit_controlled[i]),
        .multicasts_o(unit_multicasts[i*N+:N]),
        .mark_o(unit_mark[i*UNITS+:UNITS]),
        .event_valid_o(event_valid[i]),
        .event_code_o(events[i*EVENT+:4]),
        .event_source_o(events[i*EVENT+4+:N]),
        .event_address_o(events[i*EVENT+4+N+:N]),
        .event_ready_i(event_ready[i])
      );
    end

    for (d = 0; d < N; d = d + 1) begin : gen_link
      // No message goes back over the link that it came by.
      wire [N-1:0] requests, grants, moves, lasts, leaves, marks, multicasts, controlled;
      wire [N*CLASS-1:0] classes;
      wire [N-1:0] turns;
      wire [N*W-1:0] datas;
      wire [N*LANES-1:0] keeps;
      assign grant[d*UNITS+d] = 1'b0;
      wire unused_own = &{1'b0, unit_keep[(d*N+d)*LANES+:LANES], unit_multicasts[d*N+d],
          unit_move[d*UNITS+d], unit_mark[d*UNITS+d]};
      for (i = 0; i < N; i = i + 1) begin : gen_gather
        localparam UNIT = i < d ? i : i + 1;
        assign requests[i] = request[UNIT*UNITS+d];
        assign grant[UNIT*UNITS+d] = grants[i];
        assign classes[i*CLASS+:CLASS] = unit_class[UNIT*CLASS+:CLASS];
        assign turns[i] = unit_turns[UNIT*N+d];
        assign moves[i] = unit_move[UNIT*UNITS+d];
        assign datas[i*W+:W] = unit_data[UNIT*W+:W];
        assign keeps[i*LANES+:LANES] = unit_keep[(UNIT*N+d)*LANES+:LANES];
        assign lasts[i] = unit_last[UNIT];
        assign leaves[i] = unit_leave[UNIT];
        assign marks[i] = unit_mark[UNIT*UNITS+d];
        assign multicasts[i] = unit_multicasts[UNIT*N+d];
        assign controlled[i] = unit_controlled[UNIT];
      end
      hypercube_link_output #(
        .LINK(d)
      ) u_output (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .local_address_i(local_address_i),
        .faulty_i(faulty_i),
        .request_i(requests),
        .class_i(classes),
        .turn_i(turns),
        .grant_o(grants),
        .full_o(full[d]),
        .room_o(room[d*CLASSES+:CLASSES]),
        .move_i(moves),
        .data_i(datas),
        .keep_i(keeps),
        .last_i(lasts),
        .leave_i(leaves),
        .mark_i(marks),
        .multicasts_i(multicasts),
        .controlled_i(controlled),
        .m_axis_tdata(m_axis_tdata[d*W+:W]),
        .m_axis_tvalid(m_axis_tvalid[d]),
        .m_axis_tready(m_axis_tready[d]),
        .m_axis_tlast(m_axis_tlast[d]),
        .m_axis_tuser(m_axis_tuser[d]),
        .m_side_o(m_side_o[d*SIDE+:SIDE]),
        .m_credit_i(m_credit_i[d*CLASSES+:CLASSES]),
        .start_o(link_start_o[d])
      );
    end
  endgenerate

  wire [UNITS-1:0] delivery_request, delivery_grant, delivery_move, delivery_mark;
  generate
    for (i = 0; i < UNITS; i = i + 1) begin : gen_delivery
      assign delivery_request[i] = request[i*UNITS+N];
      assign grant[i*UNITS+N] = delivery_grant[i];
      assign delivery_move[i] = unit_move[i*UNITS+N];
      assign delivery_mark[i] = unit_mark[i*UNITS+N];
    end
  endgenerate
  hypercube_delivery_output u_delivery (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .request_i(delivery_request),
    .grant_o(delivery_grant),
    .move_i(delivery_move),
    .data_i(unit_data),
    .last_i(unit_last),
    .leave_i(unit_leave),
    .mark_i(delivery_mark),
    .m_axis_tdata(m_axis_tdata[N*W+:W]),
    .m_axis_tvalid(m_axis_tvalid[N]),
    .m_axis_tready(m_axis_tready[N]),
    .m_axis_tlast(m_axis_tlast[N]),
    .m_axis_tuser(m_axis_tuser[N])
  );

  tee_event_collector #(
    .SOURCES(UNITS),
    .WIDTH(EVENT),
    .POLLS(1)
  ) u_event_collector (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(event_valid),
    .event_i(events),
    .grant_o(event_ready),
    .event_valid_o(event_valid_o),
    .event_o({event_address_o, event_source_o, event_code_o})
  );

`ifdef TEECAST_ASSERT
  reg [UNITS*UNITS-1:0] grant_q;
  always @(posedge clk_i) grant_q <= grant;

  integer e;
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // Nothing starts towards a faulty neighbour.
      begin : nothing_starts_towards_fault assert ((link_start_o & faulty_i) == {N{1'b0}}); end
      // Grants are answers and stay for a while, and a message that moves asks for nothing.
      begin : grants_are_answers
        assert ((grant & ~request & ~grant_q) == {UNITS*UNITS{1'b0}});
      end
      for (e = 0; e < UNITS; e = e + 1) begin : moving_asks_for_nothing
        assert (!(|unit_move[e*UNITS+:UNITS] && |request[e*UNITS+:UNITS]));
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
