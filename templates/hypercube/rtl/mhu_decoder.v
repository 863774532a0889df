{{ c.banner("Counts the destinations that want one dimension.") }}
// Contract: count_o is the number of ones in column_i
{%- if c.options.fault_tolerant %}, or 0 while faulty_i = 1{% endif %}
//   ([Lan88] 6.6.1, kept in binary: the maximum checker compares counts directly).
// Latency and state: combinational, none.
`default_nettype none

module {{ c.prefix }}mhu_decoder (
  input  wire [{{ c.frame.rows - 1 }}:0] column_i,
{%- if c.options.fault_tolerant %}
  input  wire faulty_i,
{%- endif %}
  output wire [{{ c.vote.count_bits - 1 }}:0] count_o
);
  localparam M = {{ c.frame.rows }};
  localparam COUNT = {{ c.vote.count_bits }};

  reg [COUNT-1:0] sum;
  integer i;

  always @* begin
    sum = {COUNT{1'b0}};
    for (i = 0; i < M; i = i + 1) sum = sum + {{ c.extend("column_i[i]", 1, c.vote.count_bits) }};
  end
{% if c.options.fault_tolerant %}
  assign count_o = faulty_i ? {COUNT{1'b0}} : sum;
{%- else %}
  assign count_o = sum;
{%- endif %}

`ifdef TEECAST_ASSERT
  // As many as there are lanes without the zeros.
  reg [COUNT-1:0] rest;
  integer e;
  always @* begin
    rest = {{ c.vote.count_bits }}'d{{ c.frame.rows }};
    for (e = 0; e < M; e = e + 1) begin
      if (!column_i[e]) rest = rest - {{ c.vote.count_bits }}'d1;
    end
    assert final (count_o == {% if c.options.fault_tolerant %}(faulty_i ? {COUNT{1'b0}} : rest){% else %}rest{% endif %});
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
