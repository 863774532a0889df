<{ c.banner("Property: what hypercube_credit_counter knows of the buffers at the other end of a link.") }>
// Contract: failed_o = 0 in every cycle after a reset while messages start only where there is room
//   and credits come only for messages that started: a class has room iff fewer than two of its
//   messages are at the other end of the link.
`default_nettype none

module proof_hypercube_credit_counter (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire grant_i,
  input  wire [<{ c.buffers.class_bits - 1 }>:0] class_i,
  input  wire [<{ c.buffers.classes - 1 }>:0] credit_i,
  output wire failed_o
);
  localparam CLASSES = <{ c.buffers.classes }>;

  wire [CLASSES-1:0] room;
  <{ c.prefix }>hypercube_credit_counter u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .grant_i(grant_i),
    .class_i(class_i),
    .credit_i(credit_i),
    .room_o(room)
  );

  // Messages of each class at the other end of the link, and whether all kept the rules so far.
  reg begun_q;
  reg [2*CLASSES-1:0] there_q;
  reg legal, bad;
  initial begun_q = 1'b0;
  integer k;
  always @* begin
    legal = !grant_i || class_i < CLASSES;
    bad = 1'b0;
    for (k = 0; k < CLASSES; k = k + 1) begin
      if (grant_i && class_i == k && !room[k]) legal = 1'b0;
      if (credit_i[k] && there_q[2*k+:2] == 2'd0) legal = 1'b0;
      if (room[k] != (there_q[2*k+:2] < 2'd2)) bad = 1'b1;
    end
  end
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    for (k = 0; k < CLASSES; k = k + 1) begin
      if (!rst_ni) there_q[2*k+:2] <= 2'd0;
      else if (grant_i && class_i == k && !credit_i[k]) there_q[2*k+:2] <= there_q[2*k+:2] + 2'd1;
      else if (!(grant_i && class_i == k) && credit_i[k]) there_q[2*k+:2] <= there_q[2*k+:2] - 2'd1;
    end
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && bad;
endmodule

`default_nettype wire
