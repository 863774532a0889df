<{ c.banner("Property: ring_tree_memory keeps a word for each origin.") }>
// Contract: failed_o = 0 in every cycle after a reset, while no word is read in the cycle in which it is
//   written: what is read is what was written last for that origin, a cycle later, and stays until the
//   next reading. Of the memory the property follows one origin, any one.
`default_nettype none

module proof_ring_tree_memory (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire write_i,
  input  wire [<{ c.origin_bits - 1 }>:0] write_origin_i,
  input  wire [<{ c.stored_bits - 1 }>:0] write_word_i,
  input  wire read_i,
  input  wire [<{ c.origin_bits - 1 }>:0] read_origin_i,
  input  wire [<{ c.origin_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam O = <{ c.origin_bits }>;
  localparam WORD = <{ c.stored_bits }>;

  wire [WORD-1:0] word;
  <{ c.prefix }>ring_tree_memory #(
    .WIDTH(WORD)
  ) u_dut (
    .clk_i(clk_i),
    .write_i(write_i),
    .write_origin_i(write_origin_i),
    .write_word_i(write_word_i),
    .read_i(read_i),
    .read_origin_i(read_origin_i),
    .word_o(word)
  );

  // The word of the origin, once it was written, and what was read of it.
  reg written_q, knows_q;
  reg [WORD-1:0] kept_q, read_q;
  reg [O-1:0] watched_q;
  wire legal = watched_i == watched_q && !(read_i && write_i && read_origin_i == write_origin_i);
  wire bad = knows_q && word != read_q;
  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    watched_q <= watched_i;
    written_q <= rst_ni && (written_q || (write_i && write_origin_i == watched_i));
    knows_q <= rst_ni && (read_i ? written_q && read_origin_i == watched_i : knows_q);
    if (write_i && write_origin_i == watched_i) kept_q <= write_word_i;
    if (read_i) read_q <= kept_q;
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
