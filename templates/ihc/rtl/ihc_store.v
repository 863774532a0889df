<{ c.banner("Store: the copies that came on one directed cycle, of this round and of the one before.") }>
// Contract: data flits are written by source and index, and read a cycle later; length_o is the
//   length that was marked last, 0 if no good copy came. The bank is the lowest bit of the round's
//   number.
<%- if c.options.filter %>
//   Every other node's copy is expected once in a round, and marked as missing then.
<%- else %>
//   clear_i = 1 marks all copies of the bank as missing.
<%- endif %>
// Latency and state: one cycle; two banks of <{ c.topology.nodes }> copies.
// Widths: <{ c.topology.id_bits }> = node number; <{ c.buffers.index_bits }> = number of a flit; <{ c.options.width }> = W; <{ c.buffers.length_bits }> = length.
`default_nettype none

module <{ c.prefix }>ihc_store (
  input  wire clk_i,
<%- if !c.options.filter %>
  input  wire rst_ni,
  // As a reset
  input  wire faulty_i,
  input  wire clear_i,
<%- endif %>
  // What comes
  input  wire bank_i,
  input  wire write_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] source_i,
  input  wire [<{ c.buffers.index_bits - 1 }>:0] index_i,
  input  wire [<{ c.options.width - 1 }>:0] data_i,
  input  wire mark_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] mark_source_i,
  input  wire [<{ c.buffers.length_bits - 1 }>:0] mark_length_i,
<%- if !c.options.filter %>
  output wire complete_o,
<%- endif %>
  // What is delivered
  input  wire read_i,
  input  wire read_bank_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] read_source_i,
  input  wire [<{ c.buffers.index_bits - 1 }>:0] read_index_i,
  output wire [<{ c.options.width - 1 }>:0] data_o,
  output wire [<{ c.buffers.length_bits - 1 }>:0] length_o
);
  localparam LENGTH = <{ c.buffers.length_bits }>;
  localparam FIRST = 0;
  localparam LAST_COPY = 2 * <{ c.buffers.sources }> - 1;

  // Never read where it is written: the banks differ.
  <{ c.prefix }>tee_memory #(
    .WIDTH(<{ c.options.width }>),
    .DEPTH(<{ 2 * c.buffers.sources * c.buffers.data_depth }>),
    .ADDRESS(<{ 1 + c.topology.id_bits + c.buffers.index_bits }>)
  ) u_data (
    .clk_i(clk_i),
    .write_i(write_i),
    .write_address_i({bank_i, source_i, index_i}),
    .write_data_i(data_i),
    .read_i(read_i),
    .read_address_i({read_bank_i, read_source_i, read_index_i}),
    .read_data_o(data_o)
  );
  reg [LENGTH-1:0] length_q;
  assign length_o = length_q;

<%- if c.options.filter %>

  reg [LENGTH-1:0] lengths_q [FIRST:LAST_COPY];
  always @(posedge clk_i) begin
    if (mark_i) lengths_q[{bank_i, mark_source_i}] <= mark_length_i;
  end
  always @(posedge clk_i) begin
    length_q <= lengths_q[{read_bank_i, read_source_i}];
  end
<%- else %>

  // Wrong packets come at any time, so that all copies are marked at once before a round.
  reg [LENGTH-1:0] lengths_q [FIRST:LAST_COPY];
  reg [LAST_COPY:0] here_q;
  genvar k;
  generate
    for (k = 0; k <= LAST_COPY; k = k + 1) begin : gen_copy
      localparam [<{ c.topology.id_bits }>:0] COPY = k;
      always @(posedge clk_i) begin
        if (!rst_ni || faulty_i || (clear_i && COPY[<{ c.topology.id_bits }>] == bank_i)) here_q[k] <= 1'b0;
        else if (mark_i && {bank_i, mark_source_i} == COPY) here_q[k] <= 1'b1;
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (mark_i) lengths_q[{bank_i, mark_source_i}] <= mark_length_i;
  end
  assign complete_o = here_q[{bank_i, source_i}];
  always @(posedge clk_i) begin
    length_q <= lengths_q[{read_bank_i, read_source_i}] &
        {LENGTH{here_q[{read_bank_i, read_source_i}]}};
  end
<%- endif %>

`ifdef TEECAST_ASSERT
<% include "common/rtl/clocked.vh" %>
  always @(posedge clk_i) begin
    // A copy is marked as missing before its data come.
    if (clocked_q == CLOCKED) begin : marked_before_written
      assert (!(write_i && mark_i) || mark_length_i != {LENGTH{1'b0}});
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
