<{ c.banner("Input port of a message handling unit: parses frames into message slots.") }>
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
// Widths: <{ c.topology.dimension }> = n; <{ c.frame.width }> = W; <{ c.buffers.side_bits }> = class number + 3; <{ c.buffers.slots }> = slots; <{ c.buffers.slot_bits }> = slot number;
//   <{ c.frame.tail_bits }> = number of the last header flit; <{ c.frame.lanes * c.topology.dimension }> = fields of a flit x n;
//   <{ c.frame.flit_index_bits }> = number of a header flit; <{ c.buffers.address_bits }> = address of a flit; <{ c.buffers.word_bits }> = W + 4.
`default_nettype none

module <{ c.prefix }>mhu_input (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
  input  wire from_processor_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] own_dimension_i,
  // Link
  input  wire [<{ c.frame.width - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  input  wire [<{ c.buffers.side_bits - 1 }>:0] s_side_i,
  // Controller
  input  wire [<{ c.buffers.slots - 1 }>:0] used_i,
  input  wire decision_ready_i,
  output wire first_o,
  output wire header_o,
  output wire drop_o,
  output wire filling_o,
  output wire [<{ c.buffers.slot_bits - 1 }>:0] slot_o,
  output wire [<{ c.buffers.slot_bits - 1 }>:0] fill_slot_o,
  output wire unicast_o,
  output wire multi_o,
<%- if c.options.checks_neighbours %>
  output wire broadcast_o,
<%- endif %>
  output wire shortens_o,
<%- if c.frame.counts_flits %>
  output wire [<{ c.frame.tail_bits - 1 }>:0] tail_o,
<%- endif %>
  output wire ending_o,
  output wire ending_bad_o,
  output wire match_o,
  output wire matched_o,
<%- if c.options.checks_neighbours %>
  output wire [<{ c.topology.dimension - 1 }>:0] neighbours_o,
<%- endif %>
<%- if c.options.fault_tolerant %>
  output wire [<{ c.topology.dimension - 1 }>:0] control_o,
<%- endif %>
<%- if !c.options.fault_tolerant %>
  output wire [<{ c.topology.dimension - 1 }>:0] source_here_o,
<%- endif %>
  output wire [<{ c.topology.dimension - 1 }>:0] source_o,
  // Store
  output wire header_flit_o,
  output wire [<{ c.frame.lanes * c.topology.dimension - 1 }>:0] lanes_o,
<%- if c.frame.counts_flits %>
  output wire [<{ c.frame.flit_index_bits - 1 }>:0] flit_index_o,
<%- endif %>
  // Data buffer
  output wire write_o,
  output wire [<{ c.buffers.address_bits - 1 }>:0] write_address_o,
  output wire [<{ c.buffers.address_bits - 1 }>:0] fill_address_o,
  output wire [<{ c.buffers.word_bits - 1 }>:0] write_data_o,
  // Events 1 to 3
  output wire event_valid_o,
  output wire [1:0] event_code_o,
  input  wire event_ready_i
);
  localparam N = <{ c.topology.dimension }>;
  localparam W = <{ c.frame.width }>;
  localparam LANES = <{ c.frame.lanes }>;
  localparam TRAILER = <{ c.frame.trailer }>;
  localparam ADDRESS = <{ c.buffers.address_bits }>;
  localparam CLASS = <{ c.buffers.class_bits }>;
  localparam [1:0] UNICAST = 2'd0, MULTICAST = 2'd1, LIST = 2'd2, BROADCAST = 2'd3;
  localparam [1:0] FIRST = 2'd0, HEADER = 2'd1, DATA = 2'd2, DISCARD = 2'd3;

  reg [1:0] state_q;
  reg [<{ c.buffers.slot_bits - 1 }>:0] slot_q;
  reg [ADDRESS-1:0] address_q;
  reg [1:0] event_q;

  wire first = state_q == FIRST;
  wire in_header = first || state_q == HEADER;

  // The slot of a frame: one of the two of its class; class c owns slots 2c and 2c+1.
  wire [CLASS-1:0] class_in = s_side_i[CLASS-1:0];
  reg slot_free, second_slot;
  always @* begin
    case (class_in)
<%- for class in c.buffers.class_list %>
      <{ c.buffers.class_bits }>'d<{ class }>: begin
        slot_free = !(&used_i[<{ class * 2 + 1 }>:<{ class * 2 }>]);
        second_slot = used_i[<{ class * 2 }>];
      end
<%- endfor %>
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
<%- if c.options.has_list %>
  wire list;
<%- endif %>
  <{ c.prefix }>mhu_type_checker u_type_checker (
    .count_i(count),
    .multicast_o(multicast),
<%- if c.options.has_list %>
    .list_o(list),
<%- endif %>
    .broadcast_o(broadcast),
    .bad_o(bad_count)
  );
  wire one = count == <{ c.topology.dimension }>'d1;
  wire [1:0] counted =
      broadcast ? BROADCAST :
<%- if c.options.has_list %> list ? LIST :<% endif %> multicast && !one ? MULTICAST : UNICAST;
  reg [1:0] kind_q;
  reg match_q;
  wire [1:0] kind = !from_processor_i ? s_side_i[CLASS+:2] : first ? counted : kind_q;
  wire is_list = kind == LIST;
  wire is_broadcast = kind == BROADCAST;
  assign unicast_o = kind == UNICAST;
  assign multi_o = kind == MULTICAST;
<%- if c.options.checks_neighbours %>
  assign broadcast_o = is_broadcast;
<%- endif %>

  // How far a processor's header reaches: k says it for the first flit, a count of fields for the
  // others. reach[i]: at least to lane i of this flit, or of the flits after it.
  reg [<{ c.frame.position_bits - 1 }>:0] last_q;
  wire [<{ c.frame.position_bits - 1 }>:0] left = !first ? last_q :
      <% if c.frame.lanes <= c.frame.trailer %>broadcast ? <{ c.frame.position_bits }>'d0 : <% endif %><{ c.fit("count", c.topology.dimension, c.frame.position_bits) }>;
  wire [LANES+TRAILER:0] reach, reach_first, reach_later;
  <{ c.prefix }>mhu_position u_position (
    .last_i(last_q),
    .reach_o(reach_later)
  );
<%- for reach in c.frame.first_reaches %>
  assign reach_first[<{ loop.index0 }>] = <{ reach }>;
<%- endfor %>
  assign reach = first ? reach_first : reach_later;

  // The form of the links is shorter: Source takes the place of k.<% if c.options.fault_tolerant %> Only long lists and broadcasts
  // have a Control.<% endif %>
  // What is left over at the end of a header is not stored.
  wire [LANES-1:0] used;
  wire own_end;
<%- if c.options.fault_tolerant %>
  wire controlled = kind[1];
  assign used = controlled ? reach[1+:LANES] : reach[2+:LANES];
  assign own_end = controlled ? !reach[LANES+1] : !reach[LANES+2];
<%- else %>
  assign used = reach[1+:LANES];
  assign own_end = !reach[LANES+1];
<%- endif %>
  wire over = from_processor_i && !first && !used[0];
  wire kept_end = from_processor_i ? own_end : s_side_i[CLASS+2];
  wire header_end = from_processor_i ? !reach[LANES] : s_side_i[CLASS+2];
  assign first_o = header_flit_o && first;

  wire [LANES*N-1:0] converted;
  <{ c.prefix }>mhu_converter u_converter (
<%- if c.frame.shifts_list %>
    .clk_i(clk_i),
<%- endif %>
    .local_address_i(local_address_i),
<%- if c.frame.shifts_list %>
    .header_flit_i(header_flit_o),
<%- endif %>
<%- if c.options.fault_tolerant %>
    .controlled_i(controlled),
<%- endif %>
    .first_i(first),
<%- if c.frame.counts_control() %>
    .flit_index_i(flit_index_o),
<%- endif %>
    .lanes_i(s_axis_tdata[LANES*N-1:0]),
    .lanes_o(converted)
  );
  wire [LANES*N-1:0] sent = from_processor_i ? converted : s_axis_tdata[LANES*N-1:0];

  // Destinations. On a link, unused lanes are zero, as those of other copies, so only the length of
  // a processor's list counts.
  wire [LANES-1:0] listed;
<%- for lane in c.frame.lane_fields %>
<%- if let Some(place) = lane.control %>
  assign listed[<{ lane.lane }>] = (used[<{ lane.lane }>] || !from_processor_i) &&<% if lane.source %> !first &&<% endif %>
      !(controlled && <{ place.here_as("first", "flit_index_o") }>);
<%- else %>
  assign listed[<{ lane.lane }>] = (used[<{ lane.lane }>] || !from_processor_i)<% if lane.source %> && !first<% endif %>;
<%- endif %>
<%- endfor %>

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
<%- if c.options.checks_neighbours %>
  wire [N-1:0] neighbours;
  reg [N-1:0] neighbours_q;
<%- endif %>
  <{ c.prefix }>mhu_matching_checker u_matching_checker (
    .relative_i(relative),
    .valid_i(listed),
<%- if c.options.checks_neighbours %>
    .neighbours_o(neighbours),
<%- endif %>
    .match_o(match)
  );
  assign match_o = is_broadcast ? !from_processor_i : match || (!first && match_q);
  assign matched_o = match_q;
<%- if c.options.checks_neighbours %>
  assign neighbours_o = first ? neighbours : neighbours | neighbours_q;
<%- endif %>

  // Source<% if c.options.fault_tolerant %> and Control are<% else %> is<% endif %> in this flit or came before.
  reg [N-1:0] source_q;
<%- if !c.options.fault_tolerant %>
  assign source_here_o = first ? lanes[N-1:0] : source_q;
<%- endif %>
  assign source_o = source_q;
<%- if let Some(place) = c.frame.control_place %>
  reg [N-1:0] control_q;
  wire control_here = <{ place.here_as("first", "flit_index_o") }>;
  assign control_o = control_here ? lanes[<{ place.lane }>*N+:N] : control_q;
<%- endif %>

  // A copy may leave out what comes after the first destinations, if there is other data after it.
<%- if c.frame.counts_flits %>
  localparam [<{ c.frame.flit_index_bits - 1 }>:0] NEAR = <{ c.frame.near_flit }>;
  wire far = over ? flit_index_o > NEAR + <{ c.frame.flit_index_bits }>'d1 : flit_index_o > NEAR;
  assign shortens_o = !(far && finish);
  // Header flits after the first one; none where the header ends the message.
  assign tail_o = finish ? <{ c.frame.tail_bits }>'d0 :
      <{ c.fit("flit_index_o", c.frame.flit_index_bits, c.frame.tail_bits) }> - <{ c.extend("over", 1, c.frame.tail_bits) }>;
<%- else %>
  assign shortens_o = 1'b1;
<%- endif %>

  // What this flit means.
  wire refusal = from_processor_i && first && bad_count;
  wire truncated = from_processor_i && in_header && !refusal && s_axis_tlast && !header_end;
  wire header = in_header && !refusal && header_end;
<%- if c.frame.max_data == 0 %>
  wire oversize = from_processor_i && header && !s_axis_tlast;
<%- else %>
  reg [<{ c.frame.data_count_bits - 1 }>:0] data_left_q;
  wire oversize = from_processor_i && state_q == DATA && !s_axis_tlast &&
      data_left_q == <{ c.frame.data_count_bits }>'d1;
<%- endif %>
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
<%- if c.frame.lanes * c.topology.dimension < c.frame.width %>
  assign flit[W-1:LANES*N] = from_processor_i && in_header ? {(W-LANES*N){1'b0}} :
      s_axis_tdata[W-1:LANES*N];
<%- endif %>
  // A last flit ends the header anyway, so one bit is enough for that and for a bad end.
  assign write_data_o = {
    in_header ? kind : UNICAST, finish ? bad : in_header && kept_end, finish, flit
  };

<% let slot = "slot_o" %><% include "hypercube/rtl/mhu_slot_base.vh" %>
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
    if (write_o) address_q <= write_address_o + <{ c.buffers.address_bits }>'d1;
    if (accept && in_header) begin
      last_q <= left + (first ? <{ c.frame.position_bits }>'d<{ c.frame.first_step }> : <{ c.frame.position_bits }>'d<{ c.frame.next_step }>);
    end
    if (header_flit_o) begin
      match_q <= match || (!first && match_q);
      if (first) source_q <= lanes[N-1:0];
<%- if c.options.fault_tolerant %>
      control_q <= control_o;
<%- endif %>
<%- if c.options.checks_neighbours %>
      neighbours_q <= neighbours_o;
<%- endif %>
    end
<%- if c.frame.max_data > 0 %>
    if (header_o) data_left_q <= <{ c.frame.data_count_bits }>'d<{ c.frame.max_data }>;
    else if (accept) data_left_q <= data_left_q - <{ c.frame.data_count_bits }>'d1;
<%- endif %>
  end
<% if c.frame.counts_flits %>
  // Number of the header flit; it stops after the last one that can hold a row.
  reg [<{ c.frame.flit_index_bits - 1 }>:0] flit_index_q;
  assign flit_index_o = first ? <{ c.frame.flit_index_bits }>'d0 : flit_index_q;
  always @(posedge clk_i) begin
    if (header_flit_o && flit_index_o != <{ c.frame.flit_index_bits }>'d<{ c.frame.row_flits }>) begin
      flit_index_q <= flit_index_o + <{ c.frame.flit_index_bits }>'d1;
    end else if (header_flit_o) begin
      flit_index_q <= flit_index_o;
    end
  end
<% endif %>
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
<%- if c.options.has_list %>
      begin : list_is_no_other_type
        assert (!(list && (multicast || broadcast || bad_count)));
      end
<%- endif %>
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
