// Ranks the selected fields of a header: how many selected ones stand before each.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash f30c4961ccb3):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: rank_o[e*RANK +: RANK] = ones in select_i below bit e, at most 9 (a flit's fields).
// Latency and state: combinational (a parallel-prefix sum), none.
`default_nettype none

module mhu_ranker (
  input  wire [6:0] select_i,
  output wire [27:0] rank_o
);
  localparam FIELDS = 7;
  localparam RANK = 4;
  localparam [RANK:0] LIMIT = 5'd9;

  // level_k holds, at bit e, the sum over the 2^k-aligned block that ends with e.
  wire [FIELDS*RANK-1:0] level_0;
  wire [FIELDS*RANK-1:0] level_1;
  wire [FIELDS*RANK-1:0] level_2;
  wire [FIELDS*RANK-1:0] level_3;

  genvar e;
  generate
    for (e = 0; e < FIELDS; e = e + 1) begin : gen_leaf
      assign level_0[e*RANK+:RANK] = {3'd0, select_i[e]};
      if (e == 0) begin : gen_lowest
        assign rank_o[e*RANK+:RANK] = {RANK{1'b0}};
      end else begin : gen_above
        assign rank_o[e*RANK+:RANK] = level_3[(e-1)*RANK+:RANK];
      end
    end
    for (e = 0; e < FIELDS; e = e + 1) begin : gen_level_1
      if ((e >> 0) % 2 == 1) begin : gen_sum
        wire [RANK:0] sum = {1'b0, level_0[e*RANK+:RANK]} +
            {1'b0, level_0[((e>>0)*1-1)*RANK+:RANK]};
        assign level_1[e*RANK+:RANK] = sum > LIMIT ? LIMIT[RANK-1:0] : sum[RANK-1:0];
      end else begin : gen_same
        assign level_1[e*RANK+:RANK] = level_0[e*RANK+:RANK];
      end
    end
    for (e = 0; e < FIELDS; e = e + 1) begin : gen_level_2
      if ((e >> 1) % 2 == 1) begin : gen_sum
        wire [RANK:0] sum = {1'b0, level_1[e*RANK+:RANK]} +
            {1'b0, level_1[((e>>1)*2-1)*RANK+:RANK]};
        assign level_2[e*RANK+:RANK] = sum > LIMIT ? LIMIT[RANK-1:0] : sum[RANK-1:0];
      end else begin : gen_same
        assign level_2[e*RANK+:RANK] = level_1[e*RANK+:RANK];
      end
    end
    for (e = 0; e < FIELDS; e = e + 1) begin : gen_level_3
      if ((e >> 2) % 2 == 1) begin : gen_sum
        wire [RANK:0] sum = {1'b0, level_2[e*RANK+:RANK]} +
            {1'b0, level_2[((e>>2)*4-1)*RANK+:RANK]};
        assign level_3[e*RANK+:RANK] = sum > LIMIT ? LIMIT[RANK-1:0] : sum[RANK-1:0];
      end else begin : gen_same
        assign level_3[e*RANK+:RANK] = level_2[e*RANK+:RANK];
      end
    end
  endgenerate

  // Nothing stands behind the last field.
  wire unused_total = &{1'b0, level_3[(FIELDS-1)*RANK+:RANK]};
endmodule

`default_nettype wire
