<{ c.banner("Property: what harts_routing_tags reads.") }>
// Contract: failed_o = 0 for all tags: a positive tag i leads along i, a negative one along i + 3;
//   the hops are the sum of their sizes; more than two tags or than n - 1 hops are bad.
`default_nettype none

module proof_harts_routing_tags (
  input  wire [<{ 3 * c.topology.tag_bits - 1 }>:0] tags_i,
  output reg  failed_o
);
  localparam TAG = <{ c.topology.tag_bits }>;

  wire [5:0] toward;
  wire [<{ c.topology.distance_bits - 1 }>:0] hops;
  wire bad;
  <{ c.prefix }>harts_routing_tags u_dut (
    .tags_i(tags_i),
    .toward_o(toward),
    .hops_o(hops),
    .bad_o(bad)
  );

  reg signed [TAG-1:0] tag;
  reg signed [<{ c.topology.tag_bits + 2 }>:0] size, sum;
  reg [1:0] used;
  integer i;
  always @* begin
    failed_o = 1'b0;
    sum = <{ c.topology.tag_bits + 3 }>'sd0;
    used = 2'd0;
    for (i = 0; i < 3; i = i + 1) begin
      tag = tags_i[i*TAG+:TAG];
      size = tag;
      if (toward[i] != (tag > 0) || toward[i+3] != (tag < 0)) failed_o = 1'b1;
      if (tag != 0) used = used + 2'd1;
      sum = sum + (tag < 0 ? -size : size);
    end
    if (bad != (used == 2'd3 || sum > <{ c.topology.edge - 1 }>)) failed_o = 1'b1;
    if (!bad && hops != sum) failed_o = 1'b1;
  end
endmodule

`default_nettype wire
