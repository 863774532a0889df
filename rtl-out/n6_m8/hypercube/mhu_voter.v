// Votes on the reference array: the branches of a multicast, one a clock.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: write_i takes rows (relative address of a destination, 0 = empty, row i at
//   rows_i[i*N +: N]), clear_i empties the others. start_i comes with the last ones: from the
//   next cycle on one branch stands at the outputs per accepted handshake, without gaps.
//   Without one, branch_rows_o is zero. done_o rises when none is left, and unroutable_o then names
//   the rows that no healthy dimension can serve. faulty_i is stable from start to done. The vote
//   is greedy.
// Latency and state: one cycle from start to the first branch; the reference array.
// Widths: 8 = rows; 48 = rows x n; 6 = n.
`default_nettype none

module mhu_voter (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire [7:0] write_i,
  input  wire [47:0] rows_i,
  input  wire start_i,
  input  wire [5:0] faulty_i,
  output wire branch_valid_o,
  input  wire branch_ready_i,
  output wire [5:0] branch_dimension_o,
  output wire [7:0] branch_rows_o,
  output wire done_o,
  output wire [7:0] unroutable_o
);
  localparam N = 6;
  localparam M = 8;

  reg [M*N-1:0] rows_q;
  reg running_q;
  wire [N*3-1:0] counts;
  wire [N*N-1:0] first;
  wire [N-1:0] wanted;

  genvar i, j;
  generate
    for (j = 0; j < N; j = j + 1) begin : gen_column
      wire [M-1:0] column;
      for (i = 0; i < M; i = i + 1) begin : gen_entry
        assign column[i] = rows_q[i*N+j];
      end
      mhu_decoder u_decoder (
        .column_i(column),
        .any_o(wanted[j]),
        .count_o(counts[j*3+:3])
      );
    end
  endgenerate

  mhu_maximum_checker u_maximum_checker (
    .values_i(counts),
    .first_o(first)
  );

  mhu_column_selector u_column_selector (
    .first_i(first),
    .running_i(running_q),
    .wanted_i(wanted),
    .faulty_i(faulty_i),
    .selected_o(branch_dimension_o)
  );

  mhu_address_scanner u_address_scanner (
    .rows_i(rows_q),
    .selected_i(branch_dimension_o),
    .branch_rows_o(branch_rows_o)
  );

  generate
    for (i = 0; i < M; i = i + 1) begin : gen_row
      // A branch has rows only while votes go on.
      wire leaves = clear_i || (branch_ready_i && branch_rows_o[i]);
      always @(posedge clk_i) begin
        if (!rst_ni || (!write_i[i] && leaves)) rows_q[i*N+:N] <= {N{1'b0}};
        else if (write_i[i]) rows_q[i*N+:N] <= rows_i[i*N+:N];
      end
      assign unroutable_o[i] = |rows_q[i*N+:N];
    end
  endgenerate

  // Once done, a new fault vector does not wake the rows that were left over.
  always @(posedge clk_i) begin
    if (!rst_ni) running_q <= 1'b0;
    else running_q <= start_i || branch_valid_o;
  end

  assign branch_valid_o = running_q && (|(wanted & ~faulty_i));
  assign done_o = !branch_valid_o;

`ifdef TEECAST_ASSERT
  localparam [N-1:0] ONE = 1;
  // Destinations of each healthy dimension, counted one by one.
  reg [3:0] tally, most, chosen;
  integer d, e;
  always @* begin
    most = 4'd0;
    chosen = 4'd0;
    for (d = 0; d < N; d = d + 1) begin
      tally = 4'd0;
      for (e = 0; e < M; e = e + 1) begin
        tally = tally + {3'd0, rows_q[e*N+d]};
      end
      if (!faulty_i[d] && tally > most) most = tally;
      if (branch_dimension_o[d]) chosen = tally;
    end
  end
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A branch has one healthy dimension and at least one destination.
      begin : branch_has_destinations
        assert (branch_valid_o ? (|branch_dimension_o) && (|branch_rows_o) : !(|branch_rows_o));
      end
      begin : one_dimension_is_taken
        assert ((branch_dimension_o & (branch_dimension_o - ONE)) == {N{1'b0}});
      end
      begin : branch_is_healthy
        assert (!branch_valid_o || (branch_dimension_o & faulty_i) == {N{1'b0}});
      end
      begin : branch_is_the_largest assert (!branch_valid_o || chosen == most); end
      begin : no_branch_when_done assert (!(branch_valid_o && done_o)); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
