<{ c.banner("Route: the outputs that a message asks for at a router.") }>
// Contract: request_o has a bit for each output that the message needs here:
//   <{ c.request_order() }>.
//   arrival_i has one bit: the port through which the message left the router before, or the
//   highest bit for a message of the own processor.
<%- if c.is_spanning_tree() %>
//   Inside the region the message spreads from its source as a spanning tree: copies run straight
//   on and branch into higher dimensions. A unicast on its way goes by dimension order.
<%- else %>
//   Until it is at the corner a message goes by dimension order. From there it spreads over the
//   region: copies run straight on and branch into higher dimensions, towards the far corner.
<%- endif %>
// Latency and state: combinational, none.
// Source: [Had] 2 to 4.
// Widths: <{ c.topology.coordinate_bits }> = coordinate; <{ c.topology.ports + 1 }> = links of a node + 1; <{ c.topology.requests }> = outputs.
`default_nettype none

module <{ c.prefix }>region_route (
  // Coordinates, dimension 0 lowest
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] <{ c.frame.first }>_i,
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] <{ c.frame.second }>_i,
  // How it came
  input  wire [<{ c.topology.ports }>:0] arrival_i,
<%- if c.two_classes() %>
  input  wire class_i,
<%- endif %>
  output wire [<{ c.topology.requests - 1 }>:0] request_o
);
  localparam D = <{ c.topology.dimensions }>;

  // By dimension: on which side of the two corners this node lies.
  wire [D-1:0] below, above;
<%- if c.is_spanning_tree() || c.two_classes() %>
  wire [D-1:0] plus, minus;
<%- else %>
  wire [D-1:0] plus;
<%- endif %>
<%- for axis in c.topology.axes %>
<%- let i = axis.index %>
  assign below[<{ i }>] = here_i[<{ axis.slice() }>] < <{ c.frame.first }>_i[<{ axis.slice() }>];
<%- if c.is_spanning_tree() %>
  assign above[<{ i }>] = here_i[<{ axis.slice() }>] > <{ c.frame.second }>_i[<{ axis.slice() }>];
  assign plus[<{ i }>] = here_i[<{ axis.slice() }>] < <{ c.frame.second }>_i[<{ axis.slice() }>];
  assign minus[<{ i }>] = here_i[<{ axis.slice() }>] > <{ c.frame.first }>_i[<{ axis.slice() }>];
<%- else %>
  assign above[<{ i }>] = here_i[<{ axis.slice() }>] > <{ c.frame.first }>_i[<{ axis.slice() }>];
<%- if c.two_classes() %>
  assign plus[<{ i }>] = here_i[<{ axis.slice() }>] < <{ c.frame.second }>_i[<{ axis.slice() }>];
  assign minus[<{ i }>] = here_i[<{ axis.slice() }>] > <{ c.frame.second }>_i[<{ axis.slice() }>];
<%- else %>
  assign plus[<{ i }>] = here_i[<{ axis.slice() }>] != <{ c.frame.second }>_i[<{ axis.slice() }>];
<%- endif %>
<%- endif %>
<%- endfor %>

  // Dimensions in which the message may still move: dimension order is done with the lower ones.
  wire [D-1:0] reach;
<%- for axis in c.topology.axes %>
<%- let i = axis.index %>
  assign reach[<{ i }>] = arrival_i[2*D] || (|arrival_i[<{ 2 * i + 1 }>:0]);
<%- endfor %>
<%- if c.is_spanning_tree() || c.two_classes() %>

  // Ports in the order of dimensions: straight on, or into a higher one.
  wire [2*D-1:0] ordered;
<%- for axis in c.topology.axes %>
<%- let i = axis.index %>
<%- if axis.index > 0 %>
  assign ordered[<{ 2 * i }>] = arrival_i[2*D] || (|arrival_i[<{ 2 * i }>:0]);
  assign ordered[<{ 2 * i + 1 }>] = arrival_i[2*D] || arrival_i[<{ 2 * i + 1 }>] ||
      (|arrival_i[<{ 2 * i - 1 }>:0]);
<%- else %>
  assign ordered[0] = arrival_i[2*D] || arrival_i[0];
  assign ordered[1] = arrival_i[2*D] || arrival_i[1];
<%- endif %>
<%- endfor %>
<%- endif %>

  wire [D-1:0] differs = (below | above) & reach;
  wire [D-1:0] toward;
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(D)
  ) u_lowest (
    .bits_i(differs),
    .lowest_o(toward)
  );
<%- if c.is_spanning_tree() %>
  wire spreads = !(|differs);
  wire [2*D-1:0] tree;
<%- for axis in c.topology.axes %>
<%- let i = axis.index %>
  assign tree[<{ 2 * i }>] = spreads && ordered[<{ 2 * i }>] && plus[<{ i }>];
  assign tree[<{ 2 * i + 1 }>] = spreads && ordered[<{ 2 * i + 1 }>] && minus[<{ i }>];
<%- endfor %>
  wire moves = !spreads;
<%- else %>
  // Only a copy that comes from the corner moves away from it.
  wire leaves =<% for axis in c.topology.axes %><% let i = axis.index %><% if axis.index > 0 %> ||<% endif %>
      (arrival_i[<{ 2 * i }>] && above[<{ i }>])<% if c.two_classes() %> || (arrival_i[<{ 2 * i + 1 }>] && below[<{ i }>])<% endif %><% endfor %>;
  wire moves = (|differs) && !leaves;
  wire spreads = !moves;
  wire [D-1:0] open = {D{spreads}} & (reach | {D{!leaves}});
  wire [2*D-1:0] tree;
<%- for axis in c.topology.axes %>
<%- let i = axis.index %>
  assign tree[<{ 2 * i }>] = open[<{ i }>] && plus[<{ i }>];
<%- if c.two_classes() %>
  assign tree[<{ 2 * i + 1 }>] = open[<{ i }>] && minus[<{ i }>];
<%- else %>
  assign tree[<{ 2 * i + 1 }>] = 1'b0;
<%- endif %>
<%- endfor %>
<%- endif %>

  wire [2*D-1:0] links;
<%- for axis in c.topology.axes %>
<%- let i = axis.index %>
  assign links[<{ 2 * i }>] = tree[<{ 2 * i }>] || (moves && toward[<{ i }>] && below[<{ i }>]);
  assign links[<{ 2 * i + 1 }>] = tree[<{ 2 * i + 1 }>] || (moves && toward[<{ i }>] && above[<{ i }>]);
<%- endfor %>
<%- if c.two_classes() %>
  // A copy that turns at the corner as dimension order would not, changes to class 1 for good.
  wire [2*D-1:0] first = ordered & {2*D{!class_i}};
  assign request_o = {spreads, links & ~first, links & first};
<%- else %>
  assign request_o = {spreads, links};
<%- endif %>

`ifdef TEECAST_ASSERT
  // A message leaves or is delivered; until it spreads it leaves in one direction.
  wire [2*D-1:0] less = links - <{ 2 * c.topology.dimensions }>'d1;
  always @* begin
    begin : message_goes_somewhere assert final (|request_o); end
    begin : one_direction_until_it_spreads
      assert final (spreads || (links & less) == {2*D{1'b0}}<% if c.is_spanning_tree() %> || (|(below & above))<% endif %>);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
