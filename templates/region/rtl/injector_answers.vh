

  // What the frame wants, and what the processor calls it.
  localparam K = <{ c.answer.tags }>;
  localparam ID = <{ c.answer.tag_bits }>;
  wire [HEADER-1:0] typed;
  assign header = typed[HEADER-1-:2*X];
  wire [1:0] want = typed[1:0];
  // The only id of one tag is 0, whatever the frame says.
  localparam [ID-1:0] NAMED = K > 1 ? {ID{1'b1}} : {ID{1'b0}};
  wire [ID-1:0] id = typed[2+:ID] & NAMED;
  wire wants = |want;
  assign wrong_want = <% if c.replies() %>&want<% else %>want[1]<% endif %>;
  assign side_o = {id, want[<{ c.answer.want_bits - 1 }>:0]};
  // A frame waits while its id is in use.
  wire [K-1:0] named;
  genvar t;
  generate
    for (t = 0; t < K; t = t + 1) begin : gen_id
      localparam [ID-1:0] NUMBER = t;
      assign named[t] = id == NUMBER;
    end
  endgenerate
  wire waits = wants && (|(used_i & named));

  reg event_q;
  reg [3:0] code_q;
<%- if c.replies() %>
  wire event_waits = event_q && event_hold_i;
<%- endif %>
  // The completion of a frame that is discarded goes out once its last flit was taken.
  reg owes_q;
  reg [ID-1:0] owed_q;
  wire refuses, refused_ends;
<%- if c.frame.link_flits == 1 %>

  // A header is checked and rewritten on its way into the queue; one that waits is kept.
  reg held_q, held_last_q;
  reg [HEADER-1:0] held_header_q;
  assign typed = held_q ? held_header_q : s_axis_tdata[HEADER-1:0];
  wire typed_last = held_q ? held_last_q : s_axis_tlast;
  wire at_header = <% if c.options.max_data > 0 %>!data_q && <% endif %>!discards_q && !held_q;
  wire comes = transfer && at_header;
  wire held = held_q && !refused_i<% if c.replies() %> && !event_waits<% endif %>;
  wire accepts = (comes || held) && !waits;
  assign header_leaves = accepts && !wrong;
  assign refuses = accepts && wrong;
  assign refused_ends = typed_last;
  assign take_o = accepts && wants;
<%- if c.options.max_data > 0 %>
  assign s_axis_tready = <% if c.replies() %>!event_waits && (<% endif %>discards_q ||
      (ready_i && (data_q || (!closed && !held_q && !refused_i)))<% if c.replies() %>)<% endif %>;
  assign push_o = header_leaves || (transfer && data_q);
  assign flit_o = data_q ? {too_long, s_axis_tlast || too_long, s_axis_tdata}
      : {1'b0, typed_last, link_header};
  wire cuts = transfer && too_long;

  always @(posedge clk_i) begin
    if (!rst_ni) data_q <= 1'b0;
    else if (header_leaves) data_q <= !typed_last;
    else if (transfer && (s_axis_tlast || too_long)) data_q <= 1'b0;
  end
<%- else %>
  assign s_axis_tready = <% if c.replies() %>!event_waits && (<% endif %>discards_q ||
      (ready_i && !closed && !held_q && !refused_i)<% if c.replies() %>)<% endif %>;
  assign push_o = header_leaves;
  wire cuts = header_leaves && !typed_last;
  assign flit_o = {cuts, 1'b1, link_header};
<%- endif %>

  always @(posedge clk_i) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= (comes || held_q) && !accepts;
  end
  always @(posedge clk_i) begin
    if (comes) begin
      held_header_q <= s_axis_tdata[HEADER-1:0];
      held_last_q <= s_axis_tlast;
    end
  end
<%- else %>

  // A header is gathered, checked, and sent as a link header.
  reg [HEADER-1:0] header_q;
  reg ended_q;
  assign typed = header_q;
  wire at_header = <% if c.options.max_data > 0 %>!data_q && <% endif %>!discards_q && !sends_q;
<%- if c.frame.injected_flits > 1 %>
  localparam INDEX = <{ c.frame.injected_count_bits }>;
  localparam [INDEX-1:0] HEADER_END = <{ c.frame.injected_flits - 1 }>;
  localparam [INDEX-1:0] NEXT = 1;
  reg [INDEX-1:0] index_q;
  reg short_q;
  wire header_ends = index_q == HEADER_END || s_axis_tlast;

  always @(posedge clk_i) begin
    if (!rst_ni) index_q <= {INDEX{1'b0}};
    else if (transfer && at_header) index_q <= header_ends ? {INDEX{1'b0}} : index_q + NEXT;
  end
  always @(posedge clk_i) begin
    if (transfer && at_header) short_q <= index_q != HEADER_END;
  end
<%- endif %>

  always @(posedge clk_i) begin
<%- for piece in c.frame.injected_pieces %>
    if (transfer && at_header<% if c.frame.injected_flits > 1 %> && index_q == <{ piece.flit }><% endif %>) header_q[<{ piece.target }>] <= s_axis_tdata[<{ piece.source }>];
<%- endfor %>
    if (transfer && at_header) ended_q <= s_axis_tlast;
  end

  localparam SENT = <{ c.frame.link_count_bits }>;
  localparam [SENT-1:0] SENT_END = <{ c.frame.link_flits - 1 }>;
  localparam [SENT-1:0] SENT_ONE = 1;
  reg [SENT-1:0] sent_q;
  wire begins = sends_q && sent_q == {SENT{1'b0}} && !waits<% if c.replies() %> && !event_waits<% endif %>;
<%- if c.frame.injected_flits > 1 %>
  wire [3:0] refused_code = short_q ? SHORT_HEADER : wrong_code;
<%- endif %>
  wire refused = wrong<% if c.frame.injected_flits > 1 %> || short_q<% endif %>;
  assign refuses = begins && refused && !refused_i;
  assign refused_ends = ended_q;
  assign header_leaves = begins && ready_i && !closed && !refused;
  assign take_o = (header_leaves || refuses) && wants;
  wire sends = header_leaves || (sends_q && ready_i && sent_q != {SENT{1'b0}});
  wire sent = sends && sent_q == SENT_END;

  always @(posedge clk_i) begin
    if (!rst_ni) sent_q <= {SENT{1'b0}};
    else if (sends) sent_q <= sent ? {SENT{1'b0}} : sent_q + SENT_ONE;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) sends_q <= 1'b0;
    else if (transfer && at_header<% if c.frame.injected_flits > 1 %> && header_ends<% endif %>) sends_q <= 1'b1;
    else if (sent || refuses) sends_q <= 1'b0;
  end

  reg [W-1:0] header_flit;
  always @* begin
    case (sent_q)
<%- for flit in c.frame.link_flit_list() %>
      <{ c.frame.link_count_bits }>'d<{ flit.index }>: header_flit = link_header[<{ flit.range }>];
<%- endfor %>
      default: header_flit = link_header[<{ c.frame.link_last_range() }>];
    endcase
  end
<%- if c.frame.injected_flits > 1 %>
  // Inside a header the id of the frame is known.
  wire gathers = !sends_q && (index_q == {INDEX{1'b0}} || !waits);
<%- else %>
  wire gathers = !sends_q;
<%- endif %>
<%- if c.options.max_data > 0 %>
  assign s_axis_tready = <% if c.replies() %>!event_waits && (<% endif %>discards_q || (data_q ? ready_i : gathers)<% if c.replies() %>)<% endif %>;
  assign push_o = sends || (transfer && data_q);
  assign flit_o = data_q ? {too_long, s_axis_tlast || too_long, s_axis_tdata}
      : {ended_q && sent_q != SENT_END, ended_q && sent_q == SENT_END, header_flit};
  wire cuts = transfer && too_long;

  always @(posedge clk_i) begin
    if (!rst_ni) data_q <= 1'b0;
    else if (sent) data_q <= !ended_q;
    else if (transfer && data_q && (s_axis_tlast || too_long)) data_q <= 1'b0;
  end
<%- else %>
  assign s_axis_tready = <% if c.replies() %>!event_waits && (<% endif %>discards_q || gathers<% if c.replies() %>)<% endif %>;
  assign push_o = sends;
  assign flit_o = {!ended_q, sent_q == SENT_END, header_flit};
  wire cuts = sent && !ended_q;
<%- endif %>
<%- endif %>
  assign take_id_o = id;

  wire discarded = transfer && discards_q && s_axis_tlast;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      discards_q <= 1'b0;
      owes_q <= 1'b0;
    end else begin
      discards_q <= cuts || (refuses && !refused_ends) || (discards_q && !discarded);
      owes_q <= (refuses && !refused_ends && wants) || (owes_q && !discarded);
    end
  end
  always @(posedge clk_i) begin
    if (refuses) owed_q <= id;
  end
  assign refuse_o = (refuses && refused_ends && wants) || (owes_q && discarded);
  assign refuse_id_o = refuses ? id : owed_q;

  always @(posedge clk_i) begin
    if (!rst_ni) event_q <= 1'b0;
    else event_q <= cuts || refuses<% if c.replies() %> || event_waits<% endif %>;
  end
  always @(posedge clk_i) begin
<%- if c.replies() %>
    if (!event_waits) code_q <= refuses ? <% if c.frame.injected_flits > 1 %>refused_code<% else %>wrong_code<% endif %> : TOO_LONG;
<%- else %>
    code_q <= refuses ? <% if c.frame.injected_flits > 1 %>refused_code<% else %>wrong_code<% endif %> : TOO_LONG;
<%- endif %>
  end
