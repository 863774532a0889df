// Picks the lowest of the bits that are set.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: lowest_o has the lowest one of bits_i, or is zero.
// Latency and state: combinational, none.
`default_nettype none

module lowest_one #(
  // Number of bits.
  parameter WIDTH = 3
) (
  input  wire [WIDTH-1:0] bits_i,
  output wire [WIDTH-1:0] lowest_o
);
  // The mask is one vector: for one conjunction a bit, the default optimizations of Verilator 5.006
  // give 0 instead of 1 where a constant inverts bit 0 only.
  wire [WIDTH-1:0] below;
  assign below[0] = 1'b0;

  genvar b;
  generate
    for (b = 1; b < WIDTH; b = b + 1) begin : gen_bit
      assign below[b] = |bits_i[b-1:0];
    end
  endgenerate
  assign lowest_o = bits_i & ~below;

`ifdef TEECAST_ASSERT
  always @* assert final (lowest_o == (bits_i & -bits_i));
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
