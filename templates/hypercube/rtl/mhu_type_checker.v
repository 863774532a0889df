<{ c.banner("Reads from the k field what kind of message arrives.") }>
// Contract: exactly one of multicast_o (1 <= k <= m, the multicaster's work)
<%- if c.options.has_list %>, list_o (m < k <=
//   max_list, broadcast with a list)<% endif %>,
//   broadcast_o (k = 2^n - 1) and bad_o (any other k) is 1 ([Lan88] 6.5.3).
// Latency and state: combinational, none.
// Widths: <{ c.topology.dimension }> = n.
`default_nettype none

module <{ c.prefix }>mhu_type_checker (
  input  wire [<{ c.topology.dimension - 1 }>:0] count_i,
  output wire multicast_o,
<%- if c.options.has_list %>
  output wire list_o,
<%- endif %>
  output wire broadcast_o,
  output wire bad_o
);
  wire beyond_list = <{ c.frame.beyond_list }>;
  wire listed = (|count_i) && !beyond_list;

  assign broadcast_o = &count_i;
<%- if c.options.has_list %>
  wire beyond_rows = <{ c.frame.beyond_rows }>;
  assign multicast_o = listed && !beyond_rows;
  assign list_o = listed && !multicast_o;
<%- else %>
  assign multicast_o = listed;
<%- endif %>
  assign bad_o = !listed && !broadcast_o;

`ifdef TEECAST_ASSERT
  always @* begin
    begin : multicast_by_count assert final (multicast_o == (count_i - <{ c.topology.dimension }>'d1 < <{ c.topology.dimension }>'d<{ c.frame.rows }>)); end
<%- if c.options.has_list %>
    begin : list_by_count assert final (list_o == (count_i > <{ c.topology.dimension }>'d<{ c.frame.rows }> && count_i <= <{ c.topology.dimension }>'d<{ c.frame.max_list }>)); end
    begin : bad_without_type_or_list
      assert final (bad_o == !(multicast_o || list_o || broadcast_o));
    end
<%- else %>
    begin : bad_without_type assert final (bad_o == !(multicast_o || broadcast_o)); end
<%- endif %>
    begin : broadcast_by_count assert final (broadcast_o == (~count_i == <{ c.topology.dimension }>'d0)); end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
