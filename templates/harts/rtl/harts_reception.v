<{ c.banner("Reception: brings the stored copies to the processor, one after the other.") }>
// Contract: grants one unit at a time, round robin, for one whole packet.
<%- if c.options.majority %>
//   Broadcast copies go through the majority, regular packets past it.
<%- endif %>
// Latency and state: one cycle to the head of the frame
<%- if !c.options.bus && c.frame.max_data > 0 %>; whether a packet is under way<% endif %>.
// Widths: <{ c.buffers.units }> = buffer units; <{ c.buffers.units * c.frame.delivery_bits }> = buffer units x delivery header;
//   <{ c.buffers.units * c.frame.width }> = buffer units x W; <{ c.frame.width }> = W.
`default_nettype none

module <{ c.prefix }>harts_reception (
  input  wire clk_i,
  input  wire rst_ni,
  // Buffer units
  input  wire [<{ c.buffers.units - 1 }>:0] request_i,
  output wire [<{ c.buffers.units - 1 }>:0] grant_o,
  input  wire [<{ c.buffers.units - 1 }>:0] first_i,
  input  wire [<{ c.buffers.units * c.frame.delivery_bits - 1 }>:0] head_i,
  input  wire [<{ c.buffers.units - 1 }>:0] empty_i,
  input  wire [<{ c.buffers.units - 1 }>:0] bad_i,
<%- if c.frame.max_data > 0 %>
  output wire room_o,
  input  wire [<{ c.buffers.units - 1 }>:0] valid_i,
  input  wire [<{ c.buffers.units * c.frame.width - 1 }>:0] data_i,
  input  wire [<{ c.buffers.units - 1 }>:0] last_i,
<%- endif %>
  // Processor
  output wire [<{ c.frame.width - 1 }>:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser<% if c.options.majority %>,
  // Events 11 and 12
  output wire event_valid_o,
  output wire [3:0] event_code_o<% endif %>
);
  localparam HEAD = <{ c.frame.delivery_bits }>;
<%- if c.frame.max_data > 0 %>
  localparam W = <{ c.frame.width }>;
<%- endif %>

  wire ready;
<%- if c.options.bus || c.frame.max_data == 0 %>
<%- if c.frame.max_data > 0 %>
  // There is one unit, which asks again when its packet has left.
<%- endif %>
  wire free = ready;
<%- else %>
  reg busy_q;
  wire free = !busy_q && ready;
<%- endif %>
<%- if c.options.bus %>
  wire pick = request_i;
<%- else %>
  wire [<{ c.buffers.units - 1 }>:0] pick;
  <{ c.prefix }>tee_round_robin_arbiter #(
    .WIDTH(<{ c.buffers.units }>)
  ) u_arbiter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .request_i(request_i),
    .served_i(free && (|request_i)),
    .pick_o(pick)
  );
<%- endif %>
  assign grant_o = free ? pick : <{ c.buffers.units }>'d0;
  wire first = |first_i;

  reg [HEAD-1:0] head;
<%- if c.frame.max_data > 0 %>
  reg [W-1:0] data;
<%- endif %>
  integer i;
  always @* begin
    head = {HEAD{1'b0}};
<%- if c.frame.max_data > 0 %>
    data = {W{1'b0}};
<%- endif %>
    for (i = 0; i < <{ c.buffers.units }>; i = i + 1) begin
      if (first_i[i]) head = head | head_i[i*HEAD+:HEAD];
<%- if c.frame.max_data > 0 %>
      if (valid_i[i]) data = data | data_i[i*W+:W];
<%- endif %>
    end
  end
  wire empty = |(first_i & empty_i);
  wire bad = |(first_i & bad_i);
<%- if c.frame.max_data > 0 %>
  wire valid = |valid_i;
  wire last = |(valid_i & last_i);
<%- if !c.options.bus %>
  always @(posedge clk_i) begin
    if (!rst_ni) busy_q <= 1'b0;
    else if (first) busy_q <= !empty;
    else if (last) busy_q <= 1'b0;
  end
<%- endif %>
<%- endif %>
<% if c.options.majority %>
  wire port_ready, port_first, port_empty, port_bad;
  wire [HEAD-1:0] port_head;
<%- if c.frame.max_data > 0 %>
  wire port_room, port_valid, port_last;
  wire [W-1:0] port_data;
<%- endif %>
  <{ c.prefix }>harts_majority u_majority (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .ready_o(ready),
    .first_i(first),
    .head_i(head),
    .empty_i(empty),
    .bad_i(bad),
<%- if c.frame.max_data > 0 %>
    .room_o(room_o),
    .valid_i(valid),
    .data_i(data),
    .last_i(last),
<%- endif %>
    .port_ready_i(port_ready),
    .port_first_o(port_first),
    .port_head_o(port_head),
    .port_empty_o(port_empty),
    .port_bad_o(port_bad),
<%- if c.frame.max_data > 0 %>
    .port_room_i(port_room),
    .port_valid_o(port_valid),
    .port_data_o(port_data),
    .port_last_o(port_last),
<%- endif %>
    .event_valid_o(event_valid_o),
    .event_code_o(event_code_o)
  );
<% endif %>
  <{ c.prefix }>harts_delivery_port u_port (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .ready_o(<{ c.port_signal("ready") }>),
    .first_i(<{ c.port_signal("first") }>),
    .head_i(<{ c.port_signal("head") }>),
    .empty_i(<{ c.port_signal("empty") }>),
    .bad_i(<{ c.port_signal("bad") }>),
<%- if c.frame.max_data > 0 %>
    .room_o(<% if c.options.majority %>port_room<% else %>room_o<% endif %>),
    .valid_i(<{ c.port_signal("valid") }>),
    .data_i(<{ c.port_signal("data") }>),
    .last_i(<{ c.port_signal("last") }>),
<%- endif %>
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser)
  );

`ifdef TEECAST_ASSERT
  localparam [<{ c.buffers.units - 1 }>:0] ONE = 1;
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // One unit that asks is granted, and brings the head at once.
      begin : one_that_asks_is_granted
        assert ((grant_o & ~request_i) == <{ c.buffers.units }>'d0 && (grant_o & (grant_o - ONE)) == <{ c.buffers.units }>'d0);
      end
      begin : head_comes_with_grant assert (first_i == grant_o); end
<%- if c.frame.max_data > 0 %>
      // Data come after it, from one unit.
      begin : data_come_after_head
        assert ((valid_i & (valid_i - ONE)) == <{ c.buffers.units }>'d0 && (!valid || !first));
      end
<%- endif %>
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
