// Turn: a round robin in which each input channel has a share.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --mesh 4x4 --family region
// Configuration (hash f0b17edf6cea):
//   mesh=4x4 W=32 max_data=64 algorithm=fixed-corner vcs=1 deliveries=1
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: pick_o has one of the bits of request_i, or is zero. A channel that is served goes
//   first again until it has been served as often in a row as its share says; so a request that
//   stays waits for at most as many services of every other channel. The share of a link is the
//   number of nodes whose messages come over it on their way to the first corner, dimension by
//   dimension, or 15 if there are more; that of the processor is one.
// Latency and state: combinational; one bit for each channel, the channel that goes first again,
//   and its services.
// Widths: 4 = coordinate; 5 = channels.
`default_nettype none

module region_turn (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [3:0] here_i,
  input  wire [4:0] request_i,
  input  wire served_i,
  output wire [4:0] pick_o
);
  localparam CHANNELS = 5;
  localparam SHARE = 4;
  localparam [SHARE-1:0] ONE = 1;

  // Shares, by channel.
  wire [CHANNELS*SHARE-1:0] share;
  localparam [3:0] LAST_0 = 3;
  localparam [3:0] STRIDE_0 = 1;
  wire [3:0] at_0 = {2'd0, here_i[1:0]};
  wire [3:0] below_0 = STRIDE_0 * at_0;
  wire [3:0] above_0 = STRIDE_0 * (LAST_0 - at_0);
  assign share[0*SHARE+:SHARE] = below_0[SHARE-1:0];
  assign share[1*SHARE+:SHARE] = above_0[SHARE-1:0];
  localparam [3:0] LAST_1 = 3;
  localparam [3:0] STRIDE_1 = 4;
  wire [3:0] at_1 = {2'd0, here_i[3:2]};
  wire [3:0] below_1 = STRIDE_1 * at_1;
  wire [3:0] above_1 = STRIDE_1 * (LAST_1 - at_1);
  assign share[2*SHARE+:SHARE] = below_1[SHARE-1:0];
  assign share[3*SHARE+:SHARE] = above_1[SHARE-1:0];
  assign share[4*SHARE+:SHARE] = ONE;

  // Who goes first again, and its services.
  reg [CHANNELS-1:0] holder_q;
  reg [SHARE-1:0] served_q;
  wire [CHANNELS*SHARE-1:0] part;
  wire [SHARE-1:0] holder_share = part[0+:SHARE] | part[SHARE+:SHARE] | part[2*SHARE+:SHARE] |
      part[3*SHARE+:SHARE] | part[4*SHARE+:SHARE];
  wire [SHARE-1:0] served_next = served_q + ONE;
  wire more = served_next != holder_share;
  wire [CHANNELS-1:0] again;
  genvar i, j;
  generate
    for (i = 0; i < CHANNELS; i = i + 1) begin : gen_again
      wire [SHARE-1:0] own = share[i*SHARE+:SHARE];
      assign part[i*SHARE+:SHARE] = own & {SHARE{holder_q[i]}};
      assign again[i] = holder_q[i] ? more : own > ONE;
    end
  endgenerate

  // Those that go first, from the lowest one on; every two requests are compared.
  reg [CHANNELS-1:0] later_q;
  wire [CHANNELS-1:0] later;
  generate
    for (i = 0; i < CHANNELS; i = i + 1) begin : gen_pick
      wire [CHANNELS-1:0] ahead;
      for (j = 0; j < CHANNELS; j = j + 1) begin : gen_ahead
        if (j < i) begin : gen_below
          assign ahead[j] = request_i[j] && (later_q[j] || !later_q[i]);
        end else if (j > i) begin : gen_above
          assign ahead[j] = request_i[j] && later_q[j] && !later_q[i];
        end else begin : gen_self
          assign ahead[j] = 1'b0;
        end
      end
      assign pick_o[i] = request_i[i] && !(|ahead);
      if (i == 0) begin : gen_first
        assign later[i] = pick_o[i] && again[i];
      end else begin : gen_other
        assign later[i] = (pick_o[i] && again[i]) || (|pick_o[i-1:0]);
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      later_q <= {CHANNELS{1'b0}};
      holder_q <= {CHANNELS{1'b0}};
      served_q <= {SHARE{1'b0}};
    end else if (served_i) begin
      later_q <= later;
      holder_q <= pick_o & again;
      served_q <= (|(pick_o & holder_q)) ? served_next : ONE;
    end
  end

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin : one_goes_first_again
      assert ((holder_q & (holder_q - 5'd1)) == {CHANNELS{1'b0}});
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
