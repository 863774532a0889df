// broken_o = 1: there are requests and none of them is picked, or watched_i, any one requester, may wait
// for more than one service of another requester. later_i: the requesters after the one that was served last.
// same_o = 1: watched_i has not changed since the last cycle.
module fairness #(
  parameter WIDTH = 2
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [WIDTH-1:0] request_i,
  input  wire served_i,
  input  wire [WIDTH-1:0] pick_i,
  input  wire [WIDTH-1:0] later_i,
  input  wire [WIDTH-1:0] watched_i,
  output wire same_o,
  output wire broken_o
);
  // Number of other requesters that were served while watched_i requested.
  reg [WIDTH-1:0] watched_q;
  reg [7:0] others_q;
  wire waits = (request_i & watched_i) != {WIDTH{1'b0}} && (!served_i || pick_i != watched_i);
  always @(posedge clk_i) begin
    watched_q <= watched_i;
    if (!rst_ni || !waits) others_q <= 8'd0;
    else if (served_i) others_q <= others_q + 8'd1;
  end

  // Number of requesters that may still be served before watched_i.
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
      if (later_i[r]) behind = behind + 8'd1;
      if (!passed) below = below + 8'd1;
      if (later_i[r] && !passed) before = before + 8'd1;
    end
    for (r = 1; r < WIDTH; r = r + 1) begin
      if (later_i[r-1] && !later_i[r]) ordered = 1'b0;
    end
    if ((later_i & watched_i) == {WIDTH{1'b0}}) before = behind + below;
  end

  wire one = watched_i != {WIDTH{1'b0}} && (watched_i & (watched_i - 1)) == {WIDTH{1'b0}};
  wire fits = (pick_i & ~request_i) == {WIDTH{1'b0}} && (pick_i & (pick_i - 1)) == {WIDTH{1'b0}} &&
      (pick_i != {WIDTH{1'b0}}) == (request_i != {WIDTH{1'b0}});
  assign same_o = watched_i == watched_q;
  assign broken_o = one && (!fits || !ordered || later_i[0] || others_q + before > WIDTH - 1);
endmodule
