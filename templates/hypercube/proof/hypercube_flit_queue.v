<{ c.banner("Property: what hypercube_flit_queue does with flits.") }>
// Contract: failed_o = 0 in every cycle after a reset while no flit is pushed into a full queue: flits
//   leave in the order in which they came, each once and unchanged, the first one from the cycle
//   after it came. The queue is full with two flits, whatever leaves in this cycle.
`default_nettype none

module proof_hypercube_flit_queue (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire push_i,
  input  wire [<{ c.frame.width + c.buffers.class_bits + 3 }>:0] data_i,
  input  wire ready_i,
  output wire failed_o
);
  // A flit, its two marks, its kind and its class, as a link has them.
  localparam WIDTH = <{ c.frame.width + c.buffers.class_bits + 4 }>;

  wire full, valid;
  wire [WIDTH-1:0] data;
  <{ c.prefix }>hypercube_flit_queue #(
    .WIDTH(WIDTH)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .push_i(push_i),
    .data_i(data_i),
    .full_o(full),
    .valid_o(valid),
    .ready_i(ready_i),
    .data_o(data)
  );

  // The flits that are here, from the first one on.
  reg [WIDTH-1:0] first_q, second_q;
  reg [1:0] count_q;
  reg begun_q;
  wire leaves = count_q != 2'd0 && ready_i;
  wire legal = !push_i || count_q != 2'd2;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    count_q <= rst_ni ? count_q + {1'b0, push_i} - {1'b0, leaves} : 2'd0;
    if (push_i && (count_q == 2'd0 || (count_q == 2'd1 && leaves))) first_q <= data_i;
    else if (leaves) first_q <= second_q;
    if (push_i) second_q <= data_i;
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && (full != (count_q == 2'd2) || valid != (count_q != 2'd0) ||
      (valid && data != first_q));
endmodule

`default_nettype wire
