// Looks for the local address, and for neighbours, among the destinations.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: match_o = 1 when a valid field of the flit is the local address (relative address
//   0, [Lan88] 6.5.4); neighbours_o[j] = 1 when one is the neighbour in dimension j.
// Latency and state: combinational, none.
// Widths: 30 = fields of a flit x n; 5 = fields of a flit; 6 = n.
`default_nettype none

module mhu_matching_checker (
  input  wire [29:0] relative_i,
  input  wire [4:0] valid_i,
  output wire [5:0] neighbours_o,
  output wire match_o
);
  localparam N = 6;
  localparam LANES = 5;

  wire [LANES-1:0] here;

  genvar p;
  generate
    for (p = 0; p < LANES; p = p + 1) begin : gen_lane
      assign here[p] = valid_i[p] && relative_i[p*N+:N] == {N{1'b0}};
    end
  endgenerate

  assign match_o = |here;

  // A relative address with a single bit is a neighbour's.
  wire [LANES-1:0] near;
  reg [N-1:0] neighbours;
  integer lane;

  generate
    for (p = 0; p < LANES; p = p + 1) begin : gen_neighbour
      wire [N-1:0] lowest;
      tee_lowest_set_bit #(
        .WIDTH(N)
      ) u_lowest (
        .bits_i(relative_i[p*N+:N]),
        .lowest_o(lowest)
      );
      assign near[p] = valid_i[p] && relative_i[p*N+:N] == lowest;
    end
  endgenerate

  always @* begin
    neighbours = {N{1'b0}};
    for (lane = 0; lane < LANES; lane = lane + 1) begin
      if (near[lane]) neighbours = neighbours | relative_i[lane*N+:N];
    end
  end

  assign neighbours_o = neighbours;

`ifdef TEECAST_ASSERT
  reg found;
  reg [N-1:0] around;
  integer d;
  integer e;
  always @* begin
    found = 1'b0;
    around = {N{1'b0}};
    for (e = 0; e < LANES; e = e + 1) begin
      if (valid_i[e]) begin
        if (!(|relative_i[e*N+:N])) found = 1'b1;
        for (d = 0; d < N; d = d + 1) begin
          if (relative_i[e*N+:N] == 6'd1 << d) around[d] = 1'b1;
        end
      end
    end
    begin : own_address_is_found assert final (match_o == found); end
    begin : neighbours_are_found assert final (neighbours_o == around); end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
