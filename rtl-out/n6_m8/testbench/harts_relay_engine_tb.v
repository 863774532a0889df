// Testbench of the relay engine: one input vector a cycle, one output vector a cycle.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: vector_player with inputs {copies, step, letter, distance, mark, bad} and outputs {due,
//   header}, most significant first.
`default_nettype none

module harts_relay_engine_tb;
  wire clk, rst_n;
  wire unused = &{1'b0, clk, rst_n};
  wire [2:0] copies;
  wire [1:0] step;
  wire [2:0] letter;
  wire [2:0] distance;
  wire mark;
  wire bad;
  wire [5:0] due;
  wire [47:0] header;

  vector_player #(
    .INPUTS(13),
    .OUTPUTS(54)
  ) u_vector_player (
    .clk_o(clk),
    .rst_no(rst_n),
    .inputs_o({copies, step, letter, distance, mark, bad}),
    .outputs_i({due, header})
  );

  harts_relay_engine u_relay_engine (
    .copies_i(copies),
    .step_i(step),
    .letter_i(letter),
    .distance_i(distance),
    .mark_i(mark),
    .bad_i(bad),
    .due_o(due),
    .header_o(header)
  );
endmodule

`default_nettype wire
