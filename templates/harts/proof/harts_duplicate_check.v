<{ c.banner("Property: what harts_duplicate_check remembers.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds, while what is
//   remembered was checked in the cycle before: an identity is seen from then on for a period less the
//   rows, unless <{ c.duplicates.ways }> of its row are remembered after it; it is not seen if it never was remembered, or
//   two periods before.
`default_nettype none

module proof_harts_duplicate_check (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire [<{ c.topology.node_bits + 7 }>:0] key_i,
  input  wire [2:0] copies_i,
  input  wire check_i,
  input  wire record_i,
  input  wire [<{ c.topology.node_bits + 10 }>:0] wanted_i,
  output wire failed_o
);
  localparam ID = <{ c.topology.node_bits }>;
  localparam WAYS = <{ c.duplicates.ways }>;
  localparam TIME = <{ c.duplicates.time_bits }>;
  localparam AGE = TIME + 2;
  localparam [AGE-1:0] PERIOD = <{ c.duplicates.period }>;
  localparam [AGE-1:0] ROWS = <{ c.duplicates.rows }>;
  // A reset, or what is as one.
  wire alive = rst_ni && !clear_i;

  wire ready, seen;
  <{ c.prefix }>harts_duplicate_check u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .ready_o(ready),
    .key_i(key_i),
    .copies_i(copies_i),
    .check_i(check_i),
    .seen_o(seen),
    .record_i(record_i)
  );
  (* keep *)
  wire [TIME-1:0] left;
  (* keep *)
  wire young;
  (* keep *)
  wire [1:0] turn;
  connect left = u_dut.left_q;
  connect young = u_dut.young_q;
  connect u_dut.turns_q.place = place;
  connect turn = u_dut.turns_q.kept_q;

  // What may be asked for: any one identity. Its row is watched.
  wire [ID+10:0] identity = {copies_i, key_i};
  reg [ID+10:0] wanted_q, identity_q;
  reg checked_q;
  wire legal = wanted_i == wanted_q && (!check_i || ready) &&
      (!record_i || (checked_q && identity == identity_q));
  (* keep *)
  wire [3:0] place = <{ c.identity_row("wanted_i") }>;
  wire [3:0] row = <{ c.identity_row("key_i") }>;
  wire [ID+6:0] rest = {wanted_i[ID+10:ID+8], wanted_i[ID+4+:4], wanted_i[ID-1:0]};

  // How long ago it was remembered, and how many of its row since then.
  reg has_q;
  reg [AGE-1:0] age_q;
  reg [2:0] others_q;
  reg asked_q, must_q, may_q;
  wire old = age_q >= 2 * PERIOD;
  wire full = others_q == WAYS;
  always @(posedge clk_i) begin
    wanted_q <= wanted_i;
    identity_q <= identity;
    checked_q <= alive && check_i;
    asked_q <= alive && check_i && identity == wanted_i;
    must_q <= has_q && age_q < PERIOD - ROWS && !full;
    may_q <= has_q && !old;
    has_q <= alive && (has_q || (record_i && identity == wanted_i));
    if (!alive || (record_i && identity == wanted_i)) begin
      age_q <= {AGE{1'b0}};
      others_q <= 3'd0;
    end else begin
      if (!old) age_q <= age_q + 1;
      if (record_i && row == place && !full) others_q <= others_q + 3'd1;
    end
  end
  wire wrong = asked_q && (seen ? !may_q : must_q);

  // The row in both generations, what the younger one has and how old that can be.
  wire [2*WAYS*(ID+8)-1:0] entries;
<%- for g in 0..2 %>
<%- for w in 0..c.duplicates.ways %>
  (* keep *)
  wire [ID+7:0] entry_<{ g }>_<{ w }>;
  connect u_dut.gen_generation[<{ g }>].gen_entry[<{ w }>].entries_q.place = place;
  connect entry_<{ g }>_<{ w }> = u_dut.gen_generation[<{ g }>].gen_entry[<{ w }>].entries_q.kept_q;
  assign entries[<{ g * c.duplicates.ways + w }>*(ID+8)+:ID+8] = entry_<{ g }>_<{ w }>;
<%- endfor %>
<%- endfor %>
  wire [AGE-1:0] since = PERIOD - 1 - left;
  wire in_young = age_q < since;
  wire passed = left < place;
  wire [1:0] way = turn - 2'd1 - others_q[1:0];
  reg astray, valid, mine;
  integer g, w;
  always @* begin
    astray = left >= PERIOD || (!ready && left >= ROWS) || (!ready && (has_q || checked_q)) ||
        others_q > WAYS;
    for (g = 0; g < 2; g = g + 1) begin
      for (w = 0; w < WAYS; w = w + 1) begin
        valid = entries[(g*WAYS+w)*(ID+8)+ID+7];
        mine = valid && entries[(g*WAYS+w)*(ID+8)+:ID+7] == rest;
        // What is cleared stays clear; nothing is older than its generation.
        if (passed && (!ready || young != g) && valid) astray = 1'b1;
        if (ready && mine && (!has_q || old)) astray = 1'b1;
        if (ready && mine && young == g && !in_young) astray = 1'b1;
        if (ready && mine && young != g && age_q >= PERIOD + since) astray = 1'b1;
        // What was remembered is where it was written.
        if (ready && has_q && !full && !old && way == w && young == (g ^ !in_young) && !mine &&
            (in_young || (!passed && age_q < PERIOD + since))) astray = 1'b1;
      end
    end
  end
  wire broken = wrong || astray;
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) held_q <= !alive || (legal && !broken);
  assign failed_o = held_q && alive && legal && broken;
endmodule

`default_nettype wire
