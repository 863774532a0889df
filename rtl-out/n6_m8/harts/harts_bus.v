// Bus: seven slots of one cycle, one for each receiver and one for the processor.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: in slot d < 6 receiver d moves a flit, to the transmitter that it owns, to the store or
//   to both; in slot 6 the sender moves a stored flit and the injector stores one. slot_o is
//   one-hot; a source shows a flit only in its slot.
// Latency and state: combinational; the slot.
// Source: [KS91] 3.
// Widths: 224 = 7 x W; 32 = W; 49 = 7 x number of a flit;
//   35 = 7 x number of a buffer; 196 = 7 x header; 7 = number of a flit;
//   7 = slot of a link; 28 = header.
`default_nettype none

module harts_bus (
  input  wire clk_i,
  input  wire rst_ni,
  output wire [6:0] slot_o,
  // Flits to transmitters: receivers, then the sender
  input  wire [6:0] move_i,
  input  wire [223:0] data_i,
  input  wire [6:0] last_i,
  input  wire [6:0] bad_i,
  input  wire [41:0] owner_i,
  output wire [5:0] link_move_o,
  output wire [31:0] link_data_o,
  output wire link_last_o,
  output wire link_bad_o,
  // Packets to the store: receivers, then the injector
  input  wire [6:0] store_begin_i,
  input  wire [6:0] store_write_i,
  input  wire [48:0] store_offset_i,
  input  wire [31:0] injected_data_i,
  input  wire [6:0] store_end_i,
  input  wire [6:0] store_bad_i,
  input  wire [6:0] store_deliver_i,
  input  wire [34:0] store_buffer_i,
  input  wire [195:0] store_word_i,
  output wire store_begin_o,
  output wire store_write_o,
  output wire [6:0] store_offset_o,
  output wire [31:0] store_data_o,
  output wire store_end_o,
  output wire store_bad_o,
  output wire store_deliver_o,
  output wire [2:0] store_origin_o,
  output wire [6:0] store_slot_o,
  output wire [27:0] store_word_o
);
  localparam W = 32;
  localparam WORD = 28;
  localparam BUFFER = 5;
  localparam OFFSET = 7;

  reg [6:0] slot_q;
  always @(posedge clk_i) begin
    if (!rst_ni) slot_q <= 7'd1;
    else slot_q <= {slot_q[5:0], slot_q[6]};
  end
  assign slot_o = slot_q;

  reg [W-1:0] data;
  reg [WORD-1:0] word;
  reg [BUFFER-1:0] buffer;
  reg [2:0] origin;
  reg [OFFSET-1:0] offset;
  integer i;
  always @* begin
    data = {W{1'b0}};
    word = {WORD{1'b0}};
    buffer = {BUFFER{1'b0}};
    origin = 3'd0;
    offset = {OFFSET{1'b0}};
    for (i = 0; i < 7; i = i + 1) begin
      if (slot_q[i]) begin
        data = data | data_i[i*W+:W];
        word = word | store_word_i[i*WORD+:WORD];
        buffer = buffer | store_buffer_i[i*BUFFER+:BUFFER];
        origin = origin | i[2:0];
        offset = offset | store_offset_i[i*OFFSET+:OFFSET];
      end
    end
  end

  reg [6:0] first_slot;
  always @* begin
    case (origin)
      3'd0: first_slot = 7'd0;
      3'd1: first_slot = 7'd19;
      3'd2: first_slot = 7'd38;
      3'd3: first_slot = 7'd57;
      3'd4: first_slot = 7'd76;
      3'd5: first_slot = 7'd95;
      3'd6: first_slot = 7'd114;
      default: first_slot = 7'd0;
    endcase
  end

  genvar t;
  generate
    for (t = 0; t < 6; t = t + 1) begin : gen_link
      assign link_move_o[t] = |(owner_i[7*t+:7] & move_i);
    end
  endgenerate
  assign link_data_o = data;
  assign link_last_o = |(slot_q & last_i);
  assign link_bad_o = |(slot_q & bad_i);

  assign store_begin_o = |store_begin_i;
  assign store_end_o = |store_end_i;
  assign store_bad_o = |(slot_q & store_bad_i);
  assign store_deliver_o = |(slot_q & store_deliver_i);
  assign store_origin_o = origin;
  assign store_slot_o = first_slot + {2'd0, buffer};
  assign store_word_o = word;
  assign store_write_o = |store_write_i;
  assign store_offset_o = offset;
  assign store_data_o = slot_q[6] ? injected_data_i : data;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // One slot at a time, and its source alone shows a flit.
      begin : one_slot_at_a_time
        assert (slot_q != 7'd0 && (slot_q & (slot_q - 7'd1)) == 7'd0);
      end
      begin : source_moves_in_its_slot
        assert (((move_i | store_begin_i | store_end_i) & ~slot_q) == 7'd0);
      end
      begin : source_writes_in_its_slot assert ((store_write_i & ~slot_q) == 7'd0); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
