{{ c.banner("Input port of a message handling unit: parses frames into message slots.") }}
// Contract: a frame is accepted while a slot of its class is free and the controller has nothing to
//   decide or to report; from its first flit on every offered flit is taken at once. A processor's
//   header is brought into the order of the links. header_o comes with the last header flit and
//   describes the message; complete_o comes with its last flit. Of a processor, a bad count or a
//   header cut short is swallowed (drop_o hands the slot back), a frame with more than MAX_DATA
//   data flits is ended there and marked bad; each raises one event. The frames of a link come
//   from another router, which has done so.
// Latency and state: combinational from the link to header_o; position inside the frame.
`default_nettype none

module {{ c.prefix }}mhu_input (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.topology.dimension - 1 }}:0] local_address_i,
  input  wire from_processor_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] own_dimension_i,
  // Link
  input  wire [{{ c.frame.width - 1 }}:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  input  wire [{{ c.buffers.class_bits - 1 }}:0] s_class_i,
  // Controller
  input  wire [{{ c.buffers.slots - 1 }}:0] used_i,
  input  wire decision_ready_i,
  output wire first_o,
  output wire header_o,
  output wire drop_o,
  output wire complete_o,
  output wire [{{ c.buffers.slot_bits - 1 }}:0] slot_o,
  output wire unicast_o,
  output wire multi_o,
{%- if c.options.checks_neighbours %}
  output wire broadcast_o,
{%- endif %}
  output wire match_o,
{%- if c.options.checks_neighbours %}
  output wire [{{ c.topology.dimension - 1 }}:0] neighbours_o,
{%- endif %}
{%- if c.options.fault_tolerant %}
  output wire [{{ c.topology.dimension - 1 }}:0] control_o,
{%- endif %}
  output wire [{{ c.topology.dimension - 1 }}:0] source_o,
  // Store
  output wire take_o,
  output wire [{{ c.frame.lanes * c.topology.dimension - 1 }}:0] lanes_o,
  output wire [{{ c.frame.lanes - 1 }}:0] listed_o,
{%- if c.frame.counts_flits %}
  output wire [{{ c.frame.flit_index_bits - 1 }}:0] flit_index_o,
{%- endif %}
  // Data buffer
  output wire write_o,
  output wire [{{ c.buffers.address_bits - 1 }}:0] write_address_o,
  output wire [{{ c.buffers.address_bits - 1 }}:0] fill_address_o,
  output wire [{{ c.buffers.word_bits - 1 }}:0] write_data_o,
  // Events 1 to 3
  output wire event_valid_o,
  output wire [1:0] event_code_o,
  input  wire event_ready_i
);
  localparam N = {{ c.topology.dimension }};
  localparam W = {{ c.frame.width }};
  localparam LANES = {{ c.frame.lanes }};
  localparam ADDRESS = {{ c.buffers.address_bits }};
  localparam [1:0] FIRST = 2'd0, HEADER = 2'd1, DATA = 2'd2, DISCARD = 2'd3;

  reg [1:0] state_q;
  reg [{{ c.buffers.slot_bits - 1 }}:0] slot_q;
  reg [ADDRESS-1:0] address_q;
  reg [1:0] event_q;

  wire first = state_q == FIRST;
  wire in_header = first || state_q == HEADER;

  // The slot of a frame: one of the two of its class; class c owns slots 2c and 2c+1.
  reg slot_free, second_slot;
  always @* begin
    case (s_class_i)
{%- for class in c.buffers.class_list %}
      {{ c.buffers.class_bits }}'d{{ class }}: begin
        slot_free = !(&used_i[{{ class * 2 + 1 }}:{{ class * 2 }}]);
        second_slot = used_i[{{ class * 2 }}];
      end
{%- endfor %}
      default: begin
        slot_free = 1'b0;
        second_slot = 1'b0;
      end
    endcase
  end

  wire accept = s_axis_tvalid && s_axis_tready;
  assign slot_o = first ? {s_class_i, second_slot} : slot_q;
  assign s_axis_tready = rst_ni &&
      (!first || (slot_free && decision_ready_i && event_q == 2'd0));

  // The first field of a header is k: the kind, and the length of the list.
  wire [N-1:0] count = s_axis_tdata[N-1:0];
  wire multicast, broadcast, bad_count;
{%- if c.options.has_list %}
  wire list;
{%- endif %}
  {{ c.prefix }}mhu_type_checker u_type_checker (
    .count_i(count),
    .multicast_o(multicast),
{%- if c.options.has_list %}
    .list_o(list),
{%- endif %}
    .broadcast_o(broadcast),
    .bad_o(bad_count)
  );
  wire unicast = count == {{ c.topology.dimension }}'d1;

  reg [{{ c.frame.position_bits - 1 }}:0] last_q;
  reg unicast_q, multi_q, broadcast_q, match_q;
  // Lanes that are left after this flit, {{ c.frame.lanes }} less in each.
  wire [{{ c.frame.position_bits - 1 }}:0] left = !first ? last_q :
      {% if c.frame.lanes <= c.frame.trailer %}broadcast ? {{ c.frame.position_bits }}'d0 : {% endif %}{{ c.fit("count", c.topology.dimension, c.frame.position_bits) }};

  // How far the header reaches: k says it for the first flit, a count of fields for the others.
  wire [LANES-1:0] used, used_later;
  wire end_later;
  {{ c.prefix }}mhu_position u_position (
    .last_i(last_q),
    .used_o(used_later),
    .end_o(end_later)
  );
{%- for reach in c.frame.first_reaches %}
  assign used[{{ loop.index0 }}] = first ? {{ reach }} : used_later[{{ loop.index0 }}];
{%- endfor %}
  wire header_end = first ? {{ c.frame.first_ends }} : end_later;

  assign unicast_o = first ? unicast : unicast_q;
  assign multi_o = first ? multicast && !unicast : multi_q;
  wire is_broadcast = first ? broadcast : broadcast_q;
{%- if c.options.checks_neighbours %}
  assign broadcast_o = is_broadcast;
{%- endif %}
  assign first_o = take_o && first;

  wire [LANES*N-1:0] converted;
  {{ c.prefix }}mhu_converter u_converter (
    .clk_i(clk_i),
    .local_address_i(local_address_i),
    .take_i(take_o),
{%- if c.frame.lanes > c.frame.trailer %}
    .first_i(first),
{%- else %}
    .flit_index_i(flit_index_o),
{%- endif %}
    .lanes_i(s_axis_tdata[LANES*N-1:0]),
    .lanes_o(converted)
  );
  wire [LANES*N-1:0] sent = from_processor_i ? converted : s_axis_tdata[LANES*N-1:0];

  // The list stands after the other fields. On a link, unused lanes are zero, as those of other
  // copies, so only the length of a processor's list counts.
{%- for lane in c.frame.lane_fields %}
  assign listed_o[{{ lane.lane }}] = (used[{{ lane.lane }}] || !from_processor_i)
{%- for field in lane.fixed %} &&
      !({{ field.here_as("first", "flit_index_o") }}){% endfor %};
{%- endfor %}

  // Relative to this node: without the hop that was made. A destination of this copy lies over it;
  // zero is none, or in a long list the node before.
  wire is_list = !unicast_o && !multi_o;
  wire [LANES*N-1:0] relative, lanes;
  genvar p;
  generate
    for (p = 0; p < LANES; p = p + 1) begin : gen_lane
      wire [N-1:0] field = sent[p*N+:N];
      assign relative[p*N+:N] = field ^ own_dimension_i;
      assign lanes[p*N+:N] = !listed_o[p] ? field :
          is_list && used[p] ? relative[p*N+:N] : field & ~own_dimension_i;
    end
  endgenerate
  assign lanes_o = lanes;

  wire match;
{%- if c.options.checks_neighbours %}
  wire [N-1:0] neighbours;
  reg [N-1:0] neighbours_q;
{%- endif %}
  {{ c.prefix }}mhu_matching_checker u_matching_checker (
    .relative_i(relative),
    .valid_i(listed_o),
{%- if c.options.checks_neighbours %}
    .neighbours_o(neighbours),
{%- endif %}
    .match_o(match)
  );
  assign match_o = is_broadcast ? !from_processor_i : match || (!first && match_q);
{%- if c.options.checks_neighbours %}
  assign neighbours_o = first ? neighbours : neighbours | neighbours_q;
{%- endif %}

  // Source{% if c.options.fault_tolerant %} and Control are{% else %} is{% endif %} in this flit or came before.
  reg [N-1:0] source_q;
  wire source_here = {{ c.frame.source_place.here_as("first", "flit_index_o") }};
  assign source_o = source_here ? lanes[{{ c.frame.source_place.lane }}*N+:N] : source_q;
{%- if let Some(place) = c.frame.control_place %}
  reg [N-1:0] control_q;
  wire control_here = {{ place.here_as("first", "flit_index_o") }};
  assign control_o = control_here ? lanes[{{ place.lane }}*N+:N] : control_q;
{%- endif %}

  // What this flit means.
  wire refuse = from_processor_i && first && bad_count;
  wire truncated = from_processor_i && in_header && !refuse && s_axis_tlast && !header_end;
  wire header = in_header && !refuse && header_end;
{%- if c.frame.max_data == 0 %}
  wire oversize = from_processor_i && header && !s_axis_tlast;
{%- else %}
  reg [{{ c.frame.data_count_bits - 1 }}:0] data_left_q;
  wire oversize = from_processor_i && state_q == DATA && !s_axis_tlast &&
      data_left_q == {{ c.frame.data_count_bits }}'d1;
{%- endif %}
  wire finish = (header || state_q == DATA) && s_axis_tlast || oversize;
  wire bad = oversize || (s_axis_tlast && s_axis_tuser);

  assign header_o = accept && header;
  assign drop_o = accept && (refuse || truncated);
  assign complete_o = accept && finish;
  assign take_o = accept && in_header;
  assign write_o = accept && state_q != DISCARD;
  wire [W-1:0] flit;
  generate
    for (p = 0; p < LANES; p = p + 1) begin : gen_stored
      // Of a processor's header, unused lanes are zero.
      assign flit[p*N+:N] = !in_header ? s_axis_tdata[p*N+:N] :
          from_processor_i && !used[p] ? {N{1'b0}} : lanes[p*N+:N];
    end
  endgenerate
{%- if c.frame.lanes * c.topology.dimension < c.frame.width %}
  assign flit[W-1:LANES*N] = from_processor_i && in_header ? {(W-LANES*N){1'b0}} :
      s_axis_tdata[W-1:LANES*N];
{%- endif %}
  assign write_data_o =
      {in_header && header_end, in_header && multi_o, finish && bad, finish, flit};

  reg [ADDRESS-1:0] base;
  always @* begin
    case (slot_o)
{%- for base in c.buffers.bases %}
      {{ c.buffers.slot_bits }}'d{{ base.0 }}: base = {{ c.buffers.address_bits }}'d{{ base.1 }};
{%- endfor %}
      default: base = {ADDRESS{1'b0}};
    endcase
  end
  assign write_address_o = first ? base : address_q;
  assign fill_address_o = address_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= FIRST;
    end else if (accept) begin
      if (s_axis_tlast) state_q <= FIRST;
      else if (refuse || oversize) state_q <= DISCARD;
      else if (header) state_q <= DATA;
      else if (first) state_q <= HEADER;
    end
  end

  always @(posedge clk_i) begin
    if (accept && first) begin
      slot_q <= {s_class_i, second_slot};
      unicast_q <= unicast;
      multi_q <= multi_o;
      broadcast_q <= broadcast;
    end
    if (write_o) address_q <= write_address_o + {{ c.buffers.address_bits }}'d1;
    if (take_o) begin
      last_q <= left + (first ? {{ c.frame.position_bits }}'d{{ c.frame.first_step }} : {{ c.frame.position_bits }}'d{{ c.frame.next_step }});
      match_q <= match || (!first && match_q);
      source_q <= source_o;
{%- if c.options.fault_tolerant %}
      control_q <= control_o;
{%- endif %}
{%- if c.options.checks_neighbours %}
      neighbours_q <= neighbours_o;
{%- endif %}
    end
{%- if c.frame.max_data > 0 %}
    if (header_o) data_left_q <= {{ c.frame.data_count_bits }}'d{{ c.frame.max_data }};
    else if (accept) data_left_q <= data_left_q - {{ c.frame.data_count_bits }}'d1;
{%- endif %}
  end
{% if c.frame.counts_flits %}
  // Number of the header flit; it stops after the last one that can hold a row.
  reg [{{ c.frame.flit_index_bits - 1 }}:0] flit_index_q;
  assign flit_index_o = first ? {{ c.frame.flit_index_bits }}'d0 : flit_index_q;
  always @(posedge clk_i) begin
    if (take_o && flit_index_o != {{ c.frame.flit_index_bits }}'d{{ c.frame.row_flits }}) begin
      flit_index_q <= flit_index_o + {{ c.frame.flit_index_bits }}'d1;
    end else if (take_o) begin
      flit_index_q <= flit_index_o;
    end
  end
{% endif %}
  // One event a frame; the next frame waits until it is gone.
  always @(posedge clk_i) begin
    if (!rst_ni || (event_valid_o && event_ready_i)) event_q <= 2'd0;
    else if (accept && refuse) event_q <= 2'd1;
    else if (accept && truncated) event_q <= 2'd2;
    else if (accept && oversize) event_q <= 2'd3;
  end
  assign event_valid_o = event_q != 2'd0;
  assign event_code_o = event_q;
{%- if c.options.has_list %}

  // Lists take the broadcaster's way; neither flag of theirs is needed further on.
  wire unused_list = list;
{%- endif %}

`ifdef TEECAST_ASSERT
  integer a;
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A frame has one type, and is stored once.
      assert (!(multicast && broadcast) && !(bad_count && (multicast || broadcast)));
{%- if c.options.has_list %}
      assert (!(list && (multicast || broadcast || bad_count)));
{%- endif %}
      assert (!(header_o && drop_o));
      assert (!header_o || (take_o && write_o));
      assert (!complete_o || header_o || state_q == DATA);
      for (a = 0; a < LANES; a = a + 1) begin
        assert (!(listed_o[a] && relative[a*N+:N] == {N{1'b0}}) || match);
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
