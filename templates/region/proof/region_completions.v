<{ c.banner("Property: which ids are in use, and what the processor hears of them.") }>
// Contract: failed_o = 0 in every cycle after a reset, while only ids in no use are taken, and a refusal comes
//   only while none waits: an id is in use from the cycle after it was taken until its completion is
//   taken by the processor; an answer is queued in the cycle in which it comes, a refusal with status 3 in the
//   next one in which none comes; completions show as they were queued, one flit each. Of the ids the
//   property follows one, any one.
`default_nettype none

module proof_region_completions (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire take_i,
  input  wire [<{ c.answer.tag_bits - 1 }>:0] take_id_i,
  input  wire refuse_i,
  input  wire [<{ c.answer.tag_bits - 1 }>:0] refuse_id_i,
  input  wire answer_valid_i,
  input  wire [<{ c.answer.answer_bits - 1 }>:0] answer_i,
  input  wire m_done_axis_tready,
  input  wire [<{ c.answer.tag_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam K = <{ c.answer.tags }>;
  localparam ID = <{ c.answer.tag_bits }>;
  localparam W = <{ c.options.width }>;

  wire [K-1:0] used;
  wire refused, valid, last;
  wire [W-1:0] data;
  <{ c.prefix }>region_completions u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .used_o(used),
    .take_i(take_i),
    .take_id_i(take_id_i),
    .refuse_i(refuse_i),
    .refuse_id_i(refuse_id_i),
    .refused_o(refused),
    .answer_valid_i(answer_valid_i),
    .answer_i(answer_i),
    .m_done_axis_tdata(data),
    .m_done_axis_tvalid(valid),
    .m_done_axis_tready(m_done_axis_tready),
    .m_done_axis_tlast(last)
  );

  // The ports of its queue.
<%- include "common/proof/seen.vh" %>

  reg [ID-1:0] watched_q, refused_id_q;
  reg used_q, refused_q;
  wire takes = take_i && take_id_i == watched_i;
  wire taken = queue_valid_o && m_done_axis_tready;
  wire frees = taken && queue_data_o[ID-1:0] == watched_i;

  reg legal, bad;
  always @* begin
    legal = watched_i == watched_q && watched_i < K && !(takes && used_q);
    if (refuse_i && refused_q) legal = 1'b0;
    bad = queue_clk_i != clk_i || queue_rst_ni != rst_ni;
    if (used[watched_i] != used_q || refused != refused_q) bad = 1'b1;
    if (queue_push_i != (answer_valid_i || refused_q)) bad = 1'b1;
    if (answer_valid_i && queue_data_i != answer_i) bad = 1'b1;
    if (!answer_valid_i && refused_q && queue_data_i != {2'd3, refused_id_q}) bad = 1'b1;
    if (valid != queue_valid_o || queue_pop_i != taken || last != valid) bad = 1'b1;
    if (data != queue_data_o) bad = 1'b1;
  end

  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    watched_q <= watched_i;
    if (refuse_i) refused_id_q <= refuse_id_i;
    if (!rst_ni) begin
      used_q <= 1'b0;
      refused_q <= 1'b0;
    end else begin
      used_q <= takes || (used_q && !frees);
      refused_q <= refuse_i || (refused_q && answer_valid_i);
    end
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
