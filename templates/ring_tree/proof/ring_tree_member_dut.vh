
  localparam P = <{ c.payload }>;
  localparam O = <{ c.origin_bits }>;
  localparam TAG = <{ c.tag_bits }>;
  localparam [1:0] DATA = 2'd0;
  localparam [1:0] HEARTBEAT = 2'd1;
  localparam [1:0] COLLECT = 2'd2;
  localparam [1:0] RELEASE = 2'd3;

  wire [<{ c.slot_bits - 1 }>:0] slot_o;
  wire come, wrong, waits, collected, released, refused, differs, broken;
  wire [O-1:0] come_origin, wrong_origin;
  wire [<{ c.word_bits - 1 }>:0] come_word;
  <{ c.prefix }>ring_tree_member u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .ring_i(ring_i),
    .position_i(position_i),
    .length_i(length_i),
    .gate_i(gate_i),
    .runs_i(runs_i),
    .epoch_i(epoch_i),
    .barrier_i(barrier_i),
    .forget_i(forget_i),
    .slot_i(slot_i),
    .slot_o(slot_o),
    .come_o(come),
    .come_origin_o(come_origin),
    .come_word_o(come_word),
    .wrong_o(wrong),
    .wrong_origin_o(wrong_origin),
    .wrong_taken_i(wrong_taken_i),
    .write_i(write_i),
    .origin_i(origin_i),
    .word_i(word_i),
    .hold_i(hold_i),
    .queue_i(queue_i),
    .again_i(again_i),
    .node_i(node_i),
    .done_i(done_i),
    .waits_o(waits),
    .ready_i(ready_i),
    .children_i(children_i),
    .settled_i(settled_i),
    .release_i(release_i),
    .collected_o(collected),
    .released_o(released),
    .refused_o(refused),
    .differs_o(differs),
    .broken_o(broken)
  );
  wire cleared = clear_i || length_i == 0;
  wire clear = cleared || !rst_ni;

  // The ports of the queue, which is left open.
<%- include "common/proof/seen.vh" %>

  // The place on the ring stays while the member is on; it is one. A queue that shows something is not empty.
  reg [<{ c.ring_bits - 1 }>:0] ring_q;
  reg [<{ c.position_bits - 1 }>:0] position_q;
  reg [<{ c.length_bits - 1 }>:0] length_q;
  always @(posedge clk_i) begin
    ring_q <= ring_i;
    position_q <= position_i;
    length_q <= length_i;
  end
  wire same = ring_i == ring_q && position_i == position_q && length_i == length_q;
  wire stays = !(queue_valid_o && queue_empty_o) && (same || length_q == 0 || length_i == 0) && length_i <= <{ c.ring_size }> &&
      (length_i == 0 || (length_i >= 2 && position_i < length_i));
