<{ c.banner("Finds how far the header of a processor reaches.") }>
// Contract: last_i is the lane of the last field of the header, counted from lane 0 of this flit;
//   it may lie in a later flit (<{ c.frame.lanes }> and above). reach_o[i] = 1 when it is lane i or one after it.
// Latency and state: combinational, none.
// Widths: <{ c.frame.position_bits }> = position; <{ c.frame.lanes + c.frame.trailer + 1 }> = fields of a flit + fields after the list + 1.
`default_nettype none

module <{ c.prefix }>mhu_position (
  input  wire [<{ c.frame.position_bits - 1 }>:0] last_i,
  output wire [<{ c.frame.lanes + c.frame.trailer }>:0] reach_o
);
<%- for reach in c.frame.reaches %>
  assign reach_o[<{ loop.index0 }>] = <{ reach }>;
<%- endfor %>

`ifdef TEECAST_ASSERT
  integer e;
  always @* begin
    for (e = 0; e <= <{ c.frame.lanes + c.frame.trailer }>; e = e + 1) begin : last_field_is_reached
      assert final (reach_o[e] == (<{ c.extend("last_i", c.frame.position_bits, 32) }> >= e));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
