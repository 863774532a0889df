{{ c.banner("Property: what mhu_decoder computes.") }}
// Contract: failed_o = 0 for every input: c_jl = 1 iff sum_i a_ij = l.
`default_nettype none

module proof_mhu_decoder (
  input  wire [{{ c.frame.rows - 1 }}:0] column_i,
  output reg  failed_o
);
  localparam M = {{ c.frame.rows }};

  wire [{{ c.vote.count_bits - 1 }}:0] count;
  {{ c.prefix }}mhu_decoder u_dut (
    .column_i(column_i),
    .count_o(count)
  );

  reg [8:0] ones;
  integer i, l;
  always @* begin
    ones = 9'd0;
    for (i = 0; i < M; i = i + 1) begin
      if (column_i[i]) ones = ones + 9'd1;
    end
    failed_o = 1'b0;
    for (l = 0; l <= M; l = l + 1) begin
      if ((count == l) != (ones == l)) failed_o = 1'b1;
    end
  end
endmodule

`default_nettype wire
