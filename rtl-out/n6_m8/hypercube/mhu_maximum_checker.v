// Compares the dimensions pair by pair.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: first_o[i*N+j] = 1 when dimension i has the higher priority: its value is larger, or
//   equal and i < j ([Lan88] 6.6.2 finds the same maximum by one-hot lines; all pairs at once are
//   faster and give 1 on the diagonal).
// Latency and state: combinational, none.
// Widths: 18 = n x count or score; 36 = n x n.
`default_nettype none

module mhu_maximum_checker (
  input  wire [17:0] values_i,
  output wire [35:0] first_o
);
  localparam N = 6;
  localparam VALUE = 3;
  // Values are compared by digits of two bits, which synthesis maps best.
  localparam DIGITS = 2;

  genvar i, j;
  generate
    for (i = 0; i < N; i = i + 1) begin : gen_row
      assign first_o[i*N+i] = 1'b1;
      for (j = i + 1; j < N; j = j + 1) begin : gen_pair
        wire [2*DIGITS-1:0] upper = {1'd0, values_i[i*VALUE+:VALUE]};
        wire [2*DIGITS-1:0] lower = {1'd0, values_i[j*VALUE+:VALUE]};
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
