<{ c.banner("Property: how mhu_converter orders the header of a processor.") }>
// Contract: failed_o = 0 in every cycle after a reset, for any flits of any frames: the header on the
//   link starts with Source, which is this node<% if c.options.fault_tolerant %>; where it has a Control, that is the second field,
//   all ones, and each later one is the field that came before its place<% endif %>. <% if c.options.fault_tolerant %>Otherwise each<% else %>Each<% endif %> field is the one
//   that came in its place, relative to this node.
`default_nettype none

module proof_mhu_converter (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
  input  wire header_flit_i,
  input  wire starts_i,
  input  wire controlled_i,
  input  wire [<{ c.frame.lanes * c.topology.dimension - 1 }>:0] lanes_i,
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam LANES = <{ c.frame.lanes }>;

  // Number of the flit in its header, as far as it matters<% if c.frame.counts_control() %>, and as the unit counts it<% endif %>.
  reg [<{ c.frame.flit_index_bits + 2 }>:0] flit_q;
  wire [<{ c.frame.flit_index_bits + 2 }>:0] flit = starts_i ? 0 : flit_q;
<%- if c.frame.counts_control() %>
  wire [<{ c.frame.flit_index_bits - 1 }>:0] index =
      flit < <{ c.frame.row_flits }> ? flit[<{ c.frame.flit_index_bits - 1 }>:0] : <{ c.frame.flit_index_bits }>'d<{ c.frame.row_flits }>;
<%- endif %>
  // A header has a Control or has none.
  reg controlled_q;
  wire controlled = starts_i ? controlled_i : controlled_q;
  wire [LANES*N-1:0] lanes;
  <{ c.prefix }>mhu_converter u_dut (
<%- if c.frame.shifts_list %>
    .clk_i(clk_i),
<%- endif %>
    .local_address_i(local_address_i),
<%- if c.frame.shifts_list %>
    .header_flit_i(header_flit_i),
<%- endif %>
<%- if c.options.fault_tolerant %>
    .controlled_i(controlled),
<%- endif %>
    .first_i(flit == 0),
<%- if c.frame.counts_control() %>
    .flit_index_i(index),
<%- endif %>
    .lanes_i(lanes_i),
    .lanes_o(lanes)
  );

  // This flit, and the last field of the one before.
  reg [N-1:0] before_q;
  wire [(LANES+1)*N-1:0] history = {lanes_i, before_q};
  reg begun_q, started_q;
  reg [N-1:0] field;
  reg bad;
  integer p, place;
  always @* begin
    bad = 1'b0;
    for (p = 0; p < LANES; p = p + 1) begin
      place = flit * LANES + p;
      field = lanes_i[p*N+:N] ^ local_address_i;
<%- if c.options.fault_tolerant %>
      if (controlled) field = <% if c.frame.shifts_list %>history[p*N+:N] ^ local_address_i<% else %>field<% endif %>;
      if (controlled && place == 1) field = {N{1'b1}};
<%- endif %>
      if (place == 0) field = local_address_i;
      if (lanes[p*N+:N] != field) bad = 1'b1;
    end
  end
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || begun_q;
    started_q <= rst_ni && (started_q || (header_flit_i && starts_i));
    if (header_flit_i) begin
      before_q <= history[LANES*N+:N];
      controlled_q <= controlled;
      // It stops after all fields that are not in the list.
      flit_q <= flit <= 2 + <{ c.frame.row_flits }> ? flit + 1 : flit;
    end
  end
  assign failed_o = begun_q && rst_ni && (started_q || starts_i) && bad;
endmodule

`default_nettype wire
