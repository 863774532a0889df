{{ c.banner("Property: how mhu_converter orders the header of a processor.") }}
// Contract: failed_o = 0 in every cycle after a reset, for any flits of any frames: the header on the
//   link starts with k, then Source, which is this node{% if c.options.fault_tolerant %}, then Control, all ones{% endif %}. Each other field is the
//   one that came {% if c.options.fault_tolerant %}two{% else %}one{% endif %} before its place, relative to this node.
`default_nettype none

module proof_mhu_converter (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.topology.dimension - 1 }}:0] local_address_i,
  input  wire take_i,
  input  wire starts_i,
  input  wire [{{ c.frame.lanes * c.topology.dimension - 1 }}:0] lanes_i,
  output wire failed_o
);
  localparam N = {{ c.topology.dimension }};
  localparam LANES = {{ c.frame.lanes }};
  localparam TRAILER = {% if c.options.fault_tolerant %}2{% else %}1{% endif %};

  // Number of the flit in its header, as far as it matters{% if c.frame.counts_flits %}, and as the unit counts it{% endif %}.
  reg [{{ c.frame.flit_index_bits + 2 }}:0] flit_q;
  wire [{{ c.frame.flit_index_bits + 2 }}:0] flit = starts_i ? 0 : flit_q;
{%- if c.frame.lanes <= c.frame.trailer %}
  wire [{{ c.frame.flit_index_bits - 1 }}:0] index =
      flit < {{ c.frame.row_flits }} ? flit[{{ c.frame.flit_index_bits - 1 }}:0] : {{ c.frame.flit_index_bits }}'d{{ c.frame.row_flits }};
{%- endif %}
  wire [LANES*N-1:0] lanes;
  {{ c.prefix }}mhu_converter u_dut (
    .clk_i(clk_i),
    .local_address_i(local_address_i),
    .take_i(take_i),
{%- if c.frame.lanes > c.frame.trailer %}
    .first_i(flit == 0),
{%- else %}
    .flit_index_i(index),
{%- endif %}
    .lanes_i(lanes_i),
    .lanes_o(lanes)
  );

  // This flit, the one before, and the one before that, from the latest on.
  reg [2*LANES*N-1:0] before_q;
  wire [3*LANES*N-1:0] history = {lanes_i, before_q};
  reg begun_q, started_q;
  reg [N-1:0] field;
  reg bad;
  integer p, place;
  always @* begin
    bad = 1'b0;
    for (p = 0; p < LANES; p = p + 1) begin
      place = flit * LANES + p;
      field = history[(2*LANES+p-TRAILER)*N+:N] ^ local_address_i;
      if (place == 0) field = lanes_i[N-1:0];
      if (place == 1) field = local_address_i;
{%- if c.options.fault_tolerant %}
      if (place == 2) field = {N{1'b1}};
{%- endif %}
      if (lanes[p*N+:N] != field) bad = 1'b1;
    end
  end
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || begun_q;
    started_q <= rst_ni && (started_q || (take_i && starts_i));
    if (take_i) begin
      before_q <= history[3*LANES*N-1:LANES*N];
      // It stops after all fields that are not in the list.
      flit_q <= flit <= TRAILER + {{ c.frame.row_flits }} ? flit + 1 : flit;
    end
  end
  assign failed_o = begun_q && rst_ni && (started_q || starts_i) && bad;
endmodule

`default_nettype wire
