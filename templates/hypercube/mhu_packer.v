{{ c.banner("Packs the next header flit of a copy.") }}
// Contract: the header is the selected fields of k, the destinations, {% if c.ft %}Control, {% endif %}Source, in this
//   order; the flit takes the first {{ c.pack_lanes }} of them and left_o selects the rest ([Lan88] 6.5.5 turns
//   relative addresses back in the same way).
// Latency and state: combinational, none.
`default_nettype none

module {{ c.p }}mhu_packer (
  input  wire [{{ c.n - 1 }}:0] local_address_i,
  input  wire [{{ c.entries - 1 }}:0] select_i,
  input  wire [{{ c.n - 1 }}:0] count_i,
  input  wire [{{ c.m * c.n - 1 }}:0] rows_i,
{%- if c.ft %}
  input  wire [{{ c.n - 1 }}:0] control_i,
{%- endif %}
  input  wire [{{ c.n - 1 }}:0] source_i,
  output wire [{{ c.pack_lanes * c.n - 1 }}:0] lanes_o,
  output wire [{{ c.entries - 1 }}:0] left_o
);
  localparam N = {{ c.n }};
  localparam M = {{ c.m }};
  localparam FIELDS = {{ c.entries }};
  localparam LANES = {{ c.pack_lanes }};
  localparam RANK = {{ c.rank_bits }};

  wire [FIELDS*RANK-1:0] rank;
  {{ c.p }}mhu_ranker u_ranker (
    .select_i(select_i),
    .rank_o(rank)
  );

  wire [FIELDS*N-1:0] fields;
  assign fields[0+:N] = count_i;
  assign fields[(FIELDS-1)*N+:N] = source_i;
{%- if c.ft %}
  assign fields[(FIELDS-2)*N+:N] = control_i;
{%- endif %}

  genvar i, e, p;
  generate
    for (i = 0; i < M; i = i + 1) begin : gen_destination
      assign fields[(i+1)*N+:N] = rows_i[i*N+:N] ^ local_address_i;
    end
    for (e = 0; e < FIELDS; e = e + 1) begin : gen_left
      assign left_o[e] = select_i[e] && rank[e*RANK+:RANK] == {{ c.rank_bits }}'d{{ c.pack_lanes }};
    end
    for (p = 0; p < LANES; p = p + 1) begin : gen_lane
      localparam [RANK-1:0] PLACE = p;
      reg [N-1:0] lane;
      integer f;
      always @* begin
        lane = {N{1'b0}};
        for (f = 0; f < FIELDS; f = f + 1) begin
          if (select_i[f] && rank[f*RANK+:RANK] == PLACE) lane = lane | fields[f*N+:N];
        end
      end
      assign lanes_o[p*N+:N] = lane;
    end
  endgenerate
endmodule

`default_nettype wire
