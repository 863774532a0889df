<{ c.banner("Property: what region_input asks for, and when its flits leave.") }>
// Contract: failed_o = 0 in every cycle after a reset, whatever queue and route say, while a header comes
//   only when it has a place, ends no message early, and has a route, and while the queue keeps count of
//   its flits: the route sees the region of a header when its last flit comes, and messages keep what
//   it says, in their order; the first one asks for the first output that it lacks<% if c.options.virtual_channels == 1 %> and for those after it
//   as far as all before them are free<% endif %>, and not before the tail of the message before has left; it takes
//   what is offered up to the first one that it lacks still; it begins with the last one; no flit
//   shows before all outputs are taken, nor after the tail; a further message has a place when the port says so.
`default_nettype none

module proof_region_input (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
  input  wire [<{ c.topology.ports }>:0] arrival_i,
<%- if c.two_classes() %>
  input  wire class_i,
<%- endif %>
  input  wire push_i,
  input  wire [<{ c.frame.flit_bits - 1 }>:0] flit_i,
<%- if c.options.virtual_channels == 1 %>
  input  wire [<{ c.topology.requests - 2 }>:0] free_i,
<%- endif %>
  input  wire [<{ c.topology.requests - 1 }>:0] offered_i,
  input  wire move_i,
  output wire failed_o
);
  localparam X = <{ c.topology.coordinate_bits }>;
  localparam W = <{ c.options.width }>;
  localparam HEADER = <{ c.frame.link_flits }>;
  localparam REQUESTS = <{ c.topology.requests }>;

  localparam HEADS = <{ c.buffers.heads }>;
  localparam DEPTH = <{ c.buffers.link_depth }>;

  // Who offers and who moves keep to what the module says.
  wire ready, vacant, begins, valid, first, tail;
  wire [REQUESTS-1:0] request, taken;
  wire [W+1:0] flit;
  wire [REQUESTS-1:0] offered = offered_i & request;
  wire move = move_i && valid;
  <{ c.prefix }>region_input u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .here_i(here_i),
    .arrival_i(arrival_i),
<%- if c.two_classes() %>
    .class_i(class_i),
<%- endif %>
    .push_i(push_i),
    .flit_i(flit_i),
    .ready_o(ready),
    .vacant_o(vacant),
    .begins_o(begins),
<%- if c.options.virtual_channels == 1 %>
    .free_i(free_i),
<%- endif %>
    .request_o(request),
    .offered_i(offered),
    .taken_o(taken),
    .valid_o(valid),
    .move_i(move),
    .flit_o(flit),
    .first_o(first),
    .tail_o(tail)
  );

  // The ports of its parts.
<%- include "common/proof/seen.vh" %>

  // The flits that come: how many of a header, and the last header.
  reg [7:0] count_q;
  reg [HEADER*W-1:0] header_q;
  wire header_ends = push_i && count_q == HEADER - 1;
  wire early = push_i && flit_i[W] && count_q < HEADER - 1;
  // The messages that wait: how many, and what they lack, the first one lowest. Whether one leaves, and flits.
  reg [7:0] waits_q;
  reg [HEADS*REQUESTS-1:0] lacks_q, lacks;
  reg leaves_q, moved_q, begins_q;
  reg [15:0] flits_q;
  wire ends = move && tail;
  wire asks = waits_q != 0 && !leaves_q;

  // What the first one asks for, and what it takes.
  reg [REQUESTS-1:0] run, takes;
  reg runs, taking;
  integer r;
  always @* begin
    run = {REQUESTS{1'b0}};
    takes = {REQUESTS{1'b0}};
    runs = asks;
    taking = asks;
    for (r = 0; r < REQUESTS; r = r + 1) begin
      if (lacks_q[r]) begin
        run[r] = runs;
        takes[r] = taking && offered[r];
<%- if c.options.virtual_channels == 1 %>
        if (r < REQUESTS - 1 && !free_i[r]) runs = 1'b0;
<%- else %>
        runs = 1'b0;
<%- endif %>
        if (!offered[r]) taking = 1'b0;
      end
    end
  end
  wire last = asks && takes == lacks_q[REQUESTS-1:0];
  wire [7:0] left = waits_q - last;

  // The header with the flit that comes.
  reg [HEADER*W-1:0] header;
  always @* begin
    header = header_q;
    if (push_i && count_q < HEADER) header[count_q*W+:W] = flit_i[W-1:0];
  end
  wire [2*X-1:0] region = header[<{ c.frame.source_bits }>+:2*X];
  reg legal, bad;
  always @* begin
    legal = !early && !(header_ends && waits_q == HEADS);
    if ((push_i && flits_q == DEPTH) || (move && flits_q == 0)) legal = 1'b0;
    if (header_ends && route_request_o == 0) legal = 1'b0;

    bad = queue_clk_i != clk_i || queue_rst_ni != rst_ni || queue_push_i != push_i;
    if (queue_data_i != flit_i || queue_pop_i != move || ready == queue_full_o) bad = 1'b1;
    if (route_here_i != here_i || route_arrival_i != arrival_i) bad = 1'b1;
<%- if c.two_classes() %>
    if (route_class_i != class_i) bad = 1'b1;
<%- endif %>
    if (header_ends && { <{- "route_" }><{ c.frame.second }>_i, route_<{ c.frame.first }>_i} != region) bad = 1'b1;
    if (request != run || taken != takes || begins != begins_q) bad = 1'b1;
<%- if c.leaves_at_once() %>
    if (valid != (last || (leaves_q && queue_valid_o)) || flit != queue_data_o) bad = 1'b1;
<%- else %>
    if (valid != (leaves_q && queue_valid_o) || flit != queue_data_o) bad = 1'b1;
<%- endif %>
<%- if c.buffers.heads > 1 %>
    if (vacant != (flits_q <= <{ c.buffers.vacant }>)) bad = 1'b1;
<%- else %>
    if (vacant) bad = 1'b1;
<%- endif %>
    if (tail != queue_data_o[W] || first != !moved_q) bad = 1'b1;
    lacks = last ? lacks_q >> REQUESTS : lacks_q & ~takes;
    if (header_ends) lacks[left*REQUESTS+:REQUESTS] = route_request_o;
  end

  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    header_q <= header;
    lacks_q <= lacks;
    begins_q <= rst_ni && last;
    if (!rst_ni) begin
      count_q <= 8'd0;
      waits_q <= 8'd0;
      leaves_q <= 1'b0;
      moved_q <= 1'b0;
      flits_q <= 16'd0;
    end else begin
      if (push_i) count_q <= flit_i[W] ? 8'd0 : count_q < HEADER ? count_q + 8'd1 : count_q;
      waits_q <= left + header_ends;
      leaves_q <= (last || leaves_q) && !ends;
      if (move) moved_q <= !tail;
      flits_q <= flits_q + push_i - move;
    end
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
