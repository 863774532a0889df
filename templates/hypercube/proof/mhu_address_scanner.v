<{ c.banner("Property: what mhu_address_scanner computes.") }>
// Contract: failed_o = 0 for every input: r_i = OR_j (a_ij AND y_j).
`default_nettype none

module proof_mhu_address_scanner (
  input  wire [<{ c.frame.rows * c.topology.dimension - 1 }>:0] rows_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] selected_i,
  output reg  failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;

  wire [M-1:0] branch_rows;
  <{ c.prefix }>mhu_address_scanner u_dut (
    .rows_i(rows_i),
    .selected_i(selected_i),
    .branch_rows_o(branch_rows)
  );

  reg leaves;
  integer i, j;
  always @* begin
    failed_o = 1'b0;
    for (i = 0; i < M; i = i + 1) begin
      leaves = 1'b0;
      for (j = 0; j < N; j = j + 1) leaves = leaves || (rows_i[i*N+j] && selected_i[j]);
      if (branch_rows[i] != leaves) failed_o = 1'b1;
    end
  end
endmodule

`default_nettype wire
