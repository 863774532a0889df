{{ c.banner("Property: what mhu_maximum_checker and mhu_column_selector compute together.") }}
// Contract: failed_o = 0 for every input: y has one bit, the lowest of the dimensions with the
//   largest value, and is zero when all values are.
`default_nettype none

module proof_mhu_column_selector (
  input  wire [{{ c.topology.dimension * c.vote.bits - 1 }}:0] values_i,
{%- if c.options.fault_tolerant %}
  input  wire [{{ c.topology.dimension - 1 }}:0] faulty_i,
{%- endif %}
  output wire failed_o
);
  localparam N = {{ c.topology.dimension }};
  localparam VALUE = {{ c.vote.bits }};

  wire [N*N-1:0] first;
  wire [N-1:0] selected;
  reg [N-1:0] wanted;
  {{ c.prefix }}mhu_maximum_checker u_before (
    .values_i(values_i),
    .first_o(first)
  );
  {{ c.prefix }}mhu_column_selector u_dut (
    .first_i(first),
    .wanted_i(wanted),
{%- if c.options.fault_tolerant %}
    .faulty_i(faulty_i),
{%- endif %}
    .selected_o(selected)
  );

  reg [VALUE-1:0] largest;
  reg [N-1:0] lowest;
  integer j;
  always @* begin
    largest = {VALUE{1'b0}};
    lowest = {N{1'b0}};
    for (j = 0; j < N; j = j + 1) begin
      wanted[j] = values_i[j*VALUE+:VALUE] != {VALUE{1'b0}};
      if ({% if c.options.fault_tolerant %}!faulty_i[j] && {% endif %}values_i[j*VALUE+:VALUE] > largest) begin
        largest = values_i[j*VALUE+:VALUE];
        lowest = {{ c.topology.dimension }}'d1 << j;
      end
    end
  end
  assign failed_o = selected != lowest;
endmodule

`default_nettype wire
