<{ c.banner("Property: room for a class is announced only where a whole message fits.") }>
// Contract: failed_o = 0 in every cycle after a reset while a link is granted only where
//   hypercube_credit_counter says room: a message that was granted finds a free slot of its class
//   in mhu_slots at the other end of the link, whenever it comes, and whatever happens there.
`default_nettype none

module proof_hypercube_class_room (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire grant_i,
  input  wire [<{ c.buffers.class_bits - 1 }>:0] class_i,
  input  wire arrive_i,
  input  wire drop_i,
  input  wire [<{ c.buffers.class_bits - 1 }>:0] arrive_class_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] own_dimension_i,
  input  wire filling_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] filled_slot_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] slot_i,
  input  wire deciding_i,
  input  wire decided_i,
  input  wire wanted_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] decided_slot_i,
  input  wire [<{ c.topology.dimension }>:0] decided_targets_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] targets_slot_i,
  input  wire asking_i,
  input  wire granted_i,
  input  wire [<{ c.topology.dimension }>:0] rest_i,
  input  wire streaming_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] sent_slot_i,
  output wire failed_o
);
  localparam CLASSES = <{ c.buffers.classes }>;

  wire [CLASSES-1:0] room, credit;
  <{ c.prefix }>hypercube_credit_counter u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .grant_i(grant_i),
    .class_i(class_i),
    .credit_i(credit),
    .room_o(room)
  );
  // A message takes a free slot of its class.
  wire [<{ c.buffers.slots - 1 }>:0] used;
  wire [<{ c.buffers.slot_bits - 1 }>:0] taken = {arrive_class_i, used[2*arrive_class_i]};
  <{ c.prefix }>mhu_slots u_slots (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .own_dimension_i(own_dimension_i),
    .header_i(arrive_i && !drop_i),
    .drop_i(arrive_i && drop_i),
    .filling_i(filling_i),
    .slot_i(arrive_i ? taken : slot_i),
    .filled_slot_i(filled_slot_i),
    .used_o(used),
    .credit_o(credit),
    .deciding_i(deciding_i),
    .decided_i(decided_i),
    .wanted_i(wanted_i),
    .decided_slot_i(decided_slot_i),
    .decided_targets_i(decided_targets_i),
<%- if c.frame.counts_flits %>
    .decided_short_headers_i(<{ c.topology.dimension }>'d0),
<%- endif %>
    .decided_unicasts_i(<{ c.topology.dimension }>'d0),
<%- if c.frame.counts_flits %>
    .decided_tail_i(<{ c.frame.tail_bits }>'d0),
<%- endif %>
    .decided_ending_i(2'd0),
    .waiting_o(),
    .targets_slot_i(targets_slot_i),
    .targets_o(),
<%- if c.frame.counts_flits %>
    .tail_o(),
    .short_headers_o(),
<%- endif %>
    .unicasts_o(),
    .ending_o(),
    .asking_i(asking_i),
    .granted_i(granted_i),
    .rest_i(rest_i),
    .streaming_i(streaming_i),
    .sent_slot_i(sent_slot_i)
  );

  // The messages of each class on their way.
  reg [2*CLASSES-1:0] way_q;
  reg begun_q, legal, bad;
  integer k;
  always @* begin
    legal = !grant_i || (class_i < CLASSES && room[class_i]);
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
      way_q[2*k+:2] <= !rst_ni ? 2'd0 : way_q[2*k+:2] + (grant_i && class_i == k) -
          (arrive_i && arrive_class_i == k);
    end
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
