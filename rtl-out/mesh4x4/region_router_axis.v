// Wrapper: one AXI4-Stream bundle for each node or channel.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --mesh 4x4 --family region
// Configuration (hash f0b17edf6cea):
//   none, that of the wrapped module
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: s00_axis_* and m00_axis_* are the streams
//   of the wrapped module, slice 0 first; all other ports are its own. Whole bytes of tdata: what
//   the module does not know is 0, and ignored on the way in.
// Latency and state: none.
// Not split: it has a bundle for each stream of the module.
`default_nettype none

module region_router_axis (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [3:0] here_i,
  input  wire [3:0] node_i,
  input  wire [3:0] linked_i,
  input  wire [3:0] s_link_valid_i,
  input  wire [135:0] s_link_flit_i,
  output wire [3:0] s_link_ready_o,
  output wire [3:0] s_link_vacant_o,
  output wire [3:0] s_link_begins_o,
  output wire [3:0] m_link_valid_o,
  output wire [135:0] m_link_flit_o,
  input  wire [3:0] m_link_ready_i,
  input  wire [3:0] m_link_vacant_i,
  input  wire [3:0] m_link_begins_i,
  output wire [3:0] link_start_o,
  output wire event_valid_o,
  output wire [3:0] event_code_o,
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

  region_router u_wrapped (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .here_i(here_i),
    .node_i(node_i),
    .linked_i(linked_i),
    .s_link_valid_i(s_link_valid_i),
    .s_link_flit_i(s_link_flit_i),
    .s_link_ready_o(s_link_ready_o),
    .s_link_vacant_o(s_link_vacant_o),
    .s_link_begins_o(s_link_begins_o),
    .m_link_valid_o(m_link_valid_o),
    .m_link_flit_o(m_link_flit_o),
    .m_link_ready_i(m_link_ready_i),
    .m_link_vacant_i(m_link_vacant_i),
    .m_link_begins_i(m_link_begins_i),
    .link_start_o(link_start_o),
    .event_valid_o(event_valid_o),
    .event_code_o(event_code_o),
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
