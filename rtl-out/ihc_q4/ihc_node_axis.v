// Wrapper: one AXI4-Stream bundle for each node or channel.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 4 --topology hypercube --family ihc --max-data 4
// Configuration (hash 1ec640e612a5):
//   none, that of the wrapped module
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: s00_axis_* and m00_axis_* are the streams
//   of the wrapped module, slice 0 first; all other ports are its own.
// Latency and state: none.
`default_nettype none

module ihc_node_axis (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  input  wire [3:0] node_i,
  input  wire [7:0] places_i,
  input  wire [11:0] stages_i,
  output wire free_o,
  input  wire begins_i,
  input  wire round_end_i,
  input  wire [7:0] number_i,
  input  wire stage_start_i,
  input  wire [2:0] stage_i,
  input  wire heads_i,
  input  wire last_head_i,
  input  wire [4:0] slot_i,
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
  output wire [3:0] event_source_o,
  input  wire [31:0] s00_axis_tdata,
  input  wire s00_axis_tvalid,
  output wire s00_axis_tready,
  input  wire s00_axis_tlast,
  output wire [31:0] m00_axis_tdata,
  output wire m00_axis_tvalid,
  input  wire m00_axis_tready,
  output wire m00_axis_tlast,
  output wire m00_axis_tuser
);

  ihc_node u_wrapped (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .node_i(node_i),
    .places_i(places_i),
    .stages_i(stages_i),
    .free_o(free_o),
    .begins_i(begins_i),
    .round_end_i(round_end_i),
    .number_i(number_i),
    .stage_start_i(stage_start_i),
    .stage_i(stage_i),
    .heads_i(heads_i),
    .last_head_i(last_head_i),
    .slot_i(slot_i),
    .s_link_valid_i(s_link_valid_i),
    .s_link_first_i(s_link_first_i),
    .s_link_last_i(s_link_last_i),
    .s_link_bad_i(s_link_bad_i),
    .s_link_data_i(s_link_data_i),
    .m_link_valid_o(m_link_valid_o),
    .m_link_first_o(m_link_first_o),
    .m_link_last_o(m_link_last_o),
    .m_link_bad_o(m_link_bad_o),
    .m_link_data_o(m_link_data_o),
    .event_valid_o(event_valid_o),
    .event_code_o(event_code_o),
    .event_source_o(event_source_o),
    .s_axis_tdata(s00_axis_tdata),
    .s_axis_tvalid(s00_axis_tvalid),
    .s_axis_tready(s00_axis_tready),
    .s_axis_tlast(s00_axis_tlast),
    .m_axis_tdata(m00_axis_tdata),
    .m_axis_tvalid(m00_axis_tvalid),
    .m_axis_tready(m00_axis_tready),
    .m_axis_tlast(m00_axis_tlast),
    .m_axis_tuser(m00_axis_tuser)
  );

endmodule

`default_nettype wire
