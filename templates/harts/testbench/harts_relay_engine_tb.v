{{ c.banner("Testbench of the relay engine: one input vector a cycle, one output vector a cycle.") }}
// Contract: vector_player with inputs {copies, step, letter, distance, mark, bad} and outputs {due,
//   header}, most significant first.
`default_nettype none

module harts_relay_engine_tb;
  localparam DISTANCE = {{ c.distance_bits }};
  // Bits of one slice of the header.
  localparam ENTRY = DISTANCE + 5;

  wire clk, rst_n, mark, bad;
  wire unused = &{1'b0, clk, rst_n};
  wire [2:0] copies, letter;
  wire [1:0] step;
  wire [DISTANCE-1:0] distance;
  wire [5:0] due;
  wire [6*ENTRY-1:0] header;

  {{ c.p }}vector_player #(
    .INPUTS(DISTANCE + 10),
    .OUTPUTS(6 + 6 * ENTRY)
  ) u_vector_player (
    .clk_o(clk),
    .rst_no(rst_n),
    .inputs_o({copies, step, letter, distance, mark, bad}),
    .outputs_i({due, header})
  );

  {{ c.p }}harts_relay_engine u_relay_engine (
    .copies_i(copies),
    .step_i(step),
    .letter_i(letter),
    .distance_i(distance),
    .mark_i(mark),
    .bad_i(bad),
    .due_o(due),
    .header_o(header)
  );
endmodule

`default_nettype wire
