<{ c.banner("Selects the dimension of the next branch.") }>
// Contract: while votes go on, selected_o has the first one of all wanted<% if c.options.fault_tolerant %> and healthy<% endif %> dimensions;
//   else it is zero. first_i[j*N+i] = 1: dimension j goes before i.
// Latency and state: combinational, none.
// Widths: <{ c.topology.dimension * c.topology.dimension }> = n x n; <{ c.topology.dimension }> = n.
`default_nettype none

module <{ c.prefix }>mhu_column_selector (
  input  wire [<{ c.topology.dimension * c.topology.dimension - 1 }>:0] first_i,
  input  wire running_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] wanted_i,
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  output wire [<{ c.topology.dimension - 1 }>:0] selected_o
);
  localparam N = <{ c.topology.dimension }>;

  wire [N-1:0] candidates = wanted_i<% if c.options.fault_tolerant %> & ~faulty_i<% endif %>;

  genvar j;
  generate
    for (j = 0; j < N; j = j + 1) begin : gen_column
      assign selected_o[j] = running_i && candidates[j] && (&(first_i[j*N+:N] | ~candidates));
    end
  endgenerate

`ifdef TEECAST_ASSERT
  // A candidate is left out only if another one goes before it.
  integer d;
  always @* begin
    begin : wanted_is_selected assert final ((selected_o & ~wanted_i) == {N{1'b0}}); end
<%- if c.options.fault_tolerant %>
    begin : healthy_is_selected assert final ((selected_o & faulty_i) == {N{1'b0}}); end
<%- endif %>
    for (d = 0; d < N; d = d + 1) begin : first_candidate_is_selected
      assert final (!(running_i && candidates[d]) ||
          selected_o[d] == ((~first_i[d*N+:N] & candidates) == {N{1'b0}}));
    end
    begin : selects_only_while_running assert final (running_i || selected_o == {N{1'b0}}); end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
