<{ c.banner("Input: the messages of one channel, and what the first of them asks for.") }>
// Contract: a message whose header is here asks for one output at a time, in a fixed order, and
//   keeps those that it got. From the cycle after the last one its flits may leave, until the tail
//   has left. The channel takes the next header when the one before has begun: begins_o = 1
//   in the next cycle.
// Latency and state: a header asks one cycle after its last flit was pushed; a queue, the outputs.
// Widths: <{ c.topology.coordinate_bits }> = coordinate; <{ c.topology.ports + 1 }> = links of a node + 1; <{ c.frame.flit_bits }> = W + 2; <{ c.topology.requests }> = outputs.
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
  output wire ready_o,
  output wire begins_o,
  // Outputs: the one that is asked for, and those that the message has
  output wire [<{ c.topology.requests - 1 }>:0] request_o,
  input  wire granted_i,
  input  wire [<{ c.topology.requests - 1 }>:0] have_i,
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
    .ADDRESS(<{ c.buffers.link_address_bits }>)
<%- if c.buffers.block %>,
    .REGISTERED(1)
<%- endif %>
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

  // The header is read while it comes in: at most one message at a time has one that waits.
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

  reg [REQUESTS-1:0] wanted_q;
  always @(posedge clk_i) begin
    if (header_ends) wanted_q <= route;
  end

  reg waiting_q, streams_q, moved_q, begun_q;
  wire tail_leaves = move_i && tail_o;

  // What the channel has belongs to the message that leaves, while there is one.
  wire [REQUESTS-1:0] missing = wanted_q & ~(have_i & {REQUESTS{!streams_q}});
  wire [REQUESTS-1:0] next;
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(REQUESTS)
  ) u_lowest (
    .bits_i(missing),
    .lowest_o(next)
  );
<%- if c.options.virtual_channels == 1 %>
  // The next message asks while the tail leaves, so that no cycle is lost.
  assign request_o = next & {REQUESTS{waiting_q && (!streams_q || tail_leaves)}};
<%- else %>
  assign request_o = next & {REQUESTS{waiting_q && !streams_q}};
<%- endif %>
  wire begins = granted_i && missing == next;

  always @(posedge clk_i) begin
    if (!rst_ni) waiting_q <= 1'b0;
    else if (header_ends) waiting_q <= 1'b1;
    else if (begins) waiting_q <= 1'b0;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) streams_q <= 1'b0;
    else if (begins) streams_q <= 1'b1;
    else if (tail_leaves) streams_q <= 1'b0;
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
  assign valid_o = streams_q && valid;
  assign first_o = !moved_q;
  assign tail_o = flit_o[LAST];

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A header comes only when the one before has begun, and a message asks for something.
      begin : header_after_begun assert (!header_ends || !waiting_q); end
      begin : waiting_wants_outputs assert (!waiting_q || (|wanted_q)); end
      // One output at a time, none that it has; nothing moves before all are granted.
      begin : one_output_is_asked
        assert ((request_o & (request_o - <{ c.one_request() }>)) == {REQUESTS{1'b0}});
      end
      begin : granted_asked assert (!granted_i || (|request_o)); end
      begin : moves_what_is_valid assert (!move_i || valid_o); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
