<{ c.banner("Testbench of the relay engine: one input vector a cycle, one output vector a cycle.") }>
// Contract: vector_player with inputs {copies, step, letter, distance, mark, bad} and outputs {due,
//   header}, most significant first.
`default_nettype none
<%- let dut = c.dut("harts_relay_engine") %>

module harts_relay_engine_tb;
  wire clk, rst_n;
  wire unused = &{1'b0, clk, rst_n};
<%- include "common/testbench/wires.vh" %>

  <{ c.prefix }>vector_player #(
    .INPUTS(<{ dut.inputs() }>),
    .OUTPUTS(<{ dut.outputs() }>)
  ) u_vector_player (
    .clk_o(clk),
    .rst_no(rst_n),
    .inputs_o({copies, step, letter, distance, mark, bad}),
    .outputs_i({due, header})
  );

  <{ c.prefix }>harts_relay_engine u_relay_engine (
<%- include "common/testbench/pins.vh" %>
  );
endmodule

`default_nettype wire
