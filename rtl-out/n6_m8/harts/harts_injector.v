// Injector: takes the frames of the processor and stores them whole.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a frame has the header type, k, destination and sequence; it is taken while one of the
//   2 own packet buffers is free. An illegal header (event 1), a frame that ends in its header (2)
//   and one with more than max_data data flits (3) are swallowed whole.
// Latency and state: a regular frame takes a cycle more for each ring that its way crosses; the
//   position inside the frame, and the own packet buffers in use.
// Source: routing tags in closed form, ours.
// Widths: 7 = node number; 19 = low part of a header; 7 = number of a flit;
//   28 = header; 2 = own slots.
// Registers without a reset: word_q, empty_q, slot_q, way_q, crosses_q, ring_q, tags_q, offset_q.
`default_nettype none

module harts_injector (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [6:0] local_address_i,
  // Processor; the data flits go past the injector
  input  wire [18:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  // Store
  input  wire tick_i,
  output wire store_begin_o,
  output wire store_write_o,
  output wire [6:0] store_offset_o,
  output wire store_end_o,
  output wire store_deliver_o,
  output wire store_slot_o,
  output wire [27:0] store_word_o,
  input  wire [1:0] free_i,
  // Events
  output wire event_valid_o,
  output wire [3:0] event_code_o
);
  localparam ID = 7;
  localparam TAG = 4;
  localparam [2:0] HEADER = 3'd0, CHECK = 3'd1, ROUTE = 3'd2, STORE = 3'd3,
      SKIP = 3'd4, DATA = 3'd5;

  reg [2:0] state_q;
  reg [1:0] used_q;
  reg slot_q, empty_q;
  reg [18:0] word_q;
  wire may_begin = !(&used_q);
  reg [6:0] offset_q;

  assign s_axis_tready = state_q == HEADER ? may_begin :
      state_q == DATA ? tick_i : state_q == SKIP;
  wire accept = s_axis_tvalid && s_axis_tready;
  wire in_header = accept && state_q == HEADER;

  // Header fields.
  wire broadcast = word_q[0];
  wire [2:0] copies = word_q[3:1];
  wire [ID-1:0] destination = word_q[10:4];
  wire [7:0] sequence_number = word_q[18:11];
  wire illegal = broadcast ? copies == 3'd0 || copies == 3'd7 :
      copies != 3'd0 || destination > 7'd90;

  // Way to the destination: a hops along direction 0 and b along direction 2, where a hop along
  // both is one along direction 1. Found by the ring r of 3n-2 nodes that the offset is on.
  wire [ID:0] difference = {1'b0, destination} - {1'b0, local_address_i};
  wire [ID-1:0] offset =
      difference[ID-1:0] + (difference[ID] ? 7'd91 : 7'd0);
  reg [ID-1:0] way_q;
  reg [TAG-1:0] ring_q;
  reg crosses_q;
  wire ahead = way_q <= 7'd5;
  wire behind = way_q >= 7'd86;
  wire settled = crosses_q ? way_q < 7'd16 : ahead || behind;
  wire near_side = way_q <= 7'd5 + {3'd0, ring_q};
  reg [TAG-1:0] a, b;
  always @* begin
    if (!crosses_q) begin
      a = ahead ? way_q[TAG-1:0] : way_q[TAG-1:0] - 4'd11;
      b = {TAG{1'b0}};
    end else if (near_side) begin
      a = way_q[TAG-1:0] - 4'd5;
      b = ring_q - 4'd5;
    end else begin
      a = way_q[TAG-1:0] - 4'd10;
      b = ring_q + 4'd1;
    end
  end
  // What both have in common; of two negative ones that is the larger.
  wire common = a[TAG-1] == b[TAG-1] && a != {TAG{1'b0}} && b != {TAG{1'b0}};
  wire [TAG-1:0] both = !common ? {TAG{1'b0}} : (a < b) == !a[TAG-1] ? a : b;
  reg [3*TAG-1:0] tags_q;

  assign store_word_o = broadcast ?
      {sequence_number, local_address_i, 9'd0, copies, 1'b1} :
      {sequence_number, local_address_i, tags_q, 1'b0};
  assign store_deliver_o = !broadcast && tags_q == {3*TAG{1'b0}};
  assign store_begin_o = state_q == STORE && tick_i;
  assign store_slot_o = slot_q;
  assign store_write_o = accept && state_q == DATA;
  assign store_offset_o = offset_q;
  wire full = offset_q == 7'd63;
  wire oversize = store_write_o && !s_axis_tlast && full;
  assign store_end_o = (store_begin_o && empty_q) || (store_write_o && s_axis_tlast);

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= HEADER;
    end else begin
      case (state_q)
        HEADER: if (in_header) state_q <= CHECK;
        CHECK: begin
          if (illegal) state_q <= empty_q ? HEADER : SKIP;
          else state_q <= broadcast ? STORE : ROUTE;
        end
        ROUTE: if (settled) state_q <= STORE;
        STORE: if (store_begin_o) state_q <= empty_q ? HEADER : DATA;
        DATA: begin
          if (oversize) state_q <= SKIP;
          else if (store_end_o) state_q <= HEADER;
        end
        default: if (accept && s_axis_tlast) state_q <= HEADER;
      endcase
    end
  end

  reg [1:0] ended;
  always @* begin
    ended = 2'd0;
    ended[slot_q] = store_end_o;
  end
  always @(posedge clk_i) begin
    if (!rst_ni) used_q <= 2'd0;
    else used_q <= (used_q & ~free_i) | ended;
  end

  always @(posedge clk_i) begin
    if (in_header) word_q[18:0] <= s_axis_tdata[18:0];
    if (in_header) empty_q <= s_axis_tlast;
    if (in_header) slot_q <= used_q[0];
    if (state_q == CHECK) begin
      way_q <= offset;
      crosses_q <= 1'b0;
      ring_q <= {TAG{1'b0}};
    end else if (state_q == ROUTE && !settled) begin
      way_q <= way_q - (crosses_q ? 7'd16 : 7'd6);
      crosses_q <= 1'b1;
      if (crosses_q) ring_q <= ring_q + 4'd1;
    end
    if (state_q == ROUTE) tags_q <= {b - both, both, a - both};
    if (state_q == CHECK) offset_q <= 7'd0;
    else if (store_write_o) offset_q <= offset_q + 7'd1;
  end

  wire refused = state_q == CHECK && illegal;
  assign event_valid_o = refused || oversize;
  assign event_code_o = refused ? 4'd1 : 4'd3;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A frame is stored where nothing is; only buffers in use come back.
      begin : frame_is_stored_where_none_is assert (!store_begin_o || !used_q[slot_q]); end
      begin : used_buffers_come_back assert ((free_i & ~used_q) == 2'd0); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
