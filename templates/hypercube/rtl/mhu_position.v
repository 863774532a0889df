{{ c.banner("Finds the fields of a header flit.") }}
// Contract: last_i is the lane of the last field of the header, counted from lane 0 of this flit;
//   it may lie in a later flit ({{ c.frame.lanes }} and above). used_o marks the lanes up to it; end_o = 1 when the
//   header ends in this flit.
// Latency and state: combinational, none.
`default_nettype none

module {{ c.prefix }}mhu_position (
  input  wire [{{ c.frame.position_bits - 1 }}:0] last_i,
  output wire [{{ c.frame.lanes - 1 }}:0] used_o,
  output wire end_o
);
{%- for used in c.frame.lanes_used %}
  assign used_o[{{ loop.index0 }}] = {{ used }};
{%- endfor %}
  assign end_o = {{ c.frame.position_end }};
{%- if c.frame.lanes == 1 && c.frame.position_end == "1'b1" %}
  wire unused_last = &{1'b0, last_i};
{%- endif %}

`ifdef TEECAST_ASSERT
  localparam LANES = {{ c.frame.lanes }};
  integer e;
  always @* begin
    for (e = 0; e < LANES; e = e + 1) begin
      assert final (used_o[e] == ({{ c.extend("last_i", c.frame.position_bits, 32) }} >= e));
    end
    assert final (end_o == ({{ c.extend("last_i", c.frame.position_bits, 32) }} < LANES));
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
