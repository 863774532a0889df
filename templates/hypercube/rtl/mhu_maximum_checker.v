<{ c.banner("Compares the dimensions pair by pair.") }>
// Contract: first_o[i*N+j] = 1 when dimension i has the higher priority: its value is larger, or
//   equal and i < j ([Lan88] 6.6.2 finds the same maximum by one-hot lines; all pairs at once are
//   faster and give 1 on the diagonal).
// Latency and state: combinational, none.
// Widths: <{ c.topology.dimension * c.vote.bits }> = n x count or score; <{ c.topology.dimension * c.topology.dimension }> = n x n.
`default_nettype none

module <{ c.prefix }>mhu_maximum_checker (
  input  wire [<{ c.topology.dimension * c.vote.bits - 1 }>:0] values_i,
  output wire [<{ c.topology.dimension * c.topology.dimension - 1 }>:0] first_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam VALUE = <{ c.vote.bits }>;
  // Values are compared by digits of two bits, which synthesis maps best.
  localparam DIGITS = <{ c.vote.bits.div_ceil(2) }>;

  genvar i, j;
  generate
    for (i = 0; i < N; i = i + 1) begin : gen_row
      assign first_o[i*N+i] = 1'b1;
      for (j = i + 1; j < N; j = j + 1) begin : gen_pair
        wire [2*DIGITS-1:0] upper = <{ c.extend("values_i[i*VALUE+:VALUE]", c.vote.bits, c.vote.bits.div_ceil(2) * 2) }>;
        wire [2*DIGITS-1:0] lower = <{ c.extend("values_i[j*VALUE+:VALUE]", c.vote.bits, c.vote.bits.div_ceil(2) * 2) }>;
        reg not_less;
        integer k;
        always @* begin
          not_less = 1'b1;
          for (k = 0; k < DIGITS; k = k + 1) begin
            not_less = upper[2*k+:2] > lower[2*k+:2] ||
                (upper[2*k+:2] == lower[2*k+:2] && not_less);
          end
        end
        assign first_o[i*N+j] = not_less;
        assign first_o[j*N+i] = !not_less;
      end
    end
  endgenerate

`ifdef TEECAST_ASSERT
  integer d, e;
  always @* begin
    for (d = 0; d < N; d = d + 1) begin
      for (e = 0; e < N; e = e + 1) begin : larger_or_lower_goes_first
        // Equal ones go in the order of their numbers.
        assert final (first_o[d*N+e] == (values_i[d*VALUE+:VALUE] > values_i[e*VALUE+:VALUE] ||
            (values_i[d*VALUE+:VALUE] == values_i[e*VALUE+:VALUE] && d <= e)));
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
