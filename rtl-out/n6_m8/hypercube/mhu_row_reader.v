// Finds a destination in the header flits of its message.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: row_i is one-hot; flit_o says in which flit the row stands, field_o is its field in
//   lanes_i, the lanes with rows of the flit that was asked for; zero when no row is asked for.
// Latency and state: combinational, none.
// Widths: 8 = rows; 1 = flit of a row; 30 = rows of a flit x n; 6 = n.
`default_nettype none

module mhu_row_reader (
  input  wire [7:0] row_i,
  output reg  [0:0] flit_o,
  input  wire [29:0] lanes_i,
  output reg  [5:0] field_o
);
  localparam N = 6;
  localparam LANES = 5;

  reg [LANES-1:0] lane;
  integer p;
  always @* begin
    lane = {LANES{1'b0}};
    flit_o = 1'd0;
    if (row_i[0]) begin
      lane[1] = 1'b1;
      flit_o = flit_o | 1'd0;
    end
    if (row_i[1]) begin
      lane[2] = 1'b1;
      flit_o = flit_o | 1'd0;
    end
    if (row_i[2]) begin
      lane[3] = 1'b1;
      flit_o = flit_o | 1'd0;
    end
    if (row_i[3]) begin
      lane[4] = 1'b1;
      flit_o = flit_o | 1'd0;
    end
    if (row_i[4]) begin
      lane[0] = 1'b1;
      flit_o = flit_o | 1'd1;
    end
    if (row_i[5]) begin
      lane[1] = 1'b1;
      flit_o = flit_o | 1'd1;
    end
    if (row_i[6]) begin
      lane[2] = 1'b1;
      flit_o = flit_o | 1'd1;
    end
    if (row_i[7]) begin
      lane[3] = 1'b1;
      flit_o = flit_o | 1'd1;
    end
    field_o = {N{1'b0}};
    for (p = 0; p < LANES; p = p + 1) begin
      if (lane[p]) field_o = field_o | lanes_i[p*N+:N];
    end
  end

`ifdef TEECAST_ASSERT
  always @* begin
    begin : no_row_no_field assert final (|row_i || !(|field_o)); end
    if (row_i == 8'd1 << 0) begin
      begin : row_0_is_read assert final (field_o == lanes_i[1*N+:N]); end
      begin : row_0_is_in_flit assert final (flit_o == 1'd0); end
    end
    if (row_i == 8'd1 << 1) begin
      begin : row_1_is_read assert final (field_o == lanes_i[2*N+:N]); end
      begin : row_1_is_in_flit assert final (flit_o == 1'd0); end
    end
    if (row_i == 8'd1 << 2) begin
      begin : row_2_is_read assert final (field_o == lanes_i[3*N+:N]); end
      begin : row_2_is_in_flit assert final (flit_o == 1'd0); end
    end
    if (row_i == 8'd1 << 3) begin
      begin : row_3_is_read assert final (field_o == lanes_i[4*N+:N]); end
      begin : row_3_is_in_flit assert final (flit_o == 1'd0); end
    end
    if (row_i == 8'd1 << 4) begin
      begin : row_4_is_read assert final (field_o == lanes_i[0*N+:N]); end
      begin : row_4_is_in_flit assert final (flit_o == 1'd1); end
    end
    if (row_i == 8'd1 << 5) begin
      begin : row_5_is_read assert final (field_o == lanes_i[1*N+:N]); end
      begin : row_5_is_in_flit assert final (flit_o == 1'd1); end
    end
    if (row_i == 8'd1 << 6) begin
      begin : row_6_is_read assert final (field_o == lanes_i[2*N+:N]); end
      begin : row_6_is_in_flit assert final (flit_o == 1'd1); end
    end
    if (row_i == 8'd1 << 7) begin
      begin : row_7_is_read assert final (field_o == lanes_i[3*N+:N]); end
      begin : row_7_is_in_flit assert final (flit_o == 1'd1); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
