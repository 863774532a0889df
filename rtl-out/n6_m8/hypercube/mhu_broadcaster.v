// Decides the branches of a broadcast.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: send_o names the dimensions to send on; the copy on j carries control_o[j*N +: N],
//   which is meaningless where send_o[j] = 0.
// Latency and state: combinational, none.
// Widths: 6 = n; 36 = n x n.
`default_nettype none

module mhu_broadcaster (
  input  wire [5:0] control_i,
  input  wire [5:0] faulty_i,
  input  wire [5:0] local_address_i,
  output wire [5:0] send_o,
  output wire [35:0] control_o
);
  localparam N = 6;

  genvar j;
  assign send_o = control_i & ~faulty_i;

  generate
    for (j = 0; j < N; j = j + 1) begin : gen_branch
      mhu_branch_control u_branch_control (
        .control_i(control_i),
        .faulty_i(faulty_i),
        .local_address_i(local_address_i),
        .dimension_i(6'd1 << j),
        .control_o(control_o[j*N+:N])
      );
    end
  endgenerate

`ifdef TEECAST_ASSERT
  integer d, e;
  always @* begin
    // What is left to do splits: of two healthy branches one takes the other's dimension along,
    // both take the faulty ones.
    for (d = 0; d < N; d = d + 1) begin
      begin : healthy_is_sent assert final (send_o[d] == (control_i[d] && !faulty_i[d])); end
      begin : control_does_not_grow
        assert final ((control_o[d*N+:N] & ~control_i) == {N{1'b0}});
      end
      begin : faulty_is_handed_on
        assert final ((control_i & faulty_i & ~control_o[d*N+:N]) == {N{1'b0}});
      end
      for (e = 0; e < N; e = e + 1) begin : dimension_is_handed_on_once
        assert final (!(send_o[d] && send_o[e]) || d == e || control_o[d*N+e] != control_o[e*N+d]);
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
