// Wrapper: one AXI4-Stream bundle for each node or channel.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   none, that of the wrapped module
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: s00_axis_* and m00_axis_* are the streams
//   of the wrapped module, slice 0 first; all other ports are its own. Whole bytes of tdata: what
//   the module does not know is 0, and ignored on the way in.
// Latency and state: none.
// Not split: it has a bundle for each stream of the module.
`default_nettype none

module harts_router_axis (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [6:0] local_address_i,
  input  wire [5:0] faulty_i,
  input  wire [191:0] link_data_i,
  input  wire [5:0] link_valid_i,
  input  wire [5:0] link_last_i,
  input  wire [5:0] link_bad_i,
  output wire [113:0] credit_o,
  output wire [191:0] link_data_o,
  output wire [5:0] link_valid_o,
  output wire [5:0] link_last_o,
  output wire [5:0] link_bad_o,
  input  wire [113:0] credit_i,
  output wire [5:0] link_start_o,
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

  harts_router u_wrapped (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
    .faulty_i(faulty_i),
    .link_data_i(link_data_i),
    .link_valid_i(link_valid_i),
    .link_last_i(link_last_i),
    .link_bad_i(link_bad_i),
    .credit_o(credit_o),
    .link_data_o(link_data_o),
    .link_valid_o(link_valid_o),
    .link_last_o(link_last_o),
    .link_bad_o(link_bad_o),
    .credit_i(credit_i),
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
