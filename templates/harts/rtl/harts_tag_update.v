<{ c.banner("Takes one hop off the routing tag of a direction.") }>
// Contract: direction_i is one-hot or zero; zero leaves the tags as they are.
// Latency and state: combinational, none.
// Widths: <{ 3 * c.topology.tag_bits }> = 3 x tag.
`default_nettype none

module <{ c.prefix }>harts_tag_update (
  input  wire [<{ 3 * c.topology.tag_bits - 1 }>:0] tags_i,
  input  wire [5:0] direction_i,
  output wire [<{ 3 * c.topology.tag_bits - 1 }>:0] tags_o
);
  localparam TAG = <{ c.topology.tag_bits }>;

  genvar i;
  generate
    for (i = 0; i < 3; i = i + 1) begin : gen_tag
      // Plus one against the direction of the tag, minus one along it.
      wire [TAG-1:0] change =
          <{ c.concat("{(TAG-1){direction_i[i]}}, direction_i[i] || direction_i[i+3]") }>;
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
            tags_o[e*TAG+:TAG] + <{ c.topology.tag_bits }>'d1 == tags_i[e*TAG+:TAG]);
      end
      begin : negative_tag_rises
        assert final (direction_i[e] || !direction_i[e+3] ||
            tags_o[e*TAG+:TAG] == tags_i[e*TAG+:TAG] + <{ c.topology.tag_bits }>'d1);
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
