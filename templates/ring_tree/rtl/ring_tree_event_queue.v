<{ c.banner("Event queue: keeps the events of a cycle together and shows them one by one.") }>
// Contract: events of a clock cycle leave by rising virtual node, those of one by rising code, one
//   a clock cycle. The last place of a full queue keeps event 15 instead: events are lost.
// Latency and state: one cycle; <{ c.events }> cycles with events.
// Widths: <{ c.ring_bits }> = ring number.
`default_nettype none

module <{ c.prefix }>ring_tree_event_queue #(
  // Rings of the node.
  parameter RINGS = 1
) (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire clear_i,
  input  wire [RINGS*<{ c.ring_bits }>-1:0] rings_i,
  input  wire [RINGS-1:0] refused_i,
  input  wire [RINGS-1:0] differs_i,
  input  wire [RINGS-1:0] broken_i,
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [<{ c.ring_bits - 1 }>:0] event_ring_o
);
  localparam LANES = 3 * RINGS;
  localparam RING = <{ c.ring_bits }>;
  localparam WORD = LANES<% if c.is_writable %> + RINGS * RING<% endif %>;

  wire [LANES-1:0] lanes;
  wire [LANES*(RING+4)-1:0] events;
  wire [RINGS*RING-1:0] rings;
  genvar r;
  generate
    for (r = 0; r < RINGS; r = r + 1) begin : gen_ring
      wire [RING-1:0] ring = rings[r*RING+:RING];
      assign lanes[r*3+:3] = {broken_i[r], differs_i[r], refused_i[r]};
      assign events[r*3*(RING+4)+:3*(RING+4)] = {ring, 4'd14, ring, 4'd13, ring, 4'd6};
    end
  endgenerate

  // A word has the lanes of a cycle; without any it says that events are lost.
  wire any, pop, unused_room;
  wire [WORD-1:0] word;
  <{ c.prefix }>tee_event_queue #(
    .WIDTH(WORD),
    .ADDRESS(<{ c.event_bits }>),
    .LOST({WORD{1'b0}})
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(|lanes),
<%- if c.is_writable %>
    // The tables may change before the event is shown.
    .event_i({rings_i, lanes}),
<%- else %>
    .event_i(lanes),
<%- endif %>
    .room_o(unused_room),
    .waiting_o(any),
    .event_o(word),
    .pop_i(pop)
  );
<%- if c.is_writable %>
  assign rings = word[WORD-1:LANES];
<%- else %>
  assign rings = rings_i;
<%- endif %>

  // Lanes of the oldest word that were shown.
  reg [LANES-1:0] done_q;
  wire [LANES-1:0] left = word[LANES-1:0] & ~done_q;
  wire [LANES-1:0] lowest;
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(LANES)
  ) u_lowest (
    .bits_i(left),
    .lowest_o(lowest)
  );
  assign pop = any && left == lowest;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i || pop || !any) done_q <= {LANES{1'b0}};
    else done_q <= done_q | lowest;
  end

  reg [RING+3:0] chosen;
  integer l;
  always @* begin
    chosen = {RING+4{1'b0}};
    for (l = 0; l < LANES; l = l + 1) begin
      chosen = chosen | (events[l*(RING+4)+:RING+4] & {RING+4{lowest[l]}});
    end
  end
  assign event_valid_o = any;
  assign event_code_o = chosen[3:0] | {4{lowest == {LANES{1'b0}}}};
  assign event_ring_o = chosen[RING+3:4];

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni && !clear_i) begin : shown_lane_has_event
      assert (!any || (done_q & ~word[LANES-1:0]) == {LANES{1'b0}});
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
