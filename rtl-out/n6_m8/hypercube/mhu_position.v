// Finds the fields of a header flit.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7026ea4ebb62):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: last_i is the lane of the last field of the header, counted from lane 0 of this flit;
//   it may lie in a later flit (5 and above). used_o marks the lanes up to it; end_o = 1 when the
//   header ends in this flit.
// Latency and state: combinational, none.
`default_nettype none

module mhu_position (
  input  wire [6:0] last_i,
  output wire [4:0] used_o,
  output wire end_o
);
  assign used_o[0] = 1'b1;
  assign used_o[1] = last_i >= 7'd1;
  assign used_o[2] = last_i >= 7'd2;
  assign used_o[3] = last_i >= 7'd3;
  assign used_o[4] = last_i >= 7'd4;
  assign end_o = last_i < 7'd5;

`ifdef TEECAST_ASSERT
  localparam LANES = 5;
  integer e;
  always @* begin
    for (e = 0; e < LANES; e = e + 1) begin
      assert final (used_o[e] == ({25'd0, last_i} >= e));
    end
    assert final (end_o == ({25'd0, last_i} < LANES));
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
