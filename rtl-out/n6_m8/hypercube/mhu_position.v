// Finds how far the header of a processor reaches.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: last_i is the lane of the last field of the header, counted from lane 0 of this flit;
//   it may lie in a later flit (5 and above). reach_o[i] = 1 when it is lane i or one after it.
// Latency and state: combinational, none.
// Widths: 7 = position; 8 = fields of a flit + fields after the list + 1.
`default_nettype none

module mhu_position (
  input  wire [6:0] last_i,
  output wire [7:0] reach_o
);
  assign reach_o[0] = 1'b1;
  assign reach_o[1] = (|last_i[6:1]) || last_i[0];
  assign reach_o[2] = (|last_i[6:2]) || last_i[1];
  assign reach_o[3] = (|last_i[6:2]) || (&last_i[1:0]);
  assign reach_o[4] = (|last_i[6:3]) || last_i[2];
  assign reach_o[5] = (|last_i[6:3]) || (last_i[2] && (last_i[1] || last_i[0]));
  assign reach_o[6] = (|last_i[6:3]) || (&last_i[2:1]);
  assign reach_o[7] = (|last_i[6:3]) || (&last_i[2:0]);

`ifdef TEECAST_ASSERT
  integer e;
  always @* begin
    for (e = 0; e <= 7; e = e + 1) begin : last_field_is_reached
      assert final (reach_o[e] == ({25'd0, last_i} >= e));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
