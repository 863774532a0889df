<{ c.banner("Two flits before a link, so that no unit looks at the ready of the link.") }>
// Contract: takes a flit with push_i unless full_o = 1, and shows the flits in order; the first one
//   leaves with ready_i.
// Latency and state: one cycle; two flits.
`default_nettype none

module <{ c.prefix }>hypercube_flit_queue #(
  // Bits of a flit and of what goes with it.
  parameter WIDTH = 8
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire push_i,
  input  wire [WIDTH-1:0] data_i,
  output wire full_o,
  output wire valid_o,
  input  wire ready_i,
  output wire [WIDTH-1:0] data_o
);
  localparam FIRST = 0;
  localparam LAST = 1;

  reg [WIDTH-1:0] flits_q [FIRST:LAST];
  reg write_q, read_q, valid_q, full_q;
  wire pop = valid_q && ready_i;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= 1'b0;
      read_q <= 1'b0;
      valid_q <= 1'b0;
      full_q <= 1'b0;
    end else begin
      if (push_i) write_q <= !write_q;
      if (pop) read_q <= !read_q;
      valid_q <= push_i || full_q || (valid_q && !pop);
      full_q <= !pop && (full_q || (valid_q && push_i));
    end
  end

  always @(posedge clk_i) begin
    if (push_i) flits_q[write_q] <= data_i;
  end

  assign full_o = full_q;
  assign valid_o = valid_q;
  assign data_o = flits_q[read_q];

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // No flit runs over another.
      assert (!(push_i && full_q));
      assert (!full_q || valid_q);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
