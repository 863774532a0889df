<{ c.banner("Event queue: keeps the events of a cycle together and shows them one by one.") }>
// Contract: events of a clock cycle leave by rising virtual node, those of one by rising code, one
//   a clock cycle. The last place of a full queue keeps event 15 instead: events are lost.
// Latency and state: one cycle; <{ c.events }> cycles with events.
`default_nettype none

module <{ c.prefix }>ring_tree_event_queue #(
  // Rings of the node.
  parameter RINGS = 1
) (
  input  wire clk_i,
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
  localparam ADDRESS = <{ c.event_bits }>;
  localparam [ADDRESS-1:0] ONE = 1;
  localparam FIRST = 0;
  localparam LAST = <{ c.events - 1 }>;

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
  reg [LANES-1:0] words_q [FIRST:LAST];
  reg [ADDRESS-1:0] write_q, read_q;
  reg [ADDRESS:0] used_q;
  wire full = used_q[ADDRESS];
  wire almost = used_q == LAST[ADDRESS:0];
  wire push = (|lanes) && !full;
  wire any = used_q != {ADDRESS+1{1'b0}};
  reg [LANES-1:0] done_q;
  wire [LANES-1:0] head = words_q[read_q];
<%- if c.is_writable %>
  // The tables may change before the event is shown.
  reg [RINGS*RING-1:0] rings_q [FIRST:LAST];
  always @(posedge clk_i) begin
    if (push) rings_q[write_q] <= rings_i;
  end
  assign rings = rings_q[read_q];
<%- else %>
  assign rings = rings_i;
<%- endif %>
  wire [LANES-1:0] lowest;
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(LANES)
  ) u_lowest (
    .bits_i(head & ~done_q),
    .lowest_o(lowest)
  );
  wire pop = any && (head & ~done_q) == lowest;
  // What is pushed is known late: both next values are there before.
  wire [ADDRESS:0] kept = used_q - { <{- "{" }>ADDRESS{1'b0}}, pop};
  wire [ADDRESS:0] grown = kept + { <{- "{" }>ADDRESS{1'b0}}, 1'b1};

  always @(posedge clk_i) begin
    if (push) words_q[write_q] <= almost ? {LANES{1'b0}} : lanes;
  end
  always @(posedge clk_i) begin
    if (clear_i) begin
      write_q <= {ADDRESS{1'b0}};
      read_q <= {ADDRESS{1'b0}};
      used_q <= {ADDRESS+1{1'b0}};
      done_q <= {LANES{1'b0}};
    end else begin
      if (push) write_q <= write_q + ONE;
      if (pop) read_q <= read_q + ONE;
      used_q <= push ? grown : kept;
      done_q <= pop || !any ? {LANES{1'b0}} : done_q | lowest;
    end
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
    if (!clear_i) assert (!full || used_q[ADDRESS-1:0] == {ADDRESS{1'b0}});
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
