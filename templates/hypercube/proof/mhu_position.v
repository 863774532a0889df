{{ c.banner("Property: where mhu_position sees the fields of a header flit.") }}
// Contract: failed_o = 0 for every place of the last field from which the header still has fields in
//   this flit: the lanes up to it hold fields, and the header ends here if it is one of them.
`default_nettype none

module proof_mhu_position (
  input  wire [{{ c.frame.position_bits - 1 }}:0] last_i,
  output reg  failed_o
);
  localparam LANES = {{ c.frame.lanes }};

  wire [LANES-1:0] used;
  wire ends;
  {{ c.prefix }}mhu_position u_dut (
    .last_i(last_i),
    .used_o(used),
    .end_o(ends)
  );

  integer last, p;
  always @* begin
    last = last_i;
    failed_o = ends != (last < LANES);
    for (p = 0; p < LANES; p = p + 1) begin
      if (used[p] != (p <= last)) failed_o = 1'b1;
    end
  end
endmodule

`default_nettype wire
