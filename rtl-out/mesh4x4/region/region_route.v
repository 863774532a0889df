// Route: the outputs that a message asks for at a router.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --mesh 4x4 --family region
// Configuration (hash f0b17edf6cea):
//   mesh=4x4 W=32 max_data=64 algorithm=fixed-corner vcs=1 deliveries=1
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: request_o has a bit for each output that the message needs here:
//   the links, then the delivery.
//   arrival_i has one bit: the port through which the message left the router before, or the
//   highest bit for a message of the own processor.
//   Until it is at the corner a message goes by dimension order. From there it spreads over the
//   region: copies run straight on and branch into higher dimensions, towards the far corner.
// Latency and state: combinational, none.
// Source: [Had] 2 to 4.
// Widths: 4 = coordinate; 5 = links of a node + 1; 5 = outputs.
`default_nettype none

module region_route (
  // Coordinates, dimension 0 lowest
  input  wire [3:0] here_i,
  input  wire [3:0] corner_i,
  input  wire [3:0] far_i,
  // How it came
  input  wire [4:0] arrival_i,
  output wire [4:0] request_o
);
  localparam D = 2;

  // By dimension: on which side of the two corners this node lies.
  wire [D-1:0] below, above;
  wire [D-1:0] plus;
  assign below[0] = here_i[1:0] < corner_i[1:0];
  assign above[0] = here_i[1:0] > corner_i[1:0];
  assign plus[0] = here_i[1:0] != far_i[1:0];
  assign below[1] = here_i[3:2] < corner_i[3:2];
  assign above[1] = here_i[3:2] > corner_i[3:2];
  assign plus[1] = here_i[3:2] != far_i[3:2];

  // Dimensions in which the message may still move: dimension order is done with the lower ones.
  wire [D-1:0] reach;
  assign reach[0] = arrival_i[2*D] || (|arrival_i[1:0]);
  assign reach[1] = arrival_i[2*D] || (|arrival_i[3:0]);

  wire [D-1:0] differs = (below | above) & reach;
  wire [D-1:0] toward;
  tee_lowest_set_bit #(
    .WIDTH(D)
  ) u_lowest (
    .bits_i(differs),
    .lowest_o(toward)
  );
  // Only a copy that comes from the corner moves away from it.
  wire leaves =
      (arrival_i[0] && above[0]) ||
      (arrival_i[2] && above[1]);
  wire moves = (|differs) && !leaves;
  wire spreads = !moves;
  wire [D-1:0] open = {D{spreads}} & (reach | {D{!leaves}});
  wire [2*D-1:0] tree;
  assign tree[0] = open[0] && plus[0];
  assign tree[1] = 1'b0;
  assign tree[2] = open[1] && plus[1];
  assign tree[3] = 1'b0;

  wire [2*D-1:0] links;
  assign links[0] = tree[0] || (moves && toward[0] && below[0]);
  assign links[1] = tree[1] || (moves && toward[0] && above[0]);
  assign links[2] = tree[2] || (moves && toward[1] && below[1]);
  assign links[3] = tree[3] || (moves && toward[1] && above[1]);
  assign request_o = {spreads, links};

`ifdef TEECAST_ASSERT
  // A message leaves or is delivered; until it spreads it leaves in one direction.
  wire [2*D-1:0] less = links - 4'd1;
  always @* begin
    begin : message_goes_somewhere assert final (|request_o); end
    begin : one_direction_until_it_spreads
      assert final (spreads || (links & less) == {2*D{1'b0}});
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
