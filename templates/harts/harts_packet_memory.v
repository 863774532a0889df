{{ c.banner("Packet memory: the data flits of every packet buffer of a unit.") }}
// Contract: a written flit can be read from the next cycle on; the output holds its value between
//   reads.
// Latency and state: one cycle; the flits, block memory.
`default_nettype none

module {{ c.p }}harts_packet_memory #(
  parameter DEPTH = {{ c.link_depth }},
  parameter ADDRESS = {{ c.link_address_bits }}
) (
  input  wire clk_i,
  input  wire write_i,
  input  wire [ADDRESS-1:0] write_address_i,
  input  wire [{{ c.w - 1 }}:0] write_data_i,
  input  wire read_i,
  input  wire [ADDRESS-1:0] address_i,
  output wire [{{ c.w - 1 }}:0] data_o
);
  localparam FIRST = 0;
  localparam LAST = DEPTH - 1;

  // No flit is read in the cycle in which it is written: no collision logic is needed.
  (* no_rw_check *)
  reg [{{ c.w - 1 }}:0] flits_q [FIRST:LAST];
  reg [{{ c.w - 1 }}:0] data_q;

  always @(posedge clk_i) begin
    if (write_i) flits_q[write_address_i] <= write_data_i;
    if (read_i) data_q <= flits_q[address_i];
  end
  assign data_o = data_q;
endmodule

`default_nettype wire
