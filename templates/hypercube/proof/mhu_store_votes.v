{{ c.banner("Property: which votes mhu_store gives to the reference array.") }}
// Contract: failed_o = 0 for every header flit, class, address
{%- if c.options.fault_tolerant %} and fault vector{% endif %}: row i of the flit is the
//   relative address of its destination
{%- if !c.options.lan %}, and where the class is restricted its descending
//   dimensions alone while a healthy one is among them
{%- endif %}; 0 where the lane holds none.
`default_nettype none

module proof_mhu_store_votes (
  input  wire clk_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] local_address_i,
{%- if c.options.fault_tolerant && !c.options.lan %}
  input  wire [{{ c.topology.dimension - 1 }}:0] faulty_i,
{%- endif %}
  input  wire take_i,
{%- if c.frame.counts_flits %}
  input  wire [{{ c.frame.flit_index_bits - 1 }}:0] flit_index_i,
{%- endif %}
  input  wire [{{ c.frame.lanes * c.topology.dimension - 1 }}:0] lanes_i,
  input  wire [{{ c.frame.lanes - 1 }}:0] listed_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] slot_i,
  output reg  failed_o
);
  localparam N = {{ c.topology.dimension }};
  localparam M = {{ c.frame.rows }};
  localparam LANES = {{ c.frame.lanes }};
{%- if !c.options.fault_tolerant || c.options.lan %}
  wire [N-1:0] faulty_i = {N{1'b0}};
{%- endif %}
{%- if !c.frame.counts_flits %}
  wire flit_index_i = 1'b0;
{%- endif %}

  wire [M-1:0] write;
  wire [M*N-1:0] rows;
  wire [N-1:0] unused_field;
  {{ c.prefix }}mhu_store u_dut (
    .clk_i(clk_i),
    .local_address_i(local_address_i),
{%- if c.options.fault_tolerant && !c.options.lan %}
    .faulty_i(faulty_i),
{%- endif %}
    .take_i(take_i),
{%- if c.frame.counts_flits %}
    .flit_index_i(flit_index_i),
{%- endif %}
    .lanes_i(lanes_i),
    .listed_i(listed_i),
    .slot_i(slot_i),
    .write_o(write),
    .rows_o(rows),
    .read_slot_i({{ c.buffers.slot_bits }}'d0),
    .read_row_i({M{1'b0}}),
    .read_field_o(unused_field)
  );

  // Slot 2c and 2c + 1 belong to class c.
  wire restricted = {% if c.options.lan %}1'b0{% else %}slot_i / 2 >= {{ c.buffers.unrestricted }}{% endif %};
  reg [N-1:0] relative, vote;
  integer i;
  always @* begin
    failed_o = 1'b0;
    for (i = 0; i < M; i = i + 1) begin
      relative = lanes_i[((i + 1) % LANES)*N+:N] ^ local_address_i;
      vote = relative;
      if ({% if c.buffers.always_restricted && !c.options.lan %}1'b1{% else %}restricted{% endif %} && (relative & local_address_i & ~faulty_i) != {N{1'b0}}) begin
        vote = relative & local_address_i;
      end
      if (!listed_i[(i + 1) % LANES]) vote = {N{1'b0}};
      if (write[i] != (take_i && flit_index_i == (i + 1) / LANES)) failed_o = 1'b1;
      if (write[i] && rows[i*N+:N] != vote) failed_o = 1'b1;
    end
  end
endmodule

`default_nettype wire
