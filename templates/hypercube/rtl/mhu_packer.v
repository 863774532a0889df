{{ c.banner("Packs the header flits of a copy, one destination a clock.") }}
// Contract: load_i gives the next header ([Lan88] 6.5.5): k, the rows of select_i (field_i is the
//   destination of row_o), {% if c.options.fault_tolerant %}Control, {% endif %}Source.
//   While a header is packed, load_i may come only with finish_o or with replace_i.
//   k goes with the first row and the trailer with the last one, so a flit takes as many clocks
//   as it has destinations, at least one; none while wait_i = 1. full_o = 1 while a flit stands
//   in lanes_o, until taken_i. drop_i forgets everything but a header that is loaded at the same
//   time.
{%- if c.options.has_list %}
//   A long list is read from the buffer (read_o, only while own_i = 1): keep_o marks the lanes
//   that pass unchanged.
{%- endif %}
// Latency and state: a flit is in lanes_o one cycle after load_i at the earliest; the header that
//   is packed and the flit that waits.
`default_nettype none

module {{ c.prefix }}mhu_packer (
  input  wire clk_i,
  input  wire rst_ni,
  // Header
  input  wire load_i,
  input  wire replace_i,
  input  wire drop_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] dimension_i,
  input  wire [{{ c.frame.rows - 1 }}:0] select_i,
  input  wire broadcast_i,
{%- if c.options.has_list %}
  input  wire list_i,
  input  wire [{{ c.frame.position_bits - 1 }}:0] last_i,
  input  wire own_i,
  output wire read_o,
{%- endif %}
{%- if c.options.fault_tolerant %}
  input  wire [{{ c.topology.dimension - 1 }}:0] control_i,
{%- endif %}
  output wire [{{ c.frame.rows - 1 }}:0] row_o,
  input  wire [{{ c.topology.dimension - 1 }}:0] field_i,
  input  wire wait_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] source_i,
  output wire valid_o,
  output wire finish_o,
  output wire [{{ c.topology.dimension - 1 }}:0] dimension_o,
  // Flit
  input  wire taken_i,
  output wire full_o,
  output wire first_o,
  output wire end_o,
  output wire [{{ c.topology.dimension - 1 }}:0] flit_dimension_o,
{%- if c.options.has_list %}
  output wire [{{ c.frame.lanes - 1 }}:0] keep_o,
{%- endif %}
  output wire [{{ c.frame.lanes * c.topology.dimension - 1 }}:0] lanes_o
);
  localparam N = {{ c.topology.dimension }};
  localparam M = {{ c.frame.rows }};
  localparam LANES = {{ c.frame.lanes }};

  reg valid_q, broadcast_q, first_q,{% if c.vote.count_bits > 1 %} fresh_q,{% endif %} full_q, flit_first_q, end_q;
  reg [N-1:0] dimension_q, flit_dimension_q;
  reg [M-1:0] select_q;
{%- if c.vote.count_bits > 1 %}
  reg [LANES-1:0] place_q;
{%- endif %}
  reg [LANES*N-1:0] lanes_q;
{%- if c.options.fault_tolerant %}
  reg control_left_q;
  reg [N-1:0] control_q;
{%- endif %}
{%- if c.options.has_list %}
  reg list_q;
  reg [{{ c.frame.position_bits - 1 }}:0] last_q;
  reg [LANES-1:0] keep_q;
  wire place = valid_q && !wait_i && (!full_q || taken_i) && (!list_q || own_i);
{%- else %}
  wire place = valid_q && !wait_i && (!full_q || taken_i);
{%- endif %}

  // Lane of the next row, one-hot; bit LANES stands for the next flit.
  wire [LANES:0] at = {% if c.vote.count_bits > 1 %}!fresh_q ? {1'b0, place_q} : {% endif %}first_q ? {{ c.frame.lanes + 1 }}'d2 : {{ c.frame.lanes + 1 }}'d1;
  wire [M-1:0] row;
  {{ c.prefix }}tee_lowest_set_bit #(
    .WIDTH(M)
  ) u_row (
    .bits_i(select_q),
    .lowest_o(row)
  );
  reg [{{ c.vote.count_bits - 1 }}:0] count;
  integer i;
  always @* begin
    count = {{ c.vote.count_bits }}'d0;
    for (i = 0; i < M; i = i + 1) begin
      count = count + {{ c.extend("select_q[i]", 1, c.vote.count_bits) }};
    end
  end
  wire put_row = (|select_q) && !at[LANES];
  wire [M-1:0] rest = put_row ? select_q & ~row : select_q;
{%- if c.vote.count_bits > 1 %}
  // Does not depend on which row goes.
  wire trailing = count[{{ c.vote.count_bits - 1 }}:1] == {{ c.vote.count_bits - 1 }}'d0;
{%- endif %}
  // Lane after the last row; a trailer that does not fit waits for the next flit.
  wire [LANES+1:0] tail = put_row ? {at, 1'b0} : {1'b0, at};
{%- if c.options.fault_tolerant %}
  wire source_fits = !tail[LANES] && !(control_left_q && tail[LANES-1]);
{%- else %}
  wire source_fits = !tail[LANES];
{%- endif %}
  wire unused_tail = &{1'b0, tail[LANES+1]};

  wire [LANES-1:0] row_here, source_here;
{%- if c.vote.count_bits > 1 %}
  wire complete;
{%- endif %}
{%- if c.options.fault_tolerant %}
  wire [LANES-1:0] control_here;
{%- endif %}
{%- if c.options.has_list %}
  wire [LANES-1:0] listed, list_source;
{%- if c.options.fault_tolerant %}
  wire [LANES-1:0] list_control;
{%- endif %}
  wire list_end;
  {{ c.prefix }}mhu_position u_position (
    .last_i(last_q),
    .listed_o(listed),
{%- if c.options.fault_tolerant %}
    .control_o(list_control),
{%- endif %}
    .source_o(list_source),
    .end_o(list_end)
  );
  wire ends = list_q ? list_end : {% if c.vote.count_bits > 1 %}trailing && {% endif %}source_fits;
{%- if c.vote.count_bits > 1 %}
  assign complete = list_q || trailing || at[LANES] || at[LANES-1];
{%- endif %}
  assign read_o = place && list_q;
{%- else %}
  wire ends = {% if c.vote.count_bits > 1 %}trailing && {% endif %}source_fits;
{%- if c.vote.count_bits > 1 %}
  assign complete = trailing || at[LANES] || at[LANES-1];
{%- endif %}
{%- endif %}

  assign finish_o = place && ends;
  assign row_o = row;
  wire [N-1:0] count_field = broadcast_q ? {N{1'b1}} : {{ c.extend("count", c.vote.count_bits, c.topology.dimension) }};

{%- if c.options.fault_tolerant %}
  // Control and Source stand side by side: one bus for even lanes, one for odd ones.
  reg even_control, odd_control;
  integer l;
  always @* begin
    even_control = 1'b0;
    odd_control = 1'b0;
    for (l = 0; l < LANES; l = l + 1) begin
      if (l % 2 == 0) even_control = even_control | control_here[l];
      else odd_control = odd_control | control_here[l];
    end
  end
  wire [N-1:0] even_trailer = even_control ? control_q : source_i;
  wire [N-1:0] odd_trailer = odd_control ? control_q : source_i;
{%- if c.frame.lanes == 1 %}
  wire unused_odd = &{1'b0, odd_trailer};
{%- endif %}
{%- endif %}

  genvar p;
  generate
    for (p = 0; p < LANES; p = p + 1) begin : gen_lane
      assign row_here[p] = put_row && at[p]{% if c.options.has_list %} && !list_q{% endif %};
{%- if c.options.fault_tolerant %}
      wire source_next;
      wire [N-1:0] trailer;
      if (p == 0) begin : gen_first
        assign source_next = !control_left_q && tail[0];
      end else begin : gen_next
        assign source_next = control_left_q ? tail[p-1] : tail[p];
      end
      if (p % 2 == 0) begin : gen_even
        assign trailer = even_trailer;
      end else begin : gen_odd
        assign trailer = odd_trailer;
      end
{%- if c.options.has_list %}
      assign control_here[p] = list_q ? list_control[p] : {% if c.vote.count_bits > 1 %}trailing && {% endif %}control_left_q && tail[p];
      assign source_here[p] = list_q ? list_source[p] : {% if c.vote.count_bits > 1 %}trailing && {% endif %}source_next;
{%- else %}
      assign control_here[p] = {% if c.vote.count_bits > 1 %}trailing && {% endif %}control_left_q && tail[p];
      assign source_here[p] = {% if c.vote.count_bits > 1 %}trailing && {% endif %}source_next;
{%- endif %}
      wire trailer_here = control_here[p] || source_here[p];
{%- else %}
      wire [N-1:0] trailer = source_i;
      wire trailer_here = source_here[p];
{%- if c.options.has_list %}
      assign source_here[p] = list_q ? list_source[p] : {% if c.vote.count_bits > 1 %}trailing && {% endif %}tail[p];
{%- else %}
      assign source_here[p] = {% if c.vote.count_bits > 1 %}trailing && {% endif %}tail[p];
{%- endif %}
{%- endif %}
      wire [N-1:0] field;
      wire here;
      if (p == 0) begin : gen_count
        wire count_here = {% if c.vote.count_bits > 1 %}fresh_q && {% endif %}first_q{% if c.options.has_list %} && !list_q{% endif %};
        assign field = count_here ? count_field : row_here[p] ? field_i : trailer;
        assign here = count_here || row_here[p] || trailer_here;
      end else begin : gen_no_count
        assign field = row_here[p] ? field_i : trailer;
        assign here = row_here[p] || trailer_here;
      end
      always @(posedge clk_i) begin
        if (place && {% if c.vote.count_bits > 1 %}fresh_q && {% endif %}!here) lanes_q[p*N+:N] <= {N{1'b0}};
        else if (place && here) lanes_q[p*N+:N] <= field;
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (load_i) valid_q <= 1'b1;
    else if (drop_i || finish_o) valid_q <= 1'b0;
  end

  always @(posedge clk_i) begin
    if (!rst_ni || drop_i) full_q <= 1'b0;
    else if (place{% if c.vote.count_bits > 1 %} && complete{% endif %}) full_q <= 1'b1;
    else if (taken_i) full_q <= 1'b0;
  end

  always @(posedge clk_i) begin
    if (load_i) dimension_q <= dimension_i;
  end

  // After its end, and while nothing is packed, any value may overwrite the header. So these
  // registers do not depend on whether a header comes.
  wire renew = !valid_q || ends || replace_i;
  always @(posedge clk_i) begin
    if (place || !valid_q || replace_i) begin
      select_q <= renew ? select_i : rest;
      first_q <= renew{% if c.vote.count_bits > 1 %} || (first_q && !complete){% endif %};
{%- if c.vote.count_bits > 1 %}
      fresh_q <= renew || complete;
{%- endif %}
{%- if c.options.fault_tolerant %}
      control_left_q <= renew || (control_left_q && !(|control_here));
{%- endif %}
{%- if c.options.has_list %}
      last_q <= renew ? last_i : last_q - {{ c.frame.position_bits }}'d{{ c.frame.lanes }};
{%- endif %}
      if (renew) begin
        broadcast_q <= broadcast_i;
{%- if c.options.fault_tolerant %}
        control_q <= control_i;
{%- endif %}
{%- if c.options.has_list %}
        list_q <= list_i;
{%- endif %}
      end
    end
  end

  always @(posedge clk_i) begin
    if (place) begin
{%- if c.vote.count_bits > 1 %}
      place_q <= at[LANES-1:0] << 1;
{%- endif %}
      flit_dimension_q <= dimension_q;
      flit_first_q <= first_q;
      end_q <= finish_o;
{%- if c.options.has_list %}
      keep_q <= list_q ? listed : {LANES{1'b0}};
{%- endif %}
    end
  end

  assign valid_o = valid_q;
  assign dimension_o = dimension_q;
  assign full_o = full_q;
  assign first_o = flit_first_q;
  assign end_o = end_q;
  assign flit_dimension_o = flit_dimension_q;
{%- if c.options.has_list %}
  assign keep_o = keep_q;
{%- endif %}
  assign lanes_o = lanes_q;

`ifdef TEECAST_ASSERT
  localparam [M-1:0] ONE = 1;
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A header comes when the last one is out, or gives way.
      assert (!load_i || !valid_q || finish_o || replace_i);
      // No flit is packed over one that waits; each lane holds one field.
      assert (!place || !full_q || taken_i);
      assert (!put_row || ((row & (row - ONE)) == {M{1'b0}} && (row & ~select_q) == {M{1'b0}}));
      assert (!place || (row_here & source_here) == {LANES{1'b0}});
{%- if c.options.fault_tolerant %}
      assert (!place || ((row_here | source_here) & control_here) == {LANES{1'b0}});
{%- endif %}
      // The header ends with Source.
      assert (!place || ends == (|source_here));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
