{{ c.banner("Property: how mhu_delivery brings a message to the processor.") }}
// Contract: failed_o = 0 in every cycle after a reset while its surroundings keep the order of a
//   message: header, flits one after the other, completion; granted only when it asks. A message
//   whose delivery is wanted leaves once: Source first, then its data from the first flit to the
//   last, each read when it is written, once and in order; a stalled flit does not change.
`default_nettype none

module proof_mhu_delivery (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire header_i,
  input  wire complete_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] slot_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] source_i,
  input  wire no_data_i,
  input  wire bad_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] write_address_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] next_address_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] fill_address_i,
  input  wire match_i,
  input  wire [{{ c.buffers.slot_codes - 1 }}:0] deliver_i,
  input  wire [{{ c.buffers.slot_codes - 1 }}:0] complete_slots_i,
  input  wire [{{ c.frame.width }}:0] read_data_i,
  input  wire grant_i,
  input  wire ready_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] watched_i,
  output wire failed_o
);
  localparam SLOTS = {{ c.buffers.slots }};
  localparam W = {{ c.frame.width }};

  wire delivered, read, clear, request, transfer, last, marked;
  wire [{{ c.buffers.slot_bits - 1 }}:0] delivered_slot;
  wire [{{ c.buffers.address_bits - 1 }}:0] address;
  wire [W-1:0] data;
  {{ c.prefix }}mhu_delivery u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .header_i(header_i),
    .complete_i(complete_i),
    .slot_i(slot_i),
    .source_i(source_i),
    .no_data_i(no_data_i),
    .bad_i(bad_i),
    .write_address_i(write_address_i),
    .next_address_i(next_address_i),
    .fill_address_i(fill_address_i),
    .deliver_i(deliver_i),
    .complete_slots_i(complete_slots_i),
    .delivered_o(delivered),
    .delivered_slot_o(delivered_slot),
    .read_o(read),
    .clear_o(clear),
    .read_address_o(address),
    .read_data_i(read_data_i),
    .request_o(request),
    .grant_i(grant_i),
    .ready_i(ready_i),
    .transfer_o(transfer),
    .data_o(data),
    .last_o(last),
    .bad_o(marked)
  );
  // Who is next.
  (* keep *)
  wire [{{ c.buffers.slot_bits - 1 }}:0] next;

  // Any one slot, and what is known of the message in it.
  reg [{{ c.buffers.slot_bits - 1 }}:0] watched_q;
  reg wanted_q, written_q, leaves_q, empty_q, bad_q;
  reg [{{ c.topology.dimension - 1 }}:0] source_q;
  reg [{{ c.buffers.address_bits - 1 }}:0] place_q, end_q;
  wire arrives = header_i && slot_i == watched_i;
  wire completes = complete_i && slot_i == watched_i;
  wire starts = grant_i && next == watched_i;

  // The flit on its way out: any, and those of the message.
  reg stands_q, head_q, own_q, own_last_q, own_bad_q, cleared_q;
  reg [{{ c.topology.dimension - 1 }}:0] own_source_q;
  wire free = !stands_q || ready_i;
  wire steps = leaves_q && free && (written_q || place_q != fill_address_i);
  wire ends = steps && written_q && place_q == end_q;
  always @(posedge clk_i) begin
    watched_q <= watched_i;
    wanted_q <= rst_ni && ((arrives && match_i) || (wanted_q && !(starts && empty_q) && !ends));
    leaves_q <= rst_ni && ((starts && !empty_q) || (leaves_q && !ends));
    written_q <= arrives ? complete_i : completes || written_q;
    if (arrives) begin
      source_q <= source_i;
      empty_q <= no_data_i;
      bad_q <= bad_i;
    end
    if (arrives) place_q <= next_address_i;
    else if (steps) place_q <= place_q + {{ c.buffers.address_bits }}'d1;
    if (completes) end_q <= write_address_i;
    stands_q <= rst_ni && (free ? grant_i || (read && !clear) : 1'b1);
    if (free) begin
      head_q <= starts;
      own_q <= steps;
      own_last_q <= starts ? empty_q : ends;
      own_source_q <= source_q;
      own_bad_q <= bad_q;
      cleared_q <= clear;
    end
  end

  reg begun_q, legal, bad;
  always @* begin
    legal = watched_i < SLOTS && (!begun_q || watched_i == watched_q);
    if (grant_i && !request) legal = 1'b0;
    if (deliver_i[watched_i] != wanted_q || complete_slots_i[watched_i] != written_q) legal = 1'b0;
    if (arrives && (wanted_q || (complete_i != no_data_i))) legal = 1'b0;
    if (completes && !arrives && written_q) legal = 1'b0;
    // A cleared read answers zero.
    if (stands_q && cleared_q && read_data_i != {{ c.frame.width + 1 }}'d0) legal = 1'b0;

    bad = transfer != (stands_q && ready_i) || read != free;
    // A slot is asked for only while its delivery is wanted, and nothing else leaves then.
    if (request && next == watched_i && (!wanted_q || leaves_q)) bad = 1'b1;
    if (request && leaves_q) bad = 1'b1;
    if (leaves_q && clear == steps) bad = 1'b1;
    if (steps && address != place_q) bad = 1'b1;
    if ((delivered && delivered_slot == watched_i) != (ends || (starts && empty_q))) bad = 1'b1;
    if (stands_q && head_q) begin
      if (data != {{ c.extend("own_source_q", c.topology.dimension, c.frame.width) }} || last != own_last_q) bad = 1'b1;
      if (marked != (own_last_q && own_bad_q)) bad = 1'b1;
    end
    if (stands_q && own_q) begin
      if (data != read_data_i[W-1:0] || last != own_last_q) bad = 1'b1;
      if (marked != (own_last_q && read_data_i[W])) bad = 1'b1;
    end
  end
  initial begun_q = 1'b0;
  always @(posedge clk_i) begun_q <= !rst_ni || (begun_q && legal);
  assign failed_o = begun_q && rst_ni && legal && watched_i == watched_q && bad;
endmodule

`default_nettype wire
