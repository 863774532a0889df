<{ c.banner("Property: which tags region_tags gives, and to whom it brings answers.") }>
// Contract: failed_o = 0 in every cycle after a reset, while a message takes a tag only when there is one,
//   spends it before the next one takes one, and only tags in use are answered, once: no tag in use is
//   given; a tag stays the same from take to spend; an answer goes to the channel and the tag that
//   took it, with its status; it is queued in the cycle in which it comes. When there is none, a tag in no
//   use is found by the next cycle. Of the tags the property follows one, any one.
`default_nettype none

module proof_region_tags (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire take_i,
  input  wire [<{ c.topology.channels - 1 }>:0] holder_i,
  input  wire [<{ c.answer.tag_bits - 1 }>:0] holder_tag_i,
  input  wire spend_i,
  input  wire answer_valid_i,
  input  wire [<{ c.answer.answer_bits - 1 }>:0] answer_i,
  input  wire pop_i,
  input  wire [<{ c.answer.tag_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam K = <{ c.answer.tags }>;
  localparam TAG = <{ c.answer.tag_bits }>;
  localparam CHANNELS = <{ c.topology.channels }>;

  wire tag_free, valid;
  wire [TAG-1:0] tag, holder_tag;
  wire [CHANNELS-1:0] holder;
  wire [1:0] status;
  <{ c.prefix }>region_tags u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .tag_free_o(tag_free),
    .tag_o(tag),
    .take_i(take_i),
    .holder_i(holder_i),
    .holder_tag_i(holder_tag_i),
    .spend_i(spend_i),
    .answer_valid_i(answer_valid_i),
    .answer_i(answer_i),
    .valid_o(valid),
    .holder_o(holder),
    .holder_tag_o(holder_tag),
    .status_o(status),
    .pop_i(pop_i)
  );
  connect u_dut.u_holders.words_q.place = watched_i;

  // The ports of its queue.
<%- include "common/proof/seen.vh" %>

  // The tag that is followed: in use, and by whom. The tag that was taken and is not spent.
  reg [TAG-1:0] watched_q, taken_tag_q;
  reg used_q, taken_q;
  reg [CHANNELS+TAG-1:0] holder_q;
  wire [TAG-1:0] answered = queue_data_o[TAG-1:0];
  wire watches = tag == watched_i;
  wire comes_back = pop_i && answered == watched_i;

  // The tag is free and none was there.
  reg starved_q;

  reg legal, bad;
  always @* begin
    legal = watched_i == watched_q && watched_i < K;
    if (take_i && (!tag_free || taken_q)) legal = 1'b0;
    if (spend_i && !(take_i || taken_q)) legal = 1'b0;
    if (pop_i && !queue_valid_o) legal = 1'b0;
    if (comes_back && !used_q) legal = 1'b0;

    bad = queue_clk_i != clk_i || queue_rst_ni != rst_ni;
    if (queue_push_i != answer_valid_i || queue_data_i != answer_i || queue_pop_i != pop_i) bad = 1'b1;
    if (valid != queue_valid_o || status != queue_data_o[TAG+:2]) bad = 1'b1;
    if (tag_free && watches && used_q) bad = 1'b1;
    if (taken_q && !(tag_free && tag == taken_tag_q)) bad = 1'b1;
    if (used_q && answered == watched_i && {holder, holder_tag} != holder_q) bad = 1'b1;
    if (starved_q && !tag_free) bad = 1'b1;
  end

  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    watched_q <= watched_i;
    if (take_i) taken_tag_q <= tag;
    if (take_i && watches) holder_q <= {holder_i, holder_tag_i};
    if (!rst_ni) begin
      used_q <= 1'b0;
      taken_q <= 1'b0;
      starved_q <= 1'b0;
    end else begin
      used_q <= (spend_i && watches) || (used_q && !comes_back);
      taken_q <= (take_i || taken_q) && !spend_i;
      // A tag in no use is found in the next cycle.
      starved_q <= !tag_free && !used_q;
    end
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
