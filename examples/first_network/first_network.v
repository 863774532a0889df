// Four processors on a hypercube of dimension 2; processor 0 sends one multicast to nodes 1 and 3.
`timescale 1ns / 1ps
`default_nettype none

module first_network;
  reg clk = 1'b0, rst_n = 1'b0;
  always #5 clk = !clk;

  // Slice v of each vector belongs to the processor of node v.
  wire [4*32-1:0] to_data, from_data;
  wire [3:0] to_valid, to_ready, to_last;
  wire [3:0] from_valid, from_ready, from_last;

  // Fields of two bits, the first one lowest: number of destinations, destinations, Control and
  // Source, which the router fills in. Data follows in the next flit.
  localparam [31:0] HEADER = {22'd0, 2'd0, 2'd0, 2'd3, 2'd1, 2'd2};

  genvar v;
  generate
    for (v = 0; v < 4; v = v + 1) begin : gen_node
      processor #(.NODE(v), .SENDER(v == 0), .FRAME({32'h00c0ffee, HEADER})) u_processor (
        .clk_i(clk),
        .rst_ni(rst_n),
        .m_axis_tdata(to_data[v*32+:32]),
        .m_axis_tvalid(to_valid[v]),
        .m_axis_tready(to_ready[v]),
        .m_axis_tlast(to_last[v]),
        .s_axis_tdata(from_data[v*32+:32]),
        .s_axis_tvalid(from_valid[v]),
        .s_axis_tready(from_ready[v]),
        .s_axis_tlast(from_last[v])
      );
    end
  endgenerate

  hypercube_network u_network (
    .clk_i(clk),
    .rst_ni(rst_n),
    .faulty_i(4'd0),
    .s_axis_tdata(to_data),
    .s_axis_tvalid(to_valid),
    .s_axis_tready(to_ready),
    .s_axis_tlast(to_last),
    .m_axis_tdata(from_data),
    .m_axis_tvalid(from_valid),
    .m_axis_tready(from_ready),
    .m_axis_tlast(from_last),
    .m_axis_tuser(),
    .link_start_o(),
    .event_valid_o(),
    .event_code_o(),
    .event_source_o(),
    .event_address_o()
  );

  initial begin
    repeat (2) @(posedge clk);
    rst_n <= 1'b1;
    repeat (60) @(posedge clk);
    $finish;
  end

endmodule

`default_nettype wire
