// Finds the fields of a header flit.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: last_i is the lane of the last destination, counted from lane 0 of this flit; it may
//   lie in a later flit (9 and above) or in an earlier one (negative). k counts as lane 0 of the
//   first flit. listed_o marks the lanes up to it; Control and Source follow; end_o = 1 when the
//   header ends in this flit.
// Latency and state: combinational, none.
`default_nettype none

module mhu_position (
  input  wire [4:0] last_i,
  output wire [8:0] listed_o,
  output wire [8:0] control_o,
  output wire [8:0] source_o,
  output wire end_o
);
  wire earlier = last_i[4];
  wire [3:0] place = last_i[3:0];

  assign listed_o[0] = !earlier;
  assign control_o[0] = earlier && place == 4'd15;
  assign source_o[0] = earlier && place == 4'd14;
  assign listed_o[1] = !earlier && place >= 4'd1;
  assign control_o[1] = !earlier && place == 4'd0;
  assign source_o[1] = earlier && place == 4'd15;
  assign listed_o[2] = !earlier && place >= 4'd2;
  assign control_o[2] = !earlier && place == 4'd1;
  assign source_o[2] = !earlier && place == 4'd0;
  assign listed_o[3] = !earlier && place >= 4'd3;
  assign control_o[3] = !earlier && place == 4'd2;
  assign source_o[3] = !earlier && place == 4'd1;
  assign listed_o[4] = !earlier && place >= 4'd4;
  assign control_o[4] = !earlier && place == 4'd3;
  assign source_o[4] = !earlier && place == 4'd2;
  assign listed_o[5] = !earlier && place >= 4'd5;
  assign control_o[5] = !earlier && place == 4'd4;
  assign source_o[5] = !earlier && place == 4'd3;
  assign listed_o[6] = !earlier && place >= 4'd6;
  assign control_o[6] = !earlier && place == 4'd5;
  assign source_o[6] = !earlier && place == 4'd4;
  assign listed_o[7] = !earlier && place >= 4'd7;
  assign control_o[7] = !earlier && place == 4'd6;
  assign source_o[7] = !earlier && place == 4'd5;
  assign listed_o[8] = !earlier && place >= 4'd8;
  assign control_o[8] = !earlier && place == 4'd7;
  assign source_o[8] = !earlier && place == 4'd6;
  assign end_o = earlier || place <= 4'd6;

`ifdef TEECAST_ASSERT
  localparam LANES = 9;
  // Fields after the last destination.
  localparam TRAILER = 2;
  integer last, e;
  always @* begin
    last = {{27{last_i[4]}}, last_i};
    // Before that nothing of the header is in this flit.
    if (last + TRAILER >= 0) begin
      for (e = 0; e < LANES; e = e + 1) begin
        assert final (listed_o[e] == (e <= last));
        assert final (control_o[e] == (e == last + 1));
        assert final (source_o[e] == (e == last + TRAILER));
      end
      assert final (end_o == (last + TRAILER < LANES));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
