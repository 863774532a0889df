// Delivery port: writes the frames for the processor, header first.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: while ready_o, a frame may begin (first_i, with its head; empty_i: without data).
//   Its data flits come later, each at most two cycles after a cycle with room_o = 1.
// Latency and state: one cycle; the head and 16 flits.
// Widths: 21 = delivery header; 32 = W.
// Registers without a reset: head_q, empty_q, bad_q, data_bad_q.
`default_nettype none

module harts_delivery_port (
  input  wire clk_i,
  input  wire rst_ni,
  output wire ready_o,
  input  wire first_i,
  input  wire [20:0] head_i,
  input  wire empty_i,
  input  wire bad_i,
  output wire room_o,
  input  wire valid_i,
  input  wire [31:0] data_i,
  input  wire last_i,
  output wire [31:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser
);
  localparam W = 32;

  reg head_valid_q, empty_q, bad_q;
  reg [20:0] head_q;
  reg in_data_q, data_bad_q;
  wire takes = m_axis_tvalid && m_axis_tready;
  wire head_takes = takes && !in_data_q;

  always @(posedge clk_i) begin
    if (!rst_ni) head_valid_q <= 1'b0;
    else if (first_i) head_valid_q <= 1'b1;
    else if (head_takes) head_valid_q <= 1'b0;
  end
  always @(posedge clk_i) begin
    if (first_i) begin
      head_q <= head_i;
      empty_q <= empty_i;
      bad_q <= bad_i;
    end
  end
  assign ready_o = !head_valid_q;

  reg [4:0] write_q, read_q;
  wire [4:0] filled = write_q - read_q;
  wire [W:0] shown;
  tee_memory #(
    .WIDTH(W + 1),
    .DEPTH(16),
    .ADDRESS(4),
    .REGISTERED(0)
  ) u_flits (
    .clk_i(clk_i),
    .write_i(valid_i),
    .write_address_i(write_q[3:0]),
    .write_data_i({last_i, data_i}),
    .read_i(1'b1),
    .read_address_i(read_q[3:0]),
    .read_data_o(shown)
  );
  wire pop = takes && in_data_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= 5'd0;
      read_q <= 5'd0;
      in_data_q <= 1'b0;
    end else begin
      if (valid_i) write_q <= write_q + 5'd1;
      if (pop) read_q <= read_q + 5'd1;
      if (head_takes && !empty_q) in_data_q <= 1'b1;
      else if (pop && shown[W]) in_data_q <= 1'b0;
    end
  end
  always @(posedge clk_i) begin
    // The next head may come while the data of this frame wait.
    if (head_takes) data_bad_q <= bad_q;
  end
  assign room_o = filled < 5'd13;
  assign m_axis_tdata = in_data_q ? shown[W-1:0] : {11'd0, head_q};
  assign m_axis_tvalid = in_data_q ? filled != 5'd0 : head_valid_q;
  assign m_axis_tlast = in_data_q ? shown[W] : empty_q;
  assign m_axis_tuser = m_axis_tlast && (in_data_q ? data_bad_q : bad_q);

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A head comes when the last one has left; the queue has room for every flit.
      begin : head_comes_after_head_left assert (!first_i || !head_valid_q); end
      begin : flit_finds_room assert (!valid_i || filled < 5'd16); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
