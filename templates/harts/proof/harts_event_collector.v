<{ c.banner("Property: how harts_event_collector brings events out.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds, whatever waits in
//   the queues (here they show what comes in): one that has something is taken where something waits,
//   and what it shows comes out in the next cycle; a queue waits for at most one event of every other.
`default_nettype none

<% include "common/proof/fairness.vh" %>

module proof_harts_event_collector (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.events.sources - 1 }>:0] valid_i,
  input  wire [<{ 4 * c.events.sources - 1 }>:0] code_i,
  input  wire [<{ c.events.sources - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam SOURCES = <{ c.events.sources }>;

  wire valid;
  wire [3:0] code;
  <{ c.prefix }>harts_event_collector u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(valid_i),
    .code_i(code_i),
    .event_valid_o(valid),
    .event_code_o(code)
  );

  (* keep *)
  wire [SOURCES-1:0] pick, later;
  wire same, broken;
  fairness #(
    .WIDTH(SOURCES)
  ) u_fairness (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .request_i(valid_i),
    .served_i(|valid_i),
    .pick_i(pick),
    .later_i(later),
    .watched_i(watched_i),
    .same_o(same),
    .broken_o(broken)
  );

  // What was taken.
  reg held_q, taken_q;
  reg [3:0] code_q, taken;
  integer i;
  always @* begin
    taken = 4'd0;
    for (i = 0; i < SOURCES; i = i + 1) begin
      if (pick[i]) taken = code_i[4*i+:4];
    end
  end
  wire untold = valid != (taken_q && rst_ni) || (taken_q && code != code_q);
  initial held_q = 1'b0;
  always @(posedge clk_i) begin
    held_q <= !rst_ni || !broken;
    taken_q <= rst_ni && valid_i != {SOURCES{1'b0}};
    code_q <= taken;
  end
  assign failed_o = held_q && ((same && broken) || untold);
endmodule

// Stands in for the queues, so that what they show is up to the inputs; what is not taken looks different.
module <{ c.prefix }>harts_event_queue (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire valid_i,
  input  wire [3:0] code_i,
  output wire waiting_o,
  output wire [3:0] code_o,
  input  wire take_i
);
  assign waiting_o = valid_i;
  assign code_o = take_i ? code_i : ~code_i;
endmodule

`default_nettype wire
