<{ c.banner("Packet memory: the data flits of every packet buffer of a unit.") }>
// Contract: a written flit can be read from the next cycle on; the output holds its value between
//   reads.
// Latency and state: one cycle; the flits, block memory.
`default_nettype none

module <{ c.prefix }>harts_packet_memory #(
  parameter DEPTH = <{ c.buffers.link_depth }>,
  parameter ADDRESS = <{ c.buffers.link_address_bits }>,
  parameter WIDTH = <{ c.frame.width }>
) (
  input  wire clk_i,
  input  wire write_i,
  input  wire [ADDRESS-1:0] write_address_i,
  input  wire [WIDTH-1:0] write_data_i,
  input  wire read_i,
  input  wire [ADDRESS-1:0] address_i,
  output wire [WIDTH-1:0] data_o
);
  localparam FIRST = 0;
  localparam LAST = DEPTH - 1;

  // No flit is read in the cycle in which it is written: no collision logic is needed.
  (* no_rw_check *)
  reg [WIDTH-1:0] flits_q [FIRST:LAST];
  reg [WIDTH-1:0] data_q;

  always @(posedge clk_i) begin
    if (write_i) flits_q[write_address_i] <= write_data_i;
    if (read_i) data_q <= flits_q[address_i];
  end
  assign data_o = data_q;

`ifdef TEECAST_ASSERT
  // What the last cycle did: a flit written, to a place that there is, and one read.
  wire [ADDRESS:0] behind = LAST[ADDRESS:0] - {1'b0, write_address_i};
  reg wrote_q;
  reg [ADDRESS-1:0] place_q;
  reg [2*WIDTH-1:0] flit_q;
  always @(posedge clk_i) begin
    wrote_q <= write_i && !behind[ADDRESS];
    place_q <= write_address_i;
    flit_q <= {write_data_i, read_i ? flits_q[address_i] : data_o};
  end
<% include "common/rtl/clocked.vh" %>
  always @(posedge clk_i) begin
    if (clocked_q == CLOCKED) begin
      assert (!write_i || !read_i || write_address_i != address_i);
      assert (!wrote_q || flits_q[place_q] == flit_q[2*WIDTH-1:WIDTH]);
      assert (data_o == flit_q[WIDTH-1:0]);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
