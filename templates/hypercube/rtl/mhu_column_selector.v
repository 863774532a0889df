{{ c.banner("Selects the dimension of the next branch.") }}
// Contract: selected_o has the wanted{% if c.options.fault_tolerant %} and healthy{% endif %} dimension that is first among all{% if c.options.fault_tolerant %} healthy
//   ones{% endif %}, or is zero.
//   first_i[j*N+i] = 1: dimension j goes before i.
// Latency and state: combinational, none.
`default_nettype none

module {{ c.prefix }}mhu_column_selector (
  input  wire [{{ c.topology.dimension * c.topology.dimension - 1 }}:0] first_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] wanted_i,
{%- if c.options.fault_tolerant %}
  input  wire [{{ c.topology.dimension - 1 }}:0] faulty_i,
{%- endif %}
  output wire [{{ c.topology.dimension - 1 }}:0] selected_o
);
  localparam N = {{ c.topology.dimension }};

  genvar j;
  generate
    for (j = 0; j < N; j = j + 1) begin : gen_column
{%- if c.options.fault_tolerant %}
      assign selected_o[j] = wanted_i[j] && !faulty_i[j] && (&(first_i[j*N+:N] | faulty_i));
{%- else %}
      assign selected_o[j] = wanted_i[j] && (&first_i[j*N+:N]);
{%- endif %}
    end
  endgenerate

`ifdef TEECAST_ASSERT
  // A wanted dimension is left out only if another one goes before it{% if c.options.fault_tolerant %}, or if it is faulty{% endif %}.
  integer d;
  always @* begin
    assert final ((selected_o & ~wanted_i) == {N{1'b0}});
    for (d = 0; d < N; d = d + 1) begin
{%- if c.options.fault_tolerant %}
      assert final (!(wanted_i[d] && !faulty_i[d]) ||
          selected_o[d] == ((~first_i[d*N+:N] & ~faulty_i) == {N{1'b0}}));
      assert final (!(selected_o[d] && faulty_i[d]));
{%- else %}
      assert final (!wanted_i[d] || selected_o[d] == (~first_i[d*N+:N] == {N{1'b0}}));
{%- endif %}
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
