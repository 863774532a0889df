// Looks for the local address, and for neighbours, among the destinations.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash 7ecbead04490):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: match_o = 1 when a valid field of the flit is the local address (relative address
//   0, [Lan88] 6.5.4); neighbours_o[j] = 1 when one is the neighbour in dimension j.
// Latency and state: combinational, none.
`default_nettype none

module mhu_matching_checker (
  input  wire [26:0] relative_i,
  input  wire [8:0] valid_i,
  output wire [2:0] neighbours_o,
  output wire match_o
);
  localparam N = 3;
  localparam LANES = 9;

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
          if (relative_i[e*N+:N] == 3'd1 << d) around[d] = 1'b1;
        end
      end
    end
    assert final (match_o == found);
    assert final (neighbours_o == around);
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
