<{ c.banner("Property: what hypercube_link_output does with messages.") }>
// Contract: failed_o = 0 in every cycle after a reset while units ask only where there is room, move
//   flits only to a link that is not full, and credits come for messages that started: a free link
//   grants one of the requests, and no other link does; the owner keeps its grant until it releases
//   the link, with its last flit or after it. Each
//   flit of the owner stands on the link once, in order, with the class of the hop, the kind of the
//   message and whether the header ends, and no other does; of a header, destinations that are not
//   kept are zero<% if c.options.fault_tolerant %>, and Control is that of the branch<% endif %>.
//   A class has room iff fewer than two of its messages are at the other end.
`default_nettype none

module proof_hypercube_link_output (
  input  wire clk_i,
  input  wire rst_ni,
<%- if c.options.fault_tolerant %>
<%- if !c.options.lan %>
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] request_i,
  input  wire [<{ c.topology.dimension * c.buffers.class_bits - 1 }>:0] class_i,
<%- if !c.options.lan %>
  input  wire [<{ c.topology.dimension - 1 }>:0] turn_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] move_i,
  input  wire [<{ c.topology.dimension * c.frame.width - 1 }>:0] data_i,
  input  wire [<{ c.topology.dimension * c.frame.lanes - 1 }>:0] keep_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] last_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] leave_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] mark_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] multicasts_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] controlled_i,
  input  wire m_axis_tready,
  input  wire [<{ c.buffers.classes - 1 }>:0] m_credit_i,
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;
  localparam W = <{ c.frame.width }>;
  localparam LANES = <{ c.frame.lanes }>;
  localparam CLASS = <{ c.buffers.class_bits }>;
  localparam CLASSES = <{ c.buffers.classes }>;
  localparam LINK = <{ c.topology.dimension - 1 }>;
  // Source comes before the list.
  localparam BEFORE = 1;

  wire [N-1:0] grant;
  wire [CLASSES-1:0] room;
  wire [CLASS+2:0] side;
  wire [W-1:0] data;
  wire full, valid, last, spoilt, start;
  <{ c.prefix }>hypercube_link_output
<%- if c.options.fault_tolerant %> #(
    .LINK(LINK)
  )
<%- endif %> u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
<%- if c.options.fault_tolerant %>
<%- if !c.options.lan %>
    .local_address_i(local_address_i),
<%- endif %>
    .faulty_i(faulty_i),
<%- endif %>
    .request_i(request_i),
    .class_i(class_i),
<%- if !c.options.lan %>
    .turn_i(turn_i),
<%- endif %>
    .grant_o(grant),
    .full_o(full),
    .room_o(room),
    .move_i(move_i),
    .data_i(data_i),
    .keep_i(keep_i),
    .last_i(last_i),
    .leave_i(leave_i),
    .mark_i(mark_i),
    .multicasts_i(multicasts_i),
    .controlled_i(controlled_i),
    .m_axis_tdata(data),
    .m_axis_tvalid(valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(last),
    .m_axis_tuser(spoilt),
    .m_side_o(side),
    .m_credit_i(m_credit_i),
    .start_o(start)
  );

  // Who owns the link, the class of its hop, and the flits that are here, from the first one on.
  localparam FLIT = CLASS + 7 + W;
  reg begun_q, settled_q, owned_q, ended_q, second_q, stood_q;
  reg granted_q;
  reg [N-1:0] owner_q;
  reg [CLASS-1:0] class_q;
  reg [FLIT-1:0] first_q, next_q;
  reg [1:0] count_q;
  reg [2*CLASSES-1:0] there_q;
<%- if c.options.fault_tolerant %>
  reg [N-1:0] faulty_q;
<%- if !c.options.lan %>
  reg [N-1:0] local_address_q;
<%- endif %>

  // Bits of Control that are left to this branch.
  reg [N-1:0] mask;
  integer b;
  always @* begin
    for (b = 0; b < N; b = b + 1) begin
<%- if c.options.lan %>
      mask[b] = faulty_q[b] || b > LINK;
<%- else %>
      mask[b] = faulty_q[b] || (local_address_q[LINK] && !local_address_q[b]) ||
          (local_address_q[LINK] == local_address_q[b] && b > LINK);
<%- endif %>
    end
  end
<%- endif %>

  wire granted = grant != {N{1'b0}} && !owned_q;
  wire [N-1:0] sender = owned_q ? owner_q : grant;
  wire pushes = owned_q ? (owner_q & move_i) != {N{1'b0}} : granted;
  wire released = (sender & leave_i) != {N{1'b0}};
  wire leaves = count_q != 2'd0 && m_axis_tready;
  reg [W-1:0] copy;
  reg [LANES-1:0] keep, holds;
  reg [CLASS:0] hop, asked;
  reg [FLIT-1:0] pushed;
  reg [W-1:0] shown;
  reg ends, marked, many, steered, here, legal, bad;
  integer u, p, i, k;
  always @* begin
    legal = rst_ni ? settled_q || request_i == {N{1'b0}} : 1'b1;
    copy = {W{1'b0}};
    keep = {LANES{1'b0}};
    hop = 0;
    ends = 1'b0;
    marked = 1'b0;
    many = 1'b0;
    steered = 1'b0;
    for (u = 0; u < N; u = u + 1) begin
      asked = class_i[u*CLASS+:CLASS]<% if !c.options.lan %> + turn_i[u]<% endif %>;
      if (request_i[u] && (asked >= CLASSES || !room[asked])) legal = 1'b0;
      if (sender[u]) begin
        copy = data_i[u*W+:W];
        keep = keep_i[u*LANES+:LANES];
        hop = asked;
        ends = last_i[u];
        marked = mark_i[u];
        many = multicasts_i[u];
        steered = controlled_i[u];
      end
    end
    // Lanes that may hold a destination of the reference array.
    holds = {LANES{1'b0}};
    for (i = 0; i < M; i = i + 1) holds[(BEFORE+i)%LANES] = 1'b1;
    for (p = 0; p < LANES; p = p + 1) begin
      if (holds[p] && !keep[p]) copy[p*N+:N] = {N{1'b0}};
    end
    // The flit that has Control, if the message has it.
    here = steered && <% if c.frame.counts_control() %>owned_q && second_q<% else %>!owned_q<% endif %>;
    pushed = {here, !owned_q, marked || ends, steered, many, owned_q ? class_q : hop[CLASS-1:0],
        marked && ends, ends, copy};
    shown = first_q[W-1:0];
<%- if c.options.fault_tolerant %>
    if (first_q[FLIT-1]) shown[(1%LANES)*N+:N] = shown[(1%LANES)*N+:N] & mask;
<%- endif %>
    // A grant by a full link is the link's fault.
    if (pushes && owned_q && count_q == 2'd2) legal = 1'b0;
    // A message has one last flit, and its link is released with that or later.
    if (pushes && owned_q && ended_q) legal = 1'b0;
    if (released && !(pushes && ends) && !(owned_q && ended_q)) legal = 1'b0;

    bad = full != (count_q == 2'd2) || valid != (count_q != 2'd0);
    // It grants no two cycles one after the other.
    if (granted != (request_i != {N{1'b0}} && !owned_q && !granted_q && count_q != 2'd2)) bad = 1'b1;
    if (owned_q ? grant != owner_q : (grant & ~request_i) != {N{1'b0}}) bad = 1'b1;
    if ((grant & (grant - 1)) != {N{1'b0}}) bad = 1'b1;
    if (valid && {side, spoilt, last, data} != {first_q[FLIT-3:W], shown}) bad = 1'b1;
    // A message starts when its first flit comes to the link.
    if (start != (valid && first_q[FLIT-2] && !stood_q)) bad = 1'b1;
    for (k = 0; k < CLASSES; k = k + 1) begin
      if (m_credit_i[k] && there_q[2*k+:2] == 2'd0) legal = 1'b0;
      if (room[k] != (there_q[2*k+:2] < 2'd2)) bad = 1'b1;
    end
  end

  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    // The mask is known a cycle after the faults are.
    settled_q <= rst_ni;
<%- if c.options.fault_tolerant %>
    faulty_q <= faulty_i;
<%- if !c.options.lan %>
    local_address_q <= local_address_i;
<%- endif %>
<%- endif %>
    owned_q <= rst_ni && (granted || owned_q) && !released;
    if (pushes) ended_q <= ends;
    granted_q <= rst_ni && granted;
    if (pushes) second_q <= !owned_q;
    if (granted) owner_q <= grant;
    if (granted) class_q <= hop[CLASS-1:0];
    count_q <= rst_ni ? count_q + {1'b0, pushes} - {1'b0, leaves} : 2'd0;
    stood_q <= rst_ni && valid && !leaves;
    if (pushes && (count_q == 2'd0 || (count_q == 2'd1 && leaves))) first_q <= pushed;
    else if (leaves) first_q <= next_q;
    if (pushes) next_q <= pushed;
    for (k = 0; k < CLASSES; k = k + 1) begin
      there_q[2*k+:2] <= !rst_ni ? 2'd0 : there_q[2*k+:2] + (granted && hop == k) - m_credit_i[k];
    end
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
