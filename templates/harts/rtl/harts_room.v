<{ c.banner("Looks up, for each direction, whether a class has room at the other end of the link.") }>
// Contract: room_o[d] = 1 where slice d of room_i has the bit of slice d of class_i.
// Latency and state: combinational, none.
// Widths: <{ 6 * c.buffers.classes }> = 6 x classes; <{ 6 * c.buffers.class_bits }> = 6 x class number.
`default_nettype none

module <{ c.prefix }>harts_room (
  input  wire [<{ 6 * c.buffers.classes - 1 }>:0] room_i,
  input  wire [<{ 6 * c.buffers.class_bits - 1 }>:0] class_i,
  output reg  [5:0] room_o
);
  localparam CLASSES = <{ c.buffers.classes }>;
  localparam CLASS = <{ c.buffers.class_bits }>;

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
      if (class_i[e*CLASS+:CLASS] <= <{ c.buffers.class_bits }>'d<{ c.buffers.classes - 1 }>) begin : room_is_of_class
        assert final (room_o[e] ==
            |(room_i[e*CLASSES+:CLASSES] & (<{ c.buffers.classes }>'d1 << class_i[e*CLASS+:CLASS])));
      end else begin : unknown_class_has_no_room
        assert final (!room_o[e]);
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
