
  // The shares of the input channels of a node, by channel, and whether the node is one and stays.
  reg [16*<{ c.topology.channels }>-1:0] share;
  reg placed;
  integer n;
  reg [<{ c.topology.coordinate_bits - 1 }>:0] here_q;
  always @(posedge clk_i) here_q <= here_i;
  always @* begin
    placed = here_i == here_q;
<%- for axis in c.topology.axes %>
    if (here_i[<{ axis.slice() }>] > <{ axis.radix - 1 }>) placed = 1'b0;
    share[16*<{ 2 * axis.index }>+:16] = <{ axis.stride }> * here_i[<{ axis.slice() }>];
    share[16*<{ 2 * axis.index + 1 }>+:16] = <{ axis.stride }> * (<{ axis.radix - 1 }> - here_i[<{ axis.slice() }>]);
<%- endfor %>
    share[16*<{ c.topology.ports }>+:16] = 16'd1;
    for (n = 0; n < <{ c.topology.channels }>; n = n + 1) begin
      if (share[16*n+:16] > <{ c.largest_share() }>) share[16*n+:16] = <{ c.largest_share() }>;
    end
  end
