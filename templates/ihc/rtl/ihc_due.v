<{ c.banner("Due: whose copy is expected on one directed cycle.") }>
// Contract: due_o = 1 in the slots in which the first flit of a copy is expected; source_o is
//   its source, and absorption_o = 1 says that it has then been at all nodes. REVERSE: the cycle
//   runs backwards.
// Latency and state: registers; a place on the cycle.
// Source: [LS94] IV: the packet of the node h + 1 hops before comes h slots after its start.
// Widths: <{ c.topology.id_bits }> = node number; <{ c.schedule.stage_bits }> = stage number.
`default_nettype none

module <{ c.prefix }>ihc_due #(
<%- if c.topology.cycles > 2 %>
  // Number of the undirected cycle, and the direction on it.
  parameter CYCLE = 0,
<%- else %>
  // Direction on the one undirected cycle.
<%- endif %>
  parameter REVERSE = 0
) (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire faulty_i,
  // Constant of the place: hops from node 0 to this node along the undirected cycle
  input  wire [<{ c.topology.id_bits - 1 }>:0] place_i,
  // Stage
  input  wire stage_start_i,
  input  wire [<{ c.schedule.stage_bits - 1 }>:0] stage_i,
  input  wire heads_i,
  input  wire last_head_i,
  output wire due_o,
  output wire absorption_o,
  output wire [<{ c.topology.id_bits - 1 }>:0] source_o
);
  localparam N = <{ c.topology.nodes }>;
  localparam ID = <{ c.topology.id_bits }>;
  localparam STAGE = <{ c.schedule.stage_bits }>;
  localparam [ID-1:0] ZERO = 0;
  localparam [ID-1:0] ONE = 1;
  localparam [ID-1:0] LAST = <{ c.topology.nodes - 1 }>;

  // The nodes of the cycles, and the stages in which they start, by place.
  localparam [N*ID-1:0] NODES =<% for cycle in c.schedule.cycles %><% if !loop.last %> CYCLE == <{ loop.index0 }> ?<% endif %> {
      <{ cycle }>}<% if loop.last %>;<% else %> :<% endif %><% endfor %>
  localparam [N*STAGE-1:0] STAGES = REVERSE == 0 ? {
      <{ c.schedule.stages_forward }>} : {
      <{ c.schedule.stages_backward }>};

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
