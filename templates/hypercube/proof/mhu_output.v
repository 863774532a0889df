{{ c.banner("Property: how mhu_output sends the copies of a message.") }}
// Contract: failed_o = 0 in every cycle after a reset while links are granted only when they are
//   asked for, and decided dimensions are single ones. Each grant leads to one copy on its link: a
//   first flit, others, a last one, and nothing without a grant; a pass ends once, before links are
//   asked for again; only links with room in the class of the copy are asked for; what is reported to
//   the slot is what was granted. A message that is not granted makes place for another one that
//   waits, within two rounds of the slots.
`default_nettype none

module proof_mhu_output (
  input  wire clk_i,
  input  wire rst_ni,
{%- if c.options.fault_tolerant %}
  input  wire [{{ c.topology.dimension - 1 }}:0] faulty_i,
{%- endif %}
{%- if !c.options.lan %}
{%- if c.options.fault_tolerant %}
  input  wire [{{ c.topology.dimension - 1 }}:0] local_address_i,
{%- endif %}
  input  wire [{{ c.topology.dimension - 1 }}:0] turns_i,
{%- endif %}
{%- if c.options.has_list %}
  input  wire first_i,
  input  wire multicast_i,
  input  wire [{{ c.frame.position_bits - 1 }}:0] last_i,
{%- endif %}
  input  wire header_i,
  input  wire complete_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] slot_i,
  input  wire broadcast_i,
{%- if c.options.fault_tolerant %}
  input  wire [{{ c.topology.dimension - 1 }}:0] control_i,
{%- endif %}
  input  wire [{{ c.topology.dimension - 1 }}:0] source_i,
  input  wire no_data_i,
  input  wire bad_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] write_address_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] next_address_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] fill_address_i,
  input  wire branch_write_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] branch_slot_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] branch_dimension_i,
  input  wire [{{ c.frame.rows - 1 }}:0] branch_rows_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] branches_i,
  input  wire finish_i,
  input  wire [{{ c.buffers.slot_codes - 1 }}:0] waiting_i,
  input  wire [{{ c.buffers.slot_codes - 1 }}:0] complete_slots_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] want_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] copy_field_i,
  input  wire copy_wait_i,
  input  wire [{{ c.frame.width }}:0] read_data_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] idle_i,
  input  wire [{{ c.topology.dimension * c.buffers.classes - 1 }}:0] room_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] grant_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] ready_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] other_i,
  output wire failed_o
);
  localparam N = {{ c.topology.dimension }};
  localparam CLASSES = {{ c.buffers.classes }};
  localparam SLOTS = {{ c.buffers.slots }};

  wire [{{ c.buffers.slot_bits - 1 }}:0] next_slot, asked_slot, end_slot, copy_slot;
  wire asked, granted, ends, read, last, marked, first;
  wire [{{ c.topology.dimension - 1 }}:0] rest, request, transfer;
  wire [{{ c.frame.rows - 1 }}:0] copy_row;
  wire [{{ c.buffers.address_bits - 1 }}:0] read_address;
  wire [{{ c.topology.dimension * c.buffers.class_bits - 1 }}:0] class;
  wire [{{ c.frame.width - 1 }}:0] data;
  {{ c.prefix }}mhu_output u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
{%- if c.options.fault_tolerant %}
    .faulty_i(faulty_i),
{%- endif %}
{%- if !c.options.lan %}
{%- if c.options.fault_tolerant %}
    .local_address_i(local_address_i),
{%- endif %}
    .turns_i(turns_i),
{%- endif %}
{%- if c.options.has_list %}
    .first_i(first_i),
    .multicast_i(multicast_i),
    .last_i(last_i),
{%- endif %}
    .header_i(header_i),
    .complete_i(complete_i),
    .slot_i(slot_i),
    .broadcast_i(broadcast_i),
{%- if c.options.fault_tolerant %}
    .control_i(control_i),
{%- endif %}
    .source_i(source_i),
    .no_data_i(no_data_i),
    .bad_i(bad_i),
    .write_address_i(write_address_i),
    .next_address_i(next_address_i),
    .fill_address_i(fill_address_i),
    .branch_write_i(branch_write_i),
    .branch_slot_i(branch_slot_i),
    .branch_dimension_i(branch_dimension_i),
    .branch_rows_i(branch_rows_i),
    .branches_i(branches_i),
    .finish_i(finish_i),
    .waiting_i(waiting_i),
    .complete_slots_i(complete_slots_i),
    .next_slot_o(next_slot),
    .want_i(want_i),
    .asked_o(asked),
    .granted_o(granted),
    .asked_slot_o(asked_slot),
    .rest_o(rest),
    .end_o(ends),
    .end_slot_o(end_slot),
    .copy_slot_o(copy_slot),
    .copy_row_o(copy_row),
    .copy_field_i(copy_field_i),
    .copy_wait_i(copy_wait_i),
    .read_o(read),
    .read_address_o(read_address),
    .read_data_i(read_data_i),
    .idle_i(idle_i),
    .room_i(room_i),
    .request_o(request),
    .class_o(class),
    .grant_i(grant_i),
    .ready_i(ready_i),
    .transfer_o(transfer),
    .data_o(data),
    .last_o(last),
    .bad_o(marked),
    .first_o(first)
  );

  // Links whose copy has not begun, and whose copy has not ended; a pass that has not ended.
  reg begun_q, pass_q;
  reg [N-1:0] fresh_q, open_q;
  wire [N-1:0] ended = last ? transfer : {N{1'b0}};

  // How long any one other slot has waited for the one that is asked for.
  localparam [7:0] PATIENCE = {{ 2 * c.buffers.slot_codes + 2 }};
  reg [{{ c.buffers.slot_bits - 1 }}:0] other_q, asked_slot_q;
  reg [7:0] patience_q;
  reg undecided_q;
  wire held_up = asked && !granted && !undecided_q && asked_slot != other_i && waiting_i[other_i];

  reg legal, bad;
  integer d;
  always @* begin
    legal = (grant_i & ~request) == {N{1'b0}} && other_i < SLOTS;
    if (branch_write_i && (branch_dimension_i == {N{1'b0}} ||
        (branch_dimension_i & (branch_dimension_i - {{ c.topology.dimension }}'d1)) != {N{1'b0}})) legal = 1'b0;

    bad = granted != (grant_i != {N{1'b0}});
    // What waits for a pass is not served by another one.
    if (request != {N{1'b0}} && (pass_q || (open_q & ~ended) != {N{1'b0}} || !asked)) bad = 1'b1;
    if (granted && (rest & grant_i) != {N{1'b0}}) bad = 1'b1;
    if (ends && !pass_q) bad = 1'b1;
    if (patience_q == PATIENCE) bad = 1'b1;
    for (d = 0; d < N; d = d + 1) begin
      if (request[d] && !room_i[d*CLASSES+{% if c.buffers.classes > 1 %}class[d*{{ c.buffers.class_bits }}+:{{ c.buffers.class_bits }}]{% else %}0{% endif %}]) bad = 1'b1;
      if (transfer[d] && !(open_q[d] && ready_i[d])) bad = 1'b1;
      if (transfer[d] && first != fresh_q[d]) bad = 1'b1;
    end
  end

  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    other_q <= other_i;
    asked_slot_q <= asked_slot;
    undecided_q <= rst_ni && (undecided_q || branch_write_i) && !finish_i;
    if (rst_ni && held_up && other_i == other_q && asked_slot == asked_slot_q) begin
      patience_q <= patience_q + 8'd1;
    end else begin
      patience_q <= 8'd0;
    end
    pass_q <= rst_ni && (granted || (pass_q && !ends));
    open_q <= rst_ni ? (open_q & ~ended) | grant_i : {N{1'b0}};
    fresh_q <= grant_i | (fresh_q & ~transfer);
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
