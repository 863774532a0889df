<{ c.banner("Receiver: a frame of the network as its receiver's stream.") }>
// Contract: s_axis is what a processor receives, in this order:
//   <{ c.flits("a header") }>.
//   All beats of a frame on m_axis have its tid and tuser; bit 0 of tuser marks a bad frame, with
//   tlast only.
<%- if c.has_keep() %>
//   Every beat but the last is whole. Where the frame is bad, tkeep means nothing.
<%- endif %>
//   A bad frame that ends before its data is one beat.
// Latency and state: <{ c.receiver_latency() }>
`default_nettype none

module <{ c.module("receiver") }> (
  input  wire clk_i,
  input  wire rst_ni,
  // The network
  input  wire <{ c.range(c.s.width) }>s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  // The user
  output wire <{ c.range(c.s.width) }>m_axis_tdata,
<%- if c.has_keep() %>
  output wire <{ c.range(c.s.keep_bits) }>m_axis_tkeep,
<%- endif %>
<%- if c.has_headers() %>
  output wire <{ c.range(c.received_id_bits()) }>m_axis_tid,
<%- endif %>
  output wire <{ c.range(1 + c.s.user_bits) }>m_axis_tuser,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast
);
  wire move = s_axis_tvalid && s_axis_tready;
<%- if c.has_headers() %>

  // Flits before the data that have come, and what was in them.
  reg <{ c.range(c.received_place_bits()) }>place_q;
  reg <{ c.range(c.front_bits()) }>front_q;
  wire before_data = place_q != <{ c.received_place_bits() }>'d<{ c.received_flits() }>;
  always @(posedge clk_i) begin
    if (!rst_ni) place_q <= <{ c.received_place_bits() }>'d0;
    else if (move) begin
      if (s_axis_tlast) place_q <= <{ c.received_place_bits() }>'d0;
      else if (before_data) place_q <= place_q + <{ c.received_place_bits() }>'d1;
    end
  end
  always @(posedge clk_i) begin
    if (move && before_data) begin
      case (place_q)
<%- for row in c.taken() %>
        <{ row }>
<%- endfor %>
        default: ;
      endcase
    end
  end
  assign m_axis_tid = <{ c.received_id() }>;
<%- endif %>
<%- if c.has_keep() %>

  // A data flit waits until the next flit says whether it is the last one.
  reg full_q;
  reg <{ c.range(c.s.width) }>flit_q;
  always @(posedge clk_i) begin
    if (!rst_ni) full_q <= 1'b0;
    else if (move) full_q <= <{ c.in_data() }>!s_axis_tlast;
  end
  always @(posedge clk_i) begin
    if (move) flit_q <= s_axis_tdata;
  end
  wire shown = full_q;
  assign m_axis_tdata = full_q ? flit_q : s_axis_tdata;
  assign m_axis_tkeep = s_axis_tlast ? <{ c.received_keep() }> : <{ c.whole() }>;
<%- else if c.has_headers() %>

  wire shown = !before_data;
  assign m_axis_tdata = s_axis_tdata;
<%- endif %>

  assign m_axis_tvalid = s_axis_tvalid && (shown || s_axis_tlast);
  assign s_axis_tready = m_axis_tready || !(shown || s_axis_tlast);
  assign m_axis_tlast = s_axis_tlast;
  wire bad = s_axis_tlast && (s_axis_tuser || !shown);
  assign m_axis_tuser = <{ c.received_user() }>;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : frames_end_together
        assert ((move && s_axis_tlast) == (m_axis_tvalid && m_axis_tready && m_axis_tlast));
      end
<%- if c.has_keep() && c.has_headers() %>
      begin : flit_waits_in_the_data
        assert (!full_q || !before_data);
      end
<%- endif %>
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
