{{ c.banner("Buffer class of a packet, from its header on the link.") }}
// Contract: broadcasts by step and distance, then regular packets by the hops left; the class
//   grows by one with each hop straight on. Meaningless for a header that is refused.
// Latency and state: combinational, none.
`default_nettype none

module {{ c.p }}harts_class (
  input  wire broadcast_i,
  input  wire [1:0] step_i,
  input  wire [{{ c.dist - 1 }}:0] distance_i,
  input  wire [{{ c.dist - 1 }}:0] hops_i,
  output wire [{{ c.class_bits - 1 }}:0] class_o
);
  reg [{{ c.class_bits - 1 }}:0] last;
  always @* begin
    case (step_i)
{%- for base in c.step_bases %}
      2'd{{ base.0 }}: last = {{ c.class_bits }}'d{{ base.1 }};
{%- endfor %}
      default: last = {{ c.class_bits }}'d0;
    endcase
  end
  assign class_o = broadcast_i ? last - {{ c.extend("distance_i", c.dist, c.class_bits) }} :
      {{ c.class_bits }}'d{{ c.classes - 1 }} - {{ c.extend("hops_i", c.dist, c.class_bits) }};

`ifdef TEECAST_ASSERT
  // Classes in the order of steps, of which the last is a hop shorter.
  always @* begin
    if (!broadcast_i) begin
      assert final (class_o + {{ c.extend("hops_i", c.dist, c.class_bits) }} == {{ c.class_bits }}'d{{ 4 * c.n - 6 }});
    end else if (|distance_i) begin
      assert final (step_i != 2'd1 ||
          class_o + {{ c.extend("distance_i", c.dist, c.class_bits) }} == {{ c.class_bits }}'d{{ c.n - 1 }});
      assert final (step_i != 2'd2 ||
          class_o + {{ c.extend("distance_i", c.dist, c.class_bits) }} == {{ c.class_bits }}'d{{ 2 * c.n - 2 }});
{%- if c.n > 2 %}
      assert final (step_i != 2'd3 ||
          class_o + {{ c.extend("distance_i", c.dist, c.class_bits) }} == {{ c.class_bits }}'d{{ 3 * c.n - 4 }});
{%- endif %}
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
