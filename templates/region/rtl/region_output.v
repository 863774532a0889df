<{ c.banner("Output: gives the channels of one link to messages, and moves their flits.") }>
// Contract: a free channel is offered to one of the messages that ask, round robin<% if c.options.virtual_channels == 1 %> by shares<% endif %>.
//   Who takes it may send from <% if c.leaves_at_once() %>this<% else %>the next<% endif %> cycle on, and owns it until the tail has entered.
//   It is free for the next one when, besides, all messages in it have begun at the other end:
//   from there on they leave without waiting for anything, and what follows finds a whole buffer.
<%- if c.buffers.heads > 1 %>
//   It is free, too, while less than <{ c.buffers.heads }> have not begun and vacant_i = 1.
<%- endif %>
<%- if c.leaves_at_once() %>
//   Without room for a flit, and without a neighbour, nothing is offered.
<%- else %>
//   Without a neighbour nothing is offered.
<%- endif %>
// Latency and state: <{ c.output_latency() }>
// Widths: <% if c.options.virtual_channels == 1 %><{ c.topology.coordinate_bits }> = coordinate; <% endif %><{ c.asks() }> = requests; <{ c.topology.channels }> = channels; <{ c.owners() }> = owners; <{ c.options.virtual_channels }> = virtual channels;
//   <{ c.flits_in() }> = flits that come in; <{ c.frame.flit_bits }> = W + 2
<%- if c.answers() %>;
//   <{ c.topology.channels * c.answer.side_bits }> = channels x (tag, wish); <{ c.answer.side_bits }> = tag, wish; <{ c.answer.answer_bits }> = tag, status;
//   <{ c.owners() }> = holders; <{ c.answer.tag_bits * c.options.virtual_channels }> = tags of holders; <{ 2 * c.options.virtual_channels }> = statuses<% endif %>.
`default_nettype none

module <{ c.prefix }>region_output (
  input  wire clk_i,
  input  wire rst_ni,
<%- if c.options.virtual_channels == 1 %>
  // Coordinates of the node; 1 if there is a link
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
<%- else %>
  // 1 if there is a link
<%- endif %>
  input  wire linked_i,
<%- if c.options.virtual_channels == 1 %>
<%- if c.answers() %>
  // Whether the channel and a tag are free
  // Input channels: who asks, who is offered it, who takes it
<%- else %>
  // Whether the channel is free; input channels: who asks, who is offered it, who takes it
<%- endif %>
  output wire free_o,
<%- else %>
  // Input channels, by class: who asks, who is offered a channel, who takes it
<%- endif %>
  input  wire [<{ c.asks() - 1 }>:0] request_i,
  output wire [<{ c.asks() - 1 }>:0] offer_o,
  input  wire [<{ c.asks() - 1 }>:0] taken_i,
<%- if c.answers() %>
  // Wishes and tags of the messages that ask
  input  wire [<{ c.topology.channels * c.answer.side_bits - 1 }>:0] side_i,
<%- endif %>
  // Who owns which channel
  output wire [<{ c.owners() - 1 }>:0] owner_o,
  output wire [<{ c.options.virtual_channels - 1 }>:0] open_o,
  // Flits that leave the inputs in this cycle
  input  wire [<{ c.topology.channels - 1 }>:0] move_i,
  input  wire [<{ c.topology.channels - 1 }>:0] first_i,
  input  wire [<{ c.topology.channels - 1 }>:0] tail_i,
  input  wire [<{ c.flits_in() - 1 }>:0] flit_i,
  // Link
  output wire [<{ c.options.virtual_channels - 1 }>:0] valid_o,
  output wire [<{ c.frame.flit_bits - 1 }>:0] flit_o,
  input  wire [<{ c.options.virtual_channels - 1 }>:0] ready_i,
  input  wire [<{ c.options.virtual_channels - 1 }>:0] vacant_i,
  input  wire [<{ c.options.virtual_channels - 1 }>:0] begins_i,
<%- if c.answers() %>
  // With the first flit: wish and tag of the message; answers that come back
  output wire [<{ c.answer.side_bits - 1 }>:0] side_o,
  input  wire [<{ c.options.virtual_channels - 1 }>:0] answer_valid_i,
  input  wire [<{ c.answer.answer_bits - 1 }>:0] answer_i,
  // By class: the oldest answer, who holds its tag, and whether it is taken
  output wire [<{ c.options.virtual_channels - 1 }>:0] answered_o,
  output wire [<{ c.owners() - 1 }>:0] holder_o,
  output wire [<{ c.answer.tag_bits * c.options.virtual_channels - 1 }>:0] holder_tag_o,
  output wire [<{ 2 * c.options.virtual_channels - 1 }>:0] status_o,
  input  wire [<{ c.options.virtual_channels - 1 }>:0] pop_i,
<%- endif %>
  output wire start_o
);
  localparam V = <{ c.options.virtual_channels }>;
  localparam CHANNELS = <{ c.topology.channels }>;
  localparam SOURCES = <{ c.topology.ports + 1 }>;
  localparam FLIT = <{ c.frame.flit_bits }>;

  localparam WAITS = <{ c.head_count_bits() }>;
  localparam [WAITS-1:0] NONE = 0;
  localparam [WAITS-1:0] ONE = 1;
  localparam [WAITS-1:0] HEADS = <{ c.buffers.heads }>;

  // Owners, and the messages of each channel that have not begun at the other end.
  reg [V*CHANNELS-1:0] owner_q;
  reg [V-1:0] busy_q;
  reg [V*WAITS-1:0] waits_q;

<%- if c.answers() %>
  localparam WANT = <{ c.answer.want_bits }>;
  localparam TAG = <{ c.answer.tag_bits }>;
  localparam SIDE = <{ c.answer.side_bits }>;
  // By input channel: whether the message that asks wants no answer.
  wire [CHANNELS-1:0] plain;
  // By class: a tag is there, and which.
  wire [V-1:0] tag_free;
  wire [V*TAG-1:0] tag;
<%- endif %>

  genvar k, s<% if c.answers() %>, i<% endif %>;

  // Of the free channels of a class the lowest is given.
  wire [V-1:0] free, next, given;
<%- for class in c.class_list() %>
  wire [CHANNELS-1:0] pick_<{ class.index }>;
<%- if c.options.virtual_channels == 1 %>
<%- if c.answers() %>
  // A message that waits for a tag here holds up no output that comes later: no message looks
  // past this one.
  assign free_o = free && tag_free;
  // The one that is picked waits for a tag, and all others with it.
  assign offer_o = pick_0 & (plain | {CHANNELS{tag_free}});
<%- else %>
  assign free_o = free;
  assign offer_o = pick_<{ class.index }>;
<%- endif %>
<%- else %>
  wire can_give_<{ class.index }> = |free[<{ class.range }>];
<%- if c.answers() %>
  // The one that is picked waits for a tag, and all others of the class with it.
  assign offer_o[<{ class.requests }>] = pick_<{ class.index }> & {CHANNELS{can_give_<{ class.index }>}} &
      (plain | {CHANNELS{tag_free[<{ class.index }>]}});
<%- else %>
  assign offer_o[<{ class.requests }>] = pick_<{ class.index }> & {CHANNELS{can_give_<{ class.index }>}};
<%- endif %>
<%- endif %>
<%- if c.options.virtual_channels == 1 %>
  <{ c.prefix }>region_turn u_shares (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .here_i(here_i),
    .request_i(request_i & {CHANNELS{free}}),
    .served_i(|taken_i),
    .pick_o(pick_0)
  );
<%- else %>
  <{ c.prefix }>tee_round_robin_arbiter #(
    .WIDTH(CHANNELS)
  ) u_arbiter_<{ class.index }> (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .request_i(request_i[<{ class.requests }>]),
    .served_i(|taken_i[<{ class.requests }>]),
    .pick_o(pick_<{ class.index }>)
  );
<%- endif %>
<%- if class.size > 1 %>
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(<{ class.size }>)
  ) u_lowest_<{ class.index }> (
    .bits_i(free[<{ class.range }>]),
    .lowest_o(next[<{ class.range }>])
  );
<%- else %>
  assign next[<{ class.range }>] = free[<{ class.range }>];
<%- endif %>
<%- endfor %>

  wire [V*CHANNELS-1:0] user;
  generate
    for (k = 0; k < V; k = k + 1) begin : gen_channel
<%- if c.two_classes() %>
      localparam CLASS = k < <{ c.options.virtual_channels / 2 }> ? 0 : 1;
<%- else %>
      localparam CLASS = 0;
<%- endif %>
      wire [CHANNELS-1:0] owner = owner_q[k*CHANNELS+:CHANNELS];
<%- if c.leaves_at_once() %>
      // Who is offered the channel may send: what moves has taken all that it was offered.
      assign user[k*CHANNELS+:CHANNELS] = owner | (offer_o & {CHANNELS{next[k]}});
<%- else %>
      assign user[k*CHANNELS+:CHANNELS] = owner;
<%- endif %>
      wire [CHANNELS-1:0] taken = taken_i[CLASS*CHANNELS+:CHANNELS] & {CHANNELS{next[k]}};
      wire [WAITS-1:0] waits = waits_q[k*WAITS+:WAITS];
<%- if c.leaves_at_once() %>
      // The first flit moves at once, so it needs room.
      assign free[k] = linked_i && !busy_q[k] && ready_i[k] &&
          (waits == NONE || (waits != HEADS && vacant_i[k]));
<%- else %>
      assign free[k] = linked_i && !busy_q[k] && (waits == NONE || (waits != HEADS && vacant_i[k]));
<%- endif %>
      assign given[k] = |taken;
      wire leaves = |(user[k*CHANNELS+:CHANNELS] & move_i & tail_i);

      always @(posedge clk_i) begin
        if (!rst_ni) begin
          owner_q[k*CHANNELS+:CHANNELS] <= {CHANNELS{1'b0}};
          busy_q[k] <= 1'b0;
        end else if (leaves || given[k]) begin
          owner_q[k*CHANNELS+:CHANNELS] <= taken & {CHANNELS{!leaves}};
          busy_q[k] <= !leaves;
        end
      end

      always @(posedge clk_i) begin
        if (!rst_ni) waits_q[k*WAITS+:WAITS] <= NONE;
        else if (given[k] != begins_i[k]) begin
          waits_q[k*WAITS+:WAITS] <= given[k] ? waits + ONE : waits - ONE;
        end
      end
    end
  endgenerate
  assign owner_o = owner_q;
<%- if c.answers() %>

  // What the message that gets a channel wants is kept until its first flit leaves, with its tag.
  wire [CHANNELS*WANT-1:0] want;
  wire [CHANNELS*TAG-1:0] up;
  generate
    for (i = 0; i < CHANNELS; i = i + 1) begin : gen_wish
      assign want[i*WANT+:WANT] = side_i[i*SIDE+:WANT];
      assign up[i*TAG+:TAG] = side_i[i*SIDE+WANT+:TAG];
      assign plain[i] = want[i*WANT+:WANT] == {WANT{1'b0}};
    end
  endgenerate
  wire [V-1:0] starts;
  wire [V*SIDE-1:0] side;
  generate
    for (k = 0; k < V; k = k + 1) begin : gen_tags
      wire [CHANNELS-1:0] taken = taken_i[k*CHANNELS+:CHANNELS];
<%- if c.leaves_at_once() %>
      // It may leave in the cycle in which it gets the channel.
      wire [CHANNELS-1:0] taker = offer_o[k*CHANNELS+:CHANNELS];
<%- else %>
      wire [CHANNELS-1:0] taker = taken;
<%- endif %>
      wire [CHANNELS*WANT-1:0] want_part;
      wire [CHANNELS*TAG-1:0] up_part;
      for (i = 0; i < CHANNELS; i = i + 1) begin : gen_taker
        assign want_part[i*WANT+:WANT] = want[i*WANT+:WANT] & {WANT{taker[i]}};
        assign up_part[i*TAG+:TAG] = up[i*TAG+:TAG] & {TAG{taker[i]}};
      end
      wire [WANT-1:0] taken_want = <{ c.any_want("want_part") }>;
      wire [TAG-1:0] taken_up = <{ c.any_tag("up_part") }>;
      reg [WANT-1:0] want_q;
      always @(posedge clk_i) begin
        if (|taken) want_q <= taken_want;
      end
<%- if c.leaves_at_once() %>
      wire [WANT-1:0] leaving_want = busy_q[k] ? want_q : taken_want;
<%- else %>
      wire [WANT-1:0] leaving_want = want_q;
<%- endif %>
      assign side[k*SIDE+:SIDE] = {tag[k*TAG+:TAG], leaving_want};

      <{ c.prefix }>region_tags u_tags (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .tag_free_o(tag_free[k]),
        .tag_o(tag[k*TAG+:TAG]),
        .take_i((|taken) && (|taken_want)),
        .holder_i(taken),
        .holder_tag_i(taken_up),
        .spend_i(starts[k] && (|leaving_want)),
        .answer_valid_i(answer_valid_i[k]),
        .answer_i(answer_i),
        .valid_o(answered_o[k]),
        .holder_o(holder_o[k*CHANNELS+:CHANNELS]),
        .holder_tag_o(holder_tag_o[k*TAG+:TAG]),
        .status_o(status_o[k*2+:2]),
        .pop_i(pop_i[k])
      );
    end
  endgenerate
<%- endif %>
<%- if c.options.virtual_channels == 1 %>

  // The flit of the owner<% if c.leaves_at_once() %>, or of who is offered the channel,<% endif %> goes into the queue of the neighbour.
  wire [CHANNELS-1:0] source = <% if c.leaves_at_once() %>busy_q ? owner_q : offer_o<% else %>owner_q<% endif %>;
  wire [SOURCES*FLIT-1:0] part;
  generate
    for (s = 0; s < SOURCES; s = s + 1) begin : gen_source
      assign part[s*FLIT+:FLIT] = flit_i[s*FLIT+:FLIT] & {FLIT{source[s]}};
    end
  endgenerate
  assign flit_o = <{ c.any_source("part", "") }>;
  assign valid_o = |(user & move_i);
  assign start_o = |(user & move_i & first_i);
  assign open_o = ready_i;
<%- if c.answers() %>
  assign starts = start_o;
  assign side_o = side;
<%- endif %>
<%- else %>

  // A register for each channel, and the channels of the link round robin, flit by flit.
  reg [V*FLIT-1:0] flit_q;
  reg [V-1:0] valid_q, first_q;
<%- if c.answers() %>
  reg [V*SIDE-1:0] side_q;
  wire [V*SIDE-1:0] side_sent;
<%- endif %>
  wire [V-1:0] send;
  <{ c.prefix }>tee_round_robin_arbiter #(
    .WIDTH(V)
  ) u_turn (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .request_i(valid_q & ready_i),
    .served_i(|send),
    .pick_o(send)
  );

  generate
    for (k = 0; k < V; k = k + 1) begin : gen_register
      wire [CHANNELS-1:0] moves = user[k*CHANNELS+:CHANNELS] & move_i;
      wire [SOURCES-1:0] from;
      wire [SOURCES*FLIT-1:0] part;
      for (s = 0; s < SOURCES; s = s + 1) begin : gen_source
        localparam LOW = s * V;
        localparam COUNT = s < SOURCES - 1 ? V : 1;
        assign from[s] = |moves[LOW+:COUNT];
        assign part[s*FLIT+:FLIT] = flit_i[s*FLIT+:FLIT] & {FLIT{from[s]}};
      end

      always @(posedge clk_i) begin
        if (!rst_ni) valid_q[k] <= 1'b0;
        else valid_q[k] <= (|from) || (valid_q[k] && !send[k]);
      end

      always @(posedge clk_i) begin
        if (|from) begin
          flit_q[k*FLIT+:FLIT] <= <{ c.any_source("part", "      ") }>;
          first_q[k] <= |(moves & first_i);
<%- if c.answers() %>
          side_q[k*SIDE+:SIDE] <= side[k*SIDE+:SIDE];
<%- endif %>
        end
      end
<%- if c.answers() %>
      assign starts[k] = |(moves & first_i);
      assign side_sent[k*SIDE+:SIDE] = side_q[k*SIDE+:SIDE] & {SIDE{send[k]}};
<%- endif %>
    end
  endgenerate

  wire [V*FLIT-1:0] sent;
  generate
    for (k = 0; k < V; k = k + 1) begin : gen_sent
      assign sent[k*FLIT+:FLIT] = flit_q[k*FLIT+:FLIT] & {FLIT{send[k]}};
    end
  endgenerate
  assign flit_o = <{ c.any_channel("sent") }>;
  assign valid_o = send;
  assign start_o = |(send & first_q);
<%- if c.answers() %>
  assign side_o = <{ c.any_side("side_sent") }>;
<%- endif %>
  // A register takes a flit while it sends one if no other channel may send instead.
  generate
    for (k = 0; k < V; k = k + 1) begin : gen_open
      localparam [V-1:0] SELF = 1 << k;
      assign open_o[k] = !valid_q[k] || (ready_i[k] && (valid_q & ~SELF) == {V{1'b0}});
    end
  endgenerate
<%- endif %>

`ifdef TEECAST_ASSERT
  generate
    for (k = 0; k < V; k = k + 1) begin : gen_contract
      wire [CHANNELS-1:0] owned = owner_q[k*CHANNELS+:CHANNELS];
      always @(posedge clk_i) begin
        if (rst_ni) begin
          // One owner, and none without a link; whoever sends has room.
          begin : one_owns assert ((owned & (owned - <{ c.one_channel() }>)) == {CHANNELS{1'b0}}); end
          begin : busy_has_owner_and_link
            assert ((|owned) == busy_q[k] && (linked_i || !busy_q[k]));
          end
          begin : user_finds_room
            assert (!(|(user[k*CHANNELS+:CHANNELS] & move_i)) || open_o[k]);
          end
          begin : free_is_given assert (!given[k] || free[k]); end
        end
      end
    end
  endgenerate
  always @(posedge clk_i) begin
    if (rst_ni) begin : offered_is_taken
      assert ((taken_i & ~offer_o) == { <{- c.asks() }>{1'b0}});
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
