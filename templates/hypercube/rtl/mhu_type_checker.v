{{ c.banner("Reads from the k field what kind of message arrives.") }}
// Contract: exactly one of multicast_o (1 <= k <= m, the multicaster's work)
{%- if c.has_list %}, list_o (m < k <=
//   max_list, broadcast with a list){% endif %},
//   broadcast_o (k = 2^n - 1) and bad_o (any other k) is 1 ([Lan88] 6.5.3).
// Latency and state: combinational, none.
`default_nettype none

module {{ c.p }}mhu_type_checker (
  input  wire [{{ c.n - 1 }}:0] count_i,
  output wire multicast_o,
{%- if c.has_list %}
  output wire list_o,
{%- endif %}
  output wire broadcast_o,
  output wire bad_o
);
  wire listed = count_i != {{ c.n }}'d0 && count_i <= {{ c.n }}'d{{ c.max_list }};

  assign broadcast_o = &count_i;
{%- if c.has_list %}
  assign multicast_o = listed && count_i <= {{ c.n }}'d{{ c.m }};
  assign list_o = listed && !multicast_o;
{%- else %}
  assign multicast_o = listed;
{%- endif %}
  assign bad_o = !listed && !broadcast_o;

`ifdef TEECAST_ASSERT
  always @* begin
    assert final (multicast_o == (count_i - {{ c.n }}'d1 < {{ c.n }}'d{{ c.m }}));
{%- if c.has_list %}
    assert final (list_o == (count_i > {{ c.n }}'d{{ c.m }} && count_i <= {{ c.n }}'d{{ c.max_list }}));
    assert final (bad_o == !(multicast_o || list_o || broadcast_o));
{%- else %}
    assert final (bad_o == !(multicast_o || broadcast_o));
{%- endif %}
    assert final (broadcast_o == (~count_i == {{ c.n }}'d0));
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
