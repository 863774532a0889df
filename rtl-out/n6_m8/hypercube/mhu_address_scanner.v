// Finds the rows of the reference array that leave with the selected branch.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: branch_rows_o[i] = 1 when row i wants the selected dimension (r, [Lan88] 6.6.4).
// Latency and state: combinational, none.
// Widths: 48 = rows x n; 6 = n; 8 = rows.
`default_nettype none

module mhu_address_scanner (
  input  wire [47:0] rows_i,
  input  wire [5:0] selected_i,
  output wire [7:0] branch_rows_o
);
  localparam N = 6;
  localparam M = 8;

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
