// Output of a link: gives it to one message handling unit at a time.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a free output grants one of the requests in the same cycle, round robin, and takes the
//   flit that this unit shows; the owner keeps it until it leaves it. Of a copy, the fields of the
//   list that are not kept become zero, and Control is masked ([Lan88] fig. 7.10).
//   A message starts only with a credit of its class: room_o. The class, the kind of the message
//   and the end of its header go with the flits.
// Latency and state: one cycle; the owner, who was served last, the credits, two flits.
// Not split: owner, credits and stream change in the same cycle.
// Widths: 6 = n; 12 = n x class number; 3 = classes; 192 = n x W;
//   30 = n x fields of a flit; 32 = W; 5 = class number + 3.
// Registers without a reset: class_q, owner_q, mask_q.
`default_nettype none

module hypercube_link_output #(
  // The dimension of the link.
  parameter LINK = 0
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [5:0] local_address_i,
  input  wire [5:0] faulty_i,
  // Message handling units, but for the one of this link
  input  wire [5:0] request_i,
  input  wire [11:0] class_i,
  input  wire [5:0] turn_i,
  output wire [5:0] grant_o,
  output wire full_o,
  output wire [2:0] room_o,
  input  wire [5:0] move_i,
  input  wire [191:0] data_i,
  input  wire [29:0] keep_i,
  input  wire [5:0] last_i,
  // The unit leaves what it owns, or has just been granted: its last flit goes or went.
  input  wire [5:0] leave_i,
  input  wire [5:0] mark_i,
  input  wire [5:0] multicasts_i,
  input  wire [5:0] controlled_i,
  // Link
  output wire [31:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser,
  output wire [4:0] m_side_o,
  input  wire [2:0] m_credit_i,
  output wire start_o
);
  localparam N = 6;
  localparam UNITS = 6;
  localparam W = 32;
  localparam LANES = 5;
  localparam CLASS = 2;

  reg busy_q, granted_q;
  reg [UNITS-1:0] owner_q;

  // Units look for room a cycle before they ask, so no two grants follow each other.
  wire idle = !busy_q && !granted_q && !full_o;
  wire [UNITS-1:0] pick;
  wire granted = idle && (|request_i);
  tee_round_robin_arbiter #(
    .WIDTH(UNITS),
    .FAST(1)
  ) u_arbiter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .request_i(request_i),
    .served_i(granted),
    .pick_o(pick)
  );
  // Whoever is granted the link keeps the grant while it owns it.
  wire [UNITS-1:0] select = busy_q ? owner_q : pick;
  assign grant_o = select & {UNITS{busy_q || (!granted_q && !full_o)}};

  // The class of the hop of the message that is granted, then of that which owns the link.
  reg [CLASS-1:0] granted_class, class_q;
  integer g;
  always @* begin
    granted_class = {CLASS{1'b0}};
    for (g = 0; g < UNITS; g = g + 1) begin
      if (pick[g]) granted_class = granted_class | class_i[g*CLASS+:CLASS];
    end
  end
  // A change from ascending to descending takes the next class.
  wire [CLASS-1:0] hop = granted_class + {1'd0, |(pick & turn_i)};
  wire [CLASS-1:0] hop_class = busy_q ? class_q : hop;
  always @(posedge clk_i) class_q <= hop_class;
  hypercube_credit_counter u_credit (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .grant_i(granted),
    .class_i(hop),
    .credit_i(m_credit_i),
    .room_o(room_o)
  );

  // The flit of the unit that sends; of a lane with destinations only what the copy keeps.
  wire last = |(select & last_i);
  wire mark = |(select & mark_i);
  wire multicast = |(select & multicasts_i);
  wire controlled = |(select & controlled_i);
  wire push = busy_q ? |(owner_q & move_i) : granted;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      granted_q <= 1'b0;
    end else begin
      if (granted || busy_q) busy_q <= !(|(select & leave_i));
      granted_q <= granted;
    end
  end

  always @(posedge clk_i) begin
    if (!busy_q) owner_q <= pick;
  end

  wire [W-1:0] copy;
  wire [UNITS-1:0] select_0;
  wire [UNITS*N-1:0] fields_0;
  wire [UNITS-1:0] select_1;
  wire [UNITS*N-1:0] fields_1;
  wire [UNITS-1:0] select_2;
  wire [UNITS*N-1:0] fields_2;
  wire [UNITS-1:0] select_3;
  wire [UNITS*N-1:0] fields_3;
  wire [UNITS-1:0] select_4;
  wire [UNITS*N-1:0] fields_4;
  genvar u;
  generate
    for (u = 0; u < UNITS; u = u + 1) begin : gen_unit
      assign select_0[u] = select[u] && keep_i[u*LANES+0];
      assign fields_0[u*N+:N] = data_i[u*W+0*N+:N];
      assign select_1[u] = select[u] && keep_i[u*LANES+1];
      assign fields_1[u*N+:N] = data_i[u*W+1*N+:N];
      assign select_2[u] = select[u] && keep_i[u*LANES+2];
      assign fields_2[u*N+:N] = data_i[u*W+2*N+:N];
      assign select_3[u] = select[u] && keep_i[u*LANES+3];
      assign fields_3[u*N+:N] = data_i[u*W+3*N+:N];
      assign select_4[u] = select[u] && keep_i[u*LANES+4];
      assign fields_4[u*N+:N] = data_i[u*W+4*N+:N];
    end
  endgenerate
  (* keep_hierarchy *)
  hypercube_flit_mux #(
    .UNITS(UNITS),
    .WIDTH(N)
  ) u_lane_0 (
    .select_i(select_0),
    .data_i(fields_0),
    .mask_i({N{1'b1}}),
    .data_o(copy[0*N+:N])
  );
  (* keep_hierarchy *)
  hypercube_flit_mux #(
    .UNITS(UNITS),
    .WIDTH(N)
  ) u_lane_1 (
    .select_i(select_1),
    .data_i(fields_1),
    .mask_i({N{1'b1}}),
    .data_o(copy[1*N+:N])
  );
  (* keep_hierarchy *)
  hypercube_flit_mux #(
    .UNITS(UNITS),
    .WIDTH(N)
  ) u_lane_2 (
    .select_i(select_2),
    .data_i(fields_2),
    .mask_i({N{1'b1}}),
    .data_o(copy[2*N+:N])
  );
  (* keep_hierarchy *)
  hypercube_flit_mux #(
    .UNITS(UNITS),
    .WIDTH(N)
  ) u_lane_3 (
    .select_i(select_3),
    .data_i(fields_3),
    .mask_i({N{1'b1}}),
    .data_o(copy[3*N+:N])
  );
  (* keep_hierarchy *)
  hypercube_flit_mux #(
    .UNITS(UNITS),
    .WIDTH(N)
  ) u_lane_4 (
    .select_i(select_4),
    .data_i(fields_4),
    .mask_i({N{1'b1}}),
    .data_o(copy[4*N+:N])
  );
  wire [UNITS*(W-LANES*N)-1:0] tops;
  generate
    for (u = 0; u < UNITS; u = u + 1) begin : gen_top
      assign tops[u*(W-LANES*N)+:W-LANES*N] = data_i[u*W+LANES*N+:W-LANES*N];
    end
  endgenerate
  (* keep_hierarchy *)
  hypercube_flit_mux #(
    .UNITS(UNITS),
    .WIDTH(W - LANES * N)
  ) u_top (
    .select_i(select),
    .data_i(tops),
    .mask_i({W-LANES*N{1'b1}}),
    .data_o(copy[W-1:LANES*N])
  );

  wire valid;
  wire [CLASS-1:0] leaving_class;
  wire [1:0] leaving_kind;
  wire leaving_mark;
  wire [W-1:0] leaving;
  // Two flits wait before the link, so that no unit looks at its ready.
  tee_queue #(
    .WIDTH(CLASS + 4 + W),
    .ADDRESS(1)
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .push_i(push),
    .data_i({hop_class, controlled, multicast, mark, last, copy}),
    .full_o(full_o),
    .valid_o(valid),
    .data_o({leaving_class, leaving_kind, leaving_mark, m_axis_tlast, leaving}),
    .pop_i(valid && m_axis_tready)
  );
  // Of a last flit the mark says that it is bad, of another one that the header ends.
  assign m_axis_tuser = leaving_mark && m_axis_tlast;
  assign m_side_o = {leaving_mark || m_axis_tlast, leaving_kind, leaving_class};
  assign m_axis_tvalid = valid;

  // A copy starts with the first flit after a last one.
  reg started_q;
  always @(posedge clk_i) begin
    if (!rst_ni) started_q <= 1'b0;
    else if (valid) started_q <= !(m_axis_tready && m_axis_tlast);
  end
  assign start_o = m_axis_tvalid && !started_q;

  // What a broadcast leaves to the copy on this link. Control is in the first flit.
  wire [N-1:0] mask;
  reg [N-1:0] mask_q;
  mhu_branch_control u_branch_control (
    .control_i({N{1'b1}}),
    .faulty_i(faulty_i),
    .local_address_i(local_address_i),
    .dimension_i(6'd1 << LINK),
    .control_o(mask)
  );
  always @(posedge clk_i) mask_q <= mask;
  reg left_q;
  always @(posedge clk_i) begin
    if (!rst_ni) left_q <= 1'b0;
    else if (valid && m_axis_tready) left_q <= !m_axis_tlast;
  end
  wire control_here = leaving_kind[1] && !left_q;
  assign m_axis_tdata[0*N+:N] = leaving[0*N+:N];
  assign m_axis_tdata[1*N+:N] = leaving[1*N+:N] & (control_here ? mask_q : {N{1'b1}});
  assign m_axis_tdata[2*N+:N] = leaving[2*N+:N];
  assign m_axis_tdata[3*N+:N] = leaving[3*N+:N];
  assign m_axis_tdata[4*N+:N] = leaving[4*N+:N];
  assign m_axis_tdata[W-1:5*N] = leaving[W-1:5*N];

`ifdef TEECAST_ASSERT
  localparam [UNITS-1:0] ONE = 1;
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // One owner at a time, one of those that asked.
      begin : grants_are_answers assert (busy_q || (grant_o & ~request_i) == {UNITS{1'b0}}); end
      begin : owner_keeps_grant assert (!busy_q || grant_o == owner_q); end
      begin : one_is_granted assert ((grant_o & (grant_o - ONE)) == {UNITS{1'b0}}); end
      begin : one_owns
        assert (!busy_q || (|owner_q && (owner_q & (owner_q - ONE)) == {UNITS{1'b0}}));
      end
      begin : idle_answers assert ((|request_i) == (|grant_o) || !idle); end
      // No flit comes without a place for it.
      begin : flit_finds_place assert (!push || !full_o); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
