{{ c.banner("Property: what hypercube_output_gateway does with messages.") }}
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds, whatever
//   is asked for and however the channel stalls: a request is granted as soon as the channel is
//   free, one at a time; the owner stays until its last flit is taken over; each flit of the owner
//   stands on the channel from the next cycle on until it is taken, unchanged, and no other does.
`default_nettype none

module proof_hypercube_output_gateway (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.topology.dimension }}:0] request_i,
  input  wire [{{ c.topology.dimension }}:0] transfer_i,
  input  wire [{{ c.frame.width - 1 }}:0] data_i,
  input  wire [{{ c.topology.dimension }}:0] last_i,
  input  wire [{{ c.topology.dimension }}:0] bad_i,
  input  wire [{{ c.topology.dimension }}:0] first_i,
  input  wire m_axis_tready,
  output wire failed_o
);
  localparam UNITS = {{ c.topology.dimension + 1 }};
  localparam W = {{ c.frame.width }};

  wire [UNITS-1:0] grant, owner;
  wire idle, ready, valid, last, bad, start;
  wire [W-1:0] data;
  {{ c.prefix }}hypercube_output_gateway u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .request_i(request_i),
    .grant_o(grant),
    .idle_o(idle),
    .owner_o(owner),
    .transfer_i(transfer_i),
    .data_i(data_i),
    .last_i(last_i),
    .bad_i(bad_i),
    .first_i(first_i),
    .ready_o(ready),
    .m_axis_tdata(data),
    .m_axis_tvalid(valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(last),
    .m_axis_tuser(bad),
    .start_o(start)
  );

  // Who owns the channel, and the flit that stands on it.
  reg owned_q, stands_q, starts_q, last_q, bad_q;
  reg [UNITS-1:0] owner_q;
  reg [W-1:0] data_q;
  wire moves = owned_q && (transfer_i & owner_q) != {UNITS{1'b0}};
  wire ends = moves && (last_i & owner_q) != {UNITS{1'b0}};
  wire granted = grant != {UNITS{1'b0}};
  always @(posedge clk_i) begin
    owned_q <= rst_ni && (granted || (owned_q && !ends));
    if (granted) owner_q <= grant;
    stands_q <= rst_ni && (moves || (stands_q && !m_axis_tready));
    starts_q <= rst_ni && moves && (first_i & owner_q) != {UNITS{1'b0}};
    if (moves) begin
      data_q <= data_i;
      last_q <= (last_i & owner_q) != {UNITS{1'b0}};
      bad_q <= (bad_i & owner_q) != {UNITS{1'b0}};
    end
  end

  reg broken;
  always @* begin
    broken = idle == owned_q || ready != (!stands_q || m_axis_tready);
    if (owned_q && owner != owner_q) broken = 1'b1;
    if (granted != (request_i != {UNITS{1'b0}} && (!owned_q || ends))) broken = 1'b1;
    if ((grant & ~request_i) != {UNITS{1'b0}} || (grant & (grant - 1)) != {UNITS{1'b0}}) begin
      broken = 1'b1;
    end
    if (rst_ni && (valid != stands_q || start != starts_q)) broken = 1'b1;
    if (!rst_ni && (valid || start)) broken = 1'b1;
    if (stands_q && (data != data_q || last != last_q || bad != bad_q)) broken = 1'b1;
  end
  reg held_q;
  initial held_q = 1'b0;
  // A unit moves a flit only when the register of the gateway is free.
  wire fits = !moves || ready;
  always @(posedge clk_i) held_q <= !rst_ni || (!broken && fits);
  // Its contracts want more: no other unit moves one.
  wire legal = fits && (transfer_i & ~(owned_q ? owner_q : {UNITS{1'b0}})) == {UNITS{1'b0}};
{% include "common/proof/contracts.vh" %}
  assign failed_o = held_q && broken;
endmodule

`default_nettype wire
