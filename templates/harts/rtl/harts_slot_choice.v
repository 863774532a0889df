{{ c.banner("Chooses the next of the slots that wait, group by group.") }}
// Contract: slot_o is one of those that request, while valid_o; take_i takes it. The groups of
//   eight slots are selected round robin; a group offers those of its slots that requested when it
//   was selected, the lowest first. A slot is held from the cycle after it is taken, for as long as
//   the packet in it is under way, and is not offered then. A request may end only while its slot
//   is held.
// Latency and state: a slot is offered one cycle after it requests; the selected group, and its
//   slots that have not been taken.
`default_nettype none

module {{ c.prefix }}harts_slot_choice #(
  parameter SLOTS = {{ c.buffers.link_slots }},
  parameter SLOT = {{ c.buffers.link_slot_bits }}
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [SLOTS-1:0] request_i,
  input  wire hold_i,
  input  wire [SLOT-1:0] hold_slot_i,
  output wire valid_o,
  output wire [SLOT-1:0] slot_o,
  input  wire take_i
);
  localparam GROUPS = (SLOTS + 7) / 8;
  // A place in a group has three bits.
  localparam GROUP = SLOT;
  localparam WIDE = GROUP + 3;

  wire [GROUPS*8-1:0] requests;
  assign requests[SLOTS-1:0] = request_i;
  genvar p;
  generate
    for (p = SLOTS; p < GROUPS * 8; p = p + 1) begin : gen_rest
      assign requests[p] = 1'b0;
    end
  endgenerate

  // The selected group, and those of its slots that are offered.
  reg [GROUP-1:0] group_q;
  reg [7:0] row_q;
  wire [7:0] lowest;
  {{ c.prefix }}tee_lowest_set_bit #(
    .WIDTH(8)
  ) u_lowest (
    .bits_i(row_q),
    .lowest_o(lowest)
  );
  wire [2:0] place = {|(lowest & 8'hf0), |(lowest & 8'hcc), |(lowest & 8'haa)};
  wire [WIDE-1:0] slot = {group_q, place};
  assign valid_o = |row_q;
  assign slot_o = slot[SLOT-1:0];
  wire unused_high = &{1'b0, slot[WIDE-1:SLOT]};
  wire [7:0] left = take_i ? row_q & ~lowest : row_q;

  // The next group with a request: the first one after this group, or the first of all.
  reg [GROUPS-1:0] waits, later;
  integer g;
  always @* begin
    for (g = 0; g < GROUPS; g = g + 1) begin
      waits[g] = |requests[g*8+:8];
      later[g] = waits[g] && group_q < g[GROUP-1:0];
    end
  end
  wire [GROUPS-1:0] first_later, first_of_all;
  {{ c.prefix }}tee_lowest_set_bit #(
    .WIDTH(GROUPS)
  ) u_later (
    .bits_i(later),
    .lowest_o(first_later)
  );
  {{ c.prefix }}tee_lowest_set_bit #(
    .WIDTH(GROUPS)
  ) u_of_all (
    .bits_i(waits),
    .lowest_o(first_of_all)
  );
  wire [GROUPS-1:0] next = (|later) ? first_later : first_of_all;
  reg [GROUP-1:0] next_group;
  reg [7:0] next_row;
  always @* begin
    next_group = {GROUP{1'b0}};
    next_row = 8'd0;
    for (g = 0; g < GROUPS; g = g + 1) begin
      if (next[g]) begin
        next_group = next_group | g[GROUP-1:0];
        next_row = next_row | requests[g*8+:8];
      end
    end
  end

  // A new group comes without the slot that is held, and without the one that is taken in this
  // cycle: when no other is left, that is what the row still has.
  wire [WIDE-1:0] hold_slot = {3'd0, hold_slot_i};
  wire [7:0] held = hold_i ? 8'd1 << hold_slot[2:0] : 8'd0;
  wire [7:0] out = (hold_slot[WIDE-1:3] == next_group ? held : 8'd0) |
      (group_q == next_group ? row_q : 8'd0);
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      group_q <= {GROUP{1'b0}};
      row_q <= 8'd0;
    end else if (left != 8'd0) begin
      row_q <= left;
    end else begin
      group_q <= (|waits) ? next_group : group_q;
      row_q <= next_row & ~out;
    end
  end

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // Only a slot that requests is offered, and only an offered one is taken.
      assert (!valid_o || request_i[slot_o]);
      assert (!take_i || valid_o);
      // What is held is not offered.
      assert (!(hold_i && valid_o) || slot_o != hold_slot_i);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
