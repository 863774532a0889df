<{ c.banner("Property: what ihc_injector does with the frames of the processor.") }>
// Contract: failed_o = 0 in every cycle after a reset, for any frames, while rounds and stages come as
//   ihc_schedule gives them, and faults between rounds: frames of up to <{ c.options.max_data }> flits are kept, two at
//   most, in their order; a longer one is taken to its end and leaves oversize_o = 1 for a cycle. The
//   oldest frame that was whole when a round began is sent in it, with number and node before it, on
//   each directed cycle from the first slot of the stage of this node on; then its place is free.
//   A fault empties the module; the rest of a frame that it cut is taken and discarded. Of the memory the
//   property follows one place, any one.
`default_nettype none

module proof_ihc_injector (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] node_i,
  input  wire [<{ c.topology.cycles * c.schedule.stage_bits - 1 }>:0] stages_i,
  input  wire [<{ c.options.width - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  input  wire s_axis_tlast,
  input  wire begins_i,
  input  wire round_end_i,
  input  wire [7:0] number_i,
  input  wire stage_start_i,
  input  wire [<{ c.schedule.stage_bits - 1 }>:0] stage_i,
  input  wire [<{ c.schedule.slot_bits - 1 }>:0] slot_i,
  // A place of the memory: which of the two frames, and the flit
  input  wire [<{ c.buffers.index_bits }>:0] watched_i,
  output wire failed_o
);
  localparam CYCLES = <{ c.topology.cycles }>;
  localparam W = <{ c.options.width }>;
  localparam ID = <{ c.topology.id_bits }>;
  localparam STAGE = <{ c.schedule.stage_bits }>;
  localparam SLOT = <{ c.schedule.slot_bits }>;
  localparam INDEX = <{ c.buffers.index_bits }>;
  localparam MOST = <{ c.options.max_data }>;
  localparam HEADER = <{ c.frame.link_flits }>;
  localparam FLITS = <{ c.frame.packet_flits }>;

  wire ready, oversize, last;
  wire [CYCLES-1:0] starts, sends;
  wire [W-1:0] data;
  <{ c.prefix }>ihc_injector u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .node_i(node_i),
    .stages_i(stages_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(ready),
    .s_axis_tlast(s_axis_tlast),
    .oversize_o(oversize),
    .begins_i(begins_i),
    .round_end_i(round_end_i),
    .number_i(number_i),
    .stage_start_i(stage_start_i),
    .stage_i(stage_i),
    .slot_i(slot_i),
    .starts_o(starts),
    .sends_o(sends),
    .last_o(last),
    .data_o(data)
  );
  connect u_dut.u_data.words_q.place = watched_i;

  // The frame that comes: its flits so far, and whether the rest of it is discarded.
  reg inside_q, discards_q, oversize_q;
  reg [15:0] count_q;
  // Whole frames, the place of the oldest one, their lengths, the flit in the watched place.
  reg [1:0] whole_q;
  reg oldest_q;
  reg [15:0] length_0_q, length_1_q;
  reg [W-1:0] flit_q;
  // The round: whether one runs, and a frame is sent in it; the slot and the cycles that are sent on.
  reg round_q, sends_q, faulty_q;
  reg [SLOT-1:0] slot_q;
  reg [INDEX:0] watched_q;
  reg [CYCLES*STAGE-1:0] stages_q;
  reg [CYCLES-1:0] going_q;

  wire alive = rst_ni && !faulty_i;
  wire room = discards_q || whole_q != 2'd2;
  wire takes = s_axis_tvalid && !faulty_i && room;
  wire fill = oldest_q ^ whole_q[0];
  wire keeps = takes && !discards_q && count_q < MOST;
  wire too_long = takes && !discards_q && count_q == MOST;
  wire gains = keeps && s_axis_tlast;
  wire leaves = sends_q && round_end_i;
  wire [15:0] length = oldest_q ? length_1_q : length_0_q;

  // What is sent in this slot.
  reg [CYCLES-1:0] begin_now, now;
  reg ends;
  reg [2*W-1:0] header;
  wire [15:0] place = slot_i - HEADER;
  wire watched = slot_i >= HEADER && {oldest_q, place[INDEX-1:0]} == watched_i;
  integer j;
  always @* begin
    header = {number_i, node_i};
    for (j = 0; j < CYCLES; j = j + 1) begin
      begin_now[j] = sends_q && stage_start_i && stages_i[j*STAGE+:STAGE] == stage_i;
    end
    now = begin_now | going_q;
    ends = slot_i == HEADER - 1 + length;
  end

  wire [SLOT-1:0] next_slot = slot_q + 1;
  reg bad, legal;
  always @* begin
    bad = ready != (!faulty_i && room) || oversize != oversize_q;
    if (alive && (starts != begin_now || sends != now)) bad = 1'b1;
    if (now != 0) begin
      if (last != ends) bad = 1'b1;
      if (slot_i < HEADER && data != header[slot_i*W+:W]) bad = 1'b1;
      if (watched && data != flit_q) bad = 1'b1;
      if (slot_i >= HEADER && place >= MOST) bad = 1'b1;
    end

    legal = watched_i == watched_q && stages_i == stages_q;
    // A round begins after the last one, stages are in it, their slots are counted.
    if (round_q ? begins_i : stage_start_i || round_end_i) legal = 1'b0;
    if (slot_i != (stage_start_i ? {SLOT{1'b0}} : next_slot)) legal = 1'b0;
    if (stage_start_i && round_end_i) legal = 1'b0;
    // A stage lasts as long as the longest packet.
    if ((stage_start_i || round_end_i) && going_q != 0) legal = 1'b0;
    if (faulty_i != faulty_q && (round_q || begins_i)) legal = 1'b0;
  end

  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    watched_q <= watched_i;
    stages_q <= stages_i;
    faulty_q <= faulty_i;
    slot_q <= slot_i;
    round_q <= rst_ni && (begins_i || (round_q && !round_end_i));
    inside_q <= rst_ni && (takes ? !s_axis_tlast : inside_q);
    if (!rst_ni) discards_q <= 1'b0;
    else if (faulty_i) discards_q <= inside_q;
    else if (takes) discards_q <= !s_axis_tlast && (discards_q || too_long);
    oversize_q <= alive && too_long;
    if (keeps && {fill, count_q[INDEX-1:0]} == watched_i) flit_q <= s_axis_tdata;
    if (!alive) begin
      count_q <= 16'd0;
      whole_q <= 2'd0;
      oldest_q <= 1'b0;
      sends_q <= 1'b0;
      going_q <= {CYCLES{1'b0}};
    end else begin
      if (keeps || too_long) count_q <= s_axis_tlast || too_long ? 16'd0 : count_q + 16'd1;
      if (gains && !fill) length_0_q <= count_q + 16'd1;
      if (gains && fill) length_1_q <= count_q + 16'd1;
      whole_q <= whole_q + gains - leaves;
      oldest_q <= oldest_q ^ leaves;
      // Its last flit came in a cycle before the round began.
      sends_q <= begins_i ? whole_q != 2'd0 : sends_q && !round_end_i;
      going_q <= ends ? {CYCLES{1'b0}} : now;
    end
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
