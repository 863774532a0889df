// Schedule: the slots of a round, for all nodes at once.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 4 --topology hypercube --family ihc --max-data 4
// Configuration (hash 1ec640e612a5):
//   q4 interleave=minimal copies W=32 max_data=4
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: round_start_i = 1 while round_ready_o = 1 starts a round of 114 slots; 6 stages begin
//   every 19 slots. round_end_o = 1 for a cycle when all that was sent has come. The next round may
//   begin 117 cycles after this one did, when every node that works has a free store.
// Latency and state: one cycle; slot and stage, and the number of the round.
// Source: [LS94] IV; which node starts in which stage is ours.
// Widths: 16 = nodes; 3 = stage number; 5 = slot of a stage.
// Registers without a reset: slot_q, stage_q.
`default_nettype none

module ihc_schedule (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire round_start_i,
  output wire round_ready_o,
  // Nodes: which have a free store, and which do nothing
  input  wire [15:0] free_i,
  input  wire [15:0] faulty_i,
  // Round: it begins, and has ended; its number, or while there is none that of the next one
  output wire begins_o,
  output wire round_end_o,
  output wire [7:0] number_o,
  // Stage: its first slot, its number, the slots in which packets come, and the last of these
  output wire stage_start_o,
  output wire [2:0] stage_o,
  output wire heads_o,
  output wire last_head_o,
  output wire [4:0] slot_o
);
  localparam SLOT = 5;
  localparam STAGE = 3;
  localparam [SLOT-1:0] NEXT_SLOT = 1;
  localparam [SLOT-1:0] LAST_HEAD = 14;
  localparam [SLOT-1:0] STAGE_END = 18;
  localparam [SLOT-1:0] ROUND_END = 18;
  localparam [STAGE-1:0] NEXT_STAGE = 1;
  localparam [STAGE-1:0] LAST_STAGE = 5;

  reg running_q, ended_q, settled_q, idle_q, free_q;
  reg [SLOT-1:0] slot_q;
  reg [STAGE-1:0] stage_q;
  reg [7:0] number_q;

  wire begins = round_start_i && round_ready_o;
  wire last_stage = stage_q == LAST_STAGE;
  wire ends = running_q && last_stage && slot_q == ROUND_END;
  wire stage_ends = slot_q == STAGE_END;

  always @(posedge clk_i) begin
    if (!rst_ni) running_q <= 1'b0;
    else running_q <= begins || (running_q && !ends);
  end

  always @(posedge clk_i) begin
    if (begins) begin
      slot_q <= {SLOT{1'b0}};
      stage_q <= {STAGE{1'b0}};
    end else if (stage_ends) begin
      slot_q <= {SLOT{1'b0}};
      stage_q <= stage_q + NEXT_STAGE;
    end else begin
      slot_q <= slot_q + NEXT_SLOT;
    end
  end

  // The flits of the last slot come a cycle later, and a cycle later the stores are counted again.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      ended_q <= 1'b0;
      settled_q <= 1'b0;
      idle_q <= 1'b1;
      free_q <= 1'b0;
      number_q <= 8'd0;
    end else begin
      ended_q <= ends;
      settled_q <= ended_q;
      idle_q <= (idle_q || settled_q) && !begins;
      free_q <= &(free_i | faulty_i);
      number_q <= number_q + {7'd0, ended_q};
    end
  end

  assign round_ready_o = idle_q && free_q;
  assign begins_o = begins;
  assign round_end_o = ended_q;
  assign number_o = number_q;
  assign stage_start_o = running_q && slot_q == {SLOT{1'b0}};
  assign stage_o = stage_q;
  assign heads_o = running_q && slot_q <= LAST_HEAD;
  assign last_head_o = slot_q == LAST_HEAD;
  assign slot_o = slot_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : idle_or_running assert (!(idle_q && running_q)); end
      begin : slot_is_in_round assert (!running_q || slot_q <= ROUND_END); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
