<{ c.banner("Injector: takes the frames of the processor and stores them whole.") }>
// Contract: a frame has the header type, k, destination and sequence; it is taken while one of the
//   <{ c.buffers.own_slots }> own packet buffers is free. An illegal header (event 1), a frame that ends in its header (2)
//   and one with more than max_data data flits (3) are swallowed whole.
// Latency and state: a regular frame takes a cycle more for each ring that its way crosses; the
//   position inside the frame, and the own packet buffers in use.
// Source: routing tags in closed form, ours.
// Widths: <{ c.topology.node_bits }> = node number; <{ c.frame.injection_low_bits }> = low part of a header; <{ c.frame.offset_bits }> = number of a flit;
//   <{ c.frame.word_bits }> = header; <{ c.buffers.own_slots }> = own slots.
`default_nettype none

module <{ c.prefix }>harts_injector (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.node_bits - 1 }>:0] local_address_i,
  // Processor; the data flits go past the injector
  input  wire [<{ c.frame.injection_low_bits - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  // Store
<%- if c.options.bus %>
  input  wire tick_i,
<%- endif %>
  output wire store_begin_o,
<%- if c.frame.max_data > 0 %>
  output wire store_write_o,
  output wire [<{ c.frame.offset_bits - 1 }>:0] store_offset_o,
<%- endif %>
  output wire store_end_o,
  output wire store_deliver_o,
  output wire store_slot_o,
  output wire [<{ c.frame.word_bits - 1 }>:0] store_word_o,
  input  wire [<{ c.buffers.own_slots - 1 }>:0] free_i,
  // Events
  output wire event_valid_o,
  output wire [3:0] event_code_o
);
  localparam ID = <{ c.topology.node_bits }>;
  localparam TAG = <{ c.topology.tag_bits }>;
  localparam [2:0] HEADER = 3'd0, CHECK = 3'd1, ROUTE = 3'd2, STORE = 3'd3,
      SKIP = 3'd4<% if c.frame.max_data > 0 %>, DATA = 3'd5<% endif %>;

  reg [2:0] state_q;
  reg [<{ c.buffers.own_slots - 1 }>:0] used_q;
  reg slot_q, empty_q;
  reg [<{ c.frame.injection_bits - 1 }>:0] word_q;
<%- if c.frame.injection_flits > 1 %>
  reg [<{ c.frame.injection_index_bits - 1 }>:0] index_q;
  wire first = index_q == <{ c.frame.injection_index_bits }>'d0;
  wire whole = index_q == <{ c.frame.injection_index_bits }>'d<{ c.frame.injection_flits - 1 }>;
  wire may_begin = !first || !(&used_q);
<%- else %>
  wire may_begin = !(&used_q);
<%- endif %>
<%- if c.frame.max_data > 0 %>
  reg [<{ c.frame.offset_bits - 1 }>:0] offset_q;
<%- endif %>

  assign s_axis_tready = state_q == HEADER ? may_begin :
      <% if c.frame.max_data > 0 %><% if c.options.bus %>state_q == DATA ? tick_i : <% else %>state_q == DATA || <% endif %><% endif %>state_q == SKIP;
  wire accept = s_axis_tvalid && s_axis_tready;
  wire in_header = accept && state_q == HEADER;
<%- if c.frame.injection_flits > 1 %>
  wire truncated = in_header && !whole && s_axis_tlast;
<%- endif %>

  // Header fields.
  wire broadcast = word_q[0];
  wire [2:0] copies = word_q[3:1];
  wire [ID-1:0] destination = word_q[<{ c.topology.node_bits + 3 }>:4];
  wire [7:0] sequence_number = word_q[<{ c.topology.node_bits + 11 }>:<{ c.topology.node_bits + 4 }>];
  wire illegal = broadcast ? copies == 3'd0 || copies == 3'd7 :
      copies != 3'd0 || destination > <{ c.topology.node_bits }>'d<{ c.topology.nodes - 1 }>;

  // Way to the destination: a hops along direction 0 and b along direction 2, where a hop along
  // both is one along direction 1. Found by the ring r of 3n-2 nodes that the offset is on.
  wire [ID:0] difference = {1'b0, destination} - {1'b0, local_address_i};
  wire [ID-1:0] offset =
      difference[ID-1:0] + (difference[ID] ? <{ c.topology.node_bits }>'d<{ c.topology.nodes }> : <{ c.topology.node_bits }>'d0);
  reg [ID-1:0] way_q;
  reg [TAG-1:0] ring_q;
  reg crosses_q;
  wire ahead = way_q <= <{ c.topology.node_bits }>'d<{ c.topology.edge - 1 }>;
  wire behind = way_q >= <{ c.topology.node_bits }>'d<{ c.topology.nodes - c.topology.edge + 1 }>;
  wire settled = crosses_q ? way_q < <{ c.topology.node_bits }>'d<{ 3 * c.topology.edge - 2 }> : ahead || behind;
  wire near_side = way_q <= <{ c.topology.node_bits }>'d<{ c.topology.edge - 1 }> + <{ c.extend("ring_q", c.topology.tag_bits, c.topology.node_bits) }>;
  reg [TAG-1:0] a, b;
  always @* begin
    if (!crosses_q) begin
      a = ahead ? way_q[TAG-1:0] : way_q[TAG-1:0] - <{ c.topology.tag_bits }>'d<{ c.topology.nodes_low }>;
      b = {TAG{1'b0}};
    end else if (near_side) begin
      a = way_q[TAG-1:0] - <{ c.topology.tag_bits }>'d<{ c.topology.edge - 1 }>;
      b = ring_q - <{ c.topology.tag_bits }>'d<{ c.topology.edge - 1 }>;
    end else begin
      a = way_q[TAG-1:0] - <{ c.topology.tag_bits }>'d<{ c.topology.twice_low }>;
      b = ring_q + <{ c.topology.tag_bits }>'d1;
    end
  end
  // What both have in common; of two negative ones that is the larger.
  wire common = a[TAG-1] == b[TAG-1] && a != {TAG{1'b0}} && b != {TAG{1'b0}};
  wire [TAG-1:0] both = !common ? {TAG{1'b0}} : (a < b) == !a[TAG-1] ? a : b;
  reg [3*TAG-1:0] tags_q;

  assign store_word_o = broadcast ?
      <{ c.pad(c.own_broadcast(), c.frame.broadcast_bits, c.frame.word_bits) }> :
      <{ c.pad("sequence_number, local_address_i, tags_q, 1'b0", c.frame.regular_bits, c.frame.word_bits) }>;
  assign store_deliver_o = !broadcast && tags_q == {3*TAG{1'b0}};
  assign store_begin_o = state_q == STORE<% if c.options.bus %> && tick_i<% endif %>;
  assign store_slot_o = slot_q;
<%- if c.frame.max_data > 0 %>
  assign store_write_o = accept && state_q == DATA;
  assign store_offset_o = offset_q;
  wire full = offset_q == <{ c.frame.offset_bits }>'d<{ c.frame.max_data - 1 }>;
  wire oversize = store_write_o && !s_axis_tlast && full;
  assign store_end_o = (store_begin_o && empty_q) || (store_write_o && s_axis_tlast);
<%- else %>
  wire oversize = store_begin_o && !empty_q;
  assign store_end_o = store_begin_o && empty_q;
<%- endif %>

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= HEADER;
    end else begin
      case (state_q)
        HEADER: if (in_header<% if c.frame.injection_flits > 1 %> && whole<% endif %>) state_q <= CHECK;
        CHECK: begin
          if (illegal) state_q <= empty_q ? HEADER : SKIP;
          else state_q <= broadcast ? STORE : ROUTE;
        end
        ROUTE: if (settled) state_q <= STORE;
<%- if c.frame.max_data > 0 %>
        STORE: if (store_begin_o) state_q <= empty_q ? HEADER : DATA;
        DATA: begin
          if (oversize) state_q <= SKIP;
          else if (store_end_o) state_q <= HEADER;
        end
<%- else %>
        STORE: if (store_begin_o) state_q <= empty_q ? HEADER : SKIP;
<%- endif %>
        default: if (accept && s_axis_tlast) state_q <= HEADER;
      endcase
    end
  end

  reg [<{ c.buffers.own_slots - 1 }>:0] ended;
  always @* begin
    ended = <{ c.buffers.own_slots }>'d0;
    ended[slot_q] = store_end_o;
  end
  always @(posedge clk_i) begin
    if (!rst_ni) used_q <= <{ c.buffers.own_slots }>'d0;
    else used_q <= (used_q & ~free_i) | ended;
  end

  always @(posedge clk_i) begin
<%- for part in c.frame.injection_parts %>
    if (in_header<% if c.frame.injection_flits > 1 %> && index_q == <{ c.frame.injection_index_bits }>'d<{ part.index }><% endif %>) word_q[<{ part.high }>:<{ part.low }>] <= s_axis_tdata[<{ part.high - part.low }>:0];
<%- endfor %>
    if (in_header) empty_q <= s_axis_tlast;
    if (in_header<% if c.frame.injection_flits > 1 %> && first<% endif %>) slot_q <= used_q[0];
    if (state_q == CHECK) begin
      way_q <= offset;
      crosses_q <= 1'b0;
      ring_q <= {TAG{1'b0}};
    end else if (state_q == ROUTE && !settled) begin
      way_q <= way_q - (crosses_q ? <{ c.topology.node_bits }>'d<{ 3 * c.topology.edge - 2 }> : <{ c.topology.node_bits }>'d<{ c.topology.edge }>);
      crosses_q <= 1'b1;
      if (crosses_q) ring_q <= ring_q + <{ c.topology.tag_bits }>'d1;
    end
    if (state_q == ROUTE) tags_q <= {b - both, both, a - both};
<%- if c.frame.max_data > 0 %>
    if (state_q == CHECK) offset_q <= <{ c.frame.offset_bits }>'d0;
    else if (store_write_o) offset_q <= offset_q + <{ c.frame.offset_bits }>'d1;
<%- endif %>
  end
<%- if c.frame.injection_flits > 1 %>

  always @(posedge clk_i) begin
    if (!rst_ni || (in_header && (whole || s_axis_tlast))) index_q <= <{ c.frame.injection_index_bits }>'d0;
    else if (in_header) index_q <= index_q + <{ c.frame.injection_index_bits }>'d1;
  end
<%- endif %>

  wire refused = state_q == CHECK && illegal;
  assign event_valid_o = refused<% if c.frame.injection_flits > 1 %> || truncated<% endif %> || oversize;
  assign event_code_o = refused ? 4'd1 : <% if c.frame.injection_flits > 1 %>truncated ? 4'd2 : <% endif %>4'd3;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A frame is stored where nothing is; only buffers in use come back.
      begin : frame_is_stored_where_none_is assert (!store_begin_o || !used_q[slot_q]); end
      begin : used_buffers_come_back assert ((free_i & ~used_q) == <{ c.buffers.own_slots }>'d0); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
