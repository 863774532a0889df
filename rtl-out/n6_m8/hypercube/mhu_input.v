// Input port of a message handling unit: parses frames into message slots.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a frame is accepted while a slot of its class is free and the controller has nothing to
//   decide or to report; from its first flit on every offered flit is taken at once. A processor's
//   header is brought into the form of the links. header_o comes with the last header flit and
//   describes the message; matched_o and source_o keep to it until the next first flit. While
//   filling_o = 1 its last flit is still to come. Of a processor, a bad count or a
//   header cut short is swallowed (drop_o hands the slot back), a frame with more than max_data
//   data flits is ended there and marked bad; each raises one event. The frames of a link come
//   from another router, which has done so; its side band has the kind, and the end of the header.
// Latency and state: combinational from the link to header_o; position inside the frame.
// Not split: all ports describe one frame while its header ends; parts would pass them on.
// Widths: 6 = n; 32 = W; 5 = class number + 3; 6 = slots; 3 = slot number;
//   1 = number of the last header flit; 30 = fields of a flit x n;
//   2 = number of a header flit; 9 = address of a flit; 36 = W + 4.
// Registers without a reset: slot_q, kind_q, address_q, last_q, match_q, source_q, control_q,
//   neighbours_q, data_left_q, flit_index_q.
`default_nettype none

module mhu_input (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [5:0] local_address_i,
  input  wire from_processor_i,
  input  wire [5:0] own_dimension_i,
  // Link
  input  wire [31:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  input  wire [4:0] s_side_i,
  // Controller
  input  wire [5:0] used_i,
  input  wire decision_ready_i,
  output wire first_o,
  output wire header_o,
  output wire drop_o,
  output wire filling_o,
  output wire [2:0] slot_o,
  output wire [2:0] fill_slot_o,
  output wire unicast_o,
  output wire multi_o,
  output wire broadcast_o,
  output wire shortens_o,
  output wire [0:0] tail_o,
  output wire ending_o,
  output wire ending_bad_o,
  output wire match_o,
  output wire matched_o,
  output wire [5:0] neighbours_o,
  output wire [5:0] control_o,
  output wire [5:0] source_o,
  // Store
  output wire header_flit_o,
  output wire [29:0] lanes_o,
  output wire [1:0] flit_index_o,
  // Data buffer
  output wire write_o,
  output wire [8:0] write_address_o,
  output wire [8:0] fill_address_o,
  output wire [35:0] write_data_o,
  // Events 1 to 3
  output wire event_valid_o,
  output wire [1:0] event_code_o,
  input  wire event_ready_i
);
  localparam N = 6;
  localparam W = 32;
  localparam LANES = 5;
  localparam TRAILER = 2;
  localparam ADDRESS = 9;
  localparam CLASS = 2;
  localparam [1:0] UNICAST = 2'd0, MULTICAST = 2'd1, LIST = 2'd2, BROADCAST = 2'd3;
  localparam [1:0] FIRST = 2'd0, HEADER = 2'd1, DATA = 2'd2, DISCARD = 2'd3;

  reg [1:0] state_q;
  reg [2:0] slot_q;
  reg [ADDRESS-1:0] address_q;
  reg [1:0] event_q;

  wire first = state_q == FIRST;
  wire in_header = first || state_q == HEADER;

  // The slot of a frame: one of the two of its class; class c owns slots 2c and 2c+1.
  wire [CLASS-1:0] class_in = s_side_i[CLASS-1:0];
  reg slot_free, second_slot;
  always @* begin
    case (class_in)
      2'd0: begin
        slot_free = !(&used_i[1:0]);
        second_slot = used_i[0];
      end
      2'd1: begin
        slot_free = !(&used_i[3:2]);
        second_slot = used_i[2];
      end
      2'd2: begin
        slot_free = !(&used_i[5:4]);
        second_slot = used_i[4];
      end
      default: begin
        slot_free = 1'b0;
        second_slot = 1'b0;
      end
    endcase
  end

  wire accept = s_axis_tvalid && s_axis_tready;
  assign slot_o = first ? {class_in, second_slot} : slot_q;
  assign s_axis_tready = !first || (slot_free && decision_ready_i && event_q == 2'd0);

  // The first field of a processor's header is k: the kind, and the length of the list.
  wire [N-1:0] count = s_axis_tdata[N-1:0];
  wire multicast, broadcast, bad_count;
  wire list;
  mhu_type_checker u_type_checker (
    .count_i(count),
    .multicast_o(multicast),
    .list_o(list),
    .broadcast_o(broadcast),
    .bad_o(bad_count)
  );
  wire one = count == 6'd1;
  wire [1:0] counted =
      broadcast ? BROADCAST : list ? LIST : multicast && !one ? MULTICAST : UNICAST;
  reg [1:0] kind_q;
  reg match_q;
  wire [1:0] kind = !from_processor_i ? s_side_i[CLASS+:2] : first ? counted : kind_q;
  wire is_list = kind == LIST;
  wire is_broadcast = kind == BROADCAST;
  assign unicast_o = kind == UNICAST;
  assign multi_o = kind == MULTICAST;
  assign broadcast_o = is_broadcast;

  // How far a processor's header reaches: k says it for the first flit, a count of fields for the
  // others. reach[i]: at least to lane i of this flit, or of the flits after it.
  reg [6:0] last_q;
  wire [6:0] left = !first ? last_q :
      {1'd0, count[5:0]};
  wire [LANES+TRAILER:0] reach, reach_first, reach_later;
  mhu_position u_position (
    .last_i(last_q),
    .reach_o(reach_later)
  );
  assign reach_first[0] = 1'b1;
  assign reach_first[1] = 1'b1;
  assign reach_first[2] = 1'b1;
  assign reach_first[3] = !broadcast && ((|count[5:1]) || count[0]);
  assign reach_first[4] = !broadcast && ((|count[5:2]) || count[1]);
  assign reach_first[5] = !broadcast && ((|count[5:2]) || (&count[1:0]));
  assign reach_first[6] = !broadcast && ((|count[5:3]) || count[2]);
  assign reach_first[7] = !broadcast && ((|count[5:3]) || (count[2] && (count[1] || count[0])));
  assign reach = first ? reach_first : reach_later;

  // The form of the links is shorter: Source takes the place of k. Only long lists and broadcasts
  // have a Control.
  // What is left over at the end of a header is not stored.
  wire [LANES-1:0] used;
  wire own_end;
  wire controlled = kind[1];
  assign used = controlled ? reach[1+:LANES] : reach[2+:LANES];
  assign own_end = controlled ? !reach[LANES+1] : !reach[LANES+2];
  wire over = from_processor_i && !first && !used[0];
  wire kept_end = from_processor_i ? own_end : s_side_i[CLASS+2];
  wire header_end = from_processor_i ? !reach[LANES] : s_side_i[CLASS+2];
  assign first_o = header_flit_o && first;

  wire [LANES*N-1:0] converted;
  mhu_converter u_converter (
    .clk_i(clk_i),
    .local_address_i(local_address_i),
    .header_flit_i(header_flit_o),
    .controlled_i(controlled),
    .first_i(first),
    .lanes_i(s_axis_tdata[LANES*N-1:0]),
    .lanes_o(converted)
  );
  wire [LANES*N-1:0] sent = from_processor_i ? converted : s_axis_tdata[LANES*N-1:0];

  // Destinations. On a link, unused lanes are zero, as those of other copies, so only the length of
  // a processor's list counts.
  wire [LANES-1:0] listed;
  assign listed[0] = (used[0] || !from_processor_i) && !first;
  assign listed[1] = (used[1] || !from_processor_i) &&
      !(controlled && first);
  assign listed[2] = (used[2] || !from_processor_i);
  assign listed[3] = (used[3] || !from_processor_i);
  assign listed[4] = (used[4] || !from_processor_i);

  // Relative to this node: without the hop that was made. A destination of this copy lies over it;
  // zero is none, or in a long list the node before. Unused lanes of a processor are zero.
  wire [LANES*N-1:0] relative, lanes;
  genvar p;
  generate
    for (p = 0; p < LANES; p = p + 1) begin : gen_lane
      wire [N-1:0] field = sent[p*N+:N];
      assign relative[p*N+:N] = field ^ own_dimension_i;
      assign lanes[p*N+:N] = from_processor_i && !used[p] ? {N{1'b0}} : !listed[p] ? field :
          is_list ? relative[p*N+:N] : field & ~own_dimension_i;
    end
  endgenerate
  assign lanes_o = lanes;

  wire match;
  wire [N-1:0] neighbours;
  reg [N-1:0] neighbours_q;
  mhu_matching_checker u_matching_checker (
    .relative_i(relative),
    .valid_i(listed),
    .neighbours_o(neighbours),
    .match_o(match)
  );
  assign match_o = is_broadcast ? !from_processor_i : match || (!first && match_q);
  assign matched_o = match_q;
  assign neighbours_o = first ? neighbours : neighbours | neighbours_q;

  // Source and Control are in this flit or came before.
  reg [N-1:0] source_q;
  assign source_o = source_q;
  reg [N-1:0] control_q;
  wire control_here = first;
  assign control_o = control_here ? lanes[1*N+:N] : control_q;

  // A copy may leave out what comes after the first destinations, if there is other data after it.
  localparam [1:0] NEAR = 0;
  wire far = over ? flit_index_o > NEAR + 2'd1 : flit_index_o > NEAR;
  assign shortens_o = !(far && finish);
  // Header flits after the first one; none where the header ends the message.
  assign tail_o = finish ? 1'd0 :
      flit_index_o[0:0] - over;

  // What this flit means.
  wire refusal = from_processor_i && first && bad_count;
  wire truncated = from_processor_i && in_header && !refusal && s_axis_tlast && !header_end;
  wire header = in_header && !refusal && header_end;
  reg [6:0] data_left_q;
  wire oversize = from_processor_i && state_q == DATA && !s_axis_tlast &&
      data_left_q == 7'd1;
  wire finish = (header || state_q == DATA) && s_axis_tlast || oversize;
  wire bad = oversize || (s_axis_tlast && s_axis_tuser);

  assign header_o = accept && header;
  assign drop_o = accept && (refusal || truncated);
  assign filling_o = state_q == DATA;
  assign fill_slot_o = slot_q;
  assign header_flit_o = accept && in_header && !over;
  assign write_o = accept && state_q != DISCARD && !(in_header && over);
  // What is left over may end the message, which then ends with the header that is stored.
  assign ending_o = in_header && over && finish;
  assign ending_bad_o = bad;
  wire [W-1:0] flit;
  assign flit[LANES*N-1:0] = in_header ? lanes : s_axis_tdata[LANES*N-1:0];
  assign flit[W-1:LANES*N] = from_processor_i && in_header ? {(W-LANES*N){1'b0}} :
      s_axis_tdata[W-1:LANES*N];
  // A last flit ends the header anyway, so one bit is enough for that and for a bad end.
  assign write_data_o = {
    in_header ? kind : UNICAST, finish ? bad : in_header && kept_end, finish, flit
  };

  reg [ADDRESS-1:0] base;
  always @* begin
    case (slot_o)
      3'd0: base = 9'd0;
      3'd1: base = 9'd80;
      3'd2: base = 9'd160;
      3'd3: base = 9'd240;
      3'd4: base = 9'd320;
      3'd5: base = 9'd400;
      default: base = {ADDRESS{1'b0}};
    endcase
  end
  assign write_address_o = first ? base : address_q;
  assign fill_address_o = address_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= FIRST;
    end else if (accept) begin
      if (s_axis_tlast) state_q <= FIRST;
      else if (refusal || oversize) state_q <= DISCARD;
      else if (header) state_q <= DATA;
      else if (first) state_q <= HEADER;
    end
  end

  always @(posedge clk_i) begin
    if (accept && first) begin
      slot_q <= {class_in, second_slot};
      kind_q <= counted;
    end
    if (write_o) address_q <= write_address_o + 9'd1;
    if (accept && in_header) begin
      last_q <= left + (first ? 7'd125 : 7'd123);
    end
    if (header_flit_o) begin
      match_q <= match || (!first && match_q);
      if (first) source_q <= lanes[N-1:0];
      control_q <= control_o;
      neighbours_q <= neighbours_o;
    end
    if (header_o) data_left_q <= 7'd64;
    else if (accept) data_left_q <= data_left_q - 7'd1;
  end

  // Number of the header flit; it stops after the last one that can hold a row.
  reg [1:0] flit_index_q;
  assign flit_index_o = first ? 2'd0 : flit_index_q;
  always @(posedge clk_i) begin
    if (header_flit_o && flit_index_o != 2'd2) begin
      flit_index_q <= flit_index_o + 2'd1;
    end else if (header_flit_o) begin
      flit_index_q <= flit_index_o;
    end
  end

  // One event a frame; the next frame waits until it is gone.
  always @(posedge clk_i) begin
    if (!rst_ni || (event_valid_o && event_ready_i)) event_q <= 2'd0;
    else if (accept && refusal) event_q <= 2'd1;
    else if (accept && truncated) event_q <= 2'd2;
    else if (accept && oversize) event_q <= 2'd3;
  end
  assign event_valid_o = event_q != 2'd0;
  assign event_code_o = event_q;

`ifdef TEECAST_ASSERT
  integer a;
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A frame has one type, and is stored once.
      begin : frame_has_one_type
        assert (!(multicast && broadcast) && !(bad_count && (multicast || broadcast)));
      end
      begin : list_is_no_other_type
        assert (!(list && (multicast || broadcast || bad_count)));
      end
      begin : stored_or_dropped assert (!(header_o && drop_o)); end
      begin : header_is_stored assert (!header_o || over || (header_flit_o && write_o)); end
      for (a = 0; a < LANES; a = a + 1) begin : zero_address_matches
        assert (!(listed[a] && relative[a*N+:N] == {N{1'b0}}) || match);
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
