<{ c.banner("Corners: the region of a frame, as messages carry it, and what is wrong with it.") }>
// Contract: header_i has two opposite corners as the processor gives them, a and b of dimension 0,
//   then of the next. <{ c.corners_contract() }>
// Latency and state: combinational, none.
// Source: [Had] 2 to 4.
// Widths: <{ 2 * c.topology.coordinate_bits }> = 2 x coordinate; <{ c.topology.coordinate_bits }> = coordinate.
`default_nettype none

module <{ c.prefix }>region_corners (
  input  wire [<{ 2 * c.topology.coordinate_bits - 1 }>:0] header_i,
<%- if c.uses_place() %>
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
<%- endif %>
  output wire [<{ c.topology.coordinate_bits - 1 }>:0] <{ c.frame.first }>_o,
  output wire [<{ c.topology.coordinate_bits - 1 }>:0] <{ c.frame.second }>_o,
  // No such node
  output wire unknown_o
<%- if c.is_spanning_tree() %>,
  // The source lies outside, and the region has more than one node
  output wire outside_o
<%- endif %>
);
  localparam D = <{ c.topology.dimensions }>;
  wire [D-1:0] beyond;
<%- if c.is_spanning_tree() %>
  wire [D-1:0] differ, off;
<%- endif %>
<%- for axis in c.topology.axes %>
<%- let i = axis.index %>

  wire [<{ axis.bits - 1 }>:0] a_<{ i }> = header_i[<{ axis.typed_slice(0) }>];
  wire [<{ axis.bits - 1 }>:0] b_<{ i }> = header_i[<{ axis.typed_slice(1) }>];
<%- if axis.is_full() %>
  assign beyond[<{ i }>] = 1'b0;
<%- else %>
  assign beyond[<{ i }>] = a_<{ i }> > <{ axis.bits }>'d<{ axis.radix - 1 }> || b_<{ i }> > <{ axis.bits }>'d<{ axis.radix - 1 }>;
<%- endif %>
<%- if c.two_classes() %>
  // The low corner is as near as the high one, or nearer.
  wire [<{ axis.bits }>:0] sum_<{ i }> = {1'b0, a_<{ i }>} + {1'b0, b_<{ i }>};
  wire low_<{ i }> = {here_i[<{ axis.slice() }>], 1'b0} <= sum_<{ i }>;
  wire ahead_<{ i }> = (a_<{ i }> < b_<{ i }>) == low_<{ i }>;
<%- else %>
  wire ahead_<{ i }> = a_<{ i }> < b_<{ i }>;
<%- endif %>
  assign <{ c.frame.first }>_o[<{ axis.slice() }>] = ahead_<{ i }> ? a_<{ i }> : b_<{ i }>;
  assign <{ c.frame.second }>_o[<{ axis.slice() }>] = ahead_<{ i }> ? b_<{ i }> : a_<{ i }>;
<%- if c.is_spanning_tree() %>
  assign differ[<{ i }>] = a_<{ i }> != b_<{ i }>;
  assign off[<{ i }>] = here_i[<{ axis.slice() }>] < low_o[<{ axis.slice() }>] ||
      here_i[<{ axis.slice() }>] > high_o[<{ axis.slice() }>];
<%- endif %>
<%- endfor %>

  assign unknown_o = |beyond;
<%- if c.is_spanning_tree() %>
  assign outside_o = (|off) && (|differ);
<%- endif %>

`ifdef TEECAST_ASSERT
  // The two corners, in each dimension in one order or the other.
  always @* begin
<%- for axis in c.topology.axes %>
<%- let i = axis.index %>
    begin : corners_of_axis_<{ i }>_are_kept
      assert final ((<{ c.frame.first }>_o[<{ axis.slice() }>] == a_<{ i }> && <{ c.frame.second }>_o[<{ axis.slice() }>] == b_<{ i }>) ||
          (<{ c.frame.first }>_o[<{ axis.slice() }>] == b_<{ i }> && <{ c.frame.second }>_o[<{ axis.slice() }>] == a_<{ i }>));
    end
<%- endfor %>
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
