{{ c.banner("Property: what mhu_row_reader reads.") }}
// Contract: failed_o = 0 for every flit: destination i is field i + 1 of the header.
`default_nettype none

module proof_mhu_row_reader (
  input  wire [{{ c.frame.rows - 1 }}:0] row_i,
  input  wire [{{ c.frame.row_lanes * c.topology.dimension - 1 }}:0] lanes_i,
  output reg  failed_o
);
  localparam N = {{ c.topology.dimension }};
  localparam M = {{ c.frame.rows }};
  localparam LANES = {{ c.frame.lanes }};

  wire [N-1:0] field;
{%- if c.frame.row_flits > 1 %}
  wire [{{ c.frame.row_flit_bits - 1 }}:0] flit;
{%- endif %}
  {{ c.prefix }}mhu_row_reader u_dut (
    .row_i(row_i),
{%- if c.frame.row_flits > 1 %}
    .flit_o(flit),
{%- endif %}
    .lanes_i(lanes_i),
    .field_o(field)
  );

  integer i;
  always @* begin
    failed_o = row_i == {M{1'b0}} && field != {N{1'b0}};
    for (i = 0; i < M; i = i + 1) begin
      if (row_i == ({{ c.frame.rows }}'d1 << i)) begin
        if (field != lanes_i[((i + 1) % LANES)*N+:N]) failed_o = 1'b1;
{%- if c.frame.row_flits > 1 %}
        if (flit != (i + 1) / LANES) failed_o = 1'b1;
{%- endif %}
      end
    end
  end
endmodule

`default_nettype wire
