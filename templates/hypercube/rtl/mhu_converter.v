{{ c.banner("Brings the header of a processor's frame into the order of the links.") }}
// Contract: lanes_i is a header flit as the processor sends it: k, the list, {% if c.options.fault_tolerant %}Control, {% endif %}Source.
//   lanes_o is the same flit of the header on a link: k, Source, {% if c.options.fault_tolerant %}Control, {% endif %}the list relative
//   to this node. Source is this node{% if c.options.fault_tolerant %}, Control all ones{% endif %}. take_i ends the cycle of a flit.
// Latency and state: combinational; the last {% if c.options.fault_tolerant %}two fields{% else %}field{% endif %} that came.
`default_nettype none

module {{ c.prefix }}mhu_converter (
  input  wire clk_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] local_address_i,
  input  wire take_i,
{%- if c.frame.lanes > c.frame.trailer %}
  input  wire first_i,
{%- else %}
  input  wire [{{ c.frame.flit_index_bits - 1 }}:0] flit_index_i,
{%- endif %}
  input  wire [{{ c.frame.lanes * c.topology.dimension - 1 }}:0] lanes_i,
  output wire [{{ c.frame.lanes * c.topology.dimension - 1 }}:0] lanes_o
);
  localparam N = {{ c.topology.dimension }};
  localparam TRAILER = {{ c.frame.trailer }};

  // The list moves up by the fields that are put before it.
  reg [TRAILER*N-1:0] carry_q;
  wire [{{ c.frame.lanes + c.frame.trailer }}*N-1:0] joined = {lanes_i, carry_q};
  always @(posedge clk_i) begin
    if (take_i) carry_q <= joined[{{ c.frame.lanes }}*N+:TRAILER*N];
  end
{% for lane in c.frame.lane_fields %}
  assign lanes_o[{{ lane.lane }}*N+:N] =
{%- for field in lane.fixed %}
      {{ field.here_as("first_i", "flit_index_i") }} ? {% if field.index == 0 %}lanes_i[{{ lane.lane }}*N+:N]{% else if field.index == 1 %}local_address_i{% else %}{N{1'b1}}{% endif %} :
{%- endfor %}
      joined[{{ lane.lane }}*N+:N] ^ local_address_i;
{%- endfor %}

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    // k stays where it was.
    if ({% if c.frame.lanes > c.frame.trailer %}first_i{% else %}flit_index_i == {{ c.frame.flit_index_bits }}'d0{% endif %}) assert (lanes_o[N-1:0] == lanes_i[N-1:0]);
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
