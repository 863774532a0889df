<{ c.banner("Property: what harts_transmitter does with packets.") }>
// Contract: failed_o = 0 in every cycle after a reset while only the owner moves flits, and a packet
//   starts only where its class has room: an idle transmitter gives the link to one request at a
//   time, and at once, to a receiver before a stored packet, unless one has waited since before the
//   receiver's that went last<% if c.options.bus %>; flits of two packets are a flit time apart<% endif %>; the owner stays until its last flit
//   has moved, or it cancels before the first; each flit that moves stands on the link in the next
//   cycle, and no other does; a room is taken a cycle after the first flit moves and comes back with a
//   credit.
`default_nettype none

module proof_harts_transmitter (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  input  wire wait_i,
  input  wire [<{ c.buffers.sources - 1 }>:0] request_i,
  input  wire [<{ c.buffers.sources * c.buffers.class_bits - 1 }>:0] class_i,
<%- if !c.options.bus %>
  input  wire stored_ends_i,
<%- endif %>
  input  wire cancel_i,
  input  wire move_i,
  input  wire [<{ c.frame.width - 1 }>:0] data_i,
  input  wire last_i,
  input  wire bad_i,
  input  wire [<{ c.buffers.count - 1 }>:0] credit_i,
  output wire failed_o
);
  localparam SOURCES = <{ c.buffers.sources }>;
  localparam CLASS = <{ c.buffers.class_bits }>;
  localparam CLASSES = <{ c.buffers.classes }>;
  localparam BUFFERS = <{ c.buffers.count }>;
  localparam W = <{ c.frame.width }>;

  wire idle, valid, last, marked, start;
<%- if !c.options.bus %>
  wire soon;
  reg soon_q;
<%- endif %>
  wire [CLASSES-1:0] room;
  wire [SOURCES-1:0] grant, owner;
  wire [W-1:0] data;
  <{ c.prefix }>harts_transmitter u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .idle_o(idle),
<%- if !c.options.bus %>
    .soon_o(soon),
    .stored_ends_i(stored_ends_i),
<%- endif %>
    .room_o(room),
    .wait_i(wait_i),
    .request_i(request_i),
    .class_i(class_i),
    .grant_o(grant),
    .cancel_i(cancel_i),
    .owner_o(owner),
    .move_i(move_i),
    .data_i(data_i),
    .last_i(last_i),
    .bad_i(bad_i),
    .link_data_o(data),
    .link_valid_o(valid),
    .link_last_o(last),
    .link_bad_o(marked),
    .link_start_o(start),
    .credit_i(credit_i)
  );

  // The owner of the link, its class, and the flit on it.
  reg begun_q, granted_q, owned_q, started_q, ended_q, stands_q, starts_q, last_q, marked_q;
  reg [SOURCES-1:0] owner_q;
  reg [CLASS-1:0] granted, class_q;
  reg [2*CLASSES-1:0] rooms_q, rooms;
  reg [W-1:0] data_q;
  // Who may ask now, and who is next.
  reg waits_q, received_q;
  wire [SOURCES-1:0] asks;
  initial begun_q = 1'b0;
<%- if c.options.bus %>
  localparam TIME = <{ 7 * (1 + c.frame.gap) }>;
  integer since_q;
<%- if c.frame.gap == 0 %>
  // The bus keeps the flits of one source apart.
  reg [SOURCES-1:0] ended_by_q;
  assign asks = since_q < TIME ? request_i & ended_by_q : request_i;
<%- else %>
  assign asks = since_q < TIME ? {SOURCES{1'b0}} : request_i;
<%- endif %>
  always @(posedge clk_i) begin
    // The grant comes a cycle before the flit.
    if (!rst_ni) since_q <= TIME;
    else if (ends) since_q <= 2;
    else if (since_q < TIME) since_q <= since_q + 1;
<%- if c.frame.gap == 0 %>
    if (ends) ended_by_q <= owner_q;
<%- endif %>
  end
<%- else %>
  assign asks = request_i;
<%- endif %>
  wire serves_received = asks[5:0] != 6'd0 && !(waits_q && received_q);
  wire serves_stored = !serves_received && asks[SOURCES-1:6] != 0;
  wire grants = grant != {SOURCES{1'b0}};
  wire ends = move_i && last_i;

  reg legal, bad;
  integer i, k;
  always @* begin
    granted = {CLASS{1'b0}};
    for (i = 0; i < SOURCES; i = i + 1) begin
      if (grant[i]) granted = class_i[i*CLASS+:CLASS];
    end
    legal = (!move_i && !cancel_i) || (owned_q && !ended_q);
    if (cancel_i && (started_q || move_i)) legal = 1'b0;
    // A neighbour fails only while nothing goes there.
    if (owned_q && faulty_i) legal = 1'b0;
    if (grants && (granted >= CLASSES || !room[granted])) legal = 1'b0;
    // The class stays for a cycle after the grant.
    for (i = 0; i < SOURCES; i = i + 1) begin
      if (granted_q && owner_q[i] && class_i[i*CLASS+:CLASS] != class_q) legal = 1'b0;
    end

<%- if !c.options.bus %>
    if (stored_ends_i && !ends) legal = 1'b0;
<%- endif %>

    bad = idle != (!owned_q && !faulty_i) || (grants && !idle);
<%- if !c.options.bus %>
    // It says that it is idle a cycle early only where it is, and where the room of its packet is taken.
    if (soon != (idle || (owned_q && started_q && !starts_q && !faulty_i && stored_ends_i))) bad = 1'b1;
    if (rst_ni && soon_q && !idle && !faulty_i) bad = 1'b1;
<%- endif %>
    if ((grant & (grant - 1)) != {SOURCES{1'b0}}) bad = 1'b1;
    if ((grant[5:0] != 6'd0) != (idle && serves_received)) bad = 1'b1;
    if ((grant[SOURCES-1:6] != 0) != (idle && serves_stored)) bad = 1'b1;
    if ((grant & ~asks) != {SOURCES{1'b0}}) bad = 1'b1;
    if (owned_q && owner != owner_q) bad = 1'b1;
    if (valid != stands_q || start != starts_q) bad = 1'b1;
    if (stands_q && (data != data_q || last != last_q || marked != marked_q)) bad = 1'b1;
    // Class k has the buffers k, k + CLASSES and so on at the other end of the link.
    for (k = 0; k < CLASSES; k = k + 1) begin
      if (room[k] != (rooms_q[2*k+:2] != 2'd0)) bad = 1'b1;
      rooms[2*k+:2] = rooms_q[2*k+:2];
      if (starts_q && class_q == k) rooms[2*k+:2] = rooms[2*k+:2] - 2'd1;
      for (i = k; i < BUFFERS; i = i + CLASSES) begin
        if (credit_i[i]) begin
          if (rooms[2*k+:2] == BUFFERS / CLASSES) legal = 1'b0;
          rooms[2*k+:2] = rooms[2*k+:2] + 2'd1;
        end
      end
    end
  end

  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
<%- if !c.options.bus %>
    soon_q <= rst_ni && soon && !grants;
<%- endif %>
    granted_q <= rst_ni && grants;
    // A packet of one flit keeps the link one cycle longer.
    owned_q <= rst_ni && (grants || (owned_q && !cancel_i && !(ends && started_q) && !ended_q));
    ended_q <= rst_ni && ends && !started_q;
    started_q <= !grants && (started_q || move_i);
    if (!rst_ni) begin
      waits_q <= 1'b0;
      received_q <= 1'b0;
    end else if (grants) begin
      received_q <= grant[5:0] != 6'd0;
      waits_q <= grant[5:0] != 6'd0 && (waits_q || wait_i);
    end else begin
      waits_q <= waits_q || wait_i;
    end
    stands_q <= rst_ni && move_i;
    starts_q <= rst_ni && move_i && !started_q;
    if (grants) begin
      owner_q <= grant;
      class_q <= granted;
    end
    if (move_i) begin
      data_q <= data_i;
      last_q <= last_i;
      marked_q <= bad_i;
    end
    rooms_q <= rst_ni && !faulty_i ? rooms : {CLASSES{2'd0}};
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && legal && bad;
endmodule

`default_nettype wire
