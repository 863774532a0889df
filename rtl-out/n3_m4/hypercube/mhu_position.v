// Finds the fields of a header flit.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: last_i is the lane of the last field of the header, counted from lane 0 of this flit;
//   it may lie in a later flit (9 and above). used_o marks the lanes up to it; end_o = 1 when the
//   header ends in this flit.
// Latency and state: combinational, none.
`default_nettype none

module mhu_position (
  input  wire [3:0] last_i,
  output wire [8:0] used_o,
  output wire end_o
);
  assign used_o[0] = 1'b1;
  assign used_o[1] = last_i >= 4'd1;
  assign used_o[2] = last_i >= 4'd2;
  assign used_o[3] = last_i >= 4'd3;
  assign used_o[4] = last_i >= 4'd4;
  assign used_o[5] = last_i >= 4'd5;
  assign used_o[6] = last_i >= 4'd6;
  assign used_o[7] = last_i >= 4'd7;
  assign used_o[8] = last_i >= 4'd8;
  assign end_o = last_i < 4'd9;

`ifdef TEECAST_ASSERT
  localparam LANES = 9;
  integer e;
  always @* begin
    for (e = 0; e < LANES; e = e + 1) begin
      assert final (used_o[e] == ({28'd0, last_i} >= e));
    end
    assert final (end_o == ({28'd0, last_i} < LANES));
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
