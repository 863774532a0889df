<{ c.banner("Relay: what comes on one directed cycle goes on, and a copy of it stays.") }>
<%- if c.options.filter %>
// Contract: a packet that is expected goes on a slot later, unless this is its last node, and its
//   data go to the store. Any other packet is refused (event 7). A packet that breaks off
//   (event 10), that is longer than <{ c.frame.packet_flits }> flits (event 5) or has no data (event 2) ends as
//   bad. Own packets never meet one.
<%- else %>
// Contract: a packet of another node goes on a slot later, unless its source is the next node, and
//   its data go to the store if no good copy came before (event 7) and no round ends inside it
//   (event 7). A packet that breaks off
//   (event 10), that is longer than <{ c.frame.packet_flits }> flits (event 5) or has no data (event 2) ends as
//   bad. An own packet cuts it (event 9).
<%- endif %>
// Latency and state: one cycle; the flit that leaves, and where in a packet it is.
// Source: [LS94] IV; what is done about wrong packets is ours.
// Widths: <{ c.topology.id_bits }> = node number; <{ c.options.width }> = W; <{ c.buffers.index_bits }> = number of a flit; <{ c.buffers.length_bits }> = length.
`default_nettype none

module <{ c.prefix }>ihc_relay (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire faulty_i,
<%- if c.options.filter %>
  // What is expected
  input  wire due_i,
  input  wire absorption_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] due_source_i,
  input  wire [7:0] number_i,
<%- else %>
  // Constants of the place: this node, and the next one on the cycle
  input  wire [<{ c.topology.id_bits - 1 }>:0] node_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] next_i,
<%- endif %>
  // Link
  input  wire s_link_valid_i,
  input  wire s_link_first_i,
  input  wire s_link_last_i,
  input  wire s_link_bad_i,
  input  wire [<{ c.options.width - 1 }>:0] s_link_data_i,
  output wire m_link_valid_o,
  output wire m_link_first_o,
  output wire m_link_last_o,
  output wire m_link_bad_o,
  output wire [<{ c.options.width - 1 }>:0] m_link_data_o,
  // Own packet
  input  wire starts_i,
  input  wire sends_i,
  input  wire own_last_i,
  input  wire [<{ c.options.width - 1 }>:0] own_data_i,
  // Store: a data flit, and data flits of a good copy, or 0 where none has come
  output wire write_o,
  output wire [<{ c.topology.id_bits - 1 }>:0] source_o,
  output wire [<{ c.buffers.index_bits - 1 }>:0] index_o,
  output wire mark_o,
  output wire [<{ c.topology.id_bits - 1 }>:0] mark_source_o,
  output wire [<{ c.buffers.length_bits - 1 }>:0] mark_length_o,
<%- if !c.options.filter %>
  input  wire complete_i,
  input  wire round_end_i,
<%- endif %>
  // Event: its code, or 0
  output wire [3:0] event_code_o,
  output wire [<{ c.topology.id_bits - 1 }>:0] event_source_o
);
  localparam W = <{ c.options.width }>;
  localparam ID = <{ c.topology.id_bits }>;
  localparam COUNT = <{ c.frame.count_bits }>;
  localparam [COUNT-1:0] ONE = 1;
  localparam [COUNT-1:0] HEADER = <{ c.frame.link_flits }>;
  localparam [COUNT-1:0] LAST = <{ c.frame.packet_flits - 1 }>;
  localparam LENGTH = <{ c.buffers.length_bits }>;
  localparam INDEX = <{ c.buffers.index_bits }>;
  localparam [3:0] NONE = 4'd0;
  localparam [3:0] TRUNCATED = 4'd2;
  localparam [3:0] TOO_LONG = 4'd5;
<%- if !c.options.filter %>
  localparam [3:0] UNKNOWN = 4'd6;
<%- endif %>
  localparam [3:0] NOT_DUE = 4'd7;
<%- if !c.options.filter %>
  localparam [3:0] CUT = 4'd9;
<%- endif %>
  localparam [3:0] BROKEN = 4'd10;

  reg active_q, absorption_q;
  reg [COUNT-1:0] count_q;
  reg [ID-1:0] source_q;

  wire first = s_link_valid_i && s_link_first_i;
  wire [ID-1:0] source = s_link_data_i[ID-1:0];
<%- if c.options.filter %>
  wire accepted = due_i && source == due_source_i &&
      s_link_data_i[<{ c.frame.first_number_range(c.topology.id_bits) }>] == number_i[<{ c.frame.first_number_bits - 1 }>:0];
  wire absorbs = absorption_i;
  wire [3:0] refusal = NOT_DUE;
<%- else %>
<%- if c.topology.all_ids %>
  wire accepted = source != node_i;
<%- else %>
  wire accepted = source != node_i && source < <{ c.topology.id_bits }>'d<{ c.topology.nodes }>;
<%- endif %>
  wire absorbs = source == next_i;
  wire [3:0] refusal = UNKNOWN;
<%- endif %>
  wire begins = first && accepted;
  wire continues = active_q && s_link_valid_i && !s_link_first_i;
  wire goes = begins || continues;
  wire breaks = active_q && !continues;
  wire absorbed = begins ? absorbs : absorption_q;

  // What is wrong with the packet, seen at this flit.
<%- if c.frame.link_flits == 1 %>
  wire in_header = begins;
<%- else %>
  wire in_header = begins || count_q == ONE;
<%- endif %>
  wire arrives_bad = s_link_last_i && s_link_bad_i;
  wire truncated = goes && s_link_last_i && in_header;
  wire too_long = continues && !s_link_last_i && count_q == LAST;
<%- let late_header = c.options.filter && c.frame.link_flits > 1 %>
<%- if late_header %>
  wire wrong = continues && count_q == ONE &&
      s_link_data_i[<{ 8 - c.frame.first_number_bits - 1 }>:0] != number_i[7:<{ c.frame.first_number_bits }>];
<%- endif %>
<%- if !c.options.filter %>
  wire meets = goes && sends_i && !absorbed;
<%- endif %>
  wire ends = s_link_last_i || too_long
      <%- if late_header %> || wrong<% endif %><% if !c.options.filter %> || meets<% endif %>;
  wire spoiled = arrives_bad || too_long || truncated<% if late_header %> || wrong<% endif %>;

  wire good = continues && s_link_last_i && !in_header && !arrives_bad
      <%- if !c.options.filter %> && !meets<% endif %>;

  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) active_q <= 1'b0;
    else active_q <= goes && !ends;
  end

  always @(posedge clk_i) begin
    count_q <= begins ? ONE : count_q + ONE;
    absorption_q <= absorbed;
    if (first) source_q <= source;
  end

  // The flit that leaves: an own one, the one that came, or the end of a packet that broke off.
  reg valid_q, first_q, last_q, bad_q;
  reg [W-1:0] data_q;
  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= sends_i || ((goes || breaks) && !absorbed);
    end
  end

  always @(posedge clk_i) begin
    first_q <= starts_i || (begins && !sends_i);
    last_q <= sends_i ? own_last_i : !goes || ends;
    bad_q <= !sends_i && (!goes || spoiled);
    // Nothing is left of a packet that is refused, even where it breaks another one off.
<%- if c.options.filter %>
    data_q <= sends_i ? own_data_i : s_link_data_i & {W{!breaks}};
<%- else %>
    data_q <= sends_i ? own_data_i : s_link_data_i & {W{goes}};
<%- endif %>
  end

  assign m_link_valid_o = valid_q;
  assign m_link_first_o = first_q;
  assign m_link_last_o = last_q;
  assign m_link_bad_o = bad_q;
  assign m_link_data_o = data_q;

  // The copy that stays.
  wire [LENGTH-1:0] data_flits = count_q[LENGTH-1:0] - HEADER[LENGTH-1:0] + ONE[LENGTH-1:0];
  assign index_o = count_q[INDEX-1:0] - HEADER[INDEX-1:0];
<%- if c.options.filter %>
  assign write_o = continues && !in_header;
  assign mark_o = due_i || good;
  assign mark_source_o = due_i ? due_source_i : source_q;
  assign mark_length_o = data_flits & {LENGTH{!due_i}};
<%- else %>
  // A packet that is late stays so: the bank changes with the round and would keep a part of it.
  reg late_q;
  wire late = late_q || complete_i;
  always @(posedge clk_i) late_q <= continues && (late || round_end_i);
  assign write_o = continues && !in_header && !late;
  assign mark_o = good && !late;
  assign mark_source_o = source_q;
  assign mark_length_o = data_flits;
<%- endif %>
  assign source_o = source_q;

  // A packet that is refused or ends here is reported a cycle later, when its source is kept; it
  // can not break off then.
  reg [3:0] code_q;
  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) code_q <= NONE;
    else if (first && !accepted) code_q <= refusal;
<%- if !c.options.filter %>
    else if (meets) code_q <= CUT;
    else if (good && late) code_q <= NOT_DUE;
<%- endif %>
    else if (!goes || arrives_bad) code_q <= NONE;
<%- if late_header %>
    else if (wrong) code_q <= NOT_DUE;
<%- endif %>
    else if (truncated) code_q <= TRUNCATED;
    else code_q <= too_long ? TOO_LONG : NONE;
  end

  wire [3:0] code = breaks ? BROKEN : code_q;
<%- if c.options.filter %>
  wire named = code != TRUNCATED;
<%- else %>
  wire named = code != TRUNCATED && code != UNKNOWN;
<%- endif %>
  assign event_code_o = code;
  assign event_source_o = source_q & {ID{named}};

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni && !faulty_i) begin
<%- if c.options.filter %>
      // An expected packet comes alone, and an own packet never meets another one.
      begin : due_comes_alone assert (!(due_i && active_q)); end
      begin : own_meets_no_other assert (!(sends_i && (goes || breaks) && !absorbed)); end
      begin : one_event_at_a_time assert (!(breaks && code_q != NONE)); end
<%- endif %>
      begin : packet_has_an_end assert (!active_q || count_q <= LAST); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
