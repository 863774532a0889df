<{ c.banner("Property: how hypercube_event_collector brings events out.") }>
// Contract: failed_o = 0 in every cycle after a reset while only the unit that is asked speaks, and
//   those that are silent show zeros: one unit is asked in each cycle, each of them <{ c.topology.dimension + 1 }> cycles after
//   the last time; an event comes out in the next cycle, as it was said, and no other one.
`default_nettype none

module proof_hypercube_event_collector (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.dimension }>:0] valid_i,
  input  wire [<{ (c.topology.dimension + 1) * 4 - 1 }>:0] code_i,
  input  wire [<{ (c.topology.dimension + 1) * c.topology.dimension - 1 }>:0] source_i,
  input  wire [<{ (c.topology.dimension + 1) * c.topology.dimension - 1 }>:0] address_i,
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam UNITS = <{ c.topology.dimension + 1 }>;

  wire [UNITS-1:0] ready;
  wire valid;
  wire [3:0] code;
  wire [N-1:0] source, address;
  <{ c.prefix }>hypercube_event_collector u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(valid_i),
    .code_i(code_i),
    .source_i(source_i),
    .address_i(address_i),
    .ready_o(ready),
    .event_valid_o(valid),
    .event_code_o(code),
    .event_source_o(source),
    .event_address_o(address)
  );

  // What the unit that is asked says.
  reg legal;
  reg [3:0] said_code;
  reg [N-1:0] said_source, said_address;
  integer i;
  always @* begin
    legal = 1'b1;
    said_code = 4'd0;
    said_source = {N{1'b0}};
    said_address = {N{1'b0}};
    for (i = 0; i < UNITS; i = i + 1) begin
      if (valid_i[i] && !ready[i]) legal = 1'b0;
      if (valid_i[i]) begin
        said_code = code_i[i*4+:4];
        said_source = source_i[i*N+:N];
        said_address = address_i[i*N+:N];
      end else if ({code_i[i*4+:4], source_i[i*N+:N], address_i[i*N+:N]} != {(4 + 2 * N){1'b0}}) begin
        legal = 1'b0;
      end
    end
  end

  // Units selected in the last cycles: after a whole round all of them, then the first one again.
  reg [UNITS*UNITS-1:0] asked_q;
  reg [UNITS-1:0] others;
  integer j;
  always @* begin
    others = {UNITS{1'b0}};
    for (j = 0; j < UNITS - 1; j = j + 1) others = others | asked_q[j*UNITS+:UNITS];
  end

  reg begun_q, spoke_q;
  reg [3:0] code_q;
  reg [N-1:0] source_q, address_q;
  wire is_one = ready != {UNITS{1'b0}} && (ready & (ready - 1)) == {UNITS{1'b0}};
  wire again = asked_q[(UNITS-1)*UNITS+:UNITS] == {UNITS{1'b0}} || asked_q[(UNITS-1)*UNITS+:UNITS] == ready;
  wire told = code == code_q && source == source_q && address == address_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    asked_q <= rst_ni ? {asked_q[(UNITS-1)*UNITS-1:0], ready} : {(UNITS*UNITS){1'b0}};
    spoke_q <= rst_ni && valid_i != {UNITS{1'b0}};
    code_q <= said_code;
    source_q <= said_source;
    address_q <= said_address;
  end
  wire bad = !is_one || (ready & others) != {UNITS{1'b0}} || !again || valid != spoke_q ||
      (spoke_q && !told);
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
