// Event queue: keeps the events of one source until they are taken.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 4 --topology hypercube --family ihc --max-data 4
// Configuration (hash 1ec640e612a5):
//   none, sizes are parameters
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: valid_i = 1 adds event_i, in any cycle; the events leave in their order. When all
//   places but one are in use, the last one keeps LOST instead, and later events are lost.
//   waiting_o = 1 says that event_o is an event, which pop_i = 1 takes away. room_o = 1 while at
//   least two places are free.
// Latency and state: one cycle; 1 << ADDRESS events.
`default_nettype none

module tee_event_queue #(
  // Bits of an event; bits of a place; what says that events are lost.
  parameter WIDTH = 4,
  parameter ADDRESS = 4,
  parameter [WIDTH-1:0] LOST = 0
) (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire clear_i,
  input  wire valid_i,
  input  wire [WIDTH-1:0] event_i,
  output wire room_o,
  output wire waiting_o,
  output wire [WIDTH-1:0] event_o,
  input  wire pop_i
);
  localparam [ADDRESS:0] ONE = 1;

  reg [ADDRESS:0] write_q, read_q;
  reg waiting_q;
  wire [ADDRESS:0] filled = write_q - read_q;
  wire full = filled[ADDRESS];
  wire almost = &filled[ADDRESS-1:0];
  wire push = valid_i && !full;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      write_q <= {ADDRESS+1{1'b0}};
      read_q <= {ADDRESS+1{1'b0}};
      waiting_q <= 1'b0;
    end else begin
      waiting_q <= push || (waiting_q && !(pop_i && filled == ONE));
      if (push) write_q <= write_q + ONE;
      if (pop_i) read_q <= read_q + ONE;
    end
  end

  tee_memory #(
    .WIDTH(WIDTH),
    .DEPTH(1 << ADDRESS),
    .ADDRESS(ADDRESS),
    .REGISTERED(0)
  ) u_events (
    .clk_i(clk_i),
    .write_i(push),
    .write_address_i(write_q[ADDRESS-1:0]),
    // Nothing is lost in silence.
    .write_data_i(almost ? LOST : event_i),
    .read_i(1'b1),
    .read_address_i(read_q[ADDRESS-1:0]),
    .read_data_o(event_o)
  );
  assign room_o = !(full || almost);
  assign waiting_o = waiting_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni && !clear_i) begin
      // Only what waits is taken.
      begin : only_waiting_is_taken assert (waiting_o || !pop_i); end
      begin : waiting_shows_filled assert (waiting_o == (filled != {ADDRESS+1{1'b0}})); end
      begin : full_has_no_remainder assert (!full || filled[ADDRESS-1:0] == {ADDRESS{1'b0}}); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
