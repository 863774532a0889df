// Selects the dimension of the next branch.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: while votes go on, selected_o has the first one of all wanted and healthy dimensions;
//   else it is zero. first_i[j*N+i] = 1: dimension j goes before i.
// Latency and state: combinational, none.
// Widths: 36 = n x n; 6 = n.
`default_nettype none

module mhu_column_selector (
  input  wire [35:0] first_i,
  input  wire running_i,
  input  wire [5:0] wanted_i,
  input  wire [5:0] faulty_i,
  output wire [5:0] selected_o
);
  localparam N = 6;

  wire [N-1:0] candidates = wanted_i & ~faulty_i;

  genvar j;
  generate
    for (j = 0; j < N; j = j + 1) begin : gen_column
      assign selected_o[j] = running_i && candidates[j] && (&(first_i[j*N+:N] | ~candidates));
    end
  endgenerate

`ifdef TEECAST_ASSERT
  // A candidate is left out only if another one goes before it.
  integer d;
  always @* begin
    begin : wanted_is_selected assert final ((selected_o & ~wanted_i) == {N{1'b0}}); end
    begin : healthy_is_selected assert final ((selected_o & faulty_i) == {N{1'b0}}); end
    for (d = 0; d < N; d = d + 1) begin : first_candidate_is_selected
      assert final (!(running_i && candidates[d]) ||
          selected_o[d] == ((~first_i[d*N+:N] & candidates) == {N{1'b0}}));
    end
    begin : selects_only_while_running assert final (running_i || selected_o == {N{1'b0}}); end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
