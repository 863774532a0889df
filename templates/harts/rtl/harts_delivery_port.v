<{ c.banner("Delivery port: writes the frames for the processor, header first.") }>
// Contract: while ready_o, a frame may begin (first_i, with its head; empty_i: without data).
<%- if c.frame.max_data > 0 %>
//   Its data flits come later, each at most two cycles after a cycle with room_o = 1.
<%- endif %>
// Latency and state: one cycle; the head and <{ c.buffers.queue }> flits.
// Widths: <{ c.frame.delivery_bits }> = delivery header; <{ c.frame.width }> = W.
`default_nettype none

module <{ c.prefix }>harts_delivery_port (
  input  wire clk_i,
  input  wire rst_ni,
  output wire ready_o,
  input  wire first_i,
  input  wire [<{ c.frame.delivery_bits - 1 }>:0] head_i,
  input  wire empty_i,
  input  wire bad_i,
<%- if c.frame.max_data > 0 %>
  output wire room_o,
  input  wire valid_i,
  input  wire [<{ c.frame.width - 1 }>:0] data_i,
  input  wire last_i,
<%- endif %>
  output wire [<{ c.frame.width - 1 }>:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser
);
<%- if c.frame.max_data > 0 %>
  localparam W = <{ c.frame.width }>;
<% endif %>
  reg head_valid_q, empty_q, bad_q;
  reg [<{ c.frame.delivery_bits - 1 }>:0] head_q;
<%- if c.frame.delivery_flits > 1 %>
  reg [<{ c.frame.delivery_index_bits - 1 }>:0] left_q;
  wire head_end = left_q == <{ c.frame.delivery_index_bits }>'d0;
<%- endif %>
<%- if c.frame.max_data > 0 %>
  reg in_data_q, data_bad_q;
  wire takes = m_axis_tvalid && m_axis_tready;
  wire head_takes = takes && !in_data_q;
<%- else %>
  wire head_takes = m_axis_tvalid && m_axis_tready;
<%- endif %>

  always @(posedge clk_i) begin
    if (!rst_ni) head_valid_q <= 1'b0;
    else if (first_i) head_valid_q <= 1'b1;
    else if (head_takes<% if c.frame.delivery_flits > 1 %> && head_end<% endif %>) head_valid_q <= 1'b0;
  end
  always @(posedge clk_i) begin
    if (first_i) begin
      head_q <= head_i;
      empty_q <= empty_i;
      bad_q <= bad_i;
<%- if c.frame.delivery_flits > 1 %>
      left_q <= <{ c.frame.delivery_index_bits }>'d<{ c.frame.delivery_flits - 1 }>;
    end else if (head_takes) begin
      head_q <= <{ c.shifted("head_q", c.frame.delivery_bits) }>;
      left_q <= left_q - <{ c.frame.delivery_index_bits }>'d1;
<%- endif %>
    end
  end
  assign ready_o = !head_valid_q;
<%- if c.frame.max_data > 0 %>

  reg [<{ c.buffers.queue_bits }>:0] write_q, read_q;
  wire [<{ c.buffers.queue_bits }>:0] filled = write_q - read_q;
  wire [W:0] shown;
  <{ c.prefix }>tee_memory #(
    .WIDTH(W + 1),
    .DEPTH(<{ c.buffers.queue }>),
    .ADDRESS(<{ c.buffers.queue_bits }>),
    .REGISTERED(0)
  ) u_flits (
    .clk_i(clk_i),
    .write_i(valid_i),
    .write_address_i(write_q[<{ c.buffers.queue_bits - 1 }>:0]),
    .write_data_i({last_i, data_i}),
    .read_i(1'b1),
    .read_address_i(read_q[<{ c.buffers.queue_bits - 1 }>:0]),
    .read_data_o(shown)
  );
  wire pop = takes && in_data_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= <{ c.buffers.queue_bits + 1 }>'d0;
      read_q <= <{ c.buffers.queue_bits + 1 }>'d0;
      in_data_q <= 1'b0;
    end else begin
      if (valid_i) write_q <= write_q + <{ c.buffers.queue_bits + 1 }>'d1;
      if (pop) read_q <= read_q + <{ c.buffers.queue_bits + 1 }>'d1;
      if (head_takes<% if c.frame.delivery_flits > 1 %> && head_end<% endif %> && !empty_q) in_data_q <= 1'b1;
      else if (pop && shown[W]) in_data_q <= 1'b0;
    end
  end
  always @(posedge clk_i) begin
    // The next head may come while the data of this frame wait.
    if (head_takes) data_bad_q <= bad_q;
  end
  assign room_o = filled < <{ c.buffers.queue_bits + 1 }>'d<{ c.buffers.queue - 3 }>;
  assign m_axis_tdata = in_data_q ? shown[W-1:0] : <{ c.delivery_flit("head_q") }>;
  assign m_axis_tvalid = in_data_q ? filled != <{ c.buffers.queue_bits + 1 }>'d0 : head_valid_q;
  assign m_axis_tlast = in_data_q ? shown[W] : empty_q<% if c.frame.delivery_flits > 1 %> && head_end<% endif %>;
  assign m_axis_tuser = m_axis_tlast && (in_data_q ? data_bad_q : bad_q);
<%- else %>

  wire unused_empty = empty_q;
  assign m_axis_tdata = <{ c.delivery_flit("head_q") }>;
  assign m_axis_tvalid = head_valid_q;
  assign m_axis_tlast = <% if c.frame.delivery_flits > 1 %>head_end<% else %>1'b1<% endif %>;
  assign m_axis_tuser = <% if c.frame.delivery_flits > 1 %>head_end && <% endif %>bad_q;
<%- endif %>
<%- if c.frame.max_data > 0 %>

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A head comes when the last one has left; the queue has room for every flit.
      begin : head_comes_after_head_left assert (!first_i || !head_valid_q); end
      begin : flit_finds_room assert (!valid_i || filled < <{ c.buffers.queue_bits + 1 }>'d<{ c.buffers.queue }>); end
    end
  end
`endif  // TEECAST_ASSERT
<%- endif %>
endmodule

`default_nettype wire
