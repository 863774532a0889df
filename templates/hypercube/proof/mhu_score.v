<{ c.banner("Property: what mhu_score computes.") }>
// Contract: failed_o = 0 for every input that asks for no faulty dimension: the score of j is 2 c(j)
//   + max over i of c(i, j) + max over healthy i of (c(i) - c(i, j)), i other than j; 0 where c(j) = 0.
`default_nettype none

module proof_mhu_score (
  input  wire [<{ c.frame.rows * c.topology.dimension - 1 }>:0] rows_i,
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  output reg  failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;
  localparam COUNT = <{ c.vote.count_bits }>;
  localparam SCORE = <{ c.vote.score_bits }>;
<%- if !c.options.fault_tolerant %>
  wire [N-1:0] faulty_i = {N{1'b0}};
<%- endif %>

  reg [N*COUNT-1:0] counts;
  reg [M*N-1:0] votes;
  wire [N*SCORE-1:0] scores;
  <{ c.prefix }>mhu_score u_dut (
    .rows_i(votes),
<%- if c.options.fault_tolerant %>
    .faulty_i(faulty_i),
<%- endif %>
    .counts_i(counts),
    .scores_o(scores)
  );

  reg [COUNT-1:0] wanted, other, shared, most_shared, most_rest;
  reg [SCORE-1:0] score;
  integer i, j, r;
  always @* begin
    for (r = 0; r < M; r = r + 1) votes[r*N+:N] = rows_i[r*N+:N] & ~faulty_i;
    for (j = 0; j < N; j = j + 1) begin
      counts[j*COUNT+:COUNT] = {COUNT{1'b0}};
      for (r = 0; r < M; r = r + 1) begin
        counts[j*COUNT+:COUNT] = counts[j*COUNT+:COUNT] + <{ c.extend("votes[r*N+j]", 1, c.vote.count_bits) }>;
      end
    end
  end

  always @* begin
    failed_o = 1'b0;
    for (j = 0; j < N; j = j + 1) begin
      wanted = {COUNT{1'b0}};
      most_shared = {COUNT{1'b0}};
      most_rest = {COUNT{1'b0}};
      for (r = 0; r < M; r = r + 1) begin
        wanted = wanted + <{ c.extend("votes[r*N+j]", 1, c.vote.count_bits) }>;
      end
      for (i = 0; i < N; i = i + 1) begin
        other = {COUNT{1'b0}};
        shared = {COUNT{1'b0}};
        for (r = 0; r < M; r = r + 1) begin
          other = other + <{ c.extend("votes[r*N+i]", 1, c.vote.count_bits) }>;
          shared = shared + <{ c.extend("votes[r*N+i] & votes[r*N+j]", 1, c.vote.count_bits) }>;
        end
        if (i != j && shared > most_shared) most_shared = shared;
        if (i != j && !faulty_i[i] && other - shared > most_rest) most_rest = other - shared;
      end
      score = wanted == {COUNT{1'b0}} ? {SCORE{1'b0}} :
          {1'b0, wanted, 1'b0} + {2'd0, most_shared} + {2'd0, most_rest};
      if (scores[j*SCORE+:SCORE] != score) failed_o = 1'b1;
    end
  end
endmodule

`default_nettype wire
