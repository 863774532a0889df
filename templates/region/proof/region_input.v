<{ c.banner("Property: what region_input asks for, and when its flits leave.") }>
// Contract: failed_o = 0 in every cycle after a reset, whatever queue and route say, while a header comes
//   only when no other one waits, ends no message early, and has a route: the route sees the region
//   of a header when its last flit comes, and the message keeps what it says; it asks for the first
//   output that it lacks, for one at a time, and not before the tail of the message before
//   <% if c.options.virtual_channels == 1 %>leaves<% else %>has left<% endif %>; it begins with the last grant; no flit shows before all outputs are granted,
//   nor after the tail.
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
  input  wire granted_i,
  input  wire move_i,
  output wire failed_o
);
  localparam X = <{ c.topology.coordinate_bits }>;
  localparam W = <{ c.options.width }>;
  localparam HEADER = <{ c.frame.link_flits }>;
  localparam REQUESTS = <{ c.topology.requests }>;

  // Who grants and who moves keep to what the module says.
  wire ready, begins, valid, first, tail;
  wire [REQUESTS-1:0] request;
  wire [W+1:0] flit;
  wire granted = granted_i && request != 0;
  wire move = move_i && valid;
  reg [REQUESTS-1:0] have_q;
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
    .begins_o(begins),
    .request_o(request),
    .granted_i(granted),
    .have_i(have_q),
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
  // What the message that waits has got, the outputs of the one that leaves, and what it asked for.
  reg waits_q, leaves_q, moved_q, begins_q;
  reg [REQUESTS-1:0] got_q, taken_q, wanted_q;
  wire ends = move && tail;

  // The first output that is missing.
  reg [REQUESTS-1:0] next;
  integer r;
  always @* begin
    next = {REQUESTS{1'b0}};
    for (r = REQUESTS - 1; r >= 0; r = r - 1) begin
      if (wanted_q[r] && !got_q[r]) next = <{ c.one_request() }> << r;
    end
    if (!waits_q || (leaves_q<% if c.options.virtual_channels == 1 %> && !ends<% endif %>)) next = {REQUESTS{1'b0}};
  end
  wire last = granted && (got_q | next) == wanted_q;

  // The header with the flit that comes.
  reg [HEADER*W-1:0] header;
  always @* begin
    header = header_q;
    if (push_i && count_q < HEADER) header[count_q*W+:W] = flit_i[W-1:0];
  end
  wire [2*X-1:0] region = header[<{ c.frame.source_bits }>+:2*X];
  reg legal, bad;
  always @* begin
    legal = !early && !(header_ends && waits_q);
    if (header_ends && route_request_o == 0) legal = 1'b0;

    bad = queue_clk_i != clk_i || queue_rst_ni != rst_ni || queue_push_i != push_i;
    if (queue_data_i != flit_i || queue_pop_i != move || ready == queue_full_o) bad = 1'b1;
    if (route_here_i != here_i || route_arrival_i != arrival_i) bad = 1'b1;
<%- if c.two_classes() %>
    if (route_class_i != class_i) bad = 1'b1;
<%- endif %>
    if (header_ends && { <{- "route_" }><{ c.frame.second }>_i, route_<{ c.frame.first }>_i} != region) bad = 1'b1;
    if (request != next || begins != begins_q) bad = 1'b1;
    if (valid != (leaves_q && queue_valid_o) || flit != queue_data_o) bad = 1'b1;
    if (tail != queue_data_o[W] || first != !moved_q) bad = 1'b1;
    // All are granted before a flit shows, and nothing is asked for that the message has.
    if (valid && (have_q & taken_q) != taken_q) bad = 1'b1;
    if (!leaves_q && waits_q && have_q != got_q) bad = 1'b1;
  end

  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    header_q <= header;
    if (header_ends) wanted_q <= route_request_o;
    if (last) taken_q <= wanted_q;
    begins_q <= rst_ni && last;
    if (!rst_ni) begin
      count_q <= 8'd0;
      waits_q <= 1'b0;
      leaves_q <= 1'b0;
      moved_q <= 1'b0;
      have_q <= {REQUESTS{1'b0}};
      got_q <= {REQUESTS{1'b0}};
    end else begin
      if (push_i) count_q <= flit_i[W] ? 8'd0 : count_q < HEADER ? count_q + 8'd1 : count_q;
      waits_q <= header_ends || (waits_q && !last);
      leaves_q <= last || (leaves_q && !ends);
      if (move) moved_q <= !tail;
      // What is granted is had until the tail leaves.
      have_q <= (ends ? {REQUESTS{1'b0}} : have_q) | (granted ? request : {REQUESTS{1'b0}});
      got_q <= header_ends ? {REQUESTS{1'b0}} : got_q | (granted ? request : {REQUESTS{1'b0}});
    end
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
