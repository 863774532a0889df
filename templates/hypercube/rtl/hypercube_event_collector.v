<{ c.banner("Collects the events of the router's message handling units, one a cycle.") }>
// Contract: a unit holds its event until its bit of ready_o; each is asked once in <{ c.topology.dimension + 1 }>
//   cycles, so no event is lost.
// Latency and state: one cycle; the event that leaves and the unit that is asked.
`default_nettype none

module <{ c.prefix }>hypercube_event_collector (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.dimension }>:0] valid_i,
  input  wire [<{ (c.topology.dimension + 1) * 4 - 1 }>:0] code_i,
  input  wire [<{ (c.topology.dimension + 1) * c.topology.dimension - 1 }>:0] source_i,
  input  wire [<{ (c.topology.dimension + 1) * c.topology.dimension - 1 }>:0] address_i,
  output wire [<{ c.topology.dimension }>:0] ready_o,
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [<{ c.topology.dimension - 1 }>:0] event_source_o,
  output wire [<{ c.topology.dimension - 1 }>:0] event_address_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam UNITS = <{ c.topology.dimension + 1 }>;

  reg valid_q;
  reg [3:0] code_q, code;
  reg [N-1:0] source_q, source, address_q, address;

  // Every unit is selected once in a round.
  reg [UNITS-1:0] asked_q;
  always @(posedge clk_i) begin
    if (!rst_ni) asked_q <= <{ c.topology.dimension + 1 }>'d1;
    else asked_q <= {asked_q[UNITS-2:0], asked_q[UNITS-1]};
  end
  assign ready_o = asked_q;

  integer i;
  always @* begin
    code = 4'd0;
    source = {N{1'b0}};
    address = {N{1'b0}};
    for (i = 0; i < UNITS; i = i + 1) begin
      code = code | code_i[i*4+:4];
      source = source | source_i[i*N+:N];
      address = address | address_i[i*N+:N];
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= |valid_i;
  end

  always @(posedge clk_i) begin
    code_q <= code;
    source_q <= source;
    address_q <= address;
  end

  assign event_valid_o = valid_q && rst_ni;
  assign event_code_o = code_q;
  assign event_source_o = source_q;
  assign event_address_o = address_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // Only the selected unit shows an event; every unit is selected in a round.
      assert ((valid_i & ~asked_q) == {UNITS{1'b0}});
      assert (|asked_q);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
