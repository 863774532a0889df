// Testbench of the broadcaster: one input vector a cycle, one output vector a cycle.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 m=4 W=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: vector_player with inputs {control, faulty, local address} and outputs
//   {send, control of the copies},
//   most significant first.
`default_nettype none

module mhu_broadcaster_tb;
  localparam N = 3;

  wire clk, rst_n;
  wire [N-1:0] send;
  wire unused = &{1'b0, clk, rst_n};
  wire [N-1:0] control, faulty, local_address;
  wire [N*N-1:0] copies;

  vector_player #(
    .INPUTS(3 * N),
    .OUTPUTS(N + N * N)
  ) u_vector_player (
    .clk_o(clk),
    .rst_no(rst_n),
    .inputs_o({control, faulty, local_address}),
    .outputs_i({send, copies})
  );

  mhu_broadcaster u_broadcaster (
    .control_i(control),
    .faulty_i(faulty),
    .local_address_i(local_address),
    .send_o(send),
    .control_o(copies)
  );
endmodule

`default_nettype wire
