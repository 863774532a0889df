// Gives back the message buffers at the other end of a link of a hypercube router.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a buffer of class class_i fills with end_i, the last flit of a frame, and is free again
//   in the next cycle, or, while hold_i = 1, as soon as that ends; one credit a cycle and class.
`default_nettype none

module credit_return #(
  parameter CLASSES = 3,
  parameter CLASS_BITS = 2
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire hold_i,
  input  wire end_i,
  input  wire [CLASS_BITS-1:0] class_i,
  output reg  [CLASSES-1:0] credit_o
);
  reg [2*CLASSES-1:0] full_q, full;
  integer c;

  always @* begin
    full = full_q;
    for (c = 0; c < CLASSES; c = c + 1) begin
      if (end_i && {{32-CLASS_BITS{1'b0}}, class_i} == c) full[c*2+:2] = full_q[c*2+:2] + 2'd1;
    end
  end

  always @(posedge clk_i) begin
    for (c = 0; c < CLASSES; c = c + 1) begin
      if (!rst_ni) begin
        full_q[c*2+:2] <= 2'd0;
        credit_o[c] <= 1'b0;
      end else if (hold_i || full[c*2+:2] == 2'd0) begin
        full_q[c*2+:2] <= full[c*2+:2];
        credit_o[c] <= 1'b0;
      end else begin
        full_q[c*2+:2] <= full[c*2+:2] - 2'd1;
        credit_o[c] <= 1'b1;
      end
    end
  end
endmodule

`default_nettype wire
