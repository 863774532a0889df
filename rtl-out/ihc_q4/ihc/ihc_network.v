// Network: one node for each place, and the links of the directed Hamiltonian cycles.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 4 --topology hypercube --family ihc --max-data 4
// Configuration (hash 1ec640e612a5):
//   q4 interleave=minimal copies W=32 max_data=4
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: node v is slice v of each port, and bit v*4 + j is what node v sends on directed
//   cycle j. A round starts with round_start_i = 1 while round_ready_o = 1; slot s of it is on the
//   links 2 + s clock cycles later. faulty_i and link_faulty_i change between rounds only.
//   In reset, from its first clock edge on, every valid and start is 0; a ready may be anything.
// Latency and state: 1 cycle a hop, a round 114 slots.
// Widths: 16 = nodes; 64 = nodes x cycles; 512 = nodes x W; 2048 = nodes x cycles x W;
//   64 = nodes x 4; 64 = nodes x node number.
`default_nettype none

module ihc_network (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [15:0] faulty_i,
  input  wire [63:0] link_faulty_i,
  input  wire round_start_i,
  output wire round_ready_o,
  input  wire [511:0] s_axis_tdata,
  input  wire [15:0] s_axis_tvalid,
  output wire [15:0] s_axis_tready,
  input  wire [15:0] s_axis_tlast,
  output wire [511:0] m_axis_tdata,
  output wire [15:0] m_axis_tvalid,
  input  wire [15:0] m_axis_tready,
  output wire [15:0] m_axis_tlast,
  output wire [15:0] m_axis_tuser,
  output wire [63:0] link_start_o,
  output wire [63:0] link_busy_o,
  output wire [15:0] event_valid_o,
  output wire [63:0] event_code_o,
  output wire [63:0] event_source_o
);
  localparam N = 16;
  localparam CYCLES = 4;
  localparam W = 32;
  localparam ID = 4;
  localparam STAGE = 3;
  localparam SLOT = 5;

  // Of each node and directed cycle the node before, and the stage in which it starts.
  localparam [N*CYCLES*ID-1:0] BEFORE = {
      4'd14, 4'd13, 4'd11, 4'd7, 4'd6, 4'd15, 4'd12, 4'd10, 4'd15, 4'd9, 4'd5, 4'd12,
      4'd8, 4'd4, 4'd13, 4'd14, 4'd3, 4'd10, 4'd9, 4'd15, 4'd11, 4'd2, 4'd14, 4'd8,
      4'd13, 4'd1, 4'd8, 4'd11, 4'd0, 4'd12, 4'd10, 4'd9, 4'd5, 4'd3, 4'd15, 4'd6,
      4'd2, 4'd14, 4'd7, 4'd4, 4'd4, 4'd7, 4'd1, 4'd13, 4'd12, 4'd5, 4'd6, 4'd0,
      4'd7, 4'd11, 4'd2, 4'd1, 4'd10, 4'd6, 4'd0, 4'd3, 4'd9, 4'd0, 4'd3, 4'd5,
      4'd1, 4'd8, 4'd4, 4'd2};
  localparam [N*CYCLES*STAGE-1:0] STAGES = {
      3'd1, 3'd4, 3'd1, 3'd4, 3'd0, 3'd5, 3'd1, 3'd3, 3'd2, 3'd3, 3'd5, 3'd0, 3'd2, 3'd3, 3'd0,
      3'd4, 3'd1, 3'd3, 3'd0, 3'd5, 3'd2, 3'd2, 3'd2, 3'd2, 3'd3, 3'd2, 3'd4, 3'd0, 3'd1, 3'd4,
      3'd3, 3'd1, 3'd5, 3'd0, 3'd2, 3'd3, 3'd4, 3'd0, 3'd3, 3'd2, 3'd4, 3'd1, 3'd4, 3'd1, 3'd3,
      3'd2, 3'd4, 3'd1, 3'd0, 3'd4, 3'd2, 3'd3, 3'd3, 3'd1, 3'd1, 3'd4, 3'd4, 3'd1, 3'd3, 3'd2,
      3'd0, 3'd0, 3'd0, 3'd0};
  // Of each node and undirected cycle its hops from node 0.
  localparam [N*CYCLES/2*ID-1:0] PLACES = {
      4'd4, 4'd4, 4'd5, 4'd9, 4'd3, 4'd11, 4'd14, 4'd10, 4'd9, 4'd5, 4'd8, 4'd8,
      4'd2, 4'd6, 4'd15, 4'd7, 4'd11, 4'd3, 4'd6, 4'd2, 4'd12, 4'd12, 4'd13, 4'd1,
      4'd10, 4'd14, 4'd7, 4'd15, 4'd1, 4'd13, 4'd0, 4'd0};

  wire [N-1:0] free;
  wire begins, round_end, stage_start, heads, last_head;
  wire [7:0] number;
  wire [STAGE-1:0] stage;
  wire [SLOT-1:0] slot;
  ihc_schedule u_schedule (
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

  // What the nodes send, and what is on the links.
  wire [N*CYCLES-1:0] sent_valid, sent_first, sent_last, sent_bad;
  wire [N*CYCLES*W-1:0] sent_data;
  wire [N*CYCLES-1:0] valid, first, last, bad;
  wire [N*CYCLES*W-1:0] data;
  genvar v, j;
  generate
    for (v = 0; v < N; v = v + 1) begin : gen_sender
      localparam LOW = v * CYCLES;
      assign valid[LOW+:CYCLES] = sent_valid[LOW+:CYCLES];
      assign first[LOW+:CYCLES] = sent_first[LOW+:CYCLES];
      assign last[LOW+:CYCLES] = sent_last[LOW+:CYCLES];
      assign bad[LOW+:CYCLES] = sent_bad[LOW+:CYCLES];
      assign data[LOW*W+:CYCLES*W] = sent_data[LOW*W+:CYCLES*W];
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

      ihc_node u_node (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .faulty_i(faulty_i[v]),
        .node_i(NODE),
        .places_i(PLACES[v*CYCLES/2*ID+:CYCLES/2*ID]),
        .stages_i(STAGES[v*CYCLES*STAGE+:CYCLES*STAGE]),
        .free_o(free[v]),
        .begins_i(begins),
        .round_end_i(round_end),
        .number_i(number),
        .stage_start_i(stage_start),
        .stage_i(stage),
        .heads_i(heads),
        .last_head_i(last_head),
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
