<{ c.banner("Keeps the events of one source until they are taken.") }>
// Contract: valid_i = 1 adds code_i, in any cycle; the events leave in their order. <{ c.events.queue }> wait at
//   most: the last of them has code <{ c.events.lost }> instead of its own, and later events are lost.
//   waiting_o = 1 says that code_o is an event, which take_i = 1 takes away.
// Latency and state: one cycle; the waiting codes.
`default_nettype none

module <{ c.prefix }>harts_event_queue (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire valid_i,
  input  wire [3:0] code_i,
  output wire waiting_o,
  output wire [3:0] code_o,
  input  wire take_i
);
  localparam FIRST = 0;
  localparam LAST = <{ c.events.queue - 1 }>;

  (* ram_style = "distributed" *)
  reg [3:0] codes_q [FIRST:LAST];
  reg [4:0] write_q, read_q;
  reg waiting_q;
  wire [4:0] filled = write_q - read_q;
  wire push = valid_i && !filled[4];
  // Nothing is lost in silence.
  wire [3:0] pushed = (filled[3:0] == 4'd<{ c.events.queue - 1 }>) ? 4'd<{ c.events.lost }> : code_i;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= 5'd0;
      read_q <= 5'd0;
      waiting_q <= 1'b0;
    end else begin
      waiting_q <= push || (waiting_q && !(take_i && filled == 5'd1));
      if (push) write_q <= write_q + 5'd1;
      if (take_i) read_q <= read_q + 5'd1;
    end
  end
  always @(posedge clk_i) begin
    if (push) codes_q[write_q[3:0]] <= pushed;
  end
  assign waiting_o = waiting_q;
  assign code_o = codes_q[read_q[3:0]];

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // Only what is there is taken.
      assert (waiting_o || !take_i);
      assert (waiting_o == (filled != 5'd0) && filled <= 5'd16);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
