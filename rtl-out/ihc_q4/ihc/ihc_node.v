// Node: sends its message on all directed cycles, relays and keeps those of the others.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 4 --topology hypercube --family ihc --max-data 4
// Configuration (hash 1ec640e612a5):
//   q4 interleave=minimal copies W=32 max_data=4
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: in a round of the schedule, the oldest whole frame of the processor goes to all nodes
//   on every directed cycle; what came of the others is delivered after the round.
//   A faulty node is as in reset, and silent at once. In reset, from its first clock edge on, every
//   valid is 0; a ready may be anything.
// Latency and state: a flit is on the link two cycles after its slot, or 1 cycle after it came.
// Source: [LS94] IV.
// Widths: 4 = node number; 8 = cycles / 2 x node number; 16 = cycles x node number;
//   12 = cycles x stage number; 3 = stage number; 5 = slot of a stage; 32 = W;
//   4 = cycles; 128 = cycles x W.
`default_nettype none

module ihc_node (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  // Constants of the place: this node,
  input  wire [3:0] node_i,
  // its hops from node 0 along each undirected cycle,
  input  wire [7:0] places_i,
  // and the stage in which it starts on each directed cycle
  input  wire [11:0] stages_i,
  // Schedule
  output wire free_o,
  input  wire begins_i,
  input  wire round_end_i,
  input  wire [7:0] number_i,
  input  wire stage_start_i,
  input  wire [2:0] stage_i,
  input  wire heads_i,
  input  wire last_head_i,
  input  wire [4:0] slot_i,
  // Processor
  input  wire [31:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  output wire [31:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser,
  // Links, by directed cycle
  input  wire [3:0] s_link_valid_i,
  input  wire [3:0] s_link_first_i,
  input  wire [3:0] s_link_last_i,
  input  wire [3:0] s_link_bad_i,
  input  wire [127:0] s_link_data_i,
  output wire [3:0] m_link_valid_o,
  output wire [3:0] m_link_first_o,
  output wire [3:0] m_link_last_o,
  output wire [3:0] m_link_bad_o,
  output wire [127:0] m_link_data_o,
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [3:0] event_source_o
);
  localparam CYCLES = 4;
  localparam W = 32;
  localparam ID = 4;
  localparam INDEX = 2;
  localparam LENGTH = 3;

  wire [CYCLES-1:0] starts, sends;
  wire own_last, oversize;
  wire [W-1:0] own_data;
  ihc_injector u_injector (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .node_i(node_i),
    .stages_i(stages_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
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
    .last_o(own_last),
    .data_o(own_data)
  );

  wire read, read_bank;
  wire [ID-1:0] read_source;
  wire [INDEX-1:0] read_index;
  wire [CYCLES*W-1:0] read_data;
  wire [CYCLES*LENGTH-1:0] lengths;
  wire [CYCLES*4-1:0] codes;
  wire [CYCLES*ID-1:0] sources;

  genvar j;
  generate
    for (j = 0; j < CYCLES; j = j + 1) begin : gen_cycle
      wire due, absorption;
      wire [ID-1:0] due_source;
      ihc_due #(
        .CYCLE(j / 2),
        .REVERSE(j % 2)
      ) u_due (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .faulty_i(faulty_i),
        .place_i(places_i[j/2*ID+:ID]),
        .stage_start_i(stage_start_i),
        .stage_i(stage_i),
        .heads_i(heads_i),
        .last_head_i(last_head_i),
        .due_o(due),
        .absorption_o(absorption),
        .source_o(due_source)
      );

      wire write, mark;
      wire [ID-1:0] source, mark_source;
      wire [INDEX-1:0] index;
      wire [LENGTH-1:0] mark_length;
      ihc_relay u_relay (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .faulty_i(faulty_i),
        .due_i(due),
        .absorption_i(absorption),
        .due_source_i(due_source),
        .number_i(number_i),
        .s_link_valid_i(s_link_valid_i[j]),
        .s_link_first_i(s_link_first_i[j]),
        .s_link_last_i(s_link_last_i[j]),
        .s_link_bad_i(s_link_bad_i[j]),
        .s_link_data_i(s_link_data_i[j*W+:W]),
        .m_link_valid_o(m_link_valid_o[j]),
        .m_link_first_o(m_link_first_o[j]),
        .m_link_last_o(m_link_last_o[j]),
        .m_link_bad_o(m_link_bad_o[j]),
        .m_link_data_o(m_link_data_o[j*W+:W]),
        .starts_i(starts[j]),
        .sends_i(sends[j]),
        .own_last_i(own_last),
        .own_data_i(own_data),
        .write_o(write),
        .source_o(source),
        .index_o(index),
        .mark_o(mark),
        .mark_source_o(mark_source),
        .mark_length_o(mark_length),
        .event_code_o(codes[j*4+:4]),
        .event_source_o(sources[j*ID+:ID])
      );

      ihc_store u_store (
        .clk_i(clk_i),
        .bank_i(number_i[0]),
        .write_i(write),
        .source_i(source),
        .index_i(index),
        .data_i(s_link_data_i[j*W+:W]),
        .mark_i(mark),
        .mark_source_i(mark_source),
        .mark_length_i(mark_length),
        .read_i(read),
        .read_bank_i(read_bank),
        .read_source_i(read_source),
        .read_index_i(read_index),
        .data_o(read_data[j*W+:W]),
        .length_o(lengths[j*LENGTH+:LENGTH])
      );
    end
  endgenerate

  // A faulty node is silent at once.
  wire offers, reports;
  assign m_axis_tvalid = offers && !faulty_i;
  assign event_valid_o = reports && !faulty_i;

  wire room;
  wire [3:0] delivery_code;
  ihc_delivery u_delivery (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .node_i(node_i),
    .round_end_i(round_end_i),
    .number_i(number_i),
    .free_o(free_o),
    .read_o(read),
    .bank_o(read_bank),
    .source_o(read_source),
    .index_o(read_index),
    .data_i(read_data),
    .lengths_i(lengths),
    .room_i(room),
    .event_code_o(delivery_code),
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(offers),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser)
  );

  ihc_event_queue u_event_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .codes_i(codes),
    .sources_i(sources),
    .oversize_i(oversize),
    .node_i(node_i),
    .delivery_code_i(delivery_code),
    .delivery_source_i(read_source),
    .room_o(room),
    .event_valid_o(reports),
    .event_code_o(event_code_o),
    .event_source_o(event_source_o)
  );

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    // A round begins only where its copies find room.
    if (rst_ni && !faulty_i) begin : round_finds_room
      assert (!begins_i || free_o);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
