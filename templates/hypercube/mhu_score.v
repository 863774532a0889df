{{ c.banner("Scores the dimensions for the vote that looks one branch ahead.") }}
// Contract: with c_j = destinations that want j and c_ij = those that want both,
//   score_j = 2 c_j + max over i of c_ij + max over healthy i of (c_i - c_ij), i other than j;
//   0 where c_j = 0. rows_i must not ask for a faulty dimension.
// Latency and state: combinational, none.
`default_nettype none

module {{ c.p }}mhu_score (
  input  wire [{{ c.m * c.n - 1 }}:0] rows_i,
{%- if c.ft %}
  input  wire [{{ c.n - 1 }}:0] faulty_i,
{%- endif %}
  input  wire [{{ c.n * c.count_bits - 1 }}:0] counts_i,
  output wire [{{ c.n * c.score_bits - 1 }}:0] scores_o
);
  localparam N = {{ c.n }};
  localparam M = {{ c.m }};
  localparam COUNT = {{ c.count_bits }};
  localparam SCORE = {{ c.score_bits }};

  reg [COUNT-1:0] both, best_both, best_rest;
  reg [N*SCORE-1:0] scores;
  integer i, j, row;

  always @* begin
    scores = {N*SCORE{1'b0}};
    both = {COUNT{1'b0}};
    best_both = {COUNT{1'b0}};
    best_rest = {COUNT{1'b0}};
    for (j = 0; j < N; j = j + 1) begin
      best_both = {COUNT{1'b0}};
      best_rest = {COUNT{1'b0}};
      for (i = 0; i < N; i = i + 1) begin
        both = {COUNT{1'b0}};
        for (row = 0; row < M; row = row + 1) begin
          both = both + {{ c.extend("rows_i[row*N+i] & rows_i[row*N+j]", 1, c.count_bits) }};
        end
        if (i != j) begin
          if (both > best_both) best_both = both;
          if (
{%- if c.ft %}!faulty_i[i] && {% endif %}counts_i[i*COUNT+:COUNT] - both > best_rest) begin
            best_rest = counts_i[i*COUNT+:COUNT] - both;
          end
        end
      end
      if (counts_i[j*COUNT+:COUNT] != {COUNT{1'b0}}) begin
        scores[j*SCORE+:SCORE] = {1'b0, counts_i[j*COUNT+:COUNT], 1'b0} +
            {2'd0, best_both} + {2'd0, best_rest};
      end
    end
  end

  assign scores_o = scores;
endmodule

`default_nettype wire
