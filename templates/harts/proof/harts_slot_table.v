<{ c.banner("Property: what the rows of the packet buffers hold.") }>
// Contract: failed_o = 0 in every cycle after a reset: a row is what was written into it last, in
//   both tables of a buffer unit, headers and endings.
`default_nettype none

module proof_harts_slot_table (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire write_i,
  input  wire [<{ c.buffers.link_slot_bits - 1 }>:0] write_slot_i,
  input  wire [<{ c.buffers.word_bits - 1 }>:0] write_row_i,
  input  wire [<{ c.buffers.link_slot_bits - 1 }>:0] slot_i,
  input  wire [<{ c.buffers.link_slot_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam SLOT = <{ c.buffers.link_slot_bits }>;
  localparam WORD = <{ c.buffers.word_bits }>;
  localparam ENDING = <% if c.frame.max_data > 0 %><{ c.frame.offset_bits + 1 }><% else %>1<% endif %>;
<% for (table, width) in [("words", "WORD"), ("endings", "ENDING")] %>
  wire [<{ width }>-1:0] <{ table }>;
  <{ c.prefix }>harts_slot_table #(
    .SLOTS(<{ c.buffers.link_slots }>),
    .SLOT(SLOT),
    .WIDTH(<{ width }>)
  ) u_<{ table }> (
    .clk_i(clk_i),
    .write_i(write_i),
    .write_slot_i(write_slot_i),
    .write_row_i(write_row_i[<{ width }>-1:0]),
    .slot_i(slot_i),
    .row_o(<{ table }>)
  );
<%- endfor %>

  // Any one slot, and its row.
  reg [SLOT-1:0] watched_q;
  reg [WORD-1:0] row_q;
  reg known_q, begun_q;
  wire written = write_i && write_slot_i == watched_i;
  wire legal = !begun_q || watched_i == watched_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    watched_q <= watched_i;
    known_q <= rst_ni && (known_q || written);
    if (written) row_q <= write_row_i;
    begun_q <= !rst_ni || (begun_q && legal);
  end
  wire bad = words != row_q || endings != row_q[ENDING-1:0];
  assign failed_o = begun_q && rst_ni && legal && known_q && slot_i == watched_i && bad;
endmodule

`default_nettype wire
