<{ c.banner("Answers: folds those of a message's outputs into one, and sends it where the message came from.") }>
// Contract: of what answers one is served a cycle, round robin. When all outputs of a message have
//   answered, answer_valid_o = 1 for its channel, once, with its tag there and the status of all.
//   Nothing holds it up.
// Latency and state: two cycles; the answer that is looked up, and the rows of all channels.
// Widths: <{ c.topology.channels }> = channels; <{ c.answer.sources }> = what answers: <{ c.source_order() }>;
//   <{ c.topology.channels * c.answer.tag_bits }> = channels x tag; <{ c.topology.channels * c.answer.row_bits }> = channels x outputs of a message; <{ c.answer.answer_bits }> = tag, status;
//   <{ c.answer.sources * c.topology.channels }> = what answers x channels; <{ c.answer.sources * c.answer.tag_bits }> = what answers x tag; <{ c.answer.sources * 2 }> = what answers x status.
`default_nettype none

module <{ c.prefix }>region_answers (
  input  wire clk_i,
  input  wire rst_ni,
  // Messages that want an answer come in
  input  wire [<{ c.topology.channels - 1 }>:0] enter_i,
  input  wire [<{ c.topology.channels * c.answer.tag_bits - 1 }>:0] enter_tag_i,
  input  wire [<{ c.topology.channels * c.answer.row_bits - 1 }>:0] enter_row_i,
  // What answers: to which channel and tag, and how
  input  wire [<{ c.answer.sources - 1 }>:0] valid_i,
  input  wire [<{ c.answer.sources * c.topology.channels - 1 }>:0] holder_i,
  input  wire [<{ c.answer.sources * c.answer.tag_bits - 1 }>:0] holder_tag_i,
  input  wire [<{ c.answer.sources * 2 - 1 }>:0] status_i,
  output wire [<{ c.answer.sources - 1 }>:0] pop_o,
  // Where messages came from
  output wire [<{ c.topology.channels - 1 }>:0] answer_valid_o,
  output wire [<{ c.answer.answer_bits - 1 }>:0] answer_o
);
  localparam CHANNELS = <{ c.topology.channels }>;
  localparam SOURCES = <{ c.answer.sources }>;
  localparam TAG = <{ c.answer.tag_bits }>;
  localparam ROW = <{ c.answer.row_bits }>;
  localparam PART = CHANNELS + TAG + 2;

  wire [SOURCES-1:0] pick;
  <{ c.prefix }>tee_round_robin_arbiter #(
    .WIDTH(SOURCES)
  ) u_arbiter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .request_i(valid_i),
    .served_i(|valid_i),
    .pick_o(pick)
  );
  assign pop_o = pick;

  wire [SOURCES*PART-1:0] part;
  genvar s, i;
  generate
    for (s = 0; s < SOURCES; s = s + 1) begin : gen_source
      assign part[s*PART+:PART] = {status_i[s*2+:2], holder_tag_i[s*TAG+:TAG],
          holder_i[s*CHANNELS+:CHANNELS]} & {PART{pick[s]}};
    end
  endgenerate

  // The one that is served, and the output of its message.
  reg valid_q;
  reg [PART-1:0] part_q;
  reg [ROW-1:0] output_q;
  always @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= |valid_i;
  end
  always @(posedge clk_i) begin
    part_q <= <{ c.any_answer("part") }>;
    output_q <= <{ c.served_output() }>;
  end
  wire [CHANNELS-1:0] holder = part_q[CHANNELS-1:0];
  wire [TAG-1:0] tag = part_q[CHANNELS+:TAG];

  wire [CHANNELS-1:0] last;
  wire [CHANNELS*2-1:0] status;
  generate
    for (i = 0; i < CHANNELS; i = i + 1) begin : gen_rows
      wire answers = valid_q && holder[i];
      wire [1:0] folded;
      <{ c.prefix }>region_rows u_rows (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .enter_i(enter_i[i]),
        .enter_tag_i(enter_tag_i[i*TAG+:TAG]),
        .enter_row_i(enter_row_i[i*ROW+:ROW]),
        .answer_i(answers),
        .answer_tag_i(tag),
        .answer_output_i(output_q),
        .answer_status_i(part_q[PART-1-:2]),
        .last_o(last[i]),
        .status_o(folded)
      );
      assign status[i*2+:2] = folded & {2{holder[i]}};
    end
  endgenerate

  reg [CHANNELS-1:0] answer_valid_q;
  reg [TAG+1:0] answer_q;
  always @(posedge clk_i) begin
    if (!rst_ni) answer_valid_q <= {CHANNELS{1'b0}};
    else answer_valid_q <= last;
  end
  always @(posedge clk_i) begin
    answer_q <= {<{ c.any_status("status") }>, tag};
  end
  assign answer_valid_o = answer_valid_q;
  assign answer_o = answer_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin : one_channel_holds
      assert (!valid_q ||
              ((|holder) && (holder & (holder - <{ c.one_channel() }>)) == {CHANNELS{1'b0}}));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
