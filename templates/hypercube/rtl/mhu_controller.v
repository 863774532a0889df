<{ c.banner("Controller of a message handling unit: decisions and events.") }>
// Contract: header_i decides a message. The branches of a multicast follow one a clock, given with
//   branch_rows_o; all other decisions are made at once. decided_o comes when all outputs of the
//   message are known: decided_targets_o names its links and, above them, the delivery;
//   decided_unicasts_o, of a multicast, the links whose copies are unicasts<% if c.frame.counts_flits %>,
//   decided_short_headers_o those whose copies need no header flit after the first one with
//   destinations<% endif %>.
//   With early_o they say so of the branches that are known. What cannot be sent is reported:
//   event 4 with the destination, event 5 for an incomplete broadcast. The
//   next frame is taken when decisions and events are done, so nothing here ever waits for an
//   output, and filled_slot_i, matched_i and source_i stay until then.
// Latency and state: a multicast is decided one cycle after its last branch; the message that is
//   decided, and what is to be reported of it.
// Not split: decision and report share the state of one message, and with it most of the ports.
// Widths: <{ c.topology.dimension }> = n; <{ c.buffers.slot_bits }> = slot number; <{ c.frame.tail_bits }> = number of the last header flit; <{ c.frame.rows }> = rows;
//   <{ c.frame.rows * c.topology.dimension }> = rows x n; <{ c.topology.dimension + 1 }> = n + 1.
`default_nettype none

module <{ c.prefix }>mhu_controller (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
<%- if !c.options.lan %>
<%- if c.vote.nca %>
  input  wire ascending_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] turns_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] own_dimension_i,
  // Arriving message
  input  wire header_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] slot_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] filled_slot_i,
  input  wire unicast_i,
  input  wire multi_i,
  input  wire shortens_i,
<%- if c.frame.counts_flits %>
  input  wire [<{ c.frame.tail_bits - 1 }>:0] tail_i,
<%- endif %>
  input  wire match_i,
  input  wire matched_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] vote_i,
<%- if c.options.checks_neighbours %>
  input  wire broadcast_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] neighbours_i,
<%- endif %>
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] control_i,
<%- endif %>
<%- if !c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] source_here_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] source_i,
  output wire ready_o,
  // Voter
<%- if !c.vote.forbidden %>
  output wire [<{ c.topology.dimension - 1 }>:0] forbidden_o,
<%- endif %>
  input  wire branch_valid_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] branch_dimension_i,
  input  wire [<{ c.frame.rows - 1 }>:0] branch_rows_i,
  input  wire done_i,
  input  wire [<{ c.frame.rows - 1 }>:0] unroutable_i,
<%- if c.vote.nca %>
  input  wire [<{ c.frame.rows * c.topology.dimension - 1 }>:0] votes_i,
<%- endif %>
  // Branches of a multicast
  output wire [<{ c.frame.rows - 1 }>:0] branch_rows_o,
  output wire [<{ c.buffers.slot_bits - 1 }>:0] branch_slot_o,
  output wire [<{ c.topology.dimension - 1 }>:0] branch_dimension_o,
  // Decided messages
  output wire deciding_o,
  output wire early_o,
  output wire decided_o,
  output wire wanted_o,
  output wire [<{ c.buffers.slot_bits - 1 }>:0] decided_slot_o,
  output wire [<{ c.topology.dimension }>:0] decided_targets_o,
<%- if c.frame.counts_flits %>
  output wire [<{ c.topology.dimension - 1 }>:0] decided_short_headers_o,
<%- endif %>
  output wire [<{ c.topology.dimension - 1 }>:0] decided_unicasts_o,
<%- if c.frame.counts_flits %>
  output wire [<{ c.frame.tail_bits - 1 }>:0] decided_tail_o,
  output wire decided_local_message_o,
<%- endif %>
  // Events 4 and 5
  output wire [<{ c.frame.rows - 1 }>:0] report_row_o,
  input  wire [<{ c.topology.dimension - 1 }>:0] report_field_i,
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [<{ c.topology.dimension - 1 }>:0] event_source_o,
  output wire [<{ c.topology.dimension - 1 }>:0] event_address_o,
  input  wire event_ready_i
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;
  localparam ITEMS = <{ c.frame.report_items }>;

  // A multicast whose branches are decided.
  reg deciding_q, shortens_q;
<%- if c.frame.counts_flits %>
  reg [<{ c.frame.tail_bits - 1 }>:0] tail_q;
<%- endif %>
  reg [N-1:0] branches_q, unicasts_q;
<%- if c.frame.counts_flits %>
  reg [N-1:0] short_headers_q;
<%- endif %>
  assign ready_o = !deciding_q && !event_valid_o;
  wire finish = deciding_q && done_i;
  wire at_once = header_i && !multi_i;

  // Dimensions that a message must not take from here: the one it came over<% if !c.options.lan %>, and descending
  // ones when that would need a class that does not exist<% endif %>.
<%- if !c.options.lan %>
  localparam [<{ c.buffers.class_bits - 1 }>:0] LAST_CLASS = <{ c.buffers.classes - 1 }>;
  wire [N-1:0] forbidden = own_dimension_i |
      (filled_slot_i[<{ c.buffers.slot_bits - 1 }>:1] == LAST_CLASS ? turns_i : {N{1'b0}});
  wire [N-1:0] forbidden_now = own_dimension_i |
      (slot_i[<{ c.buffers.slot_bits - 1 }>:1] == LAST_CLASS ? turns_i : {N{1'b0}});
<%- else %>
  wire [N-1:0] forbidden = own_dimension_i;
  wire [N-1:0] forbidden_now = own_dimension_i;
<%- endif %>
<%- if !c.vote.forbidden %>
  assign forbidden_o = forbidden;
<%- endif %>

  // Unicasts and broadcasts are decided at once.
  wire [N-1:0] unicast_dimension;
  wire unicast_leaves, unicast_blocked;
  <{ c.prefix }>mhu_unicast u_unicast (
    .vote_i(vote_i),
<%- if c.options.fault_tolerant %>
    .faulty_i(faulty_i),
<%- endif %>
    .forbidden_i(forbidden_now),
<%- if c.vote.nca && !c.options.lan %>
    .prefer_i(ascending_i ? ~local_address_i : local_address_i),
<%- endif %>
    .dimension_o(unicast_dimension),
    .leaves_o(unicast_leaves),
    .blocked_o(unicast_blocked)
  );
<%- if c.options.fault_tolerant %>
  wire [N-1:0] send = control_i & ~faulty_i;
<%- else %>
  wire [N-1:0] send;
  <{ c.prefix }>mhu_broadcaster u_broadcaster (
    .source_i(source_here_i),
    .local_address_i(local_address_i),
    .send_o(send)
  );
<%- endif %>
<% if c.vote.nca %>
  wire [N-1:0] multicast_dimension;
<%- if c.options.lan %>
  assign multicast_dimension = branch_dimension_i;
  wire unused_votes = &{1'b0, votes_i};
<%- else %>
  <{ c.prefix }>mhu_direction u_direction (
    .dimension_i(branch_dimension_i),
    .rows_i(branch_rows_i),
    .votes_i(votes_i),
    .prefer_i(ascending_i ? ~local_address_i : local_address_i),
    .dimension_o(multicast_dimension)
  );
<%- endif %>
<%- else %>
  wire [N-1:0] multicast_dimension = branch_dimension_i;
<%- endif %>
<%- if c.vote.forbidden %>
  // The vote may choose a forbidden dimension; its rows stay here.
  wire allowed = !(|(multicast_dimension & forbidden));
<%- endif %>

  assign branch_slot_o = filled_slot_i;
  // The mask of the own dimension changes nothing; it lets synthesis drop that link.
  assign branch_dimension_o = multicast_dimension & ~own_dimension_i;
  assign branch_rows_o = <% if c.vote.forbidden %>allowed ? branch_rows_i : {M{1'b0}}<% else %>branch_rows_i<% endif %>;
  wire branch_write = branch_valid_i<% if c.vote.forbidden %> && allowed<% endif %>;
  wire [N-1:0] links = deciding_q ? branches_q :
      unicast_i ? unicast_dimension : send & ~forbidden_now;
  assign deciding_o = deciding_q;
  assign early_o = deciding_q && (|branches_q);
  assign decided_o = finish || at_once;
  assign decided_slot_o = deciding_q ? filled_slot_i : slot_i;
  assign decided_targets_o = {deciding_q ? matched_i : match_i, links & ~own_dimension_i};
  // Known before the dimension of a unicast is.
  assign wanted_o = deciding_q ? matched_i || (|branches_q) :
      match_i || (unicast_i ? unicast_leaves : |(send & ~forbidden_now));

  // All destinations in the first header flit that has any, and nothing else of the header is
  // needed. It is seen a cycle after the branch, when the voter has looked for the next one.
  reg [N-1:0] newest_q;
  reg [<{ c.frame.near_rows - 1 }>:0] near_q;
  reg any, second_near;
  integer r;
  always @* begin
    any = 1'b0;
    second_near = 1'b0;
    for (r = 0; r < <{ c.frame.near_rows }>; r = r + 1) begin
      second_near = second_near || (any && near_q[r]);
      any = any || near_q[r];
    end
  end
<%- if c.frame.near_rows < c.frame.rows %>
  reg far_q;
  wire near = shortens_q && !far_q;
<%- else %>
  wire near = shortens_q;
<%- endif %>
<%- if c.frame.counts_flits %>
  assign decided_short_headers_o = short_headers_q | (near ? newest_q : {N{1'b0}});
  assign decided_tail_o = deciding_q ? tail_q : <{ c.frame.tail_bits }>'d0;
  assign decided_local_message_o = branches_q == {N{1'b0}};
<%- endif %>
  assign decided_unicasts_o = unicasts_q | (near && !second_near ? newest_q : {N{1'b0}});

  // What stays here, by row<% if c.options.checks_neighbours %> or, of a long list, by dimension<% endif %>; left_q is what is to be reported.
  reg [ITEMS-1:0] left_q;
  wire [ITEMS-1:0] item;
<%- if c.vote.forbidden %>
  reg [M-1:0] blocked_q;
  wire [M-1:0] blocked_rows = blocked_q |
      (branch_valid_i && !allowed ? branch_rows_i : {M{1'b0}});
  wire [M-1:0] rows_left = blocked_rows | unroutable_i;
  always @(posedge clk_i) begin
    if (header_i) blocked_q <= {M{1'b0}};
    else if (deciding_q) blocked_q <= blocked_rows;
  end
<%- else %>
  wire [M-1:0] rows_left = unroutable_i;
<%- endif %>
  wire [M-1:0] rows_stay = deciding_q ? rows_left : <{ c.extend("unicast_i && unicast_blocked", 1, c.frame.rows) }>;
<%- if c.options.fault_tolerant %>
  wire [N-1:0] blocked = control_i & faulty_i;
  // The fault model permits one.
  reg blocks, violates;
  integer d;
  always @* begin
    blocks = 1'b0;
    violates = 1'b0;
    for (d = 0; d < N; d = d + 1) begin
      violates = violates || (blocks && blocked[d]);
      blocks = blocks || blocked[d];
    end
  end
  wire violated = !deciding_q && !unicast_i &&
      (violates || (send & forbidden_now) != {N{1'b0}});
  reg incomplete_q;
<%- endif %>
<%- if c.options.checks_neighbours %>
  // Rows are reported by their field, neighbours in a long list by their dimension.
  reg by_row_q;
  wire by_row = deciding_q || unicast_i;
  wire [N-1:0] listed = broadcast_i ? {N{1'b0}} : neighbours_i & blocked;
  wire [ITEMS-1:0] stays = by_row ?
      <{ c.extend("rows_stay", c.frame.rows, c.frame.report_items) }> : <{ c.extend("listed", c.topology.dimension, c.frame.report_items) }>;
  always @(posedge clk_i) begin
    if (decided_o) by_row_q <= by_row;
  end
<%- else %>
  wire [ITEMS-1:0] stays = rows_stay;
<%- endif %>
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(ITEMS)
  ) u_item (
    .bits_i(left_q),
    .lowest_o(item)
  );
  wire report_item = |left_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      deciding_q <= 1'b0;
      left_q <= {ITEMS{1'b0}};
<%- if c.options.fault_tolerant %>
      incomplete_q <= 1'b0;
<%- endif %>
    end else begin
      deciding_q <= (header_i && multi_i) || (deciding_q && !done_i);
      if (decided_o) left_q <= stays;
      else if (event_ready_i) left_q <= left_q & ~item;
<%- if c.options.fault_tolerant %>
      if (decided_o) incomplete_q <= violated;
      else if (event_ready_i && !report_item) incomplete_q <= 1'b0;
<%- endif %>
    end
  end

  always @(posedge clk_i) begin
    if (header_i) begin
      shortens_q <= shortens_i;
<%- if c.frame.counts_flits %>
      tail_q <= tail_i;
<%- endif %>
      branches_q <= {N{1'b0}};
    end else if (branch_write) begin
      branches_q <= branches_q | branch_dimension_o;
    end
    near_q <= branch_rows_i[<{ c.frame.near_rows - 1 }>:0];
<%- if c.frame.near_rows < c.frame.rows %>
    far_q <= |branch_rows_i[M-1:<{ c.frame.near_rows }>];
<%- endif %>
  end

  always @(posedge clk_i) begin
    if (!rst_ni || !deciding_q || done_i) begin
<%- if c.frame.counts_flits %>
      short_headers_q <= {N{1'b0}};
<%- endif %>
      unicasts_q <= {N{1'b0}};
    end else begin
<%- if c.frame.counts_flits %>
      short_headers_q <= decided_short_headers_o;
<%- endif %>
      unicasts_q <= decided_unicasts_o;
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) newest_q <= {N{1'b0}};
    else newest_q <= branch_write ? branch_dimension_o : {N{1'b0}};
  end

  // Reports: items, then the incomplete broadcast.
  // The destination of a unicast may be in any row of its flit; the others are zero.
  reg unicast_q;
  always @(posedge clk_i) begin
    if (decided_o) unicast_q <= !deciding_q;
  end
  assign report_row_o = unicast_q ? <{ c.frame.near_mask() }> : item[M-1:0];
<%- if c.options.fault_tolerant %>
  assign event_valid_o = report_item || incomplete_q;
  assign event_code_o = report_item ? 4'd4 : 4'd5;
<%- if c.options.checks_neighbours %>
  wire [N-1:0] reported = by_row_q ? report_field_i : item[N-1:0];
<%- else %>
  wire [N-1:0] reported = report_field_i;
<%- endif %>
  assign event_address_o = report_item ? reported ^ local_address_i : {N{1'b0}};
<%- else %>
  assign event_valid_o = report_item;
  assign event_code_o = 4'd4;
  assign event_address_o = report_field_i ^ local_address_i;
<%- endif %>
  assign event_source_o = source_i;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : wanted_shows_decision assert (!decided_o || wanted_o == (|decided_targets_o)); end
      // A decision is made once, and no message goes back where it came from, or to a faulty node.
      begin : decision_is_made_once assert (!(header_i && deciding_q)); end
<%- if c.options.fault_tolerant %>
      begin : faulty_is_not_wanted
        assert (!decided_o || (decided_targets_o[N-1:0] & faulty_i) == {N{1'b0}});
      end
<%- endif %>
      begin : nothing_goes_back
        assert (!decided_o || (links & own_dimension_i) == {N{1'b0}});
      end
      begin : branch_while_deciding assert (!branch_write || deciding_q); end
      begin : branch_is_new
        assert (!branch_write || (branch_dimension_o & branches_q) == {N{1'b0}});
      end
      // The last branch is known when the voter has no other.
      begin : finish_after_last_branch assert (!(finish && branch_valid_i)); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
