// Delivery: hands each message of another node to the processor, and its corrections.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --graph hypercube:3 --family ring-tree --ring-size 4
// Configuration (hash ce983d9400e7):
//   hypercube:3 w=4 P=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: one beat for each message whose payload is new, one origin after the other; tuser = 1
//   if an earlier beat had another payload. A beat under offer does not change.
// Latency and state: two cycles; a beat, and three bits a node.
`default_nettype none

module ring_tree_delivery (
  input  wire clk_i,
  input  wire clear_i,
  // Bit o: the payload of node o is new or has changed
  input  wire [7:0] changed_i,
  // The message that may be offered next
  output wire [2:0] next_origin_o,
  input  wire [31:0] next_payload_i,
  output wire [34:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tuser
);
  localparam N = 8;
  localparam O = 3;

  reg [N-1:0] new_q, told_q;
  reg valid_q, again_q;
  reg [34:0] beat_q;
  wire [N-1:0] pick;
  wire takes = (|new_q) && (!valid_q || m_axis_tready);
  tee_round_robin_arbiter #(
    .WIDTH(N)
  ) u_arbiter (
    .clk_i(clk_i),
    .rst_ni(!clear_i),
    .request_i(new_q),
    .served_i(takes),
    .pick_o(pick)
  );

  genvar b, v;
  generate
    for (b = 0; b < O; b = b + 1) begin : gen_number
      wire [N-1:0] marked;
      for (v = 0; v < N; v = v + 1) begin : gen_node
        assign marked[v] = ((v >> b) & 1) == 1 && pick[v];
      end
      assign next_origin_o[b] = |marked;
    end
  endgenerate

  always @(posedge clk_i) begin
    if (clear_i) begin
      new_q <= {N{1'b0}};
      told_q <= {N{1'b0}};
      valid_q <= 1'b0;
    end else begin
      new_q <= (new_q & ~(pick & {N{takes}})) | changed_i;
      told_q <= told_q | (pick & {N{takes}});
      valid_q <= takes || (valid_q && !m_axis_tready);
    end
  end

  always @(posedge clk_i) begin
    if (takes) begin
      beat_q <= {next_payload_i, next_origin_o};
      again_q <= |(pick & told_q);
    end
  end

  assign m_axis_tdata = beat_q;
  assign m_axis_tvalid = valid_q;
  assign m_axis_tuser = again_q;

`ifdef TEECAST_ASSERT
  // What is taken is new.
  always @(posedge clk_i) begin
    if (!clear_i) assert (!takes || (pick & new_q) != {N{1'b0}});
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
