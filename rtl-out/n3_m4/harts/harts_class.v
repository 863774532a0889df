// Buffer class of a packet, from its header on the link.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash 7ecbead04490):
//   n=3 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: broadcasts by step and distance, then regular packets by the hops left; the class
//   grows by one with each hop straight on. Meaningless for a header that is refused.
// Latency and state: combinational, none.
`default_nettype none

module harts_class (
  input  wire broadcast_i,
  input  wire [1:0] step_i,
  input  wire [1:0] distance_i,
  input  wire [1:0] hops_i,
  output wire [2:0] class_o
);
  reg [2:0] last;
  always @* begin
    case (step_i)
      2'd1: last = 3'd2;
      2'd2: last = 3'd4;
      2'd3: last = 3'd5;
      default: last = 3'd0;
    endcase
  end
  assign class_o = broadcast_i ? last - {1'd0, distance_i} :
      3'd6 - {1'd0, hops_i};

`ifdef TEECAST_ASSERT
  // Classes in the order of steps, of which the last is a hop shorter.
  always @* begin
    if (!broadcast_i) begin
      assert final (class_o + {1'd0, hops_i} == 3'd6);
    end else if (|distance_i) begin
      assert final (step_i != 2'd1 ||
          class_o + {1'd0, distance_i} == 3'd2);
      assert final (step_i != 2'd2 ||
          class_o + {1'd0, distance_i} == 3'd4);
      assert final (step_i != 2'd3 ||
          class_o + {1'd0, distance_i} == 3'd5);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
