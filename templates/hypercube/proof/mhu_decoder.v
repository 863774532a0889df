<{ c.banner("Property: what mhu_decoder computes.") }>
// Contract: failed_o = 0 for every input:
<%- if c.vote.look2 %> c_jl = 1 iff sum_i a_ij = l.
<%- else %> there are ones iff any_o = 1, and then c_jl = 1 iff
//   sum_i a_ij = l + 1.
<%- endif %>
`default_nettype none

module proof_mhu_decoder (
  input  wire [<{ c.frame.rows - 1 }>:0] column_i,
  output reg  failed_o
);
  localparam M = <{ c.frame.rows }>;

  wire [<{ c.vote.decoded_bits - 1 }>:0] count;
<%- if !c.vote.look2 %>
  wire any;
<%- endif %>
  <{ c.prefix }>mhu_decoder u_dut (
    .column_i(column_i),
<%- if !c.vote.look2 %>
    .any_o(any),
<%- endif %>
    .count_o(count)
  );

  reg [8:0] ones;
  integer i, l;
  always @* begin
    ones = 9'd0;
    for (i = 0; i < M; i = i + 1) begin
      if (column_i[i]) ones = ones + 9'd1;
    end
<%- if c.vote.look2 %>
    failed_o = 1'b0;
    for (l = 0; l <= M; l = l + 1) begin
      if ((count == l) != (ones == l)) failed_o = 1'b1;
    end
<%- else %>
    failed_o = any != (ones != 9'd0);
    for (l = 0; l < M; l = l + 1) begin
      if (any && (count == l) != (ones == l + 1)) failed_o = 1'b1;
    end
<%- endif %>
  end
endmodule

`default_nettype wire
