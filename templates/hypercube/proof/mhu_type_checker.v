<{ c.banner("Property: which kind of message mhu_type_checker sees.") }>
// Contract: failed_o = 0 for every k: 1 <= k <= m multicast, m < k <= max_list list, k = 2^n - 1
//   broadcast, any other bad.
`default_nettype none

module proof_mhu_type_checker (
  input  wire [<{ c.topology.dimension - 1 }>:0] count_i,
  output wire failed_o
);
  wire multicast, list, broadcast, bad;
  <{ c.prefix }>mhu_type_checker u_dut (
    .count_i(count_i),
    .multicast_o(multicast),
<%- if c.options.has_list %>
    .list_o(list),
<%- endif %>
    .broadcast_o(broadcast),
    .bad_o(bad)
  );
<%- if !c.options.has_list %>
  assign list = 1'b0;
<%- endif %>

  reg [3:0] kind;
  integer k;
  always @* begin
    kind = 4'b0001;
    for (k = 1; k <= <{ c.frame.max_list }>; k = k + 1) begin
      if (count_i == k) kind = k <= <{ c.frame.rows }> ? 4'b1000 : 4'b0100;
    end
    if (count_i == <{ c.topology.nodes - 1 }>) kind = 4'b0010;
  end
  assign failed_o = {multicast, list, broadcast, bad} != kind;
endmodule

`default_nettype wire
