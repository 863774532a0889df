<{ c.banner("Property: which destinations mhu_store gives back.") }>
// Contract: failed_o = 0 in every cycle after a reset while header flits are counted no further than
//   the one after all rows: the field of a row is the destination that came with the last header
//   flit of that row, relative to this node.
`default_nettype none

module proof_mhu_store_fields (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
  input  wire header_flit_i,
<%- if c.frame.counts_flits %>
  input  wire [<{ c.frame.flit_index_bits - 1 }>:0] flit_index_i,
<%- endif %>
  input  wire [<{ c.frame.lanes * c.topology.dimension - 1 }>:0] lanes_i,
  input  wire [<{ c.frame.rows - 1 }>:0] watched_row_i,
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;
  localparam LANES = <{ c.frame.lanes }>;
  // Source comes before the list.
  localparam BEFORE = 1;
<%- if !c.frame.counts_flits %>
  wire flit_index_i = 1'b0;
<%- endif %>

  // In a reset its contracts see zeros, not what is unknown.
  wire [LANES*N-1:0] lanes = rst_ni ? lanes_i : {LANES*N{1'b0}};
  wire [M-1:0] unused_write;
  wire [M*N-1:0] unused_rows;
  wire [N-1:0] unused_vote, field;
  <{ c.prefix }>mhu_store u_dut (
    .clk_i(clk_i),
    .local_address_i(local_address_i),
    .own_dimension_i({N{1'b0}}),
<%- if !c.options.lan %>
    .falling_i({N{1'b0}}),
<%- endif %>
    .header_flit_i(header_flit_i),
<%- if c.frame.counts_flits %>
    .flit_index_i(flit_index_i),
<%- endif %>
    .lanes_i(lanes),
<%- if !c.options.lan && !c.buffers.always_restricted %>
    .class_i(<{ c.buffers.class_bits }>'d0),
<%- endif %>
    .write_o(unused_write),
    .rows_o(unused_rows),
    .unicast_vote_o(unused_vote),
    .read_row_i(watched_row_i),
    .read_field_o(field)
  );

  // Any one row: its flit, and its destination in the flit that comes.
  integer flit, i;
  reg [N-1:0] destination;
  always @* begin
    flit = 0;
    destination = {N{1'b0}};
    for (i = 0; i < M; i = i + 1) begin
      if (watched_row_i[i]) begin
        flit = (BEFORE + i) / LANES;
        destination = lanes_i[((BEFORE+i)%LANES)*N+:N];
      end
    end
  end
<%- if c.frame.row_flits > 1 %>
  (* keep *)
  wire [<{ c.frame.row_flit_bits - 1 }>:0] place = flit[<{ c.frame.row_flit_bits - 1 }>:0];
  connect u_dut.flits_q.place = place;
<%- endif %>

  reg [M-1:0] row_q;
  reg [N-1:0] field_q;
  reg known_q, begun_q;
  wire written = header_flit_i && flit_index_i == flit;
  wire is_one = watched_row_i != {M{1'b0}} && (watched_row_i & (watched_row_i - 1)) == {M{1'b0}};
  wire fits = !header_flit_i || flit_index_i <= <{ c.frame.row_flits }>;
  wire legal = is_one && fits && (!begun_q || watched_row_i == row_q);
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    row_q <= watched_row_i;
    known_q <= rst_ni && (known_q || written);
    if (written) field_q <= destination;
    begun_q <= !rst_ni || (begun_q && legal);
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && legal && known_q && field != field_q;
endmodule

`default_nettype wire
