// Selects the dimension of the next branch.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: selected_o has the wanted and healthy dimension that is first among all healthy
//   ones, or is zero.
//   first_i[j*N+i] = 1: dimension j goes before i.
// Latency and state: combinational, none.
`default_nettype none

module mhu_column_selector (
  input  wire [8:0] first_i,
  input  wire [2:0] wanted_i,
  input  wire [2:0] faulty_i,
  output wire [2:0] selected_o
);
  localparam N = 3;

  genvar j;
  generate
    for (j = 0; j < N; j = j + 1) begin : gen_column
      assign selected_o[j] = wanted_i[j] && !faulty_i[j] && (&(first_i[j*N+:N] | faulty_i));
    end
  endgenerate

`ifdef TEECAST_ASSERT
  // A wanted dimension is left out only if another one goes before it, or if it is faulty.
  integer d;
  always @* begin
    assert final ((selected_o & ~wanted_i) == {N{1'b0}});
    for (d = 0; d < N; d = d + 1) begin
      assert final (!(wanted_i[d] && !faulty_i[d]) ||
          selected_o[d] == ((~first_i[d*N+:N] & ~faulty_i) == {N{1'b0}}));
      assert final (!(selected_o[d] && faulty_i[d]));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
