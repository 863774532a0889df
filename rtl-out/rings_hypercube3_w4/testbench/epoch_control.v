// Divides a run into epochs and ends it.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: reads <+stimuli>/epochs.txt, one epoch a line: back-pressure share (of 256), faulty
//   nodes and nodes that the testbench plays (both hex). An epoch ends when nothing has moved for
//   +idle cycles and no flit of it is pending; so faulty_o and tapped_o change only while the
//   network is empty. After the last epoch done_o rises. If nothing moves while flits are pending,
//   stalled_o rises. A file that cannot be read ends the simulation with an error.
`default_nettype none

module epoch_control #(
  parameter NODES = 4
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire moved_i,
  input  wire pending_i,
  output reg  [31:0] epoch_o,
  output reg  [8:0] low_o,
  output reg  [NODES-1:0] faulty_o,
  output reg  [NODES-1:0] tapped_o,
  output reg  done_o,
  output reg  stalled_o
);
  reg [8*1024-1:0] folder, name;
  reg [31:0] idle, quiet_q;
  integer file, fields, line_low;
  reg [NODES-1:0] line_faulty, line_tapped;

  task fetch;
    begin
      fields = $fscanf(file, "%d %h %h", line_low, line_faulty, line_tapped);
      if (fields == 3) begin
        low_o <= line_low[8:0];
        faulty_o <= line_faulty;
        tapped_o <= line_tapped;
      end else begin
        done_o <= 1'b1;
      end
    end
  endtask

  initial begin
    file = 0;
    epoch_o = 32'd0;
    low_o = 9'd0;
    faulty_o = {NODES{1'b0}};
    tapped_o = {NODES{1'b0}};
    done_o = 1'b0;
    stalled_o = 1'b0;
    if (!$value$plusargs("idle=%d", idle)) idle = 32'd256;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      if (file != 0) $fclose(file);
      if (!$value$plusargs("stimuli=%s", folder)) folder = ".";
      $sformat(name, "%0s/epochs.txt", folder);
      file = $fopen(name, "r");
      if (file == 0) begin
        $display("FAIL: epoch_control cannot read %0s", name);
        // Ends with an exit code other than 0.
`ifdef __ICARUS__
        $finish_and_return(1);
`else
        $stop;
`endif
      end else begin
        done_o <= 1'b0;
        stalled_o <= 1'b0;
        fetch;
      end
      epoch_o <= 32'd0;
      quiet_q <= 32'd0;
    end else if (moved_i) begin
      quiet_q <= 32'd0;
    end else if (quiet_q != idle) begin
      quiet_q <= quiet_q + 32'd1;
    end else if (pending_i) begin
      stalled_o <= 1'b1;
    end else begin
      fetch;
      epoch_o <= epoch_o + 32'd1;
      quiet_q <= 32'd0;
    end
  end
endmodule

`default_nettype wire
