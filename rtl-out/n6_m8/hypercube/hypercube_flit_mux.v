// Joins the flits of units, of which one at a time is selected.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: data_o is the flit of the unit whose bit of select_i is 1, but for the bits that mask_i
//   takes away; zero if there is none.
// Latency and state: combinational, none. Users make it a boundary for synthesis: the selection
//   comes late, and it would be copied into the flits to make up for that.
`default_nettype none

module hypercube_flit_mux #(
  // Units, and bits of a flit.
  parameter UNITS = 2,
  parameter WIDTH = 8
) (
  input  wire [UNITS-1:0] select_i,
  input  wire [UNITS*WIDTH-1:0] data_i,
  input  wire [WIDTH-1:0] mask_i,
  output reg  [WIDTH-1:0] data_o
);
  integer u;
  always @* begin
    data_o = {WIDTH{1'b0}};
    for (u = 0; u < UNITS; u = u + 1) begin
      if (select_i[u]) data_o = data_o | data_i[u*WIDTH+:WIDTH];
    end
    data_o = data_o & mask_i;
  end

`ifdef TEECAST_ASSERT
  always @* begin
    begin : unselected_is_zero assert final (|select_i || data_o == {WIDTH{1'b0}}); end
    begin : masked_is_zero assert final ((data_o & ~mask_i) == {WIDTH{1'b0}}); end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
