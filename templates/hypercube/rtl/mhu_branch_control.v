<{ c.banner("Derives the Control of one broadcast branch.") }>
// Contract: dimension_i is the branch j, one-hot. The copy keeps Control bit b
<%- if c.options.lan %> iff b > j or b is
//   faulty ([Lan88] 7.4, fig. 7.10).
<%- else %> iff b is faulty, or
//   the descending dimensions stay before the ascending ones (negative-first).
<%- endif %>
// Latency and state: combinational, none.
// Widths: <{ c.topology.dimension }> = n.
`default_nettype none

module <{ c.prefix }>mhu_branch_control (
  input  wire [<{ c.topology.dimension - 1 }>:0] control_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- if !c.options.lan %>
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] dimension_i,
  output wire [<{ c.topology.dimension - 1 }>:0] control_o
);
  localparam N = <{ c.topology.dimension }>;
<%- if c.options.lan %>
  wire unused_highest = &{1'b0, dimension_i};
<%- else %>
  wire descends = |(dimension_i & local_address_i);
<%- endif %>

  genvar b;
  generate
    for (b = 0; b < N; b = b + 1) begin : gen_bit
      wire later;
      if (b == 0) begin : gen_lowest
        assign later = 1'b0;
      end else begin : gen_above
        assign later = |dimension_i[b-1:0];
      end
<%- if c.options.lan %>
      assign control_o[b] = control_i[b] && (later || faulty_i[b]);
<%- else %>
      assign control_o[b] = control_i[b] && (faulty_i[b] ||
          (descends == local_address_i[b] ? later : descends));
<%- endif %>
    end
  endgenerate

`ifdef TEECAST_ASSERT
  // Dimensions after that of the branch: all but it and those below.
  wire [N-1:0] behind = ~(dimension_i ^ (dimension_i - <{ c.topology.dimension }>'d1));
<%- if c.options.lan %>
  always @* begin : control_keeps_later_or_faulty
    assert final (control_o == (control_i & (faulty_i | behind)));
  end
<%- else %>
  wire [N-1:0] after = descends ? ~local_address_i | behind : ~local_address_i & behind;
  always @* begin : control_keeps_allowed_or_faulty
    assert final (control_o == (control_i & (faulty_i | after)));
  end
<%- endif %>
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
