<{ c.banner("Input: the messages of one channel, and what the first of them asks for.") }>
// Contract: a message whose header is here asks for the first output that it lacks, in a fixed
<%- if c.options.virtual_channels == 1 %>
//   order, and for those after it as far as all before them are free. It takes what is offered up
//   to the first one that is not, and keeps it. Its flits may leave from <% if c.leaves_at_once() %>the cycle in which it
//   takes the last one on, until the tail has left; begins_o = 1 in the next cycle.<% else %>the cycle after it has
//   taken the last one, until the tail has left; begins_o = 1 in that cycle.<% endif %>
<%- else %>
//   order, takes it when it is offered, and keeps it. From the cycle after the last one its flits
//   may leave, until the tail has left; begins_o = 1 in that cycle.
<%- endif %>
<%- if c.buffers.heads > 1 %>
//   Up to <{ c.buffers.heads }> headers may wait; vacant_o = 1 while a further message has a place for all its flits.
<%- else %>
//   One header may wait.
<%- endif %>
// Latency and state: a header asks one cycle after its last flit was pushed; a queue, the outputs.
// Widths: <{ c.topology.coordinate_bits }> = coordinate; <{ c.topology.ports + 1 }> = links of a node + 1; <{ c.frame.flit_bits }> = W + 2; <{ c.topology.requests }> = outputs<% if c.options.virtual_channels == 1 %>;
//   <{ c.links_asked() }> = outputs without the delivery<% endif %>
<%- if c.answers() %>;
//   <{ c.answer.side_bits }> = tag, wish of a message; <{ c.answer.tag_bits }> = tag; <{ c.answer.row_bits }> = what answers<% endif %>.
`default_nettype none

module <{ c.prefix }>region_input (
  input  wire clk_i,
  input  wire rst_ni,
  // Constants of the place: coordinates of the node, and how messages come
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
  input  wire [<{ c.topology.ports }>:0] arrival_i,
<%- if c.two_classes() %>
  input  wire class_i,
<%- endif %>
  // Channel
  input  wire push_i,
  input  wire [<{ c.frame.flit_bits - 1 }>:0] flit_i,
<%- if c.answers() %>
  // With the first flit: wish and tag of the message; when its header has come: its row
  input  wire [<{ c.answer.side_bits - 1 }>:0] side_i,
  output wire enter_o,
  output wire [<{ c.answer.tag_bits - 1 }>:0] enter_tag_o,
  output wire [<{ c.answer.row_bits - 1 }>:0] enter_row_o,
<%- endif %>
  output wire ready_o,
  output wire vacant_o,
  output wire begins_o,
<%- if c.options.virtual_channels == 1 %>
  // Outputs: those that can be given, without the delivery; asked for; offered; taken
  input  wire [<{ c.links_asked() - 1 }>:0] free_i,
<%- else %>
  // Outputs: asked for, offered, taken
<%- endif %>
  output wire [<{ c.topology.requests - 1 }>:0] request_o,
<%- if c.answers() %>
  // Wish and tag of the message that asks
  output wire [<{ c.answer.side_bits - 1 }>:0] side_o,
<%- endif %>
  input  wire [<{ c.topology.requests - 1 }>:0] offered_i,
  output wire [<{ c.topology.requests - 1 }>:0] taken_o,
  // Flits
  output wire valid_o,
  input  wire move_i,
  output wire [<{ c.frame.flit_bits - 1 }>:0] flit_o,
  output wire first_o,
  output wire tail_o
);
  localparam X = <{ c.topology.coordinate_bits }>;
  localparam REQUESTS = <{ c.topology.requests }>;
  localparam LAST = <{ c.options.width }>;

  wire valid;
  wire full;
  <{ c.prefix }>tee_queue #(
    .WIDTH(<{ c.frame.flit_bits }>),
    .ADDRESS(<{ c.buffers.link_address_bits }>),
<%- if c.buffers.block %>
    .REGISTERED(1),
<%- endif %>
    .EARLY(1)
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .push_i(push_i),
    .data_i(flit_i),
    .full_o(full),
    .valid_o(valid),
    .data_o(flit_o),
    .pop_i(move_i)
  );
  assign ready_o = !full;
<%- if c.buffers.heads > 1 %>

  // Flits in the queue, and whether they leave a place for a whole message.
  localparam FLITS = <{ c.buffers.link_address_bits + 1 }>;
  localparam [FLITS-1:0] VACANT = <{ c.buffers.vacant }>;
  localparam [FLITS-1:0] NOT_VACANT = <{ c.buffers.vacant + 1 }>;
  reg [FLITS-1:0] flits_q;
  reg vacant_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      flits_q <= {FLITS{1'b0}};
      vacant_q <= 1'b1;
    end else if (push_i != move_i) begin
      // One more or, as a sum too, one less.
      flits_q <= flits_q + {{(FLITS-1){move_i}}, 1'b1};
      vacant_q <= push_i ? vacant_q && flits_q != VACANT : vacant_q || flits_q == NOT_VACANT;
    end
  end
  assign vacant_o = vacant_q;
<%- else %>
  assign vacant_o = 1'b0;
<%- endif %>

  // The header is read while it comes in.
<%- if c.frame.link_flits == 1 %>
  reg inside_q;
  wire header_ends = push_i && !inside_q;

  always @(posedge clk_i) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (push_i) inside_q <= !flit_i[LAST];
  end
<%- else %>
  localparam COUNT = <{ c.frame.link_count_bits }>;
  localparam [COUNT-1:0] END = <{ c.frame.link_flits }>;
  localparam [COUNT-1:0] ONE = 1;
  reg [COUNT-1:0] count_q;
  wire header_ends = push_i && count_q == END - ONE;

  always @(posedge clk_i) begin
    if (!rst_ni) count_q <= {COUNT{1'b0}};
    else if (push_i) begin
      if (flit_i[LAST]) count_q <= {COUNT{1'b0}};
      else if (count_q != END) count_q <= count_q + ONE;
    end
  end
<%- endif %>

  // The route is found while the last header flit comes in, and kept.
  wire [X-1:0] <{ c.frame.first }>, <{ c.frame.second }>;
<%- for piece in c.frame.pieces %>
<%- if piece.is_last %>
  assign <{ piece.target }> = flit_i[<{ piece.source }>];
<%- else %>
  reg [<{ piece.bits - 1 }>:0] piece_<{ loop.index0 }>_q;
  assign <{ piece.target }> = piece_<{ loop.index0 }>_q;
  always @(posedge clk_i) begin
    if (push_i && count_q == <{ piece.flit }>) piece_<{ loop.index0 }>_q <= flit_i[<{ piece.source }>];
  end
<%- endif %>
<%- endfor %>

  wire [REQUESTS-1:0] route;
  <{ c.prefix }>region_route u_route (
    .here_i(here_i),
    .<{ c.frame.first }>_i(<{ c.frame.first }>),
    .<{ c.frame.second }>_i(<{ c.frame.second }>),
    .arrival_i(arrival_i),
<%- if c.two_classes() %>
    .class_i(class_i),
<%- endif %>
    .request_o(route)
  );
<%- if c.answers() %>

  // The wish and the tag come with the first flit.
  localparam WANT = <{ c.answer.want_bits }>;
  localparam SIDE = <{ c.answer.side_bits }>;
<%- if c.frame.link_flits == 1 %>
  wire [SIDE-1:0] side = side_i;
<%- else %>
  reg [SIDE-1:0] first_side_q;
  always @(posedge clk_i) begin
    if (push_i && count_q == {COUNT{1'b0}}) first_side_q <= side_i;
  end
  wire [SIDE-1:0] side = first_side_q;
<%- endif %>
  assign enter_o = header_ends && (|side[WANT-1:0]);
  assign enter_tag_o = side[SIDE-1:WANT];
  assign enter_row_o = <{ c.entered_row() }>;
<%- endif %>

  // The outputs that messages lack which have not begun, the first message lowest.
  localparam HEADS = <{ c.buffers.heads }>;
  reg [HEADS*REQUESTS-1:0] wanted_q;
  reg [HEADS-1:0] waiting_q;
<%- if c.answers() %>
  reg [HEADS*SIDE-1:0] side_q;
  assign side_o = side_q[SIDE-1:0];
<%- endif %>
  reg streams_q, moved_q, begun_q;
  wire tail_leaves = move_i && tail_o;

  wire [REQUESTS-1:0] missing = wanted_q[REQUESTS-1:0];
  wire asks = waiting_q[0] && !streams_q;
<%- if c.options.virtual_channels == 1 %>
  wire [REQUESTS-1:0] lacking = missing & ~offered_i;
  wire [REQUESTS-2:0] unfree = missing[REQUESTS-2:0] & ~free_i;
  genvar r;
  generate
    for (r = 0; r < REQUESTS; r = r + 1) begin : gen_run
      if (r == 0) begin : gen_first
        assign request_o[r] = asks && missing[r];
        assign taken_o[r] = offered_i[r];
      end else begin : gen_other
        assign request_o[r] = asks && missing[r] && !(|unfree[r-1:0]);
        assign taken_o[r] = offered_i[r] && !(|lacking[r-1:0]);
      end
    end
  endgenerate
  wire begins = asks && !(|lacking);
<%- else %>
  wire [REQUESTS-1:0] next;
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(REQUESTS)
  ) u_lowest (
    .bits_i(missing),
    .lowest_o(next)
  );
  assign request_o = next & {REQUESTS{asks}};
  assign taken_o = offered_i;
  // The only one that it lacks.
  wire is_last = !(|(missing & ~next));
  wire begins = is_last && (|offered_i);
<%- endif %>

  // Registers of a channel that nothing enters hold zeros, so that synthesis removes them.
<%- if c.leaves_at_once() %>
  wire shifts = begins;
<%- else %>
  // The next one has time until the tail has left.
  wire shifts = begun_q;
<%- endif %>
  wire [HEADS-1:0] left = shifts ? waiting_q >> 1 : waiting_q;
  genvar h;
  generate
    for (h = 0; h < HEADS; h = h + 1) begin : gen_head
      wire enters;
      wire [REQUESTS-1:0] stays;
      if (h == 0) begin : gen_first
        assign enters = header_ends && !left[h];
        assign stays = missing & ~taken_o;
      end else begin : gen_other
        assign enters = header_ends && !left[h] && left[h-1];
        assign stays = wanted_q[h*REQUESTS+:REQUESTS];
      end
      always @(posedge clk_i) begin
        if (!rst_ni) waiting_q[h] <= 1'b0;
        else if (enters) waiting_q[h] <= 1'b1;
        else if (shifts) waiting_q[h] <= left[h];
      end
      if (h < HEADS - 1) begin : gen_moves
        always @(posedge clk_i) begin
          wanted_q[h*REQUESTS+:REQUESTS] <= enters ? route :
              shifts ? wanted_q[(h+1)*REQUESTS+:REQUESTS] : stays;
<%- if c.answers() %>
          if (enters) side_q[h*SIDE+:SIDE] <= side;
          else if (shifts) side_q[h*SIDE+:SIDE] <= side_q[(h+1)*SIDE+:SIDE];
<%- endif %>
        end
      end else begin : gen_last
        always @(posedge clk_i) begin
          wanted_q[h*REQUESTS+:REQUESTS] <= enters ? route : stays;
<%- if c.answers() %>
          if (enters) side_q[h*SIDE+:SIDE] <= side;
<%- endif %>
        end
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (!rst_ni) streams_q <= 1'b0;
    else if (tail_leaves) streams_q <= 1'b0;
    else if (begins) streams_q <= 1'b1;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) moved_q <= 1'b0;
    else if (move_i) moved_q <= !tail_o;
  end

  // A register: the other end of the link has time until the message is through.
  always @(posedge clk_i) begin
    if (!rst_ni) begun_q <= 1'b0;
    else begun_q <= begins;
  end

  assign begins_o = begun_q;
<%- if c.leaves_at_once() %>
  assign valid_o = begins || (streams_q && valid);
<%- else %>
  assign valid_o = streams_q && valid;
<%- endif %>
  assign first_o = !moved_q;
  assign tail_o = flit_o[LAST];

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A header finds a place, and a message asks for something.
      begin : header_finds_place assert (!header_ends || !left[HEADS-1]); end
      begin : asks_for_outputs assert (!asks || (|missing)); end
      // Only what is asked for is offered.
      begin : offered_asked assert ((offered_i & ~request_o) == {REQUESTS{1'b0}}); end
      begin : moves_what_is_valid assert (!move_i || valid_o); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
