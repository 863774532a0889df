<{ c.banner("The slots that wait, first come, first served.") }>
// Contract: row_o is the one that waits for the longest time, while valid_o; take_i takes it. A row
//   comes (push_i) for a slot that is not among those that wait.
// Latency and state: a row is offered one cycle after it came; a row for each slot.
`default_nettype none

module <{ c.prefix }>harts_slot_queue #(
  parameter SLOT = <{ c.buffers.link_slot_bits }>,
  // Bits of a row.
  parameter WIDTH = <{ c.buffers.link_slot_bits }>
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire push_i,
  input  wire [WIDTH-1:0] row_i,
  output wire valid_o,
  output wire [WIDTH-1:0] row_o,
  input  wire take_i
);
  localparam [SLOT-1:0] ONE = 1;
  localparam FIRST = 0;
  localparam LAST = (1 << SLOT) - 1;

  (* ram_style = "distributed" *)
  reg [WIDTH-1:0] rows_q [FIRST:LAST];
  reg [SLOT-1:0] write_q, read_q;
  reg valid_q;
  wire [SLOT-1:0] next = read_q + ONE;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= {SLOT{1'b0}};
      read_q <= {SLOT{1'b0}};
      valid_q <= 1'b0;
    end else begin
      if (push_i) write_q <= write_q + ONE;
      if (take_i) read_q <= next;
      valid_q <= push_i || (valid_q && !(take_i && next == write_q));
    end
  end
  always @(posedge clk_i) begin
    if (push_i) rows_q[write_q] <= row_i;
  end
  assign valid_o = valid_q;
  assign row_o = rows_q[read_q];

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // Only a row that waits is taken, and there is a row for all slots.
      assert (valid_o || !take_i);
      assert (!push_i || !valid_o || write_q != read_q);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
