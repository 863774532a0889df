<{ c.banner("Property: what mhu_row_reader reads.") }>
// Contract: failed_o = 0 for every flit: destination i is field i + 1 of the header, and of a flit
//   only the lanes that may hold a destination are shown, in their order. Of several rows of a flit,
//   all destinations are joined.
`default_nettype none

module proof_mhu_row_reader (
  input  wire [<{ c.frame.rows - 1 }>:0] row_i,
  input  wire [<{ c.frame.row_lanes * c.topology.dimension - 1 }>:0] lanes_i,
  output reg  failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;
  localparam LANES = <{ c.frame.lanes }>;
  // Source comes before the list.
  localparam BEFORE = 1;

  wire [N-1:0] field;
<%- if c.frame.row_flits > 1 %>
  wire [<{ c.frame.row_flit_bits - 1 }>:0] flit;
<%- endif %>
  <{ c.prefix }>mhu_row_reader u_dut (
    .row_i(row_i),
<%- if c.frame.row_flits > 1 %>
    .flit_o(flit),
<%- endif %>
    .lanes_i(lanes_i),
    .field_o(field)
  );

  // Lanes with a destination of some flit, and those before the lane of a row.
  reg [LANES-1:0] holds;
  reg [N-1:0] joined;
  reg one_flit;
  integer i, p, column;
  always @* begin
    holds = {LANES{1'b0}};
    for (i = 0; i < M; i = i + 1) holds[(BEFORE+i)%LANES] = 1'b1;
    failed_o = row_i == {M{1'b0}} && field != {N{1'b0}};
    joined = {N{1'b0}};
    one_flit = 1'b1;
    for (i = 0; i < M; i = i + 1) begin
      column = 0;
      for (p = 0; p < (BEFORE + i) % LANES; p = p + 1) begin
        if (holds[p]) column = column + 1;
      end
      if (row_i[i]) joined = joined | lanes_i[column*N+:N];
      if (row_i[i] && (BEFORE + i) / LANES != <{ c.frame.near_flit }>) one_flit = 1'b0;
      if (row_i == (<{ c.frame.rows }>'d1 << i)) begin
        if (field != lanes_i[column*N+:N]) failed_o = 1'b1;
<%- if c.frame.row_flits > 1 %>
        if (flit != (BEFORE + i) / LANES) failed_o = 1'b1;
<%- endif %>
      end
    end
    if (one_flit && field != joined) failed_o = 1'b1;
<%- if c.frame.row_flits > 1 %>
    if (one_flit && row_i != {M{1'b0}} && flit != <{ c.frame.near_flit }>) failed_o = 1'b1;
<%- endif %>
  end
endmodule

`default_nettype wire
