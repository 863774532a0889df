// Delivery: gives the buffers before the processor to messages, and sends them.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --mesh 4x4 --family region
// Configuration (hash f0b17edf6cea):
//   mesh=4x4 W=32 max_data=64 algorithm=fixed-corner vcs=1 deliveries=1
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: the next of 1 buffers is offered to one of the messages that ask, round robin by
//   shares. Who takes it may send from this cycle on, and has it until its tail
//   has left for the output register. Messages leave whole, in the order in which they took
//   buffers, with the source instead of the link header.
// Latency and state: a flit shows on m_axis in the next cycle if none is before it; the buffers and
//   one register.
// Widths: 4 = coordinate; 5 = channels; 170 = flits that come in; 32 = W.
// Registers without a reset: flit_q.
`default_nettype none

module region_delivery (
  input  wire clk_i,
  input  wire rst_ni,
  // Coordinates of the node
  input  wire [3:0] here_i,
  // Input channels: who asks, who is offered the next buffer, who takes it
  input  wire [4:0] request_i,
  output wire [4:0] offer_o,
  input  wire [4:0] taken_i,
  // Flits that leave the inputs in this cycle
  input  wire [4:0] move_i,
  input  wire [169:0] flit_i,
  // Processor
  output wire [31:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser
);
  localparam D = 1;
  localparam W = 32;
  localparam CHANNELS = 5;
  localparam SOURCES = 5;
  localparam FLIT = 34;

  // Buffers in a ring: the next one to be granted, and the one that leaves.
  reg [D*CHANNELS-1:0] owner_q;
  reg [D-1:0] busy_q;
  wire [D-1:0] next = {D{1'b1}};
  wire [D-1:0] first = {D{1'b1}};
  wire tail_leaves;
  wire [D-1:0] freed = first & {D{tail_leaves}};
  wire [D-1:0] free = ~busy_q;
  wire given = |taken_i;
  wire can_give = |(next & free);
  wire [CHANNELS-1:0] pick;
  assign offer_o = pick;
  region_turn u_shares (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .here_i(here_i),
    .request_i(request_i & {CHANNELS{can_give}}),
    .served_i(given),
    .pick_o(pick)
  );

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
      // Who is offered the buffer may send: what moves has taken all that it was offered.
      wire [CHANNELS-1:0] user = owner | (offer_o & {CHANNELS{next[d]}});
      wire [CHANNELS-1:0] moves = user & move_i;
      wire [SOURCES-1:0] from;
      wire [SOURCES*FLIT-1:0] part;
      for (s = 0; s < SOURCES; s = s + 1) begin : gen_source
        assign from[s] = user[s];
        assign part[s*FLIT+:FLIT] = flit_i[s*FLIT+:FLIT] & {FLIT{from[s]}};
      end
      wire [FLIT-1:0] taken = part[0+:FLIT] | part[FLIT+:FLIT] | part[2*FLIT+:FLIT] |
          part[3*FLIT+:FLIT] | part[4*FLIT+:FLIT];
      wire taken_last = taken[W];
      wire moved = |moves;

      // The first flit keeps the source alone.
      reg inside_q;
      always @(posedge clk_i) begin
        if (!rst_ni) inside_q <= 1'b0;
        else if (moved) inside_q <= !taken_last;
      end
      wire comes = moved;
      wire [FLIT-1:0] flit = {taken[FLIT-1:W],
          taken[W-1:4] & {28{inside_q}},
          taken[3:0]};

      // A flit goes around an empty buffer.
      wire [FLIT-1:0] oldest;
      wire valid, unused_full;
      wire around = load && first[d] && !valid;
      tee_queue #(
        .WIDTH(34),
        .ADDRESS(7),
        .REGISTERED(1),
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
  wire [FLIT-1:0] leaving = head;
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
