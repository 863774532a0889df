<{ c.banner("Property: how tee_event_collector brings events out.") }>
<%- if polls %>
// Contract: failed_o = 0 in every cycle after a reset: one source is asked in each cycle, each of them
//   <{ sources }> cycles after the last time; an event that is taken comes out in the next cycle, as it was
//   shown, and no other one.
<%- else %>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds: a source that has an
//   event is taken whenever any has one, and what it shows comes out in the next cycle; a source waits for at
//   most one event of every other.
<%- endif %>
`default_nettype none
<% if !polls %>
<% include "common/proof/fairness.vh" %>
<% endif %>
module proof_tee_event_collector (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ sources - 1 }>:0] valid_i,
  input  wire [<{ sources * width - 1 }>:0] event_i,
<%- if !polls %>
  input  wire [<{ sources - 1 }>:0] watched_i,
<%- endif %>
  output wire failed_o
);
  localparam SOURCES = <{ sources }>;
  localparam WIDTH = <{ width }>;

  wire [SOURCES-1:0] grant;
  wire valid;
  wire [WIDTH-1:0] shown;
  <{ c.prefix }>tee_event_collector #(
    .SOURCES(SOURCES),
    .WIDTH(WIDTH)
<%- if polls %>,
    .POLLS(1)
<%- endif %>
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(valid_i),
    .event_i(event_i),
    .grant_o(grant),
    .event_valid_o(valid),
    .event_o(shown)
  );

  // What was taken.
  reg taken_q;
  reg [WIDTH-1:0] event_q, taken;
  integer i;
  always @* begin
    taken = {WIDTH{1'b0}};
    for (i = 0; i < SOURCES; i = i + 1) begin
      if (grant[i]) taken = event_i[i*WIDTH+:WIDTH];
    end
  end
  always @(posedge clk_i) begin
    taken_q <= rst_ni && (valid_i & grant) != {SOURCES{1'b0}};
    event_q <= taken;
  end
  wire untold = valid != taken_q || (taken_q && shown != event_q);
<%- if polls %>

  // Sources asked in the last cycles: after a whole round all of them, then the first one again.
  reg [SOURCES*SOURCES-1:0] asked_q;
  reg [SOURCES-1:0] others;
  integer j;
  always @* begin
    others = {SOURCES{1'b0}};
    for (j = 0; j < SOURCES - 1; j = j + 1) others = others | asked_q[j*SOURCES+:SOURCES];
  end
  wire is_one = grant != {SOURCES{1'b0}} && (grant & (grant - 1)) == {SOURCES{1'b0}};
  wire [SOURCES-1:0] last = asked_q[(SOURCES-1)*SOURCES+:SOURCES];
  wire again = last == {SOURCES{1'b0}} || last == grant;
  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= begun_q || !rst_ni;
    asked_q <= rst_ni ? {asked_q[(SOURCES-1)*SOURCES-1:0], grant} : {(SOURCES*SOURCES){1'b0}};
  end
  wire bad = !is_one || (grant & others) != {SOURCES{1'b0}} || !again || untold;
  assign failed_o = begun_q && rst_ni && bad;
<%- else %>

  (* keep *)
  wire [SOURCES-1:0] later;
  connect later = u_dut.gen_round_robin.u_arbiter.later_q;
  wire same, broken;
  fairness #(
    .WIDTH(SOURCES)
  ) u_fairness (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .request_i(valid_i),
    .served_i(|valid_i),
    .pick_i(grant),
    .later_i(later),
    .watched_i(watched_i),
    .same_o(same),
    .broken_o(broken)
  );
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) held_q <= !rst_ni || !broken;
  assign failed_o = held_q && ((same && broken) || untold);
<%- endif %>
endmodule

`default_nettype wire
