// Decides the branches of a multicast, one a clock.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: load_i takes the reference array, row i (relative address of destination i, 0 =
//   empty) at rows_i[i*N +: N]. From the next cycle on one branch stands at the outputs per
//   accepted handshake, without gaps;
//   done_o rises when none is left, and unroutable_o then names the rows that no healthy
//   dimension can serve. faulty_i is stable from load to done. Vote: greedy.
// Latency and state: one cycle from load to the first branch; the reference array.
// Widths: 48 = rows x n; 6 = n; 8 = rows.
`default_nettype none

module mhu_multicaster (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire load_i,
  input  wire [47:0] rows_i,
  input  wire [5:0] faulty_i,
  output wire branch_valid_o,
  input  wire branch_ready_i,
  output wire [5:0] branch_dimension_o,
  output wire [7:0] branch_rows_o,
  output wire done_o,
  output wire [7:0] unroutable_o
);
  mhu_voter u_voter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .write_i({8{load_i}}),
    .rows_i(rows_i),
    .start_i(load_i),
    .faulty_i(faulty_i),
    .branch_valid_o(branch_valid_o),
    .branch_ready_i(branch_ready_i),
    .branch_dimension_o(branch_dimension_o),
    .branch_rows_o(branch_rows_o),
    .done_o(done_o),
    .unroutable_o(unroutable_o)
  );

`ifdef TEECAST_ASSERT
  // Rows of the message under way that no branch has taken.
  reg running_q;
  reg [7:0] left_q, loaded;
  integer e;
  always @* begin
    for (e = 0; e < 8; e = e + 1) loaded[e] = |rows_i[e*6+:6];
  end
  always @(posedge clk_i) begin
    if (!rst_ni) running_q <= 1'b0;
    else if (load_i) running_q <= 1'b1;
    else if (done_o) running_q <= 1'b0;
    if (load_i) left_q <= loaded;
    else if (branch_valid_o && branch_ready_i) left_q <= left_q & ~branch_rows_o;
  end

  always @(posedge clk_i) begin
    if (rst_ni && running_q) begin
      // Each row leaves once, or is reported.
      begin : branch_takes_rows_left
        assert (!branch_valid_o || (|branch_rows_o && (branch_rows_o & ~left_q) == 8'd0));
      end
      begin : done_reports_rows_left
        assert (!done_o || (!branch_valid_o && unroutable_o == left_q));
      end
      begin : branch_has_dimension assert (!branch_valid_o || |branch_dimension_o); end
      begin : branch_is_healthy
        assert (!branch_valid_o || (branch_dimension_o & faulty_i) == 6'd0);
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
