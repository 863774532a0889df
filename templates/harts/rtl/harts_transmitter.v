<{ c.banner("Transmitter of one direction: gives its link to one packet at a time.") }>
// Contract: an idle transmitter grants one of the requests in the same cycle. Receivers (request
//   bits 0 to 5) go first, but for a stored packet that waits while a receiver's went last; stored
//   packets (the bits above) go round robin. The owner keeps the link until its last flit; a
//   receiver that refuses its packet cancels. class_i holds until the cycle after the grant.
//   room_o[c] = 1 while a whole packet of class c fits at the other end of the link;
//   credit_i[c]<% if c.buffers.per_class > 1 %> and credit_i[CLASSES+c] make<% else %> makes<% endif %> such room.
<%- if c.options.bus %>
//   The bus slot of a source keeps its flits a flit time apart. The first flit of another source
//   also leaves at least a flit time after the last one<% if c.frame.gap > 0 %>, and every packet leaves one flit time
//   free before it<% endif %>.
//   The router at the other end takes one flit in a flit time.
<%- else %>
//   Packets are at least one idle cycle apart, after a single flit two. stored_ends_i: a stored
//   packet's last flit moves. soon_o: the transmitter is idle now, or in the next cycle.
<%- endif %>
// Latency and state: one register on the way of the flits; the owner and the rooms.
// Widths: <{ c.buffers.classes }> = classes; <{ c.buffers.sources }> = units and links; <{ c.buffers.sources * c.buffers.class_bits }> = units and links x class number;
//   <{ c.frame.width }> = W; <{ c.buffers.count }> = buffers of a link.
`default_nettype none

module <{ c.prefix }>harts_transmitter (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  output wire idle_o,
<%- if !c.options.bus %>
  output wire soon_o,
  input  wire stored_ends_i,
<%- endif %>
  output wire [<{ c.buffers.classes - 1 }>:0] room_o,
  input  wire wait_i,
  input  wire [<{ c.buffers.sources - 1 }>:0] request_i,
  input  wire [<{ c.buffers.sources * c.buffers.class_bits - 1 }>:0] class_i,
  output wire [<{ c.buffers.sources - 1 }>:0] grant_o,
  input  wire cancel_i,
  // Flits of the owner
  output wire [<{ c.buffers.sources - 1 }>:0] owner_o,
  input  wire move_i,
  input  wire [<{ c.frame.width - 1 }>:0] data_i,
  input  wire last_i,
  input  wire bad_i,
  // Link
  output wire [<{ c.frame.width - 1 }>:0] link_data_o,
  output wire link_valid_o,
  output wire link_last_o,
  output wire link_bad_o,
  output wire link_start_o,
  input  wire [<{ c.buffers.count - 1 }>:0] credit_i
);
  localparam SOURCES = <{ c.buffers.sources }>;
  localparam UNITS = <{ c.buffers.units }>;
  localparam CLASS = <{ c.buffers.class_bits }>;
  localparam CLASSES = <{ c.buffers.classes }>;

  reg busy_q, begun_q, linger_q;
  reg [SOURCES-1:0] owner_q;

  // Receivers ask once, stored packets again and again: these must not find the link taken for
  // ever.
  reg stored_waits_q, received_last_q;
<%- if c.options.bus %>
  reg [3:0] cooling_q;
<%- if c.frame.gap == 0 %>
  reg [SOURCES-1:0] last_owner_q;
<%- endif %>
  wire [SOURCES-1:0] requests = request_i &
      <% if c.frame.gap == 0 %>(last_owner_q | {SOURCES{cooling_q == 4'd0}})<% else %>{SOURCES{cooling_q == 4'd0}}<% endif %>;
  always @(posedge clk_i) begin
    if (!rst_ni) cooling_q <= 4'd0;
    else if (move_i && last_i) cooling_q <= 4'd<{ 7 * (1 + c.frame.gap) - 2 }>;
    else if (cooling_q != 4'd0) cooling_q <= cooling_q - 4'd1;
  end
<%- if c.frame.gap == 0 %>
  always @(posedge clk_i) begin
    if (move_i && last_i) last_owner_q <= owner_q;
  end
<%- endif %>
<%- else %>
  wire [SOURCES-1:0] requests = request_i;
<%- endif %>
  wire [5:0] received = stored_waits_q && received_last_q ? 6'd0 : requests[5:0];
  wire [5:0] receiver;
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(6)
  ) u_lowest (
    .bits_i(received),
    .lowest_o(receiver)
  );
  wire idle = !busy_q && !faulty_i;
  wire takes_received = idle && received != 6'd0;
  wire takes_stored = idle && received == 6'd0 && requests[SOURCES-1:6] != {UNITS{1'b0}};
<%- if c.options.bus %>
  wire unit = requests[6];
<%- else %>
  wire [UNITS-1:0] unit;
  <{ c.prefix }>tee_round_robin_arbiter #(
    .WIDTH(UNITS)
  ) u_arbiter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .request_i(requests[SOURCES-1:6]),
    .served_i(takes_stored),
    .pick_o(unit)
  );
<%- endif %>
  assign grant_o = takes_received ? <{ c.concat("{UNITS{1'b0}}, receiver") }> :
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

<%- if c.buffers.per_class > 1 %>
  // Room for one packet, and for one more.
  reg [CLASSES-1:0] more_q;
  wire [CLASSES-1:0] left = room_q & (more_q | ~taken);
  wire [CLASSES-1:0] come = credit_i[CLASSES-1:0] | credit_i[2*CLASSES-1:CLASSES];
  wire [CLASSES-1:0] both_come = credit_i[CLASSES-1:0] & credit_i[2*CLASSES-1:CLASSES];
<%- endif %>
  always @(posedge clk_i) begin
<%- if c.buffers.per_class > 1 %>
    if (!rst_ni || faulty_i) begin
      room_q <= {CLASSES{1'b0}};
      more_q <= {CLASSES{1'b0}};
    end else begin
      room_q <= left | come;
      more_q <= (more_q & ~taken) | (left & come) | both_come;
    end
<%- else %>
    if (!rst_ni || faulty_i) room_q <= {CLASSES{1'b0}};
    else room_q <= (room_q & ~taken) | credit_i;
<%- endif %>
  end
  assign room_o = room_q;

  reg valid_q, last_q, bad_q;
  reg [<{ c.frame.width - 1 }>:0] data_q;
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
<%- if !c.options.bus %>
  // The room of its own packet is taken by then.
  assign soon_o = idle || (busy_q && !faulty_i && begun_q && !start_q && stored_ends_i);
<%- endif %>

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
