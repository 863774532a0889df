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
  localparam W = 32;
  localparam LENGTH = 3;
  localparam FIRST = 0;
  localparam LAST = 2 * 64 - 1;
  localparam LAST_COPY = 2 * 16 - 1;

  // Never read where it is written: the banks differ.
  (* no_rw_check *)
  reg [W-1:0] data_q [FIRST:LAST];
  reg [W-1:0] read_q;
  always @(posedge clk_i) begin
    if (write_i) data_q[{bank_i, source_i, index_i}] <= data_i;
    if (read_i) read_q <= data_q[{read_bank_i, read_source_i, read_index_i}];
  end
  assign data_o = read_q;
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
    if (clocked_q == CLOCKED) assert (!(write_i && mark_i) || mark_length_i != {LENGTH{1'b0}});
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
