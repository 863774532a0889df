<{ c.banner("Output port of a message handling unit: sends the copies of a message.") }>
// Contract: shows the first flit of a message and asks for all outputs that it wants: links whose
//   next buffer has room, and the delivery. Those that grant in the same cycle take the flit, and
//   then the message in step; the others are asked for again later and served from the buffer.
//   A multicast asks for its first branches while the voter looks for the others (early_i), and
//   keeps what it gets; its copies go on when all branches are known. So the port never holds an
//   output while it waits for another. Waiting messages are served round robin; one that is not
//   granted makes place for the next one.
// Latency and state: a flit can leave in the cycle after it came; the message that asks or leaves.
// Not split: choice, request and stream of a message share a state, and so most ports.
// Widths: <{ c.topology.dimension }> = n; <{ c.buffers.word_bits }> = W + 4; <{ c.buffers.address_bits }> = address of a flit; <{ c.buffers.slot_bits }> = slot number;
//   <{ c.topology.dimension + 1 }> = n + 1; <{ c.frame.tail_bits }> = number of the last header flit; <{ c.buffers.slot_codes }> = codes of slots;
//   <{ c.frame.flit_index_bits }> = number of a header flit; <{ c.topology.dimension * c.buffers.classes }> = n x classes; <{ c.buffers.class_bits }> = class number; <{ c.frame.width }> = W.
`default_nettype none

module <{ c.prefix }>mhu_output (
  input  wire clk_i,
  input  wire rst_ni,
<%- if !c.options.lan %>
  input  wire [<{ c.topology.dimension - 1 }>:0] turns_i,
<%- endif %>
  // Arriving flit
  input  wire write_i,
  input  wire [<{ c.buffers.word_bits - 1 }>:0] write_data_i,
  input  wire [<{ c.buffers.address_bits - 1 }>:0] fill_address_i,
  // Decided message, or one of which some branches are decided; a multicast is in the buffer, the
  // first flit of others may come now
  input  wire decided_i,
  input  wire early_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] decided_slot_i,
  input  wire [<{ c.topology.dimension }>:0] decided_targets_i,
  input  wire decided_first_i,
<%- if c.frame.counts_flits %>
  input  wire [<{ c.frame.tail_bits - 1 }>:0] decided_tail_i,
  input  wire decided_local_message_i,
<%- endif %>
  // Messages that wait
  input  wire [<{ c.buffers.slot_codes - 1 }>:0] waiting_i,
  input  wire filling_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] fill_slot_i,
  output wire [<{ c.buffers.slot_bits - 1 }>:0] next_slot_o,
  input  wire [<{ c.topology.dimension }>:0] next_targets_i,
<%- if c.frame.counts_flits %>
  input  wire [<{ c.frame.tail_bits - 1 }>:0] next_tail_i,
<%- endif %>
  output wire asking_o,
  output wire granted_o,
  output wire [<{ c.topology.dimension }>:0] rest_o,
  output wire [<{ c.buffers.slot_bits - 1 }>:0] slot_o,
  output wire streaming_o,
<%- if c.frame.counts_flits %>
  input  wire [<{ c.topology.dimension - 1 }>:0] short_headers_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] unicasts_i,
  input  wire [1:0] ending_i,
  // Data buffer, and the choices of the flit that is read
  output wire read_o,
  output wire [<{ c.buffers.address_bits - 1 }>:0] read_address_o,
  input  wire [<{ c.buffers.word_bits - 1 }>:0] read_data_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] branch_slot_i,
  output wire lookup_o,
  output wire lookup_all_o,
  output wire [<{ c.buffers.slot_bits - 1 }>:0] lookup_slot_o,
<%- if c.frame.counts_flits %>
  output wire [<{ c.frame.flit_index_bits - 1 }>:0] lookup_flit_o,
<%- endif %>
  // Outputs
  input  wire [<{ c.topology.dimension * c.buffers.classes - 1 }>:0] room_i,
  output wire [<{ c.topology.dimension }>:0] request_o,
  output wire [<{ c.buffers.class_bits - 1 }>:0] class_o,
  input  wire [<{ c.topology.dimension }>:0] grant_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] full_i,
  // The flit that stands; move_o takes it to the outputs of a message that goes on. On links, a
  // copy ends its header with the first flit that has destinations if the others have none, and is
  // a unicast if it has one.
  output wire [<{ c.topology.dimension }>:0] move_o,
  output wire [<{ c.frame.width - 1 }>:0] data_o,
  output wire last_o,
  // The message leaves all outputs that it got.
  output wire leave_o,
  output wire controlled_o,
  output wire [<{ c.topology.dimension - 1 }>:0] multicasts_o,
  output wire [<{ c.topology.dimension }>:0] mark_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam W = <{ c.frame.width }>;
  localparam ADDRESS = <{ c.buffers.address_bits }>;

  // A message asks, at first perhaps early, or it streams to the outputs that it got. One that asks
  // and shows no request makes place for another one.
  reg asking_q, requests_q, early_q, streaming_q, valid_q, fresh_q;
  reg [<{ c.buffers.slot_bits - 1 }>:0] slot_q, next_q;
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
  wire [<{ c.buffers.slot_bits - 1 }>:0] load_slot;
  wire open, load, eligible;
  // What is granted to this message, now or early.
  wire granted = |grant_i;
  wire asks = requests_q && !early_q;
  wire [<{ c.buffers.class_bits - 1 }>:0] slot_class =
      asks ? slot_q[<{ c.buffers.slot_bits - 1 }>:1] : load_slot[<{ c.buffers.slot_bits - 1 }>:1];
  assign class_o = slot_q[<{ c.buffers.slot_bits - 1 }>:1];
  genvar d;
  generate
    for (d = 0; d < N; d = d + 1) begin : gen_link
      wire [<{ c.buffers.classes - 1 }>:0] room = room_i[d*<{ c.buffers.classes }>+:<{ c.buffers.classes }>];
<%- if c.options.lan %>
      wire [<{ c.buffers.class_bits - 1 }>:0] hop = slot_class;
<%- else if c.buffers.classes == 1 %>
      wire [<{ c.buffers.class_bits - 1 }>:0] hop = slot_class | turns_i[d];
<%- else %>
      // A change from ascending to descending takes the next class.
      wire [<{ c.buffers.class_bits - 1 }>:0] hop = slot_class + <{ c.extend("turns_i[d]", 1, c.buffers.class_bits) }>;
<%- endif %>
      reg has_room;
      integer k;
      always @* begin
        has_room = 1'b0;
        for (k = 0; k < <{ c.buffers.classes }>; k = k + 1) begin
          if (hop == k[<{ c.buffers.class_bits - 1 }>:0]) has_room = has_room | room[k];
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

<% let slot = "load_slot" %><% include "hypercube/rtl/mhu_slot_base.vh" %>

<%- if c.frame.counts_flits %>
  // A message that only the processor wants leaves out its header after the first flit.
  reg skips_q;
  wire [<{ c.frame.tail_bits - 1 }>:0] tail = eligible ? next_tail_i : decided_tail_i;
  wire local_message = eligible ? next_targets_i[N-1:0] == {N{1'b0}} : decided_local_message_i;
  wire [<{ c.frame.tail_bits - 1 }>:0] skip = local_message ? tail : <{ c.frame.tail_bits }>'d0;
  always @(posedge clk_i) begin
    if (!stays) skips_q <= !more && skip != <{ c.frame.tail_bits }>'d0;
  end
<%- endif %>

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
      address_q <= more ? address_q + <{ c.buffers.address_bits }>'d1 :
          base + <{ c.buffers.address_bits }>'d1<% if c.frame.counts_flits %> + <{ c.extend("skip", c.frame.tail_bits, c.buffers.address_bits) }><% endif %>;
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
<%- if c.frame.counts_flits %>

  // Number of the header flit that is read next; it stops after the last one that can hold a row.
  reg [<{ c.frame.flit_index_bits - 1 }>:0] index_q;
  wire [<{ c.frame.flit_index_bits - 1 }>:0] index = more ? index_q : <{ c.frame.flit_index_bits }>'d0;
  always @(posedge clk_i) begin
    if (!stays && !(more && !available) && index != <{ c.frame.flit_index_bits }>'d<{ c.frame.row_flits }>) begin
      index_q <= index + <{ c.frame.flit_index_bits }>'d1;
    end
  end
  assign lookup_flit_o = index;

  // Where the flit that stands is: the first one of the header with destinations, or after it.
  reg near_q<% if c.frame.near_flit > 0 %>, far_q<% endif %>;
  always @(posedge clk_i) begin
    if (!stays) begin
<%- if c.frame.near_flit > 0 %>
      near_q <= index == <{ c.frame.flit_index_bits }>'d<{ c.frame.near_flit }>;
      far_q <= index > <{ c.frame.flit_index_bits }>'d<{ c.frame.near_flit }>;
<%- else %>
      near_q <= !more;
<%- endif %>
    end
  end
<%- endif %>

  // From a slot that does not wait, or whose message asks already, the pointer goes to the next
  // other one that waits.
  reg [<{ c.buffers.slot_bits - 1 }>:0] lowest, above, place;
  reg any_above;
  integer s;
  always @* begin
    lowest = next_q;
    above = next_q;
    any_above = 1'b0;
    for (s = <{ c.buffers.slots }> - 1; s >= 0; s = s - 1) begin
      place = s[<{ c.buffers.slot_bits - 1 }>:0];
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
      next_q <= <{ c.buffers.slot_bits }>'d0;
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
<%- if c.frame.counts_flits %>
  assign mark_o = {N+1{mark}} | {skips_q, short_headers_i & {N{near_q && heading_q && !last}}};
  assign move_o = {N+1{streams}} & ~{1'b0, short_headers_i & {N{<% if c.frame.near_flit > 0 %>far_q<% else %>!near_q<% endif %> && heading_q}}};
<%- else %>
  assign mark_o = {N+1{mark}};
  assign move_o = {N+1{streams}};
<%- endif %>

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
