{{ c.banner("Controller of a message handling unit: branch decisions and events.") }}
// Contract: header_i starts the decisions of a message. The branches of a multicast are decided one
//   a clock and given with branch_write_o; those of a broadcast are decided all at once.
//   branches_o names all so far, finish_o comes with the last one.
//   What cannot be sent is reported: event 4 with the destination, event 5 for an incomplete
//   broadcast. The next header is taken when decisions and events are done, so nothing here ever
//   waits for an output.
// Latency and state: first decision one cycle after header_i; the message that is decided.
`default_nettype none

module {{ c.prefix }}mhu_controller (
  input  wire clk_i,
  input  wire rst_ni,
{%- if !c.options.fault_tolerant || c.options.checks_neighbours || c.vote.nca %}
  input  wire [{{ c.topology.dimension - 1 }}:0] local_address_i,
{%- endif %}
{%- if c.options.fault_tolerant %}
  input  wire [{{ c.topology.dimension - 1 }}:0] faulty_i,
{%- endif %}
{%- if !c.options.lan %}
{%- if c.vote.nca %}
  input  wire ascending_i,
{%- endif %}
  input  wire [{{ c.topology.dimension - 1 }}:0] turns_i,
{%- endif %}
  input  wire [{{ c.topology.dimension - 1 }}:0] own_dimension_i,
  // Arriving message
  input  wire header_i,
  input  wire [{{ c.buffers.slot_bits - 1 }}:0] slot_i,
  input  wire single_i,
  input  wire multicast_i,
{%- if c.options.checks_neighbours %}
  input  wire broadcast_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] neighbours_i,
{%- endif %}
{%- if c.options.fault_tolerant %}
  input  wire [{{ c.topology.dimension - 1 }}:0] control_i,
{%- endif %}
  input  wire [{{ c.topology.dimension - 1 }}:0] source_i,
  output wire ready_o,
  // Voter
{%- if !c.vote.forbidden %}
  output wire [{{ c.topology.dimension - 1 }}:0] forbidden_o,
{%- endif %}
  input  wire branch_valid_i,
  input  wire [{{ c.topology.dimension - 1 }}:0] branch_dimension_i,
{%- if c.vote.forbidden %}
  input  wire [{{ c.frame.rows - 1 }}:0] branch_rows_i,
{%- endif %}
  input  wire done_i,
  input  wire [{{ c.frame.rows - 1 }}:0] unroutable_i,
{%- if c.vote.nca %}
  input  wire [{{ c.frame.rows * c.topology.dimension - 1 }}:0] votes_i,
{%- endif %}
  // Decided branches
  output wire branch_write_o,
  output wire finish_o,
  output wire [{{ c.buffers.slot_bits - 1 }}:0] branch_slot_o,
  output wire [{{ c.topology.dimension - 1 }}:0] branch_dimension_o,
  output wire [{{ c.topology.dimension - 1 }}:0] branches_o,
  output wire wanted_o,
  // Events 4 and 5
  output wire report_o,
  output wire [{{ c.frame.rows - 1 }}:0] report_row_o,
  input  wire [{{ c.topology.dimension - 1 }}:0] report_field_i,
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [{{ c.topology.dimension - 1 }}:0] event_source_o,
  output wire [{{ c.topology.dimension - 1 }}:0] event_address_o,
  input  wire event_ready_i
);
  localparam N = {{ c.topology.dimension }};
  localparam M = {{ c.frame.rows }};
  localparam ITEMS = {{ c.frame.report_items }};

  // Decision of the newest message.
  reg deciding_q;
  reg [{{ c.buffers.slot_bits - 1 }}:0] slot_q;
  reg multicast_q, single_q;
  reg [N-1:0] source_q, branches_q;
{%- if c.options.fault_tolerant %}
  reg [N-1:0] control_q;
{%- endif %}
  assign ready_o = !deciding_q && !event_valid_o;

  // Dimensions that this message must not take from here: the one it came over{% if !c.options.lan %}, and descending
  // ones when that would need a class that does not exist{% endif %}.
{%- if !c.options.lan %}
  wire last_class = slot_q[{{ c.buffers.slot_bits - 1 }}:1] == {{ c.buffers.class_bits }}'d{{ c.buffers.classes - 1 }};
  wire [N-1:0] forbidden = own_dimension_i | (last_class ? turns_i : {N{1'b0}});
{%- else %}
  wire [N-1:0] forbidden = own_dimension_i;
{%- endif %}
{%- if !c.vote.forbidden %}
  assign forbidden_o = forbidden;
{%- endif %}

  // The branches of a broadcast are decided at once.
{%- if c.options.fault_tolerant %}
  wire [N-1:0] send = control_q & ~faulty_i;
{%- else %}
  wire [N-1:0] send;
  {{ c.prefix }}mhu_broadcaster u_broadcaster (
    .source_i(source_q),
    .local_address_i(local_address_i),
    .send_o(send)
  );
{%- endif %}
{% if c.vote.nca %}
  wire [N-1:0] multicast_dimension;
  {{ c.prefix }}mhu_direction u_direction (
    .dimension_i(branch_dimension_i),
    .rows_i(branch_rows_i),
    .votes_i(votes_i),
    .prefer_i(ascending_i ? ~local_address_i : local_address_i),
    .dimension_o(multicast_dimension)
  );
{%- else %}
  wire [N-1:0] multicast_dimension = branch_dimension_i;
{%- endif %}
{%- if c.vote.forbidden %}
  // The vote may choose a forbidden dimension; its rows stay here.
  wire allowed = !(|(multicast_dimension & forbidden));
{%- endif %}

  assign branch_slot_o = slot_q;
  assign branch_dimension_o = multicast_dimension & ~own_dimension_i;
  // The mask of the own dimension changes nothing; it lets synthesis drop that request.
  assign branches_o = multicast_q ?
      (branches_q | (branch_write_o ? branch_dimension_o : {N{1'b0}})) & ~own_dimension_i :
      send & ~forbidden;
  // Whether any link is wanted is known before the dimension of the last branch.
  assign wanted_o = multicast_q ? branch_write_o || (|branches_q) : |(send & ~forbidden);
  assign branch_write_o = deciding_q && multicast_q && branch_valid_i{% if c.vote.forbidden %} && allowed{% endif %};
  assign finish_o = deciding_q && (!multicast_q || done_i || (single_q && branch_valid_i));

  // What stays here, by row{% if c.options.checks_neighbours %} or, of a long list, by dimension{% endif %}; left_q is what is to be reported.
  reg [ITEMS-1:0] left_q;
  wire [ITEMS-1:0] item;
{%- if c.vote.forbidden %}
  reg [M-1:0] blocked_q;
  wire [M-1:0] blocked_rows = blocked_q |
      (branch_valid_i && !allowed ? branch_rows_i : {M{1'b0}});
  wire [M-1:0] rows_left = blocked_rows | (done_i ? unroutable_i : {M{1'b0}});
  always @(posedge clk_i) begin
    if (header_i) blocked_q <= {M{1'b0}};
    else if (deciding_q) blocked_q <= blocked_rows;
  end
{%- else %}
  wire [M-1:0] rows_left = done_i ? unroutable_i : {M{1'b0}};
{%- endif %}
{%- if c.options.fault_tolerant %}
  wire [N-1:0] blocked = control_q & faulty_i;
  wire [N-1:0] first_blocked;
  {{ c.prefix }}tee_lowest_set_bit #(
    .WIDTH(N)
  ) u_first_blocked (
    .bits_i(blocked),
    .lowest_o(first_blocked)
  );
  wire violated = !multicast_q &&
      (blocked != first_blocked || (send & forbidden) != {N{1'b0}});
  reg incomplete_q;
{%- endif %}
{%- if c.options.checks_neighbours %}
  reg [N-1:0] neighbours_q;
  wire [N-1:0] listed = neighbours_q & blocked;
  wire [ITEMS-1:0] stays = multicast_q ?
      {{ c.extend("rows_left", c.frame.rows, c.frame.report_items) }} : {{ c.extend("listed", c.topology.dimension, c.frame.report_items) }};
{%- else %}
  wire [ITEMS-1:0] stays = multicast_q ? rows_left : {ITEMS{1'b0}};
{%- endif %}
  {{ c.prefix }}tee_lowest_set_bit #(
    .WIDTH(ITEMS)
  ) u_item (
    .bits_i(left_q),
    .lowest_o(item)
  );
  wire report_item = |left_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      deciding_q <= 1'b0;
      left_q <= {ITEMS{1'b0}};
{%- if c.options.fault_tolerant %}
      incomplete_q <= 1'b0;
{%- endif %}
    end else begin
      deciding_q <= header_i || (deciding_q && !finish_o);
      if (finish_o) left_q <= stays;
      else if (event_ready_i) left_q <= left_q & ~item;
{%- if c.options.fault_tolerant %}
      if (finish_o) incomplete_q <= violated;
      else if (event_ready_i && !report_item) incomplete_q <= 1'b0;
{%- endif %}
    end
  end

  always @(posedge clk_i) begin
    if (header_i) begin
      slot_q <= slot_i;
      multicast_q <= multicast_i;
      single_q <= single_i;
      source_q <= source_i;
      branches_q <= {N{1'b0}};
{%- if c.options.fault_tolerant %}
      control_q <= control_i;
{%- endif %}
{%- if c.options.checks_neighbours %}
      neighbours_q <= broadcast_i ? {N{1'b0}} : neighbours_i;
{%- endif %}
    end else if (deciding_q) begin
      branches_q <= branches_o;
    end
  end

  // Reports: items, then the incomplete broadcast.
  assign report_o = event_ready_i && report_item && multicast_q;
  assign report_row_o = item[M-1:0];
{%- if c.options.fault_tolerant %}

  assign event_valid_o = report_item || incomplete_q;
  assign event_code_o = report_item ? 4'd4 : 4'd5;
{%- if c.options.checks_neighbours %}
  assign event_address_o = !report_item ? {N{1'b0}} :
      multicast_q ? report_field_i : item[N-1:0] ^ local_address_i;
{%- else %}
  assign event_address_o = report_item ? report_field_i : {N{1'b0}};
{%- endif %}
{%- else %}

  assign event_valid_o = report_item;
  assign event_code_o = 4'd4;
  assign event_address_o = report_field_i;
{%- endif %}
  assign event_source_o = source_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A decision is made once, and no message goes back where it came from, or to a faulty node.
      assert (!finish_o || deciding_q);
      assert (!header_i || !deciding_q);
      assert ((branches_o & own_dimension_i) == {N{1'b0}} || !finish_o);
{%- if c.options.fault_tolerant %}
      assert ((branches_o & faulty_i) == {N{1'b0}} || !finish_o);
{%- endif %}
      assert (!branch_write_o || (branch_dimension_o & branches_q) == {N{1'b0}});
      assert (!finish_o || wanted_o == (|branches_o));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
