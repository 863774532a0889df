<{ c.banner("Property: which Control mhu_branch_control gives a branch.") }>
// Contract: failed_o = 0 for every message, address, fault vector and branch j: Control_j[b] =
//   Control[b] AND (b is faulty OR b comes after j
<%- if c.options.lan %>).
<%- else %>, descending dimensions before ascending ones).
<%- endif %>
`default_nettype none

module proof_mhu_branch_control (
  input  wire [<{ c.topology.dimension - 1 }>:0] control_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- if !c.options.lan %>
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] dimension_i,
  output reg  failed_o
);
  localparam N = <{ c.topology.dimension }>;

  wire [N-1:0] control;
  <{ c.prefix }>mhu_branch_control u_dut (
    .control_i(control_i),
    .faulty_i(faulty_i),
<%- if !c.options.lan %>
    .local_address_i(local_address_i),
<%- endif %>
    .dimension_i(dimension_i),
    .control_o(control)
  );

  reg after;
  integer j, b;
  always @* begin
    failed_o = 1'b0;
    for (j = 0; j < N; j = j + 1) begin
      for (b = 0; b < N; b = b + 1) begin
<%- if c.options.lan %>
        after = b > j;
<%- else %>
        after = (local_address_i[j] && !local_address_i[b]) ||
            (local_address_i[j] == local_address_i[b] && b > j);
<%- endif %>
        if (dimension_i == (<{ c.topology.dimension }>'d1 << j) &&
            control[b] != (control_i[b] && (faulty_i[b] || after))) failed_o = 1'b1;
      end
    end
  end
endmodule

`default_nettype wire
