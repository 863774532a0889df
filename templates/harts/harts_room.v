{{ c.banner("Looks up, for each direction, whether a class has room behind the link.") }}
// Contract: room_o[d] = 1 where slice d of room_i has the bit of slice d of class_i.
// Latency and state: combinational, none.
`default_nettype none

module {{ c.p }}harts_room (
  input  wire [{{ 6 * c.classes - 1 }}:0] room_i,
  input  wire [{{ 6 * c.class_bits - 1 }}:0] class_i,
  output reg  [5:0] room_o
);
  localparam CLASSES = {{ c.classes }};
  localparam CLASS = {{ c.class_bits }};

  integer d, s;
  always @* begin
    for (d = 0; d < 6; d = d + 1) begin
      room_o[d] = 1'b0;
      for (s = 0; s < CLASSES; s = s + 1) begin
        if (class_i[d*CLASS+:CLASS] == s[CLASS-1:0]) room_o[d] = room_i[d*CLASSES+s];
      end
    end
  end
endmodule

`default_nettype wire
