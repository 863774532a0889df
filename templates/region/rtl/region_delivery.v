<{ c.banner("Delivery: gives the buffers before the processor to messages, and sends them.") }>
// Contract: the next of <{ c.options.deliveries }> buffers is offered to one of the messages that ask, round robin<% if c.options.virtual_channels == 1 %> by
//   shares. Who takes<% else %>.
//   Who takes<% endif %> it may send from <% if c.leaves_at_once() %>this<% else %>the next<% endif %> cycle on, and has it until its tail
//   has left for the output register. Messages leave whole, in the order in which they took
//   buffers, with the source instead of the link header.
// Latency and state: a flit shows on m_axis in the next cycle if none is before it; the buffers and
//   one register.
// Widths: <% if c.options.virtual_channels == 1 %><{ c.topology.coordinate_bits }> = coordinate; <% endif %><{ c.topology.channels }> = channels; <{ c.flits_in() }> = flits that come in; <{ c.options.width }> = W.
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
  wire load = !valid_q || m_axis_tready;

  wire [D*FLIT-1:0] head;
  wire [D-1:0] has;
  genvar d, s;
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
<%- if c.frame.link_flits == 1 %>

      // The first flit keeps the source alone.
      reg inside_q;
      always @(posedge clk_i) begin
        if (!rst_ni) inside_q <= 1'b0;
        else if (moved) inside_q <= !taken_last;
      end
      wire comes = moved;
<%- if c.frame.padding() > 0 %>
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
      wire source_ends = count_q == SOURCE - ONE;
<%- if c.options.max_data > 0 %>
      wire data = count_q == END;
      wire comes = moved && (count_q < SOURCE || data);
      // In a header the mark of a bad message says that no data follow.
      wire last = data ? taken_last : source_ends && taken[W+1];
      wire bad = data && taken[W+1];
<%- else %>
      wire comes = moved && count_q < SOURCE;
      wire last = source_ends;
      wire bad = source_ends && taken[W+1];
<%- endif %>
<%- if c.frame.padding() > 0 %>
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
  end

  always @(posedge clk_i) begin
    if (load) flit_q <= leaving;
  end

  assign m_axis_tdata = flit_q[W-1:0];
  assign m_axis_tvalid = valid_q;
  assign m_axis_tlast = flit_q[W];
  assign m_axis_tuser = flit_q[W+1];
endmodule

`default_nettype wire
