// Output port of a message handling unit: sends the copies of a message.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: shows the first flit of a message and asks for all outputs that it wants: links whose
//   next buffer has room, and the delivery. Those that grant in the same cycle take the flit, and
//   then the message in step; the others are asked for again later and served from the buffer.
//   A multicast asks for its first branches while the voter looks for the others (early_i), and
//   keeps what it gets; its copies go on when all branches are known. So the port never holds an
//   output while it waits for another. Waiting messages are served round robin; one that is not
//   granted makes place for the next one.
// Latency and state: a flit can leave in the cycle after it came; the message that asks or leaves.
// Not split: choice, request and stream of a message share a state, and so most ports.
// Widths: 6 = n; 36 = W + 4; 9 = address of a flit; 3 = slot number;
//   7 = n + 1; 1 = number of the last header flit; 8 = codes of slots;
//   2 = number of a header flit; 18 = n x classes; 2 = class number; 32 = W.
// Registers without a reset: fits_q, skips_q, valid_q, fresh_q, arrived_q, slot_q, targets_q,
//   address_q, heading_q, index_q, near_q.
`default_nettype none

module mhu_output (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [5:0] turns_i,
  // Arriving flit
  input  wire write_i,
  input  wire [35:0] write_data_i,
  input  wire [8:0] fill_address_i,
  // Decided message, or one of which some branches are decided; a multicast is in the buffer, the
  // first flit of others may come now
  input  wire decided_i,
  input  wire early_i,
  input  wire [2:0] decided_slot_i,
  input  wire [6:0] decided_targets_i,
  input  wire decided_first_i,
  input  wire [0:0] decided_tail_i,
  input  wire decided_local_message_i,
  // Messages that wait
  input  wire [7:0] waiting_i,
  input  wire filling_i,
  input  wire [2:0] fill_slot_i,
  output wire [2:0] next_slot_o,
  input  wire [6:0] next_targets_i,
  input  wire [0:0] next_tail_i,
  output wire asking_o,
  output wire granted_o,
  output wire [6:0] rest_o,
  output wire [2:0] slot_o,
  output wire streaming_o,
  input  wire [5:0] short_headers_i,
  input  wire [5:0] unicasts_i,
  input  wire [1:0] ending_i,
  // Data buffer, and the choices of the flit that is read
  output wire read_o,
  output wire [8:0] read_address_o,
  input  wire [35:0] read_data_i,
  input  wire [2:0] branch_slot_i,
  output wire lookup_o,
  output wire lookup_all_o,
  output wire [2:0] lookup_slot_o,
  output wire [1:0] lookup_flit_o,
  // Outputs
  input  wire [17:0] room_i,
  output wire [6:0] request_o,
  output wire [1:0] class_o,
  input  wire [6:0] grant_i,
  input  wire [5:0] full_i,
  // The flit that stands; move_o takes it to the outputs of a message that goes on. On links, a
  // copy ends its header with the first flit that has destinations if the others have none, and is
  // a unicast if it has one.
  output wire [6:0] move_o,
  output wire [31:0] data_o,
  output wire last_o,
  // The message leaves all outputs that it got.
  output wire leave_o,
  output wire controlled_o,
  output wire [5:0] multicasts_o,
  output wire [6:0] mark_o
);
  localparam N = 6;
  localparam W = 32;
  localparam ADDRESS = 9;

  // A message asks, at first perhaps early, or it streams to the outputs that it got. One that asks
  // and shows no request makes place for another one.
  reg asking_q, requests_q, early_q, streaming_q, valid_q, fresh_q;
  reg [2:0] slot_q, next_q;
  reg [N:0] targets_q;
  reg [ADDRESS-1:0] address_q;

  // The flit that stands: what was read, or what came in that cycle.
  reg [W+3:0] arrived_q;
  wire [W+3:0] flit = fresh_q ? arrived_q : read_data_i;
  // The message may end with its header.
  wire ending = ending_i[0] && flit[W+1];
  wire last = flit[W] || ending;

  // Links with room for the message, in the class of its next hop.
  wire [N-1:0] fits;
  wire [2:0] load_slot;
  wire open, load, eligible;
  // What is granted to this message, now or early.
  wire granted = |grant_i;
  wire asks = requests_q && !early_q;
  wire [1:0] slot_class =
      asks ? slot_q[2:1] : load_slot[2:1];
  assign class_o = slot_q[2:1];
  genvar d;
  generate
    for (d = 0; d < N; d = d + 1) begin : gen_link
      wire [2:0] room = room_i[d*3+:3];
      // A change from ascending to descending takes the next class.
      wire [1:0] hop = slot_class + {1'd0, turns_i[d]};
      reg has_room;
      integer k;
      always @* begin
        has_room = 1'b0;
        for (k = 0; k < 3; k = k + 1) begin
          if (hop == k[1:0]) has_room = has_room | room[k];
        end
      end
      assign fits[d] = has_room;
    end
  endgenerate
  // Looked up a cycle before: an output that gives its room away does not grant in the next cycle.
  reg [N-1:0] fits_q;
  always @(posedge clk_i) fits_q <= fits;

  // The outputs add whether they are free, the delivery also whether it has room.
  assign request_o = {N+1{requests_q}} & targets_q & {1'b1, fits_q};
  wire advance = !(|(targets_q[N-1:0] & full_i));
  wire streams = streaming_q && valid_q && advance;
  assign asking_o = asks;
  assign granted_o = asks && granted;
  assign rest_o = targets_q & ~grant_i;
  assign slot_o = slot_q;
  assign streaming_o = streaming_q;

  // The next flit of this message: it is in the buffer, or comes in this cycle. Grants are known
  // late: they only tell whether what is read is taken.
  wire more = asks ? !last : streaming_q && !(valid_q && last);
  wire caught_up = filling_i && fill_slot_i == slot_q && address_q == fill_address_i;
  wire stays = asks ? !granted : streaming_q && valid_q && !advance;

  // The next message, when none stays: the one of the pointer, or what has just been decided. One
  // that asks early is loaded again in each cycle, with the branches that are known then.
  wire own_turn = asking_q && next_q == slot_q;
  wire next_waiting = waiting_i[next_q];
  assign eligible = next_waiting && !own_turn && !early_q;
  // After a message of one flit it takes a cycle, in which its room is looked up.
  assign open = !more && !stays && !asks;
  assign load = open && (eligible || decided_i || early_i);
  assign load_slot = eligible ? next_q : decided_slot_i;
  wire going = more && !stays;
  wire available = !caught_up || write_i;

  // A message that is not granted makes place for another one in the next cycle.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      requests_q <= 1'b0;
      asking_q <= 1'b0;
      early_q <= 1'b0;
      streaming_q <= 1'b0;
    end else begin
      requests_q <= asks ? !granted && !eligible : load;
      asking_q <= load || (asks && !granted);
      early_q <= open && !eligible && early_i && !decided_i;
      streaming_q <= going || (streaming_q && stays);
    end
  end

  reg [ADDRESS-1:0] base;
  always @* begin
    case (load_slot)
      3'd0: base = 9'd0;
      3'd1: base = 9'd80;
      3'd2: base = 9'd160;
      3'd3: base = 9'd240;
      3'd4: base = 9'd320;
      3'd5: base = 9'd400;
      default: base = {ADDRESS{1'b0}};
    endcase
  end
  // A message that only the processor wants leaves out its header after the first flit.
  reg skips_q;
  wire [0:0] tail = eligible ? next_tail_i : decided_tail_i;
  wire local_message = eligible ? next_targets_i[N-1:0] == {N{1'b0}} : decided_local_message_i;
  wire [0:0] skip = local_message ? tail : 1'd0;
  always @(posedge clk_i) begin
    if (!stays) skips_q <= !more && skip != 1'd0;
  end

  always @(posedge clk_i) begin
    if (!stays) begin
      valid_q <= !more || available;
      fresh_q <= more ? caught_up : !eligible && decided_first_i;
      arrived_q <= write_data_i;
    end
    // Without a message that comes, the registers may take anything.
    if (open) slot_q <= load_slot;
    if (open) targets_q <= eligible ? next_targets_i : decided_targets_i;
    else if (granted) targets_q <= grant_i;
    if (!stays && !(more && !available)) begin
      // Which of the sums counts is known later than both.
      address_q <= more ? address_q + 9'd1 :
          base + 9'd1 + {8'd0, skip};
    end
  end

  assign read_o = !stays;
  assign read_address_o = more ? address_q : base;
  // Only headers of multicasts have choices; the others may come in this cycle.
  reg heading_q;
  wire heading = !more || (heading_q && !(valid_q && flit[W+1]));
  always @(posedge clk_i) begin
    if (!stays) heading_q <= heading;
  end
  assign lookup_o = !stays;
  assign lookup_all_o = !heading || (!more && !eligible && decided_first_i);
  assign lookup_slot_o = more ? slot_q : eligible ? next_q : branch_slot_i;

  // Number of the header flit that is read next; it stops after the last one that can hold a row.
  reg [1:0] index_q;
  wire [1:0] index = more ? index_q : 2'd0;
  always @(posedge clk_i) begin
    if (!stays && !(more && !available) && index != 2'd2) begin
      index_q <= index + 2'd1;
    end
  end
  assign lookup_flit_o = index;

  // Where the flit that stands is: the first one of the header with destinations, or after it.
  reg near_q;
  always @(posedge clk_i) begin
    if (!stays) begin
      near_q <= !more;
    end
  end

  // From a slot that does not wait, or whose message asks already, the pointer goes to the next
  // other one that waits.
  reg [2:0] lowest, above, place;
  reg any_above;
  integer s;
  always @* begin
    lowest = next_q;
    above = next_q;
    any_above = 1'b0;
    for (s = 6 - 1; s >= 0; s = s - 1) begin
      place = s[2:0];
      if (waiting_i[s] && !(asking_q && place == slot_q)) begin
        lowest = place;
        if (place > next_q) begin
          above = place;
          any_above = 1'b1;
        end
      end
    end
  end
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      next_q <= 3'd0;
    end else if (!next_waiting || own_turn || (open && eligible)) begin
      next_q <= any_above ? above : lowest;
    end
  end

  assign next_slot_o = next_q;
  assign data_o = flit[W-1:0];
  assign last_o = last;
  assign leave_o = last && (asks || streams);
  // Of a last flit the mark says that it is bad, of another one that the header ends.
  wire mark = ending ? ending_i[1] : flit[W+1];
  wire [1:0] kind = flit[W+2+:2];
  assign controlled_o = kind[1];
  assign multicasts_o = {N{kind[0]}} & ~unicasts_i;
  assign mark_o = {N+1{mark}} | {skips_q, short_headers_i & {N{near_q && heading_q && !last}}};
  assign move_o = {N+1{streams}} & ~{1'b0, short_headers_i & {N{!near_q && heading_q}}};

`ifdef TEECAST_ASSERT
  reg [N:0] granted_q;
  always @(posedge clk_i) granted_q <= grant_i;

  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A message asks or streams, and a first flit stands while it asks.
      begin : asks_or_streams assert (!(asking_q && streaming_q)); end
      begin : asked_flit_is_valid assert (!asking_q || valid_q); end
      begin : asks_while_requesting assert (!requests_q || asking_q); end
      begin : early_while_requesting assert (!early_q || requests_q); end
      // Outputs answer to requests and keep their answer, and only a message that stands leaves.
      begin : grants_are_answers assert ((grant_i & ~request_o & ~granted_q) == {N+1{1'b0}}); end
      begin : streamed_is_wanted assert (!streams || targets_q != {N+1{1'b0}}); end
      // No flit is lost: what stands is replaced when it has left, or waits in its slot.
      begin : no_flit_is_lost assert (stays || !streaming_q || !valid_q || streams); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
