<{ c.banner("Property: what harts_tag_update computes.") }>
// Contract: failed_o = 0 for all tags: a hop in direction d takes one off tag d, a hop in direction
//   d + 3 adds one to it; the other tags stay.
`default_nettype none

module proof_harts_tag_update (
  input  wire [<{ 3 * c.topology.tag_bits - 1 }>:0] tags_i,
  input  wire [2:0] direction_i,
  output reg  failed_o
);
  localparam TAG = <{ c.topology.tag_bits }>;

  wire [3*TAG-1:0] tags;
  wire [5:0] direction = direction_i < 3'd6 ? 6'd1 << direction_i : 6'd0;
  <{ c.prefix }>harts_tag_update u_dut (
    .tags_i(tags_i),
    .direction_i(direction),
    .tags_o(tags)
  );

  reg [TAG-1:0] next;
  integer i;
  always @* begin
    failed_o = 1'b0;
    for (i = 0; i < 3; i = i + 1) begin
      next = tags_i[i*TAG+:TAG];
      if (direction_i == i) next = next - <{ c.topology.tag_bits }>'d1;
      if (direction_i == i + 3) next = next + <{ c.topology.tag_bits }>'d1;
      if (tags[i*TAG+:TAG] != next) failed_o = 1'b1;
    end
  end
endmodule

`default_nettype wire
