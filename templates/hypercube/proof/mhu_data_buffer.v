<{ c.banner("Property: what the message memory gives back.") }>
// Contract: failed_o = 0 in every cycle after a reset while no flit is read in the cycle in which it
//   is written: the memory shows what was written last where it was read last, until its next read,
//   whatever happens to the other places.
`default_nettype none

module proof_mhu_data_buffer (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire write_i,
  input  wire [<{ c.buffers.address_bits - 1 }>:0] write_address_i,
  input  wire [<{ c.buffers.word_bits - 1 }>:0] write_data_i,
  input  wire read_i,
  input  wire [<{ c.buffers.address_bits - 1 }>:0] read_address_i,
  input  wire [<{ c.buffers.address_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam DEPTH = <{ c.buffers.depth }>;

  wire [<{ c.buffers.word_bits - 1 }>:0] data;
  <{ c.prefix }>mhu_data_buffer u_dut (
    .clk_i(clk_i),
    .write_i(write_i),
    .write_address_i(write_address_i),
    .write_data_i(write_data_i),
    .read_i(read_i),
    .read_address_i(read_address_i),
    .read_data_o(data)
  );

  // Any one place, its flit, and whether the memory shows it.
  reg [<{ c.buffers.address_bits - 1 }>:0] watched_q;
  reg [<{ c.buffers.word_bits - 1 }>:0] flit_q, shown_q;
  reg known_q, shows_q;
  wire written = write_i && write_address_i == watched_i;
  wire reads = read_i && read_address_i == watched_i;
  always @(posedge clk_i) begin
    watched_q <= watched_i;
    known_q <= rst_ni && (known_q || written);
    if (written) flit_q <= write_data_i;
    shows_q <= rst_ni && (read_i ? known_q && reads : shows_q);
    if (read_i) shown_q <= flit_q;
  end

  reg begun_q;
  wire legal = watched_i < DEPTH && (!begun_q || watched_i == watched_q) && !(written && reads);
  initial begun_q = 1'b0;
  always @(posedge clk_i) begun_q <= !rst_ni || (begun_q && legal);
  assign failed_o = begun_q && rst_ni && legal && shows_q && data != shown_q;
endmodule

`default_nettype wire
