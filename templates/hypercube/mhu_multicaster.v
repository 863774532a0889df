{{ c.banner("Decides the branches of a multicast, one a clock.") }}
// Contract: load_i takes the reference array, row i (relative address of destination i, 0 =
//   empty) at rows_i[i*N +: N]. From the next cycle on one branch stands at the outputs per
//   accepted handshake, without gaps
{%- if c.nca %} once the merges are done (at most M-1 cycles){% endif %};
//   done_o rises when none is left, and unroutable_o then names the rows that no healthy
//   dimension can serve. faulty_i is stable from load to done. Vote: {{ c.vote_name }}.
// Latency and state: one cycle from load to the first branch
{%- if c.nca %} plus the merges{% endif %}; the reference array.
`default_nettype none

module {{ c.p }}mhu_multicaster (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire load_i,
  input  wire [{{ c.m * c.n - 1 }}:0] rows_i,
{%- if c.ft %}
  input  wire [{{ c.n - 1 }}:0] faulty_i,
{%- endif %}
  output wire branch_valid_o,
  input  wire branch_ready_i,
  output wire [{{ c.n - 1 }}:0] branch_dimension_o,
  output wire [{{ c.m - 1 }}:0] branch_rows_o,
  output wire done_o,
  output wire [{{ c.m - 1 }}:0] unroutable_o
);
  {{ c.p }}mhu_voter u_voter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .write_i({ {{ c.m }}{load_i}}),
    .rows_i(rows_i),
    .start_i(load_i),
{%- if c.ft %}
    .faulty_i(faulty_i),
{%- endif %}
    .branch_valid_o(branch_valid_o),
    .branch_ready_i(branch_ready_i),
    .branch_dimension_o(branch_dimension_o),
    .branch_rows_o(branch_rows_o),
    .done_o(done_o),
    .unroutable_o(unroutable_o)
  );
endmodule

`default_nettype wire
