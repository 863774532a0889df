// Message slots of a message handling unit: what each buffered message still waits for.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a slot is taken with header_i (or drop_i, for a frame that is thrown away). When its
//   branches are decided it stands in waiting_o until every wanted link has been granted; a slot
//   returns (credit_o) when its frame is complete, its delivery has left and its last copies are
//   out of the buffer. want_o names the links that slot want_slot_i still wants.
// Latency and state: WAIT, INPUT, PROCESSING and OUTPUT of [Lan88] 6.4.1 are the flags used,
//   complete, open and new or rest of each slot.
`default_nettype none

module mhu_slots (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [2:0] own_dimension_i,
  // Arriving message
  input  wire header_i,
  input  wire drop_i,
  input  wire complete_i,
  input  wire [2:0] slot_i,
  input  wire match_i,
  output wire [5:0] used_o,
  output wire [7:0] complete_o,
  output wire [2:0] credit_o,
  // Decisions: with finish_i, branches_i names all links of the message.
  input  wire finish_i,
  input  wire wanted_i,
  input  wire [2:0] decide_slot_i,
  input  wire [2:0] branches_i,
  // Copies: while asked_i = 1, rest_i is what asked_slot_i wants beyond the grants
  output wire [7:0] waiting_o,
  input  wire [2:0] want_slot_i,
  output wire [2:0] want_o,
  input  wire asked_i,
  input  wire granted_i,
  input  wire [2:0] asked_slot_i,
  input  wire [2:0] rest_i,
  input  wire end_i,
  input  wire [2:0] end_slot_i,
  // Delivery
  output wire [7:0] deliver_o,
  input  wire delivered_i,
  input  wire [2:0] delivered_slot_i
);
  localparam N = 3;
  localparam SLOTS = 6;
  localparam FIRST = 0;
  localparam LAST = 7;

  // Links as decided, and links left after the first grant: one writer each.
  reg [N-1:0] branches_q [FIRST:LAST];
  reg [N-1:0] rest_links_q [FIRST:LAST];
  always @(posedge clk_i) begin
    if (finish_i) branches_q[decide_slot_i] <= branches_i;
    if (asked_i) rest_links_q[asked_slot_i] <= rest_i;
  end

  reg [SLOTS-1:0] used_q, complete_q, open_q, new_q, rest_q, deliver_q;
  wire [SLOTS-1:0] idle, freed;

  genvar s;
  generate
    for (s = 0; s < SLOTS; s = s + 1) begin : gen_slot
      localparam [2:0] SLOT = s;
      wire arrives = (header_i || drop_i) && slot_i == SLOT;
      wire begins = header_i && slot_i == SLOT;
      wire decided = finish_i && decide_slot_i == SLOT;
      wire granted = granted_i && asked_slot_i == SLOT;
      wire ended = end_i && end_slot_i == SLOT && !rest_q[s];
      wire delivered = delivered_i && delivered_slot_i == SLOT;
      assign idle[s] = used_q[s] && complete_q[s] && !open_q[s] && !deliver_q[s];
      if (s % 2 == 0) begin : gen_first
        assign freed[s] = idle[s];
      end else begin : gen_second
        // One slot of a class returns a cycle, so that a credit is one pulse.
        assign freed[s] = idle[s] && !idle[s-1];
      end

      always @(posedge clk_i) begin
        if (!rst_ni) begin
          used_q[s] <= 1'b0;
          open_q[s] <= 1'b0;
          new_q[s] <= 1'b0;
          rest_q[s] <= 1'b0;
          deliver_q[s] <= 1'b0;
        end else begin
          used_q[s] <= arrives || (used_q[s] && !freed[s]);
          open_q[s] <= begins || (open_q[s] && !ended && !(decided && !wanted_i));
          new_q[s] <= (decided && wanted_i) || (new_q[s] && !granted);
          rest_q[s] <= granted ? |rest_i : rest_q[s];
          deliver_q[s] <= (begins && match_i) || (deliver_q[s] && !delivered);
        end
      end

      always @(posedge clk_i) begin
        if (arrives) complete_q[s] <= drop_i || complete_i;
        else if (complete_i && slot_i == SLOT) complete_q[s] <= 1'b1;
      end

`ifdef TEECAST_ASSERT
      always @(posedge clk_i) begin
        if (rst_ni) begin
          // A frame takes a free slot, and each step finds the one before it done.
          assert (!arrives || !used_q[s]);
          assert (!decided || (open_q[s] && !new_q[s] && !rest_q[s]));
          assert (!granted || (open_q[s] && (new_q[s] || rest_q[s])));
          assert (!(end_i && end_slot_i == SLOT) || (open_q[s] && !new_q[s]));
          assert (!delivered || deliver_q[s]);
          // A slot that returns waits for nothing.
          assert (!freed[s] || (used_q[s] && !new_q[s] && !rest_q[s] && !deliver_q[s]));
        end
      end
`endif  // TEECAST_ASSERT
    end
  endgenerate

  reg [2:0] credit_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      credit_q <= 3'd0;
    end else begin
      credit_q[0] <= |freed[1:0];
      credit_q[1] <= |freed[3:2];
      credit_q[2] <= |freed[5:4];
    end
  end

  wire [7:0] is_new = {2'd0, new_q[5:0]};
  assign used_o = used_q;
  assign complete_o = {2'd0, complete_q[5:0]};
  assign waiting_o = is_new | {2'd0, rest_q[5:0]};
  assign want_o = (is_new[want_slot_i] ? branches_q[want_slot_i] : rest_links_q[want_slot_i]) &
      ~own_dimension_i;
  assign deliver_o = {2'd0, deliver_q[5:0]};
  assign credit_o = credit_q;
endmodule

`default_nettype wire
