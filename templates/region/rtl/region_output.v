<{ c.banner("Output: gives the channels of one link to messages, and moves their flits.") }>
// Contract: a free channel is granted to one of the messages that ask, round robin; its owner keeps
//   it until the tail has entered. It is free for the next one when, besides, the message in it has
//   begun at the other end: from there on that message leaves without waiting for anything, and
//   what follows finds a whole buffer. Without a neighbour nothing is granted.
// Latency and state: <{ c.output_latency() }>
// Widths: <{ c.asks() }> = requests; <{ c.topology.channels }> = channels; <{ c.owners() }> = owners; <{ c.options.virtual_channels }> = virtual channels;
//   <{ c.flits_in() }> = flits that come in; <{ c.frame.flit_bits }> = W + 2.
`default_nettype none

module <{ c.prefix }>region_output (
  input  wire clk_i,
  input  wire rst_ni,
  // 1 if there is a link
  input  wire linked_i,
  // Input channels: who asks, by class; who is granted; who owns which channel
  input  wire [<{ c.asks() - 1 }>:0] request_i,
  output wire [<{ c.topology.channels - 1 }>:0] grant_o,
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
  input  wire [<{ c.options.virtual_channels - 1 }>:0] begins_i,
  output wire start_o
);
  localparam V = <{ c.options.virtual_channels }>;
  localparam CHANNELS = <{ c.topology.channels }>;
  localparam SOURCES = <{ c.topology.ports + 1 }>;
  localparam FLIT = <{ c.frame.flit_bits }>;

  reg [V*CHANNELS-1:0] owner_q;
  reg [V-1:0] busy_q, waits_q;

  genvar k, s;

  // Requests of a class go to its channels; of the free ones the lowest is granted.
  wire [V-1:0] leaves, free;
  wire [V-1:0] given;
<%- for class in c.class_list() %>
  wire [CHANNELS-1:0] pick_<{ class.index }>;
  wire granted_<{ class.index }> = (|free[<{ class.range }>]) && (|request_i[<{ class.requests }>]);
  <{ c.prefix }>tee_round_robin_arbiter #(
    .WIDTH(CHANNELS)
  ) u_arbiter_<{ class.index }> (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .request_i(request_i[<{ class.requests }>]),
    .served_i(granted_<{ class.index }>),
    .pick_o(pick_<{ class.index }>)
  );
<%- if class.size > 1 %>
  wire [<{ class.size - 1 }>:0] lowest_<{ class.index }>;
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(<{ class.size }>)
  ) u_lowest_<{ class.index }> (
    .bits_i(free[<{ class.range }>]),
    .lowest_o(lowest_<{ class.index }>)
  );
  assign given[<{ class.range }>] = lowest_<{ class.index }> & { <{- class.size }>{granted_<{ class.index }>}};
<%- else %>
  assign given[<{ class.range }>] = granted_<{ class.index }>;
<%- endif %>
<%- endfor %>
  assign grant_o = <% for class in c.class_list() %><% if class.index > 0 %> | <% endif %>(pick_<{ class.index }> & {CHANNELS{granted_<{ class.index }>}})<% endfor %>;

  generate
    for (k = 0; k < V; k = k + 1) begin : gen_channel
      wire [CHANNELS-1:0] owner = owner_q[k*CHANNELS+:CHANNELS];
<%- if c.two_classes() %>
      wire [CHANNELS-1:0] pick = k < <{ c.options.virtual_channels / 2 }> ? pick_0 : pick_1;
<%- else %>
      wire [CHANNELS-1:0] pick = pick_0;
<%- endif %>
      assign leaves[k] = |(owner & move_i & tail_i);
<%- if c.options.virtual_channels == 1 %>
      // It is granted again while the tail leaves, so that no cycle is lost.
      assign free[k] = linked_i && (!busy_q[k] || leaves[k]) && !waits_q[k];
<%- else %>
      assign free[k] = linked_i && !busy_q[k] && !waits_q[k];
<%- endif %>

      always @(posedge clk_i) begin
        if (!rst_ni) begin
          owner_q[k*CHANNELS+:CHANNELS] <= {CHANNELS{1'b0}};
          busy_q[k] <= 1'b0;
        end else if (given[k] || leaves[k]) begin
          owner_q[k*CHANNELS+:CHANNELS] <= pick & {CHANNELS{given[k]}};
          busy_q[k] <= given[k];
        end
      end

      always @(posedge clk_i) begin
        if (!rst_ni) waits_q[k] <= 1'b0;
        else if (given[k]) waits_q[k] <= 1'b1;
        else if (begins_i[k]) waits_q[k] <= 1'b0;
      end
    end
  endgenerate
  assign owner_o = owner_q;
<%- if c.options.virtual_channels == 1 %>

  // The flit of the owner goes right into the queue of the neighbour.
  wire [SOURCES*FLIT-1:0] part;
  generate
    for (s = 0; s < SOURCES; s = s + 1) begin : gen_source
      assign part[s*FLIT+:FLIT] = flit_i[s*FLIT+:FLIT] & {FLIT{owner_q[s]}};
    end
  endgenerate
  assign flit_o = <{ c.any_source("part", "") }>;
  assign valid_o = |(owner_q & move_i);
  assign start_o = |(owner_q & move_i & first_i);
  assign open_o = ready_i;
<%- else %>

  // A register for each channel, and the channels of the link round robin, flit by flit.
  reg [V*FLIT-1:0] flit_q;
  reg [V-1:0] valid_q, first_q;
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
      wire [CHANNELS-1:0] moves = owner_q[k*CHANNELS+:CHANNELS] & move_i;
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
        end
      end
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
      wire [CHANNELS-1:0] owner = owner_q[k*CHANNELS+:CHANNELS];
      always @(posedge clk_i) begin
        if (rst_ni) begin
          // One owner, and none without a link; whoever sends has room.
          begin : one_owns assert ((owner & (owner - <{ c.one_channel() }>)) == {CHANNELS{1'b0}}); end
          begin : busy_has_owner_and_link
            assert ((|owner) == busy_q[k] && (linked_i || !busy_q[k]));
          end
          begin : owner_finds_room assert (!(|(owner & move_i)) || open_o[k]); end
          begin : free_is_given assert (!given[k] || free[k]); end
        end
      end
    end
  endgenerate
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
