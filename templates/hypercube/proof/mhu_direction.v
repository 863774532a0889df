<{ c.banner("Property: which dimension mhu_direction chooses for a merged branch.") }>
// Contract: failed_o = 0 for every branch: the dimension is the lowest that all rows of the branch
//   want and that keeps the direction of the last hop, or, without one, the one offered.
`default_nettype none

module proof_mhu_direction (
  input  wire [<{ c.topology.dimension - 1 }>:0] dimension_i,
  input  wire [<{ c.frame.rows - 1 }>:0] rows_i,
  input  wire [<{ c.frame.rows * c.topology.dimension - 1 }>:0] votes_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] prefer_i,
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;

  wire [N-1:0] dimension;
  <{ c.prefix }>mhu_direction u_dut (
    .dimension_i(dimension_i),
    .rows_i(rows_i),
    .votes_i(votes_i),
    .prefer_i(prefer_i),
    .dimension_o(dimension)
  );

  reg [N-1:0] chosen;
  reg all;
  integer i, j;
  always @* begin
    chosen = dimension_i;
    for (j = N - 1; j >= 0; j = j - 1) begin
      all = prefer_i[j] && rows_i != {M{1'b0}};
      for (i = 0; i < M; i = i + 1) begin
        if (rows_i[i] && !votes_i[i*N+j]) all = 1'b0;
      end
      if (all) chosen = <{ c.topology.dimension }>'d1 << j;
    end
  end
  assign failed_o = dimension != chosen;
endmodule

`default_nettype wire
