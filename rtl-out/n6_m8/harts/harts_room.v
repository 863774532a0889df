// Looks up, for each direction, whether a class has room at the other end of the link.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: room_o[d] = 1 where slice d of room_i has the bit of slice d of class_i.
// Latency and state: combinational, none.
// Widths: 114 = 6 x classes; 30 = 6 x class number.
`default_nettype none

module harts_room (
  input  wire [113:0] room_i,
  input  wire [29:0] class_i,
  output reg  [5:0] room_o
);
  localparam CLASSES = 19;
  localparam CLASS = 5;

  integer d, s;
  always @* begin
    for (d = 0; d < 6; d = d + 1) begin
      room_o[d] = 1'b0;
      for (s = 0; s < CLASSES; s = s + 1) begin
        if (class_i[d*CLASS+:CLASS] == s[CLASS-1:0]) room_o[d] = room_i[d*CLASSES+s];
      end
    end
  end

`ifdef TEECAST_ASSERT
  integer e;
  always @* begin
    for (e = 0; e < 6; e = e + 1) begin
      if (class_i[e*CLASS+:CLASS] <= 5'd18) begin : room_is_of_class
        assert final (room_o[e] ==
            |(room_i[e*CLASSES+:CLASSES] & (19'd1 << class_i[e*CLASS+:CLASS])));
      end else begin : unknown_class_has_no_room
        assert final (!room_o[e]);
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
