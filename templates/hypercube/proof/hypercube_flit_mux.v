<{ c.banner("Property: which flit hypercube_flit_mux shows.") }>
// Contract: failed_o = 0 for all flits and masks: it is that of the unit that is selected, zero
//   without one, and zero where the mask is.
`default_nettype none

module proof_hypercube_flit_mux (
  input  wire [<{ c.requesters() - 1 }>:0] select_i,
  input  wire [<{ c.requesters() * c.frame.width - 1 }>:0] data_i,
  input  wire [<{ c.frame.width - 1 }>:0] mask_i,
  output reg  failed_o
);
  localparam UNITS = <{ c.requesters() }>;
  localparam W = <{ c.frame.width }>;

  wire [W-1:0] data;
  <{ c.prefix }>hypercube_flit_mux #(
    .UNITS(UNITS),
    .WIDTH(W)
  ) u_dut (
    .select_i(select_i),
    .data_i(data_i),
    .mask_i(mask_i),
    .data_o(data)
  );

  integer u;
  always @* begin
    failed_o = select_i == {UNITS{1'b0}} && data != {W{1'b0}};
    for (u = 0; u < UNITS; u = u + 1) begin
      if (select_i == (<{ c.requesters() }>'d1 << u)) begin
        if (data != (data_i[u*W+:W] & mask_i)) failed_o = 1'b1;
      end
    end
  end
endmodule

`default_nettype wire
