{{ c.banner("Message memory: the flits of every slot, with a read port for links and one for delivery.") }}
// Contract: {{ c.buffers.slots }} slots of {{ c.frame.message_flits }} flits; a written flit can be read from the next cycle on. A read
//   port holds its output until its next read; delivery_clear_i reads zero instead.
// Latency and state: one cycle; {{ c.buffers.depth }} x {{ c.frame.width + 1 }} bits (bit {{ c.frame.width }} marks a bad frame's last flit).
`default_nettype none

module {{ c.prefix }}mhu_data_buffer (
  input  wire clk_i,
  input  wire write_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] write_address_i,
  input  wire [{{ c.frame.width }}:0] write_data_i,
  input  wire link_read_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] link_address_i,
  output wire [{{ c.frame.width }}:0] link_data_o,
  input  wire delivery_read_i,
  input  wire delivery_clear_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] delivery_address_i,
  output wire [{{ c.frame.width }}:0] delivery_data_o
);
  localparam FIRST = 0;
  localparam LAST = {{ c.buffers.depth - 1 }};

  // No flit is read in the cycle in which it is written: no collision logic is needed.
  (* no_rw_check *)
  reg [{{ c.frame.width }}:0] flits_q [FIRST:LAST];
  reg [{{ c.frame.width }}:0] link_q, delivery_q;

  always @(posedge clk_i) begin
    if (write_i) flits_q[write_address_i] <= write_data_i;
    if (link_read_i) link_q <= flits_q[link_address_i];
    if (delivery_read_i) begin
      delivery_q <= delivery_clear_i ? {{ c.frame.width + 1 }}'d0 : flits_q[delivery_address_i];
    end
  end

  assign link_data_o = link_q;
  assign delivery_data_o = delivery_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    // No flit is read in the cycle in which it is written.
    assert (!(write_i && link_read_i) || write_address_i != link_address_i);
    assert (!(write_i && delivery_read_i && !delivery_clear_i) ||
        write_address_i != delivery_address_i);
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
