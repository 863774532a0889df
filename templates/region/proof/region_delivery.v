<{ c.banner("Property: whom region_delivery gives its buffers to, and what it sends.") }>
// Contract: failed_o = 0 in every cycle after a reset, while the queue of a free buffer is
//   empty, a queue takes what comes and shows a tail after it came, one channel of a link moves
//   at a time, a channel asks again after its tail has moved at the earliest, what moves has taken what it
//   was offered, and the arbiter picks one of the requests: while the next buffer of the ring is free the
//   arbiter sees all requests, and whether one is served; who takes what is offered to it is the one owner of
//   the buffer until its tail has come. Of the header only the source stays. The processor gets what the
//   first buffer has, until its tail, then what the next one has.
`default_nettype none

module proof_region_delivery (
  input  wire clk_i,
  input  wire rst_ni,
<%- if c.options.virtual_channels == 1 %>
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
<%- endif %>
  input  wire [<{ c.topology.channels - 1 }>:0] request_i,
  input  wire [<{ c.topology.channels - 1 }>:0] taken_i,
  input  wire [<{ c.topology.channels - 1 }>:0] move_i,
  input  wire [<{ c.flits_in() - 1 }>:0] flit_i,
  input  wire m_axis_tready,
  output wire failed_o
);
  localparam D = <{ c.options.deliveries }>;
  localparam V = <{ c.options.virtual_channels }>;
  localparam W = <{ c.options.width }>;
  localparam FLIT = W + 2;
  localparam CHANNELS = <{ c.topology.channels }>;
  localparam HEADER = <{ c.frame.link_flits }>;
  localparam FIRST = <{ c.frame.source_flits }>;
  localparam MOST = <{ c.options.max_data }>;
  localparam SOURCE = <{ c.frame.source_bits }>;

  wire [CHANNELS-1:0] offer;
  wire [CHANNELS-1:0] taken = taken_i & offer;
  wire [W-1:0] data;
  wire valid, last, user;
  <{ c.prefix }>region_delivery u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
<%- if c.options.virtual_channels == 1 %>
    .here_i(here_i),
<%- endif %>
    .request_i(request_i),
    .offer_o(offer),
    .taken_i(taken),
    .move_i(move_i),
    .flit_i(flit_i),
    .m_axis_tdata(data),
    .m_axis_tvalid(valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(last),
    .m_axis_tuser(user)
  );

  // The ports of the arbiter, and those of the queues side by side.
<%- include "common/proof/seen.vh" %>

  // The ring: who owns which buffer, how many flits of its header came, how many buffers are in use.
  reg [D*CHANNELS-1:0] owner_q, owners;
  reg [8*D-1:0] count_q, counts;
  // Which of them are a header alone, as its mark says.
  reg [D-1:0] empty_q, empties;
  reg [7:0] next_q, first_q, used_q;
  // What stands before the processor.
  reg stands_q;
  reg [FLIT-1:0] flit_q;
  wire loads = !stands_q || m_axis_tready;

  reg legal, bad, comes_in, comes, sends, ends, gets, is_free;
  reg [FLIT-1:0] flit, leaves;
  reg [CHANNELS-1:0] own, all;
  integer d, s, b;
  always @* begin
    legal = 1'b1;
    bad = 1'b0;
    sends = 1'b0;
    leaves = {FLIT{1'b0}};
    all = {CHANNELS{1'b0}};
    owners = owner_q;
    counts = count_q;
    empties = empty_q;
    // The next buffer can be given.
    is_free = used_q < D;
<%- if c.frame.link_flits > 1 %>
    // The rest of a header may come after the tail has left.
    for (d = 0; d < D; d = d + 1) begin
      if (d == next_q && owner_q[d*CHANNELS+:CHANNELS] != 0) is_free = 1'b0;
    end
<%- endif %>
    // The arbiter picks one of the requests, if there are any.
    if ((arbiter_pick_o & (arbiter_pick_o - 1)) != 0) legal = 1'b0;
    if ((arbiter_pick_o & ~arbiter_request_i) != 0 || (arbiter_pick_o != 0) != (arbiter_request_i != 0)) legal = 1'b0;
<%- if c.options.virtual_channels == 1 %>
    if (arbiter_request_i != (is_free ? request_i : {CHANNELS{1'b0}})) bad = 1'b1;
<%- else %>
    if (arbiter_request_i != request_i) bad = 1'b1;
<%- endif %>
    if (offer != (is_free ? arbiter_pick_o : {CHANNELS{1'b0}})) bad = 1'b1;
<%- if c.leaves_at_once() %>
    if ((move_i & offer & ~taken) != 0) legal = 1'b0;
<%- endif %>
<%- if c.options.virtual_channels > 1 %>
    for (s = 0; s < CHANNELS - 1; s = s + 1) begin
      for (b = s + 1; b / V == s / V && b < CHANNELS - 1; b = b + 1) begin
        if (move_i[s] && move_i[b]) legal = 1'b0;
      end
    end
<%- endif %>
    for (d = 0; d < D; d = d + 1) begin
      own = owner_q[d*CHANNELS+:CHANNELS];
      if ((own & request_i) != 0) legal = 1'b0;
<%- if c.leaves_at_once() %>
      // Who takes the next buffer may send at once.
      if (d == next_q) own = own | taken;
<%- endif %>
      if ((own & (own - 1)) != 0 || (own & all) != 0) bad = 1'b1;
      all = all | own;
      comes = 1'b0;
      flit = {FLIT{1'b0}};
      for (s = 0; s < CHANNELS; s = s + 1) begin
        if (own[s] && move_i[s]) begin
          comes = 1'b1;
          flit = flit_i[s/V*FLIT+:FLIT];
        end
      end
      ends = comes && flit[W];
      comes_in = comes;
      if (comes) counts[8*d+:8] = ends ? 8'd0 : count_q[8*d+:8] < HEADER ? count_q[8*d+:8] + 8'd1 : count_q[8*d+:8];
      if (d == next_q) owners[d*CHANNELS+:CHANNELS] = owners[d*CHANNELS+:CHANNELS] | taken;
      if (ends) owners[d*CHANNELS+:CHANNELS] = {CHANNELS{1'b0}};
      // Of the header the source stays; the mark of its flits says whether they are the last.
      if (ends && count_q[8*d+:8] < HEADER - 1) legal = 1'b0;
      if (count_q[8*d+:8] >= FIRST && count_q[8*d+:8] < HEADER) comes = 1'b0;
      for (b = 0; b < W; b = b + 1) begin
        if (count_q[8*d+:8] == FIRST - 1 && b >= SOURCE - (FIRST - 1) * W) flit[b] = 1'b0;
      end
      if (HEADER > 1 && count_q[8*d+:8] < FIRST) begin
        flit[W+1:W] = MOST == 0 ? {flit[W+1], 1'b1} : {1'b0, flit[W+1]};
        if (count_q[8*d+:8] != FIRST - 1) flit[W+1:W] = 2'd0;
        if (comes) empties[d] = flit[W];
      end
      if (HEADER > 1 && comes_in && count_q[8*d+:8] == HEADER - 1 && ends != empty_q[d]) legal = 1'b0;
      // Messages without data end with their header; none is longer.
      if (MOST == 0 && HEADER == 1 && comes && !ends) legal = 1'b0;
      if (MOST == 0 && count_q[8*d+:8] == HEADER) comes = 1'b0;
      if (d == first_q) begin
        sends = queue_valid_o[d] || comes;
        leaves = queue_valid_o[d] ? queue_data_o[d*FLIT+:FLIT] : flit;
      end
      // A free buffer is empty: its place in the ring is not between the first and the next.
      if (queue_valid_o[d] && (d >= first_q ? d - first_q : d + D - first_q) >= used_q) legal = 1'b0;
      // The tail of a message comes out after it came in: while its flits come, if it has no data.
      if (queue_valid_o[d] && queue_data_o[d*FLIT+W] && own != 0 &&
          (!empty_q[d] || count_q[8*d+:8] < FIRST)) legal = 1'b0;
      gets = comes && !(loads && d == first_q && !queue_valid_o[d]);
      if (gets && queue_full_o[d]) legal = 1'b0;
      if (queue_push_i[d] != gets || (gets && queue_data_i[d*FLIT+:FLIT] != flit)) bad = 1'b1;
      if (queue_pop_i[d] != (loads && d == first_q && queue_valid_o[d])) bad = 1'b1;
    end
    ends = loads && sends && leaves[W];
    gets = taken != 0;
    if (arbiter_served_i != gets) bad = 1'b1;
    if (arbiter_clk_i != clk_i || arbiter_rst_ni != rst_ni) bad = 1'b1;
<%- if c.options.virtual_channels == 1 %>
    if (arbiter_here_i != here_i) bad = 1'b1;
<%- else %>
    if (arbiter_clear_i) bad = 1'b1;
<%- endif %>
    if (next_q >= D || first_q >= D || used_q > D) bad = 1'b1;
    if (valid != stands_q) bad = 1'b1;
    if (valid && {user, last, data} != flit_q) bad = 1'b1;
    if (queue_clk_i != {D{clk_i}} || queue_rst_ni != {D{rst_ni}}) bad = 1'b1;
  end

  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    if (loads) flit_q <= leaves;
    if (!rst_ni) begin
      owner_q <= 0;
      count_q <= 0;
      empty_q <= 0;
      next_q <= 8'd0;
      first_q <= 8'd0;
      used_q <= 8'd0;
      stands_q <= 1'b0;
    end else begin
      owner_q <= owners;
      count_q <= counts;
      empty_q <= empties;
      if (gets) next_q <= next_q == D - 1 ? 8'd0 : next_q + 8'd1;
      if (ends) first_q <= first_q == D - 1 ? 8'd0 : first_q + 8'd1;
      used_q <= used_q + gets - ends;
      if (loads) stands_q <= sends;
    end
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
