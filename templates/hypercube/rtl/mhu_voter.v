<{ c.banner("Votes on the reference array: the branches of a multicast, one a clock.") }>
// Contract: write_i takes rows (relative address of a destination, 0 = empty, row i at
//   rows_i[i*N +: N]), clear_i empties the others. start_i comes with the last ones: from the
//   next cycle on one branch stands at the outputs per accepted handshake, without gaps
<%- if c.vote.nca %>
//   once the merges are done (at most M-1 cycles)
<%- endif %>.
//   Without one, branch_rows_o is zero. done_o rises when none is left, and unroutable_o then names
//   the rows that no healthy dimension can serve.<% if c.options.fault_tolerant %> faulty_i is stable from start to done.<% endif %> The vote
//   is <{ c.vote.name }>.
// Latency and state: one cycle from start to the first branch
<%- if c.vote.nca %> plus the merges<% endif %>; the reference array.
// Widths: <{ c.frame.rows }> = rows; <{ c.frame.rows * c.topology.dimension }> = rows x n; <{ c.topology.dimension }> = n.
`default_nettype none

module <{ c.prefix }>mhu_voter (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire [<{ c.frame.rows - 1 }>:0] write_i,
  input  wire [<{ c.frame.rows * c.topology.dimension - 1 }>:0] rows_i,
  input  wire start_i,
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
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;
<%- if c.vote.nca %>
  localparam COUNT = <{ c.topology.dimension_count_bits }>;

  reg [M*N-1:0] rows_q;
  reg [M*M-1:0] groups_q;
  reg [M-1:0] stranded_q;
  reg running_q;
  wire [M*N-1:0] votes;
  wire [M-1:0] stranded;

  genvar g;
  generate
    for (g = 0; g < M; g = g + 1) begin : gen_vote
<%- if c.options.fault_tolerant %>
      assign votes[g*N+:N] = rows_i[g*N+:N] & ~faulty_i;
<%- else %>
      assign votes[g*N+:N] = rows_i[g*N+:N];
<%- endif %>
      assign stranded[g] = (|rows_i[g*N+:N]) && !(|votes[g*N+:N]);
    end
  endgenerate

  // The pair to merge: most common bits, then fewest bits in its OR, then the lowest indices.
  reg found;
  reg [COUNT-1:0] common, either, best_common, best_either;
  reg [M-1:0] first, second;
  integer i, j, b;

  always @* begin
    found = 1'b0;
    best_common = {COUNT{1'b0}};
    best_either = {COUNT{1'b0}};
    common = {COUNT{1'b0}};
    either = {COUNT{1'b0}};
    first = {M{1'b0}};
    second = {M{1'b0}};
    for (i = 0; i < M; i = i + 1) begin
      for (j = i + 1; j < M; j = j + 1) begin
        common = {COUNT{1'b0}};
        either = {COUNT{1'b0}};
        for (b = 0; b < N; b = b + 1) begin
          common = common + <{ c.extend("rows_q[i*N+b] & rows_q[j*N+b]", 1, c.topology.dimension_count_bits) }>;
          either = either + <{ c.extend("rows_q[i*N+b] | rows_q[j*N+b]", 1, c.topology.dimension_count_bits) }>;
        end
        if (common > best_common || (found && common == best_common && either < best_either)) begin
          found = 1'b1;
          best_common = common;
          best_either = either;
          first = {M{1'b0}};
          second = {M{1'b0}};
          first[i] = 1'b1;
          second[j] = 1'b1;
        end
      end
    end
  end

  // The two rows of the pair and their groups.
  reg [N-1:0] first_row, second_row;
  reg [M-1:0] second_group;
  integer r;

  always @* begin
    first_row = {N{1'b0}};
    second_row = {N{1'b0}};
    second_group = {M{1'b0}};
    for (r = 0; r < M; r = r + 1) begin
      if (first[r]) first_row = first_row | rows_q[r*N+:N];
      if (second[r]) second_row = second_row | rows_q[r*N+:N];
      if (second[r]) second_group = second_group | groups_q[r*M+:M];
    end
  end

  // Branches leave in index order; the row of a branch gives its lowest dimension.
  reg [M-1:0] leaving, leaving_group;
  reg [N-1:0] leaving_row;
  integer s;

  always @* begin
    leaving = {M{1'b0}};
    leaving_row = {N{1'b0}};
    leaving_group = {M{1'b0}};
    for (s = M - 1; s >= 0; s = s - 1) begin
      if (|rows_q[s*N+:N]) begin
        leaving = {M{1'b0}};
        leaving[s] = 1'b1;
        leaving_row = rows_q[s*N+:N];
        leaving_group = groups_q[s*M+:M];
      end
    end
  end

  wire merge = running_q && found;
  wire taken = branch_valid_o && branch_ready_i;

  generate
    for (g = 0; g < M; g = g + 1) begin : gen_row
      always @(posedge clk_i) begin
        if (!rst_ni) begin
          rows_q[g*N+:N] <= {N{1'b0}};
        end else if (write_i[g]) begin
          rows_q[g*N+:N] <= votes[g*N+:N];
        end else if (merge && first[g]) begin
          rows_q[g*N+:N] <= first_row & second_row;
        end else if (clear_i || (merge && second[g]) || (taken && leaving[g])) begin
          rows_q[g*N+:N] <= {N{1'b0}};
        end
      end
      always @(posedge clk_i) begin
        if (!rst_ni) stranded_q[g] <= 1'b0;
        else if (clear_i || write_i[g]) stranded_q[g] <= write_i[g] && stranded[g];
      end
      always @(posedge clk_i) begin
        if (write_i[g]) begin
          groups_q[g*M+:M] <= <{ c.frame.rows }>'d1 << g;
        end else if (merge && first[g]) begin
          groups_q[g*M+:M] <= groups_q[g*M+:M] | second_group;
        end
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (!rst_ni) running_q <= 1'b0;
    else running_q <= start_i || !done_o;
  end

  assign branch_valid_o = running_q && !found && (|leaving);
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(N)
  ) u_lowest (
    .bits_i(leaving_row),
    .lowest_o(branch_dimension_o)
  );
  assign branch_rows_o = branch_valid_o ? leaving_group : {M{1'b0}};
  assign done_o = !running_q || (!found && !(|leaving));
  assign unroutable_o = stranded_q;
<%- else %>

  reg [M*N-1:0] rows_q;
  reg running_q;
  wire [N*<{ c.vote.decoded_bits }>-1:0] counts;
  wire [N*N-1:0] first;
  wire [N-1:0] wanted;

  genvar i, j;
<%- if c.vote.look2 && c.options.fault_tolerant %>
  // Faulty dimensions have no part in scores.
  wire [M*N-1:0] votes;
  generate
    for (i = 0; i < M; i = i + 1) begin : gen_vote
      assign votes[i*N+:N] = rows_q[i*N+:N] & ~faulty_i;
    end
  endgenerate
<%- endif %>
  generate
    for (j = 0; j < N; j = j + 1) begin : gen_column
      wire [M-1:0] column;
      for (i = 0; i < M; i = i + 1) begin : gen_entry
        assign column[i] = <% if c.vote.look2 && c.options.fault_tolerant %>votes<% else %>rows_q<% endif %>[i*N+j];
      end
<%- if c.vote.look2 %>
      assign wanted[j] = |counts[j*<{ c.vote.decoded_bits }>+:<{ c.vote.decoded_bits }>];
<%- endif %>
      <{ c.prefix }>mhu_decoder u_decoder (
        .column_i(column),
<%- if !c.vote.look2 %>
        .any_o(wanted[j]),
<%- endif %>
        .count_o(counts[j*<{ c.vote.decoded_bits }>+:<{ c.vote.decoded_bits }>])
      );
    end
  endgenerate
<% if c.vote.look2 %>
  wire [N*<{ c.vote.score_bits }>-1:0] scores;
  <{ c.prefix }>mhu_score u_score (
    .rows_i(<% if c.options.fault_tolerant %>votes<% else %>rows_q<% endif %>),
<%- if c.options.fault_tolerant %>
    .faulty_i(faulty_i),
<%- endif %>
    .counts_i(counts),
    .scores_o(scores)
  );
<% endif %>
  <{ c.prefix }>mhu_maximum_checker u_maximum_checker (
    .values_i(<% if c.vote.look2 %>scores<% else %>counts<% endif %>),
    .first_o(first)
  );

  <{ c.prefix }>mhu_column_selector u_column_selector (
    .first_i(first),
    .running_i(running_q),
    .wanted_i(wanted),
<%- if c.options.fault_tolerant %>
    .faulty_i(faulty_i),
<%- endif %>
    .selected_o(branch_dimension_o)
  );

  <{ c.prefix }>mhu_address_scanner u_address_scanner (
    .rows_i(rows_q),
    .selected_i(branch_dimension_o),
    .branch_rows_o(branch_rows_o)
  );

  generate
    for (i = 0; i < M; i = i + 1) begin : gen_row
      // A branch has rows only while votes go on.
      wire leaves = clear_i || (branch_ready_i && branch_rows_o[i]);
      always @(posedge clk_i) begin
        if (!rst_ni || (!write_i[i] && leaves)) rows_q[i*N+:N] <= {N{1'b0}};
        else if (write_i[i]) rows_q[i*N+:N] <= rows_i[i*N+:N];
      end
      assign unroutable_o[i] = |rows_q[i*N+:N];
    end
  endgenerate

  // Once done, a new fault vector does not wake the rows that were left over.
  always @(posedge clk_i) begin
    if (!rst_ni) running_q <= 1'b0;
    else running_q <= start_i || branch_valid_o;
  end

  assign branch_valid_o = running_q && (|<% if c.options.fault_tolerant %>(wanted & ~faulty_i)<% else %>wanted<% endif %>);
  assign done_o = !branch_valid_o;
<%- endif %>

`ifdef TEECAST_ASSERT
  localparam [N-1:0] ONE = 1;
<%- if !c.vote.look2 && !c.vote.nca %>
  // Destinations of each healthy dimension, counted one by one.
  reg [<{ c.vote.count_bits - 1 }>:0] tally, most, chosen;
  integer d, e;
  always @* begin
    most = <{ c.vote.count_bits }>'d0;
    chosen = <{ c.vote.count_bits }>'d0;
    for (d = 0; d < N; d = d + 1) begin
      tally = <{ c.vote.count_bits }>'d0;
      for (e = 0; e < M; e = e + 1) begin
        tally = tally + <{ c.extend("rows_q[e*N+d]", 1, c.vote.count_bits) }>;
      end
      if (<% if c.options.fault_tolerant %>!faulty_i[d] && <% endif %>tally > most) most = tally;
      if (branch_dimension_o[d]) chosen = tally;
    end
  end
<%- endif %>
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A branch has one healthy dimension and at least one destination.
      begin : branch_has_destinations
        assert (branch_valid_o ? (|branch_dimension_o) && (|branch_rows_o) : !(|branch_rows_o));
      end
      begin : one_dimension_is_taken
        assert ((branch_dimension_o & (branch_dimension_o - ONE)) == {N{1'b0}});
      end
<%- if c.options.fault_tolerant && !c.vote.nca %>
      begin : branch_is_healthy
        assert (!branch_valid_o || (branch_dimension_o & faulty_i) == {N{1'b0}});
      end
<%- endif %>
<%- if !c.vote.look2 && !c.vote.nca %>
      begin : branch_is_the_largest assert (!branch_valid_o || chosen == most); end
<%- endif %>
      begin : no_branch_when_done assert (!(branch_valid_o && done_o)); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
