// Corners: the region of a frame, as messages carry it, and what is wrong with it.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --mesh 4x4 --family region
// Configuration (hash f0b17edf6cea):
//   mesh=4x4 W=32 max_data=64 algorithm=fixed-corner vcs=1 deliveries=1
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: header_i has two opposite corners as the processor gives them, a and b of dimension 0,
//   then of the next. The message goes to the low corner; far is the high one.
// Latency and state: combinational, none.
// Source: [Had] 2 to 4.
// Widths: 8 = 2 x coordinate; 4 = coordinate.
`default_nettype none

module region_corners (
  input  wire [7:0] header_i,
  output wire [3:0] corner_o,
  output wire [3:0] far_o,
  // No such node
  output wire unknown_o
);
  localparam D = 2;
  wire [D-1:0] beyond;

  wire [1:0] a_0 = header_i[1:0];
  wire [1:0] b_0 = header_i[3:2];
  assign beyond[0] = 1'b0;
  wire ahead_0 = a_0 < b_0;
  assign corner_o[1:0] = ahead_0 ? a_0 : b_0;
  assign far_o[1:0] = ahead_0 ? b_0 : a_0;

  wire [1:0] a_1 = header_i[5:4];
  wire [1:0] b_1 = header_i[7:6];
  assign beyond[1] = 1'b0;
  wire ahead_1 = a_1 < b_1;
  assign corner_o[3:2] = ahead_1 ? a_1 : b_1;
  assign far_o[3:2] = ahead_1 ? b_1 : a_1;

  assign unknown_o = |beyond;

`ifdef TEECAST_ASSERT
  // The two corners, in each dimension in one order or the other.
  always @* begin
    begin : corners_of_axis_0_are_kept
      assert final ((corner_o[1:0] == a_0 && far_o[1:0] == b_0) ||
          (corner_o[1:0] == b_0 && far_o[1:0] == a_0));
    end
    begin : corners_of_axis_1_are_kept
      assert final ((corner_o[3:2] == a_1 && far_o[3:2] == b_1) ||
          (corner_o[3:2] == b_1 && far_o[3:2] == a_1));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
