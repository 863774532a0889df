{{ c.banner("Property: what mhu_packer puts into header flits.") }}
// Contract: failed_o = 0 in every cycle after a reset while a header comes only when the last one is
//   out or gives way, and flits are taken only where one stands: the flits of a header are k, the
//   destinations of its rows from the lowest on, {% if c.options.fault_tolerant %}Control, {% endif %}Source, one field after the other, and
//   zeros; a destination a clock. {% if c.options.has_list %}A long list keeps its lanes and gets a new trailer. {% endif %}None is packed over one
//   that waits.
`default_nettype none

module proof_mhu_packer (
  input  wire clk_i,
  input  wire rst_ni,
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
{%- endif %}
{%- if c.options.fault_tolerant %}
  input  wire [{{ c.topology.dimension - 1 }}:0] control_i,
{%- endif %}
  input  wire [{{ c.topology.dimension - 1 }}:0] field_i,
  input  wire wait_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] source_i,
  input  wire taken_i,
  output wire failed_o
);
  localparam N = {{ c.topology.dimension }};
  localparam M = {{ c.frame.rows }};
  localparam LANES = {{ c.frame.lanes }};
  localparam TRAILER = {% if c.options.fault_tolerant %}2{% else %}1{% endif %};

  wire valid, finish, full, first, ends;
  wire [N-1:0] dimension, flit_dimension;
  wire [M-1:0] row;
  wire [LANES-1:0] keep;
  wire [LANES*N-1:0] lanes;
{%- if c.options.has_list %}
  wire read;
{%- else %}
  wire list_i = 1'b0, own_i = 1'b0;
  wire [{{ c.frame.position_bits - 1 }}:0] last_i = 0;
{%- endif %}
  {{ c.prefix }}mhu_packer u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .load_i(load_i),
    .replace_i(replace_i),
    .drop_i(drop_i),
    .dimension_i(dimension_i),
    .select_i(select_i),
    .broadcast_i(broadcast_i),
{%- if c.options.has_list %}
    .list_i(list_i),
    .last_i(last_i),
    .own_i(own_i),
    .read_o(read),
{%- endif %}
{%- if c.options.fault_tolerant %}
    .control_i(control_i),
{%- endif %}
    .row_o(row),
    .field_i(field_i),
    .wait_i(wait_i),
    .source_i(source_i),
    .valid_o(valid),
    .finish_o(finish),
    .dimension_o(dimension),
    .taken_i(taken_i),
    .full_o(full),
    .first_o(first),
    .end_o(ends),
    .flit_dimension_o(flit_dimension),
{%- if c.options.has_list %}
    .keep_o(keep),
{%- endif %}
    .lanes_o(lanes)
  );
{%- if !c.options.has_list %}
  assign keep = {LANES{1'b0}};
{%- endif %}

  // The header that is packed: rows that are left, the next lane of its flit, what stands there.
  reg open_q, begins_q, list_q, control_left_q, broadcast_q;
  reg [N-1:0] toward_q, control_q;
  reg [M-1:0] rows_q, rows;
  reg [{{ c.frame.position_bits - 1 }}:0] last_q;
  reg [{{ c.frame.place_bits }}:0] lane_q;
  reg [LANES*N-1:0] flit_q, flit;
  integer lane, count, i, p, at;
  reg control_left, done, packs, closes;
  reg [M-1:0] next;
  reg [LANES-1:0] kept;
  always @* begin
    packs = open_q && !wait_i && (!stands_q || taken_i) && (!list_q || own_i);
    rows = rows_q;
    next = {M{1'b0}};
    count = 0;
    for (i = M - 1; i >= 0; i = i - 1) begin
      if (rows_q[i]) next = {{ c.frame.rows }}'d1 << i;
      count = count + rows_q[i];
    end
    lane = lane_q;
    flit = lane_q == 0 ? {LANES*N{1'b0}} : flit_q;
    control_left = control_left_q;
    done = 1'b0;
    kept = {LANES{1'b0}};
    at = $signed(last_q);
    if (list_q) begin
      // The fields after the list in this flit are written anew.
      for (p = 0; p < LANES; p = p + 1) begin
        kept[p] = p <= at;
{%- if c.options.fault_tolerant %}
        if (p == at + 1) flit[p*N+:N] = control_q;
{%- endif %}
        if (p == at + TRAILER) flit[p*N+:N] = source_i;
      end
      done = at + TRAILER < LANES;
    end else begin
      if (begins_q && lane == 0) begin
        flit[0+:N] = broadcast_q ? {N{1'b1}} : count;
        lane = 1;
      end
      if (rows_q != {M{1'b0}} && lane < LANES) begin
        flit[lane*N+:N] = field_i;
        rows = rows_q & ~next;
        lane = lane + 1;
      end
      if (rows == {M{1'b0}}) begin
{%- if c.options.fault_tolerant %}
        if (control_left && lane < LANES) begin
          flit[lane*N+:N] = control_q;
          control_left = 1'b0;
          lane = lane + 1;
        end
{%- endif %}
        if (!control_left && lane < LANES) begin
          flit[lane*N+:N] = source_i;
          done = 1'b1;
        end
      end
    end
    closes = list_q || done || lane == LANES;
  end

  // The flit that stands.
  reg stands_q, first_q, ends_q;
  reg [N-1:0] aims_q;
  reg [LANES-1:0] kept_q;
  always @(posedge clk_i) begin
    open_q <= rst_ni && (load_i || (open_q && !drop_i && !(packs && done)));
    stands_q <= rst_ni && !drop_i && ((packs && closes) || (stands_q && !taken_i));
    if (load_i) begin
      begins_q <= 1'b1;
      lane_q <= 0;
      rows_q <= select_i;
      broadcast_q <= broadcast_i;
      list_q <= list_i;
      last_q <= last_i;
      toward_q <= dimension_i;
{%- if c.options.fault_tolerant %}
      control_q <= control_i;
      control_left_q <= 1'b1;
{%- else %}
      control_left_q <= 1'b0;
{%- endif %}
    end else if (packs) begin
      begins_q <= begins_q && !closes;
      lane_q <= closes ? 0 : lane;
      rows_q <= rows;
      last_q <= last_q - LANES;
      control_left_q <= control_left;
    end
    if (packs) begin
      flit_q <= flit;
      first_q <= begins_q;
      ends_q <= done;
      aims_q <= toward_q;
      kept_q <= kept;
    end
  end

  reg begun_q, legal, bad;
  always @* begin
    legal = !load_i || !open_q || (packs && done) || replace_i;
    if (replace_i && !(load_i && drop_i)) legal = 1'b0;
    if (taken_i && !stands_q) legal = 1'b0;
    if (load_i && (broadcast_i || list_i) && select_i != {M{1'b0}}) legal = 1'b0;
    if (load_i && (broadcast_i ? list_i : !list_i && select_i == {M{1'b0}})) legal = 1'b0;
    if (load_i && list_i && (last_i == 0 || last_i > {{ c.frame.max_list }})) legal = 1'b0;

    bad = valid != open_q || finish != (packs && done) || full != stands_q;
    if (open_q && dimension != toward_q) bad = 1'b1;
    if (packs && !list_q && rows != rows_q && row != next) bad = 1'b1;
{%- if c.options.has_list %}
    if (read != (packs && list_q)) bad = 1'b1;
{%- endif %}
    if (stands_q) begin
      if (first != first_q || ends != ends_q || flit_dimension != aims_q || keep != kept_q) begin
        bad = 1'b1;
      end
      for (p = 0; p < LANES; p = p + 1) begin
        if (!kept_q[p] && lanes[p*N+:N] != flit_q[p*N+:N]) bad = 1'b1;
      end
    end
  end
  initial begun_q = 1'b0;
  always @(posedge clk_i) begun_q <= !rst_ni || (begun_q && legal);
{% include "common/proof/contracts.vh" %}
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
