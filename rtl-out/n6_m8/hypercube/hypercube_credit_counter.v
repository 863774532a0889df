// Counts the free message buffers at the other end of a link, for each class.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: starts with two; a granted message takes one of its class, credit_i gives one back.
//   room_o[c] = 1 while a whole message of class c fits.
// Latency and state: one cycle; a two-bit counter for each class.
// Widths: 2 = class number; 3 = classes.
`default_nettype none

module hypercube_credit_counter (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire grant_i,
  input  wire [1:0] class_i,
  input  wire [2:0] credit_i,
  output wire [2:0] room_o
);
  localparam CLASS = 2;

  genvar k;
  generate
    for (k = 0; k < 3; k = k + 1) begin : gen_class
      localparam [CLASS-1:0] THIS = k;
      reg [1:0] free_q;
      wire debit = grant_i && class_i == THIS;
      always @(posedge clk_i) begin
        if (!rst_ni) free_q <= 2'd2;
        else if (debit && !credit_i[k]) free_q <= free_q - 2'd1;
        else if (!debit && credit_i[k]) free_q <= free_q + 2'd1;
      end
      assign room_o[k] = free_q != 2'd0;

`ifdef TEECAST_ASSERT
      always @(posedge clk_i) begin
        if (rst_ni) begin
          // A message takes room that exists, and no more comes back than was taken.
          begin : debit_finds_room assert (!debit || free_q != 2'd0); end
          begin : credit_was_taken assert (!credit_i[k] || free_q != 2'd2); end
        end
      end
`endif  // TEECAST_ASSERT
    end
  endgenerate
endmodule

`default_nettype wire
