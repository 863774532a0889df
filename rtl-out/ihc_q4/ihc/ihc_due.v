// Due: whose copy is expected on one directed cycle.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 4 --topology hypercube --family ihc --max-data 4
// Configuration (hash 1ec640e612a5):
//   q4 interleave=minimal copies W=32 max_data=4
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: due_o = 1 in the slots in which the first flit of a copy is expected; source_o is
//   its source, and absorption_o = 1 says that it has then been at all nodes. REVERSE: the cycle
//   runs backwards.
// Latency and state: registers; a place on the cycle.
// Source: [LS94] IV: the packet of the node h + 1 hops before comes h slots after its start.
// Widths: 4 = node number; 3 = stage number.
// Registers without a reset: place_q, absorption_q, source_q.
`default_nettype none

module ihc_due #(
  // Number of the undirected cycle, and the direction on it.
  parameter CYCLE = 0,
  parameter REVERSE = 0
) (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire faulty_i,
  // Constant of the place: hops from node 0 to this node along the undirected cycle
  input  wire [3:0] place_i,
  // Stage
  input  wire stage_start_i,
  input  wire [2:0] stage_i,
  input  wire heads_i,
  input  wire last_head_i,
  output wire due_o,
  output wire absorption_o,
  output wire [3:0] source_o
);
  localparam N = 16;
  localparam ID = 4;
  localparam STAGE = 3;
  localparam [ID-1:0] ZERO = 0;
  localparam [ID-1:0] ONE = 1;
  localparam [ID-1:0] LAST = 15;

  // The nodes of the cycles, and the stages in which they start, by place.
  localparam [N*ID-1:0] NODES = CYCLE == 0 ? {
      4'd2, 4'd3, 4'd1, 4'd5, 4'd13, 4'd12, 4'd14, 4'd10, 4'd8, 4'd9, 4'd11, 4'd15,
      4'd7, 4'd6, 4'd4, 4'd0} : {
      4'd8, 4'd12, 4'd4, 4'd5, 4'd7, 4'd3, 4'd11, 4'd10, 4'd2, 4'd6, 4'd14, 4'd15,
      4'd13, 4'd9, 4'd1, 4'd0};
  localparam [N*STAGE-1:0] STAGES = REVERSE == 0 ? {
      3'd4, 3'd3, 3'd2, 3'd1, 3'd0, 3'd4, 3'd3, 3'd2, 3'd1, 3'd0, 3'd5, 3'd4, 3'd3, 3'd2, 3'd1,
      3'd0} : {
      3'd1, 3'd2, 3'd3, 3'd4, 3'd5, 3'd0, 3'd1, 3'd2, 3'd3, 3'd4, 3'd0, 3'd1, 3'd2, 3'd3, 3'd4,
      3'd0};

  reg [ID-1:0] place_q;
  wire [ID-1:0] start = stage_start_i ? place_i : place_q;
  wire [ID-1:0] place = REVERSE == 0 ? (start == ZERO ? LAST : start - ONE)
      : (start == LAST ? ZERO : start + ONE);

  always @(posedge clk_i) begin
    place_q <= place;
  end

  reg due_q, absorption_q;
  reg [ID-1:0] source_q;
  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) due_q <= 1'b0;
    else due_q <= heads_i && STAGES[place*STAGE+:STAGE] == stage_i;
  end

  always @(posedge clk_i) begin
    absorption_q <= last_head_i;
    source_q <= NODES[place*ID+:ID];
  end

  assign due_o = due_q;
  assign absorption_o = absorption_q;
  assign source_o = source_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    // The first packets of a stage come in its first slot.
    if (rst_ni && !faulty_i) begin : first_slot_has_packets
      assert (!stage_start_i || heads_i);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
