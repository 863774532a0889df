{{ c.banner("Holds the destinations of the arriving message and of every buffered one.") }}
// Contract: header flits fill the array of destinations. With the last header flit rows_o gives
//   the reference array ([Lan88] 6.5.2), addresses relative to this node
{%- if !c.lan %}: the destinations
//   under the class rule (restricted rows keep their descending dimensions while one is healthy)
{%- endif %}.
//   arrived_o keeps the destinations until the next header. slot_rows_o reads those of a buffered
//   message.
// Latency and state: rows_o combinational; M rows of N bits, and as many for each slot.
`default_nettype none

module {{ c.p }}mhu_store (
  input  wire clk_i,
  input  wire [{{ c.n - 1 }}:0] local_address_i,
{%- if c.ft && !c.lan %}
  input  wire [{{ c.n - 1 }}:0] faulty_i,
{%- endif %}
  // Header flits
  input  wire take_i,
{%- if c.counts_flits %}
  input  wire [{{ c.flit_index_bits - 1 }}:0] flit_index_i,
{%- endif %}
  input  wire [{{ c.lanes * c.n - 1 }}:0] lanes_i,
  input  wire [{{ c.count_bits - 1 }}:0] count_i,
  input  wire header_i,
  input  wire [{{ c.slot_bits - 1 }}:0] slot_i,
  output wire [{{ c.m * c.n - 1 }}:0] rows_o,
  output wire [{{ c.m * c.n - 1 }}:0] arrived_o,
  // Buffered messages
  input  wire [{{ c.slot_bits - 1 }}:0] read_slot_i,
  output wire [{{ c.m * c.n - 1 }}:0] slot_rows_o
);
  localparam N = {{ c.n }};
  localparam M = {{ c.m }};
  localparam FIRST = 0;
  localparam LAST = {{ c.slot_codes - 1 }};

  reg [M*N-1:0] rows_q;
  reg [M*N-1:0] slots_q [FIRST:LAST];
  wire [M*N-1:0] rows;
  wire [M-1:0] listed;
{% for row in c.row_places %}
{%- if c.counts_flits %}
  assign rows[{{ row.index }}*N+:N] = flit_index_i == {{ c.flit_index_bits }}'d{{ row.flit }} ?
      lanes_i[{{ row.lane }}*N+:N] : rows_q[{{ row.index }}*N+:N];
{%- else %}
  assign rows[{{ row.index }}*N+:N] = lanes_i[{{ row.lane }}*N+:N];
{%- endif %}
  assign listed[{{ row.index }}] = count_i > {{ c.count_bits }}'d{{ row.index }};
{%- endfor %}
{%- if !c.lan && !c.always_restricted %}

  // From class R on a message may turn from ascending to descending no more.
  wire restricted = slot_i[{{ c.slot_bits - 1 }}:1] >= {{ c.class_bits }}'d{{ c.unrestricted }};
{%- endif %}

{%- if !c.lan %}
  // Healthy dimensions that descend from here.
  wire [N-1:0] falling = local_address_i{% if c.ft %} & ~faulty_i{% endif %};
{% endif %}
  genvar i;
  generate
    for (i = 0; i < M; i = i + 1) begin : gen_row
{%- if c.lan %}
      assign rows_o[i*N+:N] = listed[i] ? rows[i*N+:N] ^ local_address_i : {N{1'b0}};
{%- else %}
      wire [N-1:0] relative = rows[i*N+:N] ^ local_address_i;
      wire [N-1:0] descending = relative & local_address_i;
      wire descends = (|(~rows[i*N+:N] & falling)){% if !c.always_restricted %} && restricted{% endif %};
      assign rows_o[i*N+:N] = !listed[i] ? {N{1'b0}} : descends ? descending : relative;
{%- endif %}
    end
  endgenerate

  always @(posedge clk_i) begin
    if (take_i) rows_q <= rows;
    if (header_i) slots_q[slot_i] <= rows;
  end

  // Lanes that never hold a destination of the reference array.
  wire unused_lanes = &{1'b0, lanes_i};

  assign arrived_o = rows_q;
  assign slot_rows_o = slots_q[read_slot_i];
endmodule

`default_nettype wire
