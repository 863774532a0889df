<{ c.banner("Decides the branches of a multicast, one a clock.") }>
// Contract: load_i takes the reference array, row i (relative address of destination i, 0 =
//   empty) at rows_i[i*N +: N]. From the next cycle on one branch stands at the outputs per
//   accepted handshake, without gaps
<%- if c.vote.nca %> once the merges are done (at most M-1 cycles)<% endif %>;
//   done_o rises when none is left, and unroutable_o then names the rows that no healthy
//   dimension can serve.<% if c.options.fault_tolerant %> faulty_i is stable from load to done.<% endif %> Vote: <{ c.vote.name }>.
// Latency and state: one cycle from load to the first branch
<%- if c.vote.nca %> plus the merges<% endif %>; the reference array.
// Widths: <{ c.frame.rows * c.topology.dimension }> = rows x n; <{ c.topology.dimension }> = n; <{ c.frame.rows }> = rows.
`default_nettype none

module <{ c.prefix }>mhu_multicaster (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire load_i,
  input  wire [<{ c.frame.rows * c.topology.dimension - 1 }>:0] rows_i,
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  output wire branch_valid_o,
  input  wire branch_ready_i,
  output wire [<{ c.topology.dimension - 1 }>:0] branch_dimension_o,
  output wire [<{ c.frame.rows - 1 }>:0] branch_rows_o,
  output wire done_o,
  output wire [<{ c.frame.rows - 1 }>:0] unroutable_o
);
  <{ c.prefix }>mhu_voter u_voter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .write_i(<{ c.repeat(c.frame.rows, "load_i") }>),
    .rows_i(rows_i),
    .start_i(load_i),
<%- if c.options.fault_tolerant %>
    .faulty_i(faulty_i),
<%- endif %>
    .branch_valid_o(branch_valid_o),
    .branch_ready_i(branch_ready_i),
    .branch_dimension_o(branch_dimension_o),
    .branch_rows_o(branch_rows_o),
    .done_o(done_o),
    .unroutable_o(unroutable_o)
  );

`ifdef TEECAST_ASSERT
  // Rows of the message under way that no branch has taken.
  reg running_q;
  reg [<{ c.frame.rows - 1 }>:0] left_q, loaded;
  integer e;
  always @* begin
    for (e = 0; e < <{ c.frame.rows }>; e = e + 1) loaded[e] = |rows_i[e*<{ c.topology.dimension }>+:<{ c.topology.dimension }>];
  end
  always @(posedge clk_i) begin
    if (!rst_ni) running_q <= 1'b0;
    else if (load_i) running_q <= 1'b1;
    else if (done_o) running_q <= 1'b0;
    if (load_i) left_q <= loaded;
    else if (branch_valid_o && branch_ready_i) left_q <= left_q & ~branch_rows_o;
  end

  always @(posedge clk_i) begin
    if (rst_ni && running_q) begin
      // Each row leaves once, or is reported.
      begin : branch_takes_rows_left
        assert (!branch_valid_o || (|branch_rows_o && (branch_rows_o & ~left_q) == <{ c.frame.rows }>'d0));
      end
      begin : done_reports_rows_left
        assert (!done_o || (!branch_valid_o && unroutable_o == left_q));
      end
      begin : branch_has_dimension assert (!branch_valid_o || |branch_dimension_o); end
<%- if c.options.fault_tolerant %>
      begin : branch_is_healthy
        assert (!branch_valid_o || (branch_dimension_o & faulty_i) == <{ c.topology.dimension }>'d0);
      end
<%- endif %>
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
