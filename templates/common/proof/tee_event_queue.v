<{ c.banner("Property: what tee_event_queue keeps.") }>
// Contract: failed_o = 0 in every cycle after a reset while only what waits is taken: the events leave in
//   the order in which they came, each once; of as many as places exist the last one says that events
//   are lost, and none is added; there is room while two places are free.
`default_nettype none

module proof_tee_event_queue (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire valid_i,
  input  wire [<{ width - 1 }>:0] event_i,
  input  wire pop_i,
  input  wire watch_i,
  output wire failed_o
);
  localparam WIDTH = <{ width }>;
  localparam ADDRESS = <{ address }>;
  localparam DEPTH = 1 << ADDRESS;
  localparam [WIDTH-1:0] LOST = <{ lost }>;
  // A reset, or what is as one.
  wire alive = rst_ni && !clear_i;

  wire room, waiting;
  wire [WIDTH-1:0] shown;
  <{ c.prefix }>tee_event_queue #(
    .WIDTH(WIDTH),
    .ADDRESS(ADDRESS),
    .LOST(LOST)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(valid_i),
    .event_i(event_i),
    .room_o(room),
    .waiting_o(waiting),
    .event_o(shown),
    .pop_i(pop_i)
  );

  // How many came and how many left.
  reg [ADDRESS:0] came_q, left_q;
  wire [ADDRESS:0] waits = came_q - left_q;
  wire comes = valid_i && waits < DEPTH;
  wire legal = !pop_i || waits != 0;

  // Any one event: its number, and what it says.
  reg watched_q, begun_q;
  reg [ADDRESS:0] number_q;
  reg [WIDTH-1:0] said_q;
  wire watched = comes && watch_i && !watched_q;
  // The memory keeps the place of this one.
  (* keep *)
  wire [ADDRESS-1:0] place = watched_q ? number_q[ADDRESS-1:0] : came_q[ADDRESS-1:0];
  connect u_dut.u_events.words_q.place = place;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !alive || (begun_q && legal);
    if (!alive) begin
      came_q <= 0;
      left_q <= 0;
      watched_q <= 1'b0;
    end else begin
      if (comes) came_q <= came_q + 1;
      if (pop_i) left_q <= left_q + 1;
      watched_q <= watched || (watched_q && !(pop_i && left_q == number_q));
    end
    if (watched) begin
      number_q <= came_q;
      said_q <= waits == DEPTH - 1 ? LOST : event_i;
    end
  end
  wire told = watched_q && left_q == number_q;
  // What PDR would have to find by itself: it is one of those that wait.
  wire astray = waits > DEPTH || (watched_q && number_q - left_q >= waits);
  wire bad = waiting != (waits != 0) || room != (waits + 2 <= DEPTH) || (told && shown != said_q) ||
      astray;
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && alive && legal && bad;
endmodule

`default_nettype wire
