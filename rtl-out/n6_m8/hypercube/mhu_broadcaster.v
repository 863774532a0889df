// Decides the branches of a broadcast.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 6b398855cfd5):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: send_o names the dimensions to send on; the copy on j carries control_o[j*N +: N],
//   which is meaningless where send_o[j] = 0. Branch j keeps Control bit b iff the descending
//   dimensions stay before the ascending ones (negative-first), or b is faulty.
// Latency and state: combinational, none.
`default_nettype none

module mhu_broadcaster (
  input  wire [5:0] control_i,
  input  wire [5:0] faulty_i,
  input  wire [5:0] local_address_i,
  output wire [5:0] send_o,
  output wire [35:0] control_o
);
  localparam N = 6;

  genvar j, b;
  assign send_o = control_i & ~faulty_i;

  generate
    for (j = 0; j < N; j = j + 1) begin : gen_branch
      for (b = 0; b < N; b = b + 1) begin : gen_bit
        localparam LATER = b > j;
        wire u_j = local_address_i[j];
        wire u_b = local_address_i[b];
        assign control_o[j*N+b] =
            control_i[b] && ((u_j && !u_b) || (u_j == u_b && LATER) || faulty_i[b]);
      end
    end
  endgenerate
endmodule

`default_nettype wire
