<{ c.banner("Property: which buffer class harts_class gives a packet.") }>
// Contract: failed_o = 0 for every header that is accepted: broadcasts by step, then by distance from
//   the largest down, then regular packets by the hops left, from the most down; no class is left
//   out.
`default_nettype none

module proof_harts_class (
  input  wire broadcast_i,
  input  wire [1:0] step_i,
  input  wire [<{ c.topology.distance_bits - 1 }>:0] distance_i,
  input  wire [<{ c.topology.distance_bits - 1 }>:0] hops_i,
  output reg  failed_o
);
  wire [<{ c.buffers.class_bits - 1 }>:0] class;
  <{ c.prefix }>harts_class u_dut (
    .broadcast_i(broadcast_i),
    .step_i(step_i),
    .distance_i(distance_i),
    .hops_i(hops_i),
    .class_o(class)
  );

  // Counts the packets in the order of their classes; the last step is a hop shorter.
  integer rank, s, d;
  always @* begin
    failed_o = 1'b0;
    rank = 0;
    for (s = 1; s <= 3; s = s + 1) begin
      for (d = s == 3 ? <{ c.topology.edge - 2 }> : <{ c.topology.edge - 1 }>; d >= 1; d = d - 1) begin
        if (broadcast_i && step_i == s && distance_i == d && class != rank) failed_o = 1'b1;
        rank = rank + 1;
      end
    end
    for (d = <{ c.topology.edge - 2 }>; d >= 0; d = d - 1) begin
      if (!broadcast_i && hops_i == d && class != rank) failed_o = 1'b1;
      rank = rank + 1;
    end
  end
endmodule

`default_nettype wire
