<{ c.banner("Property: which branch mhu_unicast decides.") }>
// Contract: failed_o = 0 for every vote<% if c.options.fault_tolerant %>, fault vector<% endif %> and set of forbidden dimensions: the branch is the
<%- if c.vote.forbidden %>
//   lowest <% if c.options.fault_tolerant %>healthy <% endif %>dimension of the vote
<%- if c.vote.nca && !c.options.lan %>, of the preferred ones if there is one,<% endif %> unless that is forbidden.
<%- else %>
//   lowest <% if c.options.fault_tolerant %>healthy <% endif %>dimension of the vote that is not forbidden.
<%- endif %> A destination
//   that is not here and has no branch is blocked.
`default_nettype none

module proof_mhu_unicast (
  input  wire [<{ c.topology.dimension - 1 }>:0] vote_i,
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] forbidden_i,
<%- if c.vote.nca && !c.options.lan %>
  input  wire [<{ c.topology.dimension - 1 }>:0] prefer_i,
<%- endif %>
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
<%- if !c.options.fault_tolerant %>
  wire [N-1:0] faulty_i = {N{1'b0}};
<%- endif %>
<%- if !c.vote.nca || c.options.lan %>
  wire [N-1:0] prefer_i = {N{1'b0}};
<%- endif %>

  wire [N-1:0] dimension;
  wire leaves, blocked;
  <{ c.prefix }>mhu_unicast u_dut (
    .vote_i(vote_i),
<%- if c.options.fault_tolerant %>
    .faulty_i(faulty_i),
<%- endif %>
    .forbidden_i(forbidden_i),
<%- if c.vote.nca && !c.options.lan %>
    .prefer_i(prefer_i),
<%- endif %>
    .dimension_o(dimension),
    .leaves_o(leaves),
    .blocked_o(blocked)
  );

  // The lowest one goes last, so that it stays; preferred ones go after all others.
  reg [N-1:0] branch;
  integer d;
  always @* begin
    branch = {N{1'b0}};
    for (d = N - 1; d >= 0; d = d - 1) begin
      if (vote_i[d] && !faulty_i[d]<% if !c.vote.forbidden %> && !forbidden_i[d]<% endif %>) begin
        branch = <{ c.topology.dimension }>'d1 << d;
      end
    end
    for (d = N - 1; d >= 0; d = d - 1) begin
      if (vote_i[d] && !faulty_i[d] && prefer_i[d]<% if !c.vote.forbidden %> && !forbidden_i[d]<% endif %>) begin
        branch = <{ c.topology.dimension }>'d1 << d;
      end
    end
    if ((branch & forbidden_i) != {N{1'b0}}) branch = {N{1'b0}};
  end
  assign failed_o = dimension != branch || leaves != (branch != {N{1'b0}}) ||
      blocked != (vote_i != {N{1'b0}} && branch == {N{1'b0}});
endmodule

`default_nettype wire
