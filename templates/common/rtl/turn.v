{{ c.banner("Round robin: picks one of the requests, the next one after the last that was served.") }}
// Contract: pick_o has one of the bits of request_i, or is zero; with served_i = 1 the bits above
//   it go first from the next cycle on.
// Latency and state: combinational; the turn.
`default_nettype none

module {{ c.p }}turn #(
  // Number of requesters.
  parameter WIDTH = {{ c.n + 1 }}
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [WIDTH-1:0] request_i,
  input  wire served_i,
  output wire [WIDTH-1:0] pick_o
);
  reg [WIDTH-1:0] later_q;
  wire [WIDTH-1:0] first_turn = request_i & later_q;
  wire [WIDTH-1:0] later;

  {{ c.p }}lowest_one #(
    .WIDTH(WIDTH)
  ) u_lowest (
    .bits_i((|first_turn) ? first_turn : request_i),
    .lowest_o(pick_o)
  );

  assign later[0] = 1'b0;
  genvar b;
  generate
    for (b = 1; b < WIDTH; b = b + 1) begin : gen_later
      assign later[b] = |pick_o[b-1:0];
    end
  endgenerate

  always @(posedge clk_i) begin
    if (!rst_ni) later_q <= {WIDTH{1'b0}};
    else if (served_i) later_q <= later;
  end

`ifdef TEECAST_ASSERT
  localparam [WIDTH-1:0] ONE = 1;
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // One of the requests when there is any; those below it wait for their next turn.
      assert ((|pick_o) == (|request_i) && (pick_o & ~request_i) == {WIDTH{1'b0}});
      assert ((pick_o & (pick_o - ONE)) == {WIDTH{1'b0}});
      assert (!(|(request_i & later_q)) || (|(pick_o & later_q)));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
