// Holds the destinations of the arriving message and of every buffered one.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 6b398855cfd5):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: header flits fill the array of destinations. With the last header flit rows_o gives
//   the reference array ([Lan88] 6.5.2), addresses relative to this node: the destinations
//   under the class rule (restricted rows keep their descending dimensions while one is healthy).
//   arrived_o keeps the destinations until the next header. slot_rows_o reads those of a buffered
//   message.
// Latency and state: rows_o combinational; M rows of N bits, and as many for each slot.
`default_nettype none

module mhu_store (
  input  wire clk_i,
  input  wire [5:0] local_address_i,
  input  wire [5:0] faulty_i,
  // Header flits
  input  wire take_i,
  input  wire [1:0] flit_index_i,
  input  wire [29:0] lanes_i,
  input  wire [3:0] count_i,
  input  wire header_i,
  input  wire [2:0] slot_i,
  output wire [47:0] rows_o,
  output wire [47:0] arrived_o,
  // Buffered messages
  input  wire [2:0] read_slot_i,
  output wire [47:0] slot_rows_o
);
  localparam N = 6;
  localparam M = 8;
  localparam FIRST = 0;
  localparam LAST = 7;

  reg [M*N-1:0] rows_q;
  reg [M*N-1:0] slots_q [FIRST:LAST];
  wire [M*N-1:0] rows;
  wire [M-1:0] listed;

  assign rows[0*N+:N] = flit_index_i == 2'd0 ?
      lanes_i[1*N+:N] : rows_q[0*N+:N];
  assign listed[0] = count_i > 4'd0;
  assign rows[1*N+:N] = flit_index_i == 2'd0 ?
      lanes_i[2*N+:N] : rows_q[1*N+:N];
  assign listed[1] = count_i > 4'd1;
  assign rows[2*N+:N] = flit_index_i == 2'd0 ?
      lanes_i[3*N+:N] : rows_q[2*N+:N];
  assign listed[2] = count_i > 4'd2;
  assign rows[3*N+:N] = flit_index_i == 2'd0 ?
      lanes_i[4*N+:N] : rows_q[3*N+:N];
  assign listed[3] = count_i > 4'd3;
  assign rows[4*N+:N] = flit_index_i == 2'd1 ?
      lanes_i[0*N+:N] : rows_q[4*N+:N];
  assign listed[4] = count_i > 4'd4;
  assign rows[5*N+:N] = flit_index_i == 2'd1 ?
      lanes_i[1*N+:N] : rows_q[5*N+:N];
  assign listed[5] = count_i > 4'd5;
  assign rows[6*N+:N] = flit_index_i == 2'd1 ?
      lanes_i[2*N+:N] : rows_q[6*N+:N];
  assign listed[6] = count_i > 4'd6;
  assign rows[7*N+:N] = flit_index_i == 2'd1 ?
      lanes_i[3*N+:N] : rows_q[7*N+:N];
  assign listed[7] = count_i > 4'd7;

  // From class R on a message may turn from ascending to descending no more.
  wire restricted = slot_i[2:1] >= 2'd1;
  // Healthy dimensions that descend from here.
  wire [N-1:0] falling = local_address_i & ~faulty_i;

  genvar i;
  generate
    for (i = 0; i < M; i = i + 1) begin : gen_row
      wire [N-1:0] relative = rows[i*N+:N] ^ local_address_i;
      wire [N-1:0] descending = relative & local_address_i;
      wire descends = (|(~rows[i*N+:N] & falling)) && restricted;
      assign rows_o[i*N+:N] = !listed[i] ? {N{1'b0}} : descends ? descending : relative;
    end
  endgenerate

  always @(posedge clk_i) begin
    if (take_i) rows_q <= rows;
    if (header_i) slots_q[slot_i] <= rows;
  end

  // Lanes that never hold a destination of the reference array.
  wire unused_lanes = &{1'b0, lanes_i};

  assign arrived_o = rows_q;
  assign slot_rows_o = slots_q[read_slot_i];
endmodule

`default_nettype wire
