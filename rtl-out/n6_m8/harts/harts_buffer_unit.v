// Buffer unit: packet store, with its sender and its deliverer.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a whole packet is written to a slot (begin, data flits, end), and then visited by
//    the sender and, with store_deliver_i at its end, by the deliverer. free_o[s] = 1
//   for one cycle when slot s has no copy left to send or deliver.
//   Slots of in-link d are d*19 + class, those of the processor the last 2.
// Latency and state: rows and flits can be read one cycle after they came; a flag for each slot.
// Source: [KS91] 3; the pool of class buffers is ours.
// Widths: 7 = number of a flit; 32 = W; 28 = header; 114 = 6 x classes;
//   5 = class number; 21 = delivery header.
// Registers without a reset: sent_slot_q, both_q, delivered_slot_q.
`default_nettype none

module harts_buffer_unit #(
  parameter SLOTS = 116,
  parameter SLOT = 7,
  // Packet memory: flits, and bits of their address.
  parameter DEPTH = 7424,
  parameter ADDRESS = 13
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [2:0] origin_i,
  input  wire [5:0] faulty_i,
  // Store
  input  wire store_begin_i,
  input  wire store_write_i,
  input  wire [6:0] store_offset_i,
  input  wire [31:0] store_data_i,
  input  wire store_end_i,
  input  wire store_bad_i,
  input  wire store_deliver_i,
  input  wire [SLOT-1:0] store_slot_i,
  input  wire [27:0] store_word_i,
  output wire [SLOTS-1:0] free_o,
  // Transmitters, by direction
  input  wire [5:0] idle_i,
  input  wire [113:0] room_i,
  output wire [5:0] wait_o,
  output wire [5:0] request_o,
  output wire [4:0] class_o,
  input  wire [5:0] grant_i,
  input  wire tick_i,
  input  wire early_tick_i,
  output wire move_o,
  output wire [31:0] data_o,
  output wire last_o,
  output wire bad_o,
  // Reception
  output wire delivery_request_o,
  input  wire delivery_grant_i,
  output wire delivery_first_o,
  output wire [20:0] delivery_head_o,
  output wire delivery_empty_o,
  output wire delivery_bad_o,
  input  wire delivery_room_i,
  output wire delivery_valid_o,
  output wire [31:0] delivery_data_o,
  output wire delivery_last_o,
  // Event 4
  output wire unroutable_o
);
  wire [SLOT-1:0] send_slot, send_lookup_slot, deliver_slot, deliver_lookup_slot, lookup_slot;
  wire sender_lookup, deliverer_lookup, drop, deliver_drop, delivers;

  // Sender and deliverer are done with a slot at different times: of a packet for both, the first
  // one marks the slot, and the other one frees it. One slot is looked at in a cycle, first that of
  // the sender, which is never done in two cycles that follow each other.
  reg sent_q, both_q, delivered_q;
  reg [SLOT-1:0] sent_slot_q, delivered_slot_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      sent_q <= 1'b0;
      delivered_q <= 1'b0;
    end else begin
      sent_q <= drop;
      delivered_q <= deliver_drop || (delivered_q && sent_q);
    end
  end
  always @(posedge clk_i) begin
    if (drop) sent_slot_q <= send_slot;
    if (drop) both_q <= delivers;
    if (deliver_drop) delivered_slot_q <= deliver_slot;
  end
  wire [SLOT-1:0] done_slot = sent_q ? sent_slot_q : delivered_slot_q;
  wire both = !sent_q || both_q;
  reg [SLOTS-1:0] done, half_q;
  integer s;
  always @* begin
    for (s = 0; s < SLOTS; s = s + 1) begin
      done[s] = (sent_q || delivered_q) && done_slot == s[SLOT-1:0];
    end
  end
  always @(posedge clk_i) begin
    if (!rst_ni) half_q <= {SLOTS{1'b0}};
    else half_q <= half_q ^ (both ? done : {SLOTS{1'b0}});
  end
  assign free_o = done & (half_q | {SLOTS{!both}});

  // Rows: the header as stored, where it came from, and how the packet ended.
  wire [30:0] row;
  wire [27:0] word = row[27:0];
  wire [2:0] origin = row[30:28];
  wire stored_bad;

  // The sender looks first.
  assign lookup_slot = sender_lookup ? send_lookup_slot : deliver_lookup_slot;
  tee_memory #(
    .WIDTH(31),
    .DEPTH(SLOTS),
    .ADDRESS(SLOT),
    .REGISTERED(0)
  ) u_words (
    .clk_i(clk_i),
    .write_i(store_begin_i),
    .write_address_i(store_slot_i),
    .write_data_i({origin_i, store_word_i}),
    .read_i(1'b1),
    .read_address_i(lookup_slot),
    .read_data_o(row)
  );
  wire [6:0] length;
  tee_memory #(
    .WIDTH(8),
    .DEPTH(SLOTS),
    .ADDRESS(SLOT),
    .REGISTERED(0)
  ) u_endings (
    .clk_i(clk_i),
    .write_i(store_end_i),
    .write_address_i(store_slot_i),
    .write_data_i({store_bad_i, store_offset_i + {6'd0, store_write_i}}),
    .read_i(1'b1),
    .read_address_i(lookup_slot),
    .read_data_o({stored_bad, length})
  );

  // Packet memory: one read port; the sender's flit must be there for its bus slot.
  wire send_read, deliver_read;
  wire [6:0] send_offset, deliver_offset;
  wire deliver_turn;
  localparam PLACE = 6;
  localparam [ADDRESS-1:0] PITCH_FLITS = 64;
  wire [ADDRESS-1:0] write_address = {{(ADDRESS-SLOT){1'b0}}, store_slot_i} * PITCH_FLITS +
      {{(ADDRESS-PLACE){1'b0}}, store_offset_i[PLACE-1:0]};
  wire [ADDRESS-1:0] send_address = {{(ADDRESS-SLOT){1'b0}}, send_slot} * PITCH_FLITS +
      {{(ADDRESS-PLACE){1'b0}}, send_offset[PLACE-1:0]};
  wire [ADDRESS-1:0] deliver_address = {{(ADDRESS-SLOT){1'b0}}, deliver_slot} * PITCH_FLITS +
      {{(ADDRESS-PLACE){1'b0}}, deliver_offset[PLACE-1:0]};
  wire unused_offset = &{1'b0, send_offset, deliver_offset};
  wire [31:0] send_data;
  assign deliver_turn = deliver_read && !send_read;
  tee_memory #(
    .WIDTH(32),
    .DEPTH(DEPTH),
    .ADDRESS(ADDRESS)
  ) u_memory (
    .clk_i(clk_i),
    .write_i(store_write_i),
    .write_address_i(write_address),
    .write_data_i(store_data_i),
    .read_i(send_read || deliver_turn),
    .read_address_i(send_read ? send_address : deliver_address),
    .read_data_o(send_data)
  );
  assign delivery_data_o = send_data;

  harts_sender #(
    .SLOT(SLOT)
  ) u_sender (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .store_i(store_end_i),
    .store_slot_i(store_slot_i),
    .lookup_o(sender_lookup),
    .lookup_slot_o(send_lookup_slot),
    .slot_o(send_slot),
    .origin_i(origin),
    .word_i(word),
    .bad_i(stored_bad),
    .length_i(length),
    .drop_o(drop),
    .delivers_o(delivers),
    .unroutable_o(unroutable_o),
    .idle_i(idle_i),
    .room_i(room_i),
    .wait_o(wait_o),
    .request_o(request_o),
    .class_o(class_o),
    .grant_i(grant_i),
    .tick_i(tick_i),
    .early_tick_i(early_tick_i),
    .move_o(move_o),
    .data_o(data_o),
    .last_o(last_o),
    .bad_o(bad_o),
    .read_o(send_read),
    .read_offset_o(send_offset),
    .read_data_i(send_data)
  );

  harts_deliverer #(
    .SLOT(SLOT)
  ) u_deliverer (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .store_i(store_end_i && store_deliver_i),
    .store_slot_i(store_slot_i),
    .lookup_o(deliverer_lookup),
    .lookup_grant_i(deliverer_lookup && !sender_lookup),
    .lookup_slot_o(deliver_lookup_slot),
    .slot_o(deliver_slot),
    .origin_i(origin),
    .word_i(word),
    .bad_i(stored_bad),
    .length_i(length),
    .drop_o(deliver_drop),
    .request_o(delivery_request_o),
    .grant_i(delivery_grant_i),
    .first_o(delivery_first_o),
    .head_o(delivery_head_o),
    .empty_o(delivery_empty_o),
    .bad_o(delivery_bad_o),
    .room_i(delivery_room_i),
    .valid_o(delivery_valid_o),
    .last_o(delivery_last_o),
    .read_o(deliver_read),
    .read_offset_o(deliver_offset),
    .read_grant_i(deliver_turn)
  );

`ifdef TEECAST_ASSERT
  // What each slot waits for.
  reg [SLOTS-1:0] send_q, deliver_q;
  reg [SLOTS-1:0] ended, dropped, given;
  integer w;
  always @* begin
    for (w = 0; w < SLOTS; w = w + 1) begin
      ended[w] = store_end_i && store_slot_i == w[SLOT-1:0];
      dropped[w] = drop && send_slot == w[SLOT-1:0];
      given[w] = deliver_drop && deliver_slot == w[SLOT-1:0];
    end
  end
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      send_q <= {SLOTS{1'b0}};
      deliver_q <= {SLOTS{1'b0}};
    end else begin
      send_q <= (send_q & ~dropped) | ended;
      deliver_q <= (deliver_q & ~given) | (store_deliver_i ? ended : {SLOTS{1'b0}});
    end
  end
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A packet is stored where nothing is, and sent and delivered once.
      begin : packet_is_stored_where_none_is
        assert ((ended & (send_q | deliver_q | half_q)) == {SLOTS{1'b0}});
      end
      begin : packet_is_sent_once assert ((dropped & ~send_q) == {SLOTS{1'b0}}); end
      begin : packet_is_delivered_once assert ((given & ~deliver_q) == {SLOTS{1'b0}}); end
      // Only a slot that waits for nothing is free, and no end is missed.
      begin : free_slot_waits_for_nothing
        assert ((free_o & (send_q | deliver_q)) == {SLOTS{1'b0}});
      end
      begin : no_end_of_sending_is_missed assert (!(sent_q && drop)); end
      begin : no_end_of_delivery_is_missed assert (!(delivered_q && sent_q && deliver_drop)); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
