<{ c.banner("Property: in which order region_turn serves the input channels.") }>
// Contract: failed_o = 0 in every cycle after a reset, while the node stays where it is and only requests are
//   served: of the requests that one is picked which comes first from the channel on that goes first. After a
//   service that is the same channel until it was served as often in a row as its share says, then the next
//   one. So a request that stays is passed by each other channel as often as its share says, at most.
`default_nettype none

module proof_region_turn (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
  input  wire [<{ c.topology.channels - 1 }>:0] request_i,
  input  wire served_i,
  output wire failed_o
);
  localparam CHANNELS = <{ c.topology.channels }>;

  wire [CHANNELS-1:0] pick;
  <{ c.prefix }>region_turn u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .here_i(here_i),
    .request_i(request_i),
    .served_i(served_i),
    .pick_o(pick)
  );
<% include "region/proof/shares.vh" %>
  // The channel that goes first, and how often in a row it was served.
  reg [7:0] first_q, chosen;
  reg [15:0] served_q, served;
  reg [CHANNELS-1:0] expected;
  reg found, ends;
  integer r;
  always @* begin
    chosen = 8'd0;
    found = 1'b0;
    expected = {CHANNELS{1'b0}};
    for (r = 0; r < 2 * CHANNELS; r = r + 1) begin
      if (!found && r >= first_q && request_i[r%CHANNELS]) begin
        found = 1'b1;
        chosen = r % CHANNELS;
        expected[r%CHANNELS] = 1'b1;
      end
    end
    served = (chosen == first_q ? served_q : 16'd0) + 16'd1;
    ends = served >= share[16*chosen+:16];
  end

  wire legal = placed && (!served_i || request_i != {CHANNELS{1'b0}});
  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    if (!rst_ni) begin
      first_q <= 8'd0;
      served_q <= 16'd0;
    end else if (served_i) begin
      first_q <= !ends ? chosen : chosen == CHANNELS - 1 ? 8'd0 : chosen + 8'd1;
      served_q <= ends ? 16'd0 : served;
    end
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && legal && pick != expected;
endmodule

`default_nettype wire
