<{ c.banner("Tags: numbers of the messages of one link and class that wait for answers.") }>
// Contract: tag_o is in no use while tag_free_o = 1. take_i writes down which input channel has the
//   message that gets it, and its tag there; with spend_i it is in use, until its answer is taken
//   with pop_i. Between the two tag_o stays. An answer is accepted at once: the queue has a place
//   for every tag.
// Latency and state: an answer shows in the next cycle; tags in use, a table of who holds them, and
//   the answers that wait.
// Widths: <{ c.topology.channels }> = channels; <{ c.answer.tag_bits }> = tag; <{ c.answer.answer_bits }> = tag, status.
`default_nettype none

module <{ c.prefix }>region_tags (
  input  wire clk_i,
  input  wire rst_ni,
  // The next tag, and whether there is one
  output wire tag_free_o,
  output wire [<{ c.answer.tag_bits - 1 }>:0] tag_o,
  // A message takes it: input channel, and tag there; its first flit leaves
  input  wire take_i,
  input  wire [<{ c.topology.channels - 1 }>:0] holder_i,
  input  wire [<{ c.answer.tag_bits - 1 }>:0] holder_tag_i,
  input  wire spend_i,
  // Link
  input  wire answer_valid_i,
  input  wire [<{ c.answer.answer_bits - 1 }>:0] answer_i,
  // The oldest answer, and who holds its tag
  output wire valid_o,
  output wire [<{ c.topology.channels - 1 }>:0] holder_o,
  output wire [<{ c.answer.tag_bits - 1 }>:0] holder_tag_o,
  output wire [1:0] status_o,
  input  wire pop_i
);
  localparam K = <{ c.answer.tags }>;
  localparam TAG = <{ c.answer.tag_bits }>;

  reg [K-1:0] used_q;
  reg [TAG-1:0] tag_q;
  reg tag_free_q;

  wire [TAG-1:0] answered;
  wire [K-1:0] next, answers, candidates, lowest;
  genvar t, b;
  generate
    for (t = 0; t < K; t = t + 1) begin : gen_tag
      localparam [TAG-1:0] NUMBER = t;
      assign next[t] = tag_q == NUMBER;
      assign answers[t] = pop_i && answered == NUMBER;
      assign candidates[t] = !used_q[t] && !(tag_free_q && next[t]);

      always @(posedge clk_i) begin
        if (!rst_ni) used_q[t] <= 1'b0;
        else if (spend_i && next[t]) used_q[t] <= 1'b1;
        else if (answers[t]) used_q[t] <= 1'b0;
      end
    end
  endgenerate
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(K)
  ) u_lowest (
    .bits_i(candidates),
    .lowest_o(lowest)
  );

  wire [TAG-1:0] number;
  generate
    for (b = 0; b < TAG; b = b + 1) begin : gen_number
      wire [K-1:0] has;
      for (t = 0; t < K; t = t + 1) begin : gen_has
        localparam [TAG-1:0] NUMBER = t;
        assign has[t] = lowest[t] && NUMBER[b];
      end
      assign number[b] = |has;
    end
  endgenerate

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      tag_q <= {TAG{1'b0}};
      tag_free_q <= 1'b1;
    end else if (spend_i || !tag_free_q) begin
      tag_q <= number;
      tag_free_q <= |candidates;
    end
  end
  assign tag_free_o = tag_free_q;
  assign tag_o = tag_q;

  wire unused_full;
  <{ c.prefix }>tee_queue #(
    .WIDTH(<{ c.answer.answer_bits }>),
    .ADDRESS(TAG)
  ) u_answers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .push_i(answer_valid_i),
    .data_i(answer_i),
    .full_o(unused_full),
    .valid_o(valid_o),
    .data_o({status_o, answered}),
    .pop_i(pop_i)
  );

  <{ c.prefix }>tee_memory #(
    .WIDTH(<{ c.topology.channels + c.answer.tag_bits }>),
    .DEPTH(1 << TAG),
    .ADDRESS(TAG),
    .REGISTERED(0)
  ) u_holders (
    .clk_i(clk_i),
    .write_i(take_i),
    .write_address_i(tag_q),
    .write_data_i({holder_i, holder_tag_i}),
    .read_i(1'b1),
    .read_address_i(answered),
    .read_data_o({holder_o, holder_tag_o})
  );

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // What is taken is there, and in no use.
      begin : taken_is_there assert (!(take_i || spend_i) || tag_free_q); end
      begin : next_is_unused assert (!tag_free_q || (used_q & next) == {K{1'b0}}); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
