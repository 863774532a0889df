{{ c.banner("Property: what the message memory gives back.") }}
// Contract: failed_o = 0 in every cycle after a reset while no flit is read in the cycle in which it is
//   written: a port shows what was written last where it read last, or zero where it must, until its
//   next read, whatever the other port and the other places do.
`default_nettype none

module proof_mhu_data_buffer (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire write_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] write_address_i,
  input  wire [{{ c.frame.width }}:0] write_data_i,
  input  wire link_read_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] link_address_i,
  input  wire delivery_read_i,
  input  wire delivery_clear_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] delivery_address_i,
  input  wire [{{ c.buffers.address_bits - 1 }}:0] watched_i,
  output wire failed_o
);
  localparam DEPTH = {{ c.buffers.depth }};

  wire [{{ c.frame.width }}:0] link_data, delivery_data;
  {{ c.prefix }}mhu_data_buffer u_dut (
    .clk_i(clk_i),
    .write_i(write_i),
    .write_address_i(write_address_i),
    .write_data_i(write_data_i),
    .link_read_i(link_read_i),
    .link_address_i(link_address_i),
    .link_data_o(link_data),
    .delivery_read_i(delivery_read_i),
    .delivery_clear_i(delivery_clear_i),
    .delivery_address_i(delivery_address_i),
    .delivery_data_o(delivery_data)
  );

  // Any one place, its flit, and whether a port shows it, or zero.
  reg [{{ c.buffers.address_bits - 1 }}:0] watched_q;
  reg [{{ c.frame.width }}:0] flit_q, link_q, delivery_q;
  reg known_q, link_known_q, delivery_known_q;
  wire written = write_i && write_address_i == watched_i;
  always @(posedge clk_i) begin
    watched_q <= watched_i;
    known_q <= rst_ni && (known_q || written);
    if (written) flit_q <= write_data_i;
    if (link_read_i) begin
      link_known_q <= known_q && link_address_i == watched_i;
      link_q <= flit_q;
    end
    if (delivery_read_i) begin
      delivery_known_q <= delivery_clear_i || (known_q && delivery_address_i == watched_i);
      delivery_q <= delivery_clear_i ? {{ c.frame.width + 1 }}'d0 : flit_q;
    end
    if (!rst_ni) begin
      link_known_q <= 1'b0;
      delivery_known_q <= 1'b0;
    end
  end

  reg begun_q, legal, bad;
  always @* begin
    legal = watched_i < DEPTH && (!begun_q || watched_i == watched_q);
    if (written && link_read_i && link_address_i == watched_i) legal = 1'b0;
    if (written && delivery_read_i && delivery_address_i == watched_i) legal = 1'b0;
    bad = (link_known_q && link_data != link_q) || (delivery_known_q && delivery_data != delivery_q);
  end
  initial begun_q = 1'b0;
  always @(posedge clk_i) begun_q <= !rst_ni || (begun_q && legal);
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
