<{ c.banner("Buffer class of a packet, from its header on the link.") }>
// Contract: broadcasts by step and distance, then regular packets by the hops left; the class
//   grows by one with each hop straight on. Meaningless for a header that is refused.
// Latency and state: combinational, none.
// Widths: <{ c.topology.distance_bits }> = distance; <{ c.buffers.class_bits }> = class number.
`default_nettype none

module <{ c.prefix }>harts_class (
  input  wire broadcast_i,
  input  wire [1:0] step_i,
  input  wire [<{ c.topology.distance_bits - 1 }>:0] distance_i,
  input  wire [<{ c.topology.distance_bits - 1 }>:0] hops_i,
  output wire [<{ c.buffers.class_bits - 1 }>:0] class_o
);
  reg [<{ c.buffers.class_bits - 1 }>:0] last;
  always @* begin
    case (step_i)
<%- for base in c.topology.step_bases %>
      2'd<{ base.0 }>: last = <{ c.buffers.class_bits }>'d<{ base.1 }>;
<%- endfor %>
      default: last = <{ c.buffers.class_bits }>'d0;
    endcase
  end
  assign class_o = broadcast_i ? last - <{ c.extend("distance_i", c.topology.distance_bits, c.buffers.class_bits) }> :
      <{ c.buffers.class_bits }>'d<{ c.buffers.classes - 1 }> - <{ c.extend("hops_i", c.topology.distance_bits, c.buffers.class_bits) }>;

`ifdef TEECAST_ASSERT
  // Classes in the order of steps, of which the last is a hop shorter.
  always @* begin
    if (!broadcast_i) begin : class_of_regular_packet
      assert final (class_o + <{ c.extend("hops_i", c.topology.distance_bits, c.buffers.class_bits) }> == <{ c.buffers.class_bits }>'d<{ 4 * c.topology.edge - 6 }>);
    end else if (|distance_i) begin
      begin : class_of_first_step
        assert final (step_i != 2'd1 ||
            class_o + <{ c.extend("distance_i", c.topology.distance_bits, c.buffers.class_bits) }> == <{ c.buffers.class_bits }>'d<{ c.topology.edge - 1 }>);
      end
      begin : class_of_second_step
        assert final (step_i != 2'd2 ||
            class_o + <{ c.extend("distance_i", c.topology.distance_bits, c.buffers.class_bits) }> == <{ c.buffers.class_bits }>'d<{ 2 * c.topology.edge - 2 }>);
      end
<%- if c.topology.edge > 2 %>
      begin : class_of_third_step
        assert final (step_i != 2'd3 ||
            class_o + <{ c.extend("distance_i", c.topology.distance_bits, c.buffers.class_bits) }> == <{ c.buffers.class_bits }>'d<{ 3 * c.topology.edge - 4 }>);
      end
<%- endif %>
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
