// Plays one input vector a cycle into a module and records its outputs.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: reads <+stimuli>, one vector a line (hex); inputs_o holds line i during cycle i and the
//   outputs of that cycle become line i of <+trace> (binary, so that unknown bits are visible). The
//   simulation finishes with the file. rst_no is 0 in the cycle before the first vector. A file
//   that cannot be opened ends the simulation with an error.
`default_nettype none

module vector_player #(
  parameter INPUTS = 1,
  parameter OUTPUTS = 1
) (
  output reg  clk_o,
  output reg  rst_no,
  output reg  [INPUTS-1:0] inputs_o,
  input  wire [OUTPUTS-1:0] outputs_i
);
  reg [8*1024-1:0] name;
  reg [INPUTS-1:0] line;
  reg playing_q;
  integer stimuli, trace, fields;

  initial begin
    clk_o = 1'b0;
    rst_no = 1'b0;
    inputs_o = {INPUTS{1'b0}};
    playing_q = 1'b0;
    if (!$value$plusargs("stimuli=%s", name)) name = "stimuli.txt";
    stimuli = $fopen(name, "r");
    if (stimuli == 0) $display("FAIL: vector_player cannot read %0s", name);
    if (!$value$plusargs("trace=%s", name)) name = "trace.txt";
    trace = $fopen(name, "w");
    if (trace == 0) $display("FAIL: vector_player cannot write %0s", name);
    if (stimuli == 0 || trace == 0) begin
      // Ends with an exit code other than 0.
`ifdef __ICARUS__
      $finish_and_return(1);
`else
      $stop;
`endif
    end
    forever #5 clk_o = ~clk_o;
  end

  always @(posedge clk_o) begin
    rst_no <= 1'b1;
    if (playing_q) $fwrite(trace, "%b\n", outputs_i);
    fields = $fscanf(stimuli, "%h", line);
    if (fields == 1) begin
      inputs_o <= line;
      playing_q <= 1'b1;
    end else begin
      $fclose(trace);
      $finish;
    end
  end
endmodule

`default_nettype wire
