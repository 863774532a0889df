// Testbench of the broadcaster: one input vector a cycle, one output vector a cycle.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: vector_player with inputs {control, faulty, local address} and outputs
//   {send, control of the copies},
//   most significant first.
`default_nettype none

module mhu_broadcaster_tb;
  wire clk, rst_n;
  wire [5:0] control_i;
  wire [5:0] faulty;
  wire [5:0] local_address;
  wire [5:0] send;
  wire [35:0] control_o;
  wire unused = &{1'b0, clk, rst_n};

  vector_player #(
    .INPUTS(18),
    .OUTPUTS(42)
  ) u_vector_player (
    .clk_o(clk),
    .rst_no(rst_n),
    .inputs_o({control_i, faulty, local_address}),
    .outputs_i({send, control_o})
  );

  mhu_broadcaster u_broadcaster (
    .control_i(control_i),
    .faulty_i(faulty),
    .local_address_i(local_address),
    .send_o(send),
    .control_o(control_o)
  );
endmodule

`default_nettype wire
