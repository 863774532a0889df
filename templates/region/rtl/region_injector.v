<{ c.banner("Injector: turns the frames of the processor into messages.") }>
// Contract: a frame with a good header becomes one message, however long it is; the message ends
//   with data flit <{ c.options.max_data }><% if c.options.max_data == 0 %> (none: with the header)<% endif %>, as bad, if the frame does not. A frame with a
//   wrong header is taken to its end. At most one event a frame.
<%- if c.answers() %>
//   A frame that wants an answer takes its id; while that is in use, nothing of the frame is taken
//   after its first flit. When a frame that is discarded has been taken, refuse_o = 1.
<%- endif %>
// Latency and state: <{ c.injector_latency() }>
// Widths: <{ c.topology.coordinate_bits }> = coordinate; <{ c.frame.source_bits }> = number of a channel; <{ c.options.width }> = W; <{ c.frame.flit_bits }> = W + 2
<%- if c.answers() %>;
//   <{ c.answer.side_bits }> = tag, wish; <{ c.answer.tag_bits }> = tag; <{ c.answer.tags }> = ids<% endif %>.
`default_nettype none

module <{ c.prefix }>region_injector (
  input  wire clk_i,
  input  wire rst_ni,
<%- if c.uses_place() %>
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
<%- endif %>
  input  wire [<{ c.frame.source_bits - 1 }>:0] node_i,
  input  wire [<{ c.options.width - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  // Channel to the router; begins_i = 1 for a cycle when it has all outputs of a message
  input  wire vacant_i,
  input  wire begins_i,
  input  wire ready_i,
  output wire push_o,
  output wire [<{ c.frame.flit_bits - 1 }>:0] flit_o,
<%- if c.answers() %>
  output wire [<{ c.answer.side_bits - 1 }>:0] side_o,
  // Ids: in use, taken, of a frame that was discarded; refused_i = 1 while one of these waits
  input  wire [<{ c.answer.tags - 1 }>:0] used_i,
  output wire take_o,
  output wire [<{ c.answer.tag_bits - 1 }>:0] take_id_o,
  output wire refuse_o,
  output wire [<{ c.answer.tag_bits - 1 }>:0] refuse_id_o,
  input  wire refused_i,
<%- if c.replies() %>
  // 1: the event waits
  input  wire event_hold_i,
<%- endif %>
<%- endif %>
  output wire event_valid_o,
  output wire [3:0] event_code_o
);
<%- if c.frame.link_flits > 1 %>
  localparam W = <{ c.options.width }>;
<%- endif %>
  localparam X = <{ c.topology.coordinate_bits }>;
<%- if c.answers() %>
  localparam HEADER = <{ c.frame.injected_bits }>;
  localparam [3:0] WRONG_WANT = 4'd7;
<%- endif %>
  localparam [3:0] UNKNOWN_NODE = 4'd1;
<%- if c.frame.injected_flits > 1 %>
  localparam [3:0] SHORT_HEADER = 4'd2;
<%- endif %>
  localparam [3:0] TOO_LONG = 4'd3;
<%- if c.is_spanning_tree() %>
  localparam [3:0] SOURCE_OUTSIDE = 4'd4;
<%- endif %>
<%- if c.options.max_data > 0 %>
  localparam COUNT = <{ c.frame.data_count_bits }>;
  localparam [COUNT-1:0] END = <{ c.options.max_data - 1 }>;
  localparam [COUNT-1:0] ONE = 1;
<%- endif %>

  // What comes next: a header if none of these.
<%- if c.options.max_data > 0 %>
  reg data_q;
<%- endif %>
  reg discards_q;
<%- if c.frame.link_flits > 1 %>
  reg sends_q;
<%- endif %>

  wire [2*X-1:0] header;
  wire [X-1:0] <{ c.frame.first }>, <{ c.frame.second }>;
  wire unknown;
<%- if c.is_spanning_tree() %>
  wire outside;
<%- endif %>
  <{ c.prefix }>region_corners u_corners (
    .header_i(header),
<%- if c.uses_place() %>
    .here_i(here_i),
<%- endif %>
    .<{ c.frame.first }>_o(<{ c.frame.first }>),
    .<{ c.frame.second }>_o(<{ c.frame.second }>),
    .unknown_o(unknown)
<%- if c.is_spanning_tree() %>,
    .outside_o(outside)
<%- endif %>
  );
<%- if c.answers() %>
  wire wrong_want;
  wire wrong = wrong_want || unknown<% if c.is_spanning_tree() %> || outside<% endif %>;
  wire [3:0] wrong_code = wrong_want ? WRONG_WANT : <% if c.is_spanning_tree() %>unknown ? UNKNOWN_NODE : SOURCE_OUTSIDE<% else %>UNKNOWN_NODE<% endif %>;
<%- else if c.is_spanning_tree() %>
  wire wrong = unknown || outside;
  wire [3:0] wrong_code = unknown ? UNKNOWN_NODE : SOURCE_OUTSIDE;
<%- else %>
  wire wrong = unknown;
  wire [3:0] wrong_code = UNKNOWN_NODE;
<%- endif %>
  wire [2*X-1:0] region = { <{- c.frame.second }>, <{ c.frame.first }>};
  wire [<{ c.frame.link_flits * c.options.width - 1 }>:0] link_header = <{ c.frame.link_header() }>;

  wire transfer = s_axis_tvalid && s_axis_tready;

  // Messages in the channel that have not begun, and whether it takes no further one.
  localparam WAITS = <{ c.head_count_bits() }>;
  localparam [WAITS-1:0] HEADS = <{ c.buffers.heads }>;
  localparam [WAITS-1:0] NONE = 0;
  localparam [WAITS-1:0] ONE_HEAD = 1;
  reg [WAITS-1:0] waits_q;
  wire header_leaves;
  wire closed = waits_q == HEADS || (waits_q != NONE && !vacant_i);
  always @(posedge clk_i) begin
    if (!rst_ni) waits_q <= NONE;
    else if (header_leaves != begins_i) begin
      waits_q <= header_leaves ? waits_q + ONE_HEAD : waits_q - ONE_HEAD;
    end
  end
<%- if c.options.max_data > 0 %>
  reg [COUNT-1:0] count_q;
  wire ends = count_q == END;
  wire too_long = data_q && ends && !s_axis_tlast;

  always @(posedge clk_i) begin
    if (!data_q) count_q <= {COUNT{1'b0}};
    else if (transfer) count_q <= count_q + ONE;
  end
<%- endif %>
<%- if c.answers() %>
<%- include "region/rtl/injector_answers.vh" %>
<%- else if c.frame.link_flits == 1 %>

  // A header is checked and rewritten on its way into the queue.
  assign header = s_axis_tdata[2*X-1:0];
<%- if c.options.max_data > 0 %>
  wire at_header = !data_q && !discards_q;
  assign s_axis_tready = discards_q || (ready_i && (data_q || !closed));
  assign flit_o = data_q ? {too_long, s_axis_tlast || too_long, s_axis_tdata}
      : {1'b0, s_axis_tlast, link_header};
  wire cuts = too_long;

  always @(posedge clk_i) begin
    if (!rst_ni) data_q <= 1'b0;
    else if (transfer) data_q <= !s_axis_tlast && !cuts && (data_q || (at_header && !wrong));
  end
<%- else %>
  wire at_header = !discards_q;
  assign s_axis_tready = discards_q || (ready_i && !closed);
  wire cuts = at_header && !wrong && !s_axis_tlast;
  assign flit_o = {cuts, 1'b1, link_header};
<%- endif %>
  assign push_o = transfer && !discards_q && !(at_header && wrong);
  wire refuses = at_header && wrong;
  assign header_leaves = transfer && at_header && !wrong;

  always @(posedge clk_i) begin
    if (!rst_ni) discards_q <= 1'b0;
    else if (transfer) discards_q <= !s_axis_tlast && (discards_q || cuts || refuses);
  end

  reg event_q;
  reg [3:0] code_q;
  always @(posedge clk_i) begin
    if (!rst_ni) event_q <= 1'b0;
    else event_q <= transfer && (cuts || refuses);
  end
  always @(posedge clk_i) begin
    code_q <= refuses ? wrong_code : TOO_LONG;
  end
<%- else %>

  // A header is gathered, checked, and sent as a link header.
  reg [2*X-1:0] header_q;
  reg ended_q;
  assign header = header_q;
<%- if c.options.max_data > 0 %>
  wire at_header = !data_q && !discards_q && !sends_q;
<%- else %>
  wire at_header = !discards_q && !sends_q;
<%- endif %>
<%- if c.frame.injected_flits > 1 %>
  localparam INDEX = <{ c.frame.injected_count_bits }>;
  localparam [INDEX-1:0] HEADER_END = <{ c.frame.injected_flits - 1 }>;
  localparam [INDEX-1:0] NEXT = 1;
  reg [INDEX-1:0] index_q;
  wire header_ends = index_q == HEADER_END;
  wire too_short = transfer && at_header && s_axis_tlast && !header_ends;

  always @(posedge clk_i) begin
    if (!rst_ni) index_q <= {INDEX{1'b0}};
    else if (transfer && at_header) begin
      index_q <= (header_ends || s_axis_tlast) ? {INDEX{1'b0}} : index_q + NEXT;
    end
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
  wire first = sent_q == {SENT{1'b0}};
  wire refuses = sends_q && first && wrong;
  wire sends = sends_q && ready_i && !(first && (closed || wrong));
  wire sent = sends && sent_q == SENT_END;
  wire done = sent || refuses;
  assign header_leaves = sends && first;

  always @(posedge clk_i) begin
    if (!rst_ni) sent_q <= {SENT{1'b0}};
    else if (sends) sent_q <= sent ? {SENT{1'b0}} : sent_q + SENT_ONE;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) sends_q <= 1'b0;
    else if (transfer && at_header<% if c.frame.injected_flits > 1 %> && header_ends<% endif %>) sends_q <= 1'b1;
    else if (done) sends_q <= 1'b0;
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
<%- if c.options.max_data > 0 %>
  wire ends_here = ended_q;
  assign s_axis_tready = discards_q || (data_q ? ready_i : !sends_q);
  assign push_o = sends || (transfer && data_q);
  assign flit_o = data_q ? {too_long, s_axis_tlast || too_long, s_axis_tdata}
      : {ended_q && sent_q != SENT_END, ended_q && sent_q == SENT_END, header_flit};
  wire cuts = transfer && too_long;

  always @(posedge clk_i) begin
    if (!rst_ni) data_q <= 1'b0;
    else if (sent) data_q <= !ends_here;
    else if (transfer && data_q && (s_axis_tlast || too_long)) data_q <= 1'b0;
  end
<%- else %>
  assign s_axis_tready = discards_q || !sends_q;
  assign push_o = sends;
  assign flit_o = {!ended_q, sent_q == SENT_END, header_flit};
  wire cuts = sent && !ended_q;
<%- endif %>

  always @(posedge clk_i) begin
    if (!rst_ni) discards_q <= 1'b0;
    else if (cuts || (refuses && !ended_q)) discards_q <= 1'b1;
    else if (transfer && s_axis_tlast) discards_q <= 1'b0;
  end

  reg event_q;
  reg [3:0] code_q;
  always @(posedge clk_i) begin
    if (!rst_ni) event_q <= 1'b0;
    else event_q <= cuts || refuses<% if c.frame.injected_flits > 1 %> || too_short<% endif %>;
  end
  always @(posedge clk_i) begin
<%- if c.frame.injected_flits > 1 %>
    code_q <= refuses ? wrong_code : too_short ? SHORT_HEADER : TOO_LONG;
<%- else %>
    code_q <= refuses ? wrong_code : TOO_LONG;
<%- endif %>
  end
<%- endif %>
  assign event_valid_o = event_q;
  assign event_code_o = code_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin : push_finds_room
      assert (!push_o || ready_i);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
