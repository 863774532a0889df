{{ c.banner("Property: ring_tree_inbox keeps nothing back.") }}
// Contract: failed_o = 0 in every cycle after clear_i, whatever comes, while what is taken is there: what is
//   inside is shown after two cycles in which nothing comes.
`default_nettype none

module proof_ring_tree_inbox_room (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire come_i,
  input  wire [{{ c.origin_bits - 1 }}:0] origin_i,
  input  wire [{{ c.word_bits - 1 }}:0] word_i,
  input  wire take_i,
  // Messages that the store has, and the one that it has since the cycle before
  input  wire [{{ c.nodes - 1 }}:0] held_i,
  input  wire stored_i,
  input  wire [{{ c.origin_bits - 1 }}:0] stored_origin_i,
  output wire failed_o
);
  localparam N = {{ c.nodes }};

  wire clear = clear_i || !rst_ni;
  wire valid, empty, is_new;
  wire [{{ c.origin_bits - 1 }}:0] origin;
  wire [{{ c.word_bits - 1 }}:0] word;
  {{ c.prefix }}ring_tree_inbox u_dut (
    .clk_i(clk_i),
    .clear_i(clear),
    .come_i(come_i),
    .origin_i(origin_i),
    .word_i(word_i),
    .held_i(held_i),
    .stored_i(stored_i),
    .stored_origin_i(stored_origin_i),
    .new_o(is_new),
    .valid_o(valid),
    .origin_o(origin),
    .word_o(word),
    .take_i(take_i),
    .empty_o(empty)
  );

  // Cycles in which something was inside, nothing came, and nothing was shown.
  reg [1:0] idle_q;
  wire idle = !empty && !valid && !come_i;
  wire bad = idle && idle_q == 2'd2;
  // The store says which message it has since the cycle before.
  reg [N-1:0] had_q;
  reg cleared_q;
  always @(posedge clk_i) begin
    had_q <= held_i;
    cleared_q <= clear;
  end
  wire [N-1:0] gained = {N{stored_i}} & ({ {{- "{" }}N-1{1'b0}}, 1'b1} << stored_origin_i);
  wire tells = cleared_q || held_i == (had_q | gained);
  wire legal = tells && (!take_i || valid) && (!come_i || origin_i < N);
  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    idle_q <= clear || !idle ? 2'd0 : idle_q + 2'd1;
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
