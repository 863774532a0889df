<{ c.banner("Property: whose copy ihc_due says is expected.") }>
// Contract: failed_o = 0 in every cycle after a reset, for any place of a node and any stages, while a stage
//   begins when the heads of the stage before have come: a copy is expected, a cycle after its slot, if the
//   start slot of its source and the hops from there to the link before this node add up to the slot.
//   source_o is that source, and absorption_o = 1 on the last hop. On each directed cycle.
// Source: [LS94] IV; start slots and cycles are those of the golden model.
`default_nettype none

module proof_ihc_due (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] place_i,
  input  wire stage_start_i,
  input  wire [<{ c.schedule.stage_bits - 1 }>:0] stage_i,
  output wire failed_o
);
  localparam NODES = <{ c.topology.nodes }>;
  localparam CYCLES = <{ c.topology.cycles }>;
  localparam ID = <{ c.topology.id_bits }>;
  localparam STAGES = <{ c.schedule.stages }>;
  localparam PITCH = <{ c.schedule.pitch }>;
  localparam SLOT = <{ slot_bits }>;
  // By ID the slot of the start, and by directed cycle and ID the node.
  localparam [NODES*SLOT-1:0] STARTS = {
      <{ starts }>};
  localparam [CYCLES*NODES*ID-1:0] NAMES = {
      <{ nodes }>};
  // A reset, or what is as one.
  wire alive = rst_ni && !faulty_i;

  // The slot of the stage.
  reg going_q, begun_q, held_q;
  reg [SLOT-1:0] next_q;
  reg [ID-1:0] place_q;
  reg [<{ c.schedule.stage_bits - 1 }>:0] stage_q;
  wire [SLOT-1:0] slot = stage_start_i ? {SLOT{1'b0}} : next_q;
  wire heads = stage_start_i || (going_q && next_q <= NODES - 2);
  wire legal = place_i < NODES && (!held_q || place_i == place_q) && stage_i < STAGES &&
      (stage_start_i ? !going_q || next_q > NODES - 2 : stage_i == stage_q || !going_q);

  wire [CYCLES-1:0] due, absorption;
  wire [CYCLES*ID-1:0] source;
  genvar d;
  generate
    for (d = 0; d < CYCLES; d = d + 1) begin : gen_cycle
      <{ c.prefix }>ihc_due #(
<%- if c.topology.cycles > 2 %>
        .CYCLE(d / 2),
<%- endif %>
        .REVERSE(d % 2)
      ) u_dut (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .faulty_i(faulty_i),
        .place_i(place_i),
        .stage_start_i(stage_start_i),
        .stage_i(stage_i),
        .heads_i(heads),
        .last_head_i(slot == NODES - 2),
        .due_o(due[d]),
        .absorption_o(absorption[d]),
        .source_o(source[d*ID+:ID])
      );
    end
  endgenerate

  // What is expected in this slot: of the node with each ID `hops` links away from the one before this node.
  reg [CYCLES-1:0] dues, lasts, due_q, last_q;
  reg [CYCLES*ID-1:0] names, name_q;
  reg [SLOT-1:0] here, hops;
  integer j, q;
  always @* begin
    dues = {CYCLES{1'b0}};
    lasts = {CYCLES{1'b0}};
    names = {CYCLES*ID{1'b0}};
    for (j = 0; j < CYCLES; j = j + 1) begin
      here = j % 2 == 0 || place_i == 0 ? place_i : NODES - place_i;
      for (q = 0; q < NODES; q = q + 1) begin
        hops = q < here ? here - q - 1 : here + NODES - q - 1;
        if (heads && hops <= NODES - 2 && STARTS[q*SLOT+:SLOT] + hops == stage_i * PITCH + slot) begin
          dues[j] = 1'b1;
          lasts[j] = hops == NODES - 2;
          names[j*ID+:ID] = NAMES[(j*NODES+q)*ID+:ID];
        end
      end
    end
  end

  reg bad;
  integer k;
  always @* begin
    bad = due != due_q;
    for (k = 0; k < CYCLES; k = k + 1) begin
      if (due_q[k] && (absorption[k] != last_q[k] || source[k*ID+:ID] != name_q[k*ID+:ID])) bad = 1'b1;
    end
  end

  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !alive || (begun_q && legal);
    held_q <= alive;
    place_q <= place_i;
    stage_q <= stage_i;
    going_q <= alive && heads;
    if (heads) next_q <= slot + 1;
    due_q <= alive ? dues : {CYCLES{1'b0}};
    last_q <= lasts;
    name_q <= names;
  end
  assign failed_o = begun_q && alive && bad;
endmodule

`default_nettype wire
