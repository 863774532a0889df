// Ranks the selected fields of a header: how many selected ones stand before each.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 6b398855cfd5):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: rank_o[e*RANK +: RANK] = ones in select_i below bit e, at most 5 (a flit's fields).
// Latency and state: combinational (a parallel-prefix sum), none.
`default_nettype none

module mhu_ranker (
  input  wire [10:0] select_i,
  output wire [32:0] rank_o
);
  localparam FIELDS = 11;
  localparam RANK = 3;
  localparam [RANK:0] LIMIT = 4'd5;

  // level_k holds, at bit e, the sum over the 2^k-aligned block that ends with e.
  wire [FIELDS*RANK-1:0] level_0;
  wire [FIELDS*RANK-1:0] level_1;
  wire [FIELDS*RANK-1:0] level_2;
  wire [FIELDS*RANK-1:0] level_3;
  wire [FIELDS*RANK-1:0] level_4;

  genvar e;
  generate
    for (e = 0; e < FIELDS; e = e + 1) begin : gen_leaf
      assign level_0[e*RANK+:RANK] = {2'd0, select_i[e]};
      if (e == 0) begin : gen_lowest
        assign rank_o[e*RANK+:RANK] = {RANK{1'b0}};
      end else begin : gen_above
        assign rank_o[e*RANK+:RANK] = level_4[(e-1)*RANK+:RANK];
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
    for (e = 0; e < FIELDS; e = e + 1) begin : gen_level_4
      if ((e >> 3) % 2 == 1) begin : gen_sum
        wire [RANK:0] sum = {1'b0, level_3[e*RANK+:RANK]} +
            {1'b0, level_3[((e>>3)*8-1)*RANK+:RANK]};
        assign level_4[e*RANK+:RANK] = sum > LIMIT ? LIMIT[RANK-1:0] : sum[RANK-1:0];
      end else begin : gen_same
        assign level_4[e*RANK+:RANK] = level_3[e*RANK+:RANK];
      end
    end
  endgenerate

  // Nothing stands behind the last field.
  wire unused_total = &{1'b0, level_4[(FIELDS-1)*RANK+:RANK]};
endmodule

`default_nettype wire
