<{ c.banner("Testbench of the multicaster: one input vector a cycle, one output vector a cycle.") }>
// Contract: vector_player with inputs {load<% if c.options.fault_tolerant %>, faulty<% endif %>, ready, rows} and outputs {valid, done,
//   dimension, branch rows, unroutable}, most significant first.
`default_nettype none
<%- let dut = c.dut("mhu_multicaster") %>

module mhu_multicaster_tb;
  wire clk, rst_n;
<%- include "common/testbench/wires.vh" %>

  <{ c.prefix }>vector_player #(
    .INPUTS(<{ dut.inputs() }>),
    .OUTPUTS(<{ dut.outputs() }>)
  ) u_vector_player (
    .clk_o(clk),
    .rst_no(rst_n),
    .inputs_o({load, <% if c.options.fault_tolerant %>faulty, <% endif %>branch_ready, rows}),
    .outputs_i({branch_valid, done, branch_dimension, branch_rows, unroutable})
  );

  <{ c.prefix }>mhu_multicaster u_multicaster (
<%- include "common/testbench/pins.vh" %>
  );
endmodule

`default_nettype wire
