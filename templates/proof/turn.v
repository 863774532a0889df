{{ c.banner("States how fair turn shall be.") }}
// Contract: failed_o = 0 behind a reset, and behind every cycle in which all of this holds, whatever
//   is asked for and served: one of the requests is picked where there is one; a request that stays
//   waits for at most one service of every other requester.
`default_nettype none

module proof_turn (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.turns() - 1 }}:0] request_i,
  input  wire served_i,
  input  wire [{{ c.turns() - 1 }}:0] watched_i,
  output wire failed_o
);
  localparam WIDTH = {{ c.turns() }};

  wire [WIDTH-1:0] pick;
  (* keep *)
  wire [WIDTH-1:0] later;
  {{ c.p }}turn #(
    .WIDTH(WIDTH)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .request_i(request_i),
    .served_i(served_i),
    .pick_o(pick)
  );

  // Any one requester, and how many others were served while it asked.
  reg [WIDTH-1:0] watched_q;
  reg [7:0] others_q;
  wire waits = (request_i & watched_i) != {WIDTH{1'b0}} && (!served_i || pick != watched_i);
  always @(posedge clk_i) begin
    watched_q <= watched_i;
    if (!rst_ni || !waits) others_q <= 8'd0;
    else if (served_i) others_q <= others_q + 8'd1;
  end

  // How many can still go before it: those behind the last one served, around to it.
  reg [7:0] before, behind, below;
  reg ordered, passed;
  integer r;
  always @* begin
    before = 8'd0;
    behind = 8'd0;
    below = 8'd0;
    ordered = 1'b1;
    passed = 1'b0;
    for (r = 0; r < WIDTH; r = r + 1) begin
      if (watched_i[r]) passed = 1'b1;
      if (later[r]) behind = behind + 8'd1;
      if (!passed) below = below + 8'd1;
      if (later[r] && !passed) before = before + 8'd1;
    end
    for (r = 1; r < WIDTH; r = r + 1) begin
      if (later[r-1] && !later[r]) ordered = 1'b0;
    end
    if ((later & watched_i) == {WIDTH{1'b0}}) before = behind + below;
  end

  wire one = watched_i != {WIDTH{1'b0}} && (watched_i & (watched_i - 1)) == {WIDTH{1'b0}};
  wire asked = request_i != {WIDTH{1'b0}};
  wire fits = (pick & ~request_i) == {WIDTH{1'b0}} && (pick & (pick - 1)) == {WIDTH{1'b0}} &&
      (pick != {WIDTH{1'b0}}) == asked;
  wire broken = one && (!fits || !ordered || later[0] || others_q + before > WIDTH - 1);
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) held_q <= !rst_ni || !broken;
  // Nobody serves where nobody asks, and the same requester is watched all the time.
  reg legal_q;
  initial legal_q = 1'b0;
  always @(posedge clk_i) legal_q <= !rst_ni || !served_i || asked;
  assign failed_o = held_q && legal_q && watched_i == watched_q && broken;
endmodule

`default_nettype wire
