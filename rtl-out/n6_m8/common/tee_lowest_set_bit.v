// Picks the lowest of the bits that are set.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   none, sizes are parameters
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: lowest_o has the lowest bit that is set in bits_i alone, or is zero.
// Latency and state: combinational, none.
`default_nettype none

module tee_lowest_set_bit #(
  // Number of bits.
  parameter WIDTH = 4
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
  always @* begin : lowest_bit_alone_is_set
    assert final (lowest_o == (bits_i & -bits_i));
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
