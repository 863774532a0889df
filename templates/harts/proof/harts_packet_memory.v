<{ c.banner("Property: what a packet memory gives back.") }>
// Contract: failed_o = 0 in every cycle after a reset while no flit is read in the cycle in which it is
//   written: the output shows what was written last where it read last, until the next read.
`default_nettype none

module proof_harts_packet_memory (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire write_i,
  input  wire [<{ c.buffers.link_address_bits - 1 }>:0] write_address_i,
  input  wire [<{ c.frame.width - 1 }>:0] write_data_i,
  input  wire read_i,
  input  wire [<{ c.buffers.link_address_bits - 1 }>:0] address_i,
  input  wire [<{ c.buffers.link_address_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam ADDRESS = <{ c.buffers.link_address_bits }>;

  wire [<{ c.frame.width - 1 }>:0] data;
  <{ c.prefix }>harts_packet_memory #(
    .DEPTH(<{ c.buffers.link_depth }>),
    .ADDRESS(ADDRESS)
  ) u_dut (
    .clk_i(clk_i),
    .write_i(write_i),
    .write_address_i(write_address_i),
    .write_data_i(write_data_i),
    .read_i(read_i),
    .address_i(address_i),
    .data_o(data)
  );

  // Any one place, its flit, and whether the output shows it.
  reg [ADDRESS-1:0] watched_q;
  reg [<{ c.frame.width - 1 }>:0] flit_q, shown_q;
  reg known_q, shows_q;
  wire written = write_i && write_address_i == watched_i;
  always @(posedge clk_i) begin
    watched_q <= watched_i;
    known_q <= rst_ni && (known_q || written);
    if (written) flit_q <= write_data_i;
    if (!rst_ni) shows_q <= 1'b0;
    else if (read_i) shows_q <= known_q && address_i == watched_i;
    if (read_i) shown_q <= flit_q;
  end

  reg begun_q;
  wire collides = written && read_i && address_i == watched_i;
  wire legal = (!begun_q || watched_i == watched_q) && !collides;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begun_q <= !rst_ni || (begun_q && legal);
  assign failed_o = begun_q && rst_ni && legal && shows_q && data != shown_q;
endmodule

`default_nettype wire
