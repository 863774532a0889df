<{ c.banner("Property: how fair tee_round_robin_arbiter is.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds, whatever
//   is requested and served: if there are requests, one of them is picked; a request that stays
//   waits for at most one service of every other requester. With FAST it picks the same.
`default_nettype none

<% include "common/proof/fairness.vh" %>

module proof_tee_round_robin_arbiter (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire [<{ c.requesters() - 1 }>:0] request_i,
  input  wire served_i,
  input  wire [<{ c.requesters() - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam WIDTH = <{ c.requesters() }>;
  // A reset, or what is as one.
  wire alive = rst_ni && !clear_i;

  wire [WIDTH-1:0] pick;
  (* keep *)
  wire [WIDTH-1:0] later;
  connect later = u_dut.later_q;
  <{ c.prefix }>tee_round_robin_arbiter #(
    .WIDTH(WIDTH)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .request_i(request_i),
    .served_i(served_i),
    .pick_o(pick)
  );

  wire [WIDTH-1:0] fast_pick;
  (* keep *)
  wire [WIDTH-1:0] fast_later;
  connect fast_later = u_fast.later_q;
  <{ c.prefix }>tee_round_robin_arbiter #(
    .WIDTH(WIDTH),
    .FAST(1)
  ) u_fast (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .request_i(request_i),
    .served_i(served_i),
    .pick_o(fast_pick)
  );
  // Alike from the first reset on.
  wire alike = later == fast_later;
  reg alike_q;
  initial alike_q = 1'b0;
  always @(posedge clk_i) alike_q <= !alive || alike;
  wire differs = (alike && pick != fast_pick) || (alike_q && !alike);

  wire same, broken;
  fairness #(
    .WIDTH(WIDTH)
  ) u_fairness (
    .clk_i(clk_i),
    .rst_ni(alive),
    .request_i(request_i),
    .served_i(served_i),
    .pick_i(pick),
    .later_i(later),
    .watched_i(watched_i),
    .same_o(same),
    .broken_o(broken)
  );

  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) held_q <= !alive || !broken;
  // A requester is served only if it requests.
  wire legal = !served_i || request_i != {WIDTH{1'b0}};
  reg legal_q;
  initial legal_q = 1'b0;
  always @(posedge clk_i) legal_q <= !alive || legal;
<% include "common/proof/contracts.vh" %>
  assign failed_o = alive && (differs || (held_q && legal_q && same && broken));
endmodule

`default_nettype wire
