<{ c.banner("Property: what harts_event_queue keeps.") }>
// Contract: failed_o = 0 in every cycle after a reset while only what waits is taken: the events leave in the
//   order in which they came, each once; of <{ c.events.queue }> that wait the last one says <{ c.events.lost }>, and none is added.
`default_nettype none

module proof_harts_event_queue (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire valid_i,
  input  wire [3:0] code_i,
  input  wire take_i,
  input  wire watch_i,
  output wire failed_o
);
  wire waiting;
  wire [3:0] code;
  <{ c.prefix }>harts_event_queue u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(valid_i),
    .code_i(code_i),
    .waiting_o(waiting),
    .code_o(code),
    .take_i(take_i)
  );

  // How many came and how many left.
  reg [4:0] came_q, left_q;
  wire [4:0] waits = came_q - left_q;
  wire comes = valid_i && waits < 5'd<{ c.events.queue }>;
  wire legal = !take_i || waits != 5'd0;

  // Any one event: its number, and what it says.
  reg watched_q, begun_q;
  reg [4:0] number_q;
  reg [3:0] said_q;
  wire watched = comes && watch_i && !watched_q;
  // The memory keeps the place of this one.
  (* keep *)
  wire [3:0] place = watched_q ? number_q[3:0] : came_q[3:0];
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    if (!rst_ni) begin
      came_q <= 5'd0;
      left_q <= 5'd0;
      watched_q <= 1'b0;
    end else begin
      if (comes) came_q <= came_q + 5'd1;
      if (take_i) left_q <= left_q + 5'd1;
      watched_q <= watched || (watched_q && !(take_i && left_q == number_q));
    end
    if (watched) begin
      number_q <= came_q;
      said_q <= (waits == 5'd<{ c.events.queue - 1 }>) ? 4'd<{ c.events.lost }> : code_i;
    end
  end
  wire told = watched_q && left_q == number_q;
  // What PDR would have to find by itself: it is one of those that wait.
  wire astray = waits > 5'd<{ c.events.queue }> || (watched_q && number_q - left_q >= waits);
  wire bad = waiting != (waits != 5'd0) || (told && code != said_q) || astray;
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
