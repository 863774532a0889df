{{ c.banner("Testbench of the multicaster: one input vector a cycle, one output vector a cycle.") }}
// Contract: vector_player with inputs {load{% if c.ft %}, faulty{% endif %}, ready, rows} and outputs {valid, done,
//   dimension, branch rows, unroutable}, most significant first.
`default_nettype none

module mhu_multicaster_tb;
  localparam N = {{ c.n }};
  localparam M = {{ c.m }};

  wire clk, rst_n, load, ready, valid, done;
{%- if c.ft %}
  wire [N-1:0] faulty;
{%- endif %}
  wire [M*N-1:0] rows;
  wire [N-1:0] dimension;
  wire [M-1:0] branch_rows, unroutable;

  {{ c.p }}vector_player #(
    .INPUTS({% if c.ft %}N + {% endif %}M * N + 2),
    .OUTPUTS(N + 2 * M + 2)
  ) u_vector_player (
    .clk_o(clk),
    .rst_no(rst_n),
    .inputs_o({load, {% if c.ft %}faulty, {% endif %}ready, rows}),
    .outputs_i({valid, done, dimension, branch_rows, unroutable})
  );

  {{ c.p }}mhu_multicaster u_multicaster (
    .clk_i(clk),
    .rst_ni(rst_n),
    .load_i(load),
    .rows_i(rows),
{%- if c.ft %}
    .faulty_i(faulty),
{%- endif %}
    .branch_valid_o(valid),
    .branch_ready_i(ready),
    .branch_dimension_o(dimension),
    .branch_rows_o(branch_rows),
    .done_o(done),
    .unroutable_o(unroutable)
  );
endmodule

`default_nettype wire
