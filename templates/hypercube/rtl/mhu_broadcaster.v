<{ c.banner("Decides the branches of a broadcast.") }>
<%- if c.options.fault_tolerant %>
// Contract: send_o names the dimensions to send on; the copy on j carries control_o[j*N +: N],
//   which is meaningless where send_o[j] = 0.
<%- else %>
// Contract: send_o names the dimensions to send on, from the position relative to the source
<%- if c.options.lan %>
//   ([Lan88] 6.5.6, fig. 6.5).
<%- else %>
//   (negative-first order: descending dimensions before ascending ones).
<%- endif %>
<%- endif %>
// Latency and state: combinational, none.
// Widths: <{ c.topology.dimension }> = n; <{ c.topology.dimension * c.topology.dimension }> = n x n.
`default_nettype none

module <{ c.prefix }>mhu_broadcaster (
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] control_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- if !c.options.lan %>
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
<%- endif %>
  output wire [<{ c.topology.dimension - 1 }>:0] send_o,
  output wire [<{ c.topology.dimension * c.topology.dimension - 1 }>:0] control_o
<%- else %>
  input  wire [<{ c.topology.dimension - 1 }>:0] source_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
  output wire [<{ c.topology.dimension - 1 }>:0] send_o
<%- endif %>
);
  localparam N = <{ c.topology.dimension }>;

  genvar j<% if !c.options.fault_tolerant %>, b<% endif %>;
<%- if c.options.fault_tolerant %>
  assign send_o = control_i & ~faulty_i;

  generate
    for (j = 0; j < N; j = j + 1) begin : gen_branch
      <{ c.prefix }>mhu_branch_control u_branch_control (
        .control_i(control_i),
        .faulty_i(faulty_i),
<%- if !c.options.lan %>
        .local_address_i(local_address_i),
<%- endif %>
        .dimension_i(<{ c.topology.dimension }>'d1 << j),
        .control_o(control_o[j*N+:N])
      );
    end
  endgenerate
<%- else %>
  wire [N-1:0] relative = source_i ^ local_address_i;

  generate
    for (j = 0; j < N; j = j + 1) begin : gen_branch
      wire [N-1:0] behind;
      for (b = 0; b < N; b = b + 1) begin : gen_bit
<%- if c.options.lan %>
        if (b < j) begin : gen_below
          assign behind[b] = 1'b0;
        end else begin : gen_above
          assign behind[b] = relative[b];
        end
<%- else %>
        if (b == j) begin : gen_self
          assign behind[b] = relative[b];
        end else if (b > j) begin : gen_later
          assign behind[b] = relative[b] && (local_address_i[b] || local_address_i[j]);
        end else begin : gen_earlier
          assign behind[b] = relative[b] && local_address_i[b] && local_address_i[j];
        end
<%- endif %>
      end
      assign send_o[j] = !(|behind);
    end
  endgenerate
<%- endif %>

`ifdef TEECAST_ASSERT
<%- if c.options.fault_tolerant %>
  integer d, e;
  always @* begin
    // What is left to do splits: of two healthy branches one takes the other's dimension along,
    // both take the faulty ones.
    for (d = 0; d < N; d = d + 1) begin
      begin : healthy_is_sent assert final (send_o[d] == (control_i[d] && !faulty_i[d])); end
      begin : control_does_not_grow
        assert final ((control_o[d*N+:N] & ~control_i) == {N{1'b0}});
      end
      begin : faulty_is_handed_on
        assert final ((control_i & faulty_i & ~control_o[d*N+:N]) == {N{1'b0}});
      end
      for (e = 0; e < N; e = e + 1) begin : dimension_is_handed_on_once
        assert final (!(send_o[d] && send_o[e]) || d == e || control_o[d*N+e] != control_o[e*N+d]);
      end
    end
  end
<%- else %>
  integer d;
<%- if c.options.lan %>
  always @* begin
    for (d = 0; d < N; d = d + 1) begin : lowest_are_sent
      assert final (send_o[d] == (relative >> d == {N{1'b0}}));
    end
  end
<%- else %>
  // Dimensions crossed up and down.
  wire [N-1:0] up = relative & local_address_i;
  wire [N-1:0] down = relative & ~local_address_i;
  always @* begin
    for (d = 0; d < N; d = d + 1) begin : directions_are_sent_in_order
      assert final (send_o[d] == (!relative[d] && (local_address_i[d] ?
          up == {N{1'b0}} && down >> d == {N{1'b0}} : up >> d == {N{1'b0}})));
    end
  end
<%- endif %>
<%- endif %>
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
