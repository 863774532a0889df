{{ c.banner("Property: room for a class is announced only where a whole message fits.") }}
// Contract: failed_o = 0 in every cycle after a reset while a link is granted only where hypercube_credit_counter
//   says room: a message that was granted finds a free slot of its class in mhu_slots at the
//   other end of the link, whenever it comes, and whatever happens to the messages there.
`default_nettype none

module proof_hypercube_class_room (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.topology.dimension }}:0] grant_i,
  input  wire [{{ (c.topology.dimension + 1) * c.buffers.class_bits - 1 }}:0] class_i,
  input  wire start_i,
  input  wire arrive_i,
  input  wire drop_i,
  input  wire [{{ c.buffers.class_bits - 1 }}:0] arrive_class_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] own_dimension_i,
  input  wire complete_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] slot_i,
  input  wire match_i,
  input  wire finish_i,
  input  wire wanted_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] decide_slot_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] branches_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] want_slot_i,
  input  wire asked_i,
  input  wire granted_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] asked_slot_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] rest_i,
  input  wire end_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] end_slot_i,
  input  wire delivered_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] delivered_slot_i,
  output wire failed_o
);
  localparam UNITS = {{ c.topology.dimension + 1 }};
  localparam CLASSES = {{ c.buffers.classes }};
  localparam CLASS = {{ c.buffers.class_bits }};

  wire [CLASSES-1:0] room, credit;
  {{ c.prefix }}hypercube_credit_counter u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .grant_i(grant_i),
    .class_i(class_i),
    .start_i(start_i),
    .credit_i(credit),
    .room_o(room),
    .class_o()
  );
  // A message takes a free slot of its class.
  wire [{{ c.buffers.slots - 1 }}:0] used;
  wire [{{ c.buffers.slot_bits - 1 }}:0] taken = {arrive_class_i, used[2*arrive_class_i]};
  {{ c.prefix }}mhu_slots u_slots (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .own_dimension_i(own_dimension_i),
    .header_i(arrive_i && !drop_i),
    .drop_i(arrive_i && drop_i),
    .complete_i(complete_i),
    .slot_i(arrive_i ? taken : slot_i),
    .match_i(match_i),
    .used_o(used),
    .complete_o(),
    .credit_o(credit),
    .finish_i(finish_i),
    .wanted_i(wanted_i),
    .decide_slot_i(decide_slot_i),
    .branches_i(branches_i),
    .waiting_o(),
    .want_slot_i(want_slot_i),
    .want_o(),
    .asked_i(asked_i),
    .granted_i(granted_i),
    .asked_slot_i(asked_slot_i),
    .rest_i(rest_i),
    .end_i(end_i),
    .end_slot_i(end_slot_i),
    .deliver_o(),
    .delivered_i(delivered_i),
    .delivered_slot_i(delivered_slot_i)
  );

  // The class that is granted, and the messages of each class on their way.
  reg [CLASS-1:0] granted;
  reg [2*CLASSES-1:0] way_q;
  wire grants = grant_i != {UNITS{1'b0}};
  reg begun_q, legal, bad;
  integer i, k;
  always @* begin
    granted = {CLASS{1'b0}};
    for (i = 0; i < UNITS; i = i + 1) begin
      if (grant_i[i]) granted = class_i[i*CLASS+:CLASS];
    end
    legal = (grant_i & (grant_i - 1)) == {UNITS{1'b0}};
    if (grants && (granted >= CLASSES || !room[granted])) legal = 1'b0;
    bad = 1'b0;
    if (arrive_i) begin
      if (arrive_class_i >= CLASSES || way_q[2*arrive_class_i+:2] == 2'd0) legal = 1'b0;
      if (used[2*arrive_class_i] && used[2*arrive_class_i+1]) bad = 1'b1;
    end
  end
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    for (k = 0; k < CLASSES; k = k + 1) begin
      way_q[2*k+:2] <= !rst_ni ? 2'd0 : way_q[2*k+:2] + (grants && granted == k) -
          (arrive_i && arrive_class_i == k);
    end
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
