<{ c.banner("Property: where harts_crossbar leads flits.") }>
// Contract: failed_o = 0 for all inputs: each transmitter with an owner gets what the owner shows, and
//   moves with it; one without gets nothing.
`default_nettype none

module proof_harts_crossbar (
  input  wire [<{ c.buffers.sources - 1 }>:0] move_i,
  input  wire [<{ c.buffers.sources * c.frame.width - 1 }>:0] data_i,
  input  wire [<{ c.buffers.sources - 1 }>:0] last_i,
  input  wire [<{ c.buffers.sources - 1 }>:0] bad_i,
  input  wire [<{ 6 * c.buffers.sources - 1 }>:0] owner_i,
  output reg  failed_o
);
  localparam SOURCES = <{ c.buffers.sources }>;
  localparam W = <{ c.frame.width }>;

  wire [5:0] move, last, bad;
  wire [6*W-1:0] data;
  <{ c.prefix }>harts_crossbar u_dut (
    .move_i(move_i),
    .data_i(data_i),
    .last_i(last_i),
    .bad_i(bad_i),
    .owner_i(owner_i),
    .move_o(move),
    .data_o(data),
    .last_o(last),
    .bad_o(bad)
  );

  integer t, s;
  reg [SOURCES-1:0] owner;
  always @* begin
    failed_o = 1'b0;
    for (t = 0; t < 6; t = t + 1) begin
      owner = owner_i[t*SOURCES+:SOURCES];
      if (owner == {SOURCES{1'b0}} && move[t]) failed_o = 1'b1;
      for (s = 0; s < SOURCES; s = s + 1) begin
        if (owner == <{ c.buffers.sources }>'d1 << s) begin
          if (move[t] != move_i[s] || data[t*W+:W] != data_i[s*W+:W]) failed_o = 1'b1;
          if (last[t] != last_i[s] || bad[t] != bad_i[s]) failed_o = 1'b1;
        end
      end
    end
  end
endmodule

`default_nettype wire
