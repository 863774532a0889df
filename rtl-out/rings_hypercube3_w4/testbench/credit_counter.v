// Counts what a sender may still start on a link of a hypercube router.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: two frames of each class after reset; a started frame takes one, credit_i gives one
//   back. may_start_o: a frame of class next_class_i may start in the next cycle.
`default_nettype none

module credit_counter #(
  parameter CLASSES = 3,
  parameter CLASS_BITS = 2
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [CLASS_BITS-1:0] next_class_i,
  output wire may_start_o,
  input  wire start_i,
  input  wire [CLASS_BITS-1:0] class_i,
  input  wire [CLASSES-1:0] credit_i
);
  reg [2*CLASSES-1:0] free_q, free;
  integer c;

  always @* begin
    free = free_q;
    for (c = 0; c < CLASSES; c = c + 1) begin
      if (start_i && {{32-CLASS_BITS{1'b0}}, class_i} == c) free[c*2+:2] = free_q[c*2+:2] - 2'd1;
    end
  end
  assign may_start_o = free[next_class_i*2+:2] != 2'd0;

  always @(posedge clk_i) begin
    for (c = 0; c < CLASSES; c = c + 1) begin
      if (!rst_ni) free_q[c*2+:2] <= 2'd2;
      else if (credit_i[c]) free_q[c*2+:2] <= free[c*2+:2] + 2'd1;
      else free_q[c*2+:2] <= free[c*2+:2];
    end
  end
endmodule

`default_nettype wire
