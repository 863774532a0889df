<{ c.banner("Property: what mhu_maximum_checker and mhu_column_selector compute together.") }>
// Contract: failed_o = 0 for every input: while votes go on, y has one bit, the lowest of the
//   candidates with the largest value, and is zero when there are none.
`default_nettype none

module proof_mhu_column_selector (
  input  wire running_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] wanted_i,
  input  wire [<{ c.topology.dimension * c.vote.bits - 1 }>:0] values_i,
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam VALUE = <{ c.vote.bits }>;

  wire [N*N-1:0] first;
  wire [N-1:0] selected;
  <{ c.prefix }>mhu_maximum_checker u_before (
    .values_i(values_i),
    .first_o(first)
  );
  <{ c.prefix }>mhu_column_selector u_dut (
    .first_i(first),
    .running_i(running_i),
    .wanted_i(wanted_i),
<%- if c.options.fault_tolerant %>
    .faulty_i(faulty_i),
<%- endif %>
    .selected_o(selected)
  );

  reg [VALUE-1:0] largest;
  reg [N-1:0] lowest;
  integer j;
  always @* begin
    largest = {VALUE{1'b0}};
    lowest = {N{1'b0}};
    for (j = 0; j < N; j = j + 1) begin
      if (running_i && wanted_i[j]<% if c.options.fault_tolerant %> && !faulty_i[j]<% endif %> &&
          (lowest == {N{1'b0}} || values_i[j*VALUE+:VALUE] > largest)) begin
        largest = values_i[j*VALUE+:VALUE];
        lowest = <{ c.topology.dimension }>'d1 << j;
      end
    end
  end
  assign failed_o = selected != lowest;
endmodule

`default_nettype wire
