// Controller of a message handling unit: message slots, branch decisions, events.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 6b398855cfd5):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a message takes its slot with header_i; its branches are decided one a clock and
//   written with branch_write_o; then its wanted links stand in want_o with decided_o = 1 until
//   taken_i names them. A slot returns (credit_o) when its frame is complete and every copy and
//   the delivery have left. What cannot be sent is reported: event 4 with the destination, event 5
//   for an incomplete broadcast. The next header is taken when decisions and events are done, so
//   nothing here ever waits for an output.
// Latency and state: first decision one cycle after header_i; WAIT, INPUT, PROCESSING and OUTPUT
//   of [Lan88] 6.4.1 are the flags used, complete, decided and want of each slot.
`default_nettype none

module mhu_controller (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [5:0] local_address_i,
  input  wire [5:0] faulty_i,
  input  wire ascending_i,
  input  wire [5:0] own_dimension_i,
  // Arriving message
  input  wire header_i,
  input  wire drop_i,
  input  wire complete_i,
  input  wire [2:0] slot_i,
  input  wire single_i,
  input  wire multicast_i,
  input  wire broadcast_i,
  input  wire [5:0] faulty_match_i,
  input  wire match_i,
  input  wire [5:0] control_i,
  input  wire [5:0] source_i,
  output wire decision_ready_o,
  output wire [5:0] used_o,
  output wire [7:0] complete_o,
  // Multicaster and rows as they arrived
  input  wire branch_valid_i,
  input  wire [5:0] branch_dimension_i,
  input  wire [7:0] branch_rows_i,
  input  wire done_i,
  input  wire [7:0] unroutable_i,
  input  wire [47:0] rows_i,
  // Decided branches
  output wire branch_write_o,
  output wire [2:0] branch_slot_o,
  output wire [5:0] branch_dimension_o,
  output wire [7:0] branch_payload_o,
  output wire only_branch_o,
  // Copies and delivery
  output wire [35:0] want_o,
  output wire [5:0] decided_o,
  input  wire [5:0] taken_i,
  input  wire [2:0] taken_slot_i,
  input  wire link_active_i,
  input  wire [2:0] link_slot_i,
  output wire [5:0] deliver_o,
  input  wire delivered_i,
  input  wire [2:0] delivered_slot_i,
  input  wire delivery_active_i,
  input  wire [2:0] delivery_slot_i,
  output wire [2:0] credit_o,
  // Events 4 and 5
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [5:0] event_source_o,
  output wire [5:0] event_address_o,
  input  wire event_ready_i
);
  localparam N = 6;
  localparam M = 8;
  localparam SLOTS = 6;
  localparam [1:0] IDLE = 2'd0, DECIDE = 2'd1, REPORT = 2'd2;

  // Decision of the newest message.
  reg [1:0] state_q;
  reg [2:0] slot_q;
  reg multicast_q, single_q;
  reg [N-1:0] source_q;
  reg [N-1:0] pending_q;
  reg [N-1:0] control_q;
  wire deciding = state_q == DECIDE;
  assign decision_ready_o = state_q == IDLE;

  // Dimensions that this message must not take from here: the one it came over, and descending
  // ones when that would need a class that does not exist.
  wire last_class = slot_q[2:1] == 2'd2;
  wire [N-1:0] forbidden = own_dimension_i |
      (last_class && ascending_i ? local_address_i : {N{1'b0}});

  wire [N-1:0] send;
  wire [N*N-1:0] send_control;
  mhu_broadcaster u_broadcaster (
    .control_i(control_q),
    .faulty_i(faulty_i),
    .local_address_i(local_address_i),
    .send_o(send),
    .control_o(send_control)
  );

  // Broadcast branches leave lowest dimension first; pending_q marks those already decided.
  wire [N-1:0] left = send & ~forbidden & ~pending_q;
  wire [N-1:0] lowest;
  lowest_one #(
    .WIDTH(N)
  ) u_lowest_branch (
    .bits_i(left),
    .lowest_o(lowest)
  );
  wire last_left = left == lowest;

  wire [N-1:0] multicast_dimension = branch_dimension_i;
  wire multicast_allowed = !(|(multicast_dimension & forbidden));

  reg [N-1:0] lowest_control;
  integer d;
  always @* begin
    lowest_control = {N{1'b0}};
    for (d = 0; d < N; d = d + 1) begin
      if (lowest[d]) lowest_control = lowest_control | send_control[d*N+:N];
    end
  end

  assign branch_slot_o = slot_q;
  assign branch_dimension_o = (multicast_q ? multicast_dimension : lowest) & ~own_dimension_i;
  assign branch_payload_o = multicast_q ? branch_rows_i : {2'd0, lowest_control};
  assign branch_write_o = deciding &&
      (multicast_q ? branch_valid_i && multicast_allowed : left != {N{1'b0}});
  assign only_branch_o = branch_write_o && multicast_q && single_q;
  wire finish = deciding &&
      (multicast_q ? done_i || (single_q && branch_valid_i) : last_left);

  // Rows that stay here: unroutable, or sent to a forbidden dimension.
  reg [M-1:0] stranded_q;
  reg incomplete_q;
  reg [N-1:0] faulty_match_q;
  reg unlisted_q;
  wire [N-1:0] blocked = control_q & faulty_i;
  wire [N-1:0] first_blocked;
  lowest_one #(
    .WIDTH(N)
  ) u_first_blocked (
    .bits_i(blocked),
    .lowest_o(first_blocked)
  );
  wire violated = blocked != first_blocked || (send & forbidden) != {N{1'b0}};
  wire [M-1:0] stranded = stranded_q |
      (multicast_q && done_i ? unroutable_i : {M{1'b0}}) |
      (multicast_q && branch_valid_i && !multicast_allowed ? branch_rows_i : {M{1'b0}});
  wire [M-1:0] stranded_first;
  lowest_one #(
    .WIDTH(M)
  ) u_stranded_first (
    .bits_i(stranded_q),
    .lowest_o(stranded_first)
  );
  wire [N-1:0] faulty_listed = faulty_match_q & control_q;
  wire [N-1:0] faulty_first;
  lowest_one #(
    .WIDTH(N)
  ) u_faulty_first (
    .bits_i(faulty_listed),
    .lowest_o(faulty_first)
  );
  wire reports = (|stranded) || (!multicast_q && (violated || (!unlisted_q && (|faulty_listed))));
  wire more_faulty = !multicast_q && !unlisted_q && (|faulty_listed);

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= IDLE;
    end else if (header_i) begin
      state_q <= DECIDE;
    end else if (finish) begin
      state_q <= reports ? REPORT : IDLE;
    end else if (state_q == REPORT && !event_valid_o) begin
      state_q <= IDLE;
    end
  end

  always @(posedge clk_i) begin
    if (header_i) begin
      slot_q <= slot_i;
      multicast_q <= multicast_i;
      single_q <= single_i;
      source_q <= source_i;
      pending_q <= {N{1'b0}};
      stranded_q <= {M{1'b0}};
      control_q <= control_i;
      faulty_match_q <= faulty_match_i;
      unlisted_q <= broadcast_i;
    end else if (deciding) begin
      stranded_q <= stranded;
      if (!multicast_q) pending_q <= pending_q | lowest;
    end else if (event_valid_o && event_ready_i) begin
      stranded_q <= stranded_q & ~stranded_first;
      if (!(|stranded_q)) faulty_match_q <= faulty_match_q & ~faulty_first;
    end
  end

  always @(posedge clk_i) begin
    if (header_i) incomplete_q <= 1'b0;
    else if (finish) incomplete_q <= !multicast_q && violated;
    else if (event_valid_o && event_ready_i && event_code_o == 4'd5) incomplete_q <= 1'b0;
  end

  // Reports: stranded rows, then listed faulty neighbours, then the incomplete broadcast.
  reg [N-1:0] stranded_row;
  integer i;
  always @* begin
    stranded_row = {N{1'b0}};
    for (i = 0; i < M; i = i + 1) begin
      if (stranded_first[i]) stranded_row = stranded_row | rows_i[i*N+:N];
    end
  end

  wire report_row = |stranded_q;
  assign event_valid_o = state_q == REPORT && (report_row || more_faulty || incomplete_q);
  assign event_code_o = report_row || more_faulty ? 4'd4 : 4'd5;
  assign event_address_o = report_row ? stranded_row :
      more_faulty ? faulty_first ^ local_address_i : {N{1'b0}};
  assign event_source_o = source_q;

  // Slots.
  reg [SLOTS-1:0] used_q, complete_q, decided_q, deliver_q;
  reg [SLOTS*N-1:0] want_q;
  wire [SLOTS-1:0] idle, freed;
  reg [2:0] credit_q;

  genvar s;
  generate
    for (s = 0; s < SLOTS; s = s + 1) begin : gen_slot
      localparam [2:0] SLOT = s;
      wire arrives = (header_i || drop_i) && slot_i == SLOT;
      wire decides = slot_q == SLOT;
      assign idle[s] = used_q[s] && complete_q[s] && decided_q[s] && !deliver_q[s] &&
          want_q[s*N+:N] == {N{1'b0}} && !(link_active_i && link_slot_i == SLOT) &&
          !(delivery_active_i && delivery_slot_i == SLOT);

      always @(posedge clk_i) begin
        if (!rst_ni || freed[s]) used_q[s] <= 1'b0;
        else if (arrives) used_q[s] <= 1'b1;
      end

      always @(posedge clk_i) begin
        if (arrives) complete_q[s] <= drop_i || complete_i;
        else if (complete_i && slot_i == SLOT) complete_q[s] <= 1'b1;
      end

      always @(posedge clk_i) begin
        if (!rst_ni) decided_q[s] <= 1'b0;
        else if (arrives) decided_q[s] <= drop_i;
        else if (finish && decides) decided_q[s] <= 1'b1;
      end

      always @(posedge clk_i) begin
        if (!rst_ni) deliver_q[s] <= 1'b0;
        else if (arrives) deliver_q[s] <= header_i && match_i;
        else if (delivered_i && delivered_slot_i == SLOT) deliver_q[s] <= 1'b0;
      end

      always @(posedge clk_i) begin
        if (!rst_ni) begin
          want_q[s*N+:N] <= {N{1'b0}};
        end else begin
          want_q[s*N+:N] <= (want_q[s*N+:N] |
              (branch_write_o && decides ? branch_dimension_o : {N{1'b0}})) &
              ~(taken_slot_i == SLOT ? taken_i : {N{1'b0}});
        end
      end
    end
  endgenerate

  // One slot returns a cycle, so that a credit is one pulse.
  lowest_one #(
    .WIDTH(SLOTS)
  ) u_freed (
    .bits_i(idle),
    .lowest_o(freed)
  );
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      credit_q <= 3'd0;
    end else begin
      credit_q[0] <= |freed[1:0];
      credit_q[1] <= |freed[3:2];
      credit_q[2] <= |freed[5:4];
    end
  end

  assign used_o = used_q;
  assign want_o = want_q;
  assign decided_o = decided_q;
  assign complete_o = {2'd0, complete_q[5:0]};
  assign deliver_o = deliver_q;
  assign credit_o = credit_q;
endmodule

`default_nettype wire
