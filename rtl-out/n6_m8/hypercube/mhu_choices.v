// Remembers by which link each destination of a buffered multicast leaves.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: clear_i makes the destinations of a slot leave by no link or, without clear_multi_i,
//   keeps all lanes of the slot. rows_i, if not zero, are the rows of a branch. lookup_i looks up
//   those in a header flit of a slot, or none with lookup_all_i; in the cycles that follow keep_o
//   marks, for each link, the lanes that its copy keeps as they are. The others become zero.
// Latency and state: one cycle; the link of each destination of each slot, and of one flit.
// Widths: 3 = slot number; 6 = n; 8 = rows; 2 = number of a header flit;
//   30 = n x fields of a flit.
// Registers without a reset: link_0_q, link_1_q, link_2_q, link_3_q, link_4_q, link_5_q, link_6_q,
//   link_7_q, links_q.
`default_nettype none

module mhu_choices (
  input  wire clk_i,
  input  wire clear_i,
  input  wire clear_multi_i,
  input  wire [2:0] clear_slot_i,
  input  wire [2:0] write_slot_i,
  input  wire [5:0] dimension_i,
  input  wire [7:0] rows_i,
  input  wire lookup_i,
  input  wire lookup_all_i,
  input  wire [2:0] lookup_slot_i,
  input  wire [1:0] lookup_flit_i,
  output wire [29:0] keep_o
);
  localparam N = 6;
  localparam LANES = 5;
  localparam CODE = 3;
  localparam FIRST = 0;
  localparam LAST = 5;
  // Beside the number of a link.
  localparam [CODE-1:0] NONE = N;
  localparam [CODE-1:0] EVERY = N + 1;

  reg [CODE-1:0] link;
  integer d;
  always @* begin
    link = {CODE{1'b0}};
    for (d = 0; d < N; d = d + 1) begin
      if (dimension_i[d]) link = link | d[CODE-1:0];
    end
  end
  wire [CODE-1:0] written = !clear_i ? link : clear_multi_i ? NONE : EVERY;
  wire [2:0] slot = clear_i ? clear_slot_i : write_slot_i;

  // One memory for each row, since the rows of a branch are written at once.
  reg [CODE-1:0] link_0_q [FIRST:LAST];
  always @(posedge clk_i) begin
    if (clear_i || rows_i[0]) link_0_q[slot] <= written;
  end
  reg [CODE-1:0] link_1_q [FIRST:LAST];
  always @(posedge clk_i) begin
    if (clear_i || rows_i[1]) link_1_q[slot] <= written;
  end
  reg [CODE-1:0] link_2_q [FIRST:LAST];
  always @(posedge clk_i) begin
    if (clear_i || rows_i[2]) link_2_q[slot] <= written;
  end
  reg [CODE-1:0] link_3_q [FIRST:LAST];
  always @(posedge clk_i) begin
    if (clear_i || rows_i[3]) link_3_q[slot] <= written;
  end
  reg [CODE-1:0] link_4_q [FIRST:LAST];
  always @(posedge clk_i) begin
    if (clear_i || rows_i[4]) link_4_q[slot] <= written;
  end
  reg [CODE-1:0] link_5_q [FIRST:LAST];
  always @(posedge clk_i) begin
    if (clear_i || rows_i[5]) link_5_q[slot] <= written;
  end
  reg [CODE-1:0] link_6_q [FIRST:LAST];
  always @(posedge clk_i) begin
    if (clear_i || rows_i[6]) link_6_q[slot] <= written;
  end
  reg [CODE-1:0] link_7_q [FIRST:LAST];
  always @(posedge clk_i) begin
    if (clear_i || rows_i[7]) link_7_q[slot] <= written;
  end

  // The links of a flit, by lane.
  reg [LANES*CODE-1:0] links_q;
  always @(posedge clk_i) begin
    if (lookup_i) begin
      case (lookup_flit_i)
        2'd1: links_q[0*CODE+:CODE] <= link_4_q[lookup_slot_i];
        default: links_q[0*CODE+:CODE] <= EVERY;
      endcase
      if (lookup_all_i) links_q[0*CODE+:CODE] <= EVERY;
    end
  end
  always @(posedge clk_i) begin
    if (lookup_i) begin
      case (lookup_flit_i)
        2'd0: links_q[1*CODE+:CODE] <= link_0_q[lookup_slot_i];
        2'd1: links_q[1*CODE+:CODE] <= link_5_q[lookup_slot_i];
        default: links_q[1*CODE+:CODE] <= EVERY;
      endcase
      if (lookup_all_i) links_q[1*CODE+:CODE] <= EVERY;
    end
  end
  always @(posedge clk_i) begin
    if (lookup_i) begin
      case (lookup_flit_i)
        2'd0: links_q[2*CODE+:CODE] <= link_1_q[lookup_slot_i];
        2'd1: links_q[2*CODE+:CODE] <= link_6_q[lookup_slot_i];
        default: links_q[2*CODE+:CODE] <= EVERY;
      endcase
      if (lookup_all_i) links_q[2*CODE+:CODE] <= EVERY;
    end
  end
  always @(posedge clk_i) begin
    if (lookup_i) begin
      case (lookup_flit_i)
        2'd0: links_q[3*CODE+:CODE] <= link_2_q[lookup_slot_i];
        2'd1: links_q[3*CODE+:CODE] <= link_7_q[lookup_slot_i];
        default: links_q[3*CODE+:CODE] <= EVERY;
      endcase
      if (lookup_all_i) links_q[3*CODE+:CODE] <= EVERY;
    end
  end
  always @(posedge clk_i) begin
    if (lookup_i) begin
      case (lookup_flit_i)
        2'd0: links_q[4*CODE+:CODE] <= link_3_q[lookup_slot_i];
        default: links_q[4*CODE+:CODE] <= EVERY;
      endcase
      if (lookup_all_i) links_q[4*CODE+:CODE] <= EVERY;
    end
  end

  genvar j, p;
  generate
    for (j = 0; j < N; j = j + 1) begin : gen_link
      localparam [CODE-1:0] THIS = j;
      for (p = 0; p < LANES; p = p + 1) begin : gen_lane
        wire [CODE-1:0] of_lane = links_q[p*CODE+:CODE];
        assign keep_o[j*LANES+p] = of_lane == THIS || of_lane == EVERY;
      end
    end
  endgenerate

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    // A slot is cleared before its branches are decided, and a branch is one link.
    begin : cleared_before_decided assert (!(clear_i && |rows_i)); end
    begin : branch_is_one_link
      assert (!(|rows_i) || (dimension_i & (dimension_i - 6'd1)) == {N{1'b0}});
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
