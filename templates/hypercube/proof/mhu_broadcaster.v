<{ c.banner("Property: which branches mhu_broadcaster decides.") }>
// Contract: failed_o = 0 for every message, address
<%- if c.options.fault_tolerant %> and fault vector: a branch leaves on every healthy
//   dimension of Control; it keeps bit b iff
<%- if c.options.lan %> b > j or b is faulty.
<%- else %> b is faulty, or comes later in the order that takes
//   descending dimensions before ascending ones, each from the lowest up.
<%- endif %>
<%- else %>: a branch leaves on a dimension iff no dimension
//   that the message crossed before comes
<%- if c.options.lan %> at it or above it.
<%- else %> at it or later, descending ones before ascending ones.
<%- endif %>
<%- endif %>
`default_nettype none

module proof_mhu_broadcaster (
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] control_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- else %>
  input  wire [<{ c.topology.dimension - 1 }>:0] source_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
  output reg  failed_o
);
  localparam N = <{ c.topology.dimension }>;

  wire [N-1:0] send;
<%- if c.options.fault_tolerant %>
  wire [N*N-1:0] control;
<%- endif %>
  <{ c.prefix }>mhu_broadcaster u_dut (
<%- if c.options.fault_tolerant %>
    .control_i(control_i),
    .faulty_i(faulty_i),
<%- if !c.options.lan %>
    .local_address_i(local_address_i),
<%- endif %>
    .send_o(send),
    .control_o(control)
<%- else %>
    .source_i(source_i),
    .local_address_i(local_address_i),
    .send_o(send)
<%- endif %>
  );

  // Order of the dimensions: bit b goes after bit j.
  reg after;
  integer j, b;
<%- if c.options.fault_tolerant %>
  always @* begin
    failed_o = 1'b0;
    for (j = 0; j < N; j = j + 1) begin
      if (send[j] != (control_i[j] && !faulty_i[j])) failed_o = 1'b1;
      for (b = 0; b < N; b = b + 1) begin
<%- if c.options.lan %>
        after = b > j;
<%- else %>
        after = (local_address_i[j] && !local_address_i[b]) ||
            (local_address_i[j] == local_address_i[b] && b > j);
<%- endif %>
        if (send[j] && control[j*N+b] != (control_i[b] && (after || faulty_i[b]))) begin
          failed_o = 1'b1;
        end
      end
    end
  end
<%- else %>
  reg sends;
  wire [N-1:0] crossed = source_i ^ local_address_i;
  always @* begin
    failed_o = 1'b0;
    for (j = 0; j < N; j = j + 1) begin
      sends = !crossed[j];
      for (b = 0; b < N; b = b + 1) begin
<%- if c.options.lan %>
        after = b > j;
<%- else %>
        // [Lan88] 6.5.6 in the order of negative-first.
        after = b > j ? local_address_i[b] || local_address_i[j] :
            b < j && local_address_i[b] && local_address_i[j];
<%- endif %>
        if (b != j && crossed[b] && after) sends = 1'b0;
      end
      if (send[j] != sends) failed_o = 1'b1;
    end
  end
<%- endif %>
endmodule

`default_nettype wire
