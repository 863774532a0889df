<{ c.banner("Property: what ihc_schedule says in which cycle of a round.") }>
// Contract: failed_o = 0 in every cycle after a reset, for any starts and any nodes: a round begins when
//   it is started while round_ready_o = 1. Slot s of it comes s + 1 cycles later, for <{ c.schedule.round }> slots; stage i
//   begins in slot i * <{ c.schedule.pitch }>, packets come in its first <{ c.topology.nodes - 1 }> slots. The round ends a cycle after its
//   last slot, and its number rises by one. The next round may begin <{ c.schedule.period }> cycles after this one
//   at the earliest, if in the cycle before every node had a free store or was faulty.
`default_nettype none

module proof_ihc_schedule (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire round_start_i,
  input  wire [<{ c.topology.nodes - 1 }>:0] free_i,
  input  wire [<{ c.topology.nodes - 1 }>:0] faulty_i,
  output wire failed_o
);
  localparam NODES = <{ c.topology.nodes }>;
  localparam STAGES = <{ c.schedule.stages }>;
  localparam PITCH = <{ c.schedule.pitch }>;
  localparam SLOTS = <{ c.schedule.round }>;
  localparam PERIOD = <{ c.schedule.period }>;

  wire ready, begins, round_end, stage_start, heads, last_head;
  wire [7:0] number;
  wire [<{ c.schedule.stage_bits - 1 }>:0] stage;
  wire [<{ c.schedule.slot_bits - 1 }>:0] slot;
  <{ c.prefix }>ihc_schedule u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .round_start_i(round_start_i),
    .round_ready_o(ready),
    .free_i(free_i),
    .faulty_i(faulty_i),
    .begins_o(begins),
    .round_end_o(round_end),
    .number_o(number),
    .stage_start_o(stage_start),
    .stage_o(stage),
    .heads_o(heads),
    .last_head_o(last_head),
    .slot_o(slot)
  );

  // Cycles since the round began, 0 while none is there; rounds that ended; what the nodes said.
  reg [23:0] cycle_q;
  reg [7:0] rounds_q;
  reg free_q;
  wire starts = round_start_i && free_q && cycle_q == 0;
  wire in_slot = cycle_q >= 1 && cycle_q <= SLOTS;
  wire [23:0] now = cycle_q - 24'd1;

  reg bad, first, comes, waits;
  integer i, v;
  always @* begin
    bad = ready != (free_q && cycle_q == 0) || begins != starts;
    if (round_end != (cycle_q == SLOTS + 1) || number != rounds_q) bad = 1'b1;
    // Each stage: from its first slot to the first one of the next stage.
    first = 1'b0;
    comes = 1'b0;
    for (i = 0; i < STAGES; i = i + 1) begin
      if (in_slot && now >= i * PITCH && (i == STAGES - 1 || now < (i + 1) * PITCH)) begin
        if (now == i * PITCH) first = 1'b1;
        if (now <= i * PITCH + NODES - 2) comes = 1'b1;
        if (stage != i || {1'b0, slot} != now - i * PITCH) bad = 1'b1;
        if (last_head != (now == i * PITCH + NODES - 2)) bad = 1'b1;
      end
    end
    if (stage_start != first || heads != comes) bad = 1'b1;

    waits = 1'b0;
    for (v = 0; v < NODES; v = v + 1) begin
      if (!free_i[v] && !faulty_i[v]) waits = 1'b1;
    end
  end

  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || begun_q;
    free_q <= rst_ni && !waits;
    if (!rst_ni) begin
      cycle_q <= 24'd0;
      rounds_q <= 8'd0;
    end else begin
      cycle_q <= starts ? 24'd1 : cycle_q == 0 || cycle_q == PERIOD - 1 ? 24'd0 : cycle_q + 24'd1;
      if (cycle_q == SLOTS + 1) rounds_q <= rounds_q + 8'd1;
    end
  end
  // Nothing is assumed.
  wire legal = 1'b1;
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && bad;
endmodule

`default_nettype wire
