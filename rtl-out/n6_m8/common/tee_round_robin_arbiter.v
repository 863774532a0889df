// Round robin arbiter: picks the next request after the one that was served last.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   none, sizes are parameters
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: pick_o has one of the bits of request_i, or is zero. With served_i = 1 the requests
//   above this bit go first from the next cycle on, so a request that stays waits for at most one
//   service of every other requester.
// Latency and state: combinational; one bit for each requester.
`default_nettype none

module tee_round_robin_arbiter #(
  // Number of requesters.
  parameter WIDTH = 4,
  // 1: looks at the first requests and at all of them at once, which takes more logic.
  parameter FAST = 0
) (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire clear_i,
  input  wire [WIDTH-1:0] request_i,
  input  wire served_i,
  output wire [WIDTH-1:0] pick_o
);
  reg [WIDTH-1:0] later_q;
  wire [WIDTH-1:0] first = request_i & later_q;
  wire [WIDTH-1:0] later;

  generate
    if (FAST) begin : gen_fast
      wire [WIDTH-1:0] of_first, of_all;
      tee_lowest_set_bit #(
        .WIDTH(WIDTH)
      ) u_first (
        .bits_i(first),
        .lowest_o(of_first)
      );
      tee_lowest_set_bit #(
        .WIDTH(WIDTH)
      ) u_all (
        .bits_i(request_i),
        .lowest_o(of_all)
      );
      assign pick_o = (|first) ? of_first : of_all;
    end else begin : gen_small
      tee_lowest_set_bit #(
        .WIDTH(WIDTH)
      ) u_lowest (
        .bits_i((|first) ? first : request_i),
        .lowest_o(pick_o)
      );
    end
  endgenerate

  assign later[0] = 1'b0;
  genvar b;
  generate
    for (b = 1; b < WIDTH; b = b + 1) begin : gen_later
      assign later[b] = |pick_o[b-1:0];
    end
  endgenerate

  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) later_q <= {WIDTH{1'b0}};
    else if (served_i) later_q <= later;
  end

`ifdef TEECAST_ASSERT
  localparam [WIDTH-1:0] ONE = 1;
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // One of the requests when there is any; those above the last one served go first.
      begin : a_request_is_picked
        assert ((|pick_o) == (|request_i) && (pick_o & ~request_i) == {WIDTH{1'b0}});
      end
      begin : one_is_picked assert ((pick_o & (pick_o - ONE)) == {WIDTH{1'b0}}); end
      begin : later_goes_first assert (!(|(request_i & later_q)) || (|(pick_o & later_q))); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
