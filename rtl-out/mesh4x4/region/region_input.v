// Input: the messages of one channel, and what the first of them asks for.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --mesh 4x4 --family region
// Configuration (hash f0b17edf6cea):
//   mesh=4x4 W=32 max_data=64 algorithm=fixed-corner vcs=1 deliveries=1
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a message whose header is here asks for the first output that it lacks, in a fixed
//   order, and for those after it as far as all before them are free. It takes what is offered up
//   to the first one that is not, and keeps it. Its flits may leave from the cycle in which it
//   takes the last one on, until the tail has left; begins_o = 1 in the next cycle.
//   Up to 3 headers may wait; vacant_o = 1 while a further message has a place for all its flits.
// Latency and state: a header asks one cycle after its last flit was pushed; a queue, the outputs.
// Widths: 4 = coordinate; 5 = links of a node + 1; 34 = W + 2; 5 = outputs;
//   4 = outputs without the delivery.
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
  output wire vacant_o,
  output wire begins_o,
  // Outputs: those that can be given, without the delivery; asked for; offered; taken
  input  wire [3:0] free_i,
  output wire [4:0] request_o,
  input  wire [4:0] offered_i,
  output wire [4:0] taken_o,
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
    .REGISTERED(1),
    .EARLY(1)
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

  // Flits in the queue, and whether they leave a place for a whole message.
  localparam FLITS = 8;
  localparam [FLITS-1:0] VACANT = 62;
  localparam [FLITS-1:0] NOT_VACANT = 63;
  reg [FLITS-1:0] flits_q;
  reg vacant_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      flits_q <= {FLITS{1'b0}};
      vacant_q <= 1'b1;
    end else if (push_i != move_i) begin
      // One more or, as a sum too, one less.
      flits_q <= flits_q + {{(FLITS-1){move_i}}, 1'b1};
      vacant_q <= push_i ? vacant_q && flits_q != VACANT : vacant_q || flits_q == NOT_VACANT;
    end
  end
  assign vacant_o = vacant_q;

  // The header is read while it comes in.
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

  // The outputs that messages lack which have not begun, the first message lowest.
  localparam HEADS = 3;
  reg [HEADS*REQUESTS-1:0] wanted_q;
  reg [HEADS-1:0] waiting_q;
  reg streams_q, moved_q, begun_q;
  wire tail_leaves = move_i && tail_o;

  wire [REQUESTS-1:0] missing = wanted_q[REQUESTS-1:0];
  wire asks = waiting_q[0] && !streams_q;
  wire [REQUESTS-1:0] lacking = missing & ~offered_i;
  wire [REQUESTS-2:0] unfree = missing[REQUESTS-2:0] & ~free_i;
  genvar r;
  generate
    for (r = 0; r < REQUESTS; r = r + 1) begin : gen_run
      if (r == 0) begin : gen_first
        assign request_o[r] = asks && missing[r];
        assign taken_o[r] = offered_i[r];
      end else begin : gen_other
        assign request_o[r] = asks && missing[r] && !(|unfree[r-1:0]);
        assign taken_o[r] = offered_i[r] && !(|lacking[r-1:0]);
      end
    end
  endgenerate
  wire begins = asks && !(|lacking);

  // Registers of a channel that nothing enters hold zeros, so that synthesis removes them.
  wire shifts = begins;
  wire [HEADS-1:0] left = shifts ? waiting_q >> 1 : waiting_q;
  genvar h;
  generate
    for (h = 0; h < HEADS; h = h + 1) begin : gen_head
      wire enters;
      wire [REQUESTS-1:0] stays;
      if (h == 0) begin : gen_first
        assign enters = header_ends && !left[h];
        assign stays = missing & ~taken_o;
      end else begin : gen_other
        assign enters = header_ends && !left[h] && left[h-1];
        assign stays = wanted_q[h*REQUESTS+:REQUESTS];
      end
      always @(posedge clk_i) begin
        if (!rst_ni) waiting_q[h] <= 1'b0;
        else if (enters) waiting_q[h] <= 1'b1;
        else if (shifts) waiting_q[h] <= left[h];
      end
      if (h < HEADS - 1) begin : gen_moves
        always @(posedge clk_i) begin
          wanted_q[h*REQUESTS+:REQUESTS] <= enters ? route :
              shifts ? wanted_q[(h+1)*REQUESTS+:REQUESTS] : stays;
        end
      end else begin : gen_last
        always @(posedge clk_i) begin
          wanted_q[h*REQUESTS+:REQUESTS] <= enters ? route : stays;
        end
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (!rst_ni) streams_q <= 1'b0;
    else if (tail_leaves) streams_q <= 1'b0;
    else if (begins) streams_q <= 1'b1;
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
  assign valid_o = begins || (streams_q && valid);
  assign first_o = !moved_q;
  assign tail_o = flit_o[LAST];

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A header finds a place, and a message asks for something.
      begin : header_finds_place assert (!header_ends || !left[HEADS-1]); end
      begin : asks_for_outputs assert (!asks || (|missing)); end
      // Only what is asked for is offered.
      begin : offered_asked assert ((offered_i & ~request_o) == {REQUESTS{1'b0}}); end
      begin : moves_what_is_valid assert (!move_i || valid_o); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
