  // The packet that moves: where it goes, what is left of its header, how it ends without data.
  reg sends_q, stores_q, deliver_q, empty_q, ending_bad_q, begun_q, data_q;
  reg [3:0] ending_why_q;
  reg [BUFFERS-1:0] buffer_q;
  reg [<{ c.frame.word_bits - 1 }>:0] rest_q;
  reg [<{ c.frame.head_index_bits }>:0] left_q;
  reg [<{ c.frame.offset_bits - 1 }>:0] offset_q;
  wire flows = accepted || moving_q;
  wire sends = moving_q ? sends_q : granted;
  wire stores = moving_q ? stores_q : broadcast || !granted;
  wire delivers = moving_q ? deliver_q : broadcast || hops == 0;
  wire empty = moving_q ? empty_q : empty_i;
  wire [BUFFERS-1:0] place = moving_q ? buffer_q : offered_q;
  wire [<{ c.frame.word_bits - 1 }>:0] rest = moving_q ? rest_q : next;
  wire [<{ c.frame.head_index_bits }>:0] left = moving_q ? left_q :
      broadcast ? <{ c.frame.broadcast_flits - 1 }> : <{ c.frame.regular_flits - 1 }>;
  wire begun = moving_q && begun_q;
  wire in_data = moving_q && data_q;
  wire step_time = <% if c.options.bus %>tick_i<% else %>1'b1<% endif %>;
<%- if c.frame.max_data > 0 %>
  wire moves = flows && step_time && (!in_data || flit_valid_i);
  wire ends = in_data ? flit_last_i : empty && left == 0;
  wire [3:0] reason = in_data ? flit_why_i : moving_q ? ending_why_q : ending_why_i;
  wire bad_end = in_data ? flit_bad_i : moving_q ? ending_bad_q : ending_bad_i;
  wire [W-1:0] flit = in_data ? flit_data_i : <{ c.head_flit("rest") }>;
<%- else %>
  wire moves = flows && step_time;
  wire ends = empty && left == 0;
  wire [3:0] reason = moving_q ? ending_why_q : ending_why_i;
  wire bad_end = moving_q ? ending_bad_q : ending_bad_i;
  wire [W-1:0] flit = <{ c.head_flit("rest") }>;
<%- endif %>
  always @(posedge clk_i) begin
    moving_q <= alive && flows && !(moves && ends);
    if (!moving_q) begin
      sends_q <= sends;
      stores_q <= stores;
      deliver_q <= delivers;
      empty_q <= empty;
      ending_bad_q <= ending_bad_i;
      ending_why_q <= ending_why_i;
      buffer_q <= place;
    end
    begun_q <= begun || moves;
    data_q <= in_data || (moves && left == 0);
    rest_q <= moves && !in_data ? rest >> W : rest;
    left_q <= moves && !in_data ? left - 1 : left;
    offset_q <= moving_q ? offset_q + (moves && in_data) : 0;
  end
