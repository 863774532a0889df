<{ c.banner("Gives the destinations of a header to the voter, and keeps those of the newest message.") }>
// Contract: write_o and rows_o give the destinations of a header flit to the reference array
//   ([Lan88] 6.5.2): addresses relative to this node<% if !c.options.lan %> under the class rule (restricted rows
//   keep their descending dimensions while one is healthy, falling_i)<% endif %>. unicast_vote_o is the
//   vote of the only destination of a unicast, which may stand in any place of its flit.
//   read_field_o joins the relative destinations in the rows of read_row_i, all in one flit, of the
//   newest message.
// Latency and state: combinational but for the header flits that hold rows, written with
//   header_flit_i.
// Widths: <{ c.topology.dimension }> = n; <{ c.frame.flit_index_bits }> = number of a header flit; <{ c.frame.lanes * c.topology.dimension }> = fields of a flit x n;
//   <{ c.buffers.class_bits }> = class number; <{ c.frame.rows }> = rows; <{ c.frame.rows * c.topology.dimension }> = rows x n.
`default_nettype none

module <{ c.prefix }>mhu_store (
  input  wire clk_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] own_dimension_i,
<%- if !c.options.lan %>
  input  wire [<{ c.topology.dimension - 1 }>:0] falling_i,
<%- endif %>
  // Header flits
  input  wire header_flit_i,
<%- if c.frame.counts_flits %>
  input  wire [<{ c.frame.flit_index_bits - 1 }>:0] flit_index_i,
<%- endif %>
  input  wire [<{ c.frame.lanes * c.topology.dimension - 1 }>:0] lanes_i,
<%- if !c.options.lan && !c.buffers.always_restricted %>
  input  wire [<{ c.buffers.class_bits - 1 }>:0] class_i,
<%- endif %>
  output wire [<{ c.frame.rows - 1 }>:0] write_o,
  output wire [<{ c.frame.rows * c.topology.dimension - 1 }>:0] rows_o,
  output wire [<{ c.topology.dimension - 1 }>:0] unicast_vote_o,
  // Newest message
  input  wire [<{ c.frame.rows - 1 }>:0] read_row_i,
  output wire [<{ c.topology.dimension - 1 }>:0] read_field_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam LANES = <{ c.frame.row_lanes }>;
<%- if !c.options.lan && !c.buffers.always_restricted %>

  // From class R on, a message may not change from ascending to descending.
  wire restricted = class_i >= <{ c.buffers.class_bits }>'d<{ c.buffers.unrestricted }>;
<%- endif %>
<%- if c.options.lan %>
  // The thesis's rules have no use for it.
  wire unused_address = &{1'b0, local_address_i};
<%- endif %>

  // Votes of the destinations in this flit, by lane; those of Source, Control and long lists are
  // not used. Only destinations in long lists may lie back over the own dimension.
<%- for lane in c.frame.row_lane_list %>
  wire [N-1:0] relative_<{ lane }> = lanes_i[<{ lane }>*N+:N] & ~own_dimension_i;
<%- if c.options.lan %>
  wire [N-1:0] vote_<{ lane }> = relative_<{ lane }>;
<%- else %>
  wire descends_<{ lane }> = (|(relative_<{ lane }> & falling_i))<% if !c.buffers.always_restricted %> && restricted<% endif %>;
  wire [N-1:0] vote_<{ lane }> =
      descends_<{ lane }> ? relative_<{ lane }> & local_address_i : relative_<{ lane }>;
<%- endif %>
<%- endfor %>
<% for row in c.frame.row_places %>
  assign rows_o[<{ row.index }>*N+:N] = vote_<{ row.lane }>;
<%- if c.frame.counts_flits %>
  assign write_o[<{ row.index }>] = header_flit_i && flit_index_i == <{ c.frame.flit_index_bits }>'d<{ row.flit }>;
<%- else %>
  assign write_o[<{ row.index }>] = header_flit_i;
<%- endif %>
<%- endfor %>

  // All others in the flit are zero.
  wire [N-1:0] vote_here =
      <% for row in c.frame.row_places %><% if row.flit == c.frame.near_flit %><% if !loop.first %> | <% endif %>vote_<{ row.lane }><% endif %><% endfor %>;
<%- if c.frame.holds_vote %>
  reg [N-1:0] vote_q;
  always @(posedge clk_i) begin
    if (header_flit_i) vote_q <= vote_here;
  end
  assign unicast_vote_o = header_flit_i ? vote_here : vote_q;
<%- else %>
  assign unicast_vote_o = vote_here;
<%- endif %>

  // Lanes with rows, for each header flit.
  wire [LANES*N-1:0] row_lanes;
<%- for lane in c.frame.row_lane_list %>
  assign row_lanes[<{ loop.index0 }>*N+:N] = lanes_i[<{ lane }>*N+:N];
<%- endfor %>
<%- if c.frame.row_flits > 1 %>
  localparam FIRST = 0;
  localparam LAST = <{ c.frame.row_flits - 1 }>;
  reg [LANES*N-1:0] flits_q [FIRST:LAST];
  wire [<{ c.frame.row_flit_bits - 1 }>:0] read_flit;
  always @(posedge clk_i) begin
    if (header_flit_i && flit_index_i != <{ c.frame.flit_index_bits }>'d<{ c.frame.row_flits }>) begin
      flits_q[flit_index_i[<{ c.frame.row_flit_bits - 1 }>:0]] <= row_lanes;
    end
  end
  wire [LANES*N-1:0] read_lanes = flits_q[read_flit];
<%- else %>
  reg [LANES*N-1:0] flit_q;
  always @(posedge clk_i) begin
    if (header_flit_i<% if c.frame.counts_flits %> && flit_index_i == <{ c.frame.flit_index_bits }>'d0<% endif %>) flit_q <= row_lanes;
  end
  wire [LANES*N-1:0] read_lanes = flit_q;
<%- endif %>

  <{ c.prefix }>mhu_row_reader u_row_reader (
    .row_i(read_row_i),
<%- if c.frame.row_flits > 1 %>
    .flit_o(read_flit),
<%- endif %>
    .lanes_i(read_lanes),
    .field_o(read_field_o)
  );
<%- if c.frame.row_lane_list.len() < c.frame.lanes as usize %>

  // Lanes that never hold a destination of the reference array.
  wire unused_lanes = &{1'b0, lanes_i};
<%- endif %>

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
<%- if c.options.lan %>
    // But for the own dimension, a row is what came in its lane.
<%- for row in c.frame.row_places %>
    begin : row_<{ row.index }>_is_of_its_lane
      assert (((rows_o[<{ row.index }>*N+:N] ^ lanes_i[<{ row.lane }>*N+:N]) & ~own_dimension_i) == {N{1'b0}});
    end
<%- endfor %>
<%- else %>
    // What is voted for is on the way to a destination.
<%- for row in c.frame.row_places %>
    begin : row_<{ row.index }>_is_on_the_way assert ((rows_o[<{ row.index }>*N+:N] & ~relative_<{ row.lane }>) == {N{1'b0}}); end
<%- endfor %>
<%- endif %>
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
