// Testbench of the multicaster: one input vector a cycle, one output vector a cycle.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: vector_player with inputs {load, faulty, ready, rows} and outputs {valid, done,
//   dimension, branch rows, unroutable}, most significant first.
`default_nettype none

module mhu_multicaster_tb;
  wire clk, rst_n;
  wire load;
  wire [47:0] rows;
  wire [5:0] faulty;
  wire branch_valid;
  wire branch_ready;
  wire [5:0] branch_dimension;
  wire [7:0] branch_rows;
  wire done;
  wire [7:0] unroutable;

  vector_player #(
    .INPUTS(56),
    .OUTPUTS(24)
  ) u_vector_player (
    .clk_o(clk),
    .rst_no(rst_n),
    .inputs_o({load, faulty, branch_ready, rows}),
    .outputs_i({branch_valid, done, branch_dimension, branch_rows, unroutable})
  );

  mhu_multicaster u_multicaster (
    .clk_i(clk),
    .rst_ni(rst_n),
    .load_i(load),
    .rows_i(rows),
    .faulty_i(faulty),
    .branch_valid_o(branch_valid),
    .branch_ready_i(branch_ready),
    .branch_dimension_o(branch_dimension),
    .branch_rows_o(branch_rows),
    .done_o(done),
    .unroutable_o(unroutable)
  );
endmodule

`default_nettype wire
