// Reception: brings the stored copies to the processor, one after the other.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: grants one unit at a time, round robin, for one whole packet.
// Latency and state: one cycle to the head of the frame.
// Widths: 1 = buffer units; 21 = buffer units x delivery header;
//   32 = buffer units x W; 32 = W.
`default_nettype none

module harts_reception (
  input  wire clk_i,
  input  wire rst_ni,
  // Buffer units
  input  wire [0:0] request_i,
  output wire [0:0] grant_o,
  input  wire [0:0] first_i,
  input  wire [20:0] head_i,
  input  wire [0:0] empty_i,
  input  wire [0:0] bad_i,
  output wire room_o,
  input  wire [0:0] valid_i,
  input  wire [31:0] data_i,
  input  wire [0:0] last_i,
  // Processor
  output wire [31:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser
);
  localparam HEAD = 21;
  localparam W = 32;

  wire ready;
  // There is one unit, which asks again when its packet has left.
  wire free = ready;
  wire pick = request_i;
  assign grant_o = free ? pick : 1'd0;
  wire first = |first_i;

  reg [HEAD-1:0] head;
  reg [W-1:0] data;
  integer i;
  always @* begin
    head = {HEAD{1'b0}};
    data = {W{1'b0}};
    for (i = 0; i < 1; i = i + 1) begin
      if (first_i[i]) head = head | head_i[i*HEAD+:HEAD];
      if (valid_i[i]) data = data | data_i[i*W+:W];
    end
  end
  wire empty = |(first_i & empty_i);
  wire bad = |(first_i & bad_i);
  wire valid = |valid_i;
  wire last = |(valid_i & last_i);

  harts_delivery_port u_port (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .ready_o(ready),
    .first_i(first),
    .head_i(head),
    .empty_i(empty),
    .bad_i(bad),
    .room_o(room_o),
    .valid_i(valid),
    .data_i(data),
    .last_i(last),
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser)
  );

`ifdef TEECAST_ASSERT
  localparam [0:0] ONE = 1;
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // One unit that asks is granted, and brings the head at once.
      begin : one_that_asks_is_granted
        assert ((grant_o & ~request_i) == 1'd0 && (grant_o & (grant_o - ONE)) == 1'd0);
      end
      begin : head_comes_with_grant assert (first_i == grant_o); end
      // Data come after it, from one unit.
      begin : data_come_after_head
        assert ((valid_i & (valid_i - ONE)) == 1'd0 && (!valid || !first));
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
