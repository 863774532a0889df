{{ c.banner("Delivery port of a message handling unit: sends messages to the local processor.") }}
// Contract: each message whose delivery is wanted leaves as one frame: a header flit with Source,
//   then the data. It reads the buffer through its own port, so a slow processor never holds a
//   link copy. data_o is zero while nothing is delivered: the router joins all units.
// Latency and state: two cycles from request to the processor's register.
`default_nettype none

module {{ c.prefix }}mhu_delivery (
  input  wire clk_i,
  input  wire rst_ni,
  // Arriving message
  input  wire header_i,
  input  wire complete_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] slot_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] source_i,
  input  wire no_data_i,
  input  wire bad_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] write_address_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] next_address_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] fill_address_i,
  // Controller
  input  wire [{{ c.buffers.slot_codes - 1 }}:0] deliver_i,
  input  wire [{{ c.buffers.slot_codes - 1 }}:0] complete_slots_i,
  output wire delivered_o,
  output wire [{{ c.buffers.slot_bits - 1 }}:0] delivered_slot_o,
  // Data buffer
  output wire read_o,
  output wire clear_o,
  output wire [{{ c.buffers.address_bits - 1 }}:0] read_address_o,
  input  wire [{{ c.frame.width }}:0] read_data_i,
  // Output gateway of the processor
  output wire request_o,
  input  wire grant_i,
  input  wire ready_i,
  output wire transfer_o,
  output wire [{{ c.frame.width - 1 }}:0] data_o,
  output wire last_o,
  output wire bad_o
);
  localparam N = {{ c.topology.dimension }};
  localparam W = {{ c.frame.width }};
  localparam ADDRESS = {{ c.buffers.address_bits }};
  localparam FIRST = 0;
  localparam LAST = {{ c.buffers.slot_codes - 1 }};

  reg [N+1:0] info_q [FIRST:LAST];
  reg [ADDRESS-1:0] start_q [FIRST:LAST];
  reg [ADDRESS-1:0] end_q [FIRST:LAST];

  always @(posedge clk_i) begin
    if (header_i) begin
      info_q[slot_i] <= {source_i, bad_i, no_data_i};
      start_q[slot_i] <= next_address_i;
    end
    if (complete_i) end_q[slot_i] <= write_address_i;
  end

  reg active_q, valid_q, header_q, last_q, bad_q;
  reg [{{ c.buffers.slot_bits - 1 }}:0] next_q, slot_q;
  reg [ADDRESS-1:0] address_q;
  reg [N-1:0] source_q;

  wire [N+1:0] info = info_q[next_q];
  wire no_data = info[0];
  wire issue_ready = !valid_q || ready_i;
  wire waits = deliver_i[next_q] && !(active_q && next_q == slot_q);
  assign request_o = waits && !active_q && issue_ready;

  wire complete = complete_slots_i[slot_q];
  wire data_step = active_q && issue_ready && (complete || address_q != fill_address_i);
  wire data_last = complete && address_q == end_q[slot_q];
  assign delivered_o = (grant_i && no_data) || (data_step && data_last);
  assign delivered_slot_o = active_q ? slot_q : next_q;

  // The pointer goes on from slots without a delivery, or whose delivery leaves; an empty unit
  // sends it to the message that arrives. The bits of a slot number are registers of different
  // kinds, which keeps synthesis from copying them into the memories that they address.
  wire jump = header_i && deliver_i == {{ c.buffers.slot_codes }}'d0;
  wire [{{ c.buffers.class_bits - 1 }}:0] next_class = next_q[{{ c.buffers.slot_bits - 1 }}:1];
  always @(posedge clk_i) begin
    if (!rst_ni) next_q[0] <= 1'b0;
    else if (jump) next_q[0] <= slot_i[0];
    else if (!waits) next_q[0] <= !next_q[0];
  end
  always @(posedge clk_i) begin
    if (!rst_ni) next_q[{{ c.buffers.slot_bits - 1 }}:1] <= {{ c.buffers.class_bits }}'d0;
    else if (jump) next_q[{{ c.buffers.slot_bits - 1 }}:1] <= slot_i[{{ c.buffers.slot_bits - 1 }}:1];
    else if (!waits && next_q[0]) next_q[{{ c.buffers.slot_bits - 1 }}:1] <= {{ c.buffers.next_class }};
  end

  always @(posedge clk_i) begin
    if (!rst_ni) slot_q[{{ c.buffers.slot_bits - 1 }}:1] <= {{ c.buffers.class_bits }}'d0;
    else if (grant_i) slot_q[{{ c.buffers.slot_bits - 1 }}:1] <= next_class;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) active_q <= 1'b0;
    else if (grant_i) active_q <= !no_data;
    else if (data_step && data_last) active_q <= 1'b0;
  end

  always @(posedge clk_i) begin
    if (grant_i) begin
      slot_q[0] <= next_q[0];
      address_q <= start_q[next_q];
    end else if (data_step) begin
      address_q <= address_q + {{ c.buffers.address_bits }}'d1;
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (issue_ready) valid_q <= grant_i || data_step;
  end

  always @(posedge clk_i) begin
    if (issue_ready) begin
      header_q <= grant_i;
      source_q <= grant_i ? info[N+1:2] : {N{1'b0}};
      last_q <= grant_i ? no_data : data_last;
      bad_q <= info[1];
    end
  end

  assign read_o = issue_ready;
  assign clear_o = !data_step;
  assign read_address_o = address_q;
  // At most one of the two is not zero.
  assign data_o = {{ c.extend("source_q", c.topology.dimension, c.frame.width) }} | read_data_i[W-1:0];
  assign last_o = last_q;
  assign bad_o = last_q && (header_q ? bad_q : read_data_i[W]);
  assign transfer_o = valid_q && ready_i;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A message leaves once, when nothing else does, and no further than its last flit.
      assert (!grant_i || (request_o && !active_q));
      assert (!delivered_o || deliver_i[delivered_slot_o]);
      assert (!data_step || deliver_i[slot_q]);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
