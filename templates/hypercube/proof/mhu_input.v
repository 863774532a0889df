<{ c.banner("Property: how mhu_input takes frames.") }>
// Contract: failed_o = 0 in every cycle after a reset, for any frames of a processor, and for frames of
//   a link that are whole: one is taken when a slot of its class is free, into that slot, each flit
//   once, as it comes, and in its place, which never lies outside the slot. The header is stored and
//   comes out in the form of the links, relative to this node; of a processor's, flits that have
//   nothing of this form are not stored. A processor's bad count or header cut short hands the slot
//   back, too much data ends the frame there, marked; each raises one event, and none while another
//   one waits.
`default_nettype none

module proof_mhu_input (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
  input  wire from_processor_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] own_dimension_i,
  input  wire [<{ c.frame.width - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  input  wire [<{ c.buffers.side_bits - 1 }>:0] s_side_i,
  input  wire [<{ c.buffers.slots - 1 }>:0] used_i,
  input  wire decision_ready_i,
  input  wire event_ready_i,
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam W = <{ c.frame.width }>;
  localparam LANES = <{ c.frame.lanes }>;
  localparam TRAILER = <% if c.options.fault_tolerant %>2<% else %>1<% endif %>;
  localparam DATA = <{ c.frame.max_data }>;
  localparam CLASS = <{ c.buffers.class_bits }>;
  localparam CLASSES = <{ c.buffers.classes }>;
  localparam SLOT_FLITS = <{ c.buffers.bases[1].1 }>;

  wire ready, first, header, drop, filling, unicast, multi, shortens, match, matched, header_flit, write;
  wire ending, ending_bad, event_valid;
  wire [<{ c.buffers.slot_bits - 1 }>:0] fill_slot;
  wire [<{ c.buffers.slot_bits - 1 }>:0] slot;
  wire [N-1:0] source;
  wire [LANES*N-1:0] lanes;
  wire [<{ c.buffers.address_bits - 1 }>:0] place, fill;
  wire [<{ c.buffers.word_bits - 1 }>:0] data;
  wire [1:0] event_code;
<%- if c.frame.counts_flits %>
  wire [<{ c.frame.flit_index_bits - 1 }>:0] index;
  wire [<{ c.frame.tail_bits - 1 }>:0] tail;
<%- endif %>
<%- if c.options.fault_tolerant %>
  wire [N-1:0] control;
<%- else %>
  wire [N-1:0] source_here;
<%- endif %>
<%- if c.options.checks_neighbours %>
  wire broadcast;
  wire [N-1:0] neighbours;
<%- endif %>
  // In a reset the contracts see zeros, not what is unknown.
  wire [W-1:0] offered = rst_ni ? s_axis_tdata : {W{1'b0}};
  <{ c.prefix }>mhu_input u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
    .from_processor_i(from_processor_i),
    .own_dimension_i(own_dimension_i),
    .s_axis_tdata(offered),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(ready),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser),
    .s_side_i(s_side_i),
    .used_i(used_i),
    .decision_ready_i(decision_ready_i),
    .first_o(first),
    .header_o(header),
    .drop_o(drop),
    .filling_o(filling),
    .slot_o(slot),
    .fill_slot_o(fill_slot),
    .unicast_o(unicast),
    .multi_o(multi),
<%- if c.options.checks_neighbours %>
    .broadcast_o(broadcast),
<%- endif %>
    .shortens_o(shortens),
<%- if c.frame.counts_flits %>
    .tail_o(tail),
<%- endif %>
    .ending_o(ending),
    .ending_bad_o(ending_bad),
    .match_o(match),
    .matched_o(matched),
<%- if c.options.checks_neighbours %>
    .neighbours_o(neighbours),
<%- endif %>
<%- if c.options.fault_tolerant %>
    .control_o(control),
<%- endif %>
<%- if !c.options.fault_tolerant %>
    .source_here_o(source_here),
<%- endif %>
    .source_o(source),
    .header_flit_o(header_flit),
    .lanes_o(lanes),
<%- if c.frame.counts_flits %>
    .flit_index_o(index),
<%- endif %>
    .write_o(write),
    .write_address_o(place),
    .fill_address_o(fill),
    .write_data_o(data),
    .event_valid_o(event_valid),
    .event_code_o(event_code),
    .event_ready_i(event_ready_i)
  );

  // The frame so far: header flits, data flits that still fit, what its first flit said.
  localparam [1:0] FRESH = 2'd0, IN_HEADER = 2'd1, IN_DATA = 2'd2, GONE = 2'd3;
  reg [1:0] phase_q, event_q;
  reg [<{ c.buffers.slot_bits - 1 }>:0] slot_q;
  reg [N-1:0] count_q, source_q, control_q, neighbours_q, before_q;
  // Header flits that came, and those that are stored.
  reg [<{ c.frame.position_bits + 1 }>:0] flits_q, kept_q;
  reg [<{ c.buffers.address_bits }>:0] fits_q;
  reg [1:0] kind_q;
  reg matches_q, seen_q;
  wire fresh = phase_q == FRESH;
  wire heading = fresh || phase_q == IN_HEADER;
  wire [N-1:0] k = fresh ? s_axis_tdata[N-1:0] : count_q;
  wire all_counted = k == {N{1'b1}};
  wire bad_count = k == 0 || (k > <{ c.frame.max_list }> && !all_counted);

  // The kind of the message: from k, or from the side band.
  wire [CLASS-1:0] class_in = s_side_i[CLASS-1:0];
  wire [1:0] kind = !from_processor_i ? s_side_i[CLASS+:2] : all_counted ? 2'd3 :
      k > <{ c.frame.rows }> ? 2'd2 : k > 1 ? 2'd1 : 2'd0;
  wire to_one = kind == 2'd0;
  wire to_few = kind == 2'd1;
  wire to_many = kind == 2'd2;
  wire to_all = kind == 2'd3;
  wire steered = <% if c.options.fault_tolerant %>kind[1]<% else %>1'b0<% endif %>;

  // The slot: the first free one of the two of the class.
  wire both = used_i[2*class_in] && used_i[2*class_in+1];
  wire [<{ c.buffers.slot_bits - 1 }>:0] own = fresh ? {class_in, used_i[2*class_in]} : slot_q;
  wire takes = s_axis_tvalid && (!fresh ||
      (class_in < CLASSES && !both && decision_ready_i && event_q == 2'd0));

  // Fields by their numbers: Source, <% if c.options.fault_tolerant %>Control where there is one, <% endif %>destinations up to the one in lane
  // at. A processor's come after k and before what is left over, and a Control makes them move up.
  wire [(LANES+1)*N-1:0] came = {s_axis_tdata[LANES*N-1:0], before_q};
  integer number, at, end_at, p, j, q, g, last_kept;
  reg whole, kept, closes, here;
  reg [N-1:0] near, field, told_control, told_source;
  reg [LANES-1:0] names;
  reg [LANES*N-1:0] stored;
  always @* begin
    number = fresh ? 0 : flits_q;
    end_at = (all_counted ? 0 : k) + TRAILER - number * LANES;
    at = from_processor_i ? (all_counted ? 0 : k) + steered - number * LANES : LANES - 1;
    whole = from_processor_i ? end_at < LANES : s_side_i[CLASS+2];
    kept = fresh || at >= 0;
    closes = from_processor_i ? at < LANES : s_side_i[CLASS+2];
    last_kept = kept ? number : kept_q - 1;
    here = 1'b0;
    near = {N{1'b0}};
    told_source = source_q;
    told_control = control_q;
    names = {LANES{1'b0}};
    for (p = 0; p < LANES; p = p + 1) begin
      g = number * LANES + p;
      field = s_axis_tdata[p*N+:N];
      if (from_processor_i) begin
        field = (steered ? came[p*N+:N] : field) ^ local_address_i;
        if (g == 0) field = local_address_i;
        if (g == 1 && steered) field = {N{1'b1}};
        if (p > at) field = {N{1'b0}};
      end
      if (g == 0) told_source = field;
      if (g == 1 && TRAILER == 2) told_control = field;
      if (g > steered && p <= at) begin
        names[p] = 1'b1;
        if (field == own_dimension_i) here = 1'b1;
        for (j = 0; j < N; j = j + 1) begin
          if ((field ^ own_dimension_i) == <{ c.topology.dimension }>'d1 << j) near[j] = 1'b1;
        end
        if (to_many) field = field ^ own_dimension_i;
        else field = field & ~own_dimension_i;
      end
      stored[p*N+:N] = field;
    end
  end

  wire refuses = takes && fresh && bad_count && from_processor_i;
  wire cuts = takes && heading && !refuses && s_axis_tlast && !whole;
  wire begins = takes && heading && !refuses && whole;
  wire spills = <% if c.frame.max_data == 0 %>begins<% else %>takes && phase_q == IN_DATA && fits_q == 1<% endif %> && !s_axis_tlast;
  wire ends = spills || ((begins || (takes && phase_q == IN_DATA)) && s_axis_tlast);
  wire spoilt = ends && (spills || s_axis_tuser);
  wire [<{ c.buffers.address_bits + 1 }>:0] offset = fresh ? 0 : kept_q + (phase_q == IN_DATA ? DATA - fits_q : 0);
  wire stores = takes && phase_q != GONE && !(heading && !kept);
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
      before_q <= came[LANES*N+:N];
      kind_q <= kind;
      if (heading) flits_q <= fresh ? 1 : flits_q + 1;
      if (heading && kept) begin
        kept_q <= fresh ? 1 : kept_q + 1;
        source_q <= told_source;
        control_q <= told_control;
        matches_q <= here || (!fresh && matches_q);
        neighbours_q <= near | (fresh ? {N{1'b0}} : neighbours_q);
      end
      fits_q <= begins ? DATA : fits_q - 1;
    end
    seen_q <= rst_ni && (seen_q || (takes && fresh));
    if (!rst_ni || (event_q != 2'd0 && event_ready_i)) event_q <= 2'd0;
    else if (refuses) event_q <= 2'd1;
    else if (cuts) event_q <= 2'd2;
    else if (spills) event_q <= 2'd3;
  end

  reg bad;
  always @* begin
    bad = (s_axis_tvalid && ready) != takes || first != (takes && fresh);
    if (header != begins || drop != (refuses || cuts)) bad = 1'b1;
    if (filling != (phase_q == IN_DATA) || (phase_q != FRESH && fill_slot != slot_q)) bad = 1'b1;
    if (header_flit != (takes && heading && kept) || write != stores) bad = 1'b1;
    // Where the frame is, also between two flits.
    if (phase_q == IN_HEADER && from_processor_i && end_at < 0) bad = 1'b1;
    if (phase_q == IN_HEADER && fill != slot_q * SLOT_FLITS + offset) bad = 1'b1;
    if (phase_q == IN_DATA && fill != slot_q * SLOT_FLITS + offset) bad = 1'b1;
    if (phase_q == IN_DATA && offset >= <{ c.frame.message_flits }>) bad = 1'b1;
    if (takes && fresh && used_i[slot]) bad = 1'b1;
    if (takes && slot != own) bad = 1'b1;
    if (write && place != own * SLOT_FLITS + offset) bad = 1'b1;
    if (write && offset >= <{ c.frame.message_flits }>) bad = 1'b1;
    // The flit, and what is kept with it.
    if (write && !refuses) begin
      if (data[W+3:W] != {heading ? kind : 2'd0, ends ? spoilt : heading && closes, ends}) bad = 1'b1;
      if (data[LANES*N-1:0] != (heading ? stored : s_axis_tdata[LANES*N-1:0])) bad = 1'b1;
<%- if c.frame.lanes * c.topology.dimension < c.frame.width %>
      if (heading && from_processor_i) begin
        if (data[W-1:LANES*N] != {(W-LANES*N){1'b0}}) bad = 1'b1;
      end else if (data[W-1:LANES*N] != s_axis_tdata[W-1:LANES*N]) begin
        bad = 1'b1;
      end
<%- endif %>
    end
    if (header_flit && !refuses) begin
      if (lanes != stored || unicast != to_one || multi != to_few) bad = 1'b1;
<%- if c.frame.counts_flits %>
      if (index != (number < <{ c.frame.row_flits }> ? number : <{ c.frame.row_flits }>)) bad = 1'b1;
<%- endif %>
<%- if c.options.checks_neighbours %>
      if (broadcast != to_all) bad = 1'b1;
<%- endif %>
    end
    // What stays until the next first flit.
    if (seen_q && (source != source_q || matched != matches_q)) bad = 1'b1;
    if (begins) begin
      if (ending != (!kept && ends) || (ending && ending_bad != spoilt)) bad = 1'b1;
      // No router makes the header of a multicast longer than its destinations need.
      if (to_few && last_kept < <{ c.frame.row_flits }>) begin
        if (shortens != !(last_kept > <{ c.frame.near_flit }> && ends)) bad = 1'b1;
<%- if c.frame.counts_flits %>
        if (tail != (ends ? 0 : last_kept)) bad = 1'b1;
<%- endif %>
      end
    end
    if (begins) begin
      if (match != (to_all ? !from_processor_i : here || (!fresh && matches_q))) bad = 1'b1;
<%- if c.options.checks_neighbours %>
      // The node before may be among those of a link.
      if (((neighbours ^ (near | (fresh ? {N{1'b0}} : neighbours_q))) &
          ~(from_processor_i ? {N{1'b0}} : own_dimension_i)) != {N{1'b0}}) bad = 1'b1;
<%- endif %>
<%- if c.options.fault_tolerant %>
      if (steered && control != told_control) bad = 1'b1;
<%- endif %>
<%- if !c.options.fault_tolerant %>
      if (source_here != told_source) bad = 1'b1;
<%- endif %>
    end
    if (event_valid != (event_q != 2'd0) || event_code != event_q) bad = 1'b1;
    // None takes the place of one that waits.
    if (event_q != 2'd0 && (refuses || cuts || spills)) bad = 1'b1;
  end
  reg begun_q, from_q;
  initial begun_q = 1'b0;
  // A channel is a processor's or a link; the other router sends whole frames of the size that fits,
  // with one kind, and with a Control where that has one.
  wire legal = (!begun_q || from_processor_i == from_q) && (from_processor_i ||
      !(cuts || spills || (takes && heading && number >= <{ c.frame.message_flits - c.frame.max_data }>) ||
      (takes && heading && !fresh && kind != kind_q) ||
      (takes && fresh && steered && whole && LANES == 1) || own_dimension_i == {N{1'b0}}));
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    from_q <= from_processor_i;
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && legal && bad || SLOT_FLITS < <{ c.frame.message_flits }>;
endmodule

`default_nettype wire
