<{ c.banner("Property: whom region_output gives its channels to, and what it sends.") }>
// Contract: failed_o = 0 in every cycle after a reset while only owners move flits, into open channels
//   <%- if c.options.virtual_channels > 1 %>, one channel of a link at a time<% endif %>, and while links stay as they are: a channel is free while it has no owner, or the tail of its owner
//   moves, and its last message has begun at the other end; without a link none is. If a channel of a class is
//   free, one of the requests for the class is granted, and no other; the lowest free channel gets
//   it as its one owner until the tail has moved. The link carries the flits of owners and nothing else.
//   A request that stays is passed by each other input channel once at most.
`default_nettype none

module proof_region_output (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire linked_i,
  input  wire [<{ c.asks() - 1 }>:0] request_i,
  input  wire [<{ c.topology.channels - 1 }>:0] move_i,
  input  wire [<{ c.topology.channels - 1 }>:0] first_i,
  input  wire [<{ c.topology.channels - 1 }>:0] tail_i,
  input  wire [<{ c.flits_in() - 1 }>:0] flit_i,
  input  wire [<{ c.options.virtual_channels - 1 }>:0] ready_i,
  input  wire [<{ c.options.virtual_channels - 1 }>:0] begins_i,
  // Any two input channels
  input  wire [<{ c.topology.channels - 1 }>:0] watched_i,
  input  wire [<{ c.topology.channels - 1 }>:0] other_i,
<%- if c.options.virtual_channels > 1 %>
  // Any two channels of the link
  input  wire [<{ c.options.virtual_channels - 1 }>:0] watched_channel_i,
  input  wire [<{ c.options.virtual_channels - 1 }>:0] other_channel_i,
<%- endif %>
  output wire failed_o
);
  localparam V = <{ c.options.virtual_channels }>;
  localparam CLASSES = <{ c.options.algorithm.classes() }>;
  localparam SIZE = V / CLASSES;
  localparam CHANNELS = <{ c.topology.channels }>;
  localparam FLIT = <{ c.frame.flit_bits }>;

  wire [CHANNELS-1:0] grant;
  wire [V*CHANNELS-1:0] owner;
  wire [V-1:0] open, valid;
  wire [FLIT-1:0] flit;
  wire start;
  <{ c.prefix }>region_output u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .linked_i(linked_i),
    .request_i(request_i),
    .grant_o(grant),
    .owner_o(owner),
    .open_o(open),
    .move_i(move_i),
    .first_i(first_i),
    .tail_i(tail_i),
    .flit_i(flit_i),
    .valid_o(valid),
    .flit_o(flit),
    .ready_i(ready_i),
    .begins_i(begins_i),
    .start_o(start)
  );

  // Owners, and channels whose message has not begun at the other end.
  reg [V*CHANNELS-1:0] owner_q, owners;
  reg [V-1:0] held_q;
  reg linked_q;
<%- if c.options.virtual_channels > 1 %>
  // The flit of each channel.
  reg [V-1:0] stands_q, starts_q, enters;
  reg [V*FLIT-1:0] flit_q, entering;
  reg [V-1:0] enters_first;
<%- endif %>

  reg legal, bad, taken, given;
  reg [V-1:0] ends, granted;
  reg [CHANNELS-1:0] asks, served;
  integer c, k, s;
  always @* begin
    legal = linked_i == linked_q;
    bad = owner != owner_q;
    owners = owner_q;
    granted = {V{1'b0}};
    for (k = 0; k < V; k = k + 1) begin
      if ((owner_q[k*CHANNELS+:CHANNELS] & move_i) != 0 && !open[k]) legal = 1'b0;
      ends[k] = (owner_q[k*CHANNELS+:CHANNELS] & move_i & tail_i) != 0;
      if (ends[k]) owners[k*CHANNELS+:CHANNELS] = {CHANNELS{1'b0}};
      if ((owner_q[k*CHANNELS+:CHANNELS] & (owner_q[k*CHANNELS+:CHANNELS] - 1)) != 0) bad = 1'b1;
    end
<%- if c.options.virtual_channels > 1 %>
    for (s = 0; s < CHANNELS - 1; s = s + 1) begin
      for (k = s + 1; k / V == s / V && k < CHANNELS - 1; k = k + 1) begin
        if (move_i[s] && move_i[k]) legal = 1'b0;
      end
    end
<%- endif %>
<%- if c.two_classes() %>
    // A message asks for one output at a time.
    if ((request_i[CHANNELS-1:0] & request_i[2*CHANNELS-1:CHANNELS]) != 0) legal = 1'b0;
<%- endif %>

    // Grants, class by class.
    served = {CHANNELS{1'b0}};
    for (c = 0; c < CLASSES; c = c + 1) begin
      asks = request_i[c*CHANNELS+:CHANNELS];
      served = served | asks;
      taken = 1'b0;
      given = (grant & asks) != 0;
      if ((grant & asks & ((grant & asks) - 1)) != 0) bad = 1'b1;
      for (k = c * SIZE; k < (c + 1) * SIZE; k = k + 1) begin
        if (!taken && linked_i && !held_q[k] && <% if c.options.virtual_channels == 1 %>owners<% else %>owner_q<% endif %>[k*CHANNELS+:CHANNELS] == 0) begin
          taken = 1'b1;
          granted[k] = given;
          if (given) owners[k*CHANNELS+:CHANNELS] = grant & asks;
        end
      end
      if (given != (taken && asks != 0)) bad = 1'b1;
    end
    if ((grant & ~served) != 0) bad = 1'b1;
<%- if c.options.virtual_channels == 1 %>

    // The flit of the owner goes straight on.
    if (open != ready_i) bad = 1'b1;
    if (valid != ((owner_q & move_i) != 0)) bad = 1'b1;
    if (start != ((owner_q & move_i & first_i) != 0)) bad = 1'b1;
    for (s = 0; s < CHANNELS; s = s + 1) begin
      if (valid && owner_q[s] && flit != flit_i[s*FLIT+:FLIT]) bad = 1'b1;
    end
<%- else %>

    // One channel at a time sends its flit, if one has both a flit and room.
    if ((valid != 0) != ((stands_q & ready_i) != 0) || (valid & ~(stands_q & ready_i)) != 0) bad = 1'b1;
    if ((valid & (valid - 1)) != 0) bad = 1'b1;
    if (start != ((valid & starts_q) != 0)) bad = 1'b1;
    enters_first = {V{1'b0}};
    enters = {V{1'b0}};
    entering = {V*FLIT{1'b0}};
    for (k = 0; k < V; k = k + 1) begin
      // A full register takes a flit only if it is alone and its own flit goes.
      if (open[k] != (!stands_q[k] || (ready_i[k] && stands_q == (<{ c.one_virtual() }> << k)))) bad = 1'b1;
      if (valid[k] && flit != flit_q[k*FLIT+:FLIT]) bad = 1'b1;
      for (s = 0; s < CHANNELS; s = s + 1) begin
        if (owner_q[k*CHANNELS+s] && move_i[s]) begin
          enters[k] = 1'b1;
          enters_first[k] = first_i[s];
          entering[k*FLIT+:FLIT] = flit_i[s/V*FLIT+:FLIT];
        end
      end
    end
<%- endif %>
  end

  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    linked_q <= linked_i;
    owner_q <= rst_ni ? owners : 0;
    held_q <= rst_ni ? granted | (held_q & ~begins_i) : 0;
<%- if c.options.virtual_channels > 1 %>
    stands_q <= rst_ni ? enters | (stands_q & ~valid) : 0;
    for (k = 0; k < V; k = k + 1) begin
      if (enters[k]) begin
        flit_q[k*FLIT+:FLIT] <= entering[k*FLIT+:FLIT];
        starts_q[k] <= enters_first[k];
      end
    end
<%- endif %>
  end

  // Whether the other one passed the watched one, while that asked, and does so again.
  reg [CLASSES-1:0] passed_q;
  reg [CHANNELS-1:0] watched_q, other_q;
  reg unfair;
  wire [CHANNELS-1:0] none = {CHANNELS{1'b0}};
  wire one = (watched_i & (watched_i - 1)) == none && (other_i & (other_i - 1)) == none &&
      (watched_i & other_i) == none;
  integer g;
  always @* begin
    unfair = 1'b0;
    for (g = 0; g < CLASSES; g = g + 1) begin
      if (passed_q[g] && (request_i[g*CHANNELS+:CHANNELS] & watched_i) != none &&
          (request_i[g*CHANNELS+:CHANNELS] & grant & other_i) != none) unfair = one;
    end
  end
  always @(posedge clk_i) begin
    watched_q <= watched_i;
    other_q <= other_i;
    for (g = 0; g < CLASSES; g = g + 1) begin
      passed_q[g] <= rst_ni && (request_i[g*CHANNELS+:CHANNELS] & watched_i & ~grant) != none &&
          (passed_q[g] || (request_i[g*CHANNELS+:CHANNELS] & grant & other_i) != none);
    end
  end
  wire same = watched_i == watched_q && other_i == other_q;
<%- if c.options.virtual_channels > 1 %>

  // The link serves its channels round robin, too.
  reg link_passed_q;
  reg [V-1:0] watched_channel_q, other_channel_q;
  wire [V-1:0] sendable = stands_q & ready_i;
  wire pair = (watched_channel_i & (watched_channel_i - 1)) == 0 &&
      (other_channel_i & (other_channel_i - 1)) == 0 && (watched_channel_i & other_channel_i) == 0;
  wire link_waits = (sendable & watched_channel_i & ~valid) != 0;
  wire link_passes = (valid & other_channel_i) != 0;
  wire link_unfair = pair && link_passed_q && link_waits && link_passes;
  wire link_same = watched_channel_i == watched_channel_q && other_channel_i == other_channel_q;
  always @(posedge clk_i) begin
    watched_channel_q <= watched_channel_i;
    other_channel_q <= other_channel_i;
    link_passed_q <= rst_ni && link_waits && (link_passed_q || link_passes);
  end
<%- else %>
  wire link_unfair = 1'b0;
  wire link_same = 1'b1;
<%- endif %>

  wire stays = same && link_same;
  reg stays_q;
  initial stays_q = 1'b0;
  always @(posedge clk_i) stays_q <= !rst_ni || (stays_q && stays);
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && legal && (bad || (stays_q && stays && (unfair || link_unfair)));
endmodule

`default_nettype wire
