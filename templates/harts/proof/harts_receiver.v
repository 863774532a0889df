{{ c.banner("States what harts_receiver shall do with packets.") }}
// Contract: failed_o = 0 in every cycle after a reset, for any headers and flits. A header is checked
//   and decided one cycle later. It asks for the first idle transmitter with room that brings it
//   nearer, a broadcast only straight on, and not where it ends. Refused, it leaves an event and
//   nothing else. Accepted, its distance or tag falls by one; it moves once, flit by flit, to the
//   transmitter that was granted; a broadcast is stored, too, and marked if none was; a regular
//   packet is stored only then. A class buffer is promised once to the neighbour, again when its
//   packet has left; who keeps to the promises is never refused for want of room.
`default_nettype none

module proof_harts_receiver (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.id - 1 }}:0] local_address_i,
  input  wire [5:0] faulty_i,
  input  wire [{{ c.w - 1 }}:0] link_data_i,
  input  wire link_valid_i,
  input  wire link_last_i,
  input  wire link_bad_i,
  input  wire check_i,
  input  wire [{{ c.word - 1 }}:0] header_i,
  input  wire empty_i,
  input  wire ending_bad_i,
  input  wire [3:0] ending_why_i,
{%- if c.max_data > 0 %}
  input  wire flit_valid_i,
  input  wire [{{ c.w - 1 }}:0] flit_data_i,
  input  wire flit_last_i,
  input  wire flit_bad_i,
  input  wire [3:0] flit_why_i,
{%- endif %}
  input  wire early_i,
  input  wire [3:0] early_code_i,
{%- if c.filter %}
  input  wire expected_i,
{%- endif %}
  input  wire ready_i,
  input  wire seen_i,
  input  wire [5:0] idle_i,
  input  wire [{{ 6 * c.classes - 1 }}:0] room_i,
  input  wire [5:0] grant_i,
{%- if c.bus %}
  input  wire tick_i,
{%- endif %}
  input  wire [{{ c.buffers - 1 }}:0] free_i,
  output wire failed_o
);
  localparam DIRECTION = {{ direction }};
  localparam W = {{ c.w }};
  localparam CLASSES = {{ c.classes }};
  localparam BUFFERS = {{ c.buffers }};
  localparam EACH = {{ c.per_class }};
  localparam TAG = {{ c.tag }};
  localparam HOPS = {{ c.n - 1 }};

  wire [BUFFERS-1:0] credit;
  wire [5:0] request;
  wire [{{ c.class_bits - 1 }}:0] next_class;
  wire cancel, move, last, marked, begins, write, finishes, spoiled, deliver, valid;
  wire [W-1:0] data;
  wire [{{ c.buffer_bits - 1 }}:0] buffer;
  wire [{{ c.word - 1 }}:0] stored;
  wire [3:0] code;
{%- if c.max_data > 0 %}
  wire [{{ c.offset_bits - 1 }}:0] offset;
{%- endif %}
  {{ c.p }}harts_receiver #(
    .DIRECTION(DIRECTION)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
    .faulty_i(faulty_i),
    .link_data_i(link_data_i),
    .link_valid_i(link_valid_i),
    .link_last_i(link_last_i),
    .link_bad_i(link_bad_i),
    .credit_o(credit),
    .idle_i(idle_i),
    .room_i(room_i),
    .request_o(request),
    .class_o(next_class),
    .grant_i(grant_i),
    .cancel_o(cancel),
{%- if c.bus %}
    .tick_i(tick_i),
{%- endif %}
    .move_o(move),
    .data_o(data),
    .last_o(last),
    .bad_o(marked),
    .store_begin_o(begins),
{%- if c.max_data > 0 %}
    .store_write_o(write),
    .store_offset_o(offset),
{%- endif %}
    .store_end_o(finishes),
    .store_bad_o(spoiled),
    .store_deliver_o(deliver),
    .store_buffer_o(buffer),
    .store_word_o(stored),
    .free_i(free_i),
    .event_valid_o(valid),
    .event_code_o(code)
  );
{%- if c.max_data == 0 %}
  assign write = 1'b0;
{%- endif %}

  // The parser's side: a header stays until it is decided.
  reg decide_q;
  reg [{{ c.word - 1 }}:0] header_q;
  wire [{{ c.word - 1 }}:0] word = decide_q ? header_q : header_i;
  (* keep *)
  wire refuse, heard_valid, heard_last, heard_bad;
  (* keep *)
  wire [W-1:0] heard_data;
{%- if c.max_data > 0 %}
  (* keep *)
  wire pop;
{%- endif %}

  // What the memories are asked.
  (* keep *)
  wire [{{ c.id + 7 }}:0] key;
  (* keep *)
  wire [2:0] key_copies;
  (* keep *)
  wire key_tick, key_check, remember;
{%- if c.filter %}
  (* keep *)
  wire [{{ c.id - 1 }}:0] asked_address, asked_source;
  (* keep *)
  wire [2:0] asked_copies;
  (* keep *)
  wire [{{ c.entry - 1 }}:0] asked_header;
{%- endif %}

  // The header.
  wire broadcast = word[0];
  wire [2:0] copies = word[3:1];
  wire [1:0] step = word[5:4];
  wire [2:0] letter = word[8:6];
  wire [{{ c.dist - 1 }}:0] distance = word[{{ c.distance_high }}:10];
  wire [{{ c.id - 1 }}:0] source = broadcast ? word[{{ c.source_high }}:{{ c.source_low }}] :
      word[{{ c.regular_source_high }}:{{ c.regular_source_low }}];

  // What is impossible, its class, and where it wants to go.
  reg far, unknown;
  reg [5:0] wanted;
  reg signed [TAG-1:0] tag;
  integer longest, hops, axes, class, t, u;
  always @* begin
    hops = 0;
    axes = 0;
    wanted = 6'd0;
    for (t = 0; t < 3; t = t + 1) begin
      tag = word[1+t*TAG+:TAG];
      if (tag > 0) hops = hops + tag;
      if (tag < 0) hops = hops - tag;
      if (tag != 0) axes = axes + 1;
      if (tag > 0 && !broadcast) wanted[t] = 1'b1;
      if (tag < 0 && !broadcast) wanted[t+3] = 1'b1;
    end
    // A shortest way turns by one direction or none; a broadcast goes straight on.
    for (u = 0; u < 6; u = u + 1) begin
      if ((u + 7 - DIRECTION) % 6 > 2) wanted[u] = 1'b0;
    end
    if (broadcast && distance > 1) wanted[DIRECTION] = 1'b1;
    wanted = wanted & ~faulty_i;

    longest = step == 2'd3 ? HOPS - 1 : HOPS;
    far = broadcast ? distance == 0 || distance > longest : axes > 2 || hops > HOPS;
    unknown = source == local_address_i || source >= {{ c.nodes }} ||
        (broadcast && (copies == 3'd0 || copies == 3'd7 || step == 2'd0 || letter > 3'd4));
    class = broadcast ? (step - 1) * HOPS + longest - distance : CLASSES - 1 - hops;
  end
  // Only a liar sends a regular packet with all hops before it: it takes the first regular class.
  wire liar = !broadcast && hops == HOPS;
  wire [31:0] own_class = liar ? class + 1 : class;

  // Buffers in use, and those that the neighbour may use; the lowest free one is taken.
  reg [BUFFERS-1:0] used_q, promised_q, offered, taken;
  reg full, promised;
  reg [5:0] asks;
  integer b, o;
  always @* begin
    offered = {BUFFERS{1'b0}};
    taken = {BUFFERS{1'b0}};
    full = 1'b1;
    promised = 1'b0;
    for (b = 0; b < BUFFERS; b = b + 1) begin
      if (b % CLASSES == own_class) begin
        if (!used_q[b] && full) offered[b] = 1'b1;
        if (!used_q[b]) full = 1'b0;
        if (promised_q[b] && !promised) taken[b] = 1'b1;
        if (promised_q[b]) promised = 1'b1;
      end
    end
    asks = 6'd0;
    for (t = 0; t < 6; t = t + 1) begin
      // Tag 0 ahead and against, then tag 1, then tag 2.
      o = t % 2 * 3 + t / 2;
      for (b = 0; b < CLASSES; b = b + 1) begin
        if (b == class + 1 && asks == 6'd0 && wanted[o] && idle_i[o] && room_i[o*CLASSES+b]) begin
          asks[o] = 1'b1;
        end
      end
    end
    if (!check_i || far || unknown || full) asks = 6'd0;
  end

  // What was found when the header was checked, and who was granted.
  reg far_q, unknown_q, full_q, straight_q;
  reg [5:0] grant_q;
  reg [BUFFERS-1:0] offered_q;
  always @(posedge clk_i) begin
    decide_q <= rst_ni && check_i;
    header_q <= word;
    if (check_i) begin
      far_q <= far;
      unknown_q <= unknown;
      full_q <= full;
      straight_q <= broadcast && wanted != 6'd0;
      grant_q <= grant_i;
      offered_q <= offered;
    end
  end

  reg moving_q;
  wire granted = grant_q != 6'd0;
  reg [3:0] why;
  always @* begin
    why = 4'd0;
    if (far_q) why = 4'd5;
    else if (unknown_q) why = 4'd6;
{%- if c.filter %}
    else if (broadcast && !expected_i) why = 4'd7;
{%- endif %}
    else if (broadcast && seen_i) why = 4'd8;
    else if (full_q || moving_q) why = 4'd9;
  end
  wire refused = decide_q && why != 4'd0;
  wire accepted = decide_q && why == 4'd0;

  // The header behind this node.
  reg [{{ c.word - 1 }}:0] next;
  always @* begin
    next = {{ c.word }}'d0;
    if (broadcast) begin
      next[{{ c.broadcast_bits - 1 }}:0] = word[{{ c.broadcast_bits - 1 }}:0];
      next[{{ c.distance_high }}:10] = distance - 1;
      next[9] = straight_q && !granted;
    end else begin
      next[{{ c.regular_bits - 1 }}:0] = word[{{ c.regular_bits - 1 }}:0];
      for (u = 0; u < 3; u = u + 1) begin
        if (grant_q[u]) next[1+u*TAG+:TAG] = next[1+u*TAG+:TAG] - 1;
        if (grant_q[u+3]) next[1+u*TAG+:TAG] = next[1+u*TAG+:TAG] + 1;
      end
    end
  end

  // The packet that moves: where it goes, what is left of its header, how it ends without data.
  reg sends_q, stores_q, deliver_q, empty_q, ending_bad_q, begun_q, data_q;
  reg [3:0] ending_why_q;
  reg [BUFFERS-1:0] buffer_q;
  reg [{{ c.word - 1 }}:0] rest_q;
  reg [{{ c.head_index_bits }}:0] left_q;
  reg [{{ c.offset_bits - 1 }}:0] offset_q;
  wire flows = accepted || moving_q;
  wire sends = moving_q ? sends_q : granted;
  wire stores = moving_q ? stores_q : broadcast || !granted;
  wire delivers = moving_q ? deliver_q : broadcast || hops == 0;
  wire empty = moving_q ? empty_q : empty_i;
  wire [BUFFERS-1:0] place = moving_q ? buffer_q : offered_q;
  wire [{{ c.word - 1 }}:0] rest = moving_q ? rest_q : next;
  wire [{{ c.head_index_bits }}:0] left = moving_q ? left_q :
      broadcast ? {{ c.broadcast_flits - 1 }} : {{ c.regular_flits - 1 }};
  wire begun = moving_q && begun_q;
  wire in_data = moving_q && data_q;
  wire step_time = {% if c.bus %}tick_i{% else %}1'b1{% endif %};
{%- if c.max_data > 0 %}
  wire moves = flows && step_time && (!in_data || flit_valid_i);
  wire ends = in_data ? flit_last_i : empty && left == 0;
  wire [3:0] reason = in_data ? flit_why_i : moving_q ? ending_why_q : ending_why_i;
  wire bad_end = in_data ? flit_bad_i : moving_q ? ending_bad_q : ending_bad_i;
  wire [W-1:0] flit = in_data ? flit_data_i : {% if c.w > c.word %}{ {{- c.w - c.word }}'d0, rest}{% else %}rest[W-1:0]{% endif %};
{%- else %}
  wire moves = flows && step_time;
  wire ends = empty && left == 0;
  wire [3:0] reason = moving_q ? ending_why_q : ending_why_i;
  wire bad_end = moving_q ? ending_bad_q : ending_bad_i;
  wire [W-1:0] flit = {% if c.w > c.word %}{ {{- c.w - c.word }}'d0, rest}{% else %}rest[W-1:0]{% endif %};
{%- endif %}
  always @(posedge clk_i) begin
    moving_q <= rst_ni && flows && !(moves && ends);
    if (!moving_q) begin
      sends_q <= sends;
      stores_q <= stores;
      deliver_q <= delivers;
      empty_q <= empty;
      ending_bad_q <= ending_bad_i;
      ending_why_q <= ending_why_i;
      buffer_q <= place;
    end
    begun_q <= begun || moves;
    data_q <= in_data || (moves && left == 0);
    rest_q <= moves && !in_data ? rest >> W : rest;
    left_q <= moves && !in_data ? left - 1 : left;
    offset_q <= moving_q ? offset_q + (moves && in_data) : 0;
  end

  // Buffers in use, and the promises: all after a reset, then each again.
  reg ready_q;
  reg [BUFFERS-1:0] credit_q;
  wire keeps = accepted && stores;
  wire returns = decide_q && !keeps && why != 4'd9;
  // A header that no honest node sends may have any class.
  wire strange = far_q || unknown_q;
  reg strange_q;
  always @(posedge clk_i) begin
    ready_q <= rst_ni && ready_i;
    used_q <= rst_ni ? (used_q & ~free_i) | (keeps ? offered_q : {BUFFERS{1'b0}}) : {BUFFERS{1'b0}};
    credit_q <= rst_ni ? free_i | (returns && !strange ? offered_q : {BUFFERS{1'b0}}) |
        {BUFFERS{ready_i && !ready_q}} : {BUFFERS{1'b0}};
    strange_q <= rst_ni && returns && strange;
    promised_q <= rst_ni ? (promised_q | credit) & ~(check_i ? taken : {BUFFERS{1'b0}}) :
        {BUFFERS{1'b0}};
  end

  // One event a packet; that of a packet without a header waits for a cycle without another.
  reg waits_q;
  reg [3:0] waits_code_q;
  wire ended = moves && ends && reason != 4'd0;
  always @(posedge clk_i) begin
    waits_q <= rst_ni && (early_i || (waits_q && (refused || ended)));
    if (early_i) waits_code_q <= early_code_i;
  end

  // What others keep to; an honest neighbour keeps to its promises and to the pace of the link.
  reg begun_all_q, honest_q;
  reg legal, honest, bad;
  integer i;
  always @* begin
    legal = !(check_i && decide_q) && (grant_i & ~request) == 6'd0;
    if ((free_i & ~used_q) != {BUFFERS{1'b0}} || (ready_q && !ready_i)) legal = 1'b0;
{%- if c.max_data == 0 %}
    if (!empty_i) legal = 1'b0;
{%- endif %}
    // Behind a packet that is heard of late, the next one comes later.
    if ((refused && ended) || (early_i && waits_q && (refused || ended))) legal = 1'b0;
    honest = !(check_i && (far || unknown || liar || !promised)) && !(decide_q && moving_q);

    bad = request != asks || (asks != 6'd0 && next_class != class + 1);
    if (refuse != refused || cancel != (refused && granted)) bad = 1'b1;
    if (move != (moves && sends) || begins != (moves && stores && !begun)) bad = 1'b1;
    if (finishes != (moves && stores && ends)) bad = 1'b1;
    if (moves && (data != flit || last != ends)) bad = 1'b1;
    if (moves && ends && (marked != bad_end || spoiled != bad_end)) bad = 1'b1;
    if (begins && stored != rest) bad = 1'b1;
    if (moves && stores && (deliver != delivers || place != {{ c.buffers }}'d1 << buffer)) bad = 1'b1;
{%- if c.max_data > 0 %}
    if (pop != (moves && in_data) || write != (moves && stores && in_data)) bad = 1'b1;
    if (write && offset != offset_q) bad = 1'b1;
{%- endif %}
    if (valid != (refused || ended || waits_q)) bad = 1'b1;
    if (valid && code != (refused ? why : ended ? reason : waits_code_q)) bad = 1'b1;

    // What is asked of the parser and the memories, and remembered there.
    if (heard_data != link_data_i || heard_valid != link_valid_i) bad = 1'b1;
    if (heard_last != link_last_i || heard_bad != link_bad_i) bad = 1'b1;
    if (!key_tick || key_check != check_i || remember != (accepted && broadcast)) bad = 1'b1;
    if ((key_check || remember) && broadcast &&
        (key != word[{{ c.identity_high }}:{{ c.identity_low }}] || key_copies != copies)) bad = 1'b1;
{%- if c.filter %}
    if (asked_address != local_address_i) bad = 1'b1;
    if (check_i && broadcast && (asked_source != source || asked_copies != copies ||
        asked_header != {distance, letter, step})) bad = 1'b1;
{%- endif %}

    if (!strange_q && credit != credit_q) bad = 1'b1;
    // Nothing is promised twice, and who keeps to the promises finds room.
    if (honest_q && check_i && honest && full) bad = 1'b1;
    for (i = 0; i < CLASSES; i = i + 1) begin
      if (honest_q && credit[i] && promised_q[i] && EACH == 1) bad = 1'b1;
    end
  end
  initial begun_all_q = 1'b0;
  always @(posedge clk_i) begin
    begun_all_q <= !rst_ni || (begun_all_q && legal);
    honest_q <= !rst_ni || (honest_q && honest);
  end
{% include "common/proof/contracts.vh" %}
  assign failed_o = begun_all_q && legal && bad;
endmodule

// Stand-ins: what the parser and the memories answer is up to the inputs above. Yosys keeps a
// module without any content closed.
module {{ c.p }}harts_link_parser (
  (* keep *) input  wire clk_i,
  input  wire rst_ni,
  (* keep *) input  wire [{{ c.w - 1 }}:0] link_data_i,
  (* keep *) input  wire link_valid_i,
  (* keep *) input  wire link_last_i,
  (* keep *) input  wire link_bad_i,
  (* keep *) output wire header_o,
  (* keep *) output wire decide_o,
  (* keep *) output wire [{{ c.word - 1 }}:0] word_o,
  (* keep *) output wire empty_o,
  (* keep *) output wire ending_bad_o,
  (* keep *) output wire [3:0] ending_why_o,
  (* keep *) input  wire refuse_i,
{%- if c.max_data > 0 %}
  (* keep *) output wire flit_valid_o,
  (* keep *) output wire [{{ c.w - 1 }}:0] flit_data_o,
  (* keep *) output wire flit_last_o,
  (* keep *) output wire flit_bad_o,
  (* keep *) output wire [3:0] flit_why_o,
  (* keep *) input  wire pop_i,
{%- endif %}
  (* keep *) output wire event_valid_o,
  (* keep *) output wire [3:0] event_code_o
);
  wire open = clk_i;
endmodule
{%- if c.filter %}

module {{ c.p }}harts_expected_header #(
  parameter DIRECTION = 0
) (
  (* keep *) input  wire clk_i,
  (* keep *) input  wire [{{ c.id - 1 }}:0] local_address_i,
  (* keep *) input  wire [{{ c.id - 1 }}:0] source_i,
  (* keep *) input  wire [2:0] copies_i,
  (* keep *) input  wire [{{ c.entry - 1 }}:0] header_i,
  (* keep *) output wire expected_o
);
  wire open = clk_i;
endmodule
{%- endif %}

module {{ c.p }}harts_duplicate_check (
  (* keep *) input  wire clk_i,
  input  wire rst_ni,
  (* keep *) input  wire tick_i,
  (* keep *) output wire ready_o,
  (* keep *) input  wire [{{ c.id + 7 }}:0] key_i,
  (* keep *) input  wire [2:0] copies_i,
  (* keep *) input  wire check_i,
  (* keep *) output wire seen_o,
  (* keep *) input  wire remember_i
);
  wire open = clk_i;
endmodule

`default_nettype wire
