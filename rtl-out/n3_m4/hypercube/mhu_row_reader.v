// Finds a destination in the header flits of its message.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash 7ecbead04490):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: row_i is one-hot; flit_o says in which flit the row stands, field_o is its field in
//   lanes_i, the lanes with rows of the flit that was asked for; zero when no row is asked for.
// Latency and state: combinational, none.
`default_nettype none

module mhu_row_reader (
  input  wire [3:0] row_i,
  input  wire [11:0] lanes_i,
  output reg  [2:0] field_o
);
  localparam N = 3;
  localparam LANES = 4;

  reg [LANES-1:0] lane;
  integer p;
  always @* begin
    lane = {LANES{1'b0}};
    if (row_i[0]) begin
      lane[0] = 1'b1;
    end
    if (row_i[1]) begin
      lane[1] = 1'b1;
    end
    if (row_i[2]) begin
      lane[2] = 1'b1;
    end
    if (row_i[3]) begin
      lane[3] = 1'b1;
    end
    field_o = {N{1'b0}};
    for (p = 0; p < LANES; p = p + 1) begin
      if (lane[p]) field_o = field_o | lanes_i[p*N+:N];
    end
  end

`ifdef TEECAST_ASSERT
  always @* begin
    assert final (|row_i || !(|field_o));
    if (row_i == 4'd1 << 0) begin
      assert final (field_o == lanes_i[0*N+:N]);
    end
    if (row_i == 4'd1 << 1) begin
      assert final (field_o == lanes_i[1*N+:N]);
    end
    if (row_i == 4'd1 << 2) begin
      assert final (field_o == lanes_i[2*N+:N]);
    end
    if (row_i == 4'd1 << 3) begin
      assert final (field_o == lanes_i[3*N+:N]);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
