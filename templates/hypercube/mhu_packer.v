{{ c.banner("Packs the next header flit of a copy.") }}
// Contract: the header is the selected fields of k, the destinations, {% if c.ft %}Control, {% endif %}Source, in this
//   order; the flit takes the first {{ c.lanes }} of them and left_o selects the rest ([Lan88] 6.5.5).
{%- if c.has_list %}
//   A long list passes by unchanged (list_i = 1, fields_i = header fields from this flit on):
//   then only {% if c.ft %}Control and {% endif %}Source are put into their lanes.
{%- endif %}
// Latency and state: combinational, none.
`default_nettype none

module {{ c.p }}mhu_packer (
  input  wire [{{ c.entries - 1 }}:0] select_i,
{%- if c.has_list %}
  input  wire list_i,
  input  wire [{{ c.field_count_bits - 1 }}:0] fields_i,
{%- endif %}
  input  wire [{{ c.n - 1 }}:0] count_i,
  input  wire [{{ c.m * c.n - 1 }}:0] rows_i,
{%- if c.ft %}
  input  wire [{{ c.n - 1 }}:0] control_i,
{%- endif %}
  input  wire [{{ c.n - 1 }}:0] source_i,
  output wire [{{ c.lanes * c.n - 1 }}:0] lanes_o,
  output wire [{{ c.entries - 1 }}:0] left_o
);
  localparam N = {{ c.n }};
  localparam M = {{ c.m }};
  localparam FIELDS = {{ c.entries }};
  localparam LANES = {{ c.lanes }};
  localparam RANK = {{ c.rank_bits }};

  wire [FIELDS*RANK-1:0] rank;
  {{ c.p }}mhu_ranker u_ranker (
    .select_i(select_i),
    .rank_o(rank)
  );

  // The trailer may stand in any lane, destination e in lane e at the most.
  wire [LANES-1:0] source_here;
{%- if c.ft %}
  wire [LANES-1:0] control_here;
{%- endif %}
{%- for lane in c.trailer_lanes %}
  assign source_here[{{ lane.lane }}] = {{ lane.source }};
{%- if c.ft %}
  assign control_here[{{ lane.lane }}] = {{ lane.control }};
{%- endif %}
{%- endfor %}

  genvar e, p;
  generate
    for (e = 0; e < FIELDS; e = e + 1) begin : gen_left
      assign left_o[e] = select_i[e] && rank[e*RANK+:RANK] == {{ c.rank_bits }}'d{{ c.lanes }};
    end
    for (p = 0; p < LANES; p = p + 1) begin : gen_lane
      localparam [RANK-1:0] PLACE = p;
      reg [N-1:0] lane;
      integer i;
      always @* begin
        lane = source_here[p] ? source_i : {N{1'b0}};
{%- if c.ft %}
        if (control_here[p]) lane = lane | control_i;
{%- endif %}
        if (p == 0 && select_i[0]) lane = lane | count_i;
        for (i = 0; i < M; i = i + 1) begin
          if (i + 1 >= p && select_i[i+1] && rank[(i+1)*RANK+:RANK] == PLACE) begin
            lane = lane | rows_i[i*N+:N];
          end
        end
      end
      assign lanes_o[p*N+:N] = lane;
    end
  endgenerate
endmodule

`default_nettype wire
