// Message slots of a message handling unit: what each buffered message still waits for.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a slot is taken with header_i (or drop_i, for a frame that is thrown away). When its
//   outputs are decided it stands in waiting_o until all that it wants have been granted; a slot
//   returns (credit_o) when its frame is complete and its last copies have left. targets_o names
//   the outputs that slot targets_slot_i still wants: the links, and above them the delivery. Of
//   slot sent_slot_i, short_headers_o names the links that get less of its header,
//   unicasts_o those that get a unicast; ending_o says that its message ends
//   with the header, and badly.
// Latency and state: WAIT, INPUT, PROCESSING and OUTPUT of [Lan88] 6.4.1 follow from the flags
//   used and waiting of each slot, and from the messages that arrive, are decided and are sent.
// Widths: 6 = n; 3 = slot number; 6 = slots; 3 = classes; 7 = n + 1;
//   1 = number of the last header flit; 8 = codes of slots.
// Registers without a reset: decided_q, copies_q, left_q, new_q.
`default_nettype none

module mhu_slots (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [5:0] own_dimension_i,
  // Arriving message
  input  wire header_i,
  input  wire drop_i,
  input  wire filling_i,
  input  wire [2:0] slot_i,
  input  wire [2:0] filled_slot_i,
  output wire [5:0] used_o,
  output wire [2:0] credit_o,
  // Decisions: deciding_i lasts until decided_i, and decided_targets_i names all outputs then.
  input  wire deciding_i,
  input  wire decided_i,
  input  wire wanted_i,
  input  wire [2:0] decided_slot_i,
  input  wire [6:0] decided_targets_i,
  input  wire [5:0] decided_short_headers_i,
  input  wire [5:0] decided_unicasts_i,
  input  wire [0:0] decided_tail_i,
  input  wire [1:0] decided_ending_i,
  // Copies: while asking_i = 1, rest_i is what sent_slot_i wants beyond the grants
  output wire [7:0] waiting_o,
  input  wire [2:0] targets_slot_i,
  output wire [6:0] targets_o,
  output wire [0:0] tail_o,
  output wire [5:0] short_headers_o,
  output wire [5:0] unicasts_o,
  output wire [1:0] ending_o,
  input  wire asking_i,
  input  wire granted_i,
  input  wire [6:0] rest_i,
  input  wire streaming_i,
  input  wire [2:0] sent_slot_i
);
  localparam N = 6;
  localparam SLOTS = 6;
  localparam FIRST = 0;
  localparam LAST = 5;

  // Outputs as decided, and outputs left after the first grant: one writer each.
  localparam DECIDED = N + 1 + 1;
  reg [DECIDED-1:0] decided_q [FIRST:LAST];
  reg [N:0] left_q [FIRST:LAST];
  localparam COPIES = 2 * N + 2;
  reg [COPIES-1:0] copies_q [FIRST:LAST];
  always @(posedge clk_i) begin
    if (decided_i) decided_q[decided_slot_i] <= {decided_tail_i, decided_targets_i};
    // Also while it is decided: the first branches may ask early.
    if (deciding_i || decided_i) begin
      copies_q[decided_slot_i] <= {decided_ending_i, decided_unicasts_i, decided_short_headers_i};
    end
    if (asking_i) left_q[sent_slot_i] <= rest_i;
  end

  reg [SLOTS-1:0] used_q, waiting_q, new_q;
  wire [SLOTS-1:0] idle, freed;
  wire rest = |rest_i;

  genvar s;
  generate
    for (s = 0; s < SLOTS; s = s + 1) begin : gen_slot
      localparam [2:0] SLOT = s;
      wire arriving = slot_i == SLOT;
      wire decided = decided_i && wanted_i && decided_slot_i == SLOT;
      wire granted = granted_i && sent_slot_i == SLOT;
      wire sending = streaming_i && sent_slot_i == SLOT;
      wire open = (filling_i || deciding_i) && filled_slot_i == SLOT;
      assign idle[s] = used_q[s] && !open && !waiting_q[s] && !sending;
      if (s % 2 == 0) begin : gen_first
        assign freed[s] = idle[s];
      end else begin : gen_second
        // One slot of a class returns a cycle, so that a credit is one pulse.
        assign freed[s] = idle[s] && !idle[s-1];
      end

      always @(posedge clk_i) begin
        if (!rst_ni) begin
          used_q[s] <= 1'b0;
          waiting_q[s] <= 1'b0;
        end else begin
          used_q[s] <= (arriving && (header_i || drop_i)) || (used_q[s] && !freed[s]);
          waiting_q[s] <= decided || (waiting_q[s] && !(granted && !rest));
        end
      end

      always @(posedge clk_i) new_q[s] <= decided || (new_q[s] && !granted);

`ifdef TEECAST_ASSERT
      always @(posedge clk_i) begin
        if (rst_ni) begin
          // A frame takes a free slot, and each step finds the one before it done.
          begin : frame_takes_free_slot
            assert (!(arriving && (header_i || drop_i)) || !used_q[s]);
          end
          begin : decided_once assert (!decided || !waiting_q[s]); end
          begin : granted_waits assert (!granted || (used_q[s] && waiting_q[s])); end
          begin : sent_is_used assert (!sending || used_q[s]); end
          // A slot that is free waits for nothing.
          begin : free_slot_waits_for_nothing
            assert (used_q[s] || !(waiting_q[s] || sending || open));
          end
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
  assign waiting_o = {2'd0, waiting_q[5:0]};
  wire [DECIDED-1:0] decided_targets = decided_q[targets_slot_i];
  assign targets_o = (is_new[targets_slot_i] ? decided_targets[N:0] : left_q[targets_slot_i]) &
      {1'b1, ~own_dimension_i};
  wire [COPIES-1:0] sent = copies_q[sent_slot_i];
  assign tail_o = decided_targets[DECIDED-1:N+1];
  assign ending_o = sent[COPIES-1-:2];
  assign unicasts_o = sent[COPIES-3-:N] & ~own_dimension_i;
  assign short_headers_o = sent[N-1:0] & ~own_dimension_i;
  assign credit_o = credit_q;
endmodule

`default_nettype wire
