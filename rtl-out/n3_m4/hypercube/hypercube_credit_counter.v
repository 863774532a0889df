// Counts the free message buffers at the other end of a link, for each class.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: starts with two; a granted message takes one of its class, credit_i gives one back.
//   room_o[c] = 1 while a whole message of class c fits. class_o holds from the grant on.
// Latency and state: one cycle; a two-bit counter for each class and the class of the owner.
`default_nettype none

module hypercube_credit_counter (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [3:0] grant_i,
  input  wire [7:0] class_i,
  input  wire start_i,
  input  wire [2:0] credit_i,
  output wire [2:0] room_o,
  output wire [1:0] class_o
);
  localparam CLASS = 2;

  reg [CLASS-1:0] granted_class, owner_class_q, class_q;
  integer i;
  always @* begin
    granted_class = {CLASS{1'b0}};
    for (i = 0; i < 4; i = i + 1) begin
      if (grant_i[i]) granted_class = granted_class | class_i[i*CLASS+:CLASS];
    end
  end

  // The class of the owner reaches the link together with the first flit.
  always @(posedge clk_i) begin
    if (|grant_i) owner_class_q <= granted_class;
    if (start_i) class_q <= owner_class_q;
  end
  assign class_o = class_q;

  genvar k;
  generate
    for (k = 0; k < 3; k = k + 1) begin : gen_class
      localparam [CLASS-1:0] THIS = k;
      reg [1:0] free_q;
      wire take = (|grant_i) && granted_class == THIS;
      always @(posedge clk_i) begin
        if (!rst_ni) free_q <= 2'd2;
        else if (take && !credit_i[k]) free_q <= free_q - 2'd1;
        else if (!take && credit_i[k]) free_q <= free_q + 2'd1;
      end
      assign room_o[k] = free_q != 2'd0;

`ifdef TEECAST_ASSERT
      always @(posedge clk_i) begin
        if (rst_ni) begin
          // A message takes room that exists, and no more comes back than was taken.
          assert (!take || free_q != 2'd0);
          assert (!credit_i[k] || free_q != 2'd2);
        end
      end
`endif  // TEECAST_ASSERT
    end
  endgenerate
endmodule

`default_nettype wire
