<{ c.banner("Majority: makes one frame of the copies of a broadcast.") }>
// Contract: takes one copy at a time. The first one opens a message; it closes after copies from k
//   in-links, <{ c.majority.timeout }> cycles later, or as the oldest when another one needs its place among <{ c.majority.entries }>.
//   Time stands still while the processor holds a frame up. Copies agree that have the same length
//   and first data flit. The frame has the data of the earliest copy of the largest, then earliest
//   group, and the size of the group instead of the direction; it is bad, with event 11, unless the
//   group is larger than k/2. A copy whose message has closed, of late, is event 12, a second one
//   over the same in-link event 8; a bad copy counts for nothing. Regular packets pass.
// Latency and state: <{ c.majority.entries }> cycles to find the message of a copy, one for each group; the
//   open messages and one copy of each group.
// Source: [KS91] 5 asks for the majority; the rules are ours.
// Not split: it is one search over open messages; what it remembers and how it compares are apart.
// Widths: <{ c.frame.delivery_bits }> = delivery header; <{ c.frame.width }> = W.
`default_nettype none

module <{ c.prefix }>harts_majority (
  input  wire clk_i,
  input  wire rst_ni,
  // Copies
  output wire ready_o,
  input  wire first_i,
  input  wire [<{ c.frame.delivery_bits - 1 }>:0] head_i,
  input  wire empty_i,
  input  wire bad_i,
<%- if c.frame.max_data > 0 %>
  output wire room_o,
  input  wire valid_i,
  input  wire [<{ c.frame.width - 1 }>:0] data_i,
  input  wire last_i,
<%- endif %>
  // Frames
  input  wire port_ready_i,
  output wire port_first_o,
  output wire [<{ c.frame.delivery_bits - 1 }>:0] port_head_o,
  output wire port_empty_o,
  output wire port_bad_o,
<%- if c.frame.max_data > 0 %>
  input  wire port_room_i,
  output wire port_valid_o,
  output wire [<{ c.frame.width - 1 }>:0] port_data_o,
  output wire port_last_o,
<%- endif %>
  // Events 8, 11 and 12
  output wire event_valid_o,
  output wire [3:0] event_code_o
);
  localparam ID = <{ c.topology.node_bits }>;
  localparam ENTRIES = <{ c.majority.entries }>;
  localparam ENTRY = <{ c.majority.entry_bits }>;
  localparam [ENTRY-1:0] LAST_ENTRY = <{ c.majority.entry_bits }>'d<{ c.majority.entries - 1 }>;
  localparam TIME = <{ c.majority.time_bits }>;
  localparam NAME = ID + 11;  // source, k and sequence number
  localparam GROUPS = 8;      // six are used
  localparam FIRST = 0;
  localparam LAST_MESSAGE = ENTRIES - 1;
  localparam LAST_GROUP = <{ c.pow2(c.majority.entry_bits) }> * GROUPS - 1;
  localparam [3:0] IDLE = 4'd0, PASS = 4'd1, LATE = 4'd2, SEARCH = 4'd3, OPEN = 4'd4,
      MATCH = 4'd6, COUNT = 4'd7, CLOSE = 4'd8, COMPARE = 4'd9, EMIT = 4'd10<% if c.frame.max_data > 0 %>,
      RECEIVE = 4'd5, DATA = 4'd11, DROP = 4'd12<% endif %>;

  reg [3:0] state_q;
  reg [ENTRIES-1:0] open_q;
  reg [TIME-1:0] now_q;

  // The copy at hand.
  reg [<{ c.frame.delivery_bits - 1 }>:0] head_q;
  reg pending_q, empty_q, bad_q;
  // Its head, from bit 0: source, k, in-link, sequence number.
  localparam COPIES_LSB = ID;
  localparam LINK_LSB = ID + 3;
  localparam SEQUENCE_LSB = ID + 6;
  wire [2:0] copies = head_q[COPIES_LSB+:3];
  wire [NAME-1:0] name = {head_q[SEQUENCE_LSB+:8], head_q[LINK_LSB-1:0]};

  // Open messages: name, in-links seen, groups, begin.
  reg [ENTRY-1:0] entry_q, watch_q, scan_q, free_q, oldest_q;
  reg found_free_q;
  reg [5:0] links_q;
  reg [2:0] groups_q, group_q, best_count_q;
<%- if c.frame.max_data > 0 %>
  reg [2:0] best_q;
<%- endif %>
  reg [TIME-1:0] oldest_age_q;
  reg [NAME-1:0] names_q [FIRST:LAST_MESSAGE];
  reg [TIME-1:0] times_q [FIRST:LAST_MESSAGE];
  reg [8:0] counts_q [FIRST:LAST_MESSAGE];
  // One message is looked at in each idle cycle, all of them in a search.
  wire [ENTRY-1:0] lookup = state_q == IDLE ? watch_q : scan_q;
  wire [NAME-1:0] scan_name = names_q[lookup];
  wire [TIME-1:0] age = now_q - times_q[lookup];
  wire [8:0] scan_counts = counts_q[lookup];
  reg scan_open;
  integer e;
  always @* begin
    scan_open = 1'b0;
    for (e = 0; e < ENTRIES; e = e + 1) begin
      if (lookup == e[ENTRY-1:0]) scan_open = open_q[e];
    end
  end
  wire found = scan_open && scan_name == name;
  wire [5:0] in_link = 6'd1 << head_q[LINK_LSB+:3];
  wire is_again = state_q == SEARCH && found && (scan_counts[5:0] & in_link) != 6'd0;
  wire scanned = scan_q == LAST_ENTRY;
  wire expired = state_q == IDLE && scan_open && age >= <{ c.majority.time_bits }>'d<{ c.majority.timeout }>;

  // Groups: size, and what its copies have in common.
<%- if c.frame.max_data > 0 %>
  localparam OFFSET = <{ c.frame.offset_bits }>;
  localparam W = <{ c.frame.width }>;
  reg [OFFSET-1:0] length_q;
  reg [W-1:0] flit_q;
  reg [OFFSET+W-1:0] keys_q [FIRST:LAST_GROUP];
  wire [OFFSET+W-1:0] key = {length_q, length_q == {OFFSET{1'b0}} ? {W{1'b0}} : flit_q};
  wire [OFFSET+W-1:0] group_key = keys_q[{entry_q, group_q}];
  // In simulation, unknown bits are no difference.
  reg same;
  always @* begin
    if (group_key != key) same = 1'b0;
    else same = 1'b1;
  end
<%- endif %>
  reg [2:0] sizes_q [FIRST:LAST_GROUP];
  wire [2:0] size = sizes_q[{entry_q, group_q}];
  wire new_group = group_q == groups_q;
  wire matched = state_q == MATCH<% if c.frame.max_data > 0 %> && (new_group || same)<% endif %>;

  // A message ends.
  wire [2:0] closing_groups;
  wire [5:0] unused_links;
  assign {closing_groups, unused_links} = counts_q[entry_q];
  reg [NAME-1:0] closing_q;
<%- if c.frame.max_data > 0 %>
  reg [OFFSET-1:0] closing_length_q;
<%- endif %>
  wire [2:0] closing_copies = closing_q[COPIES_LSB+:3];
  wire majority = {best_count_q, 1'b0} > {1'b0, closing_copies};
  wire emits = state_q == EMIT && port_ready_i;
  // While the processor takes nothing.
  wire held = ((state_q == EMIT || (state_q == PASS && pending_q)) && !port_ready_i)<% if c.frame.max_data > 0 %> ||
      ((state_q == DATA || (state_q == PASS && !pending_q)) && !port_room_i)<% endif %>;
  reg record_q;
  wire seen, unused_ready;
  <{ c.prefix }>harts_closed_messages u_closed (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .tick_i(!held),
    .ready_o(unused_ready),
    .key_i(state_q == LATE ? {name[NAME-1:LINK_LSB], name[ID-1:0]} :
           {closing_q[NAME-1:LINK_LSB], closing_q[ID-1:0]}),
    .copies_i(state_q == LATE ? copies : closing_copies),
    .check_i((state_q == LATE && !late_checked_q) ||
             (state_q == CLOSE && close_named_q && !close_checked_q)),
    .seen_o(seen),
    .record_i(record_q)
  );
  // What is remembered has to be what was checked: the name of the message comes first.
  reg late_checked_q, close_named_q, close_checked_q;
  wire is_late = state_q == LATE && late_checked_q && seen && !bad_q;

  wire [5:0] links = links_q | in_link;
  reg [2:0] links_number;
  integer i;
  always @* begin
    links_number = 3'd0;
    for (i = 0; i < 6; i = i + 1) begin
      if (links[i]) links_number = links_number + 3'd1;
    end
  end
  wire complete = links_number == copies;

  reg [3:0] next;
  always @* begin
    next = state_q;
    case (state_q)
      IDLE: begin
        if (expired) next = CLOSE;
        else if (first_i) next = head_i[COPIES_LSB+:3] == 3'd0 ? PASS : LATE;
      end
      PASS: begin
<%- if c.frame.max_data > 0 %>
        if (pending_q ? port_ready_i && empty_q : valid_i && last_i) next = IDLE;
<%- else %>
        if (port_ready_i) next = IDLE;
<%- endif %>
      end
      LATE: if (late_checked_q) next = seen || bad_q ? <% if c.frame.max_data > 0 %>(empty_q ? IDLE : DROP)<% else %>IDLE<% endif %> : SEARCH;
      SEARCH: begin
        if (is_again) next = <% if c.frame.max_data > 0 %>empty_q ? IDLE : DROP<% else %>IDLE<% endif %>;
        else if (found) next = <% if c.frame.max_data > 0 %>empty_q ? MATCH : RECEIVE<% else %>MATCH<% endif %>;
        else if (scanned) next = found_free_q || !scan_open ? OPEN : CLOSE;
      end
      OPEN: next = <% if c.frame.max_data > 0 %>empty_q ? MATCH : RECEIVE<% else %>MATCH<% endif %>;
<%- if c.frame.max_data > 0 %>
      RECEIVE: if (valid_i && last_i) next = MATCH;
      DROP: if (valid_i && last_i) next = IDLE;
<%- endif %>
      MATCH: if (matched) next = COUNT;
      COUNT: next = complete ? CLOSE : IDLE;
      CLOSE: if (close_checked_q) next = COMPARE;
      COMPARE: if (group_q + 3'd1 == groups_q) next = EMIT;
<%- if c.frame.max_data > 0 %>
      EMIT: if (emits) next = closing_length_q != {OFFSET{1'b0}} ? DATA : pending_q ? OPEN : IDLE;
      DATA: if (port_valid_o && port_last_o) next = pending_q ? OPEN : IDLE;
<%- else %>
      EMIT: if (emits) next = pending_q ? OPEN : IDLE;
<%- endif %>
      default: next = IDLE;
    endcase
  end
  always @(posedge clk_i) begin
    if (!rst_ni) state_q <= IDLE;
    else state_q <= next;
  end

  reg [ENTRIES-1:0] this_entry;
  always @* begin
    for (e = 0; e < ENTRIES; e = e + 1) this_entry[e] = entry_q == e[ENTRY-1:0];
  end
  always @(posedge clk_i) begin
    if (!rst_ni) open_q <= {ENTRIES{1'b0}};
    else if (state_q == OPEN) open_q <= open_q | this_entry;
    else if (emits) open_q <= open_q & ~this_entry;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      now_q <= {TIME{1'b0}};
      watch_q <= {ENTRY{1'b0}};
    end else begin
      if (!held) now_q <= now_q + <{ c.majority.time_bits }>'d1;
      if (ready_o) watch_q <= watch_q == LAST_ENTRY ? {ENTRY{1'b0}} : watch_q + <{ c.majority.entry_bits }>'d1;
    end
  end

  always @(posedge clk_i) begin
    late_checked_q <= state_q == LATE;
    close_named_q <= state_q == CLOSE;
    close_checked_q <= state_q == CLOSE && close_named_q;
    record_q <= state_q == CLOSE && close_named_q && !close_checked_q;
    if (state_q == IDLE) begin
      head_q <= head_i;
      empty_q <= empty_i;
      bad_q <= bad_i;
    end
    // Waits while a place is made for it.
    if (state_q == IDLE) pending_q <= first_i;
    else if (state_q == OPEN || (state_q == PASS && port_ready_i) || found) pending_q <= 1'b0;

    if (state_q == LATE) begin
      scan_q <= {ENTRY{1'b0}};
      found_free_q <= 1'b0;
      oldest_age_q <= {TIME{1'b0}};
    end else if (state_q == SEARCH) begin
      scan_q <= scan_q + <{ c.majority.entry_bits }>'d1;
      if (!scan_open) begin
        found_free_q <= 1'b1;
        free_q <= scan_q;
      end
      if (scan_open && age >= oldest_age_q) begin
        oldest_age_q <= age;
        oldest_q <= scan_q;
      end
    end

    case (state_q)
      IDLE: begin
        entry_q <= watch_q;
        closing_q <= scan_name;
        groups_q <= scan_counts[8:6];
      end
      SEARCH: begin
        if (found) entry_q <= scan_q;
        else if (scanned) begin
          entry_q <= !scan_open ? scan_q : found_free_q ? free_q :
              age >= oldest_age_q ? scan_q : oldest_q;
        end
        {groups_q, links_q} <= found ? scan_counts : 9'd0;
      end
      MATCH: if (matched && new_group) groups_q <= groups_q + 3'd1;
      COUNT: closing_q <= name;
      CLOSE: begin
        closing_q <= names_q[entry_q];
        groups_q <= closing_groups;
      end
      EMIT: {groups_q, links_q} <= 9'd0;
      default: ;
    endcase

    // Groups one after the other: for the copy, or for the largest one.
    group_q <= (state_q == MATCH && !matched) || state_q == COMPARE ? group_q + 3'd1 : 3'd0;
    if (state_q == CLOSE) best_count_q <= 3'd0;
    if (state_q == COMPARE && size > best_count_q) begin
      best_count_q <= size;
<%- if c.frame.max_data > 0 %>
      best_q <= group_q;
      closing_length_q <= group_key[OFFSET+W-1:W];
<%- endif %>
    end

    if (state_q == OPEN) begin
      names_q[entry_q] <= name;
      times_q[entry_q] <= now_q;
    end
    if (state_q == COUNT) counts_q[entry_q] <= {groups_q, links};
    if (matched) begin
      sizes_q[{entry_q, group_q}] <= new_group ? 3'd1 : size + 3'd1;
<%- if c.frame.max_data > 0 %>
      if (new_group) keys_q[{entry_q, group_q}] <= key;
<%- endif %>
    end
  end
<%- if c.frame.max_data > 0 %>

<% include "harts/rtl/harts_majority_data.vh" %>
<%- endif %>

  assign ready_o = state_q == IDLE && !expired;
  assign port_first_o = emits || (state_q == PASS && pending_q && port_ready_i);
  assign port_head_o = state_q == PASS ? head_q :
      {closing_q[NAME-1:LINK_LSB], best_count_q, closing_q[LINK_LSB-1:0]};
  assign port_empty_o = state_q == PASS ? empty_q : <% if c.frame.max_data > 0 %>closing_length_q == {OFFSET{1'b0}}<% else %>1'b1<% endif %>;
  assign port_bad_o = state_q == PASS ? bad_q : !majority;
  assign event_valid_o = is_late || is_again || (emits && !majority);
  assign event_code_o = is_late ? 4'd12 : is_again ? 4'd8 : 4'd11;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A message opens where none is; an open one is counted, closed and let go.
      begin : message_opens_where_none_is
        assert (state_q != OPEN || (open_q & this_entry) == {ENTRIES{1'b0}});
      end
      begin : open_message_is_handled
        assert ((state_q != MATCH && state_q != COUNT && state_q != CLOSE && state_q != COMPARE &&
                 state_q != EMIT) || (open_q & this_entry) != {ENTRIES{1'b0}});
      end
      // Each link has one copy, each group one or more.
      begin : link_has_one_copy assert (state_q != COUNT || (links_q & in_link) == 6'd0); end
      begin : groups_have_copies
        assert (state_q != COUNT || (groups_q != 3'd0 && groups_q <= links_number));
      end
      begin : majority_has_copies
        assert (!emits || (best_count_q != 3'd0 && best_count_q <= closing_copies));
      end
      // A frame comes when there is room for its head<% if c.frame.max_data > 0 %>, its data from their memory<% endif %>.
      begin : frame_comes_when_port_is_ready assert (!port_first_o || port_ready_i); end
<%- if c.frame.max_data > 0 %>
      begin : data_fit assert (!receives || offset_q < <{ c.frame.offset_bits }>'d<{ c.frame.max_data }>); end
      begin : reads_inside_message
        assert (!(state_q == DATA || read_q) || offset_q <= closing_length_q);
      end
<%- endif %>
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
