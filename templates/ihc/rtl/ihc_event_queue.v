<{ c.banner("Event queue: keeps the events of a cycle together and shows them one by one.") }>
// Contract: events of a clock cycle leave by rising directed cycle, then that of the processor's
//   frame, then that of a delivery, one a clock cycle. The last place of a full queue keeps
//   event 15 instead: events are lost. room_o = 1 while at least two places are free.
// Latency and state: two cycles; <{ c.events.depth }> cycles with events.
// Widths: <{ c.topology.cycles * 4 }> = cycles x 4; <{ c.topology.cycles * c.topology.id_bits }> = cycles x node number; <{ c.topology.id_bits }> = node number.
`default_nettype none

module <{ c.prefix }>ihc_event_queue (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire faulty_i,
  // By directed cycle: the code, or 0, and the source
  input  wire [<{ c.topology.cycles * 4 - 1 }>:0] codes_i,
  input  wire [<{ c.topology.cycles * c.topology.id_bits - 1 }>:0] sources_i,
  input  wire oversize_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] node_i,
  input  wire [3:0] delivery_code_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] delivery_source_i,
  output wire room_o,
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [<{ c.topology.id_bits - 1 }>:0] event_source_o
);
  localparam CYCLES = <{ c.topology.cycles }>;
  localparam LANES = CYCLES + 2;
  localparam ID = <{ c.topology.id_bits }>;
  localparam EVENT = 4 + ID;
  localparam [3:0] OVERSIZE = 4'd3;
  localparam [3:0] LOST = 4'd15;
  localparam WORD = CYCLES * EVENT + 1 + EVENT;
  // An event of a delivery alone.
  localparam [WORD-1:0] LOST_WORD = { <{- "{" }>ID{1'b0}}, LOST, {WORD-EVENT{1'b0}}};

  // The word of a cycle: the lanes of the directed cycles, the processor's frame, the delivery.
  wire [CYCLES*EVENT-1:0] lanes;
  wire [CYCLES-1:0] seen;
  genvar j;
  generate
    for (j = 0; j < CYCLES; j = j + 1) begin : gen_lane
      assign lanes[j*EVENT+:EVENT] = {sources_i[j*ID+:ID], codes_i[j*4+:4]};
      assign seen[j] = codes_i[j*4+:4] != 4'd0;
    end
  endgenerate

  wire waiting;
  wire [WORD-1:0] head;
  reg pop_q;
  <{ c.prefix }>tee_event_queue #(
    .WIDTH(WORD),
    .ADDRESS(<{ c.events.address_bits }>),
    .LOST(LOST_WORD)
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(faulty_i),
    .valid_i((|seen) || oversize_i || delivery_code_i != 4'd0),
    .event_i({delivery_source_i, delivery_code_i, oversize_i, lanes}),
    .room_o(room_o),
    .waiting_o(waiting),
    .event_o(head),
    .pop_i(pop_q)
  );

  // The oldest word: the lowest lane that has not been chosen. With the last one it leaves.
  wire [LANES-1:0] has;
  wire [LANES*EVENT-1:0] events = {
      head[WORD-1:CYCLES*EVENT+1], node_i, OVERSIZE, head[CYCLES*EVENT-1:0]};
  reg [LANES-1:0] done_q, chosen_q;
  wire [LANES-1:0] left = has & ~done_q;
  wire [LANES-1:0] lowest;
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(LANES)
  ) u_lowest (
    .bits_i(left),
    .lowest_o(lowest)
  );
  generate
    for (j = 0; j < LANES; j = j + 1) begin : gen_has
      if (j == CYCLES) begin : gen_oversize
        assign has[j] = head[CYCLES*EVENT];
      end else begin : gen_code
        assign has[j] = events[j*EVENT+:4] != 4'd0;
      end
    end
  endgenerate
  wire any = waiting && !pop_q;

  wire [LANES-1:0] chosen = lowest & {LANES{any}};

  wire [LANES*EVENT-1:0] part;
  generate
    for (j = 0; j < LANES; j = j + 1) begin : gen_part
      assign part[j*EVENT+:EVENT] = events[j*EVENT+:EVENT] & {EVENT{chosen_q[j]}};
    end
  endgenerate

  reg valid_q;
  reg [EVENT-1:0] event_q;
  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) begin
      valid_q <= 1'b0;
      pop_q <= 1'b0;
      done_q <= {LANES{1'b0}};
      chosen_q <= {LANES{1'b0}};
    end else begin
      valid_q <= |chosen_q;
      pop_q <= any && left == lowest;
      done_q <= pop_q ? {LANES{1'b0}} : done_q | chosen;
      chosen_q <= chosen;
    end
  end

  always @(posedge clk_i) begin
    event_q <= <{ c.any_lane("part") }>;
  end

  assign event_valid_o = valid_q;
  assign event_code_o = event_q[3:0];
  assign event_source_o = event_q[4+:ID];

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni && !faulty_i) begin : taken_lane_has_event
      assert (!any || (|has));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
