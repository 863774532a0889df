<{ c.banner("Schedule: the slots of a round, for all nodes at once.") }>
// Contract: round_start_i = 1 while round_ready_o = 1 starts a round of <{ c.schedule.round }> slots; <{ c.schedule.stages }> stages begin
//   every <{ c.schedule.pitch }> slots. round_end_o = 1 for a cycle when all that was sent has come. The next round may
//   begin <{ c.schedule.period }> cycles after this one did, when every node that works has a free store.
// Latency and state: one cycle; slot and stage, and the number of the round.
// Source: [LS94] IV; which node starts in which stage is ours.
// Widths: <{ c.topology.nodes }> = nodes; <{ c.schedule.stage_bits }> = stage number; <{ c.schedule.slot_bits }> = slot of a stage.
`default_nettype none

module <{ c.prefix }>ihc_schedule (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire round_start_i,
  output wire round_ready_o,
  // Nodes: which have a free store, and which do nothing
  input  wire [<{ c.topology.nodes - 1 }>:0] free_i,
  input  wire [<{ c.topology.nodes - 1 }>:0] faulty_i,
  // Round: it begins, and has ended; its number, or while there is none that of the next one
  output wire begins_o,
  output wire round_end_o,
  output wire [7:0] number_o,
  // Stage: its first slot, its number, the slots in which packets come, and the last of these
  output wire stage_start_o,
  output wire [<{ c.schedule.stage_bits - 1 }>:0] stage_o,
  output wire heads_o,
  output wire last_head_o,
  output wire [<{ c.schedule.slot_bits - 1 }>:0] slot_o
);
  localparam SLOT = <{ c.schedule.slot_bits }>;
  localparam STAGE = <{ c.schedule.stage_bits }>;
  localparam [SLOT-1:0] NEXT_SLOT = 1;
  localparam [SLOT-1:0] LAST_HEAD = <{ c.topology.nodes - 2 }>;
  localparam [SLOT-1:0] STAGE_END = <{ c.schedule.pitch - 1 }>;
  localparam [SLOT-1:0] ROUND_END = <{ c.schedule.stage_slots - 1 }>;
  localparam [STAGE-1:0] NEXT_STAGE = 1;
  localparam [STAGE-1:0] LAST_STAGE = <{ c.schedule.stages - 1 }>;

  reg running_q, ended_q, settled_q, idle_q, free_q;
  reg [SLOT-1:0] slot_q;
  reg [STAGE-1:0] stage_q;
  reg [7:0] number_q;

  wire begins = round_start_i && round_ready_o;
  wire last_stage = stage_q == LAST_STAGE;
  wire ends = running_q && last_stage && slot_q == ROUND_END;
<%- if c.schedule.pitch == c.schedule.stage_slots %>
  wire stage_ends = slot_q == STAGE_END;
<%- else %>
  wire stage_ends = !last_stage && slot_q == STAGE_END;
<%- endif %>

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
<%- if !c.schedule.stage_slots.is_power_of_two() %>
      begin : slot_is_in_round assert (!running_q || slot_q <= ROUND_END); end
<%- endif %>
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
