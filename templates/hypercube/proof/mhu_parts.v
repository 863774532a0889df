{{ c.banner("Property: how mhu joins its parts.") }}
// Contract: failed_o = 0, whatever the parts say, while a multicast has 1 to M destinations, rows
//   without one show zeros, and decisions raise events 4 and 5: what comes in on the channel goes to
//   slots, store, memory and both ports, each of which receives what concerns it when it makes use of
//   it; no slot but a free one is shown as free. Rows go to the voter, which knows what it must
//   avoid, branches to the controller, decisions to slots and output port. Both ports learn what
//   waits for them, and read what they ask for; a destination that is reported comes first. What
//   the ports say goes to their links, and events out while they are taken, the channel's first.
`default_nettype none

module proof_mhu_parts (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.topology.dimension - 1 }}:0] local_address_i,
{%- if c.options.fault_tolerant %}
  input  wire [{{ c.topology.dimension - 1 }}:0] faulty_i,
{%- endif %}
  input  wire from_processor_i,
{%- if !c.options.lan %}
  input  wire ascending_i,
{%- endif %}
  input  wire [{{ c.topology.dimension - 1 }}:0] own_dimension_i,
  input  wire [{{ c.frame.width - 1 }}:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  input  wire [{{ c.buffers.class_bits - 1 }}:0] s_class_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] idle_i,
  input  wire [{{ c.topology.dimension * c.buffers.classes - 1 }}:0] room_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] grant_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] ready_i,
  input  wire delivery_grant_i,
  input  wire delivery_ready_i,
  input  wire event_ready_i,
  output wire failed_o
);
  localparam N = {{ c.topology.dimension }};
  localparam M = {{ c.frame.rows }};
  localparam LANES = {{ c.frame.lanes }};
  localparam SLOTS = {{ c.buffers.slots }};
  localparam CLASS = {{ c.buffers.class_bits }};

  wire s_ready, link_last, link_bad, link_first;
  wire brought, brings, brought_last, brought_bad, event_valid;
  wire [{{ c.buffers.classes - 1 }}:0] credit;
  wire [N-1:0] request, transfer, event_source, event_address;
  wire [N*CLASS-1:0] class;
  wire [{{ c.frame.width - 1 }}:0] link_data, brought_data;
  wire [3:0] event_code;
  {{ c.prefix }}mhu u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
{%- if c.options.fault_tolerant %}
    .faulty_i(faulty_i),
{%- endif %}
    .from_processor_i(from_processor_i),
{%- if !c.options.lan %}
    .ascending_i(ascending_i),
{%- endif %}
    .own_dimension_i(own_dimension_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_ready),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser),
    .s_class_i(s_class_i),
    .credit_o(credit),
    .idle_i(idle_i),
    .room_i(room_i),
    .request_o(request),
    .class_o(class),
    .grant_i(grant_i),
    .ready_i(ready_i),
    .transfer_o(transfer),
    .data_o(link_data),
    .last_o(link_last),
    .bad_o(link_bad),
    .first_o(link_first),
    .delivery_request_o(brings),
    .delivery_grant_i(delivery_grant_i),
    .delivery_ready_i(delivery_ready_i),
    .delivery_transfer_o(brought),
    .delivery_data_o(brought_data),
    .delivery_last_o(brought_last),
    .delivery_bad_o(brought_bad),
    .event_valid_o(event_valid),
    .event_code_o(event_code),
    .event_source_o(event_source),
    .event_address_o(event_address),
    .event_ready_i(event_ready_i)
  );

  // The ports of its parts.
{%- include "common/proof/seen.vh" %}

  // The frame that comes. What is dropped has no kind.
  wire kept = input_take_o && !input_drop_o;
{%- if c.options.has_list %}
  wire list = !input_multicast_o && !input_broadcast_o;
{%- endif %}
{%- if c.frame.counts_flits %}
  wire [{{ c.frame.flit_index_bits - 1 }}:0] flit = input_flit_index_o;
{%- else %}
  wire flit = 1'b0;
{%- endif %}
  // Rows of a multicast that this flit brings; those of lists and broadcasts are not voted on.
  wire names = input_take_o && input_multicast_o;
  wire [M-1:0] here;
{%- for row in c.frame.row_places %}
  assign here[{{ row.index }}] = names && flit == {{ row.flit }} && store_write_o[{{ row.index }}];
{%- endfor %}
  wire decides = controller_branch_write_o || controller_finish_o;
  wire packs = output_copy_row_o != {M{1'b0}};
  wire leaves = transfer != {N{1'b0}};
  wire tells = input_event_valid_o || controller_event_valid_o;
{%- if !c.options.lan %}

  // Where the unit stands does not change; it may learn so a cycle late.
  reg held_q, ascending_q;
  reg [N-1:0] local_address_q;
  wire known = held_q && ascending_i == ascending_q && local_address_i == local_address_q;
  wire [N-1:0] turns = ascending_i ? local_address_i : {N{1'b0}};
{%- endif %}
{%- if c.vote.nca %}

  // The rows of the last multicast as they were voted, as far as they came.
  reg [M-1:0] voted_q;
  reg [M*N-1:0] votes_q;
{%- endif %}

  integer d, p, v;
  reg legal, bad{% if c.vote.nca %}, astray{% endif %};
{% include "hypercube/proof/mhu_parts_joined.vh" %}
{%- if !c.options.lan %}

  // What the unit keeps itself.
  initial held_q = 1'b0;
  always @(posedge clk_i) begin
    held_q <= {% if c.vote.nca %}!rst_ni || !astray{% else %}1'b1{% endif %};
    ascending_q <= ascending_i;
    local_address_q <= local_address_i;
{%- if c.vote.nca %}
    for (v = 0; v < M; v = v + 1) begin
      voted_q[v] <= rst_ni && (store_write_o[v] ? here[v] : voted_q[v] && !input_first_o);
      if (here[v]) begin
        votes_q[v*N+:N] <= store_rows_o[v*N+:N]{% if c.options.fault_tolerant %} & ~faulty_i{% endif %};
      end
    end
{%- endif %}
  end
{%- endif %}
  assign failed_o = legal && (bad{% if c.vote.nca %} || (held_q && rst_ni && astray){% endif %});
endmodule

`default_nettype wire
