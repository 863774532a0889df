<{ c.banner("Brings the header of a processor's frame into the form of the links.") }>
// Contract: lanes_i is a header flit as the processor sends it: k, the list, <% if c.options.fault_tolerant %>Control, <% endif %>Source.
//   lanes_o is the same flit on a link: Source, which is this node, <% if c.options.fault_tolerant %>with controlled_i Control,
//   which is all ones, <% endif %>and the list relative to
//   this node.
<%- if c.frame.shifts_list %> header_flit_i ends the cycle of a flit.
// Latency and state: combinational; the last field that came.
<%- else %>
// Latency and state: combinational, none.
<%- endif %>
// Widths: <{ c.topology.dimension }> = n; <{ c.frame.flit_index_bits }> = number of a header flit; <{ c.frame.lanes * c.topology.dimension }> = fields of a flit x n.
`default_nettype none

module <{ c.prefix }>mhu_converter (
<%- if c.frame.shifts_list %>
  input  wire clk_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
<%- if c.frame.shifts_list %>
  input  wire header_flit_i,
<%- endif %>
<%- if c.options.fault_tolerant %>
  input  wire controlled_i,
<%- endif %>
  input  wire first_i,
<%- if c.frame.counts_control() %>
  input  wire [<{ c.frame.flit_index_bits - 1 }>:0] flit_index_i,
<%- endif %>
  input  wire [<{ c.frame.lanes * c.topology.dimension - 1 }>:0] lanes_i,
  output wire [<{ c.frame.lanes * c.topology.dimension - 1 }>:0] lanes_o
);
  localparam N = <{ c.topology.dimension }>;
<%- if c.frame.shifts_list %>

  // A long list moves up by one field, to make place for Control.
  reg [N-1:0] carry_q;
  wire [<{ c.frame.lanes + 1 }>*N-1:0] joined = {lanes_i, carry_q};
  always @(posedge clk_i) begin
    if (header_flit_i) carry_q <= joined[<{ c.frame.lanes }>*N+:N];
  end
<%- endif %>
<% for lane in c.frame.lane_fields %>
  assign lanes_o[<{ lane.lane }>*N+:N] =
<%- if lane.source %>
      first_i ? local_address_i :
<%- endif %>
<%- if let Some(place) = lane.control %>
      controlled_i && <{ place.here_as("first_i", "flit_index_i") }> ? {N{1'b1}} :
<%- endif %>
      <% if c.frame.shifts_list %>(controlled_i ? joined[<{ lane.lane }>*N+:N] : lanes_i[<{ lane.lane }>*N+:N])<% else %>lanes_i[<{ lane.lane }>*N+:N]<% endif %> ^ local_address_i;
<%- endfor %>

`ifdef TEECAST_ASSERT
  always @* begin : first_field_is_source
    // The first field is Source, and no longer k.
    assert final (!first_i || lanes_o[N-1:0] == local_address_i);
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
