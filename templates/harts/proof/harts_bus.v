<{ c.banner("Property: what harts_bus carries in its slots.") }>
// Contract: failed_o = 0 in every cycle after a reset while sources show flits in their slots only:
//   the seven slots come one after the other; the flit of its source goes to the transmitters that it
//   owns and to no others; a packet for the store keeps its data, its place and its header, each
//   source has buffers of its own.
`default_nettype none

module proof_harts_bus (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [6:0] move_i,
  input  wire [<{ 7 * c.frame.width - 1 }>:0] data_i,
  input  wire [6:0] last_i,
  input  wire [6:0] bad_i,
  input  wire [41:0] owner_i,
  input  wire [6:0] store_begin_i,
<%- if c.frame.max_data > 0 %>
  input  wire [6:0] store_write_i,
  input  wire [<{ 7 * c.frame.offset_bits - 1 }>:0] store_offset_i,
  input  wire [<{ c.frame.width - 1 }>:0] injected_data_i,
<%- endif %>
  input  wire [6:0] store_end_i,
  input  wire [6:0] store_bad_i,
  input  wire [6:0] store_deliver_i,
  input  wire [<{ 7 * c.buffers.index_bits - 1 }>:0] store_buffer_i,
  input  wire [<{ 7 * c.frame.word_bits - 1 }>:0] store_word_i,
  output wire failed_o
);
  localparam W = <{ c.frame.width }>;
  localparam WORD = <{ c.frame.word_bits }>;
  localparam BUFFERS = <{ c.buffers.count }>;
  localparam BUFFER = <{ c.buffers.index_bits }>;

  wire [6:0] slot;
  wire [5:0] move;
  wire [W-1:0] data;
  wire last, bad_end, begins, write, ends, store_bad, deliver;
  wire [2:0] origin;
  wire [<{ c.buffers.link_slot_bits - 1 }>:0] place;
  wire [WORD-1:0] word;
<%- if c.frame.max_data > 0 %>
  wire [<{ c.frame.offset_bits - 1 }>:0] offset;
  wire [W-1:0] stored;
<%- endif %>
  <{ c.prefix }>harts_bus u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .slot_o(slot),
    .move_i(move_i),
    .data_i(data_i),
    .last_i(last_i),
    .bad_i(bad_i),
    .owner_i(owner_i),
    .link_move_o(move),
    .link_data_o(data),
    .link_last_o(last),
    .link_bad_o(bad_end),
    .store_begin_i(store_begin_i),
<%- if c.frame.max_data > 0 %>
    .store_write_i(store_write_i),
    .store_offset_i(store_offset_i),
    .injected_data_i(injected_data_i),
<%- endif %>
    .store_end_i(store_end_i),
    .store_bad_i(store_bad_i),
    .store_deliver_i(store_deliver_i),
    .store_buffer_i(store_buffer_i),
    .store_word_i(store_word_i),
    .store_begin_o(begins),
<%- if c.frame.max_data > 0 %>
    .store_write_o(write),
    .store_offset_o(offset),
    .store_data_o(stored),
<%- endif %>
    .store_end_o(ends),
    .store_bad_o(store_bad),
    .store_deliver_o(deliver),
    .store_origin_o(origin),
    .store_slot_o(place),
    .store_word_o(word)
  );

  // The source that has the slot: each comes after the one before it, the first after the last.
  reg begun_q;
  reg [2:0] turn_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || begun_q;
    turn_q <= !rst_ni || turn_q == 3'd6 ? 3'd0 : turn_q + 3'd1;
  end

  reg legal, bad;
  integer t;
  always @* begin
    legal = ((move_i | store_begin_i | store_end_i) & ~(7'd1 << turn_q)) == 7'd0;
    bad = slot != 7'd1 << turn_q || begins != store_begin_i[turn_q] || ends != store_end_i[turn_q];
    for (t = 0; t < 6; t = t + 1) begin
      if (move[t] != (move_i[turn_q] && owner_i[7*t+turn_q])) bad = 1'b1;
    end
    if (data != data_i[turn_q*W+:W]) bad = 1'b1;
    if (last != last_i[turn_q] || bad_end != bad_i[turn_q]) bad = 1'b1;
    if (store_bad != store_bad_i[turn_q] || deliver != store_deliver_i[turn_q]) bad = 1'b1;
    if (origin != turn_q || word != store_word_i[turn_q*WORD+:WORD]) bad = 1'b1;
    if (place != turn_q * BUFFERS + store_buffer_i[turn_q*BUFFER+:BUFFER]) bad = 1'b1;
<%- if c.frame.max_data > 0 %>
    if ((store_write_i & ~(7'd1 << turn_q)) != 7'd0) legal = 1'b0;
    // What the processor injects and what the sender sends go through the same slot.
    if (write != store_write_i[turn_q]) bad = 1'b1;
    if (offset != store_offset_i[turn_q*<{ c.frame.offset_bits }>+:<{ c.frame.offset_bits }>]) bad = 1'b1;
    if (stored != (turn_q == 3'd6 ? injected_data_i : data_i[turn_q*W+:W])) bad = 1'b1;
<%- endif %>
    // A buffer of a source lies among its own ones.
    if (store_buffer_i[turn_q*BUFFER+:BUFFER] >= (turn_q == 3'd6 ? <{ c.buffers.own_slots }> : BUFFERS)) legal = 1'b0;
  end
  assign failed_o = begun_q && legal && bad;
endmodule

`default_nettype wire
