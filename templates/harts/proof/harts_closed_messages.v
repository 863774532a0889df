<{ c.banner("Property: what harts_closed_messages remembers.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds, while checks
//   are three cycles apart, and what is remembered was checked in the cycle before: an identity is seen
//   from then on for the time of the window, unless <{ c.majority.remembered }> others are remembered before; it is not
//   seen if it never was remembered, or <{ c.majority.remembered }> others were since.
`default_nettype none

module proof_harts_closed_messages (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire tick_i,
  input  wire [<{ c.topology.node_bits + 7 }>:0] key_i,
  input  wire [2:0] copies_i,
  input  wire check_i,
  input  wire record_i,
  input  wire [6:0] entry_i,
  input  wire [<{ 4 * c.majority.key_parts - 1 }>:0] wanted_i,
  output wire failed_o
);
  localparam [6:0] ENTRIES = <{ c.majority.remembered + 1 }>;
  localparam KEY = <{ 4 * c.majority.key_parts }>;
  localparam TIME = <{ c.majority.time_bits }>;
  localparam [TIME-1:0] WINDOW = <{ c.majority.timeout }>;
  localparam [TIME-1:0] ONE = 1;

  wire ready, seen;
  <{ c.prefix }>harts_closed_messages u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .tick_i(tick_i),
    .ready_o(ready),
    .key_i(key_i),
    .copies_i(copies_i),
    .check_i(check_i),
    .seen_o(seen),
    .record_i(record_i)
  );
  (* keep *)
  wire [<{ c.majority.remembered }>:0] hits, known;
  (* keep *)
  wire [6:0] next, oldest;
  (* keep *)
  wire forgets;
  (* keep *)
  wire [4:0] swept;
  (* keep *)
  wire [KEY-1:0] kept_key;
  (* keep *)
  wire [TIME-1:0] kept_time, now;
  connect u_dut.keys_q.place = entry_i;
  connect u_dut.times_q.place = entry_i;
  connect kept_key = u_dut.keys_q.kept_q;
  connect kept_time = u_dut.times_q.kept_q;
  connect now = u_dut.now_q;
  connect hits = u_dut.hits;
  connect known = u_dut.valid_q;
  connect next = u_dut.next_q;
  connect oldest = u_dut.oldest_q;
  connect forgets = u_dut.forget_q;
  connect swept = u_dut.sweep_q;

  // What may be asked for: any one identity, and any one entry that may have it.
  wire [KEY-1:0] key = <{ c.pad("copies_i, key_i", c.topology.node_bits + 11, 4 * c.majority.key_parts) }>;
  reg [KEY-1:0] wanted_q, key_q;
  reg [6:0] entry_q;
  reg checked_q, remembered_q;
  wire legal = wanted_i == wanted_q && entry_i == entry_q && entry_i < ENTRIES &&
      (!check_i || (ready && !checked_q && !remembered_q)) &&
      (!record_i || (checked_q && key == key_q));

  // What the entry has.
  reg [4:0] wait_q;
  reg [6:0] number_q;
  reg written_q;
  reg [KEY-1:0] said_q;
  reg [TIME-1:0] age_q;
  reg asked_q, must_q;
  wire mine = number_q == entry_i;
  wire old = age_q >= WINDOW;
  wire has = written_q && said_q == wanted_i;
  always @(posedge clk_i) begin
    wanted_q <= wanted_i;
    entry_q <= entry_i;
    key_q <= key;
    if (!rst_ni) begin
      wait_q <= 5'd0;
      number_q <= 7'd0;
      written_q <= 1'b0;
      checked_q <= 1'b0;
      remembered_q <= 1'b0;
      asked_q <= 1'b0;
    end else begin
      if (!wait_q[4]) wait_q <= wait_q + 5'd1;
      if (record_i) number_q <= (number_q == ENTRIES - 7'd1) ? 7'd0 : number_q + 7'd1;
      // The entry that comes next is forgotten before.
      if (record_i && mine) written_q <= 1'b1;
      else if (remembered_q && mine) written_q <= 1'b0;
      checked_q <= check_i;
      remembered_q <= record_i;
      asked_q <= check_i && key == wanted_i;
    end
    must_q <= has && !old;
    if (record_i && mine) begin
      said_q <= key;
      age_q <= tick_i ? ONE : {TIME{1'b0}};
    end else if (tick_i && !old) begin
      age_q <= age_q + ONE;
    end
  end
  wire [<{ c.majority.remembered }>:0] first = 1;
  wire [<{ c.majority.remembered }>:0] watched = first << entry_i;
  wire hit = |(hits & watched);
  wire wrong = seen != |hits || ready != wait_q[4] || (asked_q && (hit ? !has : must_q));

  // The ring of entries, and what the memories have of this one.
  wire [7:0] turn = ENTRIES;
  wire [7:0] to_entry = entry_i - oldest + ((entry_i < oldest) ? turn : 8'd0);
  wire [7:0] to_next = next - oldest + ((next < oldest || (next == oldest && forgets)) ? turn : 8'd0);
  wire valid = |(known & watched);
  wire idle = !written_q && !checked_q && !remembered_q;
  wire astray = next != number_q || next >= ENTRIES || oldest >= ENTRIES || forgets != remembered_q ||
      swept != wait_q || wait_q > 5'd16 || (!ready && !idle) || (checked_q && remembered_q) ||
      valid != (to_entry < to_next) || (written_q && kept_key != said_q) ||
      (written_q && mine && !remembered_q) ||
      (written_q && !old && (now - kept_time != age_q || !valid));
<%- for part in 0..c.majority.key_parts %>
  (* keep *)
  wire [3:0] wanted_<{ part }> = wanted_i[<{ 4 * part }>+:4];
  (* keep *)
  wire [<{ c.majority.remembered }>:0] kept_<{ part }>, read_<{ part }>;
  connect u_dut.gen_part[<{ part }>].rows_q.place = wanted_<{ part }>;
  connect kept_<{ part }> = u_dut.gen_part[<{ part }>].rows_q.kept_q;
  connect read_<{ part }> = u_dut.gen_part[<{ part }>].row_q;
  wire bit_<{ part }> = |(kept_<{ part }> & watched);
  wire lost_<{ part }> = wait_q > { 1'b0, wanted_<{ part }>} &&
      bit_<{ part }> != (written_q && said_q[<{ 4 * part }>+:4] == wanted_<{ part }>);
  wire stale_<{ part }> = checked_q && key_q[<{ 4 * part }>+:4] == wanted_<{ part }> &&
      (|(read_<{ part }> & watched)) != bit_<{ part }>;
<%- endfor %>
  wire spoilt = <% for part in 0..c.majority.key_parts %><% if part > 0 %> || <% endif %>lost_<{ part }> || stale_<{ part }><% endfor %>;
  wire broken = wrong || astray || spoilt;
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) held_q <= !rst_ni || (legal && !broken);
  assign failed_o = held_q && rst_ni && legal && broken;
endmodule

`default_nettype wire
