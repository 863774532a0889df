// Watches the handshake rules of one node.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: rule_o is the number of the rule broken in this cycle, 0 if none:
//   1 a valid is not 0 in reset, from its first clock edge on, 2 a control output is unknown,
//   3 a faulty node is not silent, 4 a delivery flit of a healthy node changed or vanished before
//   it was taken, 5 tuser without tlast, 6 an offered flit or event carries unknown bits.
`default_nettype none

module protocol_checker #(
  parameter W = 32,
  parameter LINKS = 2,
  parameter EVENT_BITS = 4
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  input  wire s_axis_tready,
  input  wire [W-1:0] m_axis_tdata,
  input  wire m_axis_tvalid,
  input  wire m_axis_tready,
  input  wire m_axis_tlast,
  input  wire m_axis_tuser,
  input  wire [LINKS-1:0] link_start_i,
  input  wire event_valid_i,
  input  wire [EVENT_BITS-1:0] event_i,
  output reg  [3:0] rule_o
);
  reg held_q, reset_q;
  reg [W+1:0] flit_q;

  wire [LINKS+1:0] valids = {m_axis_tvalid, link_start_i, event_valid_i};
  wire [LINKS+2:0] control = {s_axis_tready, valids};
  wire [W+1:0] flit = {m_axis_tuser, m_axis_tlast, m_axis_tdata};

  initial begin
    held_q = 1'b0;
    reset_q = 1'b0;
  end

  always @(posedge clk_i) begin
    reset_q <= !rst_ni;
    held_q <= rst_ni && m_axis_tvalid && !m_axis_tready;
    flit_q <= flit;
  end

  always @* begin
    rule_o = 4'd0;
    if (!rst_ni) begin
      if (reset_q && valids !== {LINKS+2{1'b0}}) rule_o = 4'd1;
    end else if ((^control) === 1'bx) begin
      rule_o = 4'd2;
    end else if (faulty_i && control != {LINKS+3{1'b0}}) begin
      rule_o = 4'd3;
    end else if (held_q && !faulty_i && !(m_axis_tvalid && flit == flit_q)) begin
      rule_o = 4'd4;
    end else if (m_axis_tvalid && m_axis_tuser && !m_axis_tlast) begin
      rule_o = 4'd5;
    end else if (m_axis_tvalid && (^flit) === 1'bx) begin
      rule_o = 4'd6;
    end else if (event_valid_i && (^event_i) === 1'bx) begin
      rule_o = 4'd6;
    end
  end
endmodule

`default_nettype wire
