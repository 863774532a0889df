<{ c.banner("Property: how harts_sender sends the copies of a stored packet.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds, while faults
//   do not change, grants answer requests<% if c.options.bus %>, a bus slot is announced one cycle before<% endif %>, and the slot
//   that is offered is visited. A visit to a packet requests one direction that still needs a copy,
//   whose link was idle and has room in the class of the copy. Each grant leads to one copy: the
//   header that the copy must have on that link, its data in order, each flit read once, a last
//   flit, which says whether it is bad; nothing moves without a grant. A packet is dropped once, when
//   none of its copies is missing, not in the cycle after another, and with whether it is also to be
//   delivered; an event reports that no direction was healthy.
`default_nettype none

module proof_harts_sender (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [5:0] faulty_i,
  input  wire store_i,
  input  wire [<{ c.buffers.link_slot_bits - 1 }>:0] store_slot_i,
  input  wire [2:0] origin_i,
  input  wire [<{ c.frame.word_bits - 1 }>:0] word_i,
  input  wire bad_i,
  input  wire [<{ c.frame.offset_bits - 1 }>:0] length_i,
  input  wire [5:0] idle_i,
  input  wire [<{ 6 * c.buffers.classes - 1 }>:0] room_i,
  input  wire [5:0] grant_i,
<%- if c.options.bus %>
  input  wire tick_i,
  input  wire early_tick_i,
<%- endif %>
  input  wire [<{ c.frame.width - 1 }>:0] read_data_i,
  output wire failed_o
);
  localparam W = <{ c.frame.width }>;
  localparam WORD = <{ c.frame.word_bits }>;
  localparam ENTRY = <{ c.frame.expected_bits }>;
  localparam CLASS = <{ c.buffers.class_bits }>;
  localparam CLASSES = <{ c.buffers.classes }>;
  localparam SLOT = <{ c.buffers.link_slot_bits }>;
  localparam [ENTRY-1:0] FIRST = <{ c.frame.expected_bits }>'d<{ c.frame.first_header }>;
<%- if !c.options.bus %>
  wire tick_i = 1'b1;
  wire early_tick_i = 1'b1;
<%- endif %>

  wire lookup, drop, delivers, unroutable, move, last, marked, read;
  wire [SLOT-1:0] lookup_slot, slot;
  wire [<{ c.buffers.class_bits - 1 }>:0] class;
  wire [5:0] waits, request;
  wire [W-1:0] data;
  wire [<{ c.frame.offset_bits - 1 }>:0] read_offset;
  <{ c.prefix }>harts_sender #(
    .SLOT(SLOT)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .store_i(store_i),
    .store_slot_i(store_slot_i),
    .lookup_o(lookup),
    .lookup_slot_o(lookup_slot),
    .slot_o(slot),
    .origin_i(origin_i),
    .word_i(word_i),
    .bad_i(bad_i),
    .length_i(length_i),
    .drop_o(drop),
    .delivers_o(delivers),
    .unroutable_o(unroutable),
    .idle_i(idle_i),
    .room_i(room_i),
    .wait_o(waits),
    .request_o(request),
    .class_o(class),
    .grant_i(grant_i),
<%- if c.options.bus %>
    .tick_i(tick_i),
    .early_tick_i(early_tick_i),
<%- endif %>
    .move_o(move),
    .data_o(data),
    .last_o(last),
    .bad_o(marked),
    .read_o(read),
    .read_offset_o(read_offset),
    .read_data_i(read_data_i)
  );

  // Who is next, any one, and who comes after all others.
  (* keep *)
  wire queue_clk_i, queue_rst_ni, queue_push_i, queue_full_o, queue_valid_o, queue_pop_i;
  (* keep *)
  wire [SLOT+5:0] queue_data_i, queue_data_o;
  connect queue_clk_i = u_dut.u_queue.clk_i;
  connect queue_rst_ni = u_dut.u_queue.rst_ni;
  connect queue_push_i = u_dut.u_queue.push_i;
  connect queue_data_i = u_dut.u_queue.data_i;
  connect queue_full_o = u_dut.u_queue.full_o;
  connect queue_valid_o = u_dut.u_queue.valid_o;
  connect queue_data_o = u_dut.u_queue.data_o;
  connect queue_pop_i = u_dut.u_queue.pop_i;
  wire [SLOT-1:0] next_slot = queue_data_o[SLOT-1:0];
  reg [SLOT-1:0] slot_q;
  always @(posedge clk_i) begin
    if (queue_pop_i) slot_q <= next_slot;
  end

  // The packet of the last visit, in the registers of the sender, and what they must have.
  (* keep *)
  wire [2:0] origin_q;
  (* keep *)
  wire [WORD-1:0] word_q;
  (* keep *)
  wire bad_q;
  (* keep *)
  wire [<{ c.frame.offset_bits - 1 }>:0] length_q;
  (* keep *)
  wire [5:0] sent_q;
  connect origin_q = u_dut.origin_q;
  connect word_q = u_dut.word_q;
  connect bad_q = u_dut.bad_q;
  connect length_q = u_dut.length_q;
  connect sent_q = u_dut.sent_q;
  reg [2:0] then_origin_q;
  reg [WORD-1:0] then_word_q;
  reg then_bad_q;
  reg [<{ c.frame.offset_bits - 1 }>:0] then_length_q;
  reg [5:0] then_sent_q;
  wire broadcast = word_q[0];
  // The next sends of a broadcast, in sixths to the left; for a packet of a neighbour, from its direction.
  wire [5:0] due_turn, toward;
  wire [6*ENTRY-1:0] header_turn;
  wire [<{ c.topology.distance_bits - 1 }>:0] hops;
  wire bad_tags;
  <{ c.prefix }>harts_relay_engine u_relay_engine (
    .copies_i(word_q[3:1]),
    .step_i(word_q[5:4]),
    .letter_i(word_q[8:6]),
    .distance_i(word_q[<{ c.frame.distance_high }>:10]),
    .mark_i(word_q[9]),
    .bad_i(bad_q),
    .due_o(due_turn),
    .header_o(header_turn)
  );
  <{ c.prefix }>harts_routing_tags u_tags (
    .tags_i(word_q[<{ 3 * c.topology.tag_bits }>:1]),
    .toward_o(toward),
    .hops_o(hops),
    .bad_o(bad_tags)
  );

  // The missing copies, and the header for the direction that is requested or was granted.
  reg asks_q, sends_q, fails_q, reads_q, held_q, dropped_q;
  reg [5:0] to_q, faulty_q, idle_q, wanted_q;
  reg [6*CLASSES-1:0] room_q;
  wire [5:0] to = sends_q ? to_q : request;
  reg [5:0] due;
  reg [ENTRY-1:0] header;
  reg [6*ENTRY-1:0] headers;
  integer d, x;
  always @* begin
    due = broadcast ? 6'h3f : toward;
    header = {ENTRY{1'b0}};
    headers = {6{FIRST}};
    for (d = 0; d < 6; d = d + 1) begin
      // A comparison for each origin: a division by 6 takes a prover a minute.
      for (x = 0; x < 6; x = x + 1) begin
        if (origin_q == x) begin
          if (broadcast) due[d] = due_turn[(d+6-x)%6];
          headers[d*ENTRY+:ENTRY] = header_turn[((d+6-x)%6)*ENTRY+:ENTRY];
        end
      end
      if (to[d]) header = headers[d*ENTRY+:ENTRY];
    end
  end
  wire [5:0] left = due & ~faulty_i & ~sent_q;
  // No direction of a regular packet is healthy.
  wire lost = !broadcast && toward != 6'd0 && (toward & ~faulty_i) == 6'd0;

  // The plan of the visit, from the cycle after the header is known.
  reg plans_q, planned_q;
  (* keep *)
  wire [5:0] plan_due;
  (* keep *)
  wire plan_unroutable;
  (* keep *)
  wire [6*ENTRY-1:0] plan_headers;
  (* keep *)
  wire [6*<{ c.buffers.class_bits }>-1:0] plan_classes;
  connect plan_due = u_dut.due_q;
  connect plan_unroutable = u_dut.unroutable_q;
  connect plan_headers = u_dut.headers_q;
  connect plan_classes = u_dut.classes_q;
  // Other registers of the sender that agree with those of the property.
  (* keep *)
  wire [2:0] step;
  (* keep *)
  wire [5:0] chosen;
  (* keep *)
  wire [ENTRY-1:0] chosen_header;
  (* keep *)
  wire [WORD-1:0] rest;
  (* keep *)
  wire [<{ c.frame.offset_bits - 1 }>:0] count;
  (* keep *)
  wire header_is_out, reading, granted;
  connect step = u_dut.state_q;
  connect chosen = u_dut.choice_q;
  connect chosen_header = u_dut.header_q;
  connect rest = u_dut.header_word_q;
  connect count = u_dut.offset_q;
  connect header_is_out = u_dut.data_q;
  connect reading = u_dut.valid_q;
  connect granted = u_dut.granted_q;
<%- if c.frame.header_flits > 1 %>
  (* keep *)
  wire [<{ c.frame.head_index_bits - 1 }>:0] header_left;
  connect header_left = u_dut.left_q;
<%- endif %>
  wire [6*<{ c.buffers.class_bits }>-1:0] classes;
  genvar t;
  generate
    for (t = 0; t < 6; t = t + 1) begin : gen_class
      <{ c.prefix }>harts_class u_class (
        .broadcast_i(broadcast),
        .step_i(plan_headers[t*ENTRY+:2]),
        .distance_i(plan_headers[t*ENTRY+5+:<{ c.topology.distance_bits }>]),
        .hops_i(hops - <{ c.topology.distance_bits }>'d1),
        .class_o(classes[t*<{ c.buffers.class_bits }>+:<{ c.buffers.class_bits }>])
      );
    end
  endgenerate
  wire astray = planned_q && (plan_due != left || plan_unroutable != lost ||
      plan_classes != classes || plan_headers != headers);
  wire [<{ 3 * c.topology.tag_bits - 1 }>:0] next_tags;
  <{ c.prefix }>harts_tag_update u_tag_update (
    .tags_i(word_q[<{ 3 * c.topology.tag_bits }>:1]),
    .direction_i(to),
    .tags_o(next_tags)
  );
  wire [<{ c.buffers.class_bits - 1 }>:0] next_class;
  <{ c.prefix }>harts_class u_class (
    .broadcast_i(broadcast),
    .step_i(header[1:0]),
    .distance_i(header[ENTRY-1:5]),
    .hops_i(hops - <{ c.topology.distance_bits }>'d1),
    .class_o(next_class)
  );
  reg [WORD-1:0] next_word;
  always @* begin
    next_word = word_q;
    if (broadcast) begin
      next_word[5:4] = header[1:0];
      next_word[8:6] = header[4:2];
      next_word[9] = 1'b0;
      next_word[<{ c.frame.distance_high }>:10] = header[ENTRY-1:5];
<%- if c.frame.word_bits > c.frame.broadcast_bits %>
      next_word[WORD-1:<{ c.frame.broadcast_bits }>] = <{ c.frame.word_bits - c.frame.broadcast_bits }>'d0;
<%- endif %>
    end else begin
      next_word[<{ 3 * c.topology.tag_bits }>:1] = next_tags;
<%- if c.frame.word_bits > c.frame.regular_bits %>
      next_word[WORD-1:<{ c.frame.regular_bits }>] = <{ c.frame.word_bits - c.frame.regular_bits }>'d0;
<%- endif %>
    end
  end

  // The copy on its way: header flits that are left, data flits that were read.
  wire [7:0] header_flits = broadcast ? 8'd<{ c.frame.broadcast_flits }> : 8'd<{ c.frame.regular_flits }>;
  reg [7:0] head_q;
  reg [<{ c.frame.offset_bits - 1 }>:0] count_q;
  reg [WORD-1:0] rest_q;
  wire head_moves = sends_q && head_q != 8'd0 && tick_i;
  wire ends = (head_moves && head_q == 8'd1 && length_q == <{ c.frame.offset_bits }>'d0) ||
      (reads_q && count_q == length_q);
  wire reads = sends_q && (head_q == 8'd0 || (head_moves && head_q == 8'd1)) && early_tick_i &&
      count_q != length_q;
  wire one = (request & (request - 6'd1)) == 6'd0;
  wire all_sent = (left & ~to_q) == 6'd0;
  wire missing = asks_q ? left != 6'd0 : sends_q && broadcast && !all_sent;
  wire stays = ends && broadcast && !all_sent && !queue_pop_i;
  reg free;
  integer f, g;
  always @* begin
    free = 1'b0;
    for (f = 0; f < 6; f = f + 1) begin
      for (g = 0; g < CLASSES; g = g + 1) begin
        if (left[f] && idle_i[f] && room_i[f*CLASSES+g] && classes[f*CLASS+:CLASS] == g) free = 1'b1;
      end
    end
  end

  // The flit that is present, which leaves <% if c.options.bus %>at once<% else %>a cycle later<% endif %>.
  (* keep *)
  wire showing, ending;
  (* keep *)
  wire [W-1:0] flit;
  connect showing = u_dut.moves;
  connect ending = u_dut.ends;
  connect flit = u_dut.flit;
<%- if c.options.bus %>
  wire leaves = showing;
  wire [W+1:0] leaving = {ending, ending && bad_q, flit};
<%- else %>
  reg leaves;
  reg [W+1:0] leaving;
  always @(posedge clk_i) begin
    leaves <= rst_ni && showing;
    leaving <= {ending, ending && bad_q, flit};
  end
<%- endif %>

  reg legal, bad;
  integer i;
  always @* begin
    legal = faulty_i == faulty_q && (grant_i & ~request) == 6'd0<% if c.options.bus %> && tick_i == early_q<% endif %>;

    bad = (lookup && lookup_slot != next_slot) || (queue_pop_i && !(lookup && queue_valid_o));
    if (queue_clk_i != clk_i || queue_rst_ni != rst_ni) bad = 1'b1;
    // A stored packet comes to the queue at once, one that is left before all its copies went comes back, with
    // what was sent of it.
    if (queue_push_i != (store_i || (queue_pop_i && missing))) bad = 1'b1;
    if (queue_push_i && queue_data_i != (store_i ? {6'd0, store_slot_i} : {ends ? sent_q | to_q : sent_q, slot_q})) bad = 1'b1;
    if (store_i && queue_pop_i && missing) bad = 1'b1;
    // A visit begins when none is under way, with what was sent of the packet before.
    if (queue_pop_i && (plans_q || request != 6'd0 || fails_q || (sends_q && !ends))) bad = 1'b1;
    if ((step != 3'd0 || drop) && slot != slot_q) bad = 1'b1;
    if (request != 6'd0 && (wanted_q == 6'd0 || !one || class != next_class)) bad = 1'b1;
    for (i = 0; i < 6; i = i + 1) begin
      if (request[i] && !(wanted_q[i] && idle_q[i])) bad = 1'b1;
      if (request[i] && !room_q[i*CLASSES+class]) bad = 1'b1;
    end
    // wait_o names the transmitters that a packet could take if they were free.
    if ((waits & ~(asks_q ? left : 6'd0)) != 6'd0) bad = 1'b1;
    if (showing != (head_moves || reads_q) || ending != ends) bad = 1'b1;
    if (head_moves && flit != <{ c.head_flit("rest_q") }>) bad = 1'b1;
    if (reads_q && flit != read_data_i) bad = 1'b1;
    if (move != leaves || (move && {last, marked, data} != leaving)) bad = 1'b1;
    if (read != reads || (read && read_offset != count_q)) bad = 1'b1;
    if (unroutable != (asks_q && lost)) bad = 1'b1;
    if (drop && (dropped_q || delivers != (broadcast ? origin_q < 3'd6 : toward == 6'd0))) bad = 1'b1;
<%- if c.options.bus %>
    if (drop != ((asks_q && left == 6'd0) || (ends && (!broadcast || all_sent)))) bad = 1'b1;
<%- else %>
    // Nothing holds up a packet that goes: its slot is free with the first flit of the last copy.
    if (drop != ((asks_q && left == 6'd0) ||
        (sends_q && head_q == header_flits && (!broadcast || all_sent)))) bad = 1'b1;
<%- endif %>
    if (astray) bad = 1'b1;
    // The registers of the sender agree.
    if ((step == 3'd1) != plans_q || (step == 3'd2) != asks_q) bad = 1'b1;
    if ((step == 3'd3) != (request != 6'd0) || (step == 3'd4) != (sends_q || fails_q)) bad = 1'b1;
    if (step > 3'd4 || (step > 3'd1 && !planned_q)) bad = 1'b1;
    if (step != 3'd0 && (origin_q != then_origin_q || word_q != then_word_q)) bad = 1'b1;
    if (step != 3'd0 && (bad_q != then_bad_q || length_q != then_length_q)) bad = 1'b1;
    if (step != 3'd0 && sent_q != then_sent_q) bad = 1'b1;
    if (step == 3'd4 && (granted != sends_q || (sends_q && fails_q))) bad = 1'b1;
    if (step > 3'd2 && !fails_q && (chosen_header != header || class != next_class)) bad = 1'b1;
    if (sends_q && (chosen != to_q || count != count_q)) bad = 1'b1;
    if (sends_q && (head_q > header_flits || header_is_out != (head_q == 8'd0))) bad = 1'b1;
    if (sends_q && head_q != 8'd0 && (rest != rest_q || reads_q)) bad = 1'b1;
    if (sends_q && head_q != 8'd0 &&
        head_q != <% if c.frame.header_flits > 1 %>header_left + 8'd1<% else %>8'd1<% endif %>) bad = 1'b1;
    if (sends_q && count_q > (head_q == 8'd0 ? length_q : 0)) bad = 1'b1;
    if (reading != reads_q || (reads_q && !sends_q)) bad = 1'b1;
<%- if !c.options.bus %>
    // Once it goes it goes on without a pause.
    if (sends_q && head_q == 8'd0 && !reads_q) bad = 1'b1;
    if (sends_q && leaves != (head_q != header_flits)) bad = 1'b1;
<%- endif %>
  end

<%- if c.options.bus %>
  reg early_q;
<%- endif %>
  initial held_q = 1'b0;
  always @(posedge clk_i) begin
    held_q <= !rst_ni || (legal && !bad);
    dropped_q <= rst_ni && drop;
    faulty_q <= faulty_i;
    idle_q <= idle_i;
    room_q <= room_i;
<%- if c.options.bus %>
    early_q <= early_tick_i;
<%- endif %>
    plans_q <= rst_ni && (queue_pop_i || stays);
    // It asks on while nothing else is offered.
    asks_q <= rst_ni && (plans_q || fails_q || (asks_q && !queue_pop_i && !free && left != 6'd0));
    planned_q <= rst_ni && (plans_q || (planned_q && !queue_pop_i && !stays));
    wanted_q <= rst_ni && asks_q ? left : 6'd0;
    // Without a grant it asks anew.
    fails_q <= rst_ni && request != 6'd0 && grant_i == 6'd0;
    then_origin_q <= queue_pop_i ? origin_i : origin_q;
    then_word_q <= queue_pop_i ? word_i : word_q;
    then_bad_q <= queue_pop_i ? bad_i : bad_q;
    then_length_q <= queue_pop_i ? length_i : length_q;
    then_sent_q <= queue_pop_i ? queue_data_o[SLOT+5:SLOT] : stays ? sent_q | to_q : sent_q;
    sends_q <= rst_ni && (grant_i != 6'd0 || (sends_q && !ends));
    reads_q <= rst_ni && reads;
    if (grant_i != 6'd0) begin
      to_q <= request;
      rest_q <= next_word;
      head_q <= header_flits;
      count_q <= <{ c.frame.offset_bits }>'d0;
    end else begin
      if (head_moves) begin
        head_q <= head_q - 8'd1;
        rest_q <= rest_q >> W;
      end
      if (reads) count_q <= count_q + <{ c.frame.offset_bits }>'d1;
    end
  end
  assign failed_o = held_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
