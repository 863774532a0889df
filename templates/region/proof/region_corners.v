<{ c.banner("Property: what region_corners makes of the header of a frame.") }>
// Contract: failed_o = 0 for every header<% if c.uses_place() %> and place<% endif %>: the two results are the two corners of the header in some
//   order, dimension by dimension. <% if c.two_classes() %>The first one has at most the distance of the second one to this node;
//   of two equal distances it is the low one.<% else %>The first one is the low one.<% endif %> A coordinate of no node is found.
<%- if c.is_spanning_tree() %>
//   The source lies outside if the way over it is longer than the way between the corners; a header
//   with one corner twice has no outside.
<%- endif %>
`default_nettype none

module proof_region_corners (
  input  wire [<{ 2 * c.topology.coordinate_bits - 1 }>:0] header_i,
<%- if c.uses_place() %>
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
<%- endif %>
  output wire failed_o
);
  localparam X = <{ c.topology.coordinate_bits }>;

  wire [X-1:0] near, far;
  wire unknown;
<%- if c.is_spanning_tree() %>
  wire outside;
<%- endif %>
  <{ c.prefix }>region_corners u_dut (
    .header_i(header_i),
<%- if c.uses_place() %>
    .here_i(here_i),
<%- endif %>
    .<{ c.frame.first }>_o(near),
    .<{ c.frame.second }>_o(far),
    .unknown_o(unknown)
<%- if c.is_spanning_tree() %>,
    .outside_o(outside)
<%- endif %>
  );

  function integer distance;
    input integer one, other;
    distance = one > other ? one - other : other - one;
  endfunction

  integer one, other, first, second;
<%- if c.uses_place() %>
  integer here;
<%- endif %>
  reg bad, exists;
<%- if c.is_spanning_tree() %>
  reg between, single;
<%- endif %>
  always @* begin
    bad = 1'b0;
    exists = 1'b1;
<%- if c.is_spanning_tree() %>
    between = 1'b1;
    single = 1'b1;
<%- endif %>
<%- for axis in c.topology.axes %>

    // Dimension <{ axis.index }>
    one = header_i[<{ axis.typed_slice(0) }>];
    other = header_i[<{ axis.typed_slice(1) }>];
    first = near[<{ axis.slice() }>];
    second = far[<{ axis.slice() }>];
<%- if c.uses_place() %>
    here = here_i[<{ axis.slice() }>];
<%- endif %>
    if (one >= <{ axis.radix }> || other >= <{ axis.radix }>) exists = 1'b0;
    if (first + second != one + other || (first != one && first != other)) bad = 1'b1;
<%- if c.two_classes() %>
    if (distance(here, first) > distance(here, second)) bad = 1'b1;
    if (distance(here, first) == distance(here, second) && first > second) bad = 1'b1;
<%- else %>
    if (first + distance(one, other) != second) bad = 1'b1;
<%- endif %>
<%- if c.is_spanning_tree() %>
    if (distance(one, here) + distance(here, other) != distance(one, other)) between = 1'b0;
    if (one != other) single = 1'b0;
<%- endif %>
<%- endfor %>

    if (unknown != !exists) bad = 1'b1;
<%- if c.is_spanning_tree() %>
    if (outside != (!between && !single)) bad = 1'b1;
<%- endif %>
  end
  assign failed_o = bad;
endmodule

`default_nettype wire
