<{ c.banner("Deliverer of a buffer unit: hands stored packets to the reception.") }>
// Contract: takes the packets in the order in which they came; the grant brings the head of
//   the packet (first_o, and empty_o without data)<% if c.frame.max_data > 0 %>, then its data flits while room_i<% endif %>.
// Latency and state: three cycles to the request; the packet under way.
// Widths: <{ c.frame.word_bits }> = header; <{ c.frame.offset_bits }> = number of a flit; <{ c.frame.delivery_bits }> = delivery header.
`default_nettype none

module <{ c.prefix }>harts_deliverer #(
  parameter SLOT = <{ c.buffers.link_slot_bits }>
) (
  input  wire clk_i,
  input  wire rst_ni,
  // Slots; the row of lookup_slot_o is read while lookup_o and lookup_grant_i
  input  wire store_i,
  input  wire [SLOT-1:0] store_slot_i,
  output wire lookup_o,
  input  wire lookup_grant_i,
  output wire [SLOT-1:0] lookup_slot_o,
  output wire [SLOT-1:0] slot_o,
  input  wire [2:0] origin_i,
  input  wire [<{ c.frame.word_bits - 1 }>:0] word_i,
  input  wire bad_i,
<%- if c.frame.max_data > 0 %>
  input  wire [<{ c.frame.offset_bits - 1 }>:0] length_i,
<%- endif %>
  output wire drop_o,
  // Reception
  output wire request_o,
  input  wire grant_i,
  output wire first_o,
  output wire [<{ c.frame.delivery_bits - 1 }>:0] head_o,
  output wire empty_o,
  output wire bad_o<% if c.frame.max_data > 0 %>,
  input  wire room_i,
  output wire valid_o,
  output wire last_o,
  // Packet memory
  output wire read_o,
  output wire [<{ c.frame.offset_bits - 1 }>:0] read_offset_o,
  input  wire read_grant_i<% endif %>
);
  localparam [1:0] PICK = 2'd0, REQUEST = 2'd1<% if c.frame.max_data > 0 %>, SEND = 2'd2<% endif %>;

  reg [1:0] state_q;
  reg [SLOT-1:0] slot_q;

  wire next_valid;
  wire [SLOT-1:0] next_slot;
  assign lookup_o = state_q == PICK && next_valid;
  assign lookup_slot_o = next_slot;
  // There is a row for each slot.
  wire unused_full;
  <{ c.prefix }>tee_queue #(
    .WIDTH(SLOT),
    .ADDRESS(SLOT)
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .push_i(store_i),
    .data_i(store_slot_i),
    .full_o(unused_full),
    .valid_o(next_valid),
    .data_o(next_slot),
    .pop_i(lookup_grant_i)
  );
  assign slot_o = slot_q;

  // Head of a delivery: the processor's own frame comes from direction 7.
  localparam ID = <{ c.topology.node_bits }>;
  wire broadcast = word_i[0];
  wire [2:0] copies = broadcast ? word_i[3:1] : 3'd0;
  wire [2:0] direction = origin_i == 3'd6 ? 3'd7 : origin_i;
  // Sequence number and source.
  wire [ID+7:0] identity = <{ c.identity("word_i") }>;
  wire [<{ c.frame.delivery_bits - 1 }>:0] head = {identity[ID+:8], direction, copies, identity[ID-1:0]};
  wire unused_word = &{1'b0, word_i};

  reg [<{ c.frame.delivery_bits - 1 }>:0] head_q;
  reg bad_q;
<%- if c.frame.max_data > 0 %>
  reg [<{ c.frame.offset_bits - 1 }>:0] length_q, offset_q;
  reg valid_q, last_q;
  wire empty = length_q == <{ c.frame.offset_bits }>'d0;
  wire next_last = offset_q + <{ c.frame.offset_bits }>'d1 == length_q;
  wire granted = state_q == REQUEST && grant_i;
  wire ends = (granted && empty) || (valid_q && last_q);
<%- else %>
  wire granted = state_q == REQUEST && grant_i;
  wire ends = granted;
<%- endif %>

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= PICK;
    end else begin
      case (state_q)
        PICK: if (lookup_grant_i) state_q <= REQUEST;
        REQUEST: if (grant_i) state_q <= <% if c.frame.max_data > 0 %>empty ? PICK : SEND<% else %>PICK<% endif %>;
<%- if c.frame.max_data > 0 %>
        SEND: if (ends) state_q <= PICK;
<%- endif %>
        default: state_q <= PICK;
      endcase
    end
  end

  always @(posedge clk_i) begin
    if (lookup_grant_i) begin
      slot_q <= next_slot;
      head_q <= head;
      bad_q <= bad_i;
<%- if c.frame.max_data > 0 %>
      length_q <= length_i;
      offset_q <= <{ c.frame.offset_bits }>'d0;
    end else if (read_grant_i) begin
      offset_q <= offset_q + <{ c.frame.offset_bits }>'d1;
      last_q <= next_last;
<%- endif %>
    end
  end
<%- if c.frame.max_data > 0 %>

  always @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= read_grant_i;
  end
  assign read_o = state_q == SEND && room_i && offset_q != length_q;
  assign read_offset_o = offset_q;
  assign valid_o = valid_q;
  assign last_o = last_q;
<%- endif %>
  assign request_o = state_q == REQUEST;
  assign first_o = granted;
  assign head_o = head_q;
  assign empty_o = <% if c.frame.max_data > 0 %>empty<% else %>1'b1<% endif %>;
  assign bad_o = bad_q;
  assign drop_o = ends;
<%- if c.frame.max_data > 0 %>

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // A delivery ends with its last flit, and reads no further.
      begin : drop_ends_delivery assert (!drop_o || granted || state_q == SEND); end
      begin : reads_inside_packet assert (!read_grant_i || (read_o && offset_q < length_q)); end
    end
  end
`endif  // TEECAST_ASSERT
<%- endif %>
endmodule

`default_nettype wire
