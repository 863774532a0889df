// Output: gives the channels of one link to messages, and moves their flits.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --mesh 4x4 --family region
// Configuration (hash f0b17edf6cea):
//   mesh=4x4 W=32 max_data=64 algorithm=fixed-corner vcs=1 deliveries=1
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a free channel is granted to one of the messages that ask, round robin; its owner keeps
//   it until the tail has entered. It is free for the next one when, besides, the message in it has
//   begun at the other end: from there on that message leaves without waiting for anything, and
//   what follows finds a whole buffer. Without a neighbour nothing is granted.
// Latency and state: none for flits, one cycle for a grant; the owner.
// Widths: 5 = requests; 5 = channels; 5 = owners; 1 = virtual channels;
//   170 = flits that come in; 34 = W + 2.
`default_nettype none

module region_output (
  input  wire clk_i,
  input  wire rst_ni,
  // 1 if there is a link
  input  wire linked_i,
  // Input channels: who asks, by class; who is granted; who owns which channel
  input  wire [4:0] request_i,
  output wire [4:0] grant_o,
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
  input  wire [0:0] begins_i,
  output wire start_o
);
  localparam V = 1;
  localparam CHANNELS = 5;
  localparam SOURCES = 5;
  localparam FLIT = 34;

  reg [V*CHANNELS-1:0] owner_q;
  reg [V-1:0] busy_q, waits_q;

  genvar k, s;

  // Requests of a class go to its channels; of the free ones the lowest is granted.
  wire [V-1:0] leaves, free;
  wire [V-1:0] given;
  wire [CHANNELS-1:0] pick_0;
  wire granted_0 = (|free[0]) && (|request_i[4:0]);
  tee_round_robin_arbiter #(
    .WIDTH(CHANNELS)
  ) u_arbiter_0 (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .request_i(request_i[4:0]),
    .served_i(granted_0),
    .pick_o(pick_0)
  );
  assign given[0] = granted_0;
  assign grant_o = (pick_0 & {CHANNELS{granted_0}});

  generate
    for (k = 0; k < V; k = k + 1) begin : gen_channel
      wire [CHANNELS-1:0] owner = owner_q[k*CHANNELS+:CHANNELS];
      wire [CHANNELS-1:0] pick = pick_0;
      assign leaves[k] = |(owner & move_i & tail_i);
      // It is granted again while the tail leaves, so that no cycle is lost.
      assign free[k] = linked_i && (!busy_q[k] || leaves[k]) && !waits_q[k];

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

  // The flit of the owner goes right into the queue of the neighbour.
  wire [SOURCES*FLIT-1:0] part;
  generate
    for (s = 0; s < SOURCES; s = s + 1) begin : gen_source
      assign part[s*FLIT+:FLIT] = flit_i[s*FLIT+:FLIT] & {FLIT{owner_q[s]}};
    end
  endgenerate
  assign flit_o = part[0+:FLIT] | part[FLIT+:FLIT] | part[2*FLIT+:FLIT] |
    part[3*FLIT+:FLIT] | part[4*FLIT+:FLIT];
  assign valid_o = |(owner_q & move_i);
  assign start_o = |(owner_q & move_i & first_i);
  assign open_o = ready_i;

`ifdef TEECAST_ASSERT
  generate
    for (k = 0; k < V; k = k + 1) begin : gen_contract
      wire [CHANNELS-1:0] owner = owner_q[k*CHANNELS+:CHANNELS];
      always @(posedge clk_i) begin
        if (rst_ni) begin
          // One owner, and none without a link; whoever sends has room.
          begin : one_owns assert ((owner & (owner - 5'd1)) == {CHANNELS{1'b0}}); end
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
