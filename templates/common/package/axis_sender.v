<{ c.banner("Sender: a frame of the user as flits of the network.") }>
// Contract: m_axis is what a processor sends, in this order:
//   <{ c.flits("a header") }>.
//   All beats of a frame on s_axis have the same tdest, tid and tuser, as AXI4-Stream demands.
<%- if c.has_headers() %>
//   A frame whose tdest has no header is discarded: unknown_o = 1 with its last beat.
<%- endif %>
<%- if c.has_keep() %>
//   tkeep is looked at in the last beat alone; all earlier beats are whole.
<%- endif %>
<%- if c.counted() %>
//   number_q counts the frames to entries of the table.
<%- endif %>
// Latency and state: a cycle for each flit that is not of the data; the place in the frame.
`default_nettype none

module <{ c.module("sender") }> (
  input  wire clk_i,
  input  wire rst_ni,
  // The user
  input  wire <{ c.range(c.s.width) }>s_axis_tdata,
<%- if c.has_keep() %>
  input  wire <{ c.range(c.s.keep_bits) }>s_axis_tkeep,
<%- endif %>
<%- if c.has_headers() %>
  input  wire <{ c.range(c.dest_bits()) }>s_axis_tdest,
<%- endif %>
<%- if c.s.id_bits > 0 %>
  input  wire <{ c.range(c.s.id_bits) }>s_axis_tid,
<%- endif %>
<%- if c.s.user_bits > 0 %>
  input  wire <{ c.range(c.s.user_bits) }>s_axis_tuser,
<%- endif %>
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
<%- if c.has_headers() %>
  output wire unknown_o,
<%- endif %>
  // The network
  output wire <{ c.range(c.s.width) }>m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast
);
  wire move = m_axis_tvalid && m_axis_tready;
<%- if c.has_headers() %>

  // Flits before the data that have left.
  reg <{ c.range(c.place_bits()) }>place_q;
  wire <{ c.range(c.header_count_bits()) }>header_flits;
  wire <{ c.range(c.s.width) }>header_flit;
  wire known;
  <{ c.module("header") }> u_header (
    .tdest_i(s_axis_tdest),
    .index_i(<{ c.header_index() }>),
    .flits_o(header_flits),
    .flit_o(header_flit),
    .known_o(known)
  );
  wire <{ c.range(c.place_bits()) }>user_place = <{ c.header_length() }>;
  wire <{ c.range(c.place_bits()) }>data_place = <{ c.front_length() }>;
  wire before_data = place_q < data_place;
  always @(posedge clk_i) begin
    if (!rst_ni) place_q <= <{ c.place_bits() }>'d0;
    else if (move) begin
      if (m_axis_tlast) place_q <= <{ c.place_bits() }>'d0;
      else if (before_data) place_q <= place_q + <{ c.place_bits() }>'d1;
    end
  end
<%- if c.counted() %>

  reg <{ c.range(c.number_bits()) }>number_q;
  always @(posedge clk_i) begin
    if (!rst_ni) number_q <= <{ c.number_bits() }>'d0;
    else if (move && m_axis_tlast && s_axis_tdest >= <{ c.dest_bits() }>'d<{ c.headers.nodes }>)
      number_q <= number_q + <{ c.number_bits() }>'d1;
  end
  wire <{ c.range(c.s.width * c.headers.most) }>numbers = <{ c.numbers() }>;
<%- endif %>
<%- if c.user_flits() > 1 %>

  // What the user sends along, and which flit of it.
  wire <{ c.range(c.s.width * c.user_flits()) }>users = <{ c.users() }>;
  wire <{ c.range(c.place_bits()) }>user_index = place_q - user_place;
<%- endif %>
  reg <{ c.range(c.s.width) }>front_flit;
  always @* begin
    front_flit = header_flit<{ c.number_of_flit() }>;
<%- if c.user_flits() > 0 %>
    if (place_q >= user_place) front_flit = <{ c.user_flit() }>;
<%- endif %>
  end
  assign unknown_o = s_axis_tvalid && !known && s_axis_tlast;
<%- endif %>
<%- if c.has_keep() %>

  // The last data flit has left; tkeep is the next one.
  reg keep_q;
  always @(posedge clk_i) begin
    if (!rst_ni) keep_q <= 1'b0;
    else if (move) keep_q <= <{ c.in_data() }>s_axis_tlast && !keep_q;
  end
<%- endif %>

  assign m_axis_tvalid = s_axis_tvalid<% if c.has_headers() %> && known<% endif %>;
  assign m_axis_tlast = <{ c.in_data() }>s_axis_tlast<% if c.has_keep() %> && keep_q<% endif %>;
  assign m_axis_tdata =
<%- if c.has_headers() %> before_data ? front_flit :<% endif %>
<%- if c.has_keep() %> keep_q ? <{ c.keep_flit() }> :<% endif %> s_axis_tdata;
  assign s_axis_tready = <{ c.sender_ready() }>;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : frame_ends_with_the_last_beat
        assert (!(move && m_axis_tlast) || (s_axis_tready && s_axis_tlast));
      end
      begin : beat_leaves_before_the_next_one
        assert (!(s_axis_tvalid && s_axis_tready) || move<% if c.has_headers() %> || !known<% endif %>);
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
