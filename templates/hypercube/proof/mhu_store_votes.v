<{ c.banner("Property: which votes mhu_store gives to the reference array.") }>
// Contract: failed_o = 0 for every header flit, class, address
<%- if c.options.fault_tolerant %> and fault vector<% endif %>: row i of the flit is the
//   relative address of its destination without the link that it came by
<%- if !c.options.lan %>, and where the class is
//   restricted its descending dimensions alone while a healthy one is among them
<%- endif %>. The
//   vote of a unicast is that of the only destination of its flit.
`default_nettype none

module proof_mhu_store_votes (
  input  wire clk_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] own_dimension_i,
<%- if c.options.fault_tolerant && !c.options.lan %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  input  wire header_flit_i,
<%- if c.frame.counts_flits %>
  input  wire [<{ c.frame.flit_index_bits - 1 }>:0] flit_index_i,
<%- endif %>
  input  wire [<{ c.frame.lanes * c.topology.dimension - 1 }>:0] lanes_i,
  input  wire [<{ c.buffers.class_bits - 1 }>:0] class_i,
  output reg  failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;
  localparam LANES = <{ c.frame.lanes }>;
  // Source comes before the list.
  localparam BEFORE = 1;
<%- if !c.options.fault_tolerant || c.options.lan %>
  wire [N-1:0] faulty_i = {N{1'b0}};
<%- endif %>
<%- if !c.frame.counts_flits %>
  wire flit_index_i = 1'b0;
<%- endif %>

  wire [M-1:0] write;
  wire [M*N-1:0] rows;
  wire [N-1:0] unicast_vote, unused_field;
  <{ c.prefix }>mhu_store u_dut (
    .clk_i(clk_i),
    .local_address_i(local_address_i),
    .own_dimension_i(own_dimension_i),
<%- if !c.options.lan %>
    .falling_i(local_address_i & ~faulty_i),
<%- endif %>
    .header_flit_i(header_flit_i),
<%- if c.frame.counts_flits %>
    .flit_index_i(flit_index_i),
<%- endif %>
    .lanes_i(lanes_i),
<%- if !c.options.lan && !c.buffers.always_restricted %>
    .class_i(class_i),
<%- endif %>
    .write_o(write),
    .rows_o(rows),
    .unicast_vote_o(unicast_vote),
    .read_row_i({M{1'b0}}),
    .read_field_o(unused_field)
  );

  wire restricted = <% if c.options.lan %>1'b0<% else if c.buffers.always_restricted %>1'b1
<%- else %>class_i >= <{ c.buffers.unrestricted }><% endif %>;
  reg [N-1:0] relative, vote, only;
  integer i;
  always @* begin
    failed_o = 1'b0;
    only = {N{1'b0}};
    for (i = 0; i < M; i = i + 1) begin
      relative = lanes_i[((BEFORE+i)%LANES)*N+:N] & ~own_dimension_i;
      vote = relative;
      if (restricted && (relative & local_address_i & ~faulty_i) != {N{1'b0}}) begin
        vote = relative & local_address_i;
      end
      if ((BEFORE + i) / LANES == <{ c.frame.near_flit }>) only = only | vote;
      if (write[i] != (header_flit_i && flit_index_i == (BEFORE + i) / LANES)) failed_o = 1'b1;
      if (write[i] && rows[i*N+:N] != vote) failed_o = 1'b1;
    end
    if (header_flit_i && unicast_vote != only) failed_o = 1'b1;
  end
endmodule

`default_nettype wire
