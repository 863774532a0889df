<{ c.banner("Property: ihc_event_queue keeps events and their order.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds: the events of a
//   cycle are kept in one place, unless <{ c.events.depth }> are in use; the last place of a queue that becomes full
//   keeps event 15 of source 0 instead. The events of the oldest place leave one a cycle: those of the
//   directed cycles, rising, that of the frame, that of the delivery; then those of the next place.
//   room_o = 1 while two places or more are free. Of the memory the property follows one place, any one.
`default_nettype none

module proof_ihc_event_queue (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  input  wire [<{ c.topology.cycles * 4 - 1 }>:0] codes_i,
  input  wire [<{ c.topology.cycles * c.topology.id_bits - 1 }>:0] sources_i,
  input  wire oversize_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] node_i,
  input  wire [3:0] delivery_code_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] delivery_source_i,
  input  wire [<{ c.events.address_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam CYCLES = <{ c.topology.cycles }>;
  localparam LANES = CYCLES + 2;
  localparam ID = <{ c.topology.id_bits }>;
  localparam EVENT = 4 + ID;
  localparam WORD = CYCLES * EVENT + 1 + EVENT;
  localparam DEPTH = <{ c.events.depth }>;
  localparam ADDRESS = <{ c.events.address_bits }>;
  // A reset, or what is as one.
  wire alive = rst_ni && !faulty_i;

  wire room, valid;
  wire [3:0] code;
  wire [ID-1:0] source;
  <{ c.prefix }>ihc_event_queue u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .codes_i(codes_i),
    .sources_i(sources_i),
    .oversize_i(oversize_i),
    .node_i(node_i),
    .delivery_code_i(delivery_code_i),
    .delivery_source_i(delivery_source_i),
    .room_o(room),
    .event_valid_o(valid),
    .event_code_o(code),
    .event_source_o(source)
  );

  // Where the module is, what it has in the place, which lanes it has chosen, the last of them,
  // and that a place is done.
  (* keep *)
  wire [ADDRESS:0] write, read;
  (* keep *)
  wire [WORD-1:0] kept;
  (* keep *)
  wire [LANES-1:0] shown, chosen;
  (* keep *)
  wire pop, waiting;
  connect u_dut.u_queue.u_events.words_q.place = watched_i;
  connect kept = u_dut.u_queue.u_events.words_q.kept_q;
  connect write = u_dut.u_queue.write_q;
  connect read = u_dut.u_queue.read_q;
  connect waiting = u_dut.u_queue.waiting_q;
  connect shown = u_dut.done_q;
  connect chosen = u_dut.chosen_q;
  connect pop = u_dut.pop_q;

  // Places that were filled and that were done, modulo twice the depth; the events of the place, by lane.
  reg [ADDRESS:0] came_q, left_q;
  reg [ADDRESS-1:0] watched_q;
  reg [LANES*4-1:0] codes_q;
  reg [LANES*ID-1:0] sources_q;
  // Lanes of the oldest place that were passed, the last of them, and whether it is done; what is shown.
  reg [7:0] passed_q, lane_q;
  reg leaves_q, choice_q, valid_q, known_q;
  reg [EVENT-1:0] event_q;

  wire [ADDRESS:0] inside = came_q - left_q;
  wire [ADDRESS-1:0] after = watched_i - left_q[ADDRESS-1:0];
  wire holds = {1'b0, after} < inside;
  wire oldest = holds && after == 0;
  wire [WORD-1:0] word = {
      sources_q[(LANES-1)*ID+:ID], codes_q[(LANES-1)*4+:4], codes_q[CYCLES*4],
      lanes};
  wire [CYCLES*EVENT-1:0] lanes;
  genvar g;
  generate
    for (g = 0; g < CYCLES; g = g + 1) begin : gen_lane
      assign lanes[g*EVENT+:EVENT] = {sources_q[g*ID+:ID], codes_q[g*4+:4]};
    end
  endgenerate

  // The next lane of the place, if it is the oldest one, and whether it is the last one.
  reg found, more, astray;
  reg [7:0] lane;
  reg [EVENT-1:0] event_now;
  integer k;
  always @* begin
    found = 1'b0;
    more = 1'b0;
    astray = 1'b0;
    lane = 8'd0;
    event_now = {EVENT{1'b0}};
    for (k = 0; k < LANES; k = k + 1) begin
      if (k >= passed_q && codes_q[k*4+:4] != 0) begin
        if (found) more = 1'b1;
        else lane = k;
        found = 1'b1;
      end
      if (k == lane_q) event_now = {sources_q[k*ID+:ID], k == CYCLES ? 4'd3 : codes_q[k*4+:4]};
      if (k == lane_q && k == CYCLES) event_now[EVENT-1:4] = node_i;
      // The module has chosen what was passed.
      if (shown[k] != (k < passed_q && codes_q[k*4+:4] != 0)) astray = 1'b1;
      if (chosen[k] != (choice_q && k == lane_q)) astray = 1'b1;
    end
    if (choice_q && (lane_q >= passed_q || codes_q[lane_q*4+:4] == 0)) astray = 1'b1;
    if (leaves_q == found || (leaves_q && !choice_q)) astray = 1'b1;
  end

  wire some = codes_i != 0 || oversize_i || delivery_code_i != 0;
  wire push = some && inside != DEPTH;
  wire done = oldest ? leaves_q : pop;

  reg bad;
  always @* begin
    bad = write != came_q || read != left_q || waiting != (inside != 0);
    if (inside > DEPTH || room != (DEPTH - inside >= 2)) bad = 1'b1;
    if (holds && kept != word) bad = 1'b1;
    if (holds && (codes_q == 0 || codes_q[CYCLES*4+1+:3] != 0)) bad = 1'b1;
    if (oldest && (astray || pop != done)) bad = 1'b1;
    if (!oldest && (choice_q || leaves_q || passed_q != 0)) bad = 1'b1;
    if (inside == 0 && chosen != 0) bad = 1'b1;
    if (inside == 0 && (pop || shown != 0)) bad = 1'b1;
    if (valid != valid_q) bad = 1'b1;
    if (valid && known_q && {source, code} != event_q) bad = 1'b1;
  end

  always @(posedge clk_i) begin
    watched_q <= watched_i;
    came_q <= alive ? came_q + push : 0;
    left_q <= alive ? left_q + done : 0;
    passed_q <= !alive || !oldest || done ? 8'd0 : lane + 8'd1;
    leaves_q <= alive && oldest && !done && !more;
    lane_q <= lane;
    choice_q <= alive && oldest && !done;
    valid_q <= alive && (|chosen);
    known_q <= choice_q;
    event_q <= event_now;
    if (push && came_q[ADDRESS-1:0] == watched_i) begin
      codes_q <= {delivery_code_i, 3'd0, oversize_i, codes_i};
      sources_q <= {delivery_source_i, {ID{1'b0}}, sources_i};
      if (inside == DEPTH - 1) begin
        codes_q <= {4'd15, {LANES*4-4{1'b0}}};
        sources_q <= {LANES*ID{1'b0}};
      end
    end
  end
  wire legal = watched_i == watched_q;
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) held_q <= !alive || !bad;
  assign failed_o = held_q && alive && legal && bad;
endmodule

`default_nettype wire
