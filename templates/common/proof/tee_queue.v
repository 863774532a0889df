<{ c.banner("Property: what tee_queue keeps.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds: a word shows if
//   and only if one is inside, and the queue is full if and only if as many are inside as places exist;
//   the word that shows is the one that came after those that have left, as it came. Of the memory the
//   property follows one place, any one.
`default_nettype none

module proof_tee_queue (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire push_i,
  input  wire [<{ sizes.width - 1 }>:0] data_i,
  input  wire pop_i,
  input  wire [<{ sizes.address - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam WIDTH = <{ sizes.width }>;
  localparam ADDRESS = <{ sizes.address }>;
  localparam DEPTH = 1 << ADDRESS;

  // The user keeps to what the flags say.
  wire full, valid;
  wire push = push_i && !full;
  wire pop = pop_i && valid;
  wire [WIDTH-1:0] data;
  <{ c.prefix }>tee_queue #(
    .WIDTH(WIDTH),
    .ADDRESS(ADDRESS)
<%- if sizes.registered %>,
    .REGISTERED(1)
<%- endif %>
<%- if sizes.early %>,
    .EARLY(1)
<%- endif %>
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .push_i(push),
    .data_i(data_i),
    .full_o(full),
    .valid_o(valid),
    .data_o(data),
    .pop_i(pop)
  );

  // Words that came and words that left, modulo twice the depth; the last word that came into the place.
  reg [ADDRESS:0] came_q, left_q;
  reg [ADDRESS-1:0] watched_q;
  reg [WIDTH-1:0] word_q;
  wire [ADDRESS:0] inside = came_q - left_q;
  always @(posedge clk_i) begin
    came_q <= rst_ni ? came_q + push : 0;
    left_q <= rst_ni ? left_q + pop : 0;
    if (push && came_q[ADDRESS-1:0] == watched_i) word_q <= data_i;
    watched_q <= watched_i;
  end

  // Where the module is, and what it has in the place.
  (* keep *)
  wire [ADDRESS-1:0] write, read;
  (* keep *)
  wire [WIDTH-1:0] kept;
  connect u_dut.u_words.words_q.place = watched_i;
  connect kept = u_dut.u_words.words_q.kept_q;
  connect write = u_dut.write_q;
  connect read = u_dut.read_q;
  wire [ADDRESS-1:0] behind = watched_i - left_q[ADDRESS-1:0];
  wire holds = behind < inside;
  wire shows = valid && left_q[ADDRESS-1:0] == watched_i;
  wire lost = write != came_q[ADDRESS-1:0] || read != left_q[ADDRESS-1:0] || inside > DEPTH ||
      (holds && kept != word_q);
  wire bad = lost || full != (inside == DEPTH) || valid != (inside != 0) ||
      (shows && data != word_q);
  wire legal = watched_i == watched_q;
<% include "common/proof/contracts.vh" %>
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) held_q <= !rst_ni || !bad;
  assign failed_o = held_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
