<{ c.banner("Property: what region_injector does with the frames of the processor.") }>
// Contract: failed_o = 0 in every cycle after a reset, for any frames, while a message begins only after
//   its header has left: a frame that ends in its header
//   leaves event 2 at most; of a frame with a wrong header nothing leaves but event 1 or 4; any other
//   frame becomes one message: the link header, not before the messages before have begun, or less than
//   <{ c.buffers.heads }> have not and a further one has a place, then its data,
//   at most <{ c.options.max_data }> flits, the last one marked, and as bad with event 3 if the frame goes on. What
//   the corners of a header are belongs to region_corners, which may say anything here.
`default_nettype none

module proof_region_injector (
  input  wire clk_i,
  input  wire rst_ni,
<%- if c.uses_place() %>
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
<%- endif %>
  input  wire [<{ c.frame.source_bits - 1 }>:0] node_i,
  input  wire [<{ c.options.width - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  input  wire s_axis_tlast,
  input  wire vacant_i,
  input  wire begins_i,
  input  wire ready_i,
  output wire failed_o
);
  localparam W = <{ c.options.width }>;
  localparam X = <{ c.topology.coordinate_bits }>;
  localparam NODE = <{ c.frame.source_bits }>;
  localparam HEADER = <{ c.frame.injected_flits }>;
  localparam LINK = <{ c.frame.link_flits }>;
  localparam MOST = <{ c.options.max_data }>;
  localparam [1:0] FRESH = 2'd0, SENDS = 2'd1, DATA = 2'd2, SKIPS = 2'd3;

  wire ready, push, event_valid;
  wire [W+1:0] flit;
  wire [3:0] code;
  <{ c.prefix }>region_injector u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
<%- if c.uses_place() %>
    .here_i(here_i),
<%- endif %>
    .node_i(node_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(ready),
    .s_axis_tlast(s_axis_tlast),
    .vacant_i(vacant_i),
    .begins_i(begins_i),
    .ready_i(ready_i),
    .push_o(push),
    .flit_o(flit),
    .event_valid_o(event_valid),
    .event_code_o(code)
  );

  // The ports of its part.
<%- include "common/proof/seen.vh" %>

  // The frame: where it is, its header, how many flits of the header came, of the link header left, and of
  // data came.
  reg [1:0] phase_q;
  reg ended_q;
  reg [7:0] waits_q;
  reg [HEADER*W-1:0] header_q;
  reg [7:0] came_q, left_q;
  reg [15:0] count_q;
  reg [3:0] event_q;

  // A header goes out as it comes if it has one flit on a link.
  wire at_once = LINK == 1;
  wire transfer = s_axis_tvalid && ready;
  wire complete = came_q == HEADER - 1;
  wire shows = at_once ? phase_q == FRESH && transfer : phase_q == SENDS;
  wire ended = at_once ? s_axis_tlast : ended_q;
  wire first = left_q == 8'd0;
<%- if c.is_spanning_tree() %>
  wire wrong = corners_unknown_o || corners_outside_o;
<%- else %>
  wire wrong = corners_unknown_o;
<%- endif %>
  wire refuses = shows && first && wrong;
  wire closed = waits_q == <{ c.buffers.heads }> || (waits_q != 0 && !vacant_i);
  wire goes = shows && !refuses && ready_i && !(first && closed);
  wire sent = goes && left_q == LINK - 1;
  wire spills = phase_q == DATA && transfer && !s_axis_tlast && count_q == MOST - 1;
  wire short = phase_q == FRESH && transfer && s_axis_tlast && !complete;
  wire cuts = spills || (sent && MOST == 0 && !ended);

  // The link header: the source, and the two halves of the region. Before its last flit the mark of
  // a bad message says that no data follow, or where none ever follow that the message is bad.
  wire [2*X-1:0] region = {corners_<{ c.frame.second }>_o, corners_<{ c.frame.first }>_o};
  reg [LINK*W-1:0] link;
  always @* begin
    link = {LINK*W{1'b0}};
    link[NODE+2*X-1:0] = {region, node_i};
  end

  wire [W-1:0] link_flit = link >> left_q * W;
  wire ends = sent && (ended || MOST == 0);
  wire marked = MOST == 0 ? !ended : ended && !sent;
  reg bad, takes;
  always @* begin
    case (phase_q)
      FRESH: takes = !at_once || (ready_i && !closed);
      SENDS: takes = 1'b0;
      DATA: takes = ready_i;
      default: takes = 1'b1;
    endcase
    bad = ready != takes;
    if (push != (goes || (phase_q == DATA && transfer))) bad = 1'b1;
    if (push && !ready_i) bad = 1'b1;
    if (goes && flit != {marked, ends, link_flit}) bad = 1'b1;
    if (push && !goes && flit != {spills, spills || s_axis_tlast, s_axis_tdata}) bad = 1'b1;
    if (event_valid != (event_q != 4'd0)) bad = 1'b1;
    if (event_valid && code != event_q) bad = 1'b1;
    // What the corners are made of.
    if (at_once && shows && corners_header_i != s_axis_tdata[2*X-1:0]) bad = 1'b1;
    if (!at_once && shows && corners_header_i != header_q[2*X-1:0]) bad = 1'b1;
<%- if c.uses_place() %>
    if (corners_here_i != here_i) bad = 1'b1;
<%- endif %>
  end

  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    if (phase_q == FRESH && transfer) begin
      header_q[came_q*W+:W] <= s_axis_tdata;
      ended_q <= s_axis_tlast;
    end
    count_q <= phase_q != DATA ? 16'd0 : count_q + transfer;
    if (!rst_ni) begin
      phase_q <= FRESH;
      came_q <= 8'd0;
      left_q <= 8'd0;
      waits_q <= 8'd0;
      event_q <= 4'd0;
    end else begin
      if (phase_q == FRESH && transfer) came_q <= complete || s_axis_tlast ? 8'd0 : came_q + 8'd1;
      if (goes) left_q <= sent ? 8'd0 : left_q + 8'd1;
      waits_q <= waits_q + (goes && first) - begins_i;
      event_q <= refuses ? (corners_unknown_o ? 4'd1 : 4'd4) : short ? 4'd2 : cuts ? 4'd3 : 4'd0;
      if (refuses) phase_q <= ended ? FRESH : SKIPS;
      else if (sent) phase_q <= ended ? FRESH : MOST == 0 ? SKIPS : DATA;
      else if (spills) phase_q <= SKIPS;
      else if (phase_q == FRESH && transfer && complete) phase_q <= SENDS;
      else if (phase_q != FRESH && transfer && s_axis_tlast) phase_q <= FRESH;
    end
  end
  // A message begins after its header has left.
  wire legal = !(begins_i && waits_q == 0);
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
