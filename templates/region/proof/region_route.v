<{ c.banner("Property: region_route decides as the tree function does.") }>
// Contract: failed_o = 0 for every header, node and way in that can occur: the module asks for what the
//   tree function [Had] 2.1, 3, 4 gives, whose state has a phase: 0 until the message is at its corner,
//   1 from there on. Every copy, one hop later, is at a node and came in a way that can occur;
//   so, hop by hop from the source, no message leaves what is proved here.
`default_nettype none

module proof_region_route (
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] <{ c.frame.first }>_i,
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] <{ c.frame.second }>_i,
  input  wire [<{ c.topology.ports }>:0] arrival_i,
<%- if c.two_classes() %>
  input  wire class_i,
<%- endif %>
<%- if c.is_spanning_tree() %>
  // Where the message spreads from: the source, or the destination of a unicast
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] corner_i,
<%- endif %>
  input  wire phase_i,
  output wire failed_o
);
  localparam X = <{ c.topology.coordinate_bits }>;
  localparam PORTS = <{ c.topology.ports }>;
<%- if c.two_classes() %>
  wire came_second = class_i;
<%- else %>
  wire came_second = 1'b0;
<%- endif %>

  wire [<{ c.topology.requests - 1 }>:0] request;
  <{ c.prefix }>region_route u_dut (
    .here_i(here_i),
    .<{ c.frame.first }>_i(<{ c.frame.first }>_i),
    .<{ c.frame.second }>_i(<{ c.frame.second }>_i),
    .arrival_i(arrival_i),
<%- if c.two_classes() %>
    .class_i(class_i),
<%- endif %>
    .request_o(request)
  );

  // The region between its low and its high corner, and the corner where the message spreads.
  wire [X-1:0] low, high;
<%- for axis in c.topology.axes %>
<%- let i = axis.index %>
<%- if c.two_classes() %>
  wire rises_<{ i }> = corner_i[<{ axis.slice() }>] <= far_i[<{ axis.slice() }>];
  assign low[<{ axis.slice() }>] = rises_<{ i }> ? corner_i[<{ axis.slice() }>] : far_i[<{ axis.slice() }>];
  assign high[<{ axis.slice() }>] = rises_<{ i }> ? far_i[<{ axis.slice() }>] : corner_i[<{ axis.slice() }>];
<%- else %>
  assign low[<{ axis.slice() }>] = <{ c.frame.first }>_i[<{ axis.slice() }>];
  assign high[<{ axis.slice() }>] = <{ c.frame.second }>_i[<{ axis.slice() }>];
<%- endif %>
<%- endfor %>

  // A header that can occur.
  reg header;
  always @* begin
    header = 1'b1;
<%- for axis in c.topology.axes %>
    if (low[<{ axis.slice() }>] > high[<{ axis.slice() }>] || high[<{ axis.slice() }>] >= <{ axis.radix }>) header = 1'b0;
    if (corner_i[<{ axis.slice() }>] < low[<{ axis.slice() }>] || corner_i[<{ axis.slice() }>] > high[<{ axis.slice() }>]) header = 1'b0;
<%- endfor %>
  end

  // Whether such a message can be at a node, having come in a way: in phase 0 by the step of dimension
  // order to the corner, in phase 1 by a step away from the corner, none of them in a higher dimension.
  function possible;
    input [X-1:0] at;
    input [PORTS:0] came;
    input spreads, second;
    begin
      possible = spreads || !second;
<%- if c.is_spanning_tree() %>
      // Only a unicast has a way to its corner.
      if (!spreads && at != corner_i && low != high) possible = 1'b0;
<%- endif %>
      if (came[PORTS]) begin
        if (spreads) possible = 1'b0;
      end
<%- for axis in c.topology.axes %>
      if (at[<{ axis.slice() }>] >= <{ axis.radix }>) possible = 1'b0;
      if (spreads && (at[<{ axis.slice() }>] < low[<{ axis.slice() }>] || at[<{ axis.slice() }>] > high[<{ axis.slice() }>])) possible = 1'b0;
<%- endfor %>
<%- for way in c.topology.axes %>
      if (came[<{ 2 * way.index }>] || came[<{ 2 * way.index + 1 }>]) begin
<%- if c.is_spanning_tree() %>
        if (!spreads && low != high) possible = 1'b0;
<%- endif %>
<%- for axis in c.topology.axes %>
<%- if axis.index < way.index %>
        if (!spreads && at[<{ axis.slice() }>] != corner_i[<{ axis.slice() }>]) possible = 1'b0;
<%- else if axis.index > way.index %>
        if (spreads && at[<{ axis.slice() }>] != corner_i[<{ axis.slice() }>]) possible = 1'b0;
<%- else %>
        if (came[<{ 2 * way.index }>]) begin
          if (spreads != (at[<{ axis.slice() }>] > corner_i[<{ axis.slice() }>]) || at[<{ axis.slice() }>] == 0) possible = 1'b0;
        end else begin
          if (spreads != (at[<{ axis.slice() }>] < corner_i[<{ axis.slice() }>]) || at[<{ axis.slice() }>] == <{ axis.radix - 1 }>) possible = 1'b0;
        end
<%- endif %>
<%- endfor %>
      end
<%- endfor %>
    end
  endfunction

  // The tree function.
  wire seeks = !phase_i && here_i != corner_i;
  wire root = !phase_i && here_i == corner_i;
  reg [PORTS-1:0] links, second;
  reg moved;
  always @* begin
    links = {PORTS{1'b0}};
    second = {PORTS{1'b0}};
    moved = 1'b0;
<%- for axis in c.topology.axes %>
<%- let i = axis.index %>

    // Dimension <{ i }>
    if (seeks) begin
      if (!moved && here_i[<{ axis.slice() }>] != corner_i[<{ axis.slice() }>]) begin
        moved = 1'b1;
        if (here_i[<{ axis.slice() }>] < corner_i[<{ axis.slice() }>]) links[<{ 2 * i }>] = 1'b1;
        else links[<{ 2 * i + 1 }>] = 1'b1;
      end
    end else begin
      links[<{ 2 * i }>] = here_i[<{ axis.slice() }>] != high[<{ axis.slice() }>];
      links[<{ 2 * i + 1 }>] = here_i[<{ axis.slice() }>] != low[<{ axis.slice() }>];
<%- if !c.is_spanning_tree() %>
      // From a corner there is one way.
      if (corner_i[<{ axis.slice() }>] == low[<{ axis.slice() }>]) links[<{ 2 * i + 1 }>] = 1'b0;
      else links[<{ 2 * i }>] = 1'b0;
<%- endif %>
<%- for way in c.topology.axes %>
<%- if way.index > axis.index %>
      if (arrival_i[<{ 2 * way.index }>] || arrival_i[<{ 2 * way.index + 1 }>]) begin
        if (!root) links[<{ 2 * i }>] = 1'b0;
        if (!root) links[<{ 2 * i + 1 }>] = 1'b0;
        second[<{ 2 * i }>] = root;
        second[<{ 2 * i + 1 }>] = root;
      end
<%- else if way.index == axis.index %>
      if (arrival_i[<{ 2 * i }>]) begin
        if (!root) links[<{ 2 * i + 1 }>] = 1'b0;
        second[<{ 2 * i + 1 }>] = root;
      end
      if (arrival_i[<{ 2 * i + 1 }>]) begin
        if (!root) links[<{ 2 * i }>] = 1'b0;
        second[<{ 2 * i }>] = root;
      end
<%- endif %>
<%- endfor %>
    end
<%- endfor %>
    if (came_second) second = {PORTS{1'b1}};
  end

  wire one_way = arrival_i != 0 && (arrival_i & (arrival_i - 1)) == 0;
  wire legal = header && one_way && possible(here_i, arrival_i, phase_i, came_second);

  // The copies, one hop later.
  reg strays;
  reg [X-1:0] there;
  always @* begin
    strays = 1'b0;
<%- for axis in c.topology.axes %>
<%- let i = axis.index %>
    there = here_i;
    there[<{ axis.slice() }>] = here_i[<{ axis.slice() }>] + 1;
    if (links[<{ 2 * i }>] && !possible(there, <{ c.topology.ports + 1 }>'d1 << <{ 2 * i }>, !seeks, <{ c.second_class(2 * i) }>)) strays = 1'b1;
    there[<{ axis.slice() }>] = here_i[<{ axis.slice() }>] - 1;
    if (links[<{ 2 * i + 1 }>] && !possible(there, <{ c.topology.ports + 1 }>'d1 << <{ 2 * i + 1 }>, !seeks, <{ c.second_class(2 * i + 1) }>)) strays = 1'b1;
<%- endfor %>
  end

<%- if c.two_classes() %>
  wire [2*PORTS:0] expected = {!seeks, links & second, links & ~second};
<%- else %>
  wire [PORTS:0] expected = {!seeks, links};
<%- endif %>
  assign failed_o = legal && (request != expected || strays);
endmodule

`default_nettype wire
