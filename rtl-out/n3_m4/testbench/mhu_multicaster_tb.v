// Testbench of the multicaster: one input vector a cycle, one output vector a cycle.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 m=4 W=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: vector_player with inputs {load, faulty, ready, rows} and outputs {valid, done,
//   dimension, branch rows, unroutable}, most significant first.
`default_nettype none

module mhu_multicaster_tb;
  localparam N = 3;
  localparam M = 4;

  wire clk, rst_n, load, ready, valid, done;
  wire [N-1:0] faulty;
  wire [M*N-1:0] rows;
  wire [N-1:0] dimension;
  wire [M-1:0] branch_rows, unroutable;

  vector_player #(
    .INPUTS(N + M * N + 2),
    .OUTPUTS(N + 2 * M + 2)
  ) u_vector_player (
    .clk_o(clk),
    .rst_no(rst_n),
    .inputs_o({load, faulty, ready, rows}),
    .outputs_i({valid, done, dimension, branch_rows, unroutable})
  );

  mhu_multicaster u_multicaster (
    .clk_i(clk),
    .rst_ni(rst_n),
    .load_i(load),
    .rows_i(rows),
    .faulty_i(faulty),
    .branch_valid_o(valid),
    .branch_ready_i(ready),
    .branch_dimension_o(dimension),
    .branch_rows_o(branch_rows),
    .done_o(done),
    .unroutable_o(unroutable)
  );
endmodule

`default_nettype wire
