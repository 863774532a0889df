{{ c.banner("Router of one node: a message handling unit per input channel, a gateway per output.") }}
// Contract: channel j < N is dimension j, channel N the processor; channel c is slice c of each
//   stream port. A frame may start on a link when the sender owns a credit of its class: two for
//   each class after reset, given back by s_credit_o. s_class_i and m_class_o go with the flits.
//   tvalid, tready, link_start_o and event_valid_o are 0 during reset.
// Latency and state: a one-flit header leaves four cycles after it came.{% if c.options.lan %}
// Limits: NOT free of deadlock (the thesis's own rules, one buffer class).{% endif %}
`default_nettype none

module {{ c.prefix }}hypercube_router (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.topology.dimension - 1 }}:0] local_address_i,
{%- if c.options.fault_tolerant %}
  input  wire [{{ c.topology.dimension - 1 }}:0] faulty_i,
{%- endif %}
  input  wire [{{ (c.topology.dimension + 1) * c.frame.width - 1 }}:0] s_axis_tdata,
  input  wire [{{ c.topology.dimension }}:0] s_axis_tvalid,
  output wire [{{ c.topology.dimension }}:0] s_axis_tready,
  input  wire [{{ c.topology.dimension }}:0] s_axis_tlast,
  input  wire [{{ c.topology.dimension }}:0] s_axis_tuser,
  input  wire [{{ c.topology.dimension * c.buffers.class_bits - 1 }}:0] s_class_i,
  output wire [{{ c.topology.dimension * c.buffers.classes - 1 }}:0] s_credit_o,
  output wire [{{ (c.topology.dimension + 1) * c.frame.width - 1 }}:0] m_axis_tdata,
  output wire [{{ c.topology.dimension }}:0] m_axis_tvalid,
  input  wire [{{ c.topology.dimension }}:0] m_axis_tready,
  output wire [{{ c.topology.dimension }}:0] m_axis_tlast,
  output wire [{{ c.topology.dimension }}:0] m_axis_tuser,
  output wire [{{ c.topology.dimension * c.buffers.class_bits - 1 }}:0] m_class_o,
  input  wire [{{ c.topology.dimension * c.buffers.classes - 1 }}:0] m_credit_i,
  output wire [{{ c.topology.dimension - 1 }}:0] link_start_o,
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [{{ c.topology.dimension - 1 }}:0] event_source_o,
  output wire [{{ c.topology.dimension - 1 }}:0] event_address_o
);
  localparam N = {{ c.topology.dimension }};
  localparam UNITS = {{ c.topology.dimension + 1 }};
  localparam W = {{ c.frame.width }};
  localparam CLASS = {{ c.buffers.class_bits }};
  localparam CLASSES = {{ c.buffers.classes }};

  // Between units (index i) and link gateways (index d): bit i*N+d, gathered as d*UNITS+i.
  wire [UNITS*N-1:0] request, grant, transfer;
  wire [UNITS*N*CLASS-1:0] request_class;
  wire [UNITS*W-1:0] unit_data, delivery_data;
  wire [UNITS-1:0] unit_last, unit_bad, unit_first;
  wire [UNITS-1:0] delivery_request, delivery_grant, delivery_transfer;
  wire [UNITS-1:0] delivery_last, delivery_bad;
  wire [N-1:0] idle, ready;
  wire [N*CLASSES-1:0] room;
  wire delivery_ready;
  wire [UNITS-1:0] event_valid, event_ready;
  wire [UNITS*4-1:0] event_code;
  wire [UNITS*N-1:0] event_source, event_address;

  genvar i, d;
  generate
    for (i = 0; i < UNITS; i = i + 1) begin : gen_unit
      wire [CLASS-1:0] arrival_class;
      wire [CLASSES-1:0] credit;
      if (i < N) begin : gen_link_side
        assign arrival_class = s_class_i[i*CLASS+:CLASS];
        assign s_credit_o[i*CLASSES+:CLASSES] = credit;
      end else begin : gen_processor_side
        // The processor sees room by tready; its frames have made no hop and are of class 0.
        wire unused_credit = &{1'b0, credit};
        assign arrival_class = {CLASS{1'b0}};
      end
      {{ c.prefix }}mhu u_mhu (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .local_address_i(local_address_i),
{%- if c.options.fault_tolerant %}
        .faulty_i(faulty_i),
{%- endif %}
        .from_processor_i(i == N),
{%- if !c.options.lan %}
        .ascending_i(i < N && local_address_i[i%N]),
{%- endif %}
        .own_dimension_i({{ c.topology.dimension }}'d1 << i),
        .s_axis_tdata(s_axis_tdata[i*W+:W]),
        .s_axis_tvalid(s_axis_tvalid[i]),
        .s_axis_tready(s_axis_tready[i]),
        .s_axis_tlast(s_axis_tlast[i]),
        .s_axis_tuser(s_axis_tuser[i]),
        .s_class_i(arrival_class),
        .credit_o(credit),
        .idle_i(idle),
        .room_i(room),
        .request_o(request[i*N+:N]),
        .class_o(request_class[i*N*CLASS+:N*CLASS]),
        .grant_i(grant[i*N+:N]),
        .ready_i(ready),
        .transfer_o(transfer[i*N+:N]),
        .data_o(unit_data[i*W+:W]),
        .last_o(unit_last[i]),
        .bad_o(unit_bad[i]),
        .first_o(unit_first[i]),
        .delivery_request_o(delivery_request[i]),
        .delivery_grant_i(delivery_grant[i]),
        .delivery_ready_i(delivery_ready),
        .delivery_transfer_o(delivery_transfer[i]),
        .delivery_data_o(delivery_data[i*W+:W]),
        .delivery_last_o(delivery_last[i]),
        .delivery_bad_o(delivery_bad[i]),
        .event_valid_o(event_valid[i]),
        .event_code_o(event_code[i*4+:4]),
        .event_source_o(event_source[i*N+:N]),
        .event_address_o(event_address[i*N+:N]),
        .event_ready_i(event_ready[i])
      );
    end

    for (d = 0; d < N; d = d + 1) begin : gen_link
      wire [UNITS-1:0] requests, grants, transfers;
      wire [UNITS*CLASS-1:0] classes;
      wire [UNITS-1:0] owner;
      reg [W-1:0] data;
      integer u;
      always @* begin
        data = {W{1'b0}};
        for (u = 0; u < UNITS; u = u + 1) begin
          if (owner[u]) data = data | unit_data[u*W+:W];
        end
      end
      for (i = 0; i < UNITS; i = i + 1) begin : gen_gather
        assign requests[i] = request[i*N+d];
        assign transfers[i] = transfer[i*N+d];
        assign classes[i*CLASS+:CLASS] = request_class[(i*N+d)*CLASS+:CLASS];
        assign grant[i*N+d] = grants[i];
      end
      wire first_flit = |(transfers & unit_first);
      {{ c.prefix }}hypercube_output_gateway u_gateway (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .request_i(requests),
        .grant_o(grants),
        .idle_o(idle[d]),
        .owner_o(owner),
        .transfer_i(transfers),
        .data_i(data),
        .last_i(unit_last),
        .bad_i(unit_bad),
        .first_i(unit_first),
        .ready_o(ready[d]),
        .m_axis_tdata(m_axis_tdata[d*W+:W]),
        .m_axis_tvalid(m_axis_tvalid[d]),
        .m_axis_tready(m_axis_tready[d]),
        .m_axis_tlast(m_axis_tlast[d]),
        .m_axis_tuser(m_axis_tuser[d]),
        .start_o(link_start_o[d])
      );
      {{ c.prefix }}hypercube_credit_counter u_credit (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .grant_i(grants),
        .class_i(classes),
        .start_i(first_flit),
        .credit_i(m_credit_i[d*CLASSES+:CLASSES]),
        .room_o(room[d*CLASSES+:CLASSES]),
        .class_o(m_class_o[d*CLASS+:CLASS])
      );
    end
  endgenerate

  // Only the owner delivers; the others show zeros.
  reg [W-1:0] delivered;
  integer v;
  always @* begin
    delivered = {W{1'b0}};
    for (v = 0; v < UNITS; v = v + 1) delivered = delivered | delivery_data[v*W+:W];
  end
  wire delivery_start, delivery_idle;
  wire [UNITS-1:0] delivery_owner;
  wire unused_delivery = &{1'b0, delivery_start, delivery_idle, delivery_owner};
  {{ c.prefix }}hypercube_output_gateway u_delivery_gateway (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .request_i(delivery_request),
    .grant_o(delivery_grant),
    .idle_o(delivery_idle),
    .owner_o(delivery_owner),
    .transfer_i(delivery_transfer),
    .data_i(delivered),
    .last_i(delivery_last),
    .bad_i(delivery_bad),
    .first_i({UNITS{1'b0}}),
    .ready_o(delivery_ready),
    .m_axis_tdata(m_axis_tdata[N*W+:W]),
    .m_axis_tvalid(m_axis_tvalid[N]),
    .m_axis_tready(m_axis_tready[N]),
    .m_axis_tlast(m_axis_tlast[N]),
    .m_axis_tuser(m_axis_tuser[N]),
    .start_o(delivery_start)
  );

  {{ c.prefix }}hypercube_event_collector u_event_collector (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(event_valid),
    .code_i(event_code),
    .source_i(event_source),
    .address_i(event_address),
    .ready_o(event_ready),
    .event_valid_o(event_valid_o),
    .event_code_o(event_code_o),
    .event_source_o(event_source_o),
    .event_address_o(event_address_o)
  );

`ifdef TEECAST_ASSERT
  integer e;
  always @(posedge clk_i) begin
    if (rst_ni) begin
{%- if c.options.fault_tolerant %}
      // Nothing starts towards a faulty neighbour.
      assert ((link_start_o & faulty_i) == {N{1'b0}});
{%- endif %}
      // Grants are answers, and flits are the owner's.
      assert ((grant & ~request) == {UNITS*N{1'b0}});
      assert ((delivery_grant & ~delivery_request) == {UNITS{1'b0}});
      assert ((delivery_transfer & ~delivery_owner) == {UNITS{1'b0}});
      for (e = 0; e < UNITS; e = e + 1) begin
        assert (!(|delivery_transfer) || delivery_transfer[e] ||
            delivery_data[e*W+:W] == {W{1'b0}});
        assert ((transfer[e*N+:N] & ~ready) == {N{1'b0}});
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
