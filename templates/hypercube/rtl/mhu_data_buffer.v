<{ c.banner("Message memory: the flits of every slot.") }>
// Contract: <{ c.buffers.slots }> slots of <{ c.frame.message_flits }> flits; a written flit can be read from the next cycle on. read_data_o
//   holds until the next read.
// Latency and state: one cycle; <{ c.buffers.depth }> x <{ c.buffers.word_bits }> bits: a flit, and four flags of it.
`default_nettype none

module <{ c.prefix }>mhu_data_buffer (
  input  wire clk_i,
  input  wire write_i,
  input  wire [<{ c.buffers.address_bits - 1 }>:0] write_address_i,
  input  wire [<{ c.buffers.word_bits - 1 }>:0] write_data_i,
  input  wire read_i,
  input  wire [<{ c.buffers.address_bits - 1 }>:0] read_address_i,
  output wire [<{ c.buffers.word_bits - 1 }>:0] read_data_o
);
  localparam FIRST = 0;
  localparam LAST = <{ c.buffers.depth - 1 }>;

  // What is read in the cycle in which it is written is not used: no collision logic is needed.
  (* no_rw_check *)
  reg [<{ c.buffers.word_bits - 1 }>:0] flits_q [FIRST:LAST];
  reg [<{ c.buffers.word_bits - 1 }>:0] read_q;

  always @(posedge clk_i) begin
    if (write_i) flits_q[write_address_i] <= write_data_i;
    if (read_i) read_q <= flits_q[read_address_i];
  end

  assign read_data_o = read_q;
<%- if !c.buffers.depth.is_power_of_two() %>

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    // No flit is written beyond the slots.
    assert (!write_i || <{ c.extend("write_address_i", c.buffers.address_bits, 32) }> <= LAST);
  end
`endif  // TEECAST_ASSERT
<%- endif %>
endmodule

`default_nettype wire
