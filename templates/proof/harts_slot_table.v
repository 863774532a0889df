{{ c.banner("States what the rows of the packet buffers shall hold.") }}
// Contract: failed_o = 0 in every cycle after a reset: a row is what was written into it last.
`default_nettype none

module proof_harts_slot_table (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire write_i,
  input  wire [{{ c.link_slot_bits - 1 }}:0] write_slot_i,
  input  wire [5:0] write_row_i,
  input  wire [{{ c.link_slot_bits - 1 }}:0] slot_i,
  input  wire [{{ c.link_slot_bits - 1 }}:0] watched_i,
  output wire failed_o
);
  localparam SLOT = {{ c.link_slot_bits }};

  wire [5:0] row;
  {{ c.p }}harts_slot_table #(
    .SLOTS({{ c.link_slots }}),
    .SLOT(SLOT),
    .WIDTH(6)
  ) u_dut (
    .clk_i(clk_i),
    .write_i(write_i),
    .write_slot_i(write_slot_i),
    .write_row_i(write_row_i),
    .slot_i(slot_i),
    .row_o(row)
  );

  // Any one slot, and its row.
  reg [SLOT-1:0] watched_q;
  reg [5:0] row_q;
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
  assign failed_o = begun_q && rst_ni && legal && known_q && slot_i == watched_i && row != row_q;
endmodule

`default_nettype wire
