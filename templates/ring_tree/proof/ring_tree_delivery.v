<{ c.banner("Property: how ring_tree_delivery uses its queue.") }>
// Contract: failed_o = 0, whatever the queue says: it has a copy of the store, and an origin waits in it
//   once the store says so; the processor gets what it shows, with the mark of an earlier payload.
`default_nettype none

module proof_ring_tree_delivery (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire write_i,
  input  wire [<{ c.origin_bits - 1 }>:0] origin_i,
  input  wire [<{ c.stored_bits - 1 }>:0] word_i,
  input  wire hold_i,
  input  wire deliver_i,
  input  wire m_axis_tready,
  output wire failed_o
);
  wire [<{ c.nodes - 1 }>:0] pending;
  wire [<{ c.origin_bits + c.payload - 1 }>:0] data;
  wire valid, user;
  <{ c.prefix }>ring_tree_delivery u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .write_i(write_i),
    .origin_i(origin_i),
    .word_i(word_i),
    .hold_i(hold_i),
    .deliver_i(deliver_i),
    .pending_o(pending),
    .m_axis_tdata(data),
    .m_axis_tvalid(valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tuser(user)
  );

  // The ports of the queue.
<%- include "common/proof/seen.vh" %>

  reg bad;
  always @* begin
    bad = queue_clk_i != clk_i || queue_rst_ni != rst_ni || queue_clear_i != clear_i || queue_again_i != 0;
    if (queue_write_i != write_i || queue_write_origin_i != origin_i) bad = 1'b1;
    if (queue_write_word_i != word_i || queue_hold_i != hold_i) bad = 1'b1;
    if (queue_set_i != deliver_i || queue_set_origin_i != origin_i) bad = 1'b1;
    if (queue_pop_i != (queue_valid_o && m_axis_tready) || pending != queue_pending_o) bad = 1'b1;
    if (valid != queue_valid_o || data != {queue_word_o[<{ c.tag_bits }>+:<{ c.payload }>], queue_origin_o}) bad = 1'b1;
    if (user != queue_word_o[<{ c.stored_bits - 1 }>]) bad = 1'b1;
  end
  assign failed_o = bad;
endmodule

`default_nettype wire
