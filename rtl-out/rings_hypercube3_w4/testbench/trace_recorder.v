// Writes what the nodes of a network do, one line each, in a fixed order within a cycle.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: one process writes <+trace>, so that every simulator writes the same bytes. Lines:
//   <cycle> N <epoch>                                 the epoch seen from this cycle on
//   <cycle> V <node> <rule>                           broken handshake rule (protocol_checker)
//   <cycle> A <node>                                  first flit of a frame accepted
//   <cycle> L <node> <link>                           a copy starts on a link
//   <cycle> D <node> <last> <user> <hex>              delivery flit
//   <cycle> E <node> <hex>                            event: code, then what the family adds
//   <cycle> F <done|stalled|expired>                  the end; then the simulation finishes
//   A file that cannot be written ends the simulation with an error.
`default_nettype none

module trace_recorder #(
  parameter NODES = 4,
  parameter LINKS = 2,
  parameter EVENT_BITS = 4,
  parameter W = 32
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire recording_i,
  input  wire [31:0] cycle_i,
  input  wire [31:0] epoch_i,
  input  wire done_i,
  input  wire stalled_i,
  input  wire expired_i,
  input  wire [NODES*4-1:0] rule_i,
  // Injection
  input  wire [NODES-1:0] s_axis_tvalid,
  input  wire [NODES-1:0] s_axis_tready,
  input  wire [NODES-1:0] s_axis_tlast,
  // Delivery
  input  wire [NODES*W-1:0] m_axis_tdata,
  input  wire [NODES-1:0] m_axis_tvalid,
  input  wire [NODES-1:0] m_axis_tready,
  input  wire [NODES-1:0] m_axis_tlast,
  input  wire [NODES-1:0] m_axis_tuser,
  // Links and events
  input  wire [NODES*LINKS-1:0] link_start_i,
  input  wire [NODES-1:0] event_valid_i,
  input  wire [NODES*EVENT_BITS-1:0] event_i,
  // Something happened on a port in this cycle
  output wire moved_o
);
  reg [8*1024-1:0] name;
  integer file, v, j;
  reg [31:0] epoch_q;
  reg [NODES-1:0] in_frame_q;

  wire [NODES-1:0] accept = s_axis_tvalid & s_axis_tready;
  wire [NODES-1:0] deliver = m_axis_tvalid & m_axis_tready;
  assign moved_o = (|accept) || (|deliver) || (|link_start_i) || (|event_valid_i);

  initial begin
    if (!$value$plusargs("trace=%s", name)) name = "trace.txt";
    file = $fopen(name, "w");
    if (file == 0) begin
      $display("FAIL: trace_recorder cannot write %0s", name);
      // Ends with an exit code other than 0.
`ifdef __ICARUS__
      $finish_and_return(1);
`else
      $stop;
`endif
    end
  end

  always @(posedge clk_i) begin
    for (v = 0; v < NODES; v = v + 1) begin
      if (rule_i[v*4+:4] != 4'd0) begin
        $fwrite(file, "%0d V %0d %0d\n", cycle_i, v, rule_i[v*4+:4]);
      end
    end
    if (!rst_ni) begin
      epoch_q <= 32'hffff_ffff;
      in_frame_q <= {NODES{1'b0}};
    end else if (recording_i) begin
      epoch_q <= epoch_i;
      in_frame_q <= (in_frame_q & ~accept) | (accept & ~s_axis_tlast);
      if (epoch_q != epoch_i && !done_i) $fwrite(file, "%0d N %0d\n", cycle_i, epoch_i);
      for (v = 0; v < NODES; v = v + 1) begin
        if (accept[v] && !in_frame_q[v]) $fwrite(file, "%0d A %0d\n", cycle_i, v);
        if (link_start_i[v*LINKS+:LINKS] != {LINKS{1'b0}}) begin
          for (j = 0; j < LINKS; j = j + 1) begin
            if (link_start_i[v*LINKS+j]) $fwrite(file, "%0d L %0d %0d\n", cycle_i, v, j);
          end
        end
        if (deliver[v]) begin
          $fwrite(file, "%0d D %0d %0d %0d %h\n", cycle_i, v, m_axis_tlast[v], m_axis_tuser[v],
                  m_axis_tdata[v*W+:W]);
        end
        if (event_valid_i[v]) begin
          $fwrite(file, "%0d E %0d %h\n", cycle_i, v, event_i[v*EVENT_BITS+:EVENT_BITS]);
        end
      end
      if (done_i || stalled_i || expired_i) begin
        if (done_i) $fwrite(file, "%0d F done\n", cycle_i);
        else if (stalled_i) $fwrite(file, "%0d F stalled\n", cycle_i);
        else $fwrite(file, "%0d F expired\n", cycle_i);
        $fclose(file);
        $finish;
      end
    end
  end
endmodule

`default_nettype wire
