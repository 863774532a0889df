<{ c.banner("Property: ring_tree_event_queue keeps events and their order.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds: the events of a
//   cycle are kept in one place, unless <{ c.events }> are in use; the last place of a queue that becomes full keeps
//   event 15 of ring 0 instead. The events of the oldest place leave one a cycle: by virtual node, rising, and of
//   one by rising code; then those of the next place. Of the memories the property follows one place, any one.
`default_nettype none

module proof_ring_tree_event_queue (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire [<{ c.rings() as u32 * c.ring_bits - 1 }>:0] rings_i,
  input  wire [<{ c.rings() - 1 }>:0] refused_i,
  input  wire [<{ c.rings() - 1 }>:0] differs_i,
  input  wire [<{ c.rings() - 1 }>:0] broken_i,
  input  wire [<{ c.event_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam RINGS = <{ c.rings() }>;
  localparam LANES = 3 * RINGS;
  localparam RING = <{ c.ring_bits }>;
  localparam DEPTH = <{ c.events }>;
  localparam ADDRESS = <{ c.event_bits }>;
  // A reset, or what is as one.
  wire alive = rst_ni && !clear_i;

  wire valid;
  wire [3:0] code;
  wire [RING-1:0] ring;
  <{ c.prefix }>ring_tree_event_queue #(
    .RINGS(RINGS)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .rings_i(rings_i),
    .refused_i(refused_i),
    .differs_i(differs_i),
    .broken_i(broken_i),
    .event_valid_o(valid),
    .event_code_o(code),
    .event_ring_o(ring)
  );

  // Where the module is, what it has in the place, which lanes it has passed, and that the oldest place is
  // done in this cycle.
  (* keep *)
  wire [ADDRESS:0] write, read;
  (* keep *)
  wire [LANES-1:0] done;
  (* keep *)
  wire pop;
  // The lanes of the place<% if c.is_writable %>, and its rings<% endif %>.
  (* keep *)
  wire [LANES<% if c.is_writable %>+RINGS*RING<% endif %>-1:0] kept;
  connect u_dut.u_queue.u_events.words_q.place = watched_i;
  connect kept = u_dut.u_queue.u_events.words_q.kept_q;
  connect write = u_dut.u_queue.write_q;
  connect read = u_dut.u_queue.read_q;
  connect done = u_dut.done_q;
  connect pop = u_dut.pop;

  // Places that were filled and that were done, modulo twice the depth; the events of the place, by lane.
  reg [ADDRESS:0] came_q, left_q;
  reg [ADDRESS-1:0] watched_q;
  reg [LANES-1:0] events_q;
  reg [RINGS*RING-1:0] rings_q;
  // Lanes of the oldest place that were passed.
  reg [7:0] passed_q;

  wire [ADDRESS:0] inside = came_q - left_q;
  wire [ADDRESS-1:0] after = watched_i - left_q[ADDRESS-1:0];
  wire holds = {1'b0, after} < inside;
  wire oldest = holds && after == 0;
  wire some = refused_i != 0 || differs_i != 0 || broken_i != 0;
  wire push = some && inside != DEPTH;

  // The next event of the place, if it is the oldest one, and whether it is the last one.
  reg found, more, astray;
  reg [7:0] lane;
  integer k;
  always @* begin
    found = 1'b0;
    more = 1'b0;
    astray = 1'b0;
    lane = 8'd0;
    for (k = 0; k < LANES; k = k + 1) begin
      if (k >= passed_q && events_q[k]) begin
        if (found) more = 1'b1;
        else lane = k;
        found = 1'b1;
      end
      if (done[k] != (k < passed_q && events_q[k])) astray = 1'b1;
    end
  end
  wire [3:0] wanted = !found ? 4'd15 : lane % 3 == 0 ? 4'd6 : lane % 3 == 1 ? 4'd13 : 4'd14;
<%- if c.is_writable %>
  wire [RINGS*RING-1:0] names = rings_q;
<%- else %>
  wire [RINGS*RING-1:0] names = rings_i;
<%- endif %>
  wire [RING-1:0] name = found ? names[lane/3*RING+:RING] : {RING{1'b0}};

  reg bad;
  always @* begin
    bad = write != came_q || read != left_q || inside > DEPTH;
    if (holds && kept[LANES-1:0] != events_q) bad = 1'b1;
<%- if c.is_writable %>
    if (holds && events_q != 0 && kept[LANES+:RINGS*RING] != rings_q) bad = 1'b1;
<%- endif %>
    if (valid != (inside != 0)) bad = 1'b1;
    if (oldest && (astray || code != wanted || ring != name)) bad = 1'b1;
    if (oldest && !found && passed_q != 0) bad = 1'b1;
    if (inside == 0 && done != 0) bad = 1'b1;
    if (!oldest && passed_q != 0) bad = 1'b1;
    if ((oldest && pop == more) || (pop && inside == 0)) bad = 1'b1;
  end

  integer r;
  reg [LANES-1:0] lanes;
  always @* begin
    for (r = 0; r < RINGS; r = r + 1) lanes[3*r+:3] = {broken_i[r], differs_i[r], refused_i[r]};
  end
  always @(posedge clk_i) begin
    watched_q <= watched_i;
    came_q <= alive ? came_q + push : 0;
    left_q <= alive ? left_q + pop : 0;
    passed_q <= !alive || !oldest || pop ? 8'd0 : lane + 8'd1;
    if (push && came_q[ADDRESS-1:0] == watched_i) begin
      events_q <= inside == DEPTH - 1 ? 0 : lanes;
      rings_q <= rings_i;
    end
  end
  wire legal = watched_i == watched_q;
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) held_q <= !alive || !bad;
  assign failed_o = held_q && alive && legal && bad;
endmodule

`default_nettype wire
