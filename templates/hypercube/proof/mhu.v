<{ c.banner("Property: what happens to a message in mhu.") }>
// Contract: failed_o = 0 in every cycle after a reset, for any frames, stalls, grants and room: take
//   any message and any address. Each of its destinations with that address leaves in exactly one
//   copy that brings it nearer, or is reported, or, here, the message is delivered once. No link
//   gets two copies, none the one it came by or a faulty one. Each copy has the message's kind,
//   Source, Control and data, and at least one destination; a multicast that has one is a unicast.
//   For frames whose header fills one flit, with one flit of data at most; those of a link are
//   whole, and have at most two destinations. Which bits of a copy the link clears, keep_o says.
`default_nettype none

module proof_mhu (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.frame.width - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  input  wire [<{ c.buffers.side_bits - 1 }>:0] s_side_i,
  input  wire [<{ 2 * c.buffers.classes - 1 }>:0] room_i,
  input  wire [2:0] grant_i,
  input  wire [1:0] full_i,
  input  wire event_ready_i,
  input  wire watch_i,
  input  wire [1:0] local_address_i,
  input  wire [1:0] faulty_i,
  input  wire from_processor_i,
  input  wire arrival_i,
  input  wire [1:0] aim_i,
  output wire failed_o
);
  localparam W = <{ c.frame.width }>;
  localparam SLOT = <{ c.buffers.slot_bits }>;
  localparam CLASSES = <{ c.buffers.classes }>;
  localparam LANES = 5;

  wire s_axis_tready, last, leaves_all, controlled, reports;
  wire [2:0] moves, marks;
  wire [1:0] multicasts;
  wire [2:0] request;
  wire [2*LANES-1:0] keep;
  wire [<{ c.buffers.class_bits - 1 }>:0] class;
  wire [1:0] reported, told;
  wire [W-1:0] data;
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
  <{ c.prefix }>mhu u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_q),
    .faulty_i(faulty_q),
    .from_processor_i(from_processor_q),
<%- if !c.options.lan %>
    .ascending_i(!from_processor_q && local_address_q[arrival_q]),
<%- endif %>
    .own_dimension_i(own),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser),
    .s_side_i(s_side_i),
    .credit_o(),
    .room_i(room_i),
    .request_o(request),
    .class_o(class),
<%- if !c.options.lan %>
    .turns_o(),
<%- endif %>
    .grant_i(grant_i),
    .full_i(full_i),
    .move_o(moves),
    .data_o(data),
    .keep_o(keep),
    .last_o(last),
    .leave_o(leaves_all),
    .controlled_o(controlled),
    .multicasts_o(multicasts),
    .mark_o(marks),
    .event_valid_o(reports),
    .event_code_o(code),
    .event_source_o(told),
    .event_address_o(reported),
    .event_ready_i(event_ready_i)
  );
  // The slot of the frame that arrives, and of the message that asks or leaves; a header that is
  // taken, and a decision that has something to report.
  (* keep *)
  wire [SLOT-1:0] arriving, sending;
  (* keep *)
  wire [<{ c.buffers.slots - 1 }>:0] used;
  (* keep *)
  wire header, undecided;
  connect arriving = u_dut.slot;
  connect sending = u_dut.sent_slot;
  connect used = u_dut.used;
  connect header = u_dut.header;
  connect undecided = u_dut.decision_event;

  // The message: its kind, fields of its header, then its data. A processor's addresses are absolute
  // and its Control is all ones; those of a link are relative to the node before.
  wire accepted = s_axis_tvalid && s_axis_tready;
  wire [1:0] k = s_axis_tdata[1:0];
  wire [1:0] kind = !from_processor_q ? s_side_i[<{ c.buffers.class_bits }>+:2] :
      k == 2'd3 ? 2'd3 : k == 2'd2 ? 2'd1 : 2'd0;
  wire to_all = kind == 2'd3;
  wire [1:0] f1 = s_axis_tdata[3:2];
  wire [1:0] f2 = s_axis_tdata[5:4];
  // Whether the second place counts. Of a link, zero is none.
  wire second = !from_processor_q || kind == 2'd1;
  // Relative to this node. Zero is this node, or, of a link, none.
  wire [1:0] d1 = from_processor_q ? f1 ^ local_address_q : f1 & ~own;
  wire [1:0] d2 = from_processor_q ? f2 ^ local_address_q : f2 & ~own;
  wire here = f1 == (from_processor_q ? local_address_q : own) ||
      (second && f2 == (from_processor_q ? local_address_q : own));
  reg alive_q, gone_q, to_all_q, here_q, empty_q, filling_q, bad_q;
  reg [SLOT-1:0] slot_q;
  reg [1:0] source_q, control_q, left_q;
  reg [W-1:0] data_q;
  // The outputs that got a copy, and those whose copy goes on.
  reg [2:0] copied_q, within_q;
  // The outputs that the unit owns; it keeps their grants until it leaves them.
  reg [2:0] owned_q;
  wire [2:0] fresh = grant_i & ~owned_q;
  // Decisions are about the newest message.
  reg decides_q;
  wire watches = watch_i && header && !alive_q && !gone_q;
  wire ours = alive_q && sending == slot_q;
  wire tells = decides_q && reports && code == 4'd4 && reported == aim_q && !to_all_q;

  // One copy: the fields of its header.
  wire [1:0] apart = aim_q ^ local_address_q;
  reg [1:0] sent, kept_1, kept_2;
  reg legal, bad, done;
  integer d;
  always @* begin
    bad = 1'b0;
    sent = 2'd0;
    kept_1 = 2'd0;
    kept_2 = 2'd0;
    for (d = 0; d < 2; d = d + 1) begin
      if (ours && fresh[d]) begin
        kept_1 = data[3:2] & {2{keep[d*LANES+1]}};
        kept_2 = data[5:4] & {2{keep[d*LANES+2]}};
        if (own[d] || faulty_q[d]) bad = 1'b1;
        if (!keep[d*LANES]) bad = 1'b1;
        if (controlled != to_all_q) bad = 1'b1;
        if (to_all_q && (kept_1 != control_q || !multicasts[d])) bad = 1'b1;
        if (!to_all_q) begin
          // Each destination of the copy lies over its link, and there is one.
          if ((kept_1 | kept_2) == 2'd0) bad = 1'b1;
          if ((kept_1 != 2'd0 && !kept_1[d]) || (kept_2 != 2'd0 && !kept_2[d])) bad = 1'b1;
          if (multicasts[d] != (kept_1 != 2'd0 && kept_2 != 2'd0)) bad = 1'b1;
          if (apart != 2'd0) sent = sent + (kept_1 == apart) + (kept_2 == apart);
        end
        if (last ? marks[d] != bad_q : !marks[d]) bad = 1'b1;
      end
    end
    if (ours && fresh != 3'd0) begin
      if ((fresh & copied_q) != 3'd0 || moves != 3'd0) bad = 1'b1;
      if (data[1:0] != source_q || last != empty_q) bad = 1'b1;
      if (last ? marks[2] != bad_q : !marks[2]) bad = 1'b1;
      if (class != slot_q[SLOT-1:1]) bad = 1'b1;
    end
    if (ours && moves != 3'd0) begin
      if (within_q == 3'd0 || within_q != owned_q || (within_q[1:0] & full_i) != 2'd0 || moves != 3'b111) bad = 1'b1;
      if (filling_q || !last || data != data_q || marks != {3{bad_q}}) bad = 1'b1;
    end
    if (fresh[2] && ours && !here_q) bad = 1'b1;
    if (sent + tells > left_q && !to_all_q && (alive_q || gone_q)) bad = 1'b1;
    if (decides_q && reports && code >= 4'd4 && told != source_q) bad = 1'b1;
    // Without its slot and with all its reports made nothing is left.
    done = gone_q && !(decides_q && undecided);
    if (done && (left_q != 2'd0 || copied_q[2] != here_q)) bad = 1'b1;
    if (gone_q && (filling_q || within_q != 3'd0)) bad = 1'b1;
  end

  always @(posedge clk_i) begin
    decides_q <= rst_ni && (watches || (decides_q && !header));
    alive_q <= rst_ni && (watches || (alive_q && used[slot_q]));
    gone_q <= rst_ni && ((alive_q && !used[slot_q]) || (gone_q && !done));
    if (watches) begin
      slot_q <= arriving;
      to_all_q <= to_all;
      here_q <= to_all ? !from_processor_q : here;
      empty_q <= s_axis_tlast;
      bad_q <= s_axis_tuser;
      source_q <= from_processor_q ? local_address_q : s_axis_tdata[1:0];
      control_q <= from_processor_q ? 2'd3 : s_axis_tdata[3:2];
      left_q <= to_all || apart == 2'd0 ? 2'd0 : (d1 == apart) + (second && d2 == apart);
      copied_q <= 3'd0;
      within_q <= 3'd0;
    end else begin
      left_q <= left_q - sent - tells;
      if (ours && fresh != 3'd0) begin
        copied_q <= copied_q | fresh;
        within_q <= last ? 3'd0 : within_q | fresh;
      end else if (ours && moves != 3'd0) begin
        within_q <= 3'd0;
      end
    end
    filling_q <= rst_ni && (watches ? !s_axis_tlast : filling_q && !accepted);
    if (filling_q && accepted) begin
      data_q <= s_axis_tdata;
      bad_q <= !s_axis_tlast || s_axis_tuser;
    end
  end

  // Frames of a link come from another router; data_next_q: the next flit of one is its data. The unit
  // registers what follows from its place: settled_q is 1 when it has done so.
  reg begun_q, settled_q, data_next_q;
  always @* begin
    legal = (grant_i & ~request & ~owned_q) == 3'd0 && (owned_q & ~grant_i) == 3'd0;
    if (s_side_i[<{ c.buffers.class_bits - 1 }>:0] >= CLASSES) legal = 1'b0;
    if (!settled_q && s_axis_tvalid) legal = 1'b0;
    if (from_processor_q && s_side_i != 0) legal = 1'b0;
    if (!from_processor_q && accepted) begin
      if (data_next_q) begin
        if (!s_axis_tlast) legal = 1'b0;
      end else begin
        // A header ends in its first flit. There are no lists; a unicast has one destination, a
        // multicast has two.
        if (!s_side_i[<{ c.buffers.class_bits + 2 }>] || kind == 2'd2) legal = 1'b0;
        if (!to_all && s_axis_tdata[9:6] != 4'd0) legal = 1'b0;
        if (kind == 2'd0 && (f1 != 2'd0) == (f2 != 2'd0)) legal = 1'b0;
        if (kind == 2'd1 && (f1 == 2'd0 || f2 == 2'd0)) legal = 1'b0;
      end
    end
  end
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    settled_q <= rst_ni;
    owned_q <= rst_ni && !leaves_all ? grant_i : 3'd0;
    data_next_q <= rst_ni && (accepted ? !s_axis_tlast : data_next_q);
    begun_q <= !rst_ni || (begun_q && legal);
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
