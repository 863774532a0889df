// Remembers what may still start on a link of a HARTS router.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: credit_i[c], or a bit that lies CLASSES above it, makes room for one packet of class c,
//   a started packet takes it; the testbench does not use room for more packets.
//   may_start_o: a packet of class next_class_i may start in the next cycle. Class CLASSES stands
//   for headers that no packet has: they take no room, but wait for the first credit after reset.
`default_nettype none

module link_room #(
  parameter CLASSES = 3,
  parameter CLASS_BITS = 2,
  parameter CREDITS = CLASSES
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [CLASS_BITS-1:0] next_class_i,
  output wire may_start_o,
  input  wire start_i,
  input  wire [CLASS_BITS-1:0] class_i,
  input  wire [CREDITS-1:0] credit_i
);
  // Bit CLASSES: there was a credit.
  reg [CLASSES:0] room_q, room;
  reg [CLASSES-1:0] come;
  integer c;

  always @* begin
    room = room_q;
    for (c = 0; c < CLASSES; c = c + 1) begin
      if (start_i && {{32-CLASS_BITS{1'b0}}, class_i} == c) room[c] = 1'b0;
    end
  end
  always @* begin
    come = {CLASSES{1'b0}};
    for (c = 0; c < CREDITS; c = c + CLASSES) come = come | credit_i[c+:CLASSES];
  end
  assign may_start_o = room[next_class_i];

  always @(posedge clk_i) begin
    if (!rst_ni) room_q <= {CLASSES+1{1'b0}};
    else room_q <= room | {|credit_i, come};
  end
endmodule

`default_nettype wire
