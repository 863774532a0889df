// Makes a ready signal that is low in a random share of the cycles.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: ready_o is low in low_i of 256 cycles on average (0: never, 256: always). The sequence
//   depends on +seed and node_i alone (xorshift32), so that every simulator shows the same.
`default_nettype none

module back_pressure (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [15:0] node_i,
  input  wire [8:0] low_i,
  output reg  ready_o
);
  reg [31:0] seed, state_q, next;

  initial begin
    ready_o = 1'b0;
    if (!$value$plusargs("seed=%d", seed)) seed = 32'd1;
  end

  always @* begin
    next = state_q ^ (state_q << 13);
    next = next ^ (next >> 17);
    next = next ^ (next << 5);
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= (seed ^ {node_i, ~node_i}) | 32'd1;
      ready_o <= 1'b0;
    end else begin
      state_q <= next;
      ready_o <= {1'b0, next[15:8]} >= low_i;
    end
  end
endmodule

`default_nettype wire
