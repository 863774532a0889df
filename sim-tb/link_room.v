// Remembers what may still start on a link of a HARTS router.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: credit_i[c] makes room for one packet of class c, a started packet takes it.
//   may_start_o: a packet of class next_class_i may start in the next cycle. Class CLASSES stands
//   for headers that no packet has: they take no room, but wait for the first credit after reset.
`default_nettype none

module link_room #(
  parameter CLASSES = 3,
  parameter CLASS_BITS = 2
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [CLASS_BITS-1:0] next_class_i,
  output wire may_start_o,
  input  wire start_i,
  input  wire [CLASS_BITS-1:0] class_i,
  input  wire [CLASSES-1:0] credit_i
);
  // Bit CLASSES: there was a credit.
  reg [CLASSES:0] room_q, room;
  integer c;

  always @* begin
    room = room_q;
    for (c = 0; c < CLASSES; c = c + 1) begin
      if (start_i && {{32-CLASS_BITS{1'b0}}, class_i} == c) room[c] = 1'b0;
    end
  end
  assign may_start_o = room[next_class_i];

  always @(posedge clk_i) begin
    if (!rst_ni) room_q <= {CLASSES+1{1'b0}};
    else room_q <= room | {|credit_i, credit_i};
  end
endmodule

`default_nettype wire
