<{ c.banner("Property: how mhu_voter merges destinations and gives out branches.") }>
// Contract: failed_o = 0 for every content of its registers, in the same cycle (the branch) and in
//   the next one (the registers): while two rows share a bit, the AND of a pair replaces its first row and their groups
//   join; the pair has the most common bits, on a tie the fewest in its OR, then the lowest
//   indices. The rows left are the branches, in index order, each on its lowest bit; rows that want
//   no healthy dimension are unroutable.
`default_nettype none

module proof_mhu_voter_merge (
  input  wire clk_i,
  input  wire load_i,
  input  wire [<{ c.frame.rows * c.topology.dimension - 1 }>:0] rows_i,
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  input  wire ready_i,
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;
  localparam COUNT = <{ c.topology.dimension_count_bits }>;
<%- if !c.options.fault_tolerant %>
  wire [N-1:0] faulty_i = {N{1'b0}};
<%- endif %>

  wire valid, done;
  wire [N-1:0] dimension;
  wire [M-1:0] branch, unroutable;
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
    .branch_ready_i(ready_i),
    .branch_dimension_o(dimension),
    .branch_rows_o(branch),
    .done_o(done),
    .unroutable_o(unroutable)
  );

  // Registers of the module: rows as merged so far, the destinations of each, those left over.
  (* keep *)
  wire running;
  (* keep *)
  wire [M*N-1:0] rows;
  (* keep *)
  wire [M*M-1:0] groups;
  (* keep *)
  wire [M-1:0] left;
  connect rows = u_dut.rows_q;
  connect groups = u_dut.groups_q;
  connect left = u_dut.stranded_q;
  connect running = u_dut.running_q;

  // The pair to merge.
  reg merges;
  reg [COUNT-1:0] common, either, most, fewest;
  integer i, j, b, first, second;
  always @* begin
    merges = 1'b0;
    most = {COUNT{1'b0}};
    fewest = {COUNT{1'b0}};
    first = 0;
    second = 0;
    for (i = 0; i < M; i = i + 1) begin
      for (j = i + 1; j < M; j = j + 1) begin
        common = {COUNT{1'b0}};
        either = {COUNT{1'b0}};
        for (b = 0; b < N; b = b + 1) begin
          common = common + <{ c.extend("rows[i*N+b] & rows[j*N+b]", 1, c.topology.dimension_count_bits) }>;
          either = either + <{ c.extend("rows[i*N+b] | rows[j*N+b]", 1, c.topology.dimension_count_bits) }>;
        end
        if (common > most || (merges && common == most && either < fewest)) begin
          merges = 1'b1;
          most = common;
          fewest = either;
          first = i;
          second = j;
        end
      end
    end
  end

  // The branch to give out.
  reg gives;
  reg [M-1:0] group;
  reg [N-1:0] row, lowest;
  integer s, place;
  always @* begin
    gives = 1'b0;
    group = {M{1'b0}};
    row = {N{1'b0}};
    lowest = {N{1'b0}};
    place = 0;
    for (s = M - 1; s >= 0; s = s - 1) begin
      if (rows[s*N+:N] != {N{1'b0}}) begin
        gives = running && !merges;
        group = groups[s*M+:M];
        row = rows[s*N+:N];
        place = s;
      end
    end
    for (s = N - 1; s >= 0; s = s - 1) begin
      if (row[s]) lowest = <{ c.topology.dimension }>'d1 << s;
    end
  end

  // What the registers must hold in the next cycle; a group counts where there is a row.
  reg second_q, running_q;
  reg [M*N-1:0] rows_q;
  reg [M*M-1:0] groups_q;
  reg [M-1:0] left_q;
  integer g, h;
  initial second_q = 1'b0;
  always @(posedge clk_i) begin
    second_q <= 1'b1;
    running_q <= load_i || (running && (merges || gives));
    rows_q <= rows;
    groups_q <= groups;
    left_q <= left;
    if (load_i) begin
      for (g = 0; g < M; g = g + 1) begin
        rows_q[g*N+:N] <= rows_i[g*N+:N] & ~faulty_i;
        groups_q[g*M+:M] <= <{ c.frame.rows }>'d1 << g;
        left_q[g] <= rows_i[g*N+:N] != {N{1'b0}} && (rows_i[g*N+:N] & ~faulty_i) == {N{1'b0}};
      end
    end else if (running && merges) begin
      for (g = 0; g < M; g = g + 1) begin
        for (h = 0; h < M; h = h + 1) begin
          if (g == first && h == second) begin
            rows_q[g*N+:N] <= rows[g*N+:N] & rows[h*N+:N];
            groups_q[g*M+:M] <= groups[g*M+:M] | groups[h*M+:M];
            rows_q[h*N+:N] <= {N{1'b0}};
          end
        end
      end
    end else if (gives && ready_i) begin
      for (g = 0; g < M; g = g + 1) begin
        if (g == place) rows_q[g*N+:N] <= {N{1'b0}};
      end
    end
  end

  reg bad;
  integer e;
  always @* begin
    bad = valid != gives || branch != (gives ? group : {M{1'b0}}) || (valid && dimension != lowest);
    if (done != !(running && (merges || gives))) bad = 1'b1;
    if (unroutable != left) bad = 1'b1;
    if (second_q && (running != running_q || rows != rows_q || left != left_q)) bad = 1'b1;
    for (e = 0; e < M; e = e + 1) begin
      if (second_q && rows_q[e*N+:N] != {N{1'b0}} && groups[e*M+:M] != groups_q[e*M+:M]) bad = 1'b1;
    end
  end
  assign failed_o = bad;
endmodule

`default_nettype wire
