// Buffer class of a packet, from its header on the link.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: broadcasts by step and distance, then regular packets by the hops left; the class
//   grows by one with each hop straight on. Meaningless for a header that is refused.
// Latency and state: combinational, none.
// Widths: 3 = distance; 5 = class number.
`default_nettype none

module harts_class (
  input  wire broadcast_i,
  input  wire [1:0] step_i,
  input  wire [2:0] distance_i,
  input  wire [2:0] hops_i,
  output wire [4:0] class_o
);
  reg [4:0] last;
  always @* begin
    case (step_i)
      2'd1: last = 5'd5;
      2'd2: last = 5'd10;
      2'd3: last = 5'd14;
      default: last = 5'd0;
    endcase
  end
  assign class_o = broadcast_i ? last - {2'd0, distance_i} :
      5'd18 - {2'd0, hops_i};

`ifdef TEECAST_ASSERT
  // Classes in the order of steps, of which the last is a hop shorter.
  always @* begin
    if (!broadcast_i) begin : class_of_regular_packet
      assert final (class_o + {2'd0, hops_i} == 5'd18);
    end else if (|distance_i) begin
      begin : class_of_first_step
        assert final (step_i != 2'd1 ||
            class_o + {2'd0, distance_i} == 5'd5);
      end
      begin : class_of_second_step
        assert final (step_i != 2'd2 ||
            class_o + {2'd0, distance_i} == 5'd10);
      end
      begin : class_of_third_step
        assert final (step_i != 2'd3 ||
            class_o + {2'd0, distance_i} == 5'd14);
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
