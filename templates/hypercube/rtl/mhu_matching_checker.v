<{ c.banner("Looks for the local address, and for neighbours, among the destinations.") }>
// Contract: match_o = 1 when a valid field of the flit is the local address (relative address
//   0, [Lan88] 6.5.4)
<%- if c.options.checks_neighbours %>; neighbours_o[j] = 1 when one is the neighbour in dimension j<% endif %>.
// Latency and state: combinational, none.
// Widths: <{ c.frame.lanes * c.topology.dimension }> = fields of a flit x n; <{ c.frame.lanes }> = fields of a flit; <{ c.topology.dimension }> = n.
`default_nettype none

module <{ c.prefix }>mhu_matching_checker (
  input  wire [<{ c.frame.lanes * c.topology.dimension - 1 }>:0] relative_i,
  input  wire [<{ c.frame.lanes - 1 }>:0] valid_i,
<%- if c.options.checks_neighbours %>
  output wire [<{ c.topology.dimension - 1 }>:0] neighbours_o,
<%- endif %>
  output wire match_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam LANES = <{ c.frame.lanes }>;

  wire [LANES-1:0] here;

  genvar p;
  generate
    for (p = 0; p < LANES; p = p + 1) begin : gen_lane
      assign here[p] = valid_i[p] && relative_i[p*N+:N] == {N{1'b0}};
    end
  endgenerate

  assign match_o = |here;
<%- if c.options.checks_neighbours %>

  // A relative address with a single bit is a neighbour's.
  wire [LANES-1:0] near;
  reg [N-1:0] neighbours;
  integer lane;

  generate
    for (p = 0; p < LANES; p = p + 1) begin : gen_neighbour
      wire [N-1:0] lowest;
      <{ c.prefix }>tee_lowest_set_bit #(
        .WIDTH(N)
      ) u_lowest (
        .bits_i(relative_i[p*N+:N]),
        .lowest_o(lowest)
      );
      assign near[p] = valid_i[p] && relative_i[p*N+:N] == lowest;
    end
  endgenerate

  always @* begin
    neighbours = {N{1'b0}};
    for (lane = 0; lane < LANES; lane = lane + 1) begin
      if (near[lane]) neighbours = neighbours | relative_i[lane*N+:N];
    end
  end

  assign neighbours_o = neighbours;
<%- endif %>

`ifdef TEECAST_ASSERT
  reg found;
<%- if c.options.checks_neighbours %>
  reg [N-1:0] around;
  integer d;
<%- endif %>
  integer e;
  always @* begin
    found = 1'b0;
<%- if c.options.checks_neighbours %>
    around = {N{1'b0}};
<%- endif %>
    for (e = 0; e < LANES; e = e + 1) begin
      if (valid_i[e]) begin
        if (!(|relative_i[e*N+:N])) found = 1'b1;
<%- if c.options.checks_neighbours %>
        for (d = 0; d < N; d = d + 1) begin
          if (relative_i[e*N+:N] == <{ c.topology.dimension }>'d1 << d) around[d] = 1'b1;
        end
<%- endif %>
      end
    end
    begin : own_address_is_found assert final (match_o == found); end
<%- if c.options.checks_neighbours %>
    begin : neighbours_are_found assert final (neighbours_o == around); end
<%- endif %>
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
