// Transmitter of one direction: gives its link to one packet at a time.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: an idle transmitter grants one of the requests in the same cycle. Receivers (request
//   bits 0 to 5) go first, but for a stored packet that waits while a receiver's went last; stored
//   packets (the bits above) go round robin. The owner keeps the link until its last flit; a
//   receiver that refuses its packet cancels. class_i holds until the cycle after the grant.
//   room_o[c] = 1 while a whole packet of class c fits at the other end of the link;
//   credit_i[c] makes such room.
//   The bus slot of a source keeps its flits a flit time apart. The first flit of another source
//   also leaves at least a flit time after the last one.
//   The router at the other end takes one flit in a flit time.
// Latency and state: one register on the way of the flits; the owner and the rooms.
// Widths: 19 = classes; 7 = units and links; 35 = units and links x class number;
//   32 = W; 19 = buffers of a link.
// Registers without a reset: last_owner_q, granted_q, class_q, owner_q, begun_q, data_q, last_q,
//   bad_q.
`default_nettype none

module harts_transmitter (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  output wire idle_o,
  output wire [18:0] room_o,
  input  wire wait_i,
  input  wire [6:0] request_i,
  input  wire [34:0] class_i,
  output wire [6:0] grant_o,
  input  wire cancel_i,
  // Flits of the owner
  output wire [6:0] owner_o,
  input  wire move_i,
  input  wire [31:0] data_i,
  input  wire last_i,
  input  wire bad_i,
  // Link
  output wire [31:0] link_data_o,
  output wire link_valid_o,
  output wire link_last_o,
  output wire link_bad_o,
  output wire link_start_o,
  input  wire [18:0] credit_i
);
  localparam SOURCES = 7;
  localparam UNITS = 1;
  localparam CLASS = 5;
  localparam CLASSES = 19;

  reg busy_q, begun_q, linger_q;
  reg [SOURCES-1:0] owner_q;

  // Receivers ask once, stored packets again and again: these must not find the link taken for
  // ever.
  reg stored_waits_q, received_last_q;
  reg [3:0] cooling_q;
  reg [SOURCES-1:0] last_owner_q;
  wire [SOURCES-1:0] requests = request_i &
      (last_owner_q | {SOURCES{cooling_q == 4'd0}});
  always @(posedge clk_i) begin
    if (!rst_ni) cooling_q <= 4'd0;
    else if (move_i && last_i) cooling_q <= 4'd5;
    else if (cooling_q != 4'd0) cooling_q <= cooling_q - 4'd1;
  end
  always @(posedge clk_i) begin
    if (move_i && last_i) last_owner_q <= owner_q;
  end
  wire [5:0] received = stored_waits_q && received_last_q ? 6'd0 : requests[5:0];
  wire [5:0] receiver;
  tee_lowest_set_bit #(
    .WIDTH(6)
  ) u_lowest (
    .bits_i(received),
    .lowest_o(receiver)
  );
  wire idle = !busy_q && !faulty_i;
  wire takes_received = idle && received != 6'd0;
  wire takes_stored = idle && received == 6'd0 && requests[SOURCES-1:6] != {UNITS{1'b0}};
  wire unit = requests[6];
  assign grant_o = takes_received ? {{UNITS{1'b0}}, receiver} :
      takes_stored ? {unit, 6'd0} : {SOURCES{1'b0}};
  assign idle_o = idle;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      stored_waits_q <= 1'b0;
      received_last_q <= 1'b0;
    end else begin
      if (takes_stored) stored_waits_q <= 1'b0;
      else if (wait_i) stored_waits_q <= 1'b1;
      if (takes_received || takes_stored) received_last_q <= takes_received;
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      linger_q <= 1'b0;
    end else begin
      linger_q <= move_i && last_i && !begun_q;
      if (takes_received || takes_stored) busy_q <= 1'b1;
      else if (linger_q || cancel_i || (move_i && last_i && begun_q)) busy_q <= 1'b0;
    end
  end

  // The class of the owner's packet is taken over a cycle after the grant.
  reg granted_q;
  reg [CLASS-1:0] granted_class, class_q;
  integer i;
  always @* begin
    granted_class = {CLASS{1'b0}};
    for (i = 0; i < SOURCES; i = i + 1) begin
      if (owner_q[i]) granted_class = granted_class | class_i[i*CLASS+:CLASS];
    end
  end
  always @(posedge clk_i) begin
    granted_q <= !busy_q;
    if (granted_q) class_q <= granted_class;
    if (!busy_q) begin
      owner_q <= grant_o;
      begun_q <= 1'b0;
    end else if (move_i) begin
      begun_q <= 1'b1;
    end
  end
  assign owner_o = owner_q;

  // Rooms: taken in the cycle after the first flit, before the link is idle again.
  reg start_q;
  reg [CLASSES-1:0] room_q, taken;
  always @* begin
    for (i = 0; i < CLASSES; i = i + 1) taken[i] = start_q && class_q == i[CLASS-1:0];
  end
  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) room_q <= {CLASSES{1'b0}};
    else room_q <= (room_q & ~taken) | credit_i;
  end
  assign room_o = room_q;

  reg valid_q, last_q, bad_q;
  reg [31:0] data_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      start_q <= 1'b0;
    end else begin
      valid_q <= move_i;
      start_q <= move_i && !begun_q;
    end
  end
  always @(posedge clk_i) begin
    data_q <= data_i;
    last_q <= last_i;
    bad_q <= bad_i;
  end
  assign link_data_o = data_q;
  assign link_valid_o = valid_q;
  assign link_last_o = last_q;
  assign link_bad_o = bad_q;
  assign link_start_o = start_q;

`ifdef TEECAST_ASSERT
  localparam [SOURCES-1:0] ONE = 1;
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // An idle link goes to one of those who ask.
      begin : one_is_granted assert ((grant_o & (grant_o - ONE)) == {SOURCES{1'b0}}); end
      begin : asking_is_granted assert ((grant_o & ~request_i) == {SOURCES{1'b0}}); end
      begin : idle_is_granted assert (grant_o == {SOURCES{1'b0}} || !busy_q); end
      // Flits are the owner's; who has begun does not cancel, who has ended sends no more.
      begin : owner_moves_or_cancels assert (!(move_i || cancel_i) || (busy_q && !linger_q)); end
      begin : begun_is_not_cancelled assert (!cancel_i || !(begun_q || move_i)); end
      // A packet starts where its class has room.
      begin : start_finds_room assert (!start_q || (taken & room_q) != {CLASSES{1'b0}}); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
