<{ c.banner("Property: region_queue keeps flits and their order.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds: there is room unless as many flits are inside as
//   places exist, and a flit shows if and only if one is inside; the flit that shows is the one that
//   came after those that have left, as it came. Of the memory the property follows one place, any one.
`default_nettype none

module proof_region_queue (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire push_i,
  input  wire [<{ c.frame.flit_bits - 1 }>:0] flit_i,
  input  wire pop_i,
  input  wire [<{ address }>-1:0] watched_i,
  output wire failed_o
);
  localparam DEPTH = <{ depth }>;
  localparam ADDRESS = <{ address }>;
  localparam FLIT = <{ c.frame.flit_bits }>;

  // The user keeps to what the flags say.
  wire ready, valid;
  wire push = push_i && ready;
  wire pop = pop_i && valid;
  wire [FLIT-1:0] flit;
  <{ c.prefix }>region_queue #(
    .DEPTH(DEPTH),
    .ADDRESS(ADDRESS)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .push_i(push),
    .flit_i(flit_i),
    .ready_o(ready),
    .pop_i(pop),
    .flit_o(flit),
    .valid_o(valid)
  );

  // Flits that came and flits that left, modulo twice the depth; the last flit that came into the place.
  reg [ADDRESS:0] came_q, left_q;
  reg [ADDRESS-1:0] watched_q;
  reg [FLIT-1:0] flit_q;
  wire [ADDRESS:0] inside = came_q - left_q;
  always @(posedge clk_i) begin
    came_q <= rst_ni ? came_q + push : 0;
    left_q <= rst_ni ? left_q + pop : 0;
    if (push && came_q[ADDRESS-1:0] == watched_i) flit_q <= flit_i;
    watched_q <= watched_i;
  end

  // Where the module is, and what it has in the place.
  (* keep *)
  wire [ADDRESS-1:0] write, read;
  (* keep *)
  wire [FLIT-1:0] kept;
  wire [ADDRESS-1:0] behind = watched_i - left_q[ADDRESS-1:0];
  wire holds = behind < inside;
  wire shows = valid && left_q[ADDRESS-1:0] == watched_i;
  wire lost = write != came_q[ADDRESS-1:0] || read != left_q[ADDRESS-1:0] || inside > DEPTH ||
      (holds && kept != flit_q);
  wire bad = lost || ready != (inside != DEPTH) || valid != (inside != 0) ||
      (shows && flit != flit_q);
  wire legal = watched_i == watched_q;
<% include "common/proof/contracts.vh" %>
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) held_q <= !rst_ni || !bad;
  assign failed_o = held_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
