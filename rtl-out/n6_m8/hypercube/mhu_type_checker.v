// Reads from the k field what kind of message arrives.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: exactly one of multicast_o (1 <= k <= m, the multicaster's work), list_o (m < k <=
//   max_list, broadcast with a list),
//   broadcast_o (k = 2^n - 1) and bad_o (any other k) is 1 ([Lan88] 6.5.3).
// Latency and state: combinational, none.
// Widths: 6 = n.
`default_nettype none

module mhu_type_checker (
  input  wire [5:0] count_i,
  output wire multicast_o,
  output wire list_o,
  output wire broadcast_o,
  output wire bad_o
);
  wire beyond_list = (&count_i[5:0]);
  wire listed = (|count_i) && !beyond_list;

  assign broadcast_o = &count_i;
  wire beyond_rows = (|count_i[5:4]) || (count_i[3] && ((|count_i[2:1]) || count_i[0]));
  assign multicast_o = listed && !beyond_rows;
  assign list_o = listed && !multicast_o;
  assign bad_o = !listed && !broadcast_o;

`ifdef TEECAST_ASSERT
  always @* begin
    begin : multicast_by_count assert final (multicast_o == (count_i - 6'd1 < 6'd8)); end
    begin : list_by_count assert final (list_o == (count_i > 6'd8 && count_i <= 6'd62)); end
    begin : bad_without_type_or_list
      assert final (bad_o == !(multicast_o || list_o || broadcast_o));
    end
    begin : broadcast_by_count assert final (broadcast_o == (~count_i == 6'd0)); end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
