<{ c.banner("Finds the rows of the reference array that leave with the selected branch.") }>
// Contract: branch_rows_o[i] = 1 when row i wants the selected dimension (r, [Lan88] 6.6.4).
// Latency and state: combinational, none.
// Widths: <{ c.frame.rows * c.topology.dimension }> = rows x n; <{ c.topology.dimension }> = n; <{ c.frame.rows }> = rows.
`default_nettype none

module <{ c.prefix }>mhu_address_scanner (
  input  wire [<{ c.frame.rows * c.topology.dimension - 1 }>:0] rows_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] selected_i,
  output wire [<{ c.frame.rows - 1 }>:0] branch_rows_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;

  genvar i;
  generate
    for (i = 0; i < M; i = i + 1) begin : gen_row
      assign branch_rows_o[i] = |(rows_i[i*N+:N] & selected_i);
    end
  endgenerate

`ifdef TEECAST_ASSERT
  // The selected dimension is one of those that the row wants.
  integer e;
  always @* begin
    for (e = 0; e < M; e = e + 1) begin : branch_has_rows_that_want_it
      assert final (branch_rows_o[e] == ((rows_i[e*N+:N] & ~selected_i) != rows_i[e*N+:N]));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
