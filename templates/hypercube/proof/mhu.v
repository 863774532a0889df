{{ c.banner("Property: what happens to a message in mhu.") }}
// Contract: failed_o = 0 in every cycle after a reset, for any frames, stalls, grants and room: take
//   any message and any address. Each of its destinations with that address leaves in exactly one
//   copy that brings it nearer, or is reported, or, here, the message is delivered once. No link
//   gets two copies, none the one it came by or a faulty one. Each copy has its own count, Source and
//   the message's data. For frames whose header fills one flit, with one flit of data at most.
`default_nettype none

module proof_mhu (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.frame.width - 1 }}:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  input  wire [{{ c.buffers.class_bits - 1 }}:0] s_class_i,
  input  wire [1:0] idle_i,
  input  wire [{{ 2 * c.buffers.classes - 1 }}:0] room_i,
  input  wire [1:0] grant_i,
  input  wire [1:0] ready_i,
  input  wire delivery_grant_i,
  input  wire delivery_ready_i,
  input  wire event_ready_i,
  input  wire watch_i,
  input  wire [1:0] local_address_i,
  input  wire [1:0] faulty_i,
  input  wire from_processor_i,
  input  wire arrival_i,
  input  wire [1:0] aim_i,
  output wire failed_o
);
  localparam W = {{ c.frame.width }};
  localparam SLOT = {{ c.buffers.slot_bits }};
  localparam CLASSES = {{ c.buffers.classes }};

  wire s_axis_tready, last, marked, first, asks, delivers, delivered_last, delivered_bad, reports;
  wire [1:0] request, transfer, reported;
  wire [W-1:0] data, delivered;
  wire [3:0] code;
  // Any place, and any address to be followed: they change in a reset only.
  reg [1:0] local_address_q, faulty_q, aim_q;
  reg from_processor_q, arrival_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      local_address_q <= local_address_i;
      faulty_q <= faulty_i;
      aim_q <= aim_i;
      from_processor_q <= from_processor_i;
      arrival_q <= arrival_i;
    end
  end
  wire [1:0] own = from_processor_q ? 2'd0 : 2'd1 << arrival_q;
  {{ c.prefix }}mhu u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_q),
    .faulty_i(faulty_q),
    .from_processor_i(from_processor_q),
{%- if !c.options.lan %}
    .ascending_i(!from_processor_q && local_address_q[arrival_q]),
{%- endif %}
    .own_dimension_i(own),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser),
    .s_class_i(s_class_i),
    .credit_o(),
    .idle_i(idle_i),
    .room_i(room_i),
    .request_o(request),
    .class_o(),
    .grant_i(grant_i),
    .ready_i(ready_i),
    .transfer_o(transfer),
    .data_o(data),
    .last_o(last),
    .bad_o(marked),
    .first_o(first),
    .delivery_request_o(asks),
    .delivery_grant_i(delivery_grant_i),
    .delivery_ready_i(delivery_ready_i),
    .delivery_transfer_o(delivers),
    .delivery_data_o(delivered),
    .delivery_last_o(delivered_last),
    .delivery_bad_o(delivered_bad),
    .event_valid_o(reports),
    .event_code_o(code),
    .event_source_o(),
    .event_address_o(reported),
    .event_ready_i(event_ready_i)
  );
  // Who is next: of the frame that arrives, the copies, the delivery and the decision.
  (* keep *)
  wire [SLOT-1:0] arriving, asking, delivering;
  (* keep *)
  wire [{{ c.buffers.slots - 1 }}:0] used;
  (* keep *)
  wire header, undecided;

  // The message: fields of its header, then its data.
  wire accepted = s_axis_tvalid && s_axis_tready;
  wire [1:0] k = s_axis_tdata[1:0];
  wire [1:0] d1 = s_axis_tdata[3:2];
  wire [1:0] d2 = s_axis_tdata[5:4];
  wire several = k == 2'd2;
  wire to_all = k == 2'd3;
  wire [1:0] sender = to_all ? s_axis_tdata[5:4] : several ? s_axis_tdata[9:8] : s_axis_tdata[7:6];
  reg alive_q, gone_q, to_all_q, here_q, empty_q, filling_q, bad_q;
  reg [SLOT-1:0] slot_q;
  reg [1:0] source_q, left_q, copied_q, within_q;
  reg [W-1:0] data_q;
  reg delivered_q, delivering_q;
  // The copies and the delivery that were granted to it; the last flits may leave after its slot is free.
  reg [1:0] owes_q;
  reg copies_q, brings_q, awaited_q;
  // Decisions are about the newest message.
  reg decides_q;
  wire watches = watch_i && header && !alive_q && !gone_q;
  wire copies = copies_q && (alive_q || gone_q);
  wire brings = brings_q && (alive_q || gone_q) && delivers;
  wire tells = decides_q && reports && code == 4'd4 && reported == aim_q && !to_all_q;

  // One copy: the fields of its header.
  wire [1:0] many = data[1:0];
  wire names_1 = many != 2'd3 && data[3:2] == aim_q;
  wire names_2 = many == 2'd2 && data[5:4] == aim_q;
  wire [1:0] from = many == 2'd3 ? data[5:4] : many == 2'd2 ? data[9:8] : data[7:6];
  reg [1:0] sent, apart;
  reg legal, bad, done;
  integer d;
  always @* begin
    bad = 1'b0;
    sent = 2'd0;
    apart = aim_q ^ local_address_q;
    for (d = 0; d < 2; d = d + 1) begin
      if (copies && transfer[d] && !within_q[d]) begin
        sent = sent + names_1 + names_2;
        if (!first || copied_q[d] || own[d] || faulty_q[d]) bad = 1'b1;
        if (many == 2'd0 || (many == 2'd3) != to_all_q || from != source_q) bad = 1'b1;
        if ((names_1 || names_2) && !apart[d]) bad = 1'b1;
        if (last != empty_q || (last && marked != bad_q)) bad = 1'b1;
      end
      if (copies && transfer[d] && within_q[d]) begin
        if (first || !last || data != data_q || marked != bad_q) bad = 1'b1;
      end
    end
    if (brings && !delivering_q) begin
      if (delivered_q || delivered != source_q) bad = 1'b1;
      if (delivered_last != empty_q || (empty_q && delivered_bad != bad_q)) bad = 1'b1;
    end
    if (brings && delivering_q) begin
      if (!delivered_last || delivered != data_q || delivered_bad != bad_q) bad = 1'b1;
    end
    if (sent + tells > left_q && !to_all_q && (alive_q || gone_q)) bad = 1'b1;
    // After its last copy, its delivery and its reports nothing is left.
    done = gone_q && !(decides_q && undecided) && owes_q == 2'd0 && !awaited_q;
    if (done && (left_q != 2'd0 || delivered_q != here_q)) bad = 1'b1;
    if (gone_q && filling_q) bad = 1'b1;
  end

  always @(posedge clk_i) begin
    decides_q <= rst_ni && (watches || (decides_q && !header));
    alive_q <= rst_ni && (watches || (alive_q && used[slot_q]));
    gone_q <= rst_ni && ((alive_q && !used[slot_q] && begun_q) || (gone_q && !done));
    if (grant_i != 2'd0) copies_q <= alive_q && asking == slot_q;
    if (delivery_grant_i) brings_q <= alive_q && delivering == slot_q;
    awaited_q <= rst_ni && ((delivery_grant_i && alive_q && delivering == slot_q) ||
        (awaited_q && !(brings && delivered_last)));
    for (d = 0; d < 2; d = d + 1) begin
      owes_q[d] <= rst_ni && ((grant_i[d] && alive_q && asking == slot_q) ||
          (owes_q[d] && !(copies && transfer[d] && last)));
    end
    if (watches) begin
      slot_q <= arriving;
      to_all_q <= to_all;
      here_q <= to_all ? !from_processor_q : d1 == local_address_q || (several && d2 == local_address_q);
      empty_q <= s_axis_tlast;
      bad_q <= s_axis_tuser;
      source_q <= from_processor_q ? local_address_q : sender;
      left_q <= to_all || aim_q == local_address_q ? 2'd0 : (d1 == aim_q) + (several && d2 == aim_q);
      copied_q <= 2'd0;
      within_q <= 2'd0;
      delivered_q <= 1'b0;
      delivering_q <= 1'b0;
    end else begin
      left_q <= left_q - sent - tells;
      for (d = 0; d < 2; d = d + 1) begin
        if (copies && transfer[d]) begin
          copied_q[d] <= 1'b1;
          within_q[d] <= !last;
        end
      end
      if (brings) begin
        delivered_q <= 1'b1;
        delivering_q <= !delivered_last;
      end
    end
    filling_q <= rst_ni && (watches ? !s_axis_tlast : filling_q && !accepted);
    if (filling_q && accepted) begin
      data_q <= s_axis_tdata;
      bad_q <= !s_axis_tlast || s_axis_tuser;
    end
  end

  reg begun_q;
  always @* begin
    legal = (grant_i & ~request) == 2'd0 && (!delivery_grant_i || asks) && s_class_i < CLASSES;
    if (from_processor_q && s_class_i != 0) legal = 1'b0;
  end
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
