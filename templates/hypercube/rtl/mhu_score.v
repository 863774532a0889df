<{ c.banner("Scores the dimensions for the vote that looks one branch ahead.") }>
// Contract: with c(j) = destinations that want j and c(i, j) = those that want both, the score of j
//   is 2 c(j) + max over i of c(i, j) + max over healthy i of (c(i) - c(i, j)), i other than j;
//   0 where c(j) = 0. rows_i must not ask for a faulty dimension.
// Latency and state: combinational, none.
// Widths: <{ c.frame.rows * c.topology.dimension }> = rows x n; <{ c.topology.dimension }> = n; <{ c.topology.dimension * c.vote.count_bits }> = n x count; <{ c.topology.dimension * c.vote.score_bits }> = n x score.
`default_nettype none

module <{ c.prefix }>mhu_score (
  input  wire [<{ c.frame.rows * c.topology.dimension - 1 }>:0] rows_i,
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  input  wire [<{ c.topology.dimension * c.vote.count_bits - 1 }>:0] counts_i,
  output wire [<{ c.topology.dimension * c.vote.score_bits - 1 }>:0] scores_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;
  localparam COUNT = <{ c.vote.count_bits }>;
  localparam SCORE = <{ c.vote.score_bits }>;

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
          both = both + <{ c.extend("rows_i[row*N+i] & rows_i[row*N+j]", 1, c.vote.count_bits) }>;
        end
        if (i != j) begin
          if (both > best_both) best_both = both;
          if (
<%- if c.options.fault_tolerant %>!faulty_i[i] && <% endif %>counts_i[i*COUNT+:COUNT] - both > best_rest) begin
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

`ifdef TEECAST_ASSERT
  // Rows that want both of two dimensions.
  reg [N*N*COUNT-1:0] shared;
  integer d, e, f;
  always @* begin
    shared = {N*N*COUNT{1'b0}};
    for (d = 0; d < N * N; d = d + 1) begin
      for (e = 0; e < M; e = e + 1) begin
        shared[d*COUNT+:COUNT] = shared[d*COUNT+:COUNT] +
            <{ c.extend("rows_i[e*N+d/N] & rows_i[e*N+d%N]", 1, c.vote.count_bits) }>;
      end
    end
  end

  // No partner and next branch give more than the score, and some give that much.
  reg [SCORE-1:0] extra, given;
  reg exceeded;
  reg [N-1:0] reached;
  always @* begin
    exceeded = 1'b0;
    reached = {N{1'b0}};
    for (d = 0; d < N; d = d + 1) begin
      extra = scores_o[d*SCORE+:SCORE] - {1'b0, counts_i[d*COUNT+:COUNT], 1'b0};
      for (e = 0; e < N; e = e + 1) begin
        for (f = 0; f < N; f = f + 1) begin
          given = {2'd0, shared[(d*N+e)*COUNT+:COUNT]};
          if (f != d<% if c.options.fault_tolerant %> && !faulty_i[f]<% endif %>) begin
            given = given + {2'd0, counts_i[f*COUNT+:COUNT] - shared[(d*N+f)*COUNT+:COUNT]};
          end
          exceeded = exceeded || (e != d && |counts_i[d*COUNT+:COUNT] && given > extra);
          reached[d] = reached[d] || (e != d && given == extra);
        end
      end
      if (!(|counts_i[d*COUNT+:COUNT])) reached[d] = !(|scores_o[d*SCORE+:SCORE]);
    end
    begin : best_pair_is_scored assert final (!exceeded && (&reached)); end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
