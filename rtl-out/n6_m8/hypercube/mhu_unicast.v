// Decides the branch of a unicast.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: vote_i is the vote of the destination, zero if it is here. dimension_o is the branch,
//   one-hot, or zero: the lowest healthy dimension. Forbidden
//   dimensions do not count. leaves_o = 1 when there is one, blocked_o = 1 when the
//   destination cannot be reached.
// Latency and state: combinational, none.
// Widths: 6 = n.
`default_nettype none

module mhu_unicast (
  input  wire [5:0] vote_i,
  input  wire [5:0] faulty_i,
  input  wire [5:0] forbidden_i,
  output wire [5:0] dimension_o,
  output wire leaves_o,
  output wire blocked_o
);
  localparam N = 6;

  wire [N-1:0] healthy = vote_i & ~faulty_i & ~forbidden_i;
  wire [N-1:0] pool = healthy;
  wire [N-1:0] lowest;
  tee_lowest_set_bit #(
    .WIDTH(N)
  ) u_lowest (
    .bits_i(pool),
    .lowest_o(lowest)
  );
  assign dimension_o = lowest;
  assign leaves_o = |healthy;
  assign blocked_o = (|vote_i) && !leaves_o;

`ifdef TEECAST_ASSERT
  always @* begin
    // One dimension on the way to the destination, or none and the destination is reported.
    begin : one_dimension_is_taken
      assert final ((dimension_o & (dimension_o - 6'd1)) == {N{1'b0}});
    end
    begin : dimension_is_allowed
      assert final ((dimension_o & (~vote_i | forbidden_i | faulty_i)) == {N{1'b0}});
    end
    begin : leaves_by_dimension assert final (leaves_o == (dimension_o != {N{1'b0}})); end
    begin : blocked_without_dimension
      assert final (blocked_o == (vote_i != {N{1'b0}} && dimension_o == {N{1'b0}}));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
