<{ c.banner("Property: which frames harts_delivery_port hands over.") }>
// Contract: failed_o = 0 in every cycle after a reset while heads come when it is ready<% if c.frame.max_data > 0 %>, and a flit one cycle
//   after there was room, after its head<% endif %>: each head leaves once, flit by flit, padded with zeros<% if c.frame.max_data > 0 %>, then its
//   data in their order, each once<% endif %>; what is offered stays until it is taken; the last flit of a frame, and
//   no other, has tlast, and tuser if the head was bad<% if c.frame.max_data > 0 %>; the queue never overflows<% endif %>.
`default_nettype none

module proof_harts_delivery_port (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire first_i,
  input  wire [<{ c.frame.delivery_bits - 1 }>:0] head_i,
  input  wire empty_i,
  input  wire bad_i,
<%- if c.frame.max_data > 0 %>
  input  wire valid_i,
  input  wire [<{ c.frame.width - 1 }>:0] data_i,
  input  wire last_i,
  input  wire watch_i,
<%- endif %>
  input  wire m_axis_tready,
  output wire failed_o
);
  localparam HEAD = <{ c.frame.delivery_bits }>;
  localparam W = <{ c.frame.width }>;
  localparam FLITS = <{ c.frame.delivery_flits }>;
<%- if c.frame.max_data > 0 %>
  localparam QUEUE = <{ c.buffers.queue }>;
<%- endif %>

  wire ready, valid, last, user;
  wire [W-1:0] data;
<%- if c.frame.max_data > 0 %>
  wire room;
<%- endif %>
  <{ c.prefix }>harts_delivery_port u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .ready_o(ready),
    .first_i(first_i),
    .head_i(head_i),
    .empty_i(empty_i),
    .bad_i(bad_i),
<%- if c.frame.max_data > 0 %>
    .room_o(room),
    .valid_i(valid_i),
    .data_i(data_i),
    .last_i(last_i),
<%- endif %>
    .m_axis_tdata(data),
    .m_axis_tvalid(valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(last),
    .m_axis_tuser(user)
  );

  // The head that waits, and how many of its flits have left.
  reg waits_q, empty_q, bad_q, begun_q;
  reg [FLITS*W-1:0] head_q;
  reg [7:0] left_q;
  wire takes = valid && m_axis_tready;
  wire ended = left_q == FLITS - 1;
<%- if c.frame.max_data > 0 %>

  // The data of the frame before it, or of this one: how many flits came and left.
  reg in_data_q, data_bad_q, awaits_q, room_q;
  reg [<{ c.buffers.queue_bits }>:0] came_q, gone_q;
  wire [<{ c.buffers.queue_bits }>:0] filled = came_q - gone_q;
  wire pops = takes && in_data_q;
  wire leaves = takes && !in_data_q;
  wire legal = (!first_i || (ready && !awaits_q)) && (!valid_i || (room_q && awaits_q));

  // Any one flit: its place in the queue, and what it says.
  reg watched_q, said_last_q;
  reg [<{ c.buffers.queue_bits }>:0] number_q;
  reg [W-1:0] said_q;
  wire watched = valid_i && watch_i && !watched_q;
  (* keep *)
  wire [<{ c.buffers.queue_bits - 1 }>:0] place = watched_q ? number_q[<{ c.buffers.queue_bits - 1 }>:0] : came_q[<{ c.buffers.queue_bits - 1 }>:0];
<%- if c.frame.max_data > 0 %>
  connect u_dut.u_flits.words_q.place = place;
<%- endif %>
  wire shown = watched_q && gone_q == number_q;
  always @(posedge clk_i) begin
    room_q <= room;
    if (!rst_ni) begin
      in_data_q <= 1'b0;
      awaits_q <= 1'b0;
      came_q <= 0;
      gone_q <= 0;
      watched_q <= 1'b0;
    end else begin
      if (first_i) awaits_q <= !empty_i;
      else if (valid_i && last_i) awaits_q <= 1'b0;
      if (leaves && ended && !empty_q) in_data_q <= 1'b1;
      else if (pops && last) in_data_q <= 1'b0;
      if (valid_i) came_q <= came_q + 1;
      if (pops) gone_q <= gone_q + 1;
      watched_q <= watched || (watched_q && !(pops && shown));
    end
    if (leaves) data_bad_q <= bad_q;
    if (watched) begin
      number_q <= came_q;
      said_q <= data_i;
      said_last_q <= last_i;
    end
  end
  // What PDR would have to find by itself: a flit that is followed is one of those that wait.
  wire astray = filled > QUEUE || (watched_q && number_q - gone_q >= filled);
  wire bad_data = room != (filled < QUEUE - 3) || astray || (in_data_q && (valid != (filled != 0) ||
      user != (last && data_bad_q) || (shown && (data != said_q || last != said_last_q))));
<%- else %>
  wire in_data_q = 1'b0;
  wire leaves = takes;
  wire legal = !first_i || ready;
  wire bad_data = 1'b0;
<%- endif %>

  wire bad_head = ready != !waits_q || (!in_data_q && (valid != waits_q || (valid &&
      (data != head_q[W-1:0] || last != (ended && empty_q) || user != (last && bad_q)))));
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    if (!rst_ni) waits_q <= 1'b0;
    else if (first_i) waits_q <= 1'b1;
    else if (leaves && ended) waits_q <= 1'b0;
    if (first_i) begin
      head_q <= head_i;
      empty_q <= <% if c.frame.max_data > 0 %>empty_i<% else %>1'b1<% endif %>;
      bad_q <= bad_i;
      left_q <= 8'd0;
    end else if (leaves) begin
      head_q <= head_q >> W;
      left_q <= left_q + 8'd1;
    end
  end
  assign failed_o = begun_q && rst_ni && legal && (bad_head || bad_data);
endmodule

`default_nettype wire
