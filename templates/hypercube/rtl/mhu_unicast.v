<{ c.banner("Decides the branch of a unicast.") }>
// Contract: vote_i is the vote of the destination, zero if it is here. dimension_o is the branch,
//   one-hot, or zero: <% if c.vote.nca && !c.options.lan %>the lowest <% if c.options.fault_tolerant %>healthy <% endif %>dimension in prefer_i, else the lowest one<% else %>the lowest <% if c.options.fault_tolerant %>healthy <% endif %>dimension<% endif %>.
<%- if c.vote.forbidden %> A choice
//   that is forbidden is not made.<% else %> Forbidden
//   dimensions do not count.<% endif %> leaves_o = 1 when there is one, blocked_o = 1 when the
//   destination cannot be reached.
// Latency and state: combinational, none.
// Widths: <{ c.topology.dimension }> = n.
`default_nettype none

module <{ c.prefix }>mhu_unicast (
  input  wire [<{ c.topology.dimension - 1 }>:0] vote_i,
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] forbidden_i,
<%- if c.vote.nca && !c.options.lan %>
  input  wire [<{ c.topology.dimension - 1 }>:0] prefer_i,
<%- endif %>
  output wire [<{ c.topology.dimension - 1 }>:0] dimension_o,
  output wire leaves_o,
  output wire blocked_o
);
  localparam N = <{ c.topology.dimension }>;

  wire [N-1:0] healthy = vote_i<% if c.options.fault_tolerant %> & ~faulty_i<% endif %><% if !c.vote.forbidden %> & ~forbidden_i<% endif %>;
<%- if c.vote.nca && !c.options.lan %>
  wire [N-1:0] preferred = healthy & prefer_i;
  wire [N-1:0] pool = (|preferred) ? preferred : healthy;
<%- else %>
  wire [N-1:0] pool = healthy;
<%- endif %>
  wire [N-1:0] lowest;
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(N)
  ) u_lowest (
    .bits_i(pool),
    .lowest_o(lowest)
  );
<%- if c.vote.forbidden %>
  assign dimension_o = lowest & ~forbidden_i;
  assign leaves_o = |dimension_o;
<%- else %>
  assign dimension_o = lowest;
  assign leaves_o = |healthy;
<%- endif %>
  assign blocked_o = (|vote_i) && !leaves_o;

`ifdef TEECAST_ASSERT
  always @* begin
    // One dimension on the way to the destination, or none and the destination is reported.
    begin : one_dimension_is_taken
      assert final ((dimension_o & (dimension_o - <{ c.topology.dimension }>'d1)) == {N{1'b0}});
    end
    begin : dimension_is_allowed
      assert final ((dimension_o & (~vote_i | forbidden_i<% if c.options.fault_tolerant %> | faulty_i<% endif %>)) == {N{1'b0}});
    end
    begin : leaves_by_dimension assert final (leaves_o == (dimension_o != {N{1'b0}})); end
    begin : blocked_without_dimension
      assert final (blocked_o == (vote_i != {N{1'b0}} && dimension_o == {N{1'b0}}));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
