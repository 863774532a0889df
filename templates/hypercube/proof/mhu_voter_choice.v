<{ c.banner("Property: which branch mhu_voter chooses.") }>
// Contract: failed_o = 0 for every content of the reference array and every fault vector: the
//   branch takes the healthy column with the largest
<%- if c.vote.look2 %> score
<%- else %> count
<%- endif %>, the lowest on a tie, and all rows with a
//   1 in it; rows are unroutable when no healthy column has a 1.
`default_nettype none

module proof_mhu_voter_choice (
  input  wire clk_i,
  input  wire load_i,
  input  wire running_i,
  input  wire [<{ c.frame.rows * c.topology.dimension - 1 }>:0] rows_i,
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  output reg  failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;
  localparam COUNT = <{ c.vote.count_bits }>;
  localparam VALUE = <% if c.vote.look2 %><{ c.vote.score_bits }><% else %>COUNT<% endif %>;
<%- if !c.options.fault_tolerant %>
  wire [N-1:0] faulty_i = {N{1'b0}};
<%- endif %>

  wire valid, done;
  wire [N-1:0] dimension;
  wire [M-1:0] branch, unroutable;
  // Its registers are cut: they hold rows_i and running_i, whatever was written before.
  <{ c.prefix }>mhu_voter u_dut (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .clear_i(1'b0),
    .write_i({M{load_i}}),
    .rows_i(rows_i),
    .start_i(load_i),
<%- if c.options.fault_tolerant %>
    .faulty_i(faulty_i),
<%- endif %>
    .branch_valid_o(valid),
    .branch_ready_i(1'b0),
    .branch_dimension_o(dimension),
    .branch_rows_o(branch),
    .done_o(done),
    .unroutable_o(unroutable)
  );
  connect u_dut.rows_q = rows_i;
  connect u_dut.running_q = running_i;

  reg [COUNT-1:0] count;
  reg [VALUE-1:0] value, largest;
  reg [N-1:0] chosen;
  reg [M*N-1:0] votes;
<%- if c.vote.look2 %>
  reg [COUNT-1:0] other, shared, most_shared, most_rest;
  integer k;
<%- endif %>
  integer i, j;
  always @* begin
    for (i = 0; i < M; i = i + 1) votes[i*N+:N] = rows_i[i*N+:N] & ~faulty_i;
    largest = {VALUE{1'b0}};
    chosen = {N{1'b0}};
    for (j = 0; j < N; j = j + 1) begin
      count = {COUNT{1'b0}};
      for (i = 0; i < M; i = i + 1) begin
        count = count + <{ c.extend("votes[i*N+j]", 1, c.vote.count_bits) }>;
      end
<%- if c.vote.look2 %>
      most_shared = {COUNT{1'b0}};
      most_rest = {COUNT{1'b0}};
      for (k = 0; k < N; k = k + 1) begin
        other = {COUNT{1'b0}};
        shared = {COUNT{1'b0}};
        for (i = 0; i < M; i = i + 1) begin
          other = other + <{ c.extend("votes[i*N+k]", 1, c.vote.count_bits) }>;
          shared = shared + <{ c.extend("votes[i*N+k] & votes[i*N+j]", 1, c.vote.count_bits) }>;
        end
        if (k != j && shared > most_shared) most_shared = shared;
        if (k != j && !faulty_i[k] && other - shared > most_rest) most_rest = other - shared;
      end
      value = count == {COUNT{1'b0}} ? {VALUE{1'b0}} :
          {1'b0, count, 1'b0} + {2'd0, most_shared} + {2'd0, most_rest};
<%- else %>
      value = count;
<%- endif %>
      if (value > largest) begin
        largest = value;
        chosen = <{ c.topology.dimension }>'d1 << j;
      end
    end
    failed_o = valid != (running_i && chosen != {N{1'b0}}) || done == valid;
    if (valid && dimension != chosen) failed_o = 1'b1;
    for (i = 0; i < M; i = i + 1) begin
      if (branch[i] != (valid && (rows_i[i*N+:N] & chosen) != {N{1'b0}})) failed_o = 1'b1;
      if (done && unroutable[i] != (rows_i[i*N+:N] != {N{1'b0}})) failed_o = 1'b1;
    end
  end
endmodule

`default_nettype wire
