<{ c.banner("Property: what tee_lowest_set_bit computes.") }>
// Contract: failed_o = 0 for every input: a bit is picked iff it is set and no lower one is.
`default_nettype none

module proof_tee_lowest_set_bit (
  input  wire [<{ c.widest() - 1 }>:0] bits_i,
  output reg  failed_o
);
  localparam WIDTH = <{ c.widest() }>;

  wire [WIDTH-1:0] lowest;
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(WIDTH)
  ) u_dut (
    .bits_i(bits_i),
    .lowest_o(lowest)
  );

  reg seen;
  integer b;
  always @* begin
    failed_o = 1'b0;
    seen = 1'b0;
    for (b = 0; b < WIDTH; b = b + 1) begin
      if (lowest[b] != (bits_i[b] && !seen)) failed_o = 1'b1;
      if (bits_i[b]) seen = 1'b1;
    end
  end
endmodule

`default_nettype wire
