// Store: the copies that came on one directed cycle, of this round and of the one before.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 4 --topology hypercube --family ihc --max-data 4
// Configuration (hash 1ec640e612a5):
//   q4 interleave=minimal copies W=32 max_data=4
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: data flits are written by source and index, and read a cycle later; length_o is the
//   length that was marked last, 0 if no good copy came. The bank is the lowest bit of the round's
//   number.
//   Every other node's copy is expected once in a round, and marked as missing then.
// Latency and state: one cycle; two banks of 16 copies.
// Widths: 4 = node number; 2 = number of a flit; 32 = W; 3 = length.
// Registers without a reset: lengths_q, length_q.
`default_nettype none

module ihc_store (
  input  wire clk_i,
  // What comes
  input  wire bank_i,
  input  wire write_i,
  input  wire [3:0] source_i,
  input  wire [1:0] index_i,
  input  wire [31:0] data_i,
  input  wire mark_i,
  input  wire [3:0] mark_source_i,
  input  wire [2:0] mark_length_i,
  // What is delivered
  input  wire read_i,
  input  wire read_bank_i,
  input  wire [3:0] read_source_i,
  input  wire [1:0] read_index_i,
  output wire [31:0] data_o,
  output wire [2:0] length_o
);
  localparam LENGTH = 3;
  localparam FIRST = 0;
  localparam LAST_COPY = 2 * 16 - 1;

  // Never read where it is written: the banks differ.
  tee_memory #(
    .WIDTH(32),
    .DEPTH(128),
    .ADDRESS(7)
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

  reg [LENGTH-1:0] lengths_q [FIRST:LAST_COPY];
  always @(posedge clk_i) begin
    if (mark_i) lengths_q[{bank_i, mark_source_i}] <= mark_length_i;
  end
  always @(posedge clk_i) begin
    length_q <= lengths_q[{read_bank_i, read_source_i}];
  end

`ifdef TEECAST_ASSERT
  // No reset comes here: what registers hold before the first clock edge says nothing. The number
  // is so wide that none of them has it by chance, in thousands of modules and runs.
  localparam [31:0] CLOCKED = 32'h6b1d_93c5;
  reg [31:0] clocked_q;
  always @(posedge clk_i) clocked_q <= CLOCKED;
  always @(posedge clk_i) begin
    // A copy is marked as missing before its data come.
    if (clocked_q == CLOCKED) begin : marked_before_written
      assert (!(write_i && mark_i) || mark_length_i != {LENGTH{1'b0}});
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
