{{ c.banner("Property: what hypercube_credit_counter knows of the buffers at the other end of a link.") }}
// Contract: failed_o = 0 in every cycle after a reset while messages start only where there is room
//   and credits come only for messages that started: a class has room iff fewer than two of its
//   messages are at the other end of the link; with its first flit a message shows its class.
`default_nettype none

module proof_hypercube_credit_counter (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.topology.dimension }}:0] grant_i,
  input  wire [{{ (c.topology.dimension + 1) * c.buffers.class_bits - 1 }}:0] class_i,
  input  wire start_i,
  input  wire [{{ c.buffers.classes - 1 }}:0] credit_i,
  output wire failed_o
);
  localparam UNITS = {{ c.topology.dimension + 1 }};
  localparam CLASSES = {{ c.buffers.classes }};
  localparam CLASS = {{ c.buffers.class_bits }};

  wire [CLASSES-1:0] room;
  wire [CLASS-1:0] class;
  {{ c.prefix }}hypercube_credit_counter u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .grant_i(grant_i),
    .class_i(class_i),
    .start_i(start_i),
    .credit_i(credit_i),
    .room_o(room),
    .class_o(class)
  );

  // The class that is granted, if any.
  reg [CLASS-1:0] granted;
  integer i;
  always @* begin
    granted = {CLASS{1'b0}};
    for (i = 0; i < UNITS; i = i + 1) begin
      if (grant_i[i]) granted = class_i[i*CLASS+:CLASS];
    end
  end
  wire grants = grant_i != {UNITS{1'b0}};

  // Messages of each class at the other end of the link, and whether all kept the rules so far.
  reg begun_q, granted_q, started_q;
  reg [CLASS-1:0] owner_q, shown_q;
  reg [2*CLASSES-1:0] behind_q;
  reg legal, bad;
  initial begun_q = 1'b0;
  integer k;
  always @* begin
    legal = (grant_i & (grant_i - 1)) == {UNITS{1'b0}} && (!grants || granted < CLASSES);
    bad = started_q && class != shown_q;
    for (k = 0; k < CLASSES; k = k + 1) begin
      if (grants && granted == k && !room[k]) legal = 1'b0;
      if (credit_i[k] && behind_q[2*k+:2] == 2'd0) legal = 1'b0;
      if (room[k] != (behind_q[2*k+:2] < 2'd2)) bad = 1'b1;
    end
  end
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    granted_q <= rst_ni && (granted_q || grants);
    started_q <= rst_ni && (started_q || start_i) && granted_q;
    if (grants) owner_q <= granted;
    if (start_i) shown_q <= owner_q;
    for (k = 0; k < CLASSES; k = k + 1) begin
      if (!rst_ni) behind_q[2*k+:2] <= 2'd0;
      else if (grants && granted == k && !credit_i[k]) behind_q[2*k+:2] <= behind_q[2*k+:2] + 2'd1;
      else if (!(grants && granted == k) && credit_i[k]) behind_q[2*k+:2] <= behind_q[2*k+:2] - 2'd1;
    end
  end
{% include "common/proof/contracts.vh" %}
  assign failed_o = begun_q && bad;
endmodule

`default_nettype wire
