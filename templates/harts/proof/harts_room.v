<{ c.banner("Property: what harts_room looks up.") }>
// Contract: failed_o = 0 for all rooms and classes: there is room in direction d iff the class asked
//   for there has room.
`default_nettype none

module proof_harts_room (
  input  wire [<{ 6 * c.buffers.classes - 1 }>:0] room_i,
  input  wire [<{ 6 * c.buffers.class_bits - 1 }>:0] class_i,
  output reg  failed_o
);
  localparam CLASSES = <{ c.buffers.classes }>;
  localparam CLASS = <{ c.buffers.class_bits }>;

  wire [5:0] room;
  <{ c.prefix }>harts_room u_dut (
    .room_i(room_i),
    .class_i(class_i),
    .room_o(room)
  );

  reg [CLASSES-1:0] here;
  integer d;
  always @* begin
    failed_o = 1'b0;
    for (d = 0; d < 6; d = d + 1) begin
      here = room_i[d*CLASSES+:CLASSES] >> class_i[d*CLASS+:CLASS];
      if (class_i[d*CLASS+:CLASS] < CLASSES && room[d] != here[0]) failed_o = 1'b1;
    end
  end
endmodule

`default_nettype wire
