<{ c.banner("Network: one node for each place, and the links of the directed Hamiltonian cycles.") }>
// Contract: node v is slice v of each port, and bit v*<{ c.topology.cycles }> + j is what node v sends on directed
//   cycle j. A round starts with round_start_i = 1 while round_ready_o = 1; slot s of it is on the
//   links <{ c.schedule.tau }> + s clock cycles later. faulty_i and link_faulty_i change between rounds only.
//   In reset, from its first clock edge on, every valid and start is 0; a ready may be anything.
// Latency and state: <{ c.hop() }> a hop, a round <{ c.schedule.round }> slots.
// Widths: <{ c.topology.nodes }> = nodes; <{ c.topology.nodes * c.topology.cycles }> = nodes x cycles; <{ c.topology.nodes * c.options.width }> = nodes x W; <{ c.topology.nodes * c.topology.cycles * c.options.width }> = nodes x cycles x W;
//   <{ c.topology.nodes * 4 }> = nodes x 4; <{ c.topology.nodes * c.topology.id_bits }> = nodes x node number.
`default_nettype none

module <{ c.prefix }>ihc_network (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.nodes - 1 }>:0] faulty_i,
  input  wire [<{ c.topology.nodes * c.topology.cycles - 1 }>:0] link_faulty_i,
  input  wire round_start_i,
  output wire round_ready_o,
  input  wire [<{ c.topology.nodes * c.options.width - 1 }>:0] s_axis_tdata,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_axis_tvalid,
  output wire [<{ c.topology.nodes - 1 }>:0] s_axis_tready,
  input  wire [<{ c.topology.nodes - 1 }>:0] s_axis_tlast,
  output wire [<{ c.topology.nodes * c.options.width - 1 }>:0] m_axis_tdata,
  output wire [<{ c.topology.nodes - 1 }>:0] m_axis_tvalid,
  input  wire [<{ c.topology.nodes - 1 }>:0] m_axis_tready,
  output wire [<{ c.topology.nodes - 1 }>:0] m_axis_tlast,
  output wire [<{ c.topology.nodes - 1 }>:0] m_axis_tuser,
<%- if c.options.test_ports %>
  // Lying nodes: what they send instead
  input  wire [<{ c.topology.nodes - 1 }>:0] test_enable_i,
  input  wire [<{ c.topology.nodes * c.topology.cycles - 1 }>:0] test_valid_i,
  input  wire [<{ c.topology.nodes * c.topology.cycles - 1 }>:0] test_first_i,
  input  wire [<{ c.topology.nodes * c.topology.cycles - 1 }>:0] test_last_i,
  input  wire [<{ c.topology.nodes * c.topology.cycles - 1 }>:0] test_bad_i,
  input  wire [<{ c.topology.nodes * c.topology.cycles * c.options.width - 1 }>:0] test_data_i,
<%- endif %>
  output wire [<{ c.topology.nodes * c.topology.cycles - 1 }>:0] link_start_o,
  output wire [<{ c.topology.nodes * c.topology.cycles - 1 }>:0] link_busy_o,
  output wire [<{ c.topology.nodes - 1 }>:0] event_valid_o,
  output wire [<{ c.topology.nodes * 4 - 1 }>:0] event_code_o,
  output wire [<{ c.topology.nodes * c.topology.id_bits - 1 }>:0] event_source_o
);
  localparam N = <{ c.topology.nodes }>;
  localparam CYCLES = <{ c.topology.cycles }>;
  localparam W = <{ c.options.width }>;
  localparam ID = <{ c.topology.id_bits }>;
  localparam STAGE = <{ c.schedule.stage_bits }>;
  localparam SLOT = <{ c.schedule.slot_bits }>;

  // Of each node and directed cycle the node before, and the stage in which it starts.
  localparam [N*CYCLES*ID-1:0] BEFORE = {
      <{ c.schedule.before }>};
  localparam [N*CYCLES*STAGE-1:0] STAGES = {
      <{ c.schedule.starts }>};
<%- if c.options.filter %>
  // Of each node and undirected cycle its hops from node 0.
  localparam [N*CYCLES/2*ID-1:0] PLACES = {
      <{ c.schedule.places }>};
<%- endif %>

  wire [N-1:0] free;
  wire begins, round_end, stage_start, heads, last_head;
  wire [7:0] number;
  wire [STAGE-1:0] stage;
  wire [SLOT-1:0] slot;
  <{ c.prefix }>ihc_schedule u_schedule (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .round_start_i(round_start_i),
    .round_ready_o(round_ready_o),
    .free_i(free),
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
<%- if !c.options.filter %>
  wire unused = heads || last_head;
<%- endif %>

  // What the nodes send, and what is on the links.
  wire [N*CYCLES-1:0] sent_valid, sent_first, sent_last, sent_bad;
  wire [N*CYCLES*W-1:0] sent_data;
  wire [N*CYCLES-1:0] valid, first, last, bad;
  wire [N*CYCLES*W-1:0] data;
  genvar v, j;
  generate
    for (v = 0; v < N; v = v + 1) begin : gen_sender
<%- if c.options.test_ports %>
      localparam LOW = v * CYCLES;
      wire lies = test_enable_i[v];
      assign valid[LOW+:CYCLES] = lies ? test_valid_i[LOW+:CYCLES] : sent_valid[LOW+:CYCLES];
      assign first[LOW+:CYCLES] = lies ? test_first_i[LOW+:CYCLES] : sent_first[LOW+:CYCLES];
      assign last[LOW+:CYCLES] = lies ? test_last_i[LOW+:CYCLES] : sent_last[LOW+:CYCLES];
      assign bad[LOW+:CYCLES] = lies ? test_bad_i[LOW+:CYCLES] : sent_bad[LOW+:CYCLES];
      assign data[LOW*W+:CYCLES*W] = lies ? test_data_i[LOW*W+:CYCLES*W]
          : sent_data[LOW*W+:CYCLES*W];
<%- else %>
      localparam LOW = v * CYCLES;
      assign valid[LOW+:CYCLES] = sent_valid[LOW+:CYCLES];
      assign first[LOW+:CYCLES] = sent_first[LOW+:CYCLES];
      assign last[LOW+:CYCLES] = sent_last[LOW+:CYCLES];
      assign bad[LOW+:CYCLES] = sent_bad[LOW+:CYCLES];
      assign data[LOW*W+:CYCLES*W] = sent_data[LOW*W+:CYCLES*W];
<%- endif %>
    end
  endgenerate

  generate
    for (v = 0; v < N; v = v + 1) begin : gen_node
      localparam [ID-1:0] NODE = v;
      wire [CYCLES-1:0] in_valid, in_first, in_last, in_bad;
      wire [CYCLES*W-1:0] in_data;
      for (j = 0; j < CYCLES; j = j + 1) begin : gen_link
        localparam FROM = BEFORE[(v*CYCLES+j)*ID+:ID] * CYCLES + j;
        assign in_valid[j] = valid[FROM] && !link_faulty_i[FROM];
        assign in_first[j] = first[FROM];
        assign in_last[j] = last[FROM];
        assign in_bad[j] = bad[FROM];
        assign in_data[j*W+:W] = data[FROM*W+:W];
      end
<%- if !c.options.filter %>
      // The next node on a directed cycle is the one before on the reverse.
      wire [CYCLES*ID-1:0] next;
      for (j = 0; j < CYCLES; j = j + 1) begin : gen_next
        localparam BACK = j % 2 == 0 ? j + 1 : j - 1;
        assign next[j*ID+:ID] = BEFORE[(v*CYCLES+BACK)*ID+:ID];
      end
<%- endif %>

      <{ c.prefix }>ihc_node u_node (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .faulty_i(faulty_i[v]),
        .node_i(NODE),
<%- if c.options.filter %>
        .places_i(PLACES[v*CYCLES/2*ID+:CYCLES/2*ID]),
<%- else %>
        .next_i(next),
<%- endif %>
        .stages_i(STAGES[v*CYCLES*STAGE+:CYCLES*STAGE]),
        .free_o(free[v]),
        .begins_i(begins),
        .round_end_i(round_end),
        .number_i(number),
        .stage_start_i(stage_start),
        .stage_i(stage),
<%- if c.options.filter %>
        .heads_i(heads),
        .last_head_i(last_head),
<%- endif %>
        .slot_i(slot),
        .s_axis_tdata(s_axis_tdata[v*W+:W]),
        .s_axis_tvalid(s_axis_tvalid[v]),
        .s_axis_tready(s_axis_tready[v]),
        .s_axis_tlast(s_axis_tlast[v]),
        .m_axis_tdata(m_axis_tdata[v*W+:W]),
        .m_axis_tvalid(m_axis_tvalid[v]),
        .m_axis_tready(m_axis_tready[v]),
        .m_axis_tlast(m_axis_tlast[v]),
        .m_axis_tuser(m_axis_tuser[v]),
        .s_link_valid_i(in_valid),
        .s_link_first_i(in_first),
        .s_link_last_i(in_last),
        .s_link_bad_i(in_bad),
        .s_link_data_i(in_data),
        .m_link_valid_o(sent_valid[v*CYCLES+:CYCLES]),
        .m_link_first_o(sent_first[v*CYCLES+:CYCLES]),
        .m_link_last_o(sent_last[v*CYCLES+:CYCLES]),
        .m_link_bad_o(sent_bad[v*CYCLES+:CYCLES]),
        .m_link_data_o(sent_data[v*CYCLES*W+:CYCLES*W]),
        .event_valid_o(event_valid_o[v]),
        .event_code_o(event_code_o[v*4+:4]),
        .event_source_o(event_source_o[v*ID+:ID])
      );
    end
  endgenerate

  assign link_start_o = valid & first;
  assign link_busy_o = valid;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    // One round after the other.
    if (rst_ni) begin : rounds_do_not_overlap
      assert (!begins || !(stage_start || round_end));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
