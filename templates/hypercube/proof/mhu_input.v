{{ c.banner("Property: how mhu_input takes frames.") }}
// Contract: failed_o = 0 in every cycle after a reset, for any frames: one is taken when a slot of its
//   class is free, into that slot, each flit once and in its place, which never lies outside the slot;
//   the header comes out as it stands in the frame; a bad count or a header cut short hands
//   the slot back, too much data ends the frame there, marked; each raises one event, and none while
//   another one waits.
`default_nettype none

module proof_mhu_input (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.topology.dimension - 1 }}:0] local_address_i,
  input  wire from_processor_i,
  input  wire [{{ c.frame.width - 1 }}:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  input  wire [{{ c.buffers.class_bits - 1 }}:0] s_class_i,
  input  wire [{{ c.buffers.slots - 1 }}:0] used_i,
  input  wire decision_ready_i,
  input  wire event_ready_i,
  output wire failed_o
);
  localparam N = {{ c.topology.dimension }};
  localparam LANES = {{ c.frame.lanes }};
  localparam TRAILER = {% if c.options.fault_tolerant %}2{% else %}1{% endif %};
  localparam DATA = {{ c.frame.max_data }};
  localparam CLASSES = {{ c.buffers.classes }};
  localparam SLOT_FLITS = {{ c.buffers.bases[1].1 }};

  wire ready, first, header, drop, complete, multicast, broadcast, match, no_data, bad_end, take;
  wire write, event_valid;
  wire [{{ c.buffers.slot_bits - 1 }}:0] slot;
  wire [N-1:0] count, source;
  wire [LANES-1:0] listed;
  wire [{{ c.buffers.address_bits - 1 }}:0] place, next_place, fill;
  wire [{{ c.frame.width }}:0] data;
  wire [1:0] event_code;
{%- if c.options.fault_tolerant %}
  wire [N-1:0] control;
{%- endif %}
{%- if c.options.checks_neighbours %}
  wire [N-1:0] neighbours;
{%- endif %}
  {{ c.prefix }}mhu_input u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
    .from_processor_i(from_processor_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(ready),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser),
    .s_class_i(s_class_i),
    .used_i(used_i),
    .decision_ready_i(decision_ready_i),
    .first_o(first),
{%- if c.options.has_list %}
    .last_o(),
{%- endif %}
    .header_o(header),
    .drop_o(drop),
    .complete_o(complete),
    .slot_o(slot),
    .count_o(count),
    .multicast_o(multicast),
    .broadcast_o(broadcast),
    .match_o(match),
{%- if c.options.checks_neighbours %}
    .neighbours_o(neighbours),
{%- endif %}
{%- if c.options.fault_tolerant %}
    .control_o(control),
{%- endif %}
    .source_o(source),
    .no_data_o(no_data),
    .bad_o(bad_end),
    .take_o(take),
    .listed_o(listed),
{%- if c.frame.counts_flits %}
    .flit_index_o(),
{%- endif %}
    .write_o(write),
    .write_address_o(place),
    .next_address_o(next_place),
    .fill_address_o(fill),
    .write_data_o(data),
    .event_valid_o(event_valid),
    .event_code_o(event_code),
    .event_ready_i(event_ready_i)
  );
  (* keep *)
  wire [{{ c.frame.position_bits - 1 }}:0] last;

  // The frame so far: header flits, data flits that still fit, what its first flit said.
  localparam [1:0] FRESH = 2'd0, IN_HEADER = 2'd1, IN_DATA = 2'd2, GONE = 2'd3;
  reg [1:0] phase_q, event_q;
  reg [{{ c.buffers.slot_bits - 1 }}:0] slot_q;
  reg [N-1:0] count_q, before_q;
  reg [{{ c.frame.position_bits + 1 }}:0] flits_q;
  reg [{{ c.buffers.address_bits }}:0] fits_q;
  reg matches_q;
  reg [N-1:0] neighbours_q;
  wire fresh = phase_q == FRESH;
  wire heading = fresh || phase_q == IN_HEADER;
  wire [N-1:0] k = fresh ? s_axis_tdata[N-1:0] : count_q;
  wire to_all = k == {N{1'b1}};
  wire to_few = k != 0 && k <= {{ c.frame.rows }} && !to_all;
  wire bad_count = k == 0 || (k > {{ c.frame.max_list }} && !to_all);

  // The slot: the first free one of the two of the class.
  wire both = used_i[2*s_class_i] && used_i[2*s_class_i+1];
  wire [{{ c.buffers.slot_bits - 1 }}:0] own = fresh ? {s_class_i, used_i[2*s_class_i]} : slot_q;
  wire takes = s_axis_tvalid && rst_ni && (fresh ?
      s_class_i < CLASSES && !both && decision_ready_i && event_q == 2'd0 :
      !heading || decision_ready_i);

  // Fields by their lanes: k, destinations up to lane at, Control, Source.
  integer at, p, j;
  reg whole, here;
  reg [N-1:0] near, field, told_control, told_source;
  reg [LANES-1:0] names;
  always @* begin
    at = (to_all ? 0 : k) - (fresh ? 0 : flits_q * LANES);
    whole = at + TRAILER < LANES;
    here = 1'b0;
    near = {N{1'b0}};
    told_control = before_q;
    told_source = {N{1'b0}};
    names = {LANES{1'b0}};
    for (p = 0; p < LANES; p = p + 1) begin
      field = s_axis_tdata[p*N+:N];
      if (p <= at && !(fresh && p == 0)) begin
        names[p] = 1'b1;
        if (field == local_address_i) here = 1'b1;
        for (j = 0; j < N; j = j + 1) begin
          if (field == (local_address_i ^ {{ c.topology.dimension }}'d1 << j)) near[j] = 1'b1;
        end
      end
      if (p == at + 1) told_control = field;
      if (p == at + TRAILER) told_source = field;
    end
    if (from_processor_i) begin
      told_control = {N{1'b1}};
      told_source = local_address_i;
    end
  end

  wire refuses = takes && fresh && bad_count;
  wire cuts = takes && heading && !refuses && s_axis_tlast && !whole;
  wire begins = takes && heading && !refuses && whole;
  wire spills = {% if c.frame.max_data == 0 %}begins{% else %}takes && phase_q == IN_DATA && fits_q == 1{% endif %} && !s_axis_tlast;
  wire ends = spills || ((begins || (takes && phase_q == IN_DATA)) && s_axis_tlast);
  wire [{{ c.buffers.address_bits + 1 }}:0] offset = fresh ? 0 : flits_q + (phase_q == IN_DATA ? DATA - fits_q : 0);
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= FRESH;
    end else if (takes) begin
      if (s_axis_tlast) phase_q <= FRESH;
      else if (refuses || spills) phase_q <= GONE;
      else if (begins) phase_q <= IN_DATA;
      else if (fresh) phase_q <= IN_HEADER;
    end
    if (takes) begin
      slot_q <= own;
      count_q <= k;
      before_q <= s_axis_tdata[(LANES-1)*N+:N];
      if (heading) flits_q <= fresh ? 1 : flits_q + 1;
      matches_q <= here || (!fresh && matches_q);
      neighbours_q <= near | (fresh ? {N{1'b0}} : neighbours_q);
      fits_q <= begins ? DATA : fits_q - 1;
    end
    if (!rst_ni || (event_q != 2'd0 && event_ready_i)) event_q <= 2'd0;
    else if (refuses) event_q <= 2'd1;
    else if (cuts) event_q <= 2'd2;
    else if (spills) event_q <= 2'd3;
  end

  reg bad;
  always @* begin
    bad = (s_axis_tvalid && ready) != takes || first != (takes && fresh);
    if (header != begins || drop != (refuses || cuts) || complete != ends) bad = 1'b1;
    if (take != (takes && heading) || write != (takes && phase_q != GONE)) bad = 1'b1;
    // Where the frame is, also between two flits.
    if ((phase_q == IN_HEADER || (take && !refuses)) && $signed(last) != at) bad = 1'b1;
    if (phase_q == IN_HEADER && (at < -TRAILER || fill != slot_q * SLOT_FLITS + offset)) begin
      bad = 1'b1;
    end
    if (phase_q == IN_DATA && (fill != slot_q * SLOT_FLITS + offset || offset >= {{ c.frame.message_flits }})) begin
      bad = 1'b1;
    end
    if (takes && fresh && used_i[slot]) bad = 1'b1;
    if (takes && slot != own) bad = 1'b1;
    if (write && (place != own * SLOT_FLITS + offset || offset >= {{ c.frame.message_flits }})) bad = 1'b1;
    if (write && next_place != place + {{ c.buffers.address_bits }}'d1) bad = 1'b1;
    if (write && data != {ends && (spills || (s_axis_tlast && s_axis_tuser)), s_axis_tdata}) bad = 1'b1;
    if (take && !refuses && listed != names) bad = 1'b1;
    if (take && !refuses && (count != k || multicast != to_few || broadcast != to_all)) bad = 1'b1;
    if (begins && match != (to_all ? !from_processor_i : here || (!fresh && matches_q))) bad = 1'b1;
{%- if c.options.checks_neighbours %}
    if (begins && neighbours != (near | (fresh ? {N{1'b0}} : neighbours_q))) bad = 1'b1;
{%- endif %}
{%- if c.options.fault_tolerant %}
    if (begins && control != told_control) bad = 1'b1;
{%- endif %}
    if (begins && (source != told_source || no_data != {% if c.frame.max_data == 0 %}1'b1{% else %}s_axis_tlast{% endif %})) bad = 1'b1;
    if (ends && bad_end != (spills || s_axis_tuser)) bad = 1'b1;
    if (event_valid != (event_q != 2'd0) || event_code != event_q) bad = 1'b1;
    // None takes the place of one that waits.
    if (event_q != 2'd0 && (refuses || cuts || spills)) bad = 1'b1;
  end
  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begun_q <= !rst_ni || begun_q;
  // Nothing is assumed.
  wire legal = 1'b1;
{% include "common/proof/contracts.vh" %}
  assign failed_o = begun_q && rst_ni && bad || SLOT_FLITS < {{ c.frame.message_flits }};
endmodule

`default_nettype wire
