// Takes one hop off the routing tag of a direction.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: direction_i is one-hot or zero; zero leaves the tags as they are.
// Latency and state: combinational, none.
// Widths: 12 = 3 x tag.
`default_nettype none

module harts_tag_update (
  input  wire [11:0] tags_i,
  input  wire [5:0] direction_i,
  output wire [11:0] tags_o
);
  localparam TAG = 4;

  genvar i;
  generate
    for (i = 0; i < 3; i = i + 1) begin : gen_tag
      // Plus one against the direction of the tag, minus one along it.
      wire [TAG-1:0] change =
          {{(TAG-1){direction_i[i]}}, direction_i[i] || direction_i[i+3]};
      assign tags_o[i*TAG+:TAG] = tags_i[i*TAG+:TAG] + change;
    end
  endgenerate

`ifdef TEECAST_ASSERT
  integer e;
  always @* begin
    for (e = 0; e < 3; e = e + 1) begin
      // A tag gets nearer to zero by a hop in its direction.
      begin : positive_tag_falls
        assert final (!direction_i[e] || direction_i[e+3] ||
            tags_o[e*TAG+:TAG] + 4'd1 == tags_i[e*TAG+:TAG]);
      end
      begin : negative_tag_rises
        assert final (direction_i[e] || !direction_i[e+3] ||
            tags_o[e*TAG+:TAG] == tags_i[e*TAG+:TAG] + 4'd1);
      end
      begin : other_tag_stays
        assert final (direction_i[e] || direction_i[e+3] ||
            tags_o[e*TAG+:TAG] == tags_i[e*TAG+:TAG]);
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
