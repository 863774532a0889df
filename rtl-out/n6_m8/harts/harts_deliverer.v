// Deliverer of a buffer unit: hands stored packets to the reception.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: takes the packets in the order in which they came; the grant brings the head of
//   the packet (first_o, and empty_o without data), then its data flits while room_i.
// Latency and state: three cycles to the request; the packet under way.
// Widths: 28 = header; 7 = number of a flit; 21 = delivery header.
// Registers without a reset: slot_q, head_q, bad_q, length_q, offset_q, last_q.
`default_nettype none

module harts_deliverer #(
  parameter SLOT = 7
) (
  input  wire clk_i,
  input  wire rst_ni,
  // Slots; the row of lookup_slot_o is read while lookup_o and lookup_grant_i
  input  wire store_i,
  input  wire [SLOT-1:0] store_slot_i,
  output wire lookup_o,
  input  wire lookup_grant_i,
  output wire [SLOT-1:0] lookup_slot_o,
  output wire [SLOT-1:0] slot_o,
  input  wire [2:0] origin_i,
  input  wire [27:0] word_i,
  input  wire bad_i,
  input  wire [6:0] length_i,
  output wire drop_o,
  // Reception
  output wire request_o,
  input  wire grant_i,
  output wire first_o,
  output wire [20:0] head_o,
  output wire empty_o,
  output wire bad_o,
  input  wire room_i,
  output wire valid_o,
  output wire last_o,
  // Packet memory
  output wire read_o,
  output wire [6:0] read_offset_o,
  input  wire read_grant_i
);
  localparam [1:0] PICK = 2'd0, REQUEST = 2'd1, SEND = 2'd2;

  reg [1:0] state_q;
  reg [SLOT-1:0] slot_q;

  wire next_valid;
  wire [SLOT-1:0] next_slot;
  assign lookup_o = state_q == PICK && next_valid;
  assign lookup_slot_o = next_slot;
  // There is a row for each slot.
  wire unused_full;
  tee_queue #(
    .WIDTH(SLOT),
    .ADDRESS(SLOT)
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .push_i(store_i),
    .data_i(store_slot_i),
    .full_o(unused_full),
    .valid_o(next_valid),
    .data_o(next_slot),
    .pop_i(lookup_grant_i)
  );
  assign slot_o = slot_q;

  // Head of a delivery: the processor's own frame comes from direction 7.
  localparam ID = 7;
  wire broadcast = word_i[0];
  wire [2:0] copies = broadcast ? word_i[3:1] : 3'd0;
  wire [2:0] direction = origin_i == 3'd6 ? 3'd7 : origin_i;
  // Sequence number and source.
  wire [ID+7:0] identity = word_i[27:13];
  wire [20:0] head = {identity[ID+:8], direction, copies, identity[ID-1:0]};
  wire unused_word = &{1'b0, word_i};

  reg [20:0] head_q;
  reg bad_q;
  reg [6:0] length_q, offset_q;
  reg valid_q, last_q;
  wire empty = length_q == 7'd0;
  wire next_last = offset_q + 7'd1 == length_q;
  wire granted = state_q == REQUEST && grant_i;
  wire ends = (granted && empty) || (valid_q && last_q);

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= PICK;
    end else begin
      case (state_q)
        PICK: if (lookup_grant_i) state_q <= REQUEST;
        REQUEST: if (grant_i) state_q <= empty ? PICK : SEND;
        SEND: if (ends) state_q <= PICK;
        default: state_q <= PICK;
      endcase
    end
  end

  always @(posedge clk_i) begin
    if (lookup_grant_i) begin
      slot_q <= next_slot;
      head_q <= head;
      bad_q <= bad_i;
      length_q <= length_i;
      offset_q <= 7'd0;
    end else if (read_grant_i) begin
      offset_q <= offset_q + 7'd1;
      last_q <= next_last;
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= read_grant_i;
  end
  assign read_o = state_q == SEND && room_i && offset_q != length_q;
  assign read_offset_o = offset_q;
  assign valid_o = valid_q;
  assign last_o = last_q;
  assign request_o = state_q == REQUEST;
  assign first_o = granted;
  assign head_o = head_q;
  assign empty_o = empty;
  assign bad_o = bad_q;
  assign drop_o = ends;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A delivery ends with its last flit, and reads no further.
      begin : drop_ends_delivery assert (!drop_o || granted || state_q == SEND); end
      begin : reads_inside_packet assert (!read_grant_i || (read_o && offset_q < length_q)); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
