<{ c.banner("Property: whom region_output gives its channels to, and what it sends.") }>
// Contract: failed_o = 0 in every cycle after a reset while only those move flits who may send, into open
//   channels<% if c.options.virtual_channels > 1 %>, one channel of a link at a time<% endif %>, having taken what they were offered, while a message begins at the
//   other end only after it was given the channel, and while links stay as they are: a channel is free while
//   it has no owner, and its messages have begun at the other end, or less than <{ c.buffers.heads }> have not and a
//   further one has a place; without a link none is. If a channel of a class is free, it is offered to one of
//   those that ask for the class, and to no other; who takes it has the lowest free channel until the tail has
//   moved. The link carries the flits of those who may send and nothing else. A request that
//   stays is passed by each other input channel <% if c.options.virtual_channels == 1 %>as often as its share says<% else %>once<% endif %> at most.
`default_nettype none

module proof_region_output (
  input  wire clk_i,
  input  wire rst_ni,
<%- if c.options.virtual_channels == 1 %>
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
<%- endif %>
  input  wire linked_i,
  input  wire [<{ c.asks() - 1 }>:0] request_i,
  input  wire [<{ c.asks() - 1 }>:0] taken_i,
  input  wire [<{ c.topology.channels - 1 }>:0] move_i,
  input  wire [<{ c.topology.channels - 1 }>:0] first_i,
  input  wire [<{ c.topology.channels - 1 }>:0] tail_i,
  input  wire [<{ c.flits_in() - 1 }>:0] flit_i,
  input  wire [<{ c.options.virtual_channels - 1 }>:0] ready_i,
  input  wire [<{ c.options.virtual_channels - 1 }>:0] vacant_i,
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

  localparam HEADS = <{ c.buffers.heads }>;

<%- if c.options.virtual_channels == 1 %>
  wire free;
<%- endif %>
  wire [CLASSES*CHANNELS-1:0] offer;
  wire [CLASSES*CHANNELS-1:0] taken = taken_i & offer;
  wire [V*CHANNELS-1:0] owner;
  wire [V-1:0] open, valid;
  wire [FLIT-1:0] flit;
  wire start;
  <{ c.prefix }>region_output u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
<%- if c.options.virtual_channels == 1 %>
    .here_i(here_i),
<%- endif %>
    .linked_i(linked_i),
<%- if c.options.virtual_channels == 1 %>
    .free_o(free),
<%- endif %>
    .request_i(request_i),
    .offer_o(offer),
    .taken_i(taken),
    .owner_o(owner),
    .open_o(open),
    .move_i(move_i),
    .first_i(first_i),
    .tail_i(tail_i),
    .flit_i(flit_i),
    .valid_o(valid),
    .flit_o(flit),
    .ready_i(ready_i),
    .vacant_i(vacant_i),
    .begins_i(begins_i),
    .start_o(start)
  );

  // Owners, and messages that have not begun at the other end.
  reg [V*CHANNELS-1:0] owner_q, owners, users;
  reg [8*V-1:0] held_q;
  reg linked_q;
<%- if c.options.virtual_channels > 1 %>
  // The flit of each channel.
  reg [V-1:0] stands_q, starts_q, enters;
  reg [V*FLIT-1:0] flit_q, entering;
  reg [V-1:0] enters_first;
<%- endif %>

  reg legal, bad, found;
  reg [V-1:0] given;
  reg [CHANNELS-1:0] asks, offers, takes;
  integer c, k, s;
  always @* begin
    legal = linked_i == linked_q;
    bad = 1'b0;
    owners = owner_q;
    users = owner_q;
    given = {V{1'b0}};
    // Offers, class by class: the lowest free channel.
    for (c = 0; c < CLASSES; c = c + 1) begin
      asks = request_i[c*CHANNELS+:CHANNELS];
      offers = offer[c*CHANNELS+:CHANNELS];
      takes = taken[c*CHANNELS+:CHANNELS];
      found = 1'b0;
      for (k = c * SIZE; k < (c + 1) * SIZE; k = k + 1) begin
        if (!found && linked_i && owner_q[k*CHANNELS+:CHANNELS] == 0 &&
<% if c.leaves_at_once() %>            ready_i[k] &&
<% endif %>            (held_q[8*k+:8] == 0 || (held_q[8*k+:8] < HEADS && vacant_i[k]))) begin
          found = 1'b1;
          given[k] = takes != 0;
          owners[k*CHANNELS+:CHANNELS] = takes;
<%- if c.leaves_at_once() %>
          users[k*CHANNELS+:CHANNELS] = offers;
<%- endif %>
        end
      end
<%- if c.options.virtual_channels == 1 %>
      if (free != found) bad = 1'b1;
<%- endif %>
      if ((offers & ~asks) != 0 || (offers & (offers - 1)) != 0) bad = 1'b1;
      if ((offers != 0) != (found && asks != 0)) bad = 1'b1;
<%- if c.leaves_at_once() %>
      // What moves has taken all that it was offered.
      if ((move_i & offers & ~takes) != 0) legal = 1'b0;
<%- endif %>
    end
    if (owner != owner_q) bad = 1'b1;
    for (k = 0; k < V; k = k + 1) begin
      if ((users[k*CHANNELS+:CHANNELS] & move_i) != 0 && !open[k]) legal = 1'b0;
      if ((users[k*CHANNELS+:CHANNELS] & move_i & tail_i) != 0) owners[k*CHANNELS+:CHANNELS] = {CHANNELS{1'b0}};
      if ((owner_q[k*CHANNELS+:CHANNELS] & (owner_q[k*CHANNELS+:CHANNELS] - 1)) != 0) bad = 1'b1;
      if (begins_i[k] && held_q[8*k+:8] == 0) legal = 1'b0;
    end
<%- if c.options.virtual_channels > 1 %>
    for (s = 0; s < CHANNELS - 1; s = s + 1) begin
      for (k = s + 1; k / V == s / V && k < CHANNELS - 1; k = k + 1) begin
        if (move_i[s] && move_i[k]) legal = 1'b0;
      end
    end
<%- endif %>
<%- if c.two_classes() %>
    // A message asks for a channel of one class.
    if ((request_i[CHANNELS-1:0] & request_i[2*CHANNELS-1:CHANNELS]) != 0) legal = 1'b0;
<%- endif %>
<%- if c.options.virtual_channels == 1 %>

    // The flit of who may send goes straight on.
    if (open != ready_i) bad = 1'b1;
    if (valid != ((users & move_i) != 0)) bad = 1'b1;
    if (start != ((users & move_i & first_i) != 0)) bad = 1'b1;
    for (s = 0; s < CHANNELS; s = s + 1) begin
      if (valid && users[s] && flit != flit_i[s*FLIT+:FLIT]) bad = 1'b1;
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
    for (k = 0; k < V; k = k + 1) held_q[8*k+:8] <= rst_ni ? held_q[8*k+:8] + given[k] - begins_i[k] : 8'd0;
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

<%- if c.options.virtual_channels == 1 %>
<% include "region/proof/shares.vh" %>
  // How often the other one passed the watched one, while that asked, and whether it does so more often than
  // its share.
  reg [15:0] passed_q;
  reg [15:0] most;
<%- else %>
  // Whether the other one passed the watched one, while that asked, and does so again.
  reg [CLASSES-1:0] passed_q;
<%- endif %>
  reg [CHANNELS-1:0] watched_q, other_q;
  reg unfair;
  wire [CHANNELS-1:0] none = {CHANNELS{1'b0}};
  wire one = (watched_i & (watched_i - 1)) == none && (other_i & (other_i - 1)) == none &&
      (watched_i & other_i) == none;
  integer g;
<%- if c.options.virtual_channels == 1 %>
  wire waits = (request_i & watched_i & ~taken) != none;
  wire passes = (taken & other_i) != none;
  always @* begin
    most = 16'd1;
    for (g = 0; g < CHANNELS; g = g + 1) begin
      if (other_i[g] && share[16*g+:16] > most) most = share[16*g+:16];
    end
    unfair = one && waits && passes && passed_q >= most;
  end
  always @(posedge clk_i) begin
    watched_q <= watched_i;
    other_q <= other_i;
    passed_q <= rst_ni && waits ? passed_q + passes : 16'd0;
  end
<%- else %>
  always @* begin
    unfair = 1'b0;
    for (g = 0; g < CLASSES; g = g + 1) begin
      if (passed_q[g] && (request_i[g*CHANNELS+:CHANNELS] & watched_i) != none &&
          (taken[g*CHANNELS+:CHANNELS] & other_i) != none) unfair = one;
    end
  end
  always @(posedge clk_i) begin
    watched_q <= watched_i;
    other_q <= other_i;
    for (g = 0; g < CLASSES; g = g + 1) begin
      passed_q[g] <= rst_ni && (request_i[g*CHANNELS+:CHANNELS] & watched_i & ~taken[g*CHANNELS+:CHANNELS]) != none &&
          (passed_q[g] || (taken[g*CHANNELS+:CHANNELS] & other_i) != none);
    end
  end
<%- endif %>
  wire same = watched_i == watched_q && other_i == other_q<% if c.options.virtual_channels == 1 %> && placed<% endif %>;
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
