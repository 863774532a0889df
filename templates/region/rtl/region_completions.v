<{ c.banner("Completions: the answers for the processor, and which of its ids are in use.") }>
// Contract: take_i puts an id in use, until the processor has taken the completion with it. A
//   frame that was discarded gets status 3. Every id in use has a place for its completion; an
//   answer is accepted at once, and a refusal waits for it while refused_o = 1.
// Latency and state: a completion shows in the next cycle; ids in use, and completions.
// Widths: <{ c.answer.tags }> = ids; <{ c.answer.tag_bits }> = id; <{ c.answer.answer_bits }> = id, status; <{ c.options.width }> = W.
`default_nettype none

module <{ c.prefix }>region_completions (
  input  wire clk_i,
  input  wire rst_ni,
  output wire [<{ c.answer.tags - 1 }>:0] used_o,
  input  wire take_i,
  input  wire [<{ c.answer.tag_bits - 1 }>:0] take_id_i,
  // A discarded frame has been taken to its end
  input  wire refuse_i,
  input  wire [<{ c.answer.tag_bits - 1 }>:0] refuse_id_i,
  output wire refused_o,
  // Answers to messages
  input  wire answer_valid_i,
  input  wire [<{ c.answer.answer_bits - 1 }>:0] answer_i,
  // Processor
  output wire [<{ c.options.width - 1 }>:0] m_done_axis_tdata,
  output wire m_done_axis_tvalid,
  input  wire m_done_axis_tready,
  output wire m_done_axis_tlast
);
  localparam K = <{ c.answer.tags }>;
  localparam ID = <{ c.answer.tag_bits }>;

  reg refused_q;
  reg [ID-1:0] refused_id_q;
  always @(posedge clk_i) begin
    if (!rst_ni) refused_q <= 1'b0;
    else refused_q <= refuse_i || (refused_q && answer_valid_i);
  end
  always @(posedge clk_i) begin
    if (refuse_i) refused_id_q <= refuse_id_i;
  end
  assign refused_o = refused_q;

  wire unused_full;
  // The id lies in the low bits, the status above it.
  wire [ID+1:0] done;
  wire [ID-1:0] id = done[ID-1:0];
  <{ c.prefix }>tee_queue #(
    .WIDTH(<{ c.answer.answer_bits }>),
    .ADDRESS(ID)
  ) u_done (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .push_i(answer_valid_i || refused_q),
    .data_i(answer_valid_i ? answer_i : {2'd3, refused_id_q}),
    .full_o(unused_full),
    .valid_o(m_done_axis_tvalid),
    .data_o(done),
    .pop_i(m_done_axis_tvalid && m_done_axis_tready)
  );
  assign m_done_axis_tdata = <{ c.completion() }>;
  assign m_done_axis_tlast = m_done_axis_tvalid;

  reg [K-1:0] used_q;
  genvar t;
  generate
    for (t = 0; t < K; t = t + 1) begin : gen_id
      localparam [ID-1:0] NUMBER = t;
      always @(posedge clk_i) begin
        if (!rst_ni) used_q[t] <= 1'b0;
        else if (take_i && take_id_i == NUMBER) used_q[t] <= 1'b1;
        else if (m_done_axis_tvalid && m_done_axis_tready && id == NUMBER) used_q[t] <= 1'b0;
      end
    end
  endgenerate
  assign used_o = used_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    // A refusal waits alone.
    if (rst_ni) begin : refusals_come_apart assert (!refuse_i || !refused_q); end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
