// Controller of a message handling unit: branch decisions and events.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: header_i starts the decisions of a message. The branches of a multicast are decided one
//   a clock and given with branch_write_o; those of a broadcast are decided all at once.
//   branches_o names all so far, finish_o comes with the last one.
//   What cannot be sent is reported: event 4 with the destination, event 5 for an incomplete
//   broadcast. The next header is taken when decisions and events are done, so nothing here ever
//   waits for an output.
// Latency and state: first decision one cycle after header_i; the message that is decided.
`default_nettype none

module mhu_controller (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [2:0] local_address_i,
  input  wire [2:0] faulty_i,
  input  wire [2:0] turns_i,
  input  wire [2:0] own_dimension_i,
  // Arriving message
  input  wire header_i,
  input  wire [2:0] slot_i,
  input  wire single_i,
  input  wire multicast_i,
  input  wire broadcast_i,
  input  wire [2:0] neighbours_i,
  input  wire [2:0] control_i,
  input  wire [2:0] source_i,
  output wire ready_o,
  // Voter
  output wire [2:0] forbidden_o,
  input  wire branch_valid_i,
  input  wire [2:0] branch_dimension_i,
  input  wire done_i,
  input  wire [3:0] unroutable_i,
  // Decided branches
  output wire branch_write_o,
  output wire finish_o,
  output wire [2:0] branch_slot_o,
  output wire [2:0] branch_dimension_o,
  output wire [2:0] branches_o,
  output wire wanted_o,
  // Events 4 and 5
  output wire report_o,
  output wire [3:0] report_row_o,
  input  wire [2:0] report_field_i,
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [2:0] event_source_o,
  output wire [2:0] event_address_o,
  input  wire event_ready_i
);
  localparam N = 3;
  localparam M = 4;
  localparam ITEMS = 4;

  // Decision of the newest message.
  reg deciding_q;
  reg [2:0] slot_q;
  reg multicast_q, single_q;
  reg [N-1:0] source_q, branches_q;
  reg [N-1:0] control_q;
  assign ready_o = !deciding_q && !event_valid_o;

  // Dimensions that this message must not take from here: the one it came over, and descending
  // ones when that would need a class that does not exist.
  wire last_class = slot_q[2:1] == 2'd2;
  wire [N-1:0] forbidden = own_dimension_i | (last_class ? turns_i : {N{1'b0}});
  assign forbidden_o = forbidden;

  // The branches of a broadcast are decided at once.
  wire [N-1:0] send = control_q & ~faulty_i;

  wire [N-1:0] multicast_dimension = branch_dimension_i;

  assign branch_slot_o = slot_q;
  assign branch_dimension_o = multicast_dimension & ~own_dimension_i;
  // The mask of the own dimension changes nothing; it lets synthesis drop that request.
  assign branches_o = multicast_q ?
      (branches_q | (branch_write_o ? branch_dimension_o : {N{1'b0}})) & ~own_dimension_i :
      send & ~forbidden;
  // Whether any link is wanted is known before the dimension of the last branch.
  assign wanted_o = multicast_q ? branch_write_o || (|branches_q) : |(send & ~forbidden);
  assign branch_write_o = deciding_q && multicast_q && branch_valid_i;
  assign finish_o = deciding_q && (!multicast_q || done_i || (single_q && branch_valid_i));

  // What stays here, by row or, of a long list, by dimension; left_q is what is to be reported.
  reg [ITEMS-1:0] left_q;
  wire [ITEMS-1:0] item;
  wire [M-1:0] rows_left = done_i ? unroutable_i : {M{1'b0}};
  wire [N-1:0] blocked = control_q & faulty_i;
  wire [N-1:0] first_blocked;
  tee_lowest_set_bit #(
    .WIDTH(N)
  ) u_first_blocked (
    .bits_i(blocked),
    .lowest_o(first_blocked)
  );
  wire violated = !multicast_q &&
      (blocked != first_blocked || (send & forbidden) != {N{1'b0}});
  reg incomplete_q;
  reg [N-1:0] neighbours_q;
  wire [N-1:0] listed = neighbours_q & blocked;
  wire [ITEMS-1:0] stays = multicast_q ?
      rows_left : {1'd0, listed};
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
      deciding_q <= header_i || (deciding_q && !finish_o);
      if (finish_o) left_q <= stays;
      else if (event_ready_i) left_q <= left_q & ~item;
      if (finish_o) incomplete_q <= violated;
      else if (event_ready_i && !report_item) incomplete_q <= 1'b0;
    end
  end

  always @(posedge clk_i) begin
    if (header_i) begin
      slot_q <= slot_i;
      multicast_q <= multicast_i;
      single_q <= single_i;
      source_q <= source_i;
      branches_q <= {N{1'b0}};
      control_q <= control_i;
      neighbours_q <= broadcast_i ? {N{1'b0}} : neighbours_i;
    end else if (deciding_q) begin
      branches_q <= branches_o;
    end
  end

  // Reports: items, then the incomplete broadcast.
  assign report_o = event_ready_i && report_item && multicast_q;
  assign report_row_o = item[M-1:0];

  assign event_valid_o = report_item || incomplete_q;
  assign event_code_o = report_item ? 4'd4 : 4'd5;
  assign event_address_o = !report_item ? {N{1'b0}} :
      multicast_q ? report_field_i : item[N-1:0] ^ local_address_i;
  assign event_source_o = source_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A decision is made once, and no message goes back where it came from, or to a faulty node.
      assert (!finish_o || deciding_q);
      assert (!header_i || !deciding_q);
      assert ((branches_o & own_dimension_i) == {N{1'b0}} || !finish_o);
      assert ((branches_o & faulty_i) == {N{1'b0}} || !finish_o);
      assert (!branch_write_o || (branch_dimension_o & branches_q) == {N{1'b0}});
      assert (!finish_o || wanted_o == (|branches_o));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
