{{ c.banner("Counts the destinations that want one dimension.") }}
// Contract: count_o is the number of ones in column_i ([Lan88] 6.6.1, kept in binary: the maximum
//   checker compares counts directly). Faulty dimensions count too; the column selector leaves
//   them out, which is faster.
// Latency and state: combinational, none.
`default_nettype none

module {{ c.prefix }}mhu_decoder (
  input  wire [{{ c.frame.rows - 1 }}:0] column_i,
  output wire [{{ c.vote.count_bits - 1 }}:0] count_o
);
  localparam COUNT = {{ c.vote.count_bits }};
  // Four ones are counted at once: each bit of their number depends on four inputs.
  localparam GROUPS = {{ c.frame.rows.div_ceil(4) }};

  wire [GROUPS*4-1:0] column = {% if c.frame.rows % 4 == 0 %}column_i{% else %}{ {{- 4 - c.frame.rows % 4 }}'d0, column_i}{% endif %};
  reg [COUNT-1:0] sum;
  reg [3:0] four;
{%- if c.vote.count_bits >= 2 %}
  reg two_or_more;
{%- endif %}
  reg [{{ c.vote.count_bits.min(3) - 1 }}:0] ones;
  integer g;

  always @* begin
    sum = {COUNT{1'b0}};
    for (g = 0; g < GROUPS; g = g + 1) begin
      four = column[4*g+:4];
{%- if c.vote.count_bits >= 2 %}
      two_or_more = (four[0] && four[1]) || (four[2] && four[3]) ||
          ((four[0] || four[1]) && (four[2] || four[3]));
{%- endif %}
      ones = {% if c.vote.count_bits >= 3 %}{&four, two_or_more && !(&four), ^four}{% else if c.vote.count_bits == 2 %}{two_or_more, ^four}{% else %}^four{% endif %};
      sum = sum + {{ c.extend("ones", c.vote.count_bits.min(3), c.vote.count_bits) }};
    end
  end
  assign count_o = sum;

`ifdef TEECAST_ASSERT
  // As many as there are lanes without the zeros.
  reg [COUNT-1:0] rest;
  integer e;
  always @* begin
    rest = {{ c.vote.count_bits }}'d{{ c.frame.rows }};
    for (e = 0; e < {{ c.frame.rows }}; e = e + 1) begin
      if (!column_i[e]) rest = rest - {{ c.vote.count_bits }}'d1;
    end
    assert final (count_o == rest);
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
