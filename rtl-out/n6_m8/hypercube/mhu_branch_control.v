// Derives the Control of one broadcast branch.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: dimension_i is the branch j, one-hot. The copy keeps Control bit b iff b is faulty, or
//   the descending dimensions stay before the ascending ones (negative-first).
// Latency and state: combinational, none.
// Widths: 6 = n.
`default_nettype none

module mhu_branch_control (
  input  wire [5:0] control_i,
  input  wire [5:0] faulty_i,
  input  wire [5:0] local_address_i,
  input  wire [5:0] dimension_i,
  output wire [5:0] control_o
);
  localparam N = 6;
  wire descends = |(dimension_i & local_address_i);

  genvar b;
  generate
    for (b = 0; b < N; b = b + 1) begin : gen_bit
      wire later;
      if (b == 0) begin : gen_lowest
        assign later = 1'b0;
      end else begin : gen_above
        assign later = |dimension_i[b-1:0];
      end
      assign control_o[b] = control_i[b] && (faulty_i[b] ||
          (descends == local_address_i[b] ? later : descends));
    end
  endgenerate

`ifdef TEECAST_ASSERT
  // Dimensions after that of the branch: all but it and those below.
  wire [N-1:0] behind = ~(dimension_i ^ (dimension_i - 6'd1));
  wire [N-1:0] after = descends ? ~local_address_i | behind : ~local_address_i & behind;
  always @* begin : control_keeps_allowed_or_faulty
    assert final (control_o == (control_i & (faulty_i | after)));
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
