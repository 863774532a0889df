<{ c.banner("Collects the events of a router; one leaves in a cycle.") }>
// Contract: a source may have an event in each cycle; its events leave in their order, and between
//   two of them at most one of each other source.
// Latency and state: two cycles; the waiting codes, and who was served last.
`default_nettype none

module <{ c.prefix }>harts_event_collector #(
  parameter SOURCES = <{ c.events.sources }>
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [SOURCES-1:0] valid_i,
  input  wire [4*SOURCES-1:0] code_i,
  output wire event_valid_o,
  output wire [3:0] event_code_o
);
  wire [SOURCES-1:0] waiting, pick;
  wire [4*SOURCES-1:0] codes;
  genvar s;
  generate
    for (s = 0; s < SOURCES; s = s + 1) begin : gen_source
      <{ c.prefix }>harts_event_queue u_queue (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .valid_i(valid_i[s]),
        .code_i(code_i[4*s+:4]),
        .waiting_o(waiting[s]),
        .code_o(codes[4*s+:4]),
        .take_i(pick[s])
      );
    end
  endgenerate

  <{ c.prefix }>tee_round_robin_arbiter #(
    .WIDTH(SOURCES)
  ) u_arbiter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .request_i(waiting),
    .served_i(|waiting),
    .pick_o(pick)
  );

  reg valid_q;
  reg [3:0] code_q, code;
  integer i;
  always @* begin
    code = 4'd0;
    for (i = 0; i < SOURCES; i = i + 1) begin
      if (pick[i]) code = code | codes[4*i+:4];
    end
  end
  always @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= |waiting;
  end
  always @(posedge clk_i) code_q <= code;
  assign event_valid_o = valid_q && rst_ni;
  assign event_code_o = code_q;

`ifdef TEECAST_ASSERT
  localparam [SOURCES-1:0] ONE = 1;
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // One event a cycle, of a source that has one.
      assert ((pick & (pick - ONE)) == {SOURCES{1'b0}});
      assert ((pick == {SOURCES{1'b0}}) == (waiting == {SOURCES{1'b0}}));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
