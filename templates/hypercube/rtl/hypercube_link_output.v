<{ c.banner("Output of a link: gives it to one message handling unit at a time.") }>
// Contract: a free output grants one of the requests in the same cycle, round robin, and takes the
//   flit that this unit shows; the owner keeps it until it leaves it. Of a copy, the fields of the
//   list that are not kept become zero<% if c.options.fault_tolerant %>, and Control is masked ([Lan88] fig. 7.10)<% endif %>.
//   A message starts only with a credit of its class: room_o. The class, the kind of the message
//   and the end of its header go with the flits.
// Latency and state: one cycle; the owner, who was served last, the credits, two flits.
// Not split: owner, credits and stream change in the same cycle.
// Widths: <{ c.topology.dimension }> = n; <{ c.topology.dimension * c.buffers.class_bits }> = n x class number; <{ c.buffers.classes }> = classes; <{ c.topology.dimension * c.frame.width }> = n x W;
//   <{ c.topology.dimension * c.frame.lanes }> = n x fields of a flit; <{ c.frame.width }> = W; <{ c.buffers.side_bits }> = class number + 3.
`default_nettype none

module <{ c.prefix }>hypercube_link_output
<%- if c.options.fault_tolerant %> #(
  // The dimension of the link.
  parameter LINK = 0
)
<%- endif %> (
  input  wire clk_i,
  input  wire rst_ni,
<%- if c.options.fault_tolerant %>
<%- if !c.options.lan %>
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  // Message handling units, but for the one of this link
  input  wire [<{ c.topology.dimension - 1 }>:0] request_i,
  input  wire [<{ c.topology.dimension * c.buffers.class_bits - 1 }>:0] class_i,
<%- if c.buffers.classes > 1 %>
  input  wire [<{ c.topology.dimension - 1 }>:0] turn_i,
<%- endif %>
  output wire [<{ c.topology.dimension - 1 }>:0] grant_o,
  output wire full_o,
  output wire [<{ c.buffers.classes - 1 }>:0] room_o,
  input  wire [<{ c.topology.dimension - 1 }>:0] move_i,
  input  wire [<{ c.topology.dimension * c.frame.width - 1 }>:0] data_i,
  input  wire [<{ c.topology.dimension * c.frame.lanes - 1 }>:0] keep_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] last_i,
  // The unit leaves what it owns, or has just been granted: its last flit goes or went.
  input  wire [<{ c.topology.dimension - 1 }>:0] leave_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] mark_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] multicasts_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] controlled_i,
  // Link
  output wire [<{ c.frame.width - 1 }>:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser,
  output wire [<{ c.buffers.side_bits - 1 }>:0] m_side_o,
  input  wire [<{ c.buffers.classes - 1 }>:0] m_credit_i,
  output wire start_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam UNITS = <{ c.topology.dimension }>;
  localparam W = <{ c.frame.width }>;
  localparam LANES = <{ c.frame.lanes }>;
  localparam CLASS = <{ c.buffers.class_bits }>;

  reg busy_q, granted_q;
  reg [UNITS-1:0] owner_q;

  // Units look for room a cycle before they ask, so no two grants follow each other.
  wire idle = !busy_q && !granted_q && !full_o;
  wire [UNITS-1:0] pick;
  wire granted = idle && (|request_i);
  <{ c.prefix }>tee_round_robin_arbiter #(
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
<%- if c.buffers.classes == 1 %>
  wire [CLASS-1:0] hop = granted_class;
<%- else %>
  // A change from ascending to descending takes the next class.
  wire [CLASS-1:0] hop = granted_class + <{ c.extend("|(pick & turn_i)", 1, c.buffers.class_bits) }>;
<%- endif %>
  wire [CLASS-1:0] hop_class = busy_q ? class_q : hop;
  always @(posedge clk_i) class_q <= hop_class;
  <{ c.prefix }>hypercube_credit_counter u_credit (
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
<%- for lane in c.frame.lane_fields %>
  wire [UNITS-1:0] select_<{ lane.lane }>;
  wire [UNITS*N-1:0] fields_<{ lane.lane }>;
<%- endfor %>
  genvar u;
  generate
    for (u = 0; u < UNITS; u = u + 1) begin : gen_unit
<%- for lane in c.frame.lane_fields %>
      assign select_<{ lane.lane }>[u] = select[u]<% if !lane.rows.is_empty() %> && keep_i[u*LANES+<{ lane.lane }>]<% endif %>;
      assign fields_<{ lane.lane }>[u*N+:N] = data_i[u*W+<{ lane.lane }>*N+:N];
<%- endfor %>
    end
  endgenerate
<%- for lane in c.frame.lane_fields %>
  (* keep_hierarchy *)
  <{ c.prefix }>hypercube_flit_mux #(
    .UNITS(UNITS),
    .WIDTH(N)
  ) u_lane_<{ lane.lane }> (
    .select_i(select_<{ lane.lane }>),
    .data_i(fields_<{ lane.lane }>),
    .mask_i({N{1'b1}}),
    .data_o(copy[<{ lane.lane }>*N+:N])
  );
<%- endfor %>
<%- if c.frame.lanes * c.topology.dimension < c.frame.width %>
  wire [UNITS*(W-LANES*N)-1:0] tops;
  generate
    for (u = 0; u < UNITS; u = u + 1) begin : gen_top
      assign tops[u*(W-LANES*N)+:W-LANES*N] = data_i[u*W+LANES*N+:W-LANES*N];
    end
  endgenerate
  (* keep_hierarchy *)
  <{ c.prefix }>hypercube_flit_mux #(
    .UNITS(UNITS),
    .WIDTH(W - LANES * N)
  ) u_top (
    .select_i(select),
    .data_i(tops),
    .mask_i({W-LANES*N{1'b1}}),
    .data_o(copy[W-1:LANES*N])
  );
<%- endif %>

  wire valid;
  wire [CLASS-1:0] leaving_class;
  wire [1:0] leaving_kind;
  wire leaving_mark;
  wire [W-1:0] leaving;
  // Two flits wait before the link, so that no unit looks at its ready.
  <{ c.prefix }>tee_queue #(
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
<%- if let Some(place) = c.frame.control_place %>

  // What a broadcast leaves to the copy on this link. Control is in the <% if place.is_first() %>first<% else %>second<% endif %> flit.
  wire [N-1:0] mask;
  reg [N-1:0] mask_q;
  <{ c.prefix }>mhu_branch_control u_branch_control (
    .control_i({N{1'b1}}),
    .faulty_i(faulty_i),
<%- if !c.options.lan %>
    .local_address_i(local_address_i),
<%- endif %>
    .dimension_i(<{ c.topology.dimension }>'d1 << LINK),
    .control_o(mask)
  );
  always @(posedge clk_i) mask_q <= mask;
  reg left_q;
  always @(posedge clk_i) begin
    if (!rst_ni) left_q <= 1'b0;
    else if (valid && m_axis_tready) left_q <= !m_axis_tlast;
  end
<%- if place.is_first() %>
  wire control_here = leaving_kind[1] && !left_q;
<%- else %>
  reg second_left_q;
  always @(posedge clk_i) begin
    if (!rst_ni) second_left_q <= 1'b0;
    else if (valid && m_axis_tready) second_left_q <= left_q && !m_axis_tlast;
  end
  wire control_here = leaving_kind[1] && left_q && !second_left_q;
<%- endif %>
<%- for lane in c.frame.lane_fields %>
  assign m_axis_tdata[<{ lane.lane }>*N+:N] = leaving[<{ lane.lane }>*N+:N]<% if lane.lane == place.lane %> & (control_here ? mask_q : {N{1'b1}})<% endif %>;
<%- endfor %>
<%- if c.frame.lanes * c.topology.dimension < c.frame.width %>
  assign m_axis_tdata[W-1:<{ c.frame.lanes }>*N] = leaving[W-1:<{ c.frame.lanes }>*N];
<%- endif %>
<%- else %>
  assign m_axis_tdata = leaving;
<%- endif %>

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
