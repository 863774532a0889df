// Injector: the message of this node, sent on all directed cycles.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 4 --topology hypercube --family ihc --max-data 4
// Configuration (hash 1ec640e612a5):
//   q4 interleave=minimal copies W=32 max_data=4
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: keeps two frames of up to 4 data flits; a longer one is taken to its end and
//   discarded (oversize_o). The oldest frame that is whole when a round begins is sent in it: on
//   each directed cycle in the stage of this node. After a fault the rest of a frame is discarded.
// Latency and state: the first flit of a stage leaves in its first slot; two frames.
// Widths: 4 = node number; 12 = cycles x stage number; 32 = W; 3 = stage number;
//   5 = slot of a stage; 4 = cycles.
// Registers without a reset: lengths_q.
`default_nettype none

module ihc_injector (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  // Constants of the place: this node, and the stage in which it starts on each directed cycle
  input  wire [3:0] node_i,
  input  wire [11:0] stages_i,
  input  wire [31:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  output wire oversize_o,
  // Round and stage
  input  wire begins_i,
  input  wire round_end_i,
  input  wire [7:0] number_i,
  input  wire stage_start_i,
  input  wire [2:0] stage_i,
  input  wire [4:0] slot_i,
  // Own packets: they all start in the first slot of a stage
  output wire [3:0] starts_o,
  output wire [3:0] sends_o,
  output wire last_o,
  output wire [31:0] data_o
);
  localparam CYCLES = 4;
  localparam W = 32;
  localparam STAGE = 3;
  localparam INDEX = 2;
  localparam LENGTH = 3;
  localparam [LENGTH-1:0] ONE = 1;
  localparam [LENGTH-1:0] MOST = 4;

  // Frames come: one place is filled while the other one is sent or waits.
  reg [1:0] full_q;
  reg [2*LENGTH-1:0] lengths_q;
  reg fill_q, discards_q, inside_q, oversize_q;
  reg [LENGTH-1:0] count_q;
  wire transfer = s_axis_tvalid && s_axis_tready;
  wire over = !discards_q && count_q == MOST;
  wire whole = transfer && s_axis_tlast && !discards_q && !over;
  assign s_axis_tready = !faulty_i && (discards_q || !full_q[fill_q]);

  // Whether the processor is inside a frame stays known through a fault.
  always @(posedge clk_i) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (transfer) inside_q <= !s_axis_tlast;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) discards_q <= 1'b0;
    else if (faulty_i) discards_q <= inside_q;
    else if (transfer) discards_q <= (discards_q || over) && !s_axis_tlast;
  end

  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) begin
      oversize_q <= 1'b0;
      count_q <= {LENGTH{1'b0}};
      fill_q <= 1'b0;
    end else begin
      oversize_q <= transfer && over;
      if (transfer && (s_axis_tlast || over)) count_q <= {LENGTH{1'b0}};
      else if (transfer && !discards_q) count_q <= count_q + ONE;
      fill_q <= fill_q ^ whole;
    end
  end

  always @(posedge clk_i) begin
    if (whole) lengths_q[fill_q*LENGTH+:LENGTH] <= count_q + ONE;
  end

  // One of them is sent.
  reg sends_q, bank_q;
  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) begin
      sends_q <= 1'b0;
      bank_q <= 1'b0;
    end else begin
      sends_q <= begins_i ? full_q[bank_q] : sends_q && !round_end_i;
      bank_q <= bank_q ^ (sends_q && round_end_i);
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) begin
      full_q <= 2'd0;
    end else begin
      full_q <= (full_q | {whole && fill_q, whole && !fill_q}) &
          ~({bank_q, !bank_q} & {2{sends_q && round_end_i}});
    end
  end

  // The memory reads a slot ahead.
  wire [INDEX-1:0] next = slot_i[INDEX-1:0];
  wire [W-1:0] read;
  tee_memory #(
    .WIDTH(W),
    .DEPTH(8),
    .ADDRESS(INDEX + 1)
  ) u_data (
    .clk_i(clk_i),
    .write_i(transfer && !over && !discards_q),
    .write_address_i({fill_q, count_q[INDEX-1:0]}),
    .write_data_i(s_axis_tdata),
    .read_i(1'b1),
    .read_address_i({bank_q, next}),
    .read_data_o(read)
  );

  wire [LENGTH-1:0] length = bank_q ? lengths_q[LENGTH+:LENGTH] : lengths_q[0+:LENGTH];
  reg [CYCLES-1:0] going_q;
  genvar j;
  generate
    for (j = 0; j < CYCLES; j = j + 1) begin : gen_cycle
      assign starts_o[j] = sends_q && stage_start_i && stage_i == stages_i[j*STAGE+:STAGE];
    end
  endgenerate
  assign sends_o = starts_o | going_q;
  assign last_o = slot_i == {2'd0, length[2:0]};

  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) going_q <= {CYCLES{1'b0}};
    else going_q <= sends_o & ~{CYCLES{last_o}};
  end
  wire [W-1:0] header = {20'd0, number_i, node_i};
  assign data_o = stage_start_i ? header : read;
  assign oversize_o = oversize_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni && !faulty_i) begin
      begin : frame_fills_free_place assert (!whole || !full_q[fill_q]); end
      begin : sent_place_is_full assert (!sends_q || full_q[bank_q]); end
      begin : goes_while_it_sends assert (sends_q || going_q == {CYCLES{1'b0}}); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
