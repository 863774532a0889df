// Delivery: gives the processor what came in a round.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 4 --topology hypercube --family ihc --max-data 4
// Configuration (hash 1ec640e612a5):
//   q4 interleave=minimal copies W=32 max_data=4
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: all good copies, by rising node and then by directed cycle. A node of which none came
//   causes event 13, which waits for room_i.
// Latency and state: two cycles for each node, and one for each flit; the place in the store.
// Widths: 4 = node number; 2 = number of a flit; 128 = cycles x W;
//   12 = cycles x length; 32 = W.
// Registers without a reset: bank_q, here_q, data_q, rest_q, looks_q, place_q, source_q, last_q,
//   pick_q, header_q.
`default_nettype none

module ihc_delivery (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire faulty_i,
  input  wire [3:0] node_i,
  // Round
  input  wire round_end_i,
  input  wire [7:0] number_i,
  output wire free_o,
  // Stores
  output wire read_o,
  output wire bank_o,
  output wire [3:0] source_o,
  output wire [1:0] index_o,
  input  wire [127:0] data_i,
  input  wire [11:0] lengths_i,
  // Event: its code, or 0
  input  wire room_i,
  output wire [3:0] event_code_o,
  // Processor
  output wire [31:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser
);
  localparam CYCLES = 4;
  localparam W = 32;
  localparam ID = 4;
  localparam [ID-1:0] NEXT_NODE = 1;
  localparam [ID-1:0] LAST_NODE = 15;
  localparam LENGTH = 3;
  localparam PLACE = 3;
  localparam [PLACE-1:0] ONE = 1;
  localparam [3:0] NO_MESSAGE = 4'd13;
  localparam CYCLE = 2;

  // Banks: which have a round that is not delivered, and the one that is.
  reg [1:0] full_q;
  reg busy_q, bank_q;
  reg [ID-1:0] source_q;
  wire last_done;
  wire [1:0] ended = {number_i[0], !number_i[0]} & {2{round_end_i}};
  wire [1:0] done = {bank_q, !bank_q} & {2{last_done}};
  assign free_o = !full_q[number_i[0]];
  // Two rounds at most are here: the last one, or the one before.
  wire [7:0] number = number_i - (number_i[0] == bank_q ? 8'd2 : 8'd1);

  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) begin
      full_q <= 2'd0;
      busy_q <= 1'b0;
    end else begin
      full_q <= (full_q | ended) & ~done;
      busy_q <= (busy_q || (|full_q)) && !last_done;
    end
  end

  always @(posedge clk_i) begin
    if (!busy_q) bank_q <= !full_q[0];
  end

  // The copies of the node that is looked at.
  wire [CYCLES-1:0] got;
  genvar j;
  generate
    for (j = 0; j < CYCLES; j = j + 1) begin : gen_got
      assign got[j] = |lengths_i[j*LENGTH+:LENGTH];
    end
  endgenerate
  wire self = source_q == node_i;
  wire none = got == {CYCLES{1'b0}};

  // The lengths are those of this source, one cycle after it comes.
  wire source_ends;
  reg here_q;
  always @(posedge clk_i) begin
    here_q <= busy_q && !source_ends;
  end

  // A flit goes into the register at the port when that is empty or taken.
  reg valid_q, last_q;
  reg [CYCLES-1:0] pick_q;
  reg [W-1:0] header_q;
  wire load = !valid_q || m_axis_tready;

  reg looks_q;
  reg [CYCLES-1:0] rest_q;
  wire looks = busy_q && here_q && looks_q;
  wire sends = busy_q && !looks_q;
  wire skips = looks && (self || (none && room_i));

  // The frame: its header, then the data of the copy that is chosen.
  reg data_q;
  reg [PLACE-1:0] place_q;
  wire [CYCLES-1:0] chosen;
  wire [CYCLES*LENGTH-1:0] length_part;
  generate
    for (j = 0; j < CYCLES; j = j + 1) begin : gen_length
      assign length_part[j*LENGTH+:LENGTH] = lengths_i[j*LENGTH+:LENGTH] & {LENGTH{chosen[j]}};
    end
  endgenerate
  wire [LENGTH-1:0] length = length_part[0*LENGTH+:LENGTH] | length_part[1*LENGTH+:LENGTH] |
      length_part[2*LENGTH+:LENGTH] | length_part[3*LENGTH+:LENGTH];
  wire [PLACE-1:0] next_place = place_q + ONE;
  wire last = data_q && next_place == length[2:0];
  wire header_ends = !data_q;
  wire step = sends && load;
  wire frame_ends = step && last;

  always @(posedge clk_i) begin
    if (!busy_q) begin
      data_q <= 1'b0;
    end else if (step) begin
      data_q <= header_ends || (data_q && !last);
    end
  end

  // The copies one by one.
  tee_lowest_set_bit #(
    .WIDTH(CYCLES)
  ) u_lowest (
    .bits_i(rest_q),
    .lowest_o(chosen)
  );
  wire last_copy = rest_q == chosen;

  always @(posedge clk_i) begin
    if (looks) rest_q <= got;
    else if (frame_ends) rest_q <= rest_q & ~chosen;
  end

  always @(posedge clk_i) begin
    if (!busy_q) looks_q <= 1'b1;
    else if (looks) looks_q <= self || none;
    else if (frame_ends) looks_q <= last_copy;
  end

  always @(posedge clk_i) begin
    if (looks || (step && (header_ends || last))) place_q <= {PLACE{1'b0}};
    else if (step) place_q <= next_place;
  end
  assign source_ends = skips || (frame_ends && last_copy);

  assign last_done = source_ends && source_q == LAST_NODE;
  always @(posedge clk_i) begin
    if (!busy_q) source_q <= {ID{1'b0}};
    else if (source_ends) source_q <= source_q + NEXT_NODE;
  end

  // The header, and the flit at the port.
  wire [CYCLE-1:0] cycle = {
      chosen[2] || chosen[3],
      chosen[1] || chosen[3]};
  wire [31:0] header = {18'd0, number, cycle, source_q};
  wire [W-1:0] header_flit = header;
  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) valid_q <= 1'b0;
    else if (load) valid_q <= step;
  end

  always @(posedge clk_i) begin
    if (load) begin
      last_q <= last;
      pick_q <= chosen & {CYCLES{data_q}};
      header_q <= header_flit & {W{!data_q}};
    end
  end

  wire [CYCLES*W-1:0] data_part;
  generate
    for (j = 0; j < CYCLES; j = j + 1) begin : gen_data
      assign data_part[j*W+:W] = data_i[j*W+:W] & {W{pick_q[j]}};
    end
  endgenerate

  assign read_o = load;
  assign bank_o = bank_q;
  assign source_o = source_q;
  assign index_o = place_q[1:0];
  assign event_code_o = skips && !self ? NO_MESSAGE : 4'd0;
  assign m_axis_tdata = header_q | (data_part[0*W+:W] | data_part[1*W+:W] | data_part[2*W+:W] |
      data_part[3*W+:W]);
  assign m_axis_tvalid = valid_q;
  assign m_axis_tlast = last_q;
  assign m_axis_tuser = 1'b0;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni && !faulty_i) begin
      // A round ends only into a bank that is free, and what is chosen is there.
      begin : round_ends_into_free_bank assert ((ended & full_q) == 2'd0); end
      begin : chosen_came assert (!sends || (chosen & got) == chosen); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
