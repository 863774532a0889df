// Clock, reset and cycle count of a testbench.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: rst_no is 0 for exactly the first two rising edges, so that outputs show what they are
//   in reset. With +rehearsal=C it runs for C cycles, unrecorded, before a second reset of one
//   cycle: nothing of the rehearsal may show in the run that is recorded. cycle_o counts from 0
//   after the last reset. The run ends with +cycles=C.
`default_nettype none

module clock_reset (
  output reg clk_o,
  output reg rst_no,
  output reg recording_o,
  output reg expired_o,
  output reg [31:0] cycle_o
);
  reg [31:0] rehearsal, limit;
  reg reset_q;

  initial begin
    if (!$value$plusargs("rehearsal=%d", rehearsal)) rehearsal = 32'd0;
    if (!$value$plusargs("cycles=%d", limit)) limit = 32'hffff_ffff;
    clk_o = 1'b0;
    rst_no = 1'b0;
    reset_q = 1'b0;
    recording_o = rehearsal == 32'd0;
    expired_o = 1'b0;
    cycle_o = 32'd0;
    forever #5 clk_o = ~clk_o;
  end

  always @(posedge clk_o) begin
    reset_q <= 1'b1;
    rst_no <= reset_q;
    if (rst_no) cycle_o <= cycle_o + 32'd1;
    if (!recording_o && cycle_o == rehearsal) begin
      rst_no <= 1'b0;
      recording_o <= 1'b1;
      cycle_o <= 32'd0;
    end
    expired_o <= recording_o && cycle_o >= limit;
  end
endmodule

`default_nettype wire
