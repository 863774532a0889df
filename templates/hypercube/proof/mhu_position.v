<{ c.banner("Property: how far mhu_position sees a header reach.") }>
// Contract: failed_o = 0 for every place of the last field: the header reaches the lanes up to it, and
//   no other one.
`default_nettype none

module proof_mhu_position (
  input  wire [<{ c.frame.position_bits - 1 }>:0] last_i,
  output reg  failed_o
);
  wire [<{ c.frame.lanes + c.frame.trailer }>:0] reach;
  <{ c.prefix }>mhu_position u_dut (
    .last_i(last_i),
    .reach_o(reach)
  );

  integer last, p;
  always @* begin
    last = last_i;
    failed_o = 1'b0;
    for (p = 0; p <= <{ c.frame.lanes + c.frame.trailer }>; p = p + 1) begin
      if (reach[p] != (p <= last)) failed_o = 1'b1;
    end
  end
endmodule

`default_nettype wire
