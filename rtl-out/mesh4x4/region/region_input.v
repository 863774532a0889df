// Input: the messages of one channel, and what the first of them asks for.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --mesh 4x4 --family region
// Configuration (hash f0b17edf6cea):
//   mesh=4x4 W=32 max_data=64 algorithm=fixed-corner vcs=1 deliveries=1
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a message whose header is here asks for one output at a time, in a fixed order, and
//   keeps those that it got. From the cycle after the last one its flits may leave, until the tail
//   has left. The channel takes the next header when the one before has begun: begins_o = 1
//   in the next cycle.
// Latency and state: a header asks one cycle after its last flit was pushed; a queue, the outputs.
// Widths: 4 = coordinate; 5 = links of a node + 1; 34 = W + 2; 5 = outputs.
// Registers without a reset: wanted_q.
`default_nettype none

module region_input (
  input  wire clk_i,
  input  wire rst_ni,
  // Constants of the place: coordinates of the node, and how messages come
  input  wire [3:0] here_i,
  input  wire [4:0] arrival_i,
  // Channel
  input  wire push_i,
  input  wire [33:0] flit_i,
  output wire ready_o,
  output wire begins_o,
  // Outputs: the one that is asked for, and those that the message has
  output wire [4:0] request_o,
  input  wire granted_i,
  input  wire [4:0] have_i,
  // Flits
  output wire valid_o,
  input  wire move_i,
  output wire [33:0] flit_o,
  output wire first_o,
  output wire tail_o
);
  localparam X = 4;
  localparam REQUESTS = 5;
  localparam LAST = 32;

  wire valid;
  wire full;
  tee_queue #(
    .WIDTH(34),
    .ADDRESS(7),
    .REGISTERED(1)
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .push_i(push_i),
    .data_i(flit_i),
    .full_o(full),
    .valid_o(valid),
    .data_o(flit_o),
    .pop_i(move_i)
  );
  assign ready_o = !full;

  // The header is read while it comes in: at most one message at a time has one that waits.
  reg inside_q;
  wire header_ends = push_i && !inside_q;

  always @(posedge clk_i) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (push_i) inside_q <= !flit_i[LAST];
  end

  // The route is found while the last header flit comes in, and kept.
  wire [X-1:0] corner, far;
  assign corner[3:0] = flit_i[7:4];
  assign far[3:0] = flit_i[11:8];

  wire [REQUESTS-1:0] route;
  region_route u_route (
    .here_i(here_i),
    .corner_i(corner),
    .far_i(far),
    .arrival_i(arrival_i),
    .request_o(route)
  );

  reg [REQUESTS-1:0] wanted_q;
  always @(posedge clk_i) begin
    if (header_ends) wanted_q <= route;
  end

  reg waiting_q, streams_q, moved_q, begun_q;
  wire tail_leaves = move_i && tail_o;

  // What the channel has belongs to the message that leaves, while there is one.
  wire [REQUESTS-1:0] missing = wanted_q & ~(have_i & {REQUESTS{!streams_q}});
  wire [REQUESTS-1:0] next;
  tee_lowest_set_bit #(
    .WIDTH(REQUESTS)
  ) u_lowest (
    .bits_i(missing),
    .lowest_o(next)
  );
  // The next message asks while the tail leaves, so that no cycle is lost.
  assign request_o = next & {REQUESTS{waiting_q && (!streams_q || tail_leaves)}};
  wire begins = granted_i && missing == next;

  always @(posedge clk_i) begin
    if (!rst_ni) waiting_q <= 1'b0;
    else if (header_ends) waiting_q <= 1'b1;
    else if (begins) waiting_q <= 1'b0;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) streams_q <= 1'b0;
    else if (begins) streams_q <= 1'b1;
    else if (tail_leaves) streams_q <= 1'b0;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) moved_q <= 1'b0;
    else if (move_i) moved_q <= !tail_o;
  end

  // A register: the other end of the link has time until the message is through.
  always @(posedge clk_i) begin
    if (!rst_ni) begun_q <= 1'b0;
    else begun_q <= begins;
  end

  assign begins_o = begun_q;
  assign valid_o = streams_q && valid;
  assign first_o = !moved_q;
  assign tail_o = flit_o[LAST];

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A header comes only when the one before has begun, and a message asks for something.
      begin : header_after_begun assert (!header_ends || !waiting_q); end
      begin : waiting_wants_outputs assert (!waiting_q || (|wanted_q)); end
      // One output at a time, none that it has; nothing moves before all are granted.
      begin : one_output_is_asked
        assert ((request_o & (request_o - 5'd1)) == {REQUESTS{1'b0}});
      end
      begin : granted_asked assert (!granted_i || (|request_o)); end
      begin : moves_what_is_valid assert (!move_i || valid_o); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
