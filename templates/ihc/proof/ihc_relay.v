<{ c.banner("Property: what ihc_relay does with the packets of a directed cycle.") }>
<%- if c.options.filter %>
// Contract: failed_o = 0 in every cycle after a reset, for any flits, while copies are expected at least <{ c.frame.packet_flits }>
//   slots apart and own packets keep out of those slots unless the copy ends here: a packet is accepted
//   if and only if its first flit comes when it is expected, with the source and the number that are expected.
//   What is accepted leaves one slot later as it came, unless it ends here. Silence, or a first flit,
//   inside it ends it as bad, with data 0 and event 10. A flit too many (event 5), a wrong number (event 7) and an
//   end inside the header (event 2) end it as bad, too. Its data flits are written to the places of that source, below
//   <{ c.options.max_data }>; its length is marked if it is good, and 0 when the copy is expected. Anything else that
//   comes is refused: event 7, and nothing of it leaves or is written.
<%- else %>
// Contract: failed_o = 0 in every cycle after a reset, for any flits and own packets: a packet is accepted
//   if and only if its source is another node. What is accepted leaves one slot later as it came,
//   unless it ends here. Silence, or a first flit, inside it ends it as bad, with event 10, and with
//   data 0 unless the next packet begins there. A flit too many (event 5) and an end inside the
//   header (event 2) end it as bad, too. An own packet leaves as it is,
//   and cuts what would leave with it (event 9). The data flits of a copy of which none is complete, and
//   inside which no round ended, are written to the places of its source, below <{ c.options.max_data }>, and its
//   length is marked if it is good; if not, a good one is event 7. A packet of this node or of none is refused: event 6, and nothing of
//   it leaves or is written.
<%- endif %>
`default_nettype none

module proof_ihc_relay (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
<%- if c.options.filter %>
  input  wire due_i,
  input  wire absorption_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] due_source_i,
  input  wire [7:0] number_i,
<%- else %>
  input  wire [<{ c.topology.id_bits - 1 }>:0] node_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] next_i,
  input  wire complete_i,
  input  wire round_end_i,
<%- endif %>
  input  wire s_link_valid_i,
  input  wire s_link_first_i,
  input  wire s_link_last_i,
  input  wire s_link_bad_i,
  input  wire [<{ c.options.width - 1 }>:0] s_link_data_i,
  input  wire starts_i,
  input  wire sends_i,
  input  wire own_last_i,
  input  wire [<{ c.options.width - 1 }>:0] own_data_i,
  output wire failed_o
);
  localparam NODES = <{ c.topology.nodes }>;
  localparam W = <{ c.options.width }>;
  localparam ID = <{ c.topology.id_bits }>;
  localparam HEADER = <{ c.frame.link_flits }>;
  localparam MOST = <{ c.options.max_data }>;
  localparam FLITS = <{ c.frame.packet_flits }>;
<%- if c.options.filter %>
  localparam FIRST_BITS = <{ c.frame.first_number_bits }>;
<%- endif %>
  // A reset, or what is as one.
  wire alive = rst_ni && !faulty_i;

  wire valid, first, last, is_bad, write, mark;
  wire [W-1:0] data;
  wire [ID-1:0] source, mark_source, event_source;
  wire [<{ c.buffers.index_bits - 1 }>:0] index;
  wire [<{ c.buffers.length_bits - 1 }>:0] mark_length;
  wire [3:0] code;
  <{ c.prefix }>ihc_relay u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
<%- if c.options.filter %>
    .due_i(due_i),
    .absorption_i(absorption_i),
    .due_source_i(due_source_i),
    .number_i(number_i),
<%- else %>
    .node_i(node_i),
    .next_i(next_i),
<%- endif %>
    .s_link_valid_i(s_link_valid_i),
    .s_link_first_i(s_link_first_i),
    .s_link_last_i(s_link_last_i),
    .s_link_bad_i(s_link_bad_i),
    .s_link_data_i(s_link_data_i),
    .m_link_valid_o(valid),
    .m_link_first_o(first),
    .m_link_last_o(last),
    .m_link_bad_o(is_bad),
    .m_link_data_o(data),
    .starts_i(starts_i),
    .sends_i(sends_i),
    .own_last_i(own_last_i),
    .own_data_i(own_data_i),
    .write_o(write),
    .source_o(source),
    .index_o(index),
    .mark_o(mark),
    .mark_source_o(mark_source),
    .mark_length_o(mark_length),
<%- if !c.options.filter %>
    .complete_i(complete_i),
    .round_end_i(round_end_i),
<%- endif %>
    .event_code_o(code),
    .event_source_o(event_source)
  );

  // The packet that is accepted: its flits so far, its source, and whether it ends here.
  reg inside_q, ends_here_q;
  reg [15:0] came_q;
  reg [ID-1:0] source_q;
<%- if c.options.filter %>
  // Slots since a copy was due, at most a packet's, and whether it ends here.
  reg [15:0] since_q;
  reg due_here_q;
<%- else %>
  // After its first flit, a complete copy was there or a round ended.
  reg late_q;
  wire late = late_q || complete_i;
<%- endif %>

  // What comes: a first flit, a next one of the packet, or the end of it.
  wire [ID-1:0] name = s_link_data_i[ID-1:0];
  wire head = s_link_valid_i && s_link_first_i;
  wire next = inside_q && s_link_valid_i && !s_link_first_i;
  wire breaks = inside_q && !next;
<%- if c.options.filter %>
  wire accepted = head && due_i && name == due_source_i &&
      s_link_data_i[ID+:FIRST_BITS] == number_i[FIRST_BITS-1:0];
  wire ends_here = accepted ? absorption_i : ends_here_q;
<%- else %>
  wire accepted = head && name != node_i && {1'b0, name} < NODES;
  wire ends_here = accepted ? name == next_i : ends_here_q;
<%- endif %>
  wire moves = accepted || next;
  wire [15:0] place = accepted ? 16'd0 : came_q;

  reg legal, cut, short, long, wrong, good;
  always @* begin
    legal = sends_i || !starts_i;
    wrong = 1'b0;
    cut = 1'b0;
<%- if c.options.filter %>
    if (due_i && since_q < FLITS) legal = 1'b0;
    if (sends_i && (due_i ? !absorption_i : since_q < FLITS && !due_here_q)) legal = 1'b0;
<%- if c.frame.link_flits > 1 %>
    if (next && place == 1 && s_link_data_i[7-FIRST_BITS:0] != number_i[7:FIRST_BITS]) wrong = 1'b1;
<%- endif %>
<%- else %>
    cut = moves && sends_i && !ends_here;
<%- endif %>
    short = moves && s_link_last_i && place < HEADER;
    long = next && !s_link_last_i && place == FLITS - 1;
    good = next && s_link_last_i && !s_link_bad_i && place >= HEADER && !cut;
  end

  // What leaves, and the event, a slot later.
  reg valid_q, first_q, last_q, bad_q;
  reg [W-1:0] data_q;
  reg [3:0] later, code_q;
  reg [ID-1:0] name_q;
  always @* begin
    later = 4'd0;
    if (moves && !(s_link_last_i && s_link_bad_i)) begin
      if (long) later = 4'd5;
      if (short) later = 4'd2;
      if (wrong) later = 4'd7;
    end
<%- if c.options.filter %>
    if (head && !accepted) later = 4'd7;
<%- else %>
    if (good && late) later = 4'd7;
    if (cut) later = 4'd9;
    if (head && !accepted) later = 4'd6;
<%- endif %>
  end

  reg bad;
  always @* begin
    bad = valid != valid_q;
    if (valid_q && (first != first_q || last != last_q || data != data_q)) bad = 1'b1;
    if (valid_q && is_bad != bad_q) bad = 1'b1;

    // An event of the packet that broke off, or of the flit before.
    if (code != (breaks ? 4'd10 : code_q)) bad = 1'b1;
    if (breaks && (code_q != 0 || event_source != source_q)) bad = 1'b1;
    if (!breaks && code_q != 0 && event_source != name_q) bad = 1'b1;

    // The store.
<%- if c.options.filter %>
    if (write != (next && place >= HEADER)) bad = 1'b1;
    if (mark != (due_i || good)) bad = 1'b1;
    if (due_i && (good || mark_source != due_source_i || mark_length != 0)) bad = 1'b1;
    if (!due_i && mark && (mark_source != source_q || mark_length != place - HEADER + 1)) bad = 1'b1;
<%- else %>
    if (write != (next && place >= HEADER && !late)) bad = 1'b1;
    if (mark != (good && !late)) bad = 1'b1;
    if (mark && (mark_source != source_q || mark_length != place - HEADER + 1)) bad = 1'b1;
<%- endif %>
    if (next && source != source_q) bad = 1'b1;
    if (write && (index != place - HEADER || place - HEADER >= MOST)) bad = 1'b1;
  end

  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !alive || (begun_q && legal);
    inside_q <= alive && moves && !s_link_last_i && !long && !wrong && !cut;
    came_q <= place + 16'd1;
    ends_here_q <= ends_here;
    if (accepted) source_q <= name;
<%- if c.options.filter %>
    since_q <= !alive ? FLITS : due_i ? 16'd1 : since_q < FLITS ? since_q + 16'd1 : since_q;
    if (due_i) due_here_q <= absorption_i;
<%- else %>
    late_q <= next && (late || round_end_i);
<%- endif %>

    valid_q <= alive && (sends_i || ((moves || breaks) && !ends_here));
    first_q <= sends_i ? starts_i : accepted;
    last_q <= sends_i ? own_last_i : !moves || s_link_last_i || long || wrong;
    bad_q <= !sends_i && (!moves || (s_link_last_i && s_link_bad_i) || short || long || wrong);
    data_q <= sends_i ? own_data_i : moves ? s_link_data_i : {W{1'b0}};
    code_q <= alive ? later : 4'd0;
    // The source as read; a packet without one, or cut short in its header, has none.
<%- if c.options.filter %>
    name_q <= later == 4'd2 ? {ID{1'b0}} : head ? name : source_q;
<%- else %>
    name_q <= later == 4'd2 || later == 4'd6 ? {ID{1'b0}} : head ? name : source_q;
<%- endif %>
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && alive && legal && bad;
endmodule

`default_nettype wire
