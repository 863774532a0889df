<{ c.banner("Property: what mhu_matching_checker finds.") }>
// Contract: failed_o = 0 for every flit: the local address is found iff a valid field has relative
//   address 0
<%- if c.options.checks_neighbours %>, and neighbour j iff one has 2^j
<%- endif %>.
`default_nettype none

module proof_mhu_matching_checker (
  input  wire [<{ c.frame.lanes * c.topology.dimension - 1 }>:0] relative_i,
  input  wire [<{ c.frame.lanes - 1 }>:0] valid_i,
  output reg  failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam LANES = <{ c.frame.lanes }>;

  wire found;
<%- if c.options.checks_neighbours %>
  wire [N-1:0] neighbours;
<%- endif %>
  <{ c.prefix }>mhu_matching_checker u_dut (
    .relative_i(relative_i),
    .valid_i(valid_i),
<%- if c.options.checks_neighbours %>
    .neighbours_o(neighbours),
<%- endif %>
    .match_o(found)
  );

  reg here;
<%- if c.options.checks_neighbours %>
  reg near;
  integer j;
<%- endif %>
  integer p;
  always @* begin
    here = 1'b0;
    for (p = 0; p < LANES; p = p + 1) begin
      if (valid_i[p] && relative_i[p*N+:N] == {N{1'b0}}) here = 1'b1;
    end
    failed_o = found != here;
<%- if c.options.checks_neighbours %>
    for (j = 0; j < N; j = j + 1) begin
      near = 1'b0;
      for (p = 0; p < LANES; p = p + 1) begin
        if (valid_i[p] && relative_i[p*N+:N] == (<{ c.topology.dimension }>'d1 << j)) near = 1'b1;
      end
      if (neighbours[j] != near) failed_o = 1'b1;
    end
<%- endif %>
  end
endmodule

`default_nettype wire
