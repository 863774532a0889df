<{ c.banner("Delivery: gives the buffers before the processor to messages, and sends them.") }>
// Contract: the next of <{ c.options.deliveries }> buffers is offered to one of the messages that ask, round robin<% if c.options.virtual_channels == 1 %> by
//   shares. Who takes<% else %>.
//   Who takes<% endif %> it may send from <% if c.leaves_at_once() %>this<% else %>the next<% endif %> cycle on, and has it until its tail
//   has left for the output register. Messages leave whole, in the order in which they took
//   buffers, with the source instead of the link header.
<%- if c.answers() %>
//   When the last flit of a message that wants an answer is taken, landed_o says so, bad or not.
<%- endif %>
// Latency and state: a flit shows on m_axis in the next cycle if none is before it; the buffers and
//   one register.
// Widths: <% if c.options.virtual_channels == 1 %><{ c.topology.coordinate_bits }> = coordinate; <% endif %><{ c.topology.channels }> = channels; <{ c.flits_in() }> = flits that come in; <{ c.options.width }> = W
<%- if c.answers() %>;
//   <{ c.topology.channels * c.answer.side_bits }> = channels x (tag, wish); <{ c.answer.tag_bits }> = tag<% if c.replies() %>; <{ c.answer.handle_bits }> = handle<% endif %><% endif %>.
`default_nettype none

module <{ c.prefix }>region_delivery (
  input  wire clk_i,
  input  wire rst_ni,
<%- if c.options.virtual_channels == 1 %>
  // Coordinates of the node
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
<%- endif %>
  // Input channels: who asks, who is offered the next buffer, who takes it
  input  wire [<{ c.topology.channels - 1 }>:0] request_i,
  output wire [<{ c.topology.channels - 1 }>:0] offer_o,
  input  wire [<{ c.topology.channels - 1 }>:0] taken_i,
  // Flits that leave the inputs in this cycle
  input  wire [<{ c.topology.channels - 1 }>:0] move_i,
  input  wire [<{ c.flits_in() - 1 }>:0] flit_i,
<%- if c.answers() %>
  // Wishes and tags of the messages that ask
  input  wire [<{ c.topology.channels * c.answer.side_bits - 1 }>:0] side_i,
  // The oldest landing: input channel and tag of the message, and its status
  output wire landed_o,
  output wire [<{ c.topology.channels - 1 }>:0] holder_o,
  output wire [<{ c.answer.tag_bits - 1 }>:0] holder_tag_o,
  output wire [1:0] status_o,
  input  wire pop_i,
<%- if c.replies() %>
  // The processor has the handle of a message that wants a reply
  output wire hand_o,
  output wire [<{ c.answer.handle_bits - 1 }>:0] hand_handle_o,
<%- endif %>
<%- endif %>
  // Processor
  output wire [<{ c.options.width - 1 }>:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser
);
  localparam D = <{ c.options.deliveries }>;
  localparam W = <{ c.options.width }>;
  localparam CHANNELS = <{ c.topology.channels }>;
  localparam SOURCES = <{ c.topology.ports + 1 }>;
  localparam FLIT = <{ c.frame.flit_bits }>;
<%- if c.options.virtual_channels > 1 %>
  localparam V = <{ c.options.virtual_channels }>;
<%- endif %>

  // Buffers in a ring: the next one to be granted, and the one that leaves.
  reg [D*CHANNELS-1:0] owner_q;
  reg [D-1:0] busy_q;
<%- if c.options.deliveries > 1 %>
  reg [D-1:0] next_q, first_q;
  localparam [D-1:0] START = 1;
  wire [D-1:0] next = next_q;
  wire [D-1:0] first = first_q;
<%- else %>
  wire [D-1:0] next = {D{1'b1}};
  wire [D-1:0] first = {D{1'b1}};
<%- endif %>
  wire tail_leaves;
  wire [D-1:0] freed = first & {D{tail_leaves}};
<%- if c.frame.link_flits > 1 %>
  // The rest of a header may come after the tail has left.
  wire [D-1:0] owned;
<%- endif %>
  wire [D-1:0] free = <% if c.frame.link_flits > 1 %>~owned & <% endif %>~busy_q;
  wire given = |taken_i;
  wire can_give = |(next & free);
  wire [CHANNELS-1:0] pick;
<%- if c.options.virtual_channels == 1 %>
  assign offer_o = pick;
<%- else %>
  assign offer_o = pick & {CHANNELS{can_give}};
<%- endif %>
<%- if c.options.virtual_channels == 1 %>
  <{ c.prefix }>region_turn u_shares (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .here_i(here_i),
    .request_i(request_i & {CHANNELS{can_give}}),
    .served_i(given),
    .pick_o(pick)
  );
<%- else %>
  <{ c.prefix }>tee_round_robin_arbiter #(
    .WIDTH(CHANNELS)
  ) u_arbiter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .request_i(request_i),
    .served_i(given),
    .pick_o(pick)
  );
<%- endif %>
<%- if c.options.deliveries > 1 %>

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      next_q <= START;
      first_q <= START;
    end else begin
      if (given) next_q <= {next_q[D-2:0], next_q[D-1]};
      if (tail_leaves) first_q <= {first_q[D-2:0], first_q[D-1]};
    end
  end
<%- endif %>

  reg valid_q;
  reg [FLIT-1:0] flit_q;
<%- if c.answers() %>
  // A landing finds a place: those that are shown or wait for the answer unit.
  localparam [<{ c.answer.landing_address_bits }>:0] ONE_LANDING = 1;
  reg [<{ c.answer.landing_address_bits }>:0] landings_q;
  wire load = (!valid_q || m_axis_tready) && !landings_q[<{ c.answer.landing_address_bits }>];
<%- else %>
  wire load = !valid_q || m_axis_tready;
<%- endif %>

  wire [D*FLIT-1:0] head;
  wire [D-1:0] has;
<%- if c.answers() %>

  // Of the message that gets a buffer: what it wants, its tag, and the number of its channel.
  localparam WANT = <{ c.answer.want_bits }>;
  localparam TAG = <{ c.answer.tag_bits }>;
  localparam SIDE = <{ c.answer.side_bits }>;
  localparam CHANNEL = <{ c.answer.channel_bits }>;
  localparam PLACE = CHANNEL + SIDE;
<%- if c.leaves_at_once() %>
  // It may send in the cycle in which it gets the buffer.
  wire [CHANNELS-1:0] new_owner = offer_o;
<%- else %>
  wire [CHANNELS-1:0] new_owner = taken_i;
<%- endif %>
  wire [CHANNELS*PLACE-1:0] place_part;
  wire [D*PLACE-1:0] place;
<%- endif %>
  genvar <% if c.answers() %>i, <% endif %>d, s;
<%- if c.answers() %>
  generate
    for (i = 0; i < CHANNELS; i = i + 1) begin : gen_place
      localparam [CHANNEL-1:0] NUMBER = i;
      assign place_part[i*PLACE+:PLACE] = {NUMBER, side_i[i*SIDE+:SIDE]} & {PLACE{new_owner[i]}};
    end
  endgenerate
  wire [PLACE-1:0] new_place = <{ c.any_place("place_part") }>;
<%- endif %>
  generate
    for (d = 0; d < D; d = d + 1) begin : gen_buffer
      wire [CHANNELS-1:0] owner = owner_q[d*CHANNELS+:CHANNELS];
      wire [CHANNELS-1:0] taker = taken_i & {CHANNELS{next[d]}};
<%- if c.leaves_at_once() %>
      // Who is offered the buffer may send: what moves has taken all that it was offered.
      wire [CHANNELS-1:0] user = owner | (offer_o & {CHANNELS{next[d]}});
<%- else %>
      wire [CHANNELS-1:0] user = owner;
<%- endif %>
      wire [CHANNELS-1:0] moves = user & move_i;
      wire [SOURCES-1:0] from;
      wire [SOURCES*FLIT-1:0] part;
      for (s = 0; s < SOURCES; s = s + 1) begin : gen_source
<%- if c.options.virtual_channels == 1 %>
        assign from[s] = user[s];
<%- else %>
        localparam COUNT = s < SOURCES - 1 ? V : 1;
        assign from[s] = |moves[s*V+:COUNT];
<%- endif %>
        assign part[s*FLIT+:FLIT] = flit_i[s*FLIT+:FLIT] & {FLIT{from[s]}};
      end
      wire [FLIT-1:0] taken = <{ c.any_source("part", "      ") }>;
      wire taken_last = taken[W];
      wire moved = |moves;
<%- if c.answers() %>

      reg [PLACE-1:0] place_q;
      always @(posedge clk_i) begin
        if (|taker) place_q <= new_place;
      end
<%- if c.leaves_at_once() %>
      wire [PLACE-1:0] place_here = busy_q[d] ? place_q : new_place;
<%- else %>
      wire [PLACE-1:0] place_here = place_q;
<%- endif %>
      assign place[d*PLACE+:PLACE] = place_here;
      // After the source: what is wanted, and to whom to reply.
<%- if c.replies() %>
      wire [1:0] want = place_here[1:0];
      wire [<{ c.answer.handle_bits - 1 }>:0] handle =
          <{ c.handle("place_here") }> & { <{- c.answer.handle_bits }>{want[1]}};
      wire [<{ c.answer.handle_bits + 1 }>:0] extra = {handle, want};
<%- else %>
      wire [1:0] extra = {1'b0, place_here[0]};
<%- endif %>
<%- endif %>
<%- if c.frame.link_flits == 1 %>

      // The first flit keeps the source alone.
      reg inside_q;
      always @(posedge clk_i) begin
        if (!rst_ni) inside_q <= 1'b0;
        else if (moved) inside_q <= !taken_last;
      end
      wire comes = moved;
<%- if c.answers() %>
      wire [FLIT-1:0] flit = {taken[FLIT-1:W],
          inside_q ? taken[W-1:0] : <{ c.frame.delivered(0) }>};
<%- else if c.frame.padding() > 0 %>
      wire [FLIT-1:0] flit = {taken[FLIT-1:W],
          taken[W-1:<{ c.frame.source_bits }>] & { <{- c.frame.padding() }>{inside_q}},
          taken[<{ c.frame.source_bits - 1 }>:0]};
<%- else %>
      wire [FLIT-1:0] flit = taken;
<%- endif %>
<%- else %>

      // Of the header the first flits go on, with the source alone.
      localparam COUNT_BITS = <{ c.frame.link_count_bits }>;
      localparam [COUNT_BITS-1:0] END = <{ c.frame.link_flits }>;
      localparam [COUNT_BITS-1:0] ONE = 1;
      reg [COUNT_BITS-1:0] count_q;
      always @(posedge clk_i) begin
        if (!rst_ni) count_q <= {COUNT_BITS{1'b0}};
        else if (moved) begin
          if (taken_last) count_q <= {COUNT_BITS{1'b0}};
          else if (count_q != END) count_q <= count_q + ONE;
        end
      end
      localparam [COUNT_BITS-1:0] SOURCE = <{ c.frame.source_flits }>;
<%- if c.needs_source_end() %>
      wire source_ends = count_q == SOURCE - ONE;
<%- endif %>
<%- if c.options.max_data > 0 %>
      wire data = count_q == END;
      wire comes = moved && (count_q < SOURCE || data);
      // In a header the mark of a bad message says that no data follow.
<%- if c.frame.source_flits == c.frame.link_flits %>
      wire last = taken_last;
<%- else %>
      wire last = data ? taken_last : source_ends && taken[W+1];
<%- endif %>
      wire bad = data && taken[W+1];
<%- else %>
      wire comes = moved && count_q < SOURCE;
      wire last = source_ends;
      wire bad = source_ends && taken[W+1];
<%- endif %>
<%- if c.answers() %>
      reg [W-1:0] word;
      always @* begin
        case (count_q)
<%- for index in c.frame.delivered_flits() %>
          <{ c.frame.link_count_bits }>'d<{ index }>: word = <{ c.frame.delivered(index) }>;
<%- endfor %>
          default: word = taken[W-1:0];
        endcase
      end
      wire [FLIT-1:0] flit = {bad, last, word};
<%- else if c.frame.padding() > 0 %>
      wire [FLIT-1:0] flit = {bad, last,
          taken[W-1:<{ c.frame.last_source_bits() }>] & { <{- c.frame.padding() }>{!source_ends}},
          taken[<{ c.frame.last_source_bits() - 1 }>:0]};
<%- else %>
      wire [FLIT-1:0] flit = {bad, last, taken[W-1:0]};
<%- endif %>
<%- endif %>

<%- if c.frame.link_flits > 1 %>
      assign owned[d] = |owner_q[d*CHANNELS+:CHANNELS];
<%- endif %>

      // A flit goes around an empty buffer.
      wire [FLIT-1:0] oldest;
      wire valid, unused_full;
      wire around = load && first[d] && !valid;
      <{ c.prefix }>tee_queue #(
        .WIDTH(<{ c.frame.flit_bits }>),
        .ADDRESS(<{ c.buffers.delivery_address_bits }>),
<%- if c.buffers.block %>
        .REGISTERED(1),
<%- endif %>
        .EARLY(1)
      ) u_queue (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .push_i(comes && !around),
        .data_i(flit),
        .full_o(unused_full),
        .valid_o(valid),
        .data_o(oldest),
        .pop_i(valid && load && first[d])
      );
      assign head[d*FLIT+:FLIT] = valid ? oldest : flit;
      assign has[d] = valid || comes;

      always @(posedge clk_i) begin
        if (!rst_ni) begin
          owner_q[d*CHANNELS+:CHANNELS] <= {CHANNELS{1'b0}};
          busy_q[d] <= 1'b0;
        end else begin
          owner_q[d*CHANNELS+:CHANNELS] <= (owner | taker) & {CHANNELS{!(moved && taken_last)}};
          busy_q[d] <= (busy_q[d] || (|taker)) && !freed[d];
        end
      end

`ifdef TEECAST_ASSERT
      always @(posedge clk_i) begin
        if (rst_ni) begin
          // A message that has a buffer has room for all its flits.
          begin : flit_finds_room assert (!comes || around || !unused_full); end
          begin : valid_while_busy assert (busy_q[d] || !valid); end
          begin : offered_is_taken assert ((taken_i & ~offer_o) == {CHANNELS{1'b0}}); end
        end
      end
`endif  // TEECAST_ASSERT
    end
  endgenerate
<%- if c.options.deliveries > 1 %>

  wire [D*FLIT-1:0] part;
  generate
    for (d = 0; d < D; d = d + 1) begin : gen_head
      assign part[d*FLIT+:FLIT] = head[d*FLIT+:FLIT] & {FLIT{first[d]}};
    end
  endgenerate
  wire [FLIT-1:0] leaving = <{ c.any_delivery("part") }>;
<%- else %>
  wire [FLIT-1:0] leaving = head;
<%- endif %>
  wire sends = |(has & first);
  assign tail_leaves = load && sends && leaving[W];

  always @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (load) valid_q <= sends;
<%- if c.answers() %>
    else if (m_axis_tready) valid_q <= 1'b0;
<%- endif %>
  end
<%- if c.answers() %>

<%- if c.options.deliveries > 1 %>
  wire [D*PLACE-1:0] first_place;
  generate
    for (d = 0; d < D; d = d + 1) begin : gen_first_place
      assign first_place[d*PLACE+:PLACE] = place[d*PLACE+:PLACE] & {PLACE{first[d]}};
    end
  endgenerate
  wire [PLACE-1:0] leaving_place = <{ c.any_delivered_place("first_place") }>;
<%- else %>
  wire [PLACE-1:0] leaving_place = place;
<%- endif %>
  reg [PLACE-1:0] shown_q;
  always @(posedge clk_i) begin
    if (load) shown_q <= leaving_place;
  end
  wire enters = tail_leaves && (|leaving_place[WANT-1:0]);
  wire lands = valid_q && m_axis_tready && flit_q[W] && (|shown_q[WANT-1:0]);
  always @(posedge clk_i) begin
    if (!rst_ni) landings_q <= <{ c.answer.landing_address_bits + 1 }>'d0;
    else if (enters != pop_i) begin
      landings_q <= enters ? landings_q + ONE_LANDING : landings_q - ONE_LANDING;
    end
  end

  wire unused_landings_full, landed_bad;
  wire [CHANNEL-1:0] landed_channel;
  <{ c.prefix }>tee_queue #(
    .WIDTH(CHANNEL + TAG + 1),
    .ADDRESS(<{ c.answer.landing_address_bits }>)
  ) u_landings (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .push_i(lands),
    .data_i({flit_q[W+1], shown_q[PLACE-1:WANT]}),
    .full_o(unused_landings_full),
    .valid_o(landed_o),
    .data_o({landed_bad, landed_channel, holder_tag_o}),
    .pop_i(pop_i)
  );
  generate
    for (i = 0; i < CHANNELS; i = i + 1) begin : gen_holder
      localparam [CHANNEL-1:0] NUMBER = i;
      assign holder_o[i] = landed_channel == NUMBER;
    end
  endgenerate
  assign status_o = {1'b0, landed_bad};
<%- if c.replies() %>

  // The flit with the last bit of the handle.
  localparam HEAD = <{ c.delivery_count_bits() }>;
  localparam [HEAD-1:0] HEAD_END = <{ c.frame.source_flits }>;
  localparam [HEAD-1:0] HEAD_ONE = 1;
  reg [HEAD-1:0] head_q;
  always @(posedge clk_i) begin
    if (!rst_ni) head_q <= {HEAD{1'b0}};
    else if (valid_q && m_axis_tready) begin
      if (flit_q[W]) head_q <= {HEAD{1'b0}};
      else if (head_q != HEAD_END) head_q <= head_q + HEAD_ONE;
    end
  end
  assign hand_o = valid_q && m_axis_tready && head_q == HEAD_END - HEAD_ONE && shown_q[1];
  assign hand_handle_o = <{ c.handle("shown_q") }>;
<%- endif %>
<%- endif %>

  always @(posedge clk_i) begin
    if (load) flit_q <= leaving;
  end

  assign m_axis_tdata = flit_q[W-1:0];
  assign m_axis_tvalid = valid_q;
  assign m_axis_tlast = flit_q[W];
  assign m_axis_tuser = flit_q[W+1];
endmodule

`default_nettype wire
