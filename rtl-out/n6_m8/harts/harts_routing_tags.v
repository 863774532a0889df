// Reads the three routing tags of a regular packet.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: toward_o[d] = 1 while a tag has hops left in direction d, tag i along i or, negative,
//   along i+3; hops_o is their number. bad_o = 1: no shortest path has such tags.
// Latency and state: combinational, none.
// Widths: 12 = 3 x tag; 3 = distance.
`default_nettype none

module harts_routing_tags (
  input  wire [11:0] tags_i,
  output wire [5:0] toward_o,
  output wire [2:0] hops_o,
  output wire bad_o
);
  localparam TAG = 4;

  wire [3*TAG-1:0] sizes;
  genvar i;
  generate
    for (i = 0; i < 3; i = i + 1) begin : gen_tag
      wire [TAG-1:0] tag = tags_i[i*TAG+:TAG];
      wire negative = tag[TAG-1];
      assign toward_o[i] = !negative && tag != {TAG{1'b0}};
      assign toward_o[i+3] = negative;
      assign sizes[i*TAG+:TAG] = negative ? ~tag + 4'd1 : tag;
    end
  endgenerate

  wire [TAG+1:0] sum = {2'd0, sizes[TAG-1:0]} + {2'd0, sizes[2*TAG-1:TAG]} +
      {2'd0, sizes[3*TAG-1:2*TAG]};
  wire [2:0] used = toward_o[2:0] | toward_o[5:3];
  assign hops_o = sum[2:0];
  assign bad_o = (&used) || sum > 6'd5;

`ifdef TEECAST_ASSERT
  reg [TAG+1:0] steps;
  reg [TAG-1:0] one;
  reg all;
  integer e;
  always @* begin
    steps = {(TAG+2){1'b0}};
    all = 1'b1;
    for (e = 0; e < 3; e = e + 1) begin
      one = tags_i[e*TAG+:TAG];
      steps = one[TAG-1] ? steps - {2'b11, one} : steps + {2'b00, one};
      all = all && |one;
      begin : directions_follow_tags
        assert final ({toward_o[e+3], toward_o[e]} == {one[TAG-1], |one && !one[TAG-1]});
      end
    end
    begin : hops_are_counted assert final (hops_o == steps[2:0]); end
    begin : bad_tags_are_found assert final (bad_o == (all || steps >= 6'd6)); end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
