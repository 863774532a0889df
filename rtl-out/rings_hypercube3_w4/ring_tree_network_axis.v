// Wrapper: one AXI4-Stream bundle for each node or channel.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --graph hypercube:3 --family ring-tree --ring-size 4
// Configuration (hash 027a8c594066):
//   none, that of the wrapped module
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: s00_axis_* to s07_axis_* and m00_axis_* to m07_axis_* are the streams
//   of the wrapped module, slice 0 first; all other ports are its own.
// Latency and state: none.
`default_nettype none

module ring_tree_network_axis (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [7:0] faulty_i,
  input  wire [11:0] link_faulty_i,
  input  wire next_i,
  input  wire [7:0] expected_i,
  output wire [7:0] done_o,
  input  wire config_valid_i,
  output wire config_ready_o,
  input  wire [2:0] config_node_i,
  input  wire [15:0] config_address_i,
  input  wire [31:0] config_data_i,
  output wire [7:0] event_valid_o,
  output wire [31:0] event_code_o,
  output wire [127:0] event_ring_o,
  output wire [23:0] link_busy_o,
  input  wire [31:0] s00_axis_tdata,
  input  wire s00_axis_tvalid,
  output wire s00_axis_tready,
  input  wire [31:0] s01_axis_tdata,
  input  wire s01_axis_tvalid,
  output wire s01_axis_tready,
  input  wire [31:0] s02_axis_tdata,
  input  wire s02_axis_tvalid,
  output wire s02_axis_tready,
  input  wire [31:0] s03_axis_tdata,
  input  wire s03_axis_tvalid,
  output wire s03_axis_tready,
  input  wire [31:0] s04_axis_tdata,
  input  wire s04_axis_tvalid,
  output wire s04_axis_tready,
  input  wire [31:0] s05_axis_tdata,
  input  wire s05_axis_tvalid,
  output wire s05_axis_tready,
  input  wire [31:0] s06_axis_tdata,
  input  wire s06_axis_tvalid,
  output wire s06_axis_tready,
  input  wire [31:0] s07_axis_tdata,
  input  wire s07_axis_tvalid,
  output wire s07_axis_tready,
  output wire [34:0] m00_axis_tdata,
  output wire m00_axis_tvalid,
  input  wire m00_axis_tready,
  output wire m00_axis_tuser,
  output wire [34:0] m01_axis_tdata,
  output wire m01_axis_tvalid,
  input  wire m01_axis_tready,
  output wire m01_axis_tuser,
  output wire [34:0] m02_axis_tdata,
  output wire m02_axis_tvalid,
  input  wire m02_axis_tready,
  output wire m02_axis_tuser,
  output wire [34:0] m03_axis_tdata,
  output wire m03_axis_tvalid,
  input  wire m03_axis_tready,
  output wire m03_axis_tuser,
  output wire [34:0] m04_axis_tdata,
  output wire m04_axis_tvalid,
  input  wire m04_axis_tready,
  output wire m04_axis_tuser,
  output wire [34:0] m05_axis_tdata,
  output wire m05_axis_tvalid,
  input  wire m05_axis_tready,
  output wire m05_axis_tuser,
  output wire [34:0] m06_axis_tdata,
  output wire m06_axis_tvalid,
  input  wire m06_axis_tready,
  output wire m06_axis_tuser,
  output wire [34:0] m07_axis_tdata,
  output wire m07_axis_tvalid,
  input  wire m07_axis_tready,
  output wire m07_axis_tuser
);

  ring_tree_network u_wrapped (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .link_faulty_i(link_faulty_i),
    .next_i(next_i),
    .expected_i(expected_i),
    .done_o(done_o),
    .config_valid_i(config_valid_i),
    .config_ready_o(config_ready_o),
    .config_node_i(config_node_i),
    .config_address_i(config_address_i),
    .config_data_i(config_data_i),
    .event_valid_o(event_valid_o),
    .event_code_o(event_code_o),
    .event_ring_o(event_ring_o),
    .link_busy_o(link_busy_o),
    .s_axis_tdata({
      s07_axis_tdata, s06_axis_tdata, s05_axis_tdata, s04_axis_tdata, s03_axis_tdata,
      s02_axis_tdata, s01_axis_tdata, s00_axis_tdata
    }),
    .s_axis_tvalid({
      s07_axis_tvalid, s06_axis_tvalid, s05_axis_tvalid, s04_axis_tvalid, s03_axis_tvalid,
      s02_axis_tvalid, s01_axis_tvalid, s00_axis_tvalid
    }),
    .s_axis_tready({
      s07_axis_tready, s06_axis_tready, s05_axis_tready, s04_axis_tready, s03_axis_tready,
      s02_axis_tready, s01_axis_tready, s00_axis_tready
    }),
    .m_axis_tdata({
      m07_axis_tdata, m06_axis_tdata, m05_axis_tdata, m04_axis_tdata, m03_axis_tdata,
      m02_axis_tdata, m01_axis_tdata, m00_axis_tdata
    }),
    .m_axis_tvalid({
      m07_axis_tvalid, m06_axis_tvalid, m05_axis_tvalid, m04_axis_tvalid, m03_axis_tvalid,
      m02_axis_tvalid, m01_axis_tvalid, m00_axis_tvalid
    }),
    .m_axis_tready({
      m07_axis_tready, m06_axis_tready, m05_axis_tready, m04_axis_tready, m03_axis_tready,
      m02_axis_tready, m01_axis_tready, m00_axis_tready
    }),
    .m_axis_tuser({
      m07_axis_tuser, m06_axis_tuser, m05_axis_tuser, m04_axis_tuser, m03_axis_tuser,
      m02_axis_tuser, m01_axis_tuser, m00_axis_tuser
    })
  );

endmodule

`default_nettype wire
