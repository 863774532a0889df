<{ c.banner("Property: what harts_majority makes of the copies of broadcasts.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds, while
//   packets come when it is ready, copies over one of six in-links
<%- if c.frame.max_data > 0 %>, flits one cycle after there
//   was room, <{ c.frame.max_data }> at most
<%- endif %>; whatever its parts say.
//   Regular packets pass. A copy is late, bad, a second one over its in-link, or joins one message:
//   its own, or a new one in a free place or that of the oldest; in it the first group that it
//   agrees with, or a new one. It closes when k in-links have brought a copy, when the
//   search in idle cycles reaches it <{ c.majority.timeout }> cycles after it was opened, or as the oldest. Then
//   the duplicate check receives it, and one frame leaves: its name, size<% if c.frame.max_data > 0 %> and data<% endif %> of the largest,
//   then earliest group, bad, with event 11, without a majority. Time stands still while something
//   waits for the processor.
`default_nettype none

module proof_harts_majority (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire first_i,
  input  wire [<{ c.frame.delivery_bits - 1 }>:0] head_i,
  input  wire empty_i,
  input  wire bad_i,
<%- if c.frame.max_data > 0 %>
  input  wire valid_i,
  input  wire [<{ c.frame.width - 1 }>:0] data_i,
  input  wire last_i,
  input  wire port_room_i,
<%- endif %>
  input  wire port_ready_i,
  // The message that is followed, and the group
  input  wire [<{ c.majority.entry_bits - 1 }>:0] entry_i,
  input  wire [2:0] group_i,
  output wire failed_o
);
  localparam ID = <{ c.topology.node_bits }>;
  localparam HEAD = <{ c.frame.delivery_bits }>;
  localparam NAME = ID + 11;
  localparam ENTRIES = <{ c.majority.entries }>;
  localparam ENTRY = <{ c.majority.entry_bits }>;
  localparam TIME = <{ c.majority.time_bits }>;
  localparam [TIME-1:0] TIMEOUT = <{ c.majority.timeout }>;
  localparam [ENTRIES-1:0] FIRST = 1;
  localparam [ENTRIES-1:0] ALL = {ENTRIES{1'b1}};
  localparam [8:0] LAST = ENTRIES - 1;
  localparam [8:0] GAP = ENTRIES + 6;
  localparam [3:0] IDLE = 4'd0, PASS = 4'd1, LATE = 4'd2, SEARCH = 4'd3, OPEN = 4'd4, MATCH = 4'd6,
      RECEIVE = 4'd5, COUNT = 4'd7, CLOSE = 4'd8, COMPARE = 4'd9, EMIT = 4'd10, DATA = 4'd11,
      DROP = 4'd12;
<%- if c.frame.max_data > 0 %>
  localparam OFFSET = <{ c.frame.offset_bits }>;
  localparam W = <{ c.frame.width }>;
  localparam [OFFSET-1:0] MOST = <{ c.frame.max_data }>;
  localparam [OFFSET-1:0] FLIT = 1;
  localparam [OFFSET-1:0] NONE = 0;
  localparam PITCH = <{ c.buffers.pitch }>;
<%- endif %>

  wire ready, port_first, port_empty, port_bad, event_valid;
  wire [HEAD-1:0] port_head;
  wire [3:0] code;
<%- if c.frame.max_data > 0 %>
  wire room, port_valid, port_last;
  wire [W-1:0] port_data;
<%- endif %>
  <{ c.prefix }>harts_majority u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .ready_o(ready),
    .first_i(first_i),
    .head_i(head_i),
    .empty_i(empty_i),
    .bad_i(bad_i),
<%- if c.frame.max_data > 0 %>
    .room_o(room),
    .valid_i(valid_i),
    .data_i(data_i),
    .last_i(last_i),
<%- endif %>
    .port_ready_i(port_ready_i),
    .port_first_o(port_first),
    .port_head_o(port_head),
    .port_empty_o(port_empty),
    .port_bad_o(port_bad),
<%- if c.frame.max_data > 0 %>
    .port_room_i(port_room_i),
    .port_valid_o(port_valid),
    .port_data_o(port_data),
    .port_last_o(port_last),
<%- endif %>
    .event_valid_o(event_valid),
    .event_code_o(code)
  );

  // What its parts receive and send, what the memories have of the message, and where the module is.
<%- include "common/proof/seen.vh" %>
  (* keep *)
  wire [ENTRY+2:0] place = {entry_i, group_i};
  connect u_dut.names_q.place = entry_i;
  connect u_dut.times_q.place = entry_i;
  connect u_dut.counts_q.place = entry_i;
  connect u_dut.sizes_q.place = place;
  (* keep *)
  wire [NAME-1:0] kept_name, shown, closing_name;
  connect kept_name = u_dut.names_q.kept_q;
  connect shown = u_dut.scan_name;
  connect closing_name = u_dut.closing_q;
  (* keep *)
  wire [TIME-1:0] kept_time, now, oldest_age;
  connect kept_time = u_dut.times_q.kept_q;
  connect now = u_dut.now_q;
  connect oldest_age = u_dut.oldest_age_q;
  (* keep *)
  wire [8:0] kept_counts, shown_counts;
  connect kept_counts = u_dut.counts_q.kept_q;
  connect shown_counts = u_dut.scan_counts;
  (* keep *)
  wire [2:0] kept_size, groups, group, best_count;
  connect kept_size = u_dut.sizes_q.kept_q;
  connect groups = u_dut.groups_q;
  connect group = u_dut.group_q;
  connect best_count = u_dut.best_count_q;
  (* keep *)
  wire [3:0] state;
  connect state = u_dut.state_q;
  (* keep *)
  wire [ENTRIES-1:0] opens;
  connect opens = u_dut.open_q;
  (* keep *)
  wire [HEAD-1:0] head;
  connect head = u_dut.head_q;
  (* keep *)
  wire pending, is_empty, spoilt, found_free, late_checked, close_named, close_checked;
  connect pending = u_dut.pending_q;
  connect is_empty = u_dut.empty_q;
  connect spoilt = u_dut.bad_q;
  connect found_free = u_dut.found_free_q;
  connect late_checked = u_dut.late_checked_q;
  connect close_named = u_dut.close_named_q;
  connect close_checked = u_dut.close_checked_q;
  (* keep *)
  wire [ENTRY-1:0] which, watch, scan, free, oldest;
  connect which = u_dut.entry_q;
  connect watch = u_dut.watch_q;
  connect scan = u_dut.scan_q;
  connect free = u_dut.free_q;
  connect oldest = u_dut.oldest_q;
  (* keep *)
  wire [5:0] links;
  connect links = u_dut.links_q;
<%- if c.frame.max_data > 0 %>
  connect u_dut.keys_q.place = place;
  (* keep *)
  wire [OFFSET+W-1:0] kept_key;
  connect kept_key = u_dut.keys_q.kept_q;
  (* keep *)
  wire [2:0] best;
  connect best = u_dut.best_q;
  (* keep *)
  wire [OFFSET-1:0] closing_length, length, offset;
  connect closing_length = u_dut.closing_length_q;
  connect length = u_dut.length_q;
  connect offset = u_dut.offset_q;
  (* keep *)
  wire [W-1:0] flit;
  connect flit = u_dut.flit_q;
  (* keep *)
  wire ending;
  connect ending = u_dut.last_q;
<%- endif %>

<% include "harts/proof/harts_majority_steps.vh" %>

  // What registers and memories hold.
  wire compared = mine && there && (state == EMIT || (state == COMPARE && steps > group_i));
  wire closes = state == CLOSE || state == COMPARE || state == EMIT;
  wire grouped = has_q && (there || joins);
  reg astray;
  always @* begin
    astray = (|(opens & (FIRST << entry_i))) != has_q || watch >= ENTRIES || state > DROP;
    // Which message it is about.
    if ((state == OPEN || counting || closing) && which >= ENTRIES) astray = 1'b1;
    if (!reset_q && watch != turn_q) astray = 1'b1;
    if (was_q == IDLE && state == CLOSE && which != watch) astray = 1'b1;
    if (was_q == SEARCH && counting && which != before_q) astray = 1'b1;
    if (was_q == SEARCH && state == OPEN && |(opens & (FIRST << which))) astray = 1'b1;
    if (was_q != IDLE && was_q != SEARCH && (state == OPEN || counting || closing)) begin
      if (which != which_q) astray = 1'b1;
    end
    if (mine && (counting || closes) && !has_q) astray = 1'b1;
    if (mine && (state == OPEN || state == DATA) && has_q) astray = 1'b1;
    if (mine && counting && (name_q != name || again)) astray = 1'b1;
    if (passed && known) astray = 1'b1;
    if (since_q < least || rest_q < rest) astray = 1'b1;

    // The packet at hand.
    if ((state == PASS || at_hand) && head != head_q) astray = 1'b1;
    if ((state == PASS || at_hand) && !counting && is_empty != empty_q) astray = 1'b1;
    if ((state == PASS || state == LATE) && spoilt != bad_q) astray = 1'b1;
    if (state == PASS && (pending != due_q || (due_q && copies != 3'd0))) astray = 1'b1;
    if (at_hand && (copies == 3'd0 || head_q[ID+5:ID+3] > 3'd5)) astray = 1'b1;
    if ((state == LATE || state == SEARCH) && !waits_q) astray = 1'b1;
    if (state == COUNT && waits_q) astray = 1'b1;
    if ((counting && pending) || (closing && pending != waits_q)) astray = 1'b1;
    if (state == LATE && (steps > 1 || late_checked != (steps == 1))) astray = 1'b1;

    // A search, which may have met the message by chance before.
    if (state == LATE || state == SEARCH) begin
      if (!pending && !hinted_q) astray = 1'b1;
      if (hinted_q && (hint_q >= ENTRIES || !(|(opens & (FIRST << hint_q))))) astray = 1'b1;
      if (hinted_q && hint_q == entry_i && !known) astray = 1'b1;
    end
    if (state == SEARCH) begin
      if (scan != steps || steps > LAST || (hinted_q && hint_q < steps)) astray = 1'b1;
      if (found_free != some_free) astray = 1'b1;
      if (some_free && (free >= steps || (|(opens & (FIRST << free))))) astray = 1'b1;
      if (((steps != 0 && !some_free) || oldest_age != 0) && oldest >= steps) astray = 1'b1;
      if (has_q && passed) begin
        if (oldest == entry_i ? oldest_age != seen_age_q : oldest_age < seen_age_q) astray = 1'b1;
      end
    end
    if (was_q == SEARCH && state == CLOSE) begin
      if (mine ? oldest_age != seen_age_q : oldest_age < seen_age_q) astray = 1'b1;
    end

    // Links and groups.
    if ((state == OPEN || state == DATA) && {groups, links} != 9'd0) astray = 1'b1;
    if (state == RECEIVE || state == MATCH) begin
      if (groups > number(links) || (links & link) != 6'd0) astray = 1'b1;
      if (mine && (groups != number_q || links != links_q)) astray = 1'b1;
    end
    if (state == MATCH && (group != steps || steps > groups)) astray = 1'b1;
    if (state == COUNT && mine) begin
      if (links != links_q || groups != number_q + grows || joined_q > number_q) astray = 1'b1;
    end
    if (has_q && number_q == 3'd0 && !(mine && counting)) astray = 1'b1;
    if (has_q && (name_q[ID+2:ID] == 3'd0 || number_q > seen_links)) astray = 1'b1;
    if (has_q && there && (size_q == 4'd0 || size_q + number_q > seen_links + 32'd1)) astray = 1'b1;

    // The message that closes.
    if (state == CLOSE) begin
      if (steps > 2 || close_named != (steps != 0) || close_checked != (steps == 2)) astray = 1'b1;
    end
    if (mine && closes && (state != CLOSE || steps != 0)) begin
      if (closing_name != name_q || (state != EMIT && groups != number_q)) astray = 1'b1;
    end
    if (state == COMPARE && mine) begin
      if (group != steps || steps >= number_q) astray = 1'b1;
      if (steps == 0 ? best_count != 3'd0 : best_count != 3'd0 && best >= steps) astray = 1'b1;
    end
    if (compared) begin
      if (best > group_i ? best_count <= size_q : best_count < size_q) astray = 1'b1;
      if (best == group_i && best_count != size_q) astray = 1'b1;
<%- if c.frame.max_data > 0 %>
      if (best == group_i && closing_length != length_q) astray = 1'b1;
<%- endif %>
    end
    if (state == EMIT && mine && best_count != 3'd0 && best >= number_q) astray = 1'b1;
<%- if c.frame.max_data > 0 %>

    // Flits.
    if (listens && !coming_q) astray = 1'b1;
    if (state == IDLE || state == MATCH || state == COUNT || (closing && !waits_q)) begin
      if (coming_q) astray = 1'b1;
    end
    if ((state == PASS && due_q) || state == OPEN || (at_hand && !counting)) begin
      if (coming_q == empty_q || count_q != NONE) astray = 1'b1;
    end
    if (coming_q && (count_q >= MOST || (room_q && !listens))) astray = 1'b1;
    if ((counting && count_q > MOST) || ((there || founds) && group_length > MOST)) astray = 1'b1;
    if ((state == SEARCH && steps != 0) || state == OPEN || (closing && waits_q)) begin
      if (length != NONE) astray = 1'b1;
    end
    if (state == RECEIVE && (offset != count_q || length != count_q)) astray = 1'b1;
    if (state == MATCH && length != count_q) astray = 1'b1;
    if ((state == RECEIVE || state == MATCH) && count_q != NONE && flit != flit_q) astray = 1'b1;
    if (read_q && (state != DATA || ending != (given_q == closing_length))) astray = 1'b1;
    if (state == DATA && offset != given_q) astray = 1'b1;
    if (state == DATA && largest) begin
      if (closing_length != length_q || given_q > length_q) astray = 1'b1;
      if (given_q == length_q && !read_q) astray = 1'b1;
    end
    if (grouped && kept_key != {group_length, group_first}) astray = 1'b1;
<%- else %>
    // All copies agree.
    if (number_q > 3'd1 || (state == MATCH && steps != 0)) astray = 1'b1;
    if (state == COUNT && joined_q != 3'd0) astray = 1'b1;
    if (state == RECEIVE || state == DATA || state == DROP) astray = 1'b1;
<%- endif %>

    // Memories.
    if (has_q && (kept_name != name_q || now - kept_time != age_q)) astray = 1'b1;
    if (has_q && number_q != 3'd0 && kept_counts != {number_q, links_q}) astray = 1'b1;
    if (grouped && kept_size != size) astray = 1'b1;
  end

  always @(posedge clk_i) begin
    entry_q <= entry_i;
    group_q <= group_i;
    turn_q <= state != IDLE || !ready ? watch : watch == LAST ? 0 : watch + 1;
    which_q <= which;
    before_q <= steps;
    if (!rst_ni) begin
      was_q <= IDLE;
      next_q <= IDLE;
      other_q <= IDLE;
      has_q <= 1'b0;
      number_q <= 3'd0;
    end else begin
      was_q <= state;
      next_q <= next;
      other_q <= other;
      if (mine && state == OPEN) has_q <= 1'b1;
      else if (mine && emits) has_q <= 1'b0;
      if (mine && state == OPEN) number_q <= 3'd0;
      else if (mine && state == COUNT && grows) number_q <= number_q + 3'd1;
    end

    // The packet at hand.
    if (state == IDLE) begin
      head_q <= head_i;
      empty_q <= empty_i;
      bad_q <= bad_i;
      due_q <= first_i;
      waits_q <= first_i;
      hinted_q <= 1'b0;
    end else begin
      if (port_ready_i) due_q <= 1'b0;
      if (state != LATE && state != SEARCH && !closing) waits_q <= 1'b0;
      if (state == LATE && shown_open && shown == name) begin
        hinted_q <= 1'b1;
        hint_q <= scan;
      end
    end

    // The message.
    age_q <= (mine && state == OPEN ? 0 : age_q) + !held;
    if (!rst_ni) rest_q <= 2'd3;
    else if (closed_check_i) rest_q <= 2'd1;
    else if (rest_q != 2'd3) rest_q <= rest_q + 2'd1;
    if (!rst_ni) since_q <= GAP;
    else if (state == OPEN) since_q <= 9'd1;
    else if (since_q < GAP) since_q <= since_q + !held;
    if (here) seen_age_q <= age_q;
    if (state == MATCH) joined_q <= steps;
    if (mine && state == OPEN) begin
      name_q <= name;
      links_q <= 6'd0;
    end else if (mine && state == COUNT) begin
      links_q <= links_q | link;
    end
    if (joins) size_q <= size;
<%- if c.frame.max_data > 0 %>

    // Flits.
    if (!rst_ni) begin
      coming_q <= 1'b0;
      room_q <= 1'b0;
      read_q <= 1'b0;
    end else begin
      if (first_i) coming_q <= !empty_i;
      else if (ends) coming_q <= 1'b0;
      room_q <= room;
      read_q <= memory_read_i;
    end
    if (state == IDLE) count_q <= NONE;
    else if (valid_i) count_q <= count_q + FLIT;
    if (valid_i && count_q == NONE) flit_q <= data_i;
    given_q <= state == DATA ? given_q + memory_read_i : NONE;
    if (founds) begin
      length_q <= count_q;
      first_q <= first;
    end
<%- endif %>
  end

  // The first cycle of a reset may end anything.
  wire broken = bad || astray;
  reg held_q;
  initial held_q = 1'b0;
  initial reset_q = 1'b0;
  always @(posedge clk_i) begin
    reset_q <= !rst_ni;
    held_q <= rst_ni ? legal && !broken : state == IDLE;
  end
  assign failed_o = (held_q && rst_ni && legal && broken) || (reset_q && state != IDLE);
endmodule

`default_nettype wire
