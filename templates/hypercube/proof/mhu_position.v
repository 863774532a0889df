{{ c.banner("Property: where mhu_position sees the fields of a header flit.") }}
// Contract: failed_o = 0 for every place of the last destination from which the header still has
//   fields in this flit: destinations up to it, then{% if c.options.fault_tolerant %} Control and{% endif %} Source, where the header ends.
`default_nettype none

module proof_mhu_position (
  input  wire signed [{{ c.frame.position_bits - 1 }}:0] last_i,
  output reg  failed_o
);
  localparam LANES = {{ c.frame.lanes }};
  localparam TRAILER = {% if c.options.fault_tolerant %}2{% else %}1{% endif %};

  wire [LANES-1:0] listed, source;
{%- if c.options.fault_tolerant %}
  wire [LANES-1:0] control;
{%- endif %}
  wire ends;
  {{ c.prefix }}mhu_position u_dut (
    .last_i(last_i),
    .listed_o(listed),
{%- if c.options.fault_tolerant %}
    .control_o(control),
{%- endif %}
    .source_o(source),
    .end_o(ends)
  );

  integer last, p;
  always @* begin
    last = last_i;
    failed_o = ends != (last + TRAILER < LANES);
    for (p = 0; p < LANES; p = p + 1) begin
      if (listed[p] != (p <= last)) failed_o = 1'b1;
{%- if c.options.fault_tolerant %}
      if (control[p] != (p == last + 1)) failed_o = 1'b1;
{%- endif %}
      if (source[p] != (p == last + TRAILER)) failed_o = 1'b1;
    end
    if (last < -TRAILER) failed_o = 1'b0;
  end
endmodule

`default_nettype wire
