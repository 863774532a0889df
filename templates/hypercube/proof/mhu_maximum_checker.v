<{ c.banner("Property: what mhu_maximum_checker computes.") }>
// Contract: failed_o = 0 for every input: i has the higher priority iff its value is larger, or equal and
//   i <= j.
`default_nettype none

module proof_mhu_maximum_checker (
  input  wire [<{ c.topology.dimension * c.vote.bits - 1 }>:0] values_i,
  output reg  failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam VALUE = <{ c.vote.bits }>;

  wire [N*N-1:0] first;
  <{ c.prefix }>mhu_maximum_checker u_dut (
    .values_i(values_i),
    .first_o(first)
  );

  reg before;
  integer i, j;
  always @* begin
    failed_o = 1'b0;
    for (i = 0; i < N; i = i + 1) begin
      for (j = 0; j < N; j = j + 1) begin
        before = values_i[i*VALUE+:VALUE] > values_i[j*VALUE+:VALUE] ||
            (values_i[i*VALUE+:VALUE] == values_i[j*VALUE+:VALUE] && i <= j);
        if (first[i*N+j] != before) failed_o = 1'b1;
      end
    end
  end
endmodule

`default_nettype wire
