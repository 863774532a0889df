<{ c.banner("Bus: seven slots of one cycle, one for each receiver and one for the processor.") }>
// Contract: in slot d < 6 receiver d moves a flit, to the transmitter that it owns, to the store or
//   to both; in slot 6 the sender moves a stored flit and the injector stores one. slot_o is
//   one-hot; a source shows a flit only in its slot.
// Latency and state: combinational; the slot.
// Source: [KS91] 3.
// Widths: <{ 7 * c.frame.width }> = 7 x W; <{ c.frame.width }> = W; <{ 7 * c.frame.offset_bits }> = 7 x number of a flit;
//   <{ 7 * c.buffers.index_bits }> = 7 x number of a buffer; <{ 7 * c.frame.word_bits }> = 7 x header; <{ c.frame.offset_bits }> = number of a flit;
//   <{ c.buffers.link_slot_bits }> = slot of a link; <{ c.frame.word_bits }> = header.
`default_nettype none

module <{ c.prefix }>harts_bus (
  input  wire clk_i,
  input  wire rst_ni,
  output wire [6:0] slot_o,
  // Flits to transmitters: receivers, then the sender
  input  wire [6:0] move_i,
  input  wire [<{ 7 * c.frame.width - 1 }>:0] data_i,
  input  wire [6:0] last_i,
  input  wire [6:0] bad_i,
  input  wire [41:0] owner_i,
  output wire [5:0] link_move_o,
  output wire [<{ c.frame.width - 1 }>:0] link_data_o,
  output wire link_last_o,
  output wire link_bad_o,
  // Packets to the store: receivers, then the injector
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
  output wire store_begin_o,
<%- if c.frame.max_data > 0 %>
  output wire store_write_o,
  output wire [<{ c.frame.offset_bits - 1 }>:0] store_offset_o,
  output wire [<{ c.frame.width - 1 }>:0] store_data_o,
<%- endif %>
  output wire store_end_o,
  output wire store_bad_o,
  output wire store_deliver_o,
  output wire [2:0] store_origin_o,
  output wire [<{ c.buffers.link_slot_bits - 1 }>:0] store_slot_o,
  output wire [<{ c.frame.word_bits - 1 }>:0] store_word_o
);
  localparam W = <{ c.frame.width }>;
  localparam WORD = <{ c.frame.word_bits }>;
  localparam BUFFER = <{ c.buffers.index_bits }>;
<%- if c.frame.max_data > 0 %>
  localparam OFFSET = <{ c.frame.offset_bits }>;
<%- endif %>

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
<%- if c.frame.max_data > 0 %>
  reg [OFFSET-1:0] offset;
<%- endif %>
  integer i;
  always @* begin
    data = {W{1'b0}};
    word = {WORD{1'b0}};
    buffer = {BUFFER{1'b0}};
    origin = 3'd0;
<%- if c.frame.max_data > 0 %>
    offset = {OFFSET{1'b0}};
<%- endif %>
    for (i = 0; i < 7; i = i + 1) begin
      if (slot_q[i]) begin
        data = data | data_i[i*W+:W];
        word = word | store_word_i[i*WORD+:WORD];
        buffer = buffer | store_buffer_i[i*BUFFER+:BUFFER];
        origin = origin | i[2:0];
<%- if c.frame.max_data > 0 %>
        offset = offset | store_offset_i[i*OFFSET+:OFFSET];
<%- endif %>
      end
    end
  end

  reg [<{ c.buffers.link_slot_bits - 1 }>:0] first_slot;
  always @* begin
    case (origin)
<%- for base in c.buffers.slot_bases %>
      3'd<{ loop.index0 }>: first_slot = <{ c.buffers.link_slot_bits }>'d<{ base }>;
<%- endfor %>
      default: first_slot = <{ c.buffers.link_slot_bits }>'d0;
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
  assign store_slot_o = first_slot + <{ c.extend("buffer", c.buffers.index_bits, c.buffers.link_slot_bits) }>;
  assign store_word_o = word;
<%- if c.frame.max_data > 0 %>
  assign store_write_o = |store_write_i;
  assign store_offset_o = offset;
  assign store_data_o = slot_q[6] ? injected_data_i : data;
<%- endif %>

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
<%- if c.frame.max_data > 0 %>
      begin : source_writes_in_its_slot assert ((store_write_i & ~slot_q) == 7'd0); end
<%- endif %>
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
