<{ c.banner("Property: what harts_injector does with the frames of the processor.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds, for any frames,
//   while only slots in use come back: a frame is taken while a slot is free; an illegal header, a frame that ends in its header and one with too
//   much data leave one event and are swallowed; any other frame is stored once, in a free slot, with the
//   header that its packet must have, each data flit at its offset; at most <{ c.topology.edge + 1 }> steps after its
//   header. The tags of a regular packet lead to its destination, on at most n-1 hops of which no two
//   could be one: that is a shortest way.
`default_nettype none

module proof_harts_injector (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.node_bits - 1 }>:0] local_address_i,
  input  wire [<{ c.frame.injection_low_bits - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  input  wire s_axis_tlast,
<%- if c.options.bus %>
  input  wire tick_i,
<%- endif %>
  input  wire [<{ c.buffers.own_slots - 1 }>:0] free_i,
  output wire failed_o
);
  localparam N = <{ c.topology.edge }>;
  localparam NODES = <{ c.topology.nodes }>;
  localparam ID = <{ c.topology.node_bits }>;
  localparam TAG = <{ c.topology.tag_bits }>;
  localparam HEAD = <{ c.frame.injection_bits }>;
  localparam FLITS = <{ c.frame.injection_flits }>;
  localparam SLOTS = <{ c.buffers.own_slots }>;
  localparam [2:0] HEADER = 3'd0, DECIDE = 3'd1, DATA = 3'd2, SKIP = 3'd3;
<%- if !c.options.bus %>
  wire tick_i = 1'b1;
<%- endif %>

  wire ready, begins, ends, deliver, slot, event_valid;
  wire [<{ c.frame.word_bits - 1 }>:0] stored;
  wire [3:0] code;
<%- if c.frame.max_data > 0 %>
  wire writes;
  wire [<{ c.frame.offset_bits - 1 }>:0] offset;
<%- endif %>
  <{ c.prefix }>harts_injector u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(ready),
    .s_axis_tlast(s_axis_tlast),
<%- if c.options.bus %>
    .tick_i(tick_i),
<%- endif %>
    .store_begin_o(begins),
<%- if c.frame.max_data > 0 %>
    .store_write_o(writes),
    .store_offset_o(offset),
<%- endif %>
    .store_end_o(ends),
    .store_deliver_o(deliver),
    .store_slot_o(slot),
    .store_word_o(stored),
    .free_i(free_i),
    .event_valid_o(event_valid),
    .event_code_o(code)
  );

  // The frame, and the slots in use.
  reg [2:0] phase_q;
  reg [7:0] index_q;
  reg [HEAD-1:0] head_q;
  reg empty_q, slot_q;
  reg [SLOTS-1:0] used_q;
  reg [ID-1:0] address_q;
  reg [15:0] count_q, steps_q;
  wire accepts = s_axis_tvalid && ready;
  wire whole = index_q == FLITS - 1;
  wire broadcast = head_q[0];
  wire [2:0] copies = head_q[3:1];
  wire [ID-1:0] destination = head_q[4+:ID];
  wire [7:0] number = head_q[4+ID+:8];
  wire illegal = broadcast ? copies == 3'd0 || copies == 3'd7 : copies != 3'd0 || destination >= NODES;

  // Where the tags of the packet lead, as node numbers grow: 1, 3n-1 and 3n-2 along the directions.
  reg signed [15:0] along_0, along_1, along_2, leads, wanted, hops;
  reg astray, far;
  always @* begin
    along_0 = $signed(stored[1+:TAG]);
    along_1 = $signed(stored[1+TAG+:TAG]);
    along_2 = $signed(stored[1+2*TAG+:TAG]);
    leads = along_0 + (3 * N - 1) * along_1 + (3 * N - 2) * along_2;
    wanted = $signed({1'b0, destination}) - $signed({1'b0, local_address_i});
    astray = leads != wanted && leads != wanted + NODES && leads != wanted - NODES;
    hops = (along_0 < 0 ? -along_0 : along_0) + (along_1 < 0 ? -along_1 : along_1) +
        (along_2 < 0 ? -along_2 : along_2);
    // One along 0 and one along 2 are one along 1, which is shortened by one against 0 or 2.
    far = hops > N - 1 || (along_0 > 0 && along_2 > 0) || (along_0 < 0 && along_2 < 0) ||
        (along_1 > 0 && (along_0 < 0 || along_2 < 0)) || (along_1 < 0 && (along_0 > 0 || along_2 > 0));
  end
  wire [<{ c.frame.word_bits - 1 }>:0] broadcast_word = {number, local_address_i, <{ c.topology.distance_bits + 6 }>'d0, copies, 1'b1};
  wire wrong = broadcast ? stored != broadcast_word : stored[0] || astray || far ||
      stored >> <{ c.frame.regular_source_low }> != {number, local_address_i};
  wire home = !broadcast && stored[3*TAG:1] == 0;

  // Where the module is: in its frame, and in its search.
  (* keep *)
  wire [2:0] state;
  (* keep *)
  wire [ID-1:0] way;
  (* keep *)
  wire [TAG-1:0] ring;
  (* keep *)
  wire crosses;
  (* keep *)
  wire [HEAD-1:0] word;
  (* keep *)
  wire [SLOTS-1:0] used;
  (* keep *)
  wire chosen, is_empty;
<%- if c.frame.injection_flits > 1 %>
  (* keep *)
  wire [<{ c.frame.injection_index_bits - 1 }>:0] index;
  connect index = u_dut.index_q;
<%- endif %>
  connect state = u_dut.state_q;
  connect way = u_dut.way_q;
  connect ring = u_dut.ring_q;
  connect crosses = u_dut.crosses_q;
  connect word = u_dut.word_q;
  connect used = u_dut.used_q;
  connect chosen = u_dut.slot_q;
  connect is_empty = u_dut.empty_q;
  wire inside = phase_q != HEADER || index_q != 0;
  wire checks = state == 3'd1;
  wire routes = state == 3'd2;
  wire waits = state == 3'd3;
  reg signed [15:0] passed;
  reg lost;
  always @* begin
    passed = $signed({1'b0, way}) + (crosses ? N + $signed({1'b0, ring}) * (3 * N - 2) : 0);
    case (phase_q)
      HEADER: lost = state != 3'd0 || index_q >= FLITS;
      DECIDE: lost = !(checks || routes || waits) || word != head_q || is_empty != empty_q;
<%- if c.frame.max_data > 0 %>
      DATA: lost = state != 3'd5 || offset != count_q || count_q >= <{ c.frame.max_data }>;
<%- endif %>
      SKIP: lost = state != 3'd4;
      default: lost = 1'b1;
    endcase
    if (used != used_q || (inside && chosen != slot_q)) lost = 1'b1;
    if (inside && phase_q != SKIP && used_q[slot_q]) lost = 1'b1;
<%- if c.frame.injection_flits > 1 %>
    if (index != (phase_q == HEADER ? index_q : 0)) lost = 1'b1;
<%- for part in c.frame.injection_parts %>
    if (index_q > <{ part.index }> && word[<{ part.high }>:<{ part.low }>] != head_q[<{ part.high }>:<{ part.low }>]) lost = 1'b1;
<%- endfor %>
<%- endif %>
    if (phase_q != HEADER && index_q != 0) lost = 1'b1;
    if (routes && (broadcast || illegal || way >= NODES)) lost = 1'b1;
    if (routes && passed != wanted && passed != wanted + NODES) lost = 1'b1;
    if (routes && (crosses ? passed < N || passed > NODES - N : ring != 0)) lost = 1'b1;
<%- if c.frame.max_data > 0 %>
    if (phase_q == DECIDE && !checks && offset != 0) lost = 1'b1;
<%- endif %>
    if (waits && (illegal || wrong || begins != tick_i)) lost = 1'b1;
    // One step to check, one for the first ring, one for each other one.
    if (checks && steps_q != 0) lost = 1'b1;
    if (routes && steps_q != 1 + crosses + ring) lost = 1'b1;
    if (waits && steps_q > <{ c.topology.edge + 1 }>) lost = 1'b1;
  end

  wire full = used_q == {SLOTS{1'b1}};
  reg legal, bad;
  always @* begin
    legal = (free_i & ~used_q) == 0 && local_address_i == address_q && local_address_i < NODES;
    bad = lost;
    case (phase_q)
      HEADER: begin
        if (ready != (index_q != 0 || !full) || begins || ends) bad = 1'b1;
        if (event_valid != (accepts && s_axis_tlast && !whole)) bad = 1'b1;
        if (event_valid && code != 4'd2) bad = 1'b1;
      end
      DECIDE: begin
        if (ready || (begins && (illegal || wrong || deliver != home || slot != slot_q))) bad = 1'b1;
        if (steps_q > <{ c.topology.edge + 1 }>) bad = 1'b1;
<%- if c.frame.max_data > 0 %>
        if (ends != (begins && empty_q) || event_valid != (steps_q == 0 && illegal)) bad = 1'b1;
        if (event_valid && code != 4'd1) bad = 1'b1;
<%- else %>
        if (ends != (begins && empty_q)) bad = 1'b1;
        if (event_valid != ((steps_q == 0 && illegal) || (begins && !empty_q))) bad = 1'b1;
        if (event_valid && code != (begins ? 4'd3 : 4'd1)) bad = 1'b1;
<%- endif %>
      end
      DATA: begin
        if (ready != tick_i || begins) bad = 1'b1;
        if (ends != (accepts && s_axis_tlast) || slot != slot_q) bad = 1'b1;
        if (event_valid != (accepts && !s_axis_tlast && count_q == <{ c.frame.max_data }> - 1)) bad = 1'b1;
        if (event_valid && code != 4'd3) bad = 1'b1;
      end
      default: if (!ready || begins || ends || event_valid) bad = 1'b1;
    endcase
<%- if c.frame.max_data > 0 %>
    if (writes != (phase_q == DATA && accepts) || (writes && offset != count_q)) bad = 1'b1;
<%- endif %>
    if ((begins || ends) && used_q[slot]) bad = 1'b1;
  end

  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) begin
    held_q <= !rst_ni || (legal && !bad);
    address_q <= local_address_i;
    if (!rst_ni) begin
      phase_q <= HEADER;
      index_q <= 0;
      used_q <= 0;
    end else begin
      used_q <= (used_q & ~free_i) | ((ends ? <{ c.buffers.own_slots }>'d1 : <{ c.buffers.own_slots }>'d0) << slot);
      case (phase_q)
        HEADER: if (accepts) begin
          index_q <= whole || s_axis_tlast ? 0 : index_q + 1;
          if (whole) phase_q <= DECIDE;
        end
        DECIDE: begin
          if (event_valid) phase_q <= empty_q ? HEADER : SKIP;
          else if (begins) phase_q <= empty_q ? HEADER : DATA;
        end
        DATA: if (accepts) phase_q <= s_axis_tlast ? HEADER : event_valid ? SKIP : DATA;
        default: if (accepts && s_axis_tlast) phase_q <= HEADER;
      endcase
    end
    if (phase_q == HEADER && accepts) begin
<%- for part in c.frame.injection_parts %>
      if (index_q == <{ part.index }>) head_q[<{ part.high }>:<{ part.low }>] <= s_axis_tdata[<{ part.high - part.low }>:0];
<%- endfor %>
      empty_q <= s_axis_tlast;
      if (index_q == 0) slot_q <= used_q[0];
    end
    // Steps of the search; the wait for the slot of a bus does not count.
    if (phase_q != DECIDE) steps_q <= 0;
    else if (!waits) steps_q <= steps_q + 1;
    count_q <= phase_q != DATA ? 0 : count_q + accepts;
  end
  assign failed_o = held_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
