  // Steps, and for how long it has been this one; where other messages decide, two may come next.
  reg [3:0] was_q, next_q, other_q;
  reg [8:0] before_q;
  wire [8:0] steps = (state == was_q) ? before_q + 9'd1 : 9'd0;
  wire counting = state == RECEIVE || state == MATCH || state == COUNT;
  wire closing = state == CLOSE || state == COMPARE || state == EMIT || state == DATA;

  // The packet at hand: whether its head passes, or it has no open message yet.
  reg due_q, waits_q, empty_q, bad_q;
  reg [HEAD-1:0] head_q;
  wire [NAME-1:0] name = {head_q[HEAD-1:ID+6], head_q[ID+2:0]};
  wire [2:0] copies = head_q[ID+2:ID];
  wire [5:0] link = 6'd1 << head_q[ID+5:ID+3];
<%- if c.frame.max_data > 0 %>
  reg coming_q, room_q;
  reg [OFFSET-1:0] count_q;
  reg [W-1:0] flit_q;
  wire ends = valid_i && last_i;
  wire listens = state == RECEIVE || state == DROP || (state == PASS && !due_q);
<%- endif %>

  // The message that is followed, any one: name, age, in-links that brought a copy, groups; of one
  // group its size and its first copy.
  wire mine = which == entry_i;
  reg has_q;
  reg [NAME-1:0] name_q;
  reg [TIME-1:0] age_q, seen_age_q;
  reg [5:0] links_q;
  reg [2:0] number_q, joined_q;
  reg [3:0] size_q;
  wire known = has_q && name_q == name;
  wire again = (links_q & link) != 6'd0;
  wire grows = joined_q == number_q;
  wire there = group_i < number_q;
  wire joins = state == COUNT && mine && joined_q == group_i;
  wire [3:0] size = !joins ? size_q : there ? size_q + 4'd1 : 4'd1;
<%- if c.frame.max_data > 0 %>
  reg [OFFSET-1:0] length_q, given_q;
  reg [W-1:0] first_q;
  reg read_q;
  wire [W-1:0] first = (count_q == NONE) ? {W{1'b0}} : flit_q;
  wire agrees = count_q == length_q && first == first_q;
  wire founds = joins && !there;
  wire [OFFSET-1:0] group_length = founds ? count_q : length_q;
  wire [W-1:0] group_first = founds ? first : first_q;
  wire largest = mine && there && best == group_i;
<%- else %>
  wire agrees = 1'b1;
  wire [2:0] best = 3'd0;
<%- endif %>

  // What the duplicate check knows a broadcast by; how many in-links these are.
  function [NAME-1:0] identity;
    input [NAME-1:0] named;
    identity = {named[ID+2:ID], named[NAME-1:ID+3], named[ID-1:0]};
  endfunction
  function [3:0] number;
    input [5:0] links;
    number = {3'd0, links[0]} + {3'd0, links[1]} + {3'd0, links[2]} + {3'd0, links[3]} +
        {3'd0, links[4]} + {3'd0, links[5]};
  endfunction
  wire [NAME-1:0] asked = {closed_copies_i, closed_key_i};
  wire [3:0] seen_links = number(links_q);

  // The entry that is looked at, when a packet may come, in a search, or by chance.
  wire here = state == SEARCH && steps == entry_i;
  wire passed = (state == SEARCH && steps > entry_i) || state == OPEN || (closing && waits_q);
  wire at_hand = state == LATE || state == SEARCH || state == OPEN || counting ||
      (closing && waits_q);
  wire shown_open = |(opens & (FIRST << scan));
  wire watched_open = |(opens & (FIRST << watch));
  wire [ENTRIES-1:0] before = (FIRST << steps) - FIRST;
  wire some_free = (~opens & before) != 0;
  reg hinted_q, reset_q;
  reg [ENTRY-1:0] entry_q, hint_q, turn_q, which_q;
  reg [2:0] group_q;

  // Checks are three cycles apart, as they have to be: cycles since the last one, at least.
  reg [1:0] rest_q;
  wire checks = (state == LATE && steps == 0) || (state == CLOSE && steps == 1);
  wire checked = (state == LATE && steps == 1) || (state == CLOSE && steps == 2);
  wire [1:0] rest = checks ? 2'd3 : checked ? 2'd1 : 2'd2;

  // Messages open further apart than a search takes: its first and last look decide the oldest.
  reg [8:0] since_q, least;
  always @* begin
    case (state)
      OPEN: least = GAP;
      RECEIVE, MATCH: least = 9'd1;
      COUNT: least = 9'd2;
      LATE: least = 9'd4 + steps;
      SEARCH: least = 9'd6 + steps;
      default: least = closing && waits_q ? GAP : 9'd3;
    endcase
  end

  wire waits_for_head = state == EMIT || (state == PASS && due_q);
<%- if c.frame.max_data > 0 %>
  wire waits_for_room = state == DATA || (state == PASS && !due_q);
  wire held = (waits_for_head && !port_ready_i) || (waits_for_room && !port_room_i);
<%- else %>
  wire held = waits_for_head && !port_ready_i;
<%- endif %>
  wire emits = state == EMIT && port_ready_i;
<%- if c.frame.max_data > 0 %>
  wire [31:0] base = (entry_i * 6 + group_i) * PITCH;
<%- endif %>
  wire [2:0] said = port_head[ID+5:ID+3];

  reg legal, bad;
  reg [3:0] next, other, refused, found;
  always @* begin
    // Its surroundings.
    legal = entry_i == entry_q && group_i == group_q && entry_i < ENTRIES && group_i < 3'd6;
    if (first_i && (!ready || (head_i[ID+2:ID] != 3'd0 && head_i[ID+5:ID+3] > 3'd5))) legal = 1'b0;
<%- if c.frame.max_data > 0 %>
    if (valid_i && (!room_q || !coming_q || (count_q + FLIT == MOST && !last_i))) legal = 1'b0;
<%- else %>
    if (first_i && !empty_i) legal = 1'b0;
<%- endif %>
    // Others are as this one is shown to be, and a memory keeps what it has.
    if (shown_open && scan != entry_i) begin
      if (state == PASS && shown[ID+2:ID] == 3'd0) legal = 1'b0;
      if (state == SEARCH && shown_counts[8:6] > number(shown_counts[5:0])) legal = 1'b0;
      if (state == SEARCH && hinted_q && scan == hint_q && shown != name) legal = 1'b0;
      if (closing && waits_q && shown == name) legal = 1'b0;
    end

    // Steps.
<%- if c.frame.max_data > 0 %>
    refused = empty_q ? IDLE : DROP;
    found = empty_q ? MATCH : RECEIVE;
<%- else %>
    refused = IDLE;
    found = MATCH;
<%- endif %>
    next = state;
    case (state)
      IDLE: begin
        if (!ready) next = CLOSE;
        else if (first_i) next = head_i[ID+2:ID] == 3'd0 ? PASS : LATE;
      end
<%- if c.frame.max_data > 0 %>
      PASS: if (due_q ? port_ready_i && empty_q : ends) next = IDLE;
      RECEIVE: if (ends) next = MATCH;
      DROP: if (ends) next = IDLE;
      DATA: if (port_valid && port_last) next = waits_q ? OPEN : IDLE;
<%- else %>
      PASS: if (port_ready_i) next = IDLE;
<%- endif %>
      LATE: if (steps == 1) next = closed_seen_o || bad_q ? refused : SEARCH;
      SEARCH: begin
        if (here && known) next = again ? refused : found;
        else if (event_valid) next = refused;
        else if (steps == LAST) next = opens == ALL ? CLOSE : OPEN;
      end
      OPEN: next = found;
      MATCH: if (!mine || steps == number_q || (steps == group_i && agrees)) next = COUNT;
      COUNT: next = number(links_q | link) == copies ? CLOSE : IDLE;
      CLOSE: if (steps == 2) next = COMPARE;
      COMPARE: if (steps + 1 == number_q) next = EMIT;
      EMIT: if (port_ready_i) next = !port_empty ? DATA : waits_q ? OPEN : IDLE;
      default: next = IDLE;
    endcase
    other = next;
    if (state == SEARCH && !here && shown_open && !event_valid) other = found;
    if (state == MATCH && !mine) other = MATCH;
<%- if c.frame.max_data > 0 %>
    if (state == MATCH && mine && steps != group_i && steps < number_q) other = COUNT;
<%- else %>
    if (state == MATCH && mine) next = COUNT;
<%- endif %>
    if (state == COUNT && !mine) begin
      next = IDLE;
      other = CLOSE;
    end
    if (state == COMPARE && !mine) begin
      next = EMIT;
      other = COMPARE;
    end

    // Outputs.
    bad = state != next_q && state != other_q;
    if (state == IDLE) begin
      if (watch == entry_i && ready != !(has_q && age_q >= TIMEOUT)) bad = 1'b1;
      if (!watched_open && !ready) bad = 1'b1;
    end else if (ready) begin
      bad = 1'b1;
    end
    if (port_first != (waits_for_head && port_ready_i)) bad = 1'b1;
    if (port_first && state == PASS) begin
      if (port_head != head_q || port_empty != empty_q || port_bad != bad_q) bad = 1'b1;
    end
    if (emits && mine) begin
      if ({port_head[HEAD-1:ID+6], port_head[ID+2:0]} != name_q) bad = 1'b1;
      if (port_bad != ({said, 1'b0} <= name_q[ID+2:ID])) bad = 1'b1;
      if (there && best == group_i && said != size_q) bad = 1'b1;
      if (there && (best > group_i ? said <= size_q : said < size_q)) bad = 1'b1;
      if (said != 3'd0 && best >= number_q) bad = 1'b1;
<%- if c.frame.max_data > 0 %>
      if (largest && port_empty != (length_q == NONE)) bad = 1'b1;
<%- endif %>
    end
<%- if c.frame.max_data == 0 %>
    if (emits && !port_empty) bad = 1'b1;
<%- endif %>
    // Events.
    case (state)
      LATE: begin
        if (event_valid != (steps == 1 && closed_seen_o && !bad_q)) bad = 1'b1;
        if (event_valid && code != 4'd12) bad = 1'b1;
      end
      SEARCH: begin
        if (here ? event_valid != (known && again) : event_valid && !shown_open) bad = 1'b1;
        if (event_valid && code != 4'd8) bad = 1'b1;
      end
      EMIT: begin
        if (event_valid != (port_first && port_bad) || (event_valid && code != 4'd11)) bad = 1'b1;
      end
      default: if (event_valid) bad = 1'b1;
    endcase
    // The duplicate check.
    if (closed_clk_i != clk_i || closed_rst_ni != rst_ni || closed_tick_i != !held) bad = 1'b1;
    if (closed_check_i != checks) bad = 1'b1;
    if (closed_record_i != (state == CLOSE && steps == 2)) bad = 1'b1;
    if (closed_check_i && state == LATE && asked != identity(name)) bad = 1'b1;
    if (closed_check_i ? rest_q != 2'd3 : closed_record_i && rest_q != 2'd1) bad = 1'b1;
    if ((closed_check_i || closed_record_i) && state == CLOSE && mine) begin
      if (asked != identity(name_q)) bad = 1'b1;
    end
<%- if c.frame.max_data > 0 %>
    // Data.
    if (room != (listens && (state != PASS || port_room_i))) bad = 1'b1;
    if (port_valid != (read_q || (state == PASS && valid_i))) bad = 1'b1;
    if (port_valid && state == PASS && (port_data != data_i || port_last != last_i)) bad = 1'b1;
    if (port_valid && state == DATA && port_data != memory_read_data_o) bad = 1'b1;
    if (read_q && largest && port_last != (given_q == length_q)) bad = 1'b1;
    if (memory_clk_i != clk_i) bad = 1'b1;
    if (memory_write_i != (state == RECEIVE && valid_i)) bad = 1'b1;
    if (memory_write_i && memory_write_data_i != data_i) bad = 1'b1;
    if (memory_write_i && mine && number_q == group_i) begin
      if (memory_write_address_i != base + count_q) bad = 1'b1;
    end else if (memory_write_i) begin
      if (memory_write_address_i >= base && memory_write_address_i < base + PITCH) bad = 1'b1;
    end
    if (memory_read_i && (state != DATA || !port_room_i)) bad = 1'b1;
    if (state == DATA && largest) begin
      if (memory_read_i != (port_room_i && given_q != length_q)) bad = 1'b1;
      if (memory_read_i && memory_read_address_i != base + given_q) bad = 1'b1;
    end
<%- endif %>
  end
