{{ c.banner("Output port of a message handling unit: sends the copies of a message to the links.") }}
// Contract: asks for all wanted links of one message that have room, takes at one moment those
//   that are granted, sends each its own header, then the data to all of them in step. Links
//   that were not granted are asked for again later and served from the buffer. It never holds
//   a link while it waits for another.{% if c.has_list %} Long lists pass unchanged but for {% if c.ft %}Control{% else %}Source{% endif %}.{% endif %}
// Latency and state: two cycles from request to the link register; the header of the next
//   message is prepared while the data of this one leaves.
`default_nettype none

module {{ c.p }}mhu_output (
  input  wire clk_i,
  input  wire rst_ni,
{%- if !c.lan %}
  input  wire [{{ c.n - 1 }}:0] local_address_i,
  input  wire ascending_i,
{%- endif %}
  // Arriving message
  input  wire header_i,
  input  wire complete_i,
  input  wire [{{ c.slot_bits - 1 }}:0] slot_i,
  input  wire broadcast_i,
{%- if c.has_list %}
  input  wire multicast_i,
  input  wire [{{ c.list_bits - 1 }}:0] count_i,
{%- endif %}
  input  wire [{{ c.n - 1 }}:0] source_i,
  input  wire no_data_i,
  input  wire bad_i,
  input  wire [{{ c.address_bits - 1 }}:0] write_address_i,
  input  wire [{{ c.address_bits - 1 }}:0] fill_address_i,
  // Decided branches
  input  wire branch_write_i,
  input  wire [{{ c.slot_bits - 1 }}:0] branch_slot_i,
  input  wire [{{ c.n - 1 }}:0] branch_dimension_i,
  input  wire [{{ c.payload - 1 }}:0] branch_payload_i,
  input  wire only_branch_i,
  input  wire [{{ c.slots * c.n - 1 }}:0] want_i,
  input  wire [{{ c.slots - 1 }}:0] decided_i,
  input  wire [{{ c.slot_codes - 1 }}:0] complete_slots_i,
  output wire [{{ c.n - 1 }}:0] taken_o,
  output wire [{{ c.slot_bits - 1 }}:0] taken_slot_o,
  output wire active_o,
  output wire [{{ c.slot_bits - 1 }}:0] active_slot_o,
  // Store and data buffer
  output wire [{{ c.slot_bits - 1 }}:0] rows_slot_o,
  input  wire [{{ c.m * c.n - 1 }}:0] rows_i,
  output wire read_o,
  output wire [{{ c.address_bits - 1 }}:0] read_address_o,
  input  wire [{{ c.w }}:0] read_data_i,
  // Output gateways of the links
  input  wire [{{ c.n - 1 }}:0] idle_i,
  input  wire [{{ c.n * c.classes - 1 }}:0] room_i,
  output wire [{{ c.n - 1 }}:0] request_o,
  output wire [{{ c.n * c.class_bits - 1 }}:0] class_o,
  input  wire [{{ c.n - 1 }}:0] grant_i,
  input  wire [{{ c.n - 1 }}:0] ready_i,
  output wire [{{ c.n - 1 }}:0] transfer_o,
  output wire [{{ c.w - 1 }}:0] data_o,
  output wire last_o,
  output wire bad_o,
  output wire first_o
);
  localparam N = {{ c.n }};
  localparam M = {{ c.m }};
  localparam W = {{ c.w }};
  localparam SLOTS = {{ c.slots }};
  localparam LANES = {{ c.lanes }};
  localparam FIELDS = {{ c.entries }};
  localparam ADDRESS = {{ c.address_bits }};
  localparam FIRST = 0;
  localparam LAST = {{ c.slot_codes - 1 }};
  localparam HIGHEST = {{ c.branch_depth - 1 }};

  // What the header said, for each slot.
  reg [N+1:0] info_q [FIRST:LAST];
{%- if c.has_list %}
  reg [{{ c.list_bits + 1 }}:0] kind_q [FIRST:LAST];
{%- else %}
  reg kind_q [FIRST:LAST];
{%- endif %}
  reg [ADDRESS-1:0] start_q [FIRST:LAST];
  reg [ADDRESS-1:0] end_q [FIRST:LAST];
  reg [{{ c.payload - 1 }}:0] branches_q [FIRST:HIGHEST];

  always @(posedge clk_i) begin
    if (header_i) begin
      info_q[slot_i] <= {source_i, bad_i, no_data_i};
      kind_q[slot_i] <= {% if c.has_list %}{count_i, !multicast_i && !broadcast_i, broadcast_i}{% else %}broadcast_i{% endif %};
      start_q[slot_i] <= write_address_i + {{ c.address_bits }}'d1;
    end
    if (complete_i) end_q[slot_i] <= write_address_i;
  end

  // Job: the copies that leave now. Packer (pack_*): the header that leaves or is prepared.
  reg active_q;
  reg [{{ c.slot_bits - 1 }}:0] slot_q;
  reg [N-1:0] targets_q, headers_q;
  reg [ADDRESS-1:0] address_q;
  reg no_data_q;
  reg pack_valid_q, pack_first_q;
  reg [{{ c.slot_bits - 1 }}:0] pack_slot_q;
  reg [N-1:0] pack_dimension_q, pack_want_q;
  reg [FIELDS-1:0] pack_select_q;
  reg [N-1:0] pack_count_q;
{%- if c.ft %}
  reg [N-1:0] pack_control_q;
{%- endif %}
{%- if c.has_list %}
  reg pack_list_q;
  reg [{{ c.field_count_bits - 1 }}:0] pack_left_q;
  reg [ADDRESS-1:0] pack_address_q;
{%- endif %}
  reg [{{ c.slot_bits - 1 }}:0] next_q;
  // Flit that leaves.
  reg valid_q, header_q, first_q, last_q, bad_q;
  reg [N-1:0] to_q;
  reg [LANES*N-1:0] lanes_q;
{%- if c.has_list %}
  reg [LANES-1:0] keep_q;
{%- endif %}

  // Links with room for the message in the packer, and open links for the one that comes next,
  // in the class of their next hop.
  wire [N-1:0] fits, open;
  wire [{{ c.slot_bits - 2 }}:0] pack_class = pack_slot_q[{{ c.slot_bits - 1 }}:1];
  wire [{{ c.slot_bits - 2 }}:0] next_class = next_q[{{ c.slot_bits - 1 }}:1];
  genvar d, s, p;
  generate
    for (d = 0; d < N; d = d + 1) begin : gen_link
      wire [{{ c.classes - 1 }}:0] room = room_i[d*{{ c.classes }}+:{{ c.classes }}];
{%- if c.lan || c.classes == 1 %}
      assign class_o[d*{{ c.class_bits }}+:{{ c.class_bits }}] = {{ c.class_bits }}'d0;
{%- if c.lan %}
      wire [{{ c.class_bits - 1 }}:0] next_hop = next_class;
      wire [{{ c.class_bits - 1 }}:0] pack_hop = pack_class;
{%- else %}
      wire turns = ascending_i && local_address_i[d];
      wire [{{ c.class_bits - 1 }}:0] next_hop = next_class | turns;
      wire [{{ c.class_bits - 1 }}:0] pack_hop = pack_class | turns;
{%- endif %}
{%- else %}
      // A turn from ascending to descending costs a class.
      wire turns = ascending_i && local_address_i[d];
      wire [{{ c.class_bits - 1 }}:0] next_hop = next_class + {{ c.extend("turns", 1, c.class_bits) }};
      wire [{{ c.class_bits - 1 }}:0] pack_hop = pack_class + {{ c.extend("turns", 1, c.class_bits) }};
      assign class_o[d*{{ c.class_bits }}+:{{ c.class_bits }}] = pack_hop;
{%- endif %}
      reg next_room, pack_room;
      integer k;
      always @* begin
        next_room = 1'b0;
        pack_room = 1'b0;
        for (k = 0; k < {{ c.classes }}; k = k + 1) begin
          if (next_hop == k[{{ c.class_bits - 1 }}:0]) next_room = next_room | room[k];
          if (pack_hop == k[{{ c.class_bits - 1 }}:0]) pack_room = pack_room | room[k];
        end
      end
      assign open[d] = next_room && idle_i[d];
      assign fits[d] = pack_room;
    end
  endgenerate

  // Which message next: stay with one that can go, else look at the next one that waits.
  wire [SLOTS-1:0] waiting, later, pool, pick;
  generate
    for (s = 0; s < SLOTS; s = s + 1) begin : gen_slot
      localparam [{{ c.slot_bits - 1 }}:0] SLOT = s;
      // Branches are offered when all are decided, so that the copies leave together.
      assign waiting[s] = decided_i[s] && (|want_i[s*N+:N]);
      if (s == 0) begin : gen_first
        assign later[s] = 1'b0;
      end else begin : gen_later
        assign later[s] = SLOT > next_q;
      end
    end
  endgenerate
  assign pool = (|(waiting & later)) ? waiting & later : waiting;
  {{ c.p }}lowest_one #(
    .WIDTH(SLOTS)
  ) u_pick (
    .bits_i(pool),
    .lowest_o(pick)
  );

  reg [{{ c.slot_bits - 1 }}:0] pick_index;
  reg next_waiting;
  reg [N-1:0] next_want;
  integer t;
  always @* begin
    pick_index = {{ c.slot_bits }}'d0;
    next_waiting = 1'b0;
    next_want = {N{1'b0}};
    for (t = 0; t < SLOTS; t = t + 1) begin
      if (pick[t]) pick_index = pick_index | t[{{ c.slot_bits - 1 }}:0];
      if (next_q == t[{{ c.slot_bits - 1 }}:0]) begin
        next_waiting = next_waiting | waiting[t];
        next_want = next_want | want_i[t*N+:N];
      end
    end
  end
  wire [N-1:0] next_open = next_want & open;
  wire next_able = next_waiting && (|next_open);

  // Requests: only when a granted message could start in the next cycle.
  wire advance = &(ready_i | ~to_q);
  wire issue_ready = !valid_q || advance;
  wire asking = !active_q && pack_valid_q && issue_ready;
  assign request_o = asking ? pack_want_q & fits : {N{1'b0}};
  assign taken_o = grant_i;
  assign taken_slot_o = pack_slot_q;
  wire granted = |grant_i;
  wire starts = |(grant_i & pack_dimension_q);

  // Header flit.
  assign rows_slot_o = pack_slot_q;
  wire [N+1:0] info = info_q[pack_slot_q];
  wire no_data = info[0];
  wire [N-1:0] source = info[N+1:2];
  wire [LANES*N-1:0] lanes;
  wire [FIELDS-1:0] pack_rest;
  {{ c.p }}mhu_packer u_packer (
    .select_i(pack_select_q),
{%- if c.has_list %}
    .list_i(pack_list_q),
    .fields_i(pack_left_q),
{%- endif %}
    .count_i(pack_count_q),
    .rows_i(rows_i),
{%- if c.ft %}
    .control_i(pack_control_q),
{%- endif %}
    .source_i(source),
    .lanes_o(lanes),
    .left_o(pack_rest)
  );
{%- if c.has_list %}
  wire pack_end = pack_list_q ? pack_left_q <= {{ c.field_count_bits }}'d{{ c.lanes }} : pack_rest == {FIELDS{1'b0}};
{%- else %}
  wire pack_end = pack_rest == {FIELDS{1'b0}};
{%- endif %}
{%- if c.has_list %}
  wire [LANES-1:0] keep;
{%- for lane in c.keep_lanes %}
  assign keep[{{ lane.0 }}] = pack_list_q && {{ lane.1 }};
{%- endfor %}
{%- endif %}

  // Steps of the job.
  wire in_headers = active_q && headers_q != {N{1'b0}};
  wire header_step = in_headers ? pack_valid_q && issue_ready : starts;
  wire header_done = header_step && pack_end;
  wire [N-1:0] headers_left = (in_headers ? headers_q : grant_i) &
      ~(header_done ? pack_dimension_q : {N{1'b0}});
  wire complete = complete_slots_i[slot_q];
  wire data_step = active_q && !in_headers && issue_ready &&
      (complete || address_q != fill_address_i);
  wire data_last = complete && address_q == end_q[slot_q];

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
    end else if (in_headers || granted) begin
      active_q <= headers_left != {N{1'b0}} || !(in_headers ? no_data_q : no_data);
    end else if (data_step && data_last) begin
      active_q <= 1'b0;
    end
  end

  always @(posedge clk_i) begin
    if (in_headers || granted) headers_q <= headers_left;
    if (granted) begin
      slot_q <= pack_slot_q;
      targets_q <= grant_i;
      no_data_q <= no_data;
      address_q <= start_q[pack_slot_q];
    end else if (data_step) begin
      address_q <= address_q + {{ c.address_bits }}'d1;
    end
  end

  // The next header: of this job while some are left, else of the message that comes next.
  wire [N-1:0] next_choice = (|next_open) ? next_open : next_want;
  wire job_load = in_headers && (!pack_valid_q || header_done);
  wire [N-1:0] load_pool = in_headers ? headers_left : next_choice;
  wire [N-1:0] load_dimension;
  {{ c.p }}lowest_one #(
    .WIDTH(N)
  ) u_load_dimension (
    .bits_i(load_pool),
    .lowest_o(load_dimension)
  );
  wire [{{ c.slot_bits - 1 }}:0] load_slot = in_headers ? slot_q : next_q;
  wire bypass = only_branch_i && !active_q && !pack_valid_q && waiting == {SLOTS{1'b0}};
  wire hold = (in_headers && !job_load) || (starts && !pack_end);

  reg [{{ c.dimension_bits - 1 }}:0] load_index, write_index;
  integer b;
  always @* begin
    load_index = {{ c.dimension_bits }}'d0;
    write_index = {{ c.dimension_bits }}'d0;
    for (b = 0; b < N; b = b + 1) begin
      if (load_dimension[b]) load_index = load_index | b[{{ c.dimension_bits - 1 }}:0];
      if (branch_dimension_i[b]) write_index = write_index | b[{{ c.dimension_bits - 1 }}:0];
    end
  end
  always @(posedge clk_i) begin
    if (branch_write_i) branches_q[{branch_slot_i, write_index}] <= branch_payload_i;
  end
  wire [{{ c.payload - 1 }}:0] stored = branches_q[{load_slot, load_index}];
  wire [{{ c.payload - 1 }}:0] payload = bypass ? branch_payload_i : stored;
  wire [{{ c.slot_bits - 1 }}:0] payload_slot = bypass ? branch_slot_i : load_slot;
{%- if c.has_list %}
  wire [{{ c.list_bits + 1 }}:0] load_kind = kind_q[load_slot];
  wire load_broadcast = load_kind[0] && !bypass;
  wire load_list = load_kind[1] && !bypass;
{%- else %}
  wire load_broadcast = kind_q[load_slot] && !bypass;
{%- endif %}
  wire load_rows = {% if c.has_list %}!load_broadcast && !load_list{% else %}!load_broadcast{% endif %};

  reg [{{ c.count_bits - 1 }}:0] rows_count;
  integer r;
  always @* begin
    rows_count = {{ c.count_bits }}'d0;
    for (r = 0; r < M; r = r + 1) begin
      rows_count = rows_count + {{ c.extend("stored[r]", 1, c.count_bits) }};
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      pack_valid_q <= 1'b0;
    end else if (!hold) begin
      pack_valid_q <= bypass || (in_headers ? load_pool != {N{1'b0}} :
          !granted && next_waiting);
    end
  end

  always @(posedge clk_i) begin
    if (!hold) begin
      pack_first_q <= 1'b1;
      pack_slot_q <= payload_slot;
      pack_want_q <= bypass ? branch_dimension_i : next_want;
      pack_dimension_q <= bypass ? branch_dimension_i : load_dimension;
      pack_select_q <= { {{ c.trailer }}'d{{ c.trailer_ones }}, load_rows ? payload[M-1:0] : {M{1'b0}}, 1'b1};
      pack_count_q <= bypass ? {{ c.n }}'d1 : load_broadcast ? {N{1'b1}} : {{ c.extend("rows_count", c.count_bits, c.n) }};
{%- if c.ft %}
      pack_control_q <= load_rows ? {N{1'b1}} : payload[N-1:0];
{%- endif %}
    end else if (header_step) begin
      pack_first_q <= 1'b0;
      pack_select_q <= pack_rest;
    end
{%- if c.has_list %}
    if (!hold) begin
      pack_list_q <= load_list;
      pack_left_q <= {{ c.extend(c.load_count, c.list_bits, c.field_count_bits) }} + {{ c.field_count_bits }}'d{{ 1 + c.trailer }};
      pack_address_q <= base;
    end else if (header_step) begin
      pack_left_q <= pack_left_q - {{ c.field_count_bits }}'d{{ c.lanes }};
      pack_address_q <= pack_address_q + {{ c.address_bits }}'d1;
    end
{%- endif %}
  end
{% if c.has_list %}
  reg [ADDRESS-1:0] base;
  always @* begin
    case (load_slot)
{%- for base in c.bases %}
      {{ c.slot_bits }}'d{{ base.0 }}: base = {{ c.address_bits }}'d{{ base.1 }};
{%- endfor %}
      default: base = {ADDRESS{1'b0}};
    endcase
  end
{% endif %}
  always @(posedge clk_i) begin
    if (!rst_ni) next_q <= {{ c.slot_bits }}'d0;
    else if (bypass) next_q <= branch_slot_i;
    else if ((|waiting) && (granted || !next_able)) next_q <= pick_index;
  end

  // Flit that leaves.
  assign read_o = {% if c.has_list %}header_step || {% endif %}data_step;
  assign read_address_o = {% if c.has_list %}data_step ? address_q : pack_address_q{% else %}address_q{% endif %};

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      to_q <= {N{1'b0}};
    end else if (issue_ready) begin
      valid_q <= header_step || data_step;
      to_q <= data_step ? targets_q : header_step ? pack_dimension_q : {N{1'b0}};
    end
  end

  always @(posedge clk_i) begin
    if (issue_ready) begin
      header_q <= header_step;
      first_q <= header_step && pack_first_q;
      last_q <= header_step ? pack_end && no_data : data_last;
      bad_q <= info[1];
      lanes_q <= lanes;
{%- if c.has_list %}
      keep_q <= keep;
{%- endif %}
    end
  end

  generate
    for (p = 0; p < LANES; p = p + 1) begin : gen_lane
{%- if c.has_list %}
      assign data_o[p*N+:N] =
          header_q && !keep_q[p] ? lanes_q[p*N+:N] : read_data_i[p*N+:N];
{%- else %}
      assign data_o[p*N+:N] = header_q ? lanes_q[p*N+:N] : read_data_i[p*N+:N];
{%- endif %}
    end
{%- if c.lanes * c.n < c.w %}
    if (LANES * N < W) begin : gen_rest
      assign data_o[W-1:LANES*N] = header_q ? {(W-LANES*N){1'b0}} : read_data_i[W-1:LANES*N];
    end
{%- endif %}
  endgenerate
  assign transfer_o = valid_q && advance ? to_q : {N{1'b0}};
  assign first_o = first_q;
  assign last_o = last_q;
  assign bad_o = last_q && (header_q ? bad_q : read_data_i[W]);
  assign active_o = active_q;
  assign active_slot_o = slot_q;
endmodule

`default_nettype wire
