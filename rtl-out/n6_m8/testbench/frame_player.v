// Plays the frames of one stimulus file into an AXI4-Stream input.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: reads <+stimuli>/node_<node_i>.txt, one flit a line: epoch, gap, last, data (hex). A
//   flit is offered when its epoch has begun and gap idle cycles have passed since the flit before
//   it was taken; an offered flit stays until it is taken. While none is offered, data and tlast
//   are unknown. pending_o: flits of the current epoch are left; pausing_o: a gap is running. A
//   reset starts the file again. A frame starts only while may_start_i = 1, which may depend on
//   next_tdata_o, the flit that is offered next; start_o goes with its first cycle. A file that
//   cannot be read ends the simulation with an error.
`default_nettype none

module frame_player #(
  parameter W = 32
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [15:0] node_i,
  input  wire [31:0] epoch_i,
  input  wire may_start_i,
  output wire [W-1:0] next_tdata_o,
  output reg  [W-1:0] m_axis_tdata,
  output reg  m_axis_tvalid,
  input  wire m_axis_tready,
  output reg  m_axis_tlast,
  output reg  start_o,
  output wire pending_o,
  output wire pausing_o
);
  reg [8*1024-1:0] folder, name;
  integer file, fields, line_epoch, line_gap, line_last;
  reg [W-1:0] line_data;

  // The next flit of the file.
  reg next_valid_q, next_last_q, in_frame_q;
  reg [31:0] next_epoch_q, next_gap_q;
  reg [W-1:0] next_data_q;

  wire due = next_valid_q && next_epoch_q <= epoch_i;
  assign pending_o = m_axis_tvalid || due;
  assign pausing_o = due && next_gap_q != 32'd0 && !m_axis_tvalid;
  assign next_tdata_o = next_data_q;

  task fetch;
    begin
      fields = $fscanf(file, "%d %d %d %h", line_epoch, line_gap, line_last, line_data);
      next_valid_q <= fields == 4;
      next_epoch_q <= line_epoch;
      next_gap_q <= line_gap;
      next_last_q <= line_last != 0;
      next_data_q <= line_data;
    end
  endtask

  initial begin
    file = 0;
    m_axis_tvalid = 1'b0;
    start_o = 1'b0;
    next_valid_q = 1'b0;
  end

  always @(posedge clk_i) begin
    start_o <= 1'b0;
    if (!rst_ni) begin
      if (file != 0) $fclose(file);
      if (!$value$plusargs("stimuli=%s", folder)) folder = ".";
      $sformat(name, "%0s/node_%0d.txt", folder, node_i);
      file = $fopen(name, "r");
      if (file == 0) begin
        $display("FAIL: frame_player cannot read %0s", name);
        // Ends with an exit code other than 0.
`ifdef __ICARUS__
        $finish_and_return(1);
`else
        $stop;
`endif
      end else begin
        fetch;
      end
      m_axis_tvalid <= 1'b0;
      m_axis_tdata <= {W{1'bx}};
      m_axis_tlast <= 1'bx;
      in_frame_q <= 1'b0;
    end else if (!m_axis_tvalid || m_axis_tready) begin
      m_axis_tvalid <= 1'b0;
      m_axis_tdata <= {W{1'bx}};
      m_axis_tlast <= 1'bx;
      if (due && next_gap_q != 32'd0) begin
        next_gap_q <= next_gap_q - 32'd1;
      end else if (due && (in_frame_q || may_start_i)) begin
        m_axis_tvalid <= 1'b1;
        m_axis_tdata <= next_data_q;
        m_axis_tlast <= next_last_q;
        start_o <= !in_frame_q;
        in_frame_q <= !next_last_q;
        fetch;
      end
    end
  end
endmodule

`default_nettype wire
