// Stands for a processor: the sender offers one frame, and everybody prints what arrives.
`default_nettype none

module processor #(
  parameter NODE = 0,
  parameter SENDER = 0,
  // Flits of the frame, the first one in the low bits.
  parameter FLITS = 2,
  parameter [32*FLITS-1:0] FRAME = 0
) (
  input  wire clk_i,
  input  wire rst_ni,
  // Into the network.
  output wire [31:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  // Out of the network.
  input  wire [31:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast
);

  reg [7:0] sent_q;
  reg [31:0] header_q;
  reg inside_q;

  assign m_axis_tvalid = SENDER && sent_q < FLITS;
  assign m_axis_tdata = FRAME[32*sent_q+:32];
  assign m_axis_tlast = sent_q == FLITS - 1;
  assign s_axis_tready = 1'b1;

  always @(posedge clk_i) begin
    if (!rst_ni) sent_q <= 8'd0;
    else if (m_axis_tvalid && m_axis_tready) sent_q <= sent_q + 8'd1;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (s_axis_tvalid) inside_q <= !s_axis_tlast;
    if (s_axis_tvalid && !inside_q) header_q <= s_axis_tdata;
    if (rst_ni && s_axis_tvalid && s_axis_tlast) begin
      $display("node %0d received %h from node %0d", NODE, s_axis_tdata, header_q[1:0]);
    end
  end

endmodule

`default_nettype wire
