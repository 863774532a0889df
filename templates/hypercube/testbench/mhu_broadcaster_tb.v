<{ c.banner("Testbench of the broadcaster: one input vector a cycle, one output vector a cycle.") }>
// Contract: vector_player with inputs <% if c.options.fault_tolerant %>{control, faulty<% if !c.options.lan %>, local address<% endif %>} and outputs
//   {send, control of the copies}<% else %>{source, local address} and output send<% endif %>,
//   most significant first.
`default_nettype none
<%- let dut = c.dut("mhu_broadcaster") %>

module mhu_broadcaster_tb;
  wire clk, rst_n;
<%- include "common/testbench/wires.vh" %>
  wire unused = &{1'b0, clk, rst_n};
<%- if c.options.fault_tolerant %>

  <{ c.prefix }>vector_player #(
    .INPUTS(<{ dut.inputs() }>),
    .OUTPUTS(<{ dut.outputs() }>)
  ) u_vector_player (
    .clk_o(clk),
    .rst_no(rst_n),
    .inputs_o({control_i, faulty<% if !c.options.lan %>, local_address<% endif %>}),
    .outputs_i({send, control_o})
  );
<%- else %>

  <{ c.prefix }>vector_player #(
    .INPUTS(<{ dut.inputs() }>),
    .OUTPUTS(<{ dut.outputs() }>)
  ) u_vector_player (
    .clk_o(clk),
    .rst_no(rst_n),
    .inputs_o({source, local_address}),
    .outputs_i(send)
  );
<%- endif %>

  <{ c.prefix }>mhu_broadcaster u_broadcaster (
<%- include "common/testbench/pins.vh" %>
  );
endmodule

`default_nettype wire
