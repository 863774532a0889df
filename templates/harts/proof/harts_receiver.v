<{ c.banner("Property: what harts_receiver does with packets.") }>
// Contract: failed_o = 0 in every cycle after a reset, for any headers and flits, while the address
//   of the node does not change. A header is checked one cycle after it came, and decided one cycle
//   later. It asks for the first idle transmitter with room that brings it nearer, a broadcast only
//   straight on, and not where it ends. Refused, it leaves an event and nothing else. Accepted, its
//   distance or tag falls by one; it moves once, flit by flit, to the transmitter that was granted; a
//   broadcast is stored, too, and marked if none was; a regular packet is stored only then. A class
//   buffer is promised once to the neighbour, again when its packet has left; who keeps to the
//   promises is never refused for want of room.
`default_nettype none

module proof_harts_receiver (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire [<{ c.topology.node_bits - 1 }>:0] local_address_i,
  input  wire [5:0] faulty_i,
  input  wire [<{ c.frame.width - 1 }>:0] link_data_i,
  input  wire link_valid_i,
  input  wire link_last_i,
  input  wire link_bad_i,
  input  wire header_flit_i,
  input  wire check_i,
  input  wire [<{ c.frame.word_bits - 1 }>:0] header_i,
  input  wire empty_i,
  input  wire ending_bad_i,
  input  wire [3:0] ending_why_i,
<%- if c.frame.max_data > 0 %>
  input  wire flit_valid_i,
  input  wire [<{ c.frame.width - 1 }>:0] flit_data_i,
  input  wire flit_last_i,
  input  wire flit_bad_i,
  input  wire [3:0] flit_why_i,
<%- endif %>
  input  wire early_i,
  input  wire [3:0] early_code_i,
<%- if c.options.filter %>
  input  wire expected_i,
<%- endif %>
  input  wire ready_i,
  input  wire seen_i,
  input  wire [5:0] idle_i,
  input  wire [<{ 6 * c.buffers.classes - 1 }>:0] room_i,
  input  wire [5:0] grant_i,
<%- if c.options.bus %>
  input  wire tick_i,
<%- endif %>
  input  wire [<{ c.buffers.count - 1 }>:0] free_i,
  output wire failed_o
);
  localparam DIRECTION = <{ direction }>;
  localparam W = <{ c.frame.width }>;
  localparam CLASSES = <{ c.buffers.classes }>;
  localparam BUFFERS = <{ c.buffers.count }>;
  localparam EACH = <{ c.buffers.per_class }>;
  localparam TAG = <{ c.topology.tag_bits }>;
  localparam HOPS = <{ c.topology.edge - 1 }>;
  // A reset, or what is as one.
  wire alive = rst_ni && !clear_i;

  wire [BUFFERS-1:0] credit;
  wire [5:0] request;
  wire [<{ c.buffers.class_bits - 1 }>:0] next_class;
  wire cancel, move, last, marked, begins, write, finishes, spoiled, deliver, valid;
  wire [W-1:0] data;
  wire [<{ c.buffers.index_bits - 1 }>:0] buffer;
  wire [<{ c.frame.word_bits - 1 }>:0] stored;
  wire [3:0] code;
<%- if c.frame.max_data > 0 %>
  wire [<{ c.frame.offset_bits - 1 }>:0] offset;
<%- endif %>
  <{ c.prefix }>harts_receiver #(
    .DIRECTION(DIRECTION)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .local_address_i(local_address_i),
    .faulty_i(faulty_i),
    .link_data_i(link_data_i),
    .link_valid_i(link_valid_i),
    .link_last_i(link_last_i),
    .link_bad_i(link_bad_i),
    .credit_o(credit),
    .idle_i(idle_i),
    .room_i(room_i),
    .request_o(request),
    .class_o(next_class),
    .grant_i(grant_i),
    .cancel_o(cancel),
<%- if c.options.bus %>
    .tick_i(tick_i),
<%- endif %>
    .move_o(move),
    .data_o(data),
    .last_o(last),
    .bad_o(marked),
    .store_begin_o(begins),
<%- if c.frame.max_data > 0 %>
    .store_write_o(write),
    .store_offset_o(offset),
<%- endif %>
    .store_end_o(finishes),
    .store_bad_o(spoiled),
    .store_deliver_o(deliver),
    .store_buffer_o(buffer),
    .store_word_o(stored),
    .free_i(free_i),
    .event_valid_o(valid),
    .event_code_o(code)
  );
<%- if c.frame.max_data == 0 %>
  assign write = 1'b0;
<%- endif %>

  // The parser's side: a header comes a cycle before it is checked, and stays until it is decided.
  reg took_q, decision_q;
  reg [<{ c.topology.node_bits - 1 }>:0] address_q;
  reg [<{ c.frame.word_bits - 1 }>:0] header_q;
  wire [<{ c.frame.word_bits - 1 }>:0] word = header_q;
  (* keep *)
  wire refusal, heard_valid, heard_last, heard_bad;
  (* keep *)
  wire [W-1:0] heard_data;
<%- if c.frame.max_data > 0 %>
  (* keep *)
  wire pop;
<%- endif %>

  // What the memories are asked.
  (* keep *)
  wire [<{ c.topology.node_bits + 7 }>:0] key;
  (* keep *)
  wire [2:0] key_copies;
  (* keep *)
  wire key_check, record;
<%- if c.options.filter %>
  (* keep *)
  wire asked_header_flit;
  wire [<{ c.topology.node_bits - 1 }>:0] coming_source = header_i[<{ c.frame.source_high }>:<{ c.frame.source_low }>];
  (* keep *)
  wire [<{ c.topology.node_bits - 1 }>:0] asked_address, asked_source;
  (* keep *)
  wire [2:0] asked_copies;
  (* keep *)
  wire [<{ c.frame.expected_bits - 1 }>:0] asked_header;
<%- endif %>
  connect u_dut.u_parser.header_o = check_i;
  connect u_dut.u_parser.decision_o = decision_q;
  connect u_dut.u_parser.header_flit_o = header_flit_i;
  connect u_dut.u_parser.coming_word_o = header_i;
  connect u_dut.u_parser.word_o = word;
  connect u_dut.u_parser.empty_o = empty_i;
  connect u_dut.u_parser.ending_bad_o = ending_bad_i;
  connect u_dut.u_parser.ending_why_o = ending_why_i;
  connect u_dut.u_parser.event_valid_o = early_i;
  connect u_dut.u_parser.event_code_o = early_code_i;
  connect heard_data = u_dut.u_parser.link_data_i;
  connect heard_valid = u_dut.u_parser.link_valid_i;
  connect heard_last = u_dut.u_parser.link_last_i;
  connect heard_bad = u_dut.u_parser.link_bad_i;
  connect refusal = u_dut.u_parser.refusal_i;
  connect u_dut.u_duplicate_check.ready_o = ready_i;
  connect u_dut.u_duplicate_check.seen_o = seen_i;
  connect key = u_dut.u_duplicate_check.key_i;
  connect key_copies = u_dut.u_duplicate_check.copies_i;
  connect key_check = u_dut.u_duplicate_check.check_i;
  connect record = u_dut.u_duplicate_check.record_i;
<%- if c.options.filter %>
  connect u_dut.u_expected.expected_o = expected_i;
  connect asked_header_flit = u_dut.u_expected.source_valid_i;
  connect asked_address = u_dut.u_expected.local_address_i;
  connect asked_source = u_dut.u_expected.source_i;
  connect asked_copies = u_dut.u_expected.copies_i;
  connect asked_header = u_dut.u_expected.header_i;
<%- endif %>
<%- if c.frame.max_data > 0 %>
  connect u_dut.u_parser.flit_valid_o = flit_valid_i;
  connect u_dut.u_parser.flit_data_o = flit_data_i;
  connect u_dut.u_parser.flit_last_o = flit_last_i;
  connect u_dut.u_parser.flit_bad_o = flit_bad_i;
  connect u_dut.u_parser.flit_why_o = flit_why_i;
  connect pop = u_dut.u_parser.pop_i;
<%- endif %>

<% include "harts/proof/harts_receiver_header.vh" %>

  // What was found when the header was checked, and who was granted.
  reg far_q, unknown_q, full_q, straight_q;
  reg [5:0] grant_q;
  reg [BUFFERS-1:0] offered_q;
  always @(posedge clk_i) begin
    took_q <= alive && header_flit_i;
    address_q <= local_address_i;
    decision_q <= alive && check_i;
    if (header_flit_i) header_q <= header_i;
    if (check_i) begin
      far_q <= far;
      unknown_q <= unknown;
      full_q <= full;
      straight_q <= broadcast && wanted != 6'd0;
      grant_q <= grant_i;
      offered_q <= offered;
    end
  end

  reg moving_q;
  wire granted = grant_q != 6'd0;
  reg [3:0] why;
  always @* begin
    why = 4'd0;
    if (far_q) why = 4'd5;
    else if (unknown_q) why = 4'd6;
<%- if c.options.filter %>
    else if (broadcast && !expected_i) why = 4'd7;
<%- endif %>
    else if (broadcast && seen_i) why = 4'd8;
    else if (full_q || moving_q) why = 4'd9;
  end
  wire refused = decision_q && why != 4'd0;
  wire accepted = decision_q && why == 4'd0;

  // The header after this node.
  reg [<{ c.frame.word_bits - 1 }>:0] next;
  always @* begin
    next = <{ c.frame.word_bits }>'d0;
    if (broadcast) begin
      next[<{ c.frame.broadcast_bits - 1 }>:0] = word[<{ c.frame.broadcast_bits - 1 }>:0];
      next[<{ c.frame.distance_high }>:10] = distance - 1;
      next[9] = straight_q && !granted;
    end else begin
      next[<{ c.frame.regular_bits - 1 }>:0] = word[<{ c.frame.regular_bits - 1 }>:0];
      for (u = 0; u < 3; u = u + 1) begin
        if (grant_q[u]) next[1+u*TAG+:TAG] = next[1+u*TAG+:TAG] - 1;
        if (grant_q[u+3]) next[1+u*TAG+:TAG] = next[1+u*TAG+:TAG] + 1;
      end
    end
  end

<% include "harts/proof/harts_receiver_moves.vh" %>

  // Buffers in use, and the promises: all after a reset, then each again.
  reg ready_q;
  reg [BUFFERS-1:0] credit_q;
  wire keeps = accepted && stores;
  wire returns = decision_q && !keeps && why != 4'd9;
  // A header that no honest node sends may have any class.
  wire strange = far_q || unknown_q;
  reg strange_q;
  always @(posedge clk_i) begin
    ready_q <= alive && ready_i;
    used_q <= alive ? (used_q & ~free_i) | (keeps ? offered_q : {BUFFERS{1'b0}}) : {BUFFERS{1'b0}};
    credit_q <= alive ? free_i | (returns && !strange ? offered_q : {BUFFERS{1'b0}}) |
        {BUFFERS{ready_i && !ready_q}} : {BUFFERS{1'b0}};
    strange_q <= alive && returns && strange;
    promised_q <= alive ? (promised_q | credit) & ~(check_i ? taken : {BUFFERS{1'b0}}) :
        {BUFFERS{1'b0}};
  end

  // One event a packet; that of a packet without a header waits for a cycle without another.
  reg waits_q;
  reg [3:0] waits_code_q;
  wire ended = moves && ends && reason != 4'd0;
  always @(posedge clk_i) begin
    waits_q <= alive && (early_i || (waits_q && (refused || ended)));
    if (early_i) waits_code_q <= early_code_i;
  end

  // What others keep to; an honest neighbour keeps to its promises and to the pace of the link.
  reg begun_all_q, honest_q;
  reg legal, honest, bad;
  integer i;
  always @* begin
    legal = !(check_i && (decision_q || header_flit_i || !took_q)) && (grant_i & ~request) == 6'd0;
    if ((free_i & ~used_q) != {BUFFERS{1'b0}} || (ready_q && !ready_i)) legal = 1'b0;
    if (local_address_i != address_q) legal = 1'b0;
<%- if c.frame.max_data == 0 %>
    if (!empty_i) legal = 1'b0;
<%- endif %>
    // After a packet that is reported late, the next one comes later.
    if ((refused && ended) || (early_i && waits_q && (refused || ended))) legal = 1'b0;
    honest = !(check_i && (far || unknown || liar || !promised)) && !(decision_q && moving_q);

    bad = request != asks || (asks != 6'd0 && next_class != class + 1);
    if (refusal != refused || cancel != (refused && granted)) bad = 1'b1;
    if (move != (moves && sends) || begins != (moves && stores && !begun)) bad = 1'b1;
    if (finishes != (moves && stores && ends)) bad = 1'b1;
    if (moves && (data != flit || last != ends)) bad = 1'b1;
    if (moves && ends && (marked != bad_end || spoiled != bad_end)) bad = 1'b1;
    if (begins && stored != rest) bad = 1'b1;
    if (moves && stores && (deliver != delivers || place != <{ c.buffers.count }>'d1 << buffer)) bad = 1'b1;
<%- if c.frame.max_data > 0 %>
    if (pop != (moves && in_data) || write != (moves && stores && in_data)) bad = 1'b1;
    if (write && offset != offset_q) bad = 1'b1;
<%- endif %>
    if (valid != (refused || ended || waits_q)) bad = 1'b1;
    if (valid && code != (refused ? why : ended ? reason : waits_code_q)) bad = 1'b1;

    // What is asked of the parser and the memories, and remembered there.
    if (heard_data != link_data_i || heard_valid != link_valid_i) bad = 1'b1;
    if (heard_last != link_last_i || heard_bad != link_bad_i) bad = 1'b1;
    if (key_check != check_i || record != (accepted && broadcast)) bad = 1'b1;
    if ((key_check || record) && broadcast &&
        (key != word[<{ c.frame.identity_high }>:<{ c.frame.identity_low }>] || key_copies != copies)) bad = 1'b1;
<%- if c.options.filter %>
    if (asked_address != local_address_i || asked_header_flit != header_flit_i) bad = 1'b1;
    if (header_flit_i && header_i[0] && asked_source != coming_source) bad = 1'b1;
    if (check_i && broadcast && (asked_copies != copies ||
        asked_header != {distance, letter, step})) bad = 1'b1;
<%- endif %>

    if (!strange_q && credit != credit_q) bad = 1'b1;
    // Nothing is promised twice, and who keeps to the promises finds room.
    if (honest_q && check_i && honest && full) bad = 1'b1;
    for (i = 0; i < CLASSES; i = i + 1) begin
      if (honest_q && credit[i] && promised_q[i] && EACH == 1) bad = 1'b1;
    end
  end
  initial begun_all_q = 1'b0;
  always @(posedge clk_i) begin
    begun_all_q <= !alive || (begun_all_q && legal);
    honest_q <= !alive || (honest_q && honest);
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_all_q && alive && legal && bad;
endmodule

// Stand-ins: what the parser and the memories answer is up to the inputs above. Yosys keeps a
// module without any content closed.
module <{ c.prefix }>harts_link_parser (
  (* keep *) input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  (* keep *) input  wire [<{ c.frame.width - 1 }>:0] link_data_i,
  (* keep *) input  wire link_valid_i,
  (* keep *) input  wire link_last_i,
  (* keep *) input  wire link_bad_i,
  (* keep *) output wire header_o,
  (* keep *) output wire decision_o,
  (* keep *) output wire header_flit_o,
  (* keep *) output wire [<{ c.frame.word_bits - 1 }>:0] coming_word_o,
  (* keep *) output wire [<{ c.frame.word_bits - 1 }>:0] word_o,
  (* keep *) output wire empty_o,
  (* keep *) output wire ending_bad_o,
  (* keep *) output wire [3:0] ending_why_o,
  (* keep *) input  wire refusal_i,
<%- if c.frame.max_data > 0 %>
  (* keep *) output wire flit_valid_o,
  (* keep *) output wire [<{ c.frame.width - 1 }>:0] flit_data_o,
  (* keep *) output wire flit_last_o,
  (* keep *) output wire flit_bad_o,
  (* keep *) output wire [3:0] flit_why_o,
  (* keep *) input  wire pop_i,
<%- endif %>
  (* keep *) output wire event_valid_o,
  (* keep *) output wire [3:0] event_code_o
);
  wire open = clk_i;
endmodule
<%- if c.options.filter %>

module <{ c.prefix }>harts_expected_header #(
  parameter DIRECTION = 0
) (
  (* keep *) input  wire clk_i,
  (* keep *) input  wire [<{ c.topology.node_bits - 1 }>:0] local_address_i,
  (* keep *) input  wire source_valid_i,
  (* keep *) input  wire [<{ c.topology.node_bits - 1 }>:0] source_i,
  (* keep *) input  wire [2:0] copies_i,
  (* keep *) input  wire [<{ c.frame.expected_bits - 1 }>:0] header_i,
  (* keep *) output wire expected_o
);
  wire open = clk_i;
endmodule
<%- endif %>

module <{ c.prefix }>harts_duplicate_check (
  (* keep *) input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  (* keep *) output wire ready_o,
  (* keep *) input  wire [<{ c.topology.node_bits + 7 }>:0] key_i,
  (* keep *) input  wire [2:0] copies_i,
  (* keep *) input  wire check_i,
  (* keep *) output wire seen_o,
  (* keep *) input  wire record_i
);
  wire open = clk_i;
endmodule

`default_nettype wire
