{{ c.banner("Selects the dimension of the next branch.") }}
// Contract: selected_o (y, [Lan88] 6.6.3) has one bit: the dimension that goes before all
//   others; it is zero when no healthy dimension is wanted.
// Latency and state: combinational, none.
`default_nettype none

module {{ c.p }}mhu_column_selector (
  input  wire [{{ c.n * c.n - 1 }}:0] first_i,
  input  wire [{{ c.n - 1 }}:0] wanted_i,
  output wire [{{ c.n - 1 }}:0] selected_o
);
  localparam N = {{ c.n }};

  genvar j;
  generate
    for (j = 0; j < N; j = j + 1) begin : gen_column
      assign selected_o[j] = wanted_i[j] && (&first_i[j*N+:N]);
    end
  endgenerate
endmodule

`default_nettype wire
