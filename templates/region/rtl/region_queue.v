<{ c.banner("Queue: the flits of the messages that wait on one channel.") }>
// Contract: a flit that is pushed shows from the next cycle on, in order; flit_o is the oldest one
//   while valid_o = 1. The user pushes only while ready_o = 1 and pops only while valid_o = 1.
// Latency and state: one cycle; DEPTH flits, in <{ c.buffers.memory() }>.
`default_nettype none

module <{ c.prefix }>region_queue #(
  // Number of flits, a power of two; bits of an address; bits of a flit.
  parameter DEPTH = <{ c.buffers.link_depth }>,
  parameter ADDRESS = <{ c.buffers.link_address_bits }>,
  parameter FLIT = <{ c.frame.flit_bits }>
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire push_i,
  input  wire [FLIT-1:0] flit_i,
  output wire ready_o,
  input  wire pop_i,
  output wire [FLIT-1:0] flit_o,
  output wire valid_o
);
  localparam FIRST = 0;
  localparam LAST = DEPTH - 1;
  localparam [ADDRESS-1:0] ONE = 1;

  reg [ADDRESS-1:0] write_q, read_q;
  reg full_q, valid_q;

  wire [ADDRESS-1:0] write_next = write_q + ONE;
  wire [ADDRESS-1:0] read_next = read_q + ONE;

  always @(posedge clk_i) begin
    if (!rst_ni) write_q <= {ADDRESS{1'b0}};
    else if (push_i) write_q <= write_next;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) read_q <= {ADDRESS{1'b0}};
    else if (pop_i) read_q <= read_next;
  end

  // The flags are registers: they decide which flits move.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      full_q <= 1'b0;
      valid_q <= 1'b0;
    end else if (push_i != pop_i) begin
      full_q <= push_i && write_next == read_q;
      valid_q <= push_i || read_next != write_q;
    end
  end

<%- if c.buffers.block %>

  // Block memory reads a cycle late: it is asked for the next oldest flit, and a flit that is
  // written in this cycle goes around it.
  (* no_rw_check *)
  reg [FLIT-1:0] flits_q [FIRST:LAST];
  reg [FLIT-1:0] read_flit_q, around_flit_q;
  reg around_q;
  wire [ADDRESS-1:0] oldest = pop_i ? read_next : read_q;

  always @(posedge clk_i) begin
    if (push_i) flits_q[write_q] <= flit_i;
    read_flit_q <= flits_q[oldest];
  end

  always @(posedge clk_i) begin
    around_q <= push_i && write_q == oldest;
    around_flit_q <= flit_i;
  end

  assign flit_o = around_q ? around_flit_q : read_flit_q;
<%- else %>

  (* ram_style = "distributed" *)
  reg [FLIT-1:0] flits_q [FIRST:LAST];

  always @(posedge clk_i) begin
    if (push_i) flits_q[write_q] <= flit_i;
  end

  assign flit_o = flits_q[read_q];
<%- endif %>
  assign ready_o = !full_q;
  assign valid_o = valid_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!push_i || !full_q);
      assert (!pop_i || valid_q);
      assert (valid_q || !full_q);
      assert (write_q != read_q || full_q == valid_q);
      assert (write_q == read_q || (valid_q && !full_q));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
