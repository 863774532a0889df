<{ c.banner("Chooses the dimension of a merged branch.") }>
// Contract: votes_i holds the rows as voted; the branch may take any dimension common to its
//   rows: the lowest one in prefer_i (the direction of the last hop), else dimension_i.
// Latency and state: combinational, none.
// Widths: <{ c.topology.dimension }> = n; <{ c.frame.rows }> = rows; <{ c.frame.rows * c.topology.dimension }> = rows x n.
`default_nettype none

module <{ c.prefix }>mhu_direction (
  input  wire [<{ c.topology.dimension - 1 }>:0] dimension_i,
  input  wire [<{ c.frame.rows - 1 }>:0] rows_i,
  input  wire [<{ c.frame.rows * c.topology.dimension - 1 }>:0] votes_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] prefer_i,
  output wire [<{ c.topology.dimension - 1 }>:0] dimension_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;

  reg [N-1:0] common;
  integer i;

  always @* begin
    common = prefer_i;
    for (i = 0; i < M; i = i + 1) begin
      if (rows_i[i]) common = common & votes_i[i*N+:N];
    end
  end

  wire [N-1:0] lowest;
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(N)
  ) u_lowest (
    .bits_i(common),
    .lowest_o(lowest)
  );
  assign dimension_o = (|common) && (|rows_i) ? lowest : dimension_i;

`ifdef TEECAST_ASSERT
  // The direction of the last hop is kept where every row may.
  reg [N-1:0] kept;
  integer e;
  always @* begin
    kept = (|rows_i) ? prefer_i : {N{1'b0}};
    for (e = 0; e < M; e = e + 1) kept = kept & (votes_i[e*N+:N] | {N{!rows_i[e]}});
    begin : direction_is_kept
      assert final (dimension_o == (kept == {N{1'b0}} ? dimension_i : kept & -kept));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
