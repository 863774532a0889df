// Output: gives the channels of one link to messages, and moves their flits.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --mesh 4x4 --family region
// Configuration (hash f0b17edf6cea):
//   mesh=4x4 W=32 max_data=64 algorithm=fixed-corner vcs=1 deliveries=1
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a free channel is offered to one of the messages that ask, round robin by shares.
//   Who takes it may send from this cycle on, and owns it until the tail has entered.
//   It is free for the next one when, besides, all messages in it have begun at the other end:
//   from there on they leave without waiting for anything, and what follows finds a whole buffer.
//   It is free, too, while less than 3 have not begun and vacant_i = 1.
//   Without room for a flit, and without a neighbour, nothing is offered.
// Latency and state: none for flits and grants; the owner.
// Widths: 4 = coordinate; 5 = requests; 5 = channels; 5 = owners; 1 = virtual channels;
//   170 = flits that come in; 34 = W + 2.
`default_nettype none

module region_output (
  input  wire clk_i,
  input  wire rst_ni,
  // Coordinates of the node; 1 if there is a link
  input  wire [3:0] here_i,
  input  wire linked_i,
  // Whether the channel is free; input channels: who asks, who is offered it, who takes it
  output wire free_o,
  input  wire [4:0] request_i,
  output wire [4:0] offer_o,
  input  wire [4:0] taken_i,
  // Who owns which channel
  output wire [4:0] owner_o,
  output wire [0:0] open_o,
  // Flits that leave the inputs in this cycle
  input  wire [4:0] move_i,
  input  wire [4:0] first_i,
  input  wire [4:0] tail_i,
  input  wire [169:0] flit_i,
  // Link
  output wire [0:0] valid_o,
  output wire [33:0] flit_o,
  input  wire [0:0] ready_i,
  input  wire [0:0] vacant_i,
  input  wire [0:0] begins_i,
  output wire start_o
);
  localparam V = 1;
  localparam CHANNELS = 5;
  localparam SOURCES = 5;
  localparam FLIT = 34;

  localparam WAITS = 2;
  localparam [WAITS-1:0] NONE = 0;
  localparam [WAITS-1:0] ONE = 1;
  localparam [WAITS-1:0] HEADS = 3;

  // Owners, and the messages of each channel that have not begun at the other end.
  reg [V*CHANNELS-1:0] owner_q;
  reg [V-1:0] busy_q;
  reg [V*WAITS-1:0] waits_q;

  genvar k, s;

  // Of the free channels of a class the lowest is given.
  wire [V-1:0] free, next, given;
  wire [CHANNELS-1:0] pick_0;
  assign free_o = free;
  assign offer_o = pick_0;
  region_turn u_shares (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .here_i(here_i),
    .request_i(request_i & {CHANNELS{free}}),
    .served_i(|taken_i),
    .pick_o(pick_0)
  );
  assign next[0] = free[0];

  wire [V*CHANNELS-1:0] user;
  generate
    for (k = 0; k < V; k = k + 1) begin : gen_channel
      localparam CLASS = 0;
      wire [CHANNELS-1:0] owner = owner_q[k*CHANNELS+:CHANNELS];
      // Who is offered the channel may send: what moves has taken all that it was offered.
      assign user[k*CHANNELS+:CHANNELS] = owner | (offer_o & {CHANNELS{next[k]}});
      wire [CHANNELS-1:0] taken = taken_i[CLASS*CHANNELS+:CHANNELS] & {CHANNELS{next[k]}};
      wire [WAITS-1:0] waits = waits_q[k*WAITS+:WAITS];
      // The first flit moves at once, so it needs room.
      assign free[k] = linked_i && !busy_q[k] && ready_i[k] &&
          (waits == NONE || (waits != HEADS && vacant_i[k]));
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

  // The flit of the owner, or of who is offered the channel, goes into the queue of the neighbour.
  wire [CHANNELS-1:0] source = busy_q ? owner_q : offer_o;
  wire [SOURCES*FLIT-1:0] part;
  generate
    for (s = 0; s < SOURCES; s = s + 1) begin : gen_source
      assign part[s*FLIT+:FLIT] = flit_i[s*FLIT+:FLIT] & {FLIT{source[s]}};
    end
  endgenerate
  assign flit_o = part[0+:FLIT] | part[FLIT+:FLIT] | part[2*FLIT+:FLIT] |
    part[3*FLIT+:FLIT] | part[4*FLIT+:FLIT];
  assign valid_o = |(user & move_i);
  assign start_o = |(user & move_i & first_i);
  assign open_o = ready_i;

`ifdef TEECAST_ASSERT
  generate
    for (k = 0; k < V; k = k + 1) begin : gen_contract
      wire [CHANNELS-1:0] owned = owner_q[k*CHANNELS+:CHANNELS];
      always @(posedge clk_i) begin
        if (rst_ni) begin
          // One owner, and none without a link; whoever sends has room.
          begin : one_owns assert ((owned & (owned - 5'd1)) == {CHANNELS{1'b0}}); end
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
      assert ((taken_i & ~offer_o) == {5{1'b0}});
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
