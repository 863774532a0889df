// Finds the fields of a header flit.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7026ea4ebb62):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: last_i is the lane of the last destination, counted from lane 0 of this flit; it may
//   lie in a later flit (5 and above) or in an earlier one (negative). k counts as lane 0 of the
//   first flit. listed_o marks the lanes up to it; Control and Source follow; end_o = 1 when the
//   header ends in this flit.
// Latency and state: combinational, none.
`default_nettype none

module mhu_position (
  input  wire [6:0] last_i,
  output wire [4:0] listed_o,
  output wire [4:0] control_o,
  output wire [4:0] source_o,
  output wire end_o
);
  wire earlier = last_i[6];
  wire later = |last_i[5:3];
  wire [2:0] place = last_i[2:0];

  assign listed_o[0] = !earlier;
  assign control_o[0] = earlier && place == 3'd7;
  assign source_o[0] = earlier && place == 3'd6;
  assign listed_o[1] = !earlier && (later || place >= 3'd1);
  assign control_o[1] = !earlier && !later && place == 3'd0;
  assign source_o[1] = earlier && place == 3'd7;
  assign listed_o[2] = !earlier && (later || place >= 3'd2);
  assign control_o[2] = !earlier && !later && place == 3'd1;
  assign source_o[2] = !earlier && !later && place == 3'd0;
  assign listed_o[3] = !earlier && (later || place >= 3'd3);
  assign control_o[3] = !earlier && !later && place == 3'd2;
  assign source_o[3] = !earlier && !later && place == 3'd1;
  assign listed_o[4] = !earlier && (later || place >= 3'd4);
  assign control_o[4] = !earlier && !later && place == 3'd3;
  assign source_o[4] = !earlier && !later && place == 3'd2;
  assign end_o = earlier || (!later && place <= 3'd2);

`ifdef TEECAST_ASSERT
  localparam LANES = 5;
  // Fields after the last destination.
  localparam TRAILER = 2;
  integer last, e;
  always @* begin
    last = {{25{last_i[6]}}, last_i};
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
