<{ c.banner("Property: what harts_buffer_unit keeps of the packets that are stored.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds, whatever the
//   sender and the deliverer ask for (what they say is left open), while packets come to slots of which
//   nothing is left, and only packets that wait leave, with a cycle between two of them, and with what
//   their end said about delivery. From its end on a packet waits for the sender until
//   it is dropped, and for the deliverer, if it is to be delivered, until it is; when it waits for
//   neither, free_o shows its slot for one cycle: the next one, or the second one if the deliverer ends as
//   the sender drops a packet. Who looks at it, the sender first, gets its header, where it
//   came from and how it ended
<%- if c.frame.max_data > 0 %>; who reads its data, the
//   sender first, gets what came at that offset
<%- endif %>. All else is handed on.
`default_nettype none

module proof_harts_buffer_unit (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [2:0] origin_i,
  input  wire [5:0] faulty_i,
  input  wire begin_i,
<%- if c.frame.max_data > 0 %>
  input  wire write_i,
  input  wire [<{ c.frame.offset_bits - 1 }>:0] offset_i,
  input  wire [<{ c.frame.width - 1 }>:0] data_i,
<%- endif %>
  input  wire end_i,
  input  wire bad_i,
  input  wire deliver_i,
  input  wire [<{ c.buffers.link_slot_bits - 1 }>:0] slot_i,
  input  wire [<{ c.frame.word_bits - 1 }>:0] word_i,
  input  wire [5:0] idle_i,
  input  wire [<{ 6 * c.buffers.classes - 1 }>:0] room_i,
  input  wire [5:0] grant_i,
<%- if c.options.bus %>
  input  wire tick_i,
<%- if c.frame.max_data > 0 %>
  input  wire early_tick_i,
<%- endif %>
<%- endif %>
  input  wire delivery_grant_i,
<%- if c.frame.max_data > 0 %>
  input  wire delivery_room_i,
<%- endif %>
  // The slot that is followed<% if c.frame.max_data > 0 %>, and the offset in it<% endif %>
<%- if c.frame.max_data > 0 %>
  input  wire [<{ c.frame.place_bits - 1 }>:0] place_i,
<%- endif %>
  input  wire [<{ c.buffers.link_slot_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam SLOTS = <{ c.buffers.link_slots }>;
  localparam SLOT = <{ c.buffers.link_slot_bits }>;

  wire [SLOTS-1:0] free;
  wire [5:0] waits, request;
  wire [<{ c.buffers.class_bits - 1 }>:0] class;
  wire [<{ c.frame.delivery_bits - 1 }>:0] head;
  wire [<{ c.frame.width - 1 }>:0] data;
  wire move, last, bad, delivery_request, first, empty, delivery_bad, unroutable;
<%- if c.frame.max_data > 0 %>
  wire [<{ c.frame.width - 1 }>:0] delivery_data;
  wire delivery_valid, delivery_last;
<%- endif %>
  <{ c.prefix }>harts_buffer_unit
<%- if !c.options.bus %> #(
    .SLOTS(SLOTS),
    .SLOT(SLOT)<% if c.frame.max_data > 0 %>,
    .DEPTH(<{ c.buffers.link_depth }>),
    .ADDRESS(<{ c.buffers.link_address_bits }>)<% endif %>
  )
<%- endif %> u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .origin_i(origin_i),
    .faulty_i(faulty_i),
    .store_begin_i(begin_i),
<%- if c.frame.max_data > 0 %>
    .store_write_i(write_i),
    .store_offset_i(offset_i),
    .store_data_i(data_i),
<%- endif %>
    .store_end_i(end_i),
    .store_bad_i(bad_i),
    .store_deliver_i(deliver_i),
    .store_slot_i(slot_i),
    .store_word_i(word_i),
    .free_o(free),
    .idle_i(idle_i),
    .room_i(room_i),
    .wait_o(waits),
    .request_o(request),
    .class_o(class),
    .grant_i(grant_i),
<%- if c.options.bus %>
    .tick_i(tick_i),
<%- if c.frame.max_data > 0 %>
    .early_tick_i(early_tick_i),
<%- endif %>
<%- endif %>
    .move_o(move),
    .data_o(data),
    .last_o(last),
    .bad_o(bad),
    .delivery_request_o(delivery_request),
    .delivery_grant_i(delivery_grant_i),
    .delivery_first_o(first),
    .delivery_head_o(head),
    .delivery_empty_o(empty),
    .delivery_bad_o(delivery_bad),
<%- if c.frame.max_data > 0 %>
    .delivery_room_i(delivery_room_i),
    .delivery_valid_o(delivery_valid),
    .delivery_data_o(delivery_data),
    .delivery_last_o(delivery_last),
<%- endif %>
    .unroutable_o(unroutable)
  );

  // What the sender and the deliverer receive and send, and what the memories have of the slot.
<%- include "common/proof/seen.vh" %>
  (* keep *)
  wire [<{ c.buffers.word_bits - 1 }>:0] kept_word;
  (* keep *)
  wire [<{ ending_bits - 1 }>:0] kept_ending;
  (* keep *)
  wire [SLOTS-1:0] half_slots;
  (* keep *)
  wire sender_done, sender_done_both, deliverer_done;
  (* keep *)
  wire [SLOT-1:0] sender_done_slot, deliverer_done_slot;
  connect u_dut.u_words.words_q.place = watched_i;
  connect u_dut.u_endings.words_q.place = watched_i;
  connect kept_word = u_dut.u_words.words_q.kept_q;
  connect kept_ending = u_dut.u_endings.words_q.kept_q;
  connect half_slots = u_dut.half_q;
  connect sender_done = u_dut.sent_q;
  connect sender_done_slot = u_dut.sent_slot_q;
  connect sender_done_both = u_dut.both_q;
  connect deliverer_done = u_dut.delivered_q;
  connect deliverer_done_slot = u_dut.delivered_slot_q;

  // The packet of the slot.
  wire here = slot_i == watched_i;
  wire begins = begin_i && here;
  wire ends = end_i && here;
  wire dropped = sender_drop_o && sender_slot_o == watched_i;
  wire delivered = deliverer_drop_o && deliverer_slot_o == watched_i;
  reg begun_q, ended_q, to_send_q, to_deliver_q, twice_q;
  reg [<{ c.buffers.word_bits - 1 }>:0] word_q;
  reg [<{ ending_bits - 1 }>:0] ending_q;
  wire sends = ends || (to_send_q && !dropped);
  wire delivers = (ends && deliver_i) || (to_deliver_q && !delivered);
  // What the flag of the slot knows a cycle after it, or later if the sender drops something.
  reg drops_q, done_q, sent_q, delivered_q;
  wire sender_counts = sent_q;
  wire deliverer_counts = delivered_q && !drops_q;
  reg send_left_q, deliver_left_q;
  wire due = send_left_q || deliver_left_q;
  wire frees = (sender_counts && !deliver_left_q) || (deliverer_counts && !send_left_q);
  always @(posedge clk_i) begin
    begun_q <= rst_ni && (begun_q || begins);
    ended_q <= rst_ni && (ended_q || ends);
    to_send_q <= rst_ni && sends;
    to_deliver_q <= rst_ni && delivers;
    twice_q <= ends ? deliver_i : twice_q;
    drops_q <= rst_ni && sender_drop_o;
    done_q <= rst_ni && deliverer_drop_o;
    sent_q <= rst_ni && dropped;
    delivered_q <= rst_ni && (delivered || (delivered_q && drops_q));
    send_left_q <= rst_ni && (ends || (send_left_q && !sender_counts));
    deliver_left_q <= rst_ni && ((ends && deliver_i) || (deliver_left_q && !deliverer_counts));
    if (begins) word_q <= <% if c.options.bus %>{origin_i, word_i}<% else %>word_i<% endif %>;
    if (ends) ending_q <= <% if c.frame.max_data > 0 %>{bad_i, offset_i + <{ c.extend("write_i", 1, c.frame.offset_bits) }>}<% else %>bad_i<% endif %>;
  end
<%- if c.frame.max_data > 0 %>

  // One flit of it, and who has read it.
  localparam [<{ c.buffers.link_address_bits - 1 }>:0] PITCH_FLITS = <{ c.buffers.pitch }>;
  wire [<{ c.frame.offset_bits - 1 }>:0] at = <{ c.extend("place_i", c.frame.place_bits, c.frame.offset_bits) }>;
  wire written = write_i && here && offset_i == at;
  wire send_reads = sender_read_o && sender_slot_o == watched_i && sender_read_offset_o == at;
  wire deliver_reads = deliverer_read_grant_i && deliverer_slot_o == watched_i &&
      deliverer_read_offset_o == at;
  // Its address, which the memory keeps.
  (* keep *)
  wire [<{ c.buffers.link_address_bits - 1 }>:0] address =
      <{ c.extend("watched_i", c.buffers.link_slot_bits, c.buffers.link_address_bits) }> * PITCH_FLITS +
      <{ c.extend("place_i", c.frame.place_bits, c.buffers.link_address_bits) }>;
<%- if c.options.bus %>
  (* keep *)
  wire [<{ c.frame.width - 1 }>:0] kept_flit;
  connect u_dut.u_memory.words_q.place = address;
  connect kept_flit = u_dut.u_memory.words_q.kept_q;
<%- else %>
  (* keep *)
  wire [<{ c.buffers.link_address_bits - 2 }>:0] row = address[<{ c.buffers.link_address_bits - 1 }>:1];
  (* keep *)
  wire [<{ c.frame.width - 1 }>:0] kept_even, kept_odd;
<%- let bits = c.frame.width / c.buffers.link_lanes %>
<%- for (bank, kept) in [(0, "kept_even"), (1, "kept_odd")] %>
<%- for lane in 0..c.buffers.link_lanes %>
  connect u_dut.u_memory.gen_bank[<{ bank }>].gen_lane[<{ lane }>].u_memory.words_q.place = row;
  connect <{ kept }>[<{ (lane + 1) * bits - 1 }>:<{ lane * bits }>] = u_dut.u_memory.gen_bank[<{ bank }>].gen_lane[<{ lane }>].u_memory.words_q.kept_q;
<%- endfor %>
<%- endfor %>
  wire [<{ c.frame.width - 1 }>:0] kept_flit = address[0] ? kept_odd : kept_even;
<%- endif %>
  reg flit_written_q, sent_flit_q, delivered_flit_q;
  reg [<{ c.frame.width - 1 }>:0] flit_q, read_q;
  always @(posedge clk_i) begin
    flit_written_q <= rst_ni && (flit_written_q || written);
    sent_flit_q <= rst_ni && flit_written_q && send_reads;
    delivered_flit_q <= rst_ni && flit_written_q && deliver_reads;
    if (written) flit_q <= data_i;
    read_q <= flit_q;
  end
<%- endif %>

  reg legal, untrue;
  reg [SLOT-1:0] watched_q;
<%- if c.frame.max_data > 0 %>
  reg [<{ c.frame.place_bits - 1 }>:0] place_q;
<%- endif %>
  always @* begin
    legal = watched_i == watched_q && watched_i < SLOTS && slot_i < SLOTS;
    if ((begins || ends) && due) legal = 1'b0;
    if ((dropped && !to_send_q) || (delivered && !to_deliver_q)) legal = 1'b0;
    if ((sender_drop_o && drops_q) || (deliverer_drop_o && done_q)) legal = 1'b0;
    if (dropped && sender_delivers_o != twice_q) legal = 1'b0;
<%- if c.frame.max_data > 0 %>
    if (place_i != place_q || at >= <{ c.buffers.pitch }> || (write_i && offset_i >= <{ c.buffers.pitch }>)) legal = 1'b0;
    if (written && (send_reads || deliver_reads)) legal = 1'b0;
<%- endif %>

    untrue = free[watched_i] != frees;
    // The registers agree.
    if (half_slots[watched_i] != (due && twice_q && send_left_q != deliver_left_q)) untrue = 1'b1;
    if (sender_done != drops_q || (deliverer_done && sender_done && !done_q)) untrue = 1'b1;
    if ((sender_done && sender_done_slot == watched_i) != sent_q) untrue = 1'b1;
    if ((deliverer_done && deliverer_done_slot == watched_i) != delivered_q) untrue = 1'b1;
    if (sent_q && sender_done_both != twice_q) untrue = 1'b1;
    if (send_left_q != (to_send_q || sent_q) || deliver_left_q != (to_deliver_q || delivered_q)) untrue = 1'b1;
    if ((to_send_q && sent_q) || (to_deliver_q && delivered_q)) untrue = 1'b1;
    if (deliver_left_q && !twice_q) untrue = 1'b1;
    // Who learns of a packet.
    if (sender_store_i != end_i || deliverer_store_i != (end_i && deliver_i)) untrue = 1'b1;
    if (end_i && (sender_store_slot_i != slot_i || deliverer_store_slot_i != slot_i)) untrue = 1'b1;
    // Who looks.
    if (deliverer_lookup_grant_i != (deliverer_lookup_o && !sender_lookup_o)) untrue = 1'b1;
    if (sender_lookup_o && sender_lookup_slot_o == watched_i) begin
      if (begun_q && sender_word_i != word_q[<{ c.frame.word_bits - 1 }>:0]) untrue = 1'b1;
<%- if c.options.bus %>
      if (begun_q && sender_origin_i != word_q[<{ c.buffers.word_bits - 1 }>:<{ c.frame.word_bits }>]) untrue = 1'b1;
<%- endif %>
      if (ended_q && <% if c.frame.max_data > 0 %>{sender_bad_i, sender_length_i}<% else %>sender_bad_i<% endif %> != ending_q) untrue = 1'b1;
    end
    if (deliverer_lookup_grant_i && deliverer_lookup_slot_o == watched_i) begin
      if (begun_q && deliverer_word_i != word_q[<{ c.frame.word_bits - 1 }>:0]) untrue = 1'b1;
<%- if c.options.bus %>
      if (begun_q && deliverer_origin_i != word_q[<{ c.buffers.word_bits - 1 }>:<{ c.frame.word_bits }>]) untrue = 1'b1;
<%- endif %>
      if (ended_q && <% if c.frame.max_data > 0 %>{deliverer_bad_i, deliverer_length_i}<% else %>deliverer_bad_i<% endif %> != ending_q) untrue = 1'b1;
    end
<%- if !c.options.bus %>
    if (sender_origin_i != origin_i || deliverer_origin_i != origin_i) untrue = 1'b1;
<%- endif %>
<%- if c.frame.max_data > 0 %>
    // Who reads: <% if c.options.bus %>one at a time<% else %>both, but not from one bank<% endif %>.
<%- if c.options.bus %>
    if (deliverer_read_grant_i != (deliverer_read_o && !sender_read_o)) untrue = 1'b1;
<%- else %>
    if (deliverer_read_grant_i && !deliverer_read_o) untrue = 1'b1;
    if (deliverer_read_o && !sender_read_o && !deliverer_read_grant_i) untrue = 1'b1;
<%- endif %>
    if (sent_flit_q && sender_read_data_i != read_q) untrue = 1'b1;
    if (delivered_flit_q && delivery_data != read_q) untrue = 1'b1;
<%- endif %>
    // What is handed on.
    if (sender_clk_i != clk_i || deliverer_clk_i != clk_i) untrue = 1'b1;
    if (sender_rst_ni != rst_ni || deliverer_rst_ni != rst_ni) untrue = 1'b1;
    if (sender_faulty_i != faulty_i || sender_idle_i != idle_i || sender_room_i != room_i) untrue = 1'b1;
    if (sender_grant_i != grant_i || deliverer_grant_i != delivery_grant_i) untrue = 1'b1;
    if (waits != sender_wait_o || request != sender_request_o || class != sender_class_o) untrue = 1'b1;
    if (move != sender_move_o || data != sender_data_o || last != sender_last_o) untrue = 1'b1;
    if (bad != sender_bad_o || unroutable != sender_unroutable_o) untrue = 1'b1;
    if (delivery_request != deliverer_request_o || first != deliverer_first_o) untrue = 1'b1;
    if (head != deliverer_head_o || empty != deliverer_empty_o) untrue = 1'b1;
    if (delivery_bad != deliverer_bad_o) untrue = 1'b1;
<%- if c.options.bus %>
    if (sender_tick_i != tick_i<% if c.frame.max_data > 0 %> || sender_early_tick_i != early_tick_i<% endif %>) untrue = 1'b1;
<%- endif %>
<%- if c.frame.max_data > 0 %>
    if (deliverer_room_i != delivery_room_i || delivery_valid != deliverer_valid_o) untrue = 1'b1;
    if (delivery_last != deliverer_last_o) untrue = 1'b1;
<%- endif %>
  end

  // What the registers and the memories have of the slot.
  wire astray = (begun_q && kept_word != word_q) || (ended_q && kept_ending != ending_q)
<%- if c.frame.max_data > 0 %> ||
      (flit_written_q && kept_flit != flit_q)
<%- endif %>;
  wire broken = untrue || astray;
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) begin
    watched_q <= watched_i;
<%- if c.frame.max_data > 0 %>
    place_q <= place_i;
<%- endif %>
    held_q <= !rst_ni || (legal && !broken);
  end
  assign failed_o = held_q && rst_ni && legal && broken;
endmodule

`default_nettype wire
