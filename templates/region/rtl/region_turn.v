<{ c.banner("Turn: a round robin in which each input channel has a share.") }>
// Contract: pick_o has one of the bits of request_i, or is zero. A channel that is served goes
//   first again until it has been served as often in a row as its share says; so a request that
//   stays waits for at most as many services of every other channel. The share of a link is the
//   number of nodes whose messages come over it on their way to the first corner, dimension by
//   dimension, or <{ c.largest_share() }> if there are more; that of the processor is one.
// Latency and state: combinational; one bit for each channel, the channel that goes first again,
//   and its services.
// Widths: <{ c.topology.coordinate_bits }> = coordinate; <{ c.topology.channels }> = channels.
`default_nettype none

module <{ c.prefix }>region_turn (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
  input  wire [<{ c.topology.channels - 1 }>:0] request_i,
  input  wire served_i,
  output wire [<{ c.topology.channels - 1 }>:0] pick_o
);
  localparam CHANNELS = <{ c.topology.channels }>;
  localparam SHARE = <{ c.share_bits() }>;
  localparam [SHARE-1:0] ONE = 1;

  // Shares, by channel.
  wire [CHANNELS*SHARE-1:0] share;
<%- for axis in c.topology.axes %>
<%- let i = axis.index %>
<%- let bits = c.behind_bits(axis) %>
  localparam [<{ bits - 1 }>:0] LAST_<{ i }> = <{ axis.radix - 1 }>;
  localparam [<{ bits - 1 }>:0] STRIDE_<{ i }> = <{ axis.stride }>;
  wire [<{ bits - 1 }>:0] at_<{ i }> = <{ c.coordinate(axis) }>;
  wire [<{ bits - 1 }>:0] below_<{ i }> = STRIDE_<{ i }> * at_<{ i }>;
  wire [<{ bits - 1 }>:0] above_<{ i }> = STRIDE_<{ i }> * (LAST_<{ i }> - at_<{ i }>);
<%- if c.is_limited(axis) %>
  assign share[<{ 2 * i }>*SHARE+:SHARE] = below_<{ i }> > <{ c.largest_share() }> ? {SHARE{1'b1}} : below_<{ i }>[SHARE-1:0];
  assign share[<{ 2 * i + 1 }>*SHARE+:SHARE] = above_<{ i }> > <{ c.largest_share() }> ? {SHARE{1'b1}} : above_<{ i }>[SHARE-1:0];
<%- else %>
  assign share[<{ 2 * i }>*SHARE+:SHARE] = below_<{ i }>[SHARE-1:0];
  assign share[<{ 2 * i + 1 }>*SHARE+:SHARE] = above_<{ i }>[SHARE-1:0];
<%- endif %>
<%- endfor %>
  assign share[<{ c.topology.ports }>*SHARE+:SHARE] = ONE;

  // Who goes first again, and its services.
  reg [CHANNELS-1:0] holder_q;
  reg [SHARE-1:0] served_q;
  wire [CHANNELS*SHARE-1:0] part;
  wire [SHARE-1:0] holder_share = <{ c.any_share("part") }>;
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
      assert ((holder_q & (holder_q - <{ c.one_channel() }>)) == {CHANNELS{1'b0}});
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
