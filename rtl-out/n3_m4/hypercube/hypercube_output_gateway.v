// Output gateway: gives its channel to one message handling unit at a time.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a free gateway grants one of the requests in the same cycle, round robin; the owner
//   keeps it until its last flit is in the output register. idle_o = 1 while it has no owner.
// Latency and state: one register on the way of the flits; the owner, and who was served last.
`default_nettype none

module hypercube_output_gateway (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [3:0] request_i,
  output wire [3:0] grant_o,
  output wire idle_o,
  output wire [3:0] owner_o,
  // Flits: the data is the owner's, the flags are those of all message handling units
  input  wire [3:0] transfer_i,
  input  wire [31:0] data_i,
  input  wire [3:0] last_i,
  input  wire [3:0] bad_i,
  input  wire [3:0] first_i,
  output wire ready_o,
  // Channel
  output wire [31:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser,
  output wire start_o
);
  localparam UNITS = 4;
  localparam W = 32;

  reg busy_q, valid_q, last_q, bad_q, start_q;
  reg [UNITS-1:0] owner_q;
  reg [W-1:0] data_q;

  wire [UNITS-1:0] moves = transfer_i & owner_q;
  wire move = busy_q && (|moves);
  wire last = |(last_i & owner_q);
  wire free = !busy_q || (move && last);

  wire granted = free && (|request_i);
  wire [UNITS-1:0] pick;
  tee_round_robin_arbiter #(
    .WIDTH(UNITS)
  ) u_arbiter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .request_i(request_i),
    .served_i(granted),
    .pick_o(pick)
  );
  assign grant_o = free ? pick : {UNITS{1'b0}};

  always @(posedge clk_i) begin
    if (!rst_ni) busy_q <= 1'b0;
    else if (free) busy_q <= granted;
  end

  always @(posedge clk_i) begin
    if (granted) owner_q <= grant_o;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      start_q <= 1'b0;
    end else begin
      start_q <= move && (|(first_i & owner_q));
      if (ready_o) valid_q <= move;
    end
  end

  always @(posedge clk_i) begin
    if (move) begin
      data_q <= data_i;
      last_q <= last;
      bad_q <= |(bad_i & owner_q);
    end
  end

  assign ready_o = !valid_q || m_axis_tready;
  assign idle_o = !busy_q;
  assign owner_o = owner_q;
  assign m_axis_tdata = data_q;
  assign m_axis_tvalid = valid_q && rst_ni;
  assign m_axis_tlast = last_q;
  assign m_axis_tuser = bad_q;
  assign start_o = start_q && rst_ni;

`ifdef TEECAST_ASSERT
  localparam [UNITS-1:0] ONE = 1;
  reg held_q;
  reg [W+1:0] flit_q;
  always @(posedge clk_i) begin
    held_q <= rst_ni && valid_q && !m_axis_tready;
    flit_q <= {bad_q, last_q, data_q};
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      // One owner at a time, one of those that asked.
      assert ((grant_o & ~request_i) == {UNITS{1'b0}});
      assert ((grant_o & (grant_o - ONE)) == {UNITS{1'b0}});
      assert (!busy_q || (|owner_q && (owner_q & (owner_q - ONE)) == {UNITS{1'b0}}));
      assert ((|request_i) == (|grant_o) || !free);
      // Only the owner sends, and no flit runs over one that waits.
      assert ((transfer_i & ~(busy_q ? owner_q : {UNITS{1'b0}})) == {UNITS{1'b0}});
      assert (!move || ready_o);
      // The channel holds a flit until it is taken.
      assert (!held_q || (valid_q && {bad_q, last_q, data_q} == flit_q));
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
