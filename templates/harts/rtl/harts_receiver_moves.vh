  // The packet as it goes on and as it is stored.
  wire [<{ 3 * c.topology.tag_bits - 1 }>:0] next_tags;
  <{ c.prefix }>harts_tag_update u_tag_update (
    .tags_i(tags),
    .direction_i(grant_q),
    .tags_o(next_tags)
  );
  wire [<{ c.topology.distance_bits - 1 }>:0] next_distance = distance - <{ c.topology.distance_bits }>'d1;
  wire marked = forwards_q && !granted;
  wire [<{ c.frame.word_bits - 1 }>:0] broadcast_word =
      <{ c.pad("identity, next_distance, marked, letter, step, copies, broadcast", c.frame.broadcast_bits, c.frame.word_bits) }>;
  wire [<{ c.frame.word_bits - 1 }>:0] regular_word =
      <{ c.pad(c.regular_packet(), c.frame.regular_bits, c.frame.word_bits) }>;

  reg stored_q, sends_q, deliver_q;
  reg [BUFFER-1:0] moving_buffer_q;
<%- if c.header_waits() %>
  reg empty_q, ending_bad_q, begin_q;
  reg [3:0] ending_why_q;
  reg [<{ c.frame.word_bits - 1 }>:0] word_q;
<%- endif %>
<%- if c.frame.header_flits > 1 %>
  reg [<{ c.frame.head_index_bits - 1 }>:0] left_q;
<%- endif %>
<%- if c.frame.max_data > 0 %>
<%- if c.header_waits() %>
  reg data_q;
<%- endif %>
  reg [<{ c.frame.offset_bits - 1 }>:0] offset_q;
<%- endif %>
<% if c.header_waits() %>
  // From the decision on the packet is taken from the registers.
<%- else %>
  // The header is one flit, and leaves as it is decided.
<%- endif %>
  wire active = accept || busy_q;
  wire [<{ c.frame.word_bits - 1 }>:0] moving_word = <% if c.header_waits() %>busy_q ? word_q : <% endif %>broadcast ? broadcast_word : regular_word;
  wire no_data = <% if c.header_waits() %>busy_q ? empty_q : <% endif %>empty;
  wire fresh = <% if c.header_waits() %>busy_q ? begin_q : <% endif %>accept;
<%- if c.frame.header_flits > 1 %>
  wire [<{ c.frame.head_index_bits - 1 }>:0] left = busy_q ? left_q : <{ c.last_header_flit() }>;
  wire header_end = left == <{ c.frame.head_index_bits }>'d0;
<%- endif %>
<%- if c.frame.max_data > 0 %>
  wire in_data = busy_q<% if c.header_waits() %> && data_q<% endif %>;
  wire moves = active && (!in_data || flit_valid)<% if c.options.bus %> && tick_i<% endif %>;
  assign pop = moves && in_data;
  wire ends = in_data ? flit_last : no_data<% if c.frame.header_flits > 1 %> && header_end<% endif %>;
  wire ends_bad = in_data ? flit_bad : <% if c.header_waits() %>busy_q ? ending_bad_q : <% endif %>ending_bad;
<%- else %>
  wire moves = active<% if c.options.bus %> && tick_i<% endif %>;
  wire ends = no_data<% if c.frame.header_flits > 1 %> && header_end<% endif %>;
  wire ends_bad = <% if c.header_waits() %>busy_q ? ending_bad_q : <% endif %>ending_bad;
<%- endif %>

  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) busy_q <= 1'b0;
    else busy_q <= active && !(moves && ends);
  end

  always @(posedge clk_i) begin
    if (!busy_q) begin
      stored_q <= broadcast || !granted;
      sends_q <= granted;
      deliver_q <= broadcast || toward_q == 6'd0;
      moving_buffer_q <= buffer_q;
<%- if c.header_waits() %>
      empty_q <= empty;
      ending_bad_q <= ending_bad;
      ending_why_q <= ending_why;
<%- endif %>
    end
<%- if c.header_waits() %>
    begin_q <= fresh && !moves;
<%- if c.frame.header_flits > 1 %>
    word_q <= moves<% if c.frame.max_data > 0 %> && !in_data<% endif %> ? <{ c.shifted("moving_word", c.frame.word_bits) }> : moving_word;
    left_q <= moves ? left - <{ c.frame.head_index_bits }>'d1 : left;
<%- else %>
    word_q <= moving_word;
<%- endif %>
<%- endif %>
<%- if c.frame.max_data > 0 %>
<%- if c.header_waits() %>
    data_q <= in_data || (moves<% if c.frame.header_flits > 1 %> && header_end<% endif %>);
<%- endif %>
    if (!busy_q) offset_q <= <{ c.frame.offset_bits }>'d0;
    else if (pop) offset_q <= offset_q + <{ c.frame.offset_bits }>'d1;
<%- endif %>
  end

  assign move_o = moves && (busy_q ? sends_q : granted);
<%- if c.frame.max_data > 0 %>
  assign data_o = in_data ? flit_data : <{ c.head_flit("moving_word") }>;
<%- else %>
  assign data_o = <{ c.head_flit("moving_word") }>;
<%- endif %>
  assign last_o = ends;
  assign bad_o = ends && ends_bad;

  wire stores = moves && (busy_q ? stored_q : broadcast || !granted);
  assign store_begin_o = stores && fresh;
  assign store_end_o = stores && ends;
  assign store_bad_o = ends_bad;
  assign store_deliver_o = busy_q ? deliver_q : broadcast || toward_q == 6'd0;
  assign store_buffer_o = busy_q ? moving_buffer_q : buffer_q;
  assign store_word_o = moving_word;
<%- if c.frame.max_data > 0 %>
  assign store_write_o = stores && in_data;
  assign store_offset_o = in_data ? offset_q : <{ c.frame.offset_bits }>'d0;
<%- endif %>
