<{ c.banner("Property: what harts_slot_queue keeps.") }>
// Contract: failed_o = 0 in every cycle after a reset while only what waits is taken, and no more wait than
//   there are numbers of slots: the rows leave in the order in which they came, each once.
`default_nettype none

module proof_harts_slot_queue (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire push_i,
  input  wire [<{ c.buffers.link_slot_bits + 5 }>:0] row_i,
  input  wire take_i,
  input  wire watch_i,
  output wire failed_o
);
  localparam SLOT = <{ c.buffers.link_slot_bits }>;
  localparam WIDTH = SLOT + 6;
  localparam [SLOT:0] ONE = 1;
  localparam [SLOT:0] ALL = ONE << SLOT;

  wire valid;
  wire [WIDTH-1:0] row;
  <{ c.prefix }>harts_slot_queue #(
    .SLOT(SLOT),
    .WIDTH(WIDTH)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .push_i(push_i),
    .row_i(row_i),
    .valid_o(valid),
    .row_o(row),
    .take_i(take_i)
  );
  (* keep *)
  wire [SLOT-1:0] write, read;

  // How many came and how many left.
  reg [SLOT:0] came_q, left_q;
  wire [SLOT:0] waits = came_q - left_q;
  wire legal = (!take_i || waits != 0) && (!push_i || waits != ALL);

  // Any one row: its number, and what it says.
  reg watched_q, begun_q;
  reg [SLOT:0] number_q;
  reg [WIDTH-1:0] row_q;
  wire watched = push_i && watch_i && !watched_q;
  // The memory keeps the place of this one.
  (* keep *)
  wire [SLOT-1:0] place = watched_q ? number_q[SLOT-1:0] : came_q[SLOT-1:0];
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    if (!rst_ni) begin
      came_q <= 0;
      left_q <= 0;
      watched_q <= 1'b0;
    end else begin
      if (push_i) came_q <= came_q + ONE;
      if (take_i) left_q <= left_q + ONE;
      watched_q <= watched || (watched_q && !(take_i && left_q == number_q));
    end
    if (watched) begin
      number_q <= came_q;
      row_q <= row_i;
    end
  end
  wire told = watched_q && left_q == number_q;
  // What PDR would have to find by itself: it is one of those that wait.
  wire astray = write != came_q[SLOT-1:0] || read != left_q[SLOT-1:0] || waits > ALL ||
      (watched_q && number_q - left_q >= waits);
  wire bad = valid != (waits != 0) || (told && row != row_q) || astray;
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
