// Controller of a message handling unit: decisions and events.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: header_i decides a message. The branches of a multicast follow one a clock, given with
//   branch_rows_o; all other decisions are made at once. decided_o comes when all outputs of the
//   message are known: decided_targets_o names its links and, above them, the delivery;
//   decided_unicasts_o, of a multicast, the links whose copies are unicasts,
//   decided_short_headers_o those whose copies need no header flit after the first one with
//   destinations.
//   With early_o they say so of the branches that are known. What cannot be sent is reported:
//   event 4 with the destination, event 5 for an incomplete broadcast. The
//   next frame is taken when decisions and events are done, so nothing here ever waits for an
//   output, and filled_slot_i, matched_i and source_i stay until then.
// Latency and state: a multicast is decided one cycle after its last branch; the message that is
//   decided, and what is to be reported of it.
// Not split: decision and report share the state of one message, and with it most of the ports.
// Widths: 6 = n; 3 = slot number; 1 = number of the last header flit; 8 = rows;
//   48 = rows x n; 7 = n + 1.
// Registers without a reset: by_row_q, shortens_q, tail_q, branches_q, near_q, far_q, unicast_q.
`default_nettype none

module mhu_controller (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [5:0] local_address_i,
  input  wire [5:0] faulty_i,
  input  wire [5:0] turns_i,
  input  wire [5:0] own_dimension_i,
  // Arriving message
  input  wire header_i,
  input  wire [2:0] slot_i,
  input  wire [2:0] filled_slot_i,
  input  wire unicast_i,
  input  wire multi_i,
  input  wire shortens_i,
  input  wire [0:0] tail_i,
  input  wire match_i,
  input  wire matched_i,
  input  wire [5:0] vote_i,
  input  wire broadcast_i,
  input  wire [5:0] neighbours_i,
  input  wire [5:0] control_i,
  input  wire [5:0] source_i,
  output wire ready_o,
  // Voter
  output wire [5:0] forbidden_o,
  input  wire branch_valid_i,
  input  wire [5:0] branch_dimension_i,
  input  wire [7:0] branch_rows_i,
  input  wire done_i,
  input  wire [7:0] unroutable_i,
  // Branches of a multicast
  output wire [7:0] branch_rows_o,
  output wire [2:0] branch_slot_o,
  output wire [5:0] branch_dimension_o,
  // Decided messages
  output wire deciding_o,
  output wire early_o,
  output wire decided_o,
  output wire wanted_o,
  output wire [2:0] decided_slot_o,
  output wire [6:0] decided_targets_o,
  output wire [5:0] decided_short_headers_o,
  output wire [5:0] decided_unicasts_o,
  output wire [0:0] decided_tail_o,
  output wire decided_local_message_o,
  // Events 4 and 5
  output wire [7:0] report_row_o,
  input  wire [5:0] report_field_i,
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [5:0] event_source_o,
  output wire [5:0] event_address_o,
  input  wire event_ready_i
);
  localparam N = 6;
  localparam M = 8;
  localparam ITEMS = 8;

  // A multicast whose branches are decided.
  reg deciding_q, shortens_q;
  reg [0:0] tail_q;
  reg [N-1:0] branches_q, unicasts_q;
  reg [N-1:0] short_headers_q;
  assign ready_o = !deciding_q && !event_valid_o;
  wire finish = deciding_q && done_i;
  wire at_once = header_i && !multi_i;

  // Dimensions that a message must not take from here: the one it came over, and descending
  // ones when that would need a class that does not exist.
  localparam [1:0] LAST_CLASS = 2;
  wire [N-1:0] forbidden = own_dimension_i |
      (filled_slot_i[2:1] == LAST_CLASS ? turns_i : {N{1'b0}});
  wire [N-1:0] forbidden_now = own_dimension_i |
      (slot_i[2:1] == LAST_CLASS ? turns_i : {N{1'b0}});
  assign forbidden_o = forbidden;

  // Unicasts and broadcasts are decided at once.
  wire [N-1:0] unicast_dimension;
  wire unicast_leaves, unicast_blocked;
  mhu_unicast u_unicast (
    .vote_i(vote_i),
    .faulty_i(faulty_i),
    .forbidden_i(forbidden_now),
    .dimension_o(unicast_dimension),
    .leaves_o(unicast_leaves),
    .blocked_o(unicast_blocked)
  );
  wire [N-1:0] send = control_i & ~faulty_i;

  wire [N-1:0] multicast_dimension = branch_dimension_i;

  assign branch_slot_o = filled_slot_i;
  // The mask of the own dimension changes nothing; it lets synthesis drop that link.
  assign branch_dimension_o = multicast_dimension & ~own_dimension_i;
  assign branch_rows_o = branch_rows_i;
  wire branch_write = branch_valid_i;
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
  reg [3:0] near_q;
  reg any, second_near;
  integer r;
  always @* begin
    any = 1'b0;
    second_near = 1'b0;
    for (r = 0; r < 4; r = r + 1) begin
      second_near = second_near || (any && near_q[r]);
      any = any || near_q[r];
    end
  end
  reg far_q;
  wire near = shortens_q && !far_q;
  assign decided_short_headers_o = short_headers_q | (near ? newest_q : {N{1'b0}});
  assign decided_tail_o = deciding_q ? tail_q : 1'd0;
  assign decided_local_message_o = branches_q == {N{1'b0}};
  assign decided_unicasts_o = unicasts_q | (near && !second_near ? newest_q : {N{1'b0}});

  // What stays here, by row or, of a long list, by dimension; left_q is what is to be reported.
  reg [ITEMS-1:0] left_q;
  wire [ITEMS-1:0] item;
  wire [M-1:0] rows_left = unroutable_i;
  wire [M-1:0] rows_stay = deciding_q ? rows_left : {7'd0, unicast_i && unicast_blocked};
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
  // Rows are reported by their field, neighbours in a long list by their dimension.
  reg by_row_q;
  wire by_row = deciding_q || unicast_i;
  wire [N-1:0] listed = broadcast_i ? {N{1'b0}} : neighbours_i & blocked;
  wire [ITEMS-1:0] stays = by_row ?
      rows_stay : {2'd0, listed};
  always @(posedge clk_i) begin
    if (decided_o) by_row_q <= by_row;
  end
  tee_lowest_set_bit #(
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
      incomplete_q <= 1'b0;
    end else begin
      deciding_q <= (header_i && multi_i) || (deciding_q && !done_i);
      if (decided_o) left_q <= stays;
      else if (event_ready_i) left_q <= left_q & ~item;
      if (decided_o) incomplete_q <= violated;
      else if (event_ready_i && !report_item) incomplete_q <= 1'b0;
    end
  end

  always @(posedge clk_i) begin
    if (header_i) begin
      shortens_q <= shortens_i;
      tail_q <= tail_i;
      branches_q <= {N{1'b0}};
    end else if (branch_write) begin
      branches_q <= branches_q | branch_dimension_o;
    end
    near_q <= branch_rows_i[3:0];
    far_q <= |branch_rows_i[M-1:4];
  end

  always @(posedge clk_i) begin
    if (!rst_ni || !deciding_q || done_i) begin
      short_headers_q <= {N{1'b0}};
      unicasts_q <= {N{1'b0}};
    end else begin
      short_headers_q <= decided_short_headers_o;
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
  assign report_row_o = unicast_q ? {{4{1'b0}}, {4{1'b1}}} : item[M-1:0];
  assign event_valid_o = report_item || incomplete_q;
  assign event_code_o = report_item ? 4'd4 : 4'd5;
  wire [N-1:0] reported = by_row_q ? report_field_i : item[N-1:0];
  assign event_address_o = report_item ? reported ^ local_address_i : {N{1'b0}};
  assign event_source_o = source_i;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : wanted_shows_decision assert (!decided_o || wanted_o == (|decided_targets_o)); end
      // A decision is made once, and no message goes back where it came from, or to a faulty node.
      begin : decision_is_made_once assert (!(header_i && deciding_q)); end
      begin : faulty_is_not_wanted
        assert (!decided_o || (decided_targets_o[N-1:0] & faulty_i) == {N{1'b0}});
      end
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
