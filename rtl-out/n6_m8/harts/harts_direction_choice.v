// Chooses one of several directions, in the order of the routing tags.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: choice_o has one of the bits of directions_i, or is zero; the first of 0, 3 (tag 0),
//   1, 4 (tag 1), 2, 5 (tag 2).
// Latency and state: combinational, none.
`default_nettype none

module harts_direction_choice (
  input  wire [5:0] directions_i,
  output wire [5:0] choice_o
);
  wire [5:0] first;
  tee_lowest_set_bit #(
    .WIDTH(6)
  ) u_lowest (
    .bits_i({directions_i[5], directions_i[2], directions_i[4], directions_i[1], directions_i[3],
             directions_i[0]}),
    .lowest_o(first)
  );
  assign choice_o = {first[5], first[3], first[1], first[4], first[2], first[0]};

`ifdef TEECAST_ASSERT
  reg earlier;
  integer e;
  always @* begin
    earlier = 1'b0;
    for (e = 0; e < 6; e = e + 1) begin
      begin : first_direction_is_chosen
        assert final (choice_o[e/2+3*(e%2)] == (directions_i[e/2+3*(e%2)] && !earlier));
      end
      earlier = earlier || directions_i[e/2+3*(e%2)];
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
