<{ c.banner("Finds a destination in the header flits of its message.") }>
// Contract: row_i is one-hot; <% if c.frame.row_flits > 1 %>flit_o says in which flit the row stands, <% endif %>field_o is its field in
//   lanes_i, the lanes with rows of the flit that was asked for; zero when no row is asked for.
// Latency and state: combinational, none.
// Widths: <{ c.frame.rows }> = rows; <{ c.frame.row_flit_bits }> = flit of a row; <{ c.frame.row_lanes * c.topology.dimension }> = rows of a flit x n; <{ c.topology.dimension }> = n.
`default_nettype none

module <{ c.prefix }>mhu_row_reader (
  input  wire [<{ c.frame.rows - 1 }>:0] row_i,
<%- if c.frame.row_flits > 1 %>
  output reg  [<{ c.frame.row_flit_bits - 1 }>:0] flit_o,
<%- endif %>
  input  wire [<{ c.frame.row_lanes * c.topology.dimension - 1 }>:0] lanes_i,
  output reg  [<{ c.topology.dimension - 1 }>:0] field_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam LANES = <{ c.frame.row_lanes }>;

  reg [LANES-1:0] lane;
  integer p;
  always @* begin
    lane = {LANES{1'b0}};
<%- if c.frame.row_flits > 1 %>
    flit_o = <{ c.frame.row_flit_bits }>'d0;
<%- endif %>
<%- for row in c.frame.row_places %>
    if (row_i[<{ row.index }>]) begin
      lane[<{ row.column }>] = 1'b1;
<%- if c.frame.row_flits > 1 %>
      flit_o = flit_o | <{ c.frame.row_flit_bits }>'d<{ row.flit }>;
<%- endif %>
    end
<%- endfor %>
    field_o = {N{1'b0}};
    for (p = 0; p < LANES; p = p + 1) begin
      if (lane[p]) field_o = field_o | lanes_i[p*N+:N];
    end
  end

`ifdef TEECAST_ASSERT
  always @* begin
    begin : no_row_no_field assert final (|row_i || !(|field_o)); end
<%- for row in c.frame.row_places %>
    if (row_i == <{ c.frame.rows }>'d1 << <{ row.index }>) begin
      begin : row_<{ row.index }>_is_read assert final (field_o == lanes_i[<{ row.column }>*N+:N]); end
<%- if c.frame.row_flits > 1 %>
      begin : row_<{ row.index }>_is_in_flit assert final (flit_o == <{ c.frame.row_flit_bits }>'d<{ row.flit }>); end
<%- endif %>
    end
<%- endfor %>
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
