<{ c.banner("Delivery: hands each message of another node to the processor, and its corrections.") }>
// Contract: one beat for each message whose payload is new, one origin after the other; tuser = 1
//   if an earlier beat had another payload. A beat under offer does not change.
// Latency and state: two cycles from deliver_i; the queue.
// Widths: <{ c.origin_bits }> = origin number; <{ c.stored_bits }> = stored word; <{ c.nodes }> = nodes;
//   <{ c.origin_bits + c.payload }> = origin number + payload.
`default_nettype none

module <{ c.prefix }>ring_tree_delivery (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire clear_i,
  // What the store writes, and whether the processor gets it
  input  wire write_i,
  input  wire [<{ c.origin_bits - 1 }>:0] origin_i,
  input  wire [<{ c.stored_bits - 1 }>:0] word_i,
  input  wire hold_i,
  input  wire deliver_i,
  output wire [<{ c.nodes - 1 }>:0] pending_o,
  output wire [<{ c.origin_bits + c.payload - 1 }>:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tuser
);
  wire [<{ c.origin_bits - 1 }>:0] origin;
  wire [<{ c.stored_bits - 1 }>:0] word;
  wire valid, empty;
  <{ c.prefix }>ring_tree_queue u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .write_i(write_i),
    .write_origin_i(origin_i),
    .write_word_i(word_i),
    .hold_i(hold_i),
    .set_i(deliver_i),
    .set_origin_i(origin_i),
    .again_i(<{ c.nodes }>'d0),
    .pending_o(pending_o),
    .valid_o(valid),
    .origin_o(origin),
    .word_o(word),
    .pop_i(valid && m_axis_tready),
    .empty_o(empty)
  );
  // Rank and epoch are of no use to the processor.
  wire unused = |word[<{ c.tag_bits - 1 }>:0] || empty;
  assign m_axis_tdata = {word[<{ c.tag_bits }>+:<{ c.payload }>], origin};
  assign m_axis_tvalid = valid;
  assign m_axis_tuser = word[<{ c.stored_bits - 1 }>];

`ifdef TEECAST_ASSERT
  // An offer stays until it is taken.
  reg offered_q;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) offered_q <= 1'b0;
    else offered_q <= valid && !m_axis_tready;
  end
  always @(posedge clk_i) begin
    if (rst_ni && !clear_i) begin : offer_stays_until_taken
      assert (!offered_q || valid);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
