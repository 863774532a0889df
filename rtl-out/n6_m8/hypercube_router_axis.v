// Wrapper: one AXI4-Stream bundle for each node or channel.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   none, that of the wrapped module
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: s00_axis_* to s06_axis_* and m00_axis_* to m06_axis_* are the streams
//   of the wrapped module, slice 0 first; all other ports are its own. Whole bytes of tdata: what
//   the module does not know is 0, and ignored on the way in.
// Latency and state: none.
// Not split: it has a bundle for each stream of the module.
`default_nettype none

module hypercube_router_axis (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [5:0] local_address_i,
  input  wire [5:0] faulty_i,
  input  wire [29:0] s_side_i,
  output wire [17:0] s_credit_o,
  output wire [29:0] m_side_o,
  input  wire [17:0] m_credit_i,
  output wire [5:0] link_start_o,
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [5:0] event_source_o,
  output wire [5:0] event_address_o,
  input  wire [31:0] s00_axis_tdata,
  input  wire s00_axis_tvalid,
  output wire s00_axis_tready,
  input  wire s00_axis_tlast,
  input  wire s00_axis_tuser,
  input  wire [31:0] s01_axis_tdata,
  input  wire s01_axis_tvalid,
  output wire s01_axis_tready,
  input  wire s01_axis_tlast,
  input  wire s01_axis_tuser,
  input  wire [31:0] s02_axis_tdata,
  input  wire s02_axis_tvalid,
  output wire s02_axis_tready,
  input  wire s02_axis_tlast,
  input  wire s02_axis_tuser,
  input  wire [31:0] s03_axis_tdata,
  input  wire s03_axis_tvalid,
  output wire s03_axis_tready,
  input  wire s03_axis_tlast,
  input  wire s03_axis_tuser,
  input  wire [31:0] s04_axis_tdata,
  input  wire s04_axis_tvalid,
  output wire s04_axis_tready,
  input  wire s04_axis_tlast,
  input  wire s04_axis_tuser,
  input  wire [31:0] s05_axis_tdata,
  input  wire s05_axis_tvalid,
  output wire s05_axis_tready,
  input  wire s05_axis_tlast,
  input  wire s05_axis_tuser,
  input  wire [31:0] s06_axis_tdata,
  input  wire s06_axis_tvalid,
  output wire s06_axis_tready,
  input  wire s06_axis_tlast,
  input  wire s06_axis_tuser,
  output wire [31:0] m00_axis_tdata,
  output wire m00_axis_tvalid,
  input  wire m00_axis_tready,
  output wire m00_axis_tlast,
  output wire m00_axis_tuser,
  output wire [31:0] m01_axis_tdata,
  output wire m01_axis_tvalid,
  input  wire m01_axis_tready,
  output wire m01_axis_tlast,
  output wire m01_axis_tuser,
  output wire [31:0] m02_axis_tdata,
  output wire m02_axis_tvalid,
  input  wire m02_axis_tready,
  output wire m02_axis_tlast,
  output wire m02_axis_tuser,
  output wire [31:0] m03_axis_tdata,
  output wire m03_axis_tvalid,
  input  wire m03_axis_tready,
  output wire m03_axis_tlast,
  output wire m03_axis_tuser,
  output wire [31:0] m04_axis_tdata,
  output wire m04_axis_tvalid,
  input  wire m04_axis_tready,
  output wire m04_axis_tlast,
  output wire m04_axis_tuser,
  output wire [31:0] m05_axis_tdata,
  output wire m05_axis_tvalid,
  input  wire m05_axis_tready,
  output wire m05_axis_tlast,
  output wire m05_axis_tuser,
  output wire [31:0] m06_axis_tdata,
  output wire m06_axis_tvalid,
  input  wire m06_axis_tready,
  output wire m06_axis_tlast,
  output wire m06_axis_tuser
);

  hypercube_router u_wrapped (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
    .faulty_i(faulty_i),
    .s_side_i(s_side_i),
    .s_credit_o(s_credit_o),
    .m_side_o(m_side_o),
    .m_credit_i(m_credit_i),
    .link_start_o(link_start_o),
    .event_valid_o(event_valid_o),
    .event_code_o(event_code_o),
    .event_source_o(event_source_o),
    .event_address_o(event_address_o),
    .s_axis_tdata({
      s06_axis_tdata, s05_axis_tdata, s04_axis_tdata, s03_axis_tdata, s02_axis_tdata,
      s01_axis_tdata, s00_axis_tdata
    }),
    .s_axis_tvalid({
      s06_axis_tvalid, s05_axis_tvalid, s04_axis_tvalid, s03_axis_tvalid, s02_axis_tvalid,
      s01_axis_tvalid, s00_axis_tvalid
    }),
    .s_axis_tready({
      s06_axis_tready, s05_axis_tready, s04_axis_tready, s03_axis_tready, s02_axis_tready,
      s01_axis_tready, s00_axis_tready
    }),
    .s_axis_tlast({
      s06_axis_tlast, s05_axis_tlast, s04_axis_tlast, s03_axis_tlast, s02_axis_tlast,
      s01_axis_tlast, s00_axis_tlast
    }),
    .s_axis_tuser({
      s06_axis_tuser, s05_axis_tuser, s04_axis_tuser, s03_axis_tuser, s02_axis_tuser,
      s01_axis_tuser, s00_axis_tuser
    }),
    .m_axis_tdata({
      m06_axis_tdata, m05_axis_tdata, m04_axis_tdata, m03_axis_tdata, m02_axis_tdata,
      m01_axis_tdata, m00_axis_tdata
    }),
    .m_axis_tvalid({
      m06_axis_tvalid, m05_axis_tvalid, m04_axis_tvalid, m03_axis_tvalid, m02_axis_tvalid,
      m01_axis_tvalid, m00_axis_tvalid
    }),
    .m_axis_tready({
      m06_axis_tready, m05_axis_tready, m04_axis_tready, m03_axis_tready, m02_axis_tready,
      m01_axis_tready, m00_axis_tready
    }),
    .m_axis_tlast({
      m06_axis_tlast, m05_axis_tlast, m04_axis_tlast, m03_axis_tlast, m02_axis_tlast,
      m01_axis_tlast, m00_axis_tlast
    }),
    .m_axis_tuser({
      m06_axis_tuser, m05_axis_tuser, m04_axis_tuser, m03_axis_tuser, m02_axis_tuser,
      m01_axis_tuser, m00_axis_tuser
    })
  );

endmodule

`default_nettype wire
