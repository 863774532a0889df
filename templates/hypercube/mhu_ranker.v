{{ c.banner("Ranks the selected fields of a header: how many selected ones stand before each.") }}
// Contract: rank_o[e*RANK +: RANK] = ones in select_i below bit e, at most {{ c.lanes }} (a flit's fields).
// Latency and state: combinational (a parallel-prefix sum), none.
`default_nettype none

module {{ c.p }}mhu_ranker (
  input  wire [{{ c.entries - 1 }}:0] select_i,
  output wire [{{ c.entries * c.rank_bits - 1 }}:0] rank_o
);
  localparam FIELDS = {{ c.entries }};
  localparam RANK = {{ c.rank_bits }};
  localparam [RANK:0] LIMIT = {{ c.rank_bits + 1 }}'d{{ c.lanes }};

  // level_k holds, at bit e, the sum over the 2^k-aligned block that ends with e.
{%- for level in 0..(c.rank_levels + 1) %}
  wire [FIELDS*RANK-1:0] level_{{ level }};
{%- endfor %}

  genvar e;
  generate
    for (e = 0; e < FIELDS; e = e + 1) begin : gen_leaf
      assign level_0[e*RANK+:RANK] = {{ c.extend("select_i[e]", 1, c.rank_bits) }};
      if (e == 0) begin : gen_lowest
        assign rank_o[e*RANK+:RANK] = {RANK{1'b0}};
      end else begin : gen_above
        assign rank_o[e*RANK+:RANK] = level_{{ c.rank_levels }}[(e-1)*RANK+:RANK];
      end
    end
{%- for level in 0..c.rank_levels %}
    for (e = 0; e < FIELDS; e = e + 1) begin : gen_level_{{ level + 1 }}
      if ((e >> {{ level }}) % 2 == 1) begin : gen_sum
        wire [RANK:0] sum = {1'b0, level_{{ level }}[e*RANK+:RANK]} +
            {1'b0, level_{{ level }}[((e>>{{ level }})*{{ c.pow2(level) }}-1)*RANK+:RANK]};
        assign level_{{ level + 1 }}[e*RANK+:RANK] = sum > LIMIT ? LIMIT[RANK-1:0] : sum[RANK-1:0];
      end else begin : gen_same
        assign level_{{ level + 1 }}[e*RANK+:RANK] = level_{{ level }}[e*RANK+:RANK];
      end
    end
{%- endfor %}
  endgenerate

  // Nothing stands behind the last field.
  wire unused_total = &{1'b0, level_{{ c.rank_levels }}[(FIELDS-1)*RANK+:RANK]};
endmodule

`default_nettype wire
