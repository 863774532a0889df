// Packs the next header flit of a copy.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 6b398855cfd5):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: the header is the selected fields of k, the destinations, Control, Source, in this
//   order; the flit takes the first 5 of them and left_o selects the rest ([Lan88] 6.5.5).
//   A long list passes by unchanged (list_i = 1, fields_i = header fields from this flit on):
//   then only Control and Source are put into their lanes.
// Latency and state: combinational, none.
`default_nettype none

module mhu_packer (
  input  wire [10:0] select_i,
  input  wire list_i,
  input  wire [6:0] fields_i,
  input  wire [5:0] count_i,
  input  wire [47:0] rows_i,
  input  wire [5:0] control_i,
  input  wire [5:0] source_i,
  output wire [29:0] lanes_o,
  output wire [10:0] left_o
);
  localparam N = 6;
  localparam M = 8;
  localparam FIELDS = 11;
  localparam LANES = 5;
  localparam RANK = 3;

  wire [FIELDS*RANK-1:0] rank;
  mhu_ranker u_ranker (
    .select_i(select_i),
    .rank_o(rank)
  );

  // The trailer may stand in any lane, destination e in lane e at the most.
  wire [LANES-1:0] source_here;
  wire [LANES-1:0] control_here;
  assign source_here[0] = list_i ? fields_i == 7'd1 :
      select_i[10] && rank[10*RANK+:RANK] == 3'd0;
  assign control_here[0] = list_i ? fields_i == 7'd2 :
      select_i[9] && rank[9*RANK+:RANK] == 3'd0;
  assign source_here[1] = list_i ? fields_i == 7'd2 :
      select_i[10] && rank[10*RANK+:RANK] == 3'd1;
  assign control_here[1] = list_i ? fields_i == 7'd3 :
      select_i[9] && rank[9*RANK+:RANK] == 3'd1;
  assign source_here[2] = list_i ? fields_i == 7'd3 :
      select_i[10] && rank[10*RANK+:RANK] == 3'd2;
  assign control_here[2] = list_i ? fields_i == 7'd4 :
      select_i[9] && rank[9*RANK+:RANK] == 3'd2;
  assign source_here[3] = list_i ? fields_i == 7'd4 :
      select_i[10] && rank[10*RANK+:RANK] == 3'd3;
  assign control_here[3] = list_i ? fields_i == 7'd5 :
      select_i[9] && rank[9*RANK+:RANK] == 3'd3;
  assign source_here[4] = list_i ? fields_i == 7'd5 :
      select_i[10] && rank[10*RANK+:RANK] == 3'd4;
  assign control_here[4] = list_i ? fields_i == 7'd6 :
      select_i[9] && rank[9*RANK+:RANK] == 3'd4;

  genvar e, p;
  generate
    for (e = 0; e < FIELDS; e = e + 1) begin : gen_left
      assign left_o[e] = select_i[e] && rank[e*RANK+:RANK] == 3'd5;
    end
    for (p = 0; p < LANES; p = p + 1) begin : gen_lane
      localparam [RANK-1:0] PLACE = p;
      reg [N-1:0] lane;
      integer i;
      always @* begin
        lane = source_here[p] ? source_i : {N{1'b0}};
        if (control_here[p]) lane = lane | control_i;
        if (p == 0 && select_i[0]) lane = lane | count_i;
        for (i = 0; i < M; i = i + 1) begin
          if (i + 1 >= p && select_i[i+1] && rank[(i+1)*RANK+:RANK] == PLACE) begin
            lane = lane | rows_i[i*N+:N];
          end
        end
      end
      assign lanes_o[p*N+:N] = lane;
    end
  endgenerate
endmodule

`default_nettype wire
