<{ c.banner("Property: how harts_deliverer hands stored packets to the reception.") }>
// Contract: failed_o = 0 in every cycle after a reset while grants answer requests: the slot that is
//   offered is looked at, at once where none is under way; it asks for the
//   reception and leaves with the head of its row
<%- if c.frame.max_data > 0 %>, then its data from the first flit to the
//   last, each read once and only while there is room
<%- endif %>. It is dropped once, when all of it has left, and not
//   in the cycle after another.
`default_nettype none

module proof_harts_deliverer (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire store_i,
  input  wire [<{ c.buffers.link_slot_bits - 1 }>:0] store_slot_i,
  input  wire lookup_grant_i,
  input  wire [2:0] origin_i,
  input  wire [<{ c.frame.word_bits - 1 }>:0] word_i,
  input  wire bad_i,
<%- if c.frame.max_data > 0 %>
  input  wire [<{ c.frame.offset_bits - 1 }>:0] length_i,
  input  wire room_i,
  input  wire read_grant_i,
<%- endif %>
  input  wire grant_i,
  output wire failed_o
);
  localparam SLOT = <{ c.buffers.link_slot_bits }>;

  wire lookup, drop, request, first, empty, is_bad;
  wire [SLOT-1:0] lookup_slot, slot;
  wire [<{ c.frame.delivery_bits - 1 }>:0] head;
<%- if c.frame.max_data > 0 %>
  wire valid, last, read;
  wire [<{ c.frame.offset_bits - 1 }>:0] offset;
<%- endif %>
  <{ c.prefix }>harts_deliverer #(
    .SLOT(SLOT)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .store_i(store_i),
    .store_slot_i(store_slot_i),
    .lookup_o(lookup),
    .lookup_grant_i(lookup_grant_i),
    .lookup_slot_o(lookup_slot),
    .slot_o(slot),
    .origin_i(origin_i),
    .word_i(word_i),
    .bad_i(bad_i),
<%- if c.frame.max_data > 0 %>
    .length_i(length_i),
<%- endif %>
    .drop_o(drop),
    .request_o(request),
    .grant_i(grant_i),
    .first_o(first),
    .head_o(head),
    .empty_o(empty),
    .bad_o(is_bad)<% if c.frame.max_data > 0 %>,
    .room_i(room_i),
    .valid_o(valid),
    .last_o(last),
    .read_o(read),
    .read_offset_o(offset),
    .read_grant_i(read_grant_i)<% endif %>
  );

  // The head of a delivery: sequence number, direction of arrival, copies, source.
  wire [2:0] direction = origin_i == 3'd6 ? 3'd7 : origin_i;
  wire [<{ c.frame.delivery_bits - 1 }>:0] row = word_i[0] ?
      {word_i[<{ c.frame.broadcast_bits - 1 }>:<{ c.frame.source_high + 1 }>], direction, word_i[3:1], word_i[<{ c.frame.source_high }>:<{ c.frame.source_low }>]} :
      {word_i[<{ c.frame.regular_bits - 1 }>:<{ c.frame.regular_source_high + 1 }>], direction, 3'd0, word_i[<{ c.frame.regular_source_high }>:<{ c.frame.regular_source_low }>]};

  // The packet under way: looked at, known, begun.
  reg known_q, begun_q, sound_q, bad_q, dropped_q;
  reg [SLOT-1:0] slot_q;
  reg [<{ c.frame.delivery_bits - 1 }>:0] head_q;
  wire looked = lookup && lookup_grant_i;
<%- if c.frame.max_data > 0 %>
  // Its data: how many, how many were read, and the flit that was read last.
  reg flit_q, last_q;
  reg [<{ c.frame.offset_bits - 1 }>:0] length_q, count_q;
  wire empties = length_q == <{ c.frame.offset_bits }>'d0;
  wire ends = (first && empties) || (flit_q && last_q);
<%- else %>
  wire empties = 1'b1;
  wire ends = first;
<%- endif %>
  always @(posedge clk_i) begin
    dropped_q <= rst_ni && drop;
    known_q <= rst_ni && (looked || (known_q && !ends));
    begun_q <= rst_ni && ((first && !empties) || (begun_q && !ends));
    if (looked) begin
      slot_q <= lookup_slot;
      head_q <= row;
      bad_q <= bad_i;
    end
<%- if c.frame.max_data > 0 %>
    if (looked) begin
      length_q <= length_i;
      count_q <= <{ c.frame.offset_bits }>'d0;
    end else if (read_grant_i) begin
      count_q <= count_q + <{ c.frame.offset_bits }>'d1;
      last_q <= count_q + <{ c.frame.offset_bits }>'d1 == length_q;
    end
    flit_q <= rst_ni && read_grant_i;
<%- endif %>
  end

  // Who is next, any one, and who comes after all others.
  (* keep *)
  wire queue_clk_i, queue_rst_ni, queue_push_i, queue_full_o, queue_valid_o, queue_pop_i;
  (* keep *)
  wire [SLOT-1:0] queue_data_i, queue_data_o;
  connect queue_clk_i = u_dut.u_queue.clk_i;
  connect queue_rst_ni = u_dut.u_queue.rst_ni;
  connect queue_push_i = u_dut.u_queue.push_i;
  connect queue_data_i = u_dut.u_queue.data_i;
  connect queue_full_o = u_dut.u_queue.full_o;
  connect queue_valid_o = u_dut.u_queue.valid_o;
  connect queue_data_o = u_dut.u_queue.data_o;
  connect queue_pop_i = u_dut.u_queue.pop_i;
  reg legal, bad;
  always @* begin
    legal = !(grant_i && !request) && !(lookup_grant_i && !lookup);
<%- if c.frame.max_data > 0 %>
    if (read_grant_i && !read) legal = 1'b0;
<%- endif %>

    bad = queue_push_i != store_i || (store_i && queue_data_i != store_slot_i);
    if (queue_clk_i != clk_i || queue_rst_ni != rst_ni) bad = 1'b1;
    if (lookup != (queue_valid_o && !known_q) || (lookup && lookup_slot != queue_data_o) || queue_pop_i != looked) bad = 1'b1;
    if (known_q && slot != slot_q) bad = 1'b1;
    if (request != (known_q && !begun_q) || first != (request && grant_i)) bad = 1'b1;
    if (first && (head != head_q || is_bad != bad_q || empty != empties)) bad = 1'b1;
    if (drop != (known_q && ends) || (drop && dropped_q)) bad = 1'b1;
<%- if c.frame.max_data > 0 %>
    if (read != (begun_q && room_i && count_q != length_q)) bad = 1'b1;
    if (read && offset != count_q) bad = 1'b1;
    if (valid != flit_q || (valid && last != last_q)) bad = 1'b1;
<%- endif %>
  end
  initial sound_q = 1'b0;
  always @(posedge clk_i) sound_q <= !rst_ni || (sound_q && legal);
  assign failed_o = sound_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
