{{ c.banner("Property: in which order harts_slot_choice offers the slots that wait.") }}
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds, while only a slot
//   that is held ceases to request, only what is offered is taken, and a slot is held from the cycle after it
//   is taken: what is offered requests and is not held; of a group the lowest slot that requested when the
//   group was selected and has not been taken since. The next group is the first one after it, round, in which
//   any slot requests. It is selected at once.
`default_nettype none

module proof_harts_slot_choice (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.buffers.link_slots - 1 }}:0] request_i,
  input  wire hold_i,
  input  wire [{{ c.buffers.link_slot_bits - 1 }}:0] hold_slot_i,
  input  wire take_i,
  output wire failed_o
);
  localparam SLOTS = {{ c.buffers.link_slots }};
  localparam SLOT = {{ c.buffers.link_slot_bits }};
  localparam GROUPS = (SLOTS + 7) / 8;

  wire valid;
  wire [SLOT-1:0] slot;
  {{ c.prefix }}harts_slot_choice #(
    .SLOTS(SLOTS),
    .SLOT(SLOT)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .request_i(request_i),
    .hold_i(hold_i),
    .hold_slot_i(hold_slot_i),
    .valid_o(valid),
    .slot_o(slot),
    .take_i(take_i)
  );
  (* keep *)
  wire [7:0] row;
  (* keep *)
  wire [SLOT-1:0] group;

  // What is left of the group, and the group after it.
  wire [GROUPS*8-1:0] requests = request_i;
  wire [GROUPS*8-1:0] first = 1;
  wire [GROUPS*8-1:0] kept = ~(hold_i ? first << hold_slot_i : {GROUPS{8'd0}});
  wire [GROUPS*8-1:0] offerable = kept & ~(take_i ? first << slot : {GROUPS{8'd0}});
  reg [7:0] row_q, left, next_row;
  reg [SLOT-1:0] group_q, next_group;
  reg taken, found;
  integer i, s, g;
  always @* begin
    left = row_q;
    taken = !take_i;
    for (i = 0; i < 8; i = i + 1) begin
      if (left[i] && !taken) begin
        left[i] = 1'b0;
        taken = 1'b1;
      end
    end
    next_row = left;
    next_group = group_q;
    found = left != 8'd0;
    for (s = 1; s <= GROUPS; s = s + 1) begin
      g = group_q + s >= GROUPS ? group_q + s - GROUPS : group_q + s;
      if (!found && requests[g*8+:8] != 8'd0) begin
        next_row = requests[g*8+:8] & offerable[g*8+:8];
        next_group = g;
        found = 1'b1;
      end
    end
  end

  // Who waits, and what is offered.
  reg [SLOTS-1:0] request_q;
  reg taken_q, known_q;
  reg [SLOT-1:0] known_slot_q;
  reg legal, bad, offered;
  always @* begin
    legal = (request_q & kept[SLOTS-1:0] & ~request_i) == {SLOTS{1'b0}} && (!take_i || valid);
    if (hold_i ? !known_q || hold_slot_i != known_slot_q : taken_q) legal = 1'b0;
    bad = row != row_q || group != group_q || group_q >= GROUPS;
    if ((row_q & ~(requests[group_q*8+:8] & kept[group_q*8+:8])) != 8'd0) bad = 1'b1;
    offered = 1'b0;
    for (i = 0; i < 8; i = i + 1) begin
      if (row_q[i] && !offered) begin
        offered = 1'b1;
        if (slot != group_q * 8 + i) bad = 1'b1;
      end
    end
    if (valid != offered) bad = 1'b1;
  end
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) begin
    request_q <= rst_ni ? request_i & kept[SLOTS-1:0] : {SLOTS{1'b0}};
    row_q <= rst_ni ? next_row : 8'd0;
    group_q <= rst_ni ? next_group : {SLOT{1'b0}};
    taken_q <= rst_ni && take_i;
    known_q <= rst_ni && (take_i || hold_i);
    known_slot_q <= take_i ? slot : hold_slot_i;
    held_q <= !rst_ni || (legal && !bad);
  end
  assign failed_o = held_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
