{{ c.banner("Testbench of the broadcaster: one input vector a cycle, one output vector a cycle.") }}
// Contract: vector_player with inputs {% if c.ft %}{control, faulty{% if !c.lan %}, local address{% endif %}} and outputs
//   {send, control of the copies}{% else %}{source, local address} and output send{% endif %},
//   most significant first.
`default_nettype none

module mhu_broadcaster_tb;
  localparam N = {{ c.n }};

  wire clk, rst_n;
  wire [N-1:0] send;
  wire unused = &{1'b0, clk, rst_n};
{%- if c.ft %}
  wire [N-1:0] control, faulty{% if !c.lan %}, local_address{% endif %};
  wire [N*N-1:0] copies;

  {{ c.p }}vector_player #(
    .INPUTS({% if c.lan %}2{% else %}3{% endif %} * N),
    .OUTPUTS(N + N * N)
  ) u_vector_player (
    .clk_o(clk),
    .rst_no(rst_n),
    .inputs_o({control, faulty{% if !c.lan %}, local_address{% endif %}}),
    .outputs_i({send, copies})
  );

  {{ c.p }}mhu_broadcaster u_broadcaster (
    .control_i(control),
    .faulty_i(faulty),
{%- if !c.lan %}
    .local_address_i(local_address),
{%- endif %}
    .send_o(send),
    .control_o(copies)
  );
{%- else %}
  wire [N-1:0] source, local_address;

  {{ c.p }}vector_player #(
    .INPUTS(2 * N),
    .OUTPUTS(N)
  ) u_vector_player (
    .clk_o(clk),
    .rst_no(rst_n),
    .inputs_o({source, local_address}),
    .outputs_i(send)
  );

  {{ c.p }}mhu_broadcaster u_broadcaster (
    .source_i(source),
    .local_address_i(local_address),
    .send_o(send)
  );
{%- endif %}
endmodule

`default_nettype wire
