{{ c.banner("Finds the fields of a header flit.") }}
// Contract: last_i is the lane of the last destination, counted from lane 0 of this flit; it may
//   lie in a later flit ({{ c.frame.lanes }} and above) or in an earlier one (negative). k counts as lane 0 of the
//   first flit. listed_o marks the lanes up to it; {% if c.options.fault_tolerant %}Control and Source follow{% else %}Source follows{% endif %}; end_o = 1 when the
//   header ends in this flit.
// Latency and state: combinational, none.
`default_nettype none

module {{ c.prefix }}mhu_position (
  input  wire [{{ c.frame.position_bits - 1 }}:0] last_i,
  output wire [{{ c.frame.lanes - 1 }}:0] listed_o,
{%- if c.options.fault_tolerant %}
  output wire [{{ c.frame.lanes - 1 }}:0] control_o,
{%- endif %}
  output wire [{{ c.frame.lanes - 1 }}:0] source_o,
  output wire end_o
);
  wire earlier = last_i[{{ c.frame.position_bits - 1 }}];
{%- if let Some(later) = c.frame.position_later %}
  wire later = {{ later }};
{%- else if c.frame.lanes == 1 %}
  wire unused_later = &{1'b0, last_i};
{%- endif %}
  wire [{{ c.frame.place_bits - 1 }}:0] place = last_i[{{ c.frame.place_bits - 1 }}:0];
{% for lane in c.frame.positions %}
  assign listed_o[{{ lane.lane }}] = {{ lane.listed }};
{%- if c.options.fault_tolerant %}
  assign control_o[{{ lane.lane }}] = {{ lane.control }};
{%- endif %}
  assign source_o[{{ lane.lane }}] = {{ lane.source }};
{%- endfor %}
  assign end_o = {{ c.frame.position_end }};

`ifdef TEECAST_ASSERT
  localparam LANES = {{ c.frame.lanes }};
  // Fields after the last destination.
  localparam TRAILER = {% if c.options.fault_tolerant %}2{% else %}1{% endif %};
  integer last, e;
  always @* begin
    last = {{ c.sign_extend("last_i", c.frame.position_bits, 32) }};
    // Before that nothing of the header is in this flit.
    if (last + TRAILER >= 0) begin
      for (e = 0; e < LANES; e = e + 1) begin
        assert final (listed_o[e] == (e <= last));
{%- if c.options.fault_tolerant %}
        assert final (control_o[e] == (e == last + 1));
{%- endif %}
        assert final (source_o[e] == (e == last + TRAILER));
      end
      assert final (end_o == (last + TRAILER < LANES));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
