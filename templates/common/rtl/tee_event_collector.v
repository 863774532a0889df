<{ c.banner("Event collector: of the sources that have an event, one is taken in a cycle.") }>
// Contract: a source shows its event with valid_i until its bit of grant_o takes it. With POLLS = 0
//   the sources that have one are taken round robin, so that one waits for at most one event of
//   every other source. With POLLS = 1 each source is asked once in SOURCES cycles, whether it has
//   an event or not, and need not show it before.
// Latency and state: one cycle; the event that leaves, and which source is next.
`default_nettype none

module <{ c.prefix }>tee_event_collector #(
  // Sources; bits of an event.
  parameter SOURCES = 4,
  parameter WIDTH = 4,
  parameter POLLS = 0
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [SOURCES-1:0] valid_i,
  input  wire [SOURCES*WIDTH-1:0] event_i,
  output wire [SOURCES-1:0] grant_o,
  output wire event_valid_o,
  output wire [WIDTH-1:0] event_o
);
  localparam [SOURCES-1:0] ONE = 1;

  wire comes;
  generate
    if (POLLS) begin : gen_polls
      reg [SOURCES-1:0] asked_q;
      always @(posedge clk_i) begin
        if (!rst_ni) asked_q <= ONE;
        else asked_q <= {asked_q[SOURCES-2:0], asked_q[SOURCES-1]};
      end
      assign grant_o = asked_q;
      assign comes = |(valid_i & asked_q);
    end else begin : gen_round_robin
      <{ c.prefix }>tee_round_robin_arbiter #(
        .WIDTH(SOURCES)
      ) u_arbiter (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .clear_i(1'b0),
        .request_i(valid_i),
        .served_i(comes),
        .pick_o(grant_o)
      );
      assign comes = |valid_i;
    end
  endgenerate

  reg valid_q;
  reg [WIDTH-1:0] event_q, taken;
  integer i;
  always @* begin
    taken = {WIDTH{1'b0}};
    for (i = 0; i < SOURCES; i = i + 1) begin
      if (grant_o[i]) taken = taken | event_i[i*WIDTH+:WIDTH];
    end
  end
  always @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= comes;
  end
  always @(posedge clk_i) event_q <= taken;
  assign event_valid_o = valid_q;
  assign event_o = event_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // One source a cycle; where none is polled, one that has an event if any has.
      begin : takes_from_one_source assert ((grant_o & (grant_o - ONE)) == {SOURCES{1'b0}}); end
      begin : taken_event_comes assert (comes == (|(valid_i & grant_o))); end
      begin : polled_or_waiting_is_taken assert (POLLS ? |grant_o : comes == (|valid_i)); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
