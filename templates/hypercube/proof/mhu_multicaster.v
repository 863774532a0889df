<{ c.banner("Property: what mhu_multicaster does with a list.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds, whatever
//   is loaded and however the branches stall: a branch names one healthy dimension, none twice; its rows want that dimension and did
//   not leave before; a branch waits unchanged; there are at most n of them; when the multicaster
//   is done every row that wants a healthy dimension has left once, and the others are reported.
`default_nettype none

module proof_mhu_multicaster (
  input  wire clk_i,
  input  wire rst_ni,
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

  // The fault vector is stable from load to done, as the contract of the module asks.
  reg finished_q;
<%- if c.options.fault_tolerant %>
  reg [N-1:0] faulty_q;
  wire [N-1:0] faulty = finished_q ? faulty_i : faulty_q;
<%- else %>
  wire [N-1:0] faulty_q = {N{1'b0}};
<%- endif %>
  wire valid, done;
  wire [N-1:0] dimension;
  wire [M-1:0] branch, unroutable;
  <{ c.prefix }>mhu_multicaster u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .load_i(load_i),
    .rows_i(rows_i),
<%- if c.options.fault_tolerant %>
    .faulty_i(faulty),
<%- endif %>
    .branch_valid_o(valid),
    .branch_ready_i(ready_i),
    .branch_dimension_o(dimension),
    .branch_rows_o(branch),
    .done_o(done),
    .unroutable_o(unroutable)
  );

  // The list as loaded, what left, on which dimensions, and the branch that waits.
  reg waits_q;
  reg [M*N-1:0] loaded_q, waiting_q;
  reg [M-1:0] left_q;
  reg [N-1:0] used_q;
  (* keep *)
  wire running;
  (* keep *)
  wire [M*N-1:0] array;
  connect array = u_dut.u_voter.rows_q;
  connect running = u_dut.u_voter.running_q;
  always @(posedge clk_i) begin
    waits_q <= rst_ni && !load_i && valid && !ready_i;
    waiting_q <= array;
<%- if c.options.fault_tolerant %>
    if (load_i) faulty_q <= faulty_i;
<%- endif %>
    finished_q <= !rst_ni || (!load_i && done);
    if (!rst_ni) loaded_q <= {M*N{1'b0}};
    else if (load_i) loaded_q <= rows_i;
    if (!rst_ni || load_i) begin
      left_q <= {M{1'b0}};
      used_q <= {N{1'b0}};
    end else if (valid && ready_i) begin
      left_q <= left_q | branch;
      used_q <= used_q | dimension;
    end
  end

  reg bad;
  reg [N-1:0] row;
  integer i;
  always @* begin
    bad = valid == done;
    if (valid && (dimension & (dimension - 1)) != {N{1'b0}}) bad = 1'b1;
    // Dimensions that are healthy and used once are at most n branches.
    if (valid && (dimension & (faulty_q | used_q)) != {N{1'b0}}) bad = 1'b1;
    if (valid && branch == {M{1'b0}}) bad = 1'b1;
    if (valid && (branch & left_q) != {M{1'b0}}) bad = 1'b1;
    // The outputs are a function of the reference array.
    if (waits_q && (!valid || array != waiting_q)) bad = 1'b1;
    for (i = 0; i < M; i = i + 1) begin
      row = loaded_q[i*N+:N];
      if (valid && branch[i] && (row & dimension) == {N{1'b0}}) bad = 1'b1;
      if (done && unroutable[i] != (row != {N{1'b0}} && !left_q[i])) bad = 1'b1;
      if (done && !left_q[i] && (row & ~faulty_q) != {N{1'b0}}) bad = 1'b1;
    end
  end

  // Helps the proof: the reference array holds what has not left, and wants no dimension used.
  reg strays;
  integer k;
  always @* begin
    strays = running == finished_q;
    for (k = 0; k < M; k = k + 1) begin
      if (array[k*N+:N] != (left_q[k] ? {N{1'b0}} : loaded_q[k*N+:N])) strays = 1'b1;
      if (!left_q[k] && (loaded_q[k*N+:N] & used_q) != {N{1'b0}}) strays = 1'b1;
    end
  end

  // That a branch has a dimension is proved of the vote.
  wire chosen = !valid || dimension != {N{1'b0}};
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) held_q <= !rst_ni || (chosen && !bad && !strays);
  wire legal = 1'b1;
<% include "common/proof/contracts.vh" %>
  assign failed_o = held_q && chosen && (bad || strays);
endmodule

`default_nettype wire
