// Output of the processor: two whole messages wait for it.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a free output with room for a whole message grants one of the requests in the same
//   cycle, round robin, and takes the flit that this unit shows; the owner keeps it until it
//   leaves it. A delivery is one flit with Source, then the data. As the room is for a whole
//   message, a slow processor never holds the copies on links.
// Latency and state: two cycles; the owner, who was served last, 130 flits.
// Widths: 7 = n + 1; 224 = (n + 1) x W; 32 = W.
// Registers without a reset: owner_q, source_q.
`default_nettype none

module hypercube_delivery_output (
  input  wire clk_i,
  input  wire rst_ni,
  // Message handling units
  input  wire [6:0] request_i,
  output wire [6:0] grant_o,
  input  wire [6:0] move_i,
  input  wire [223:0] data_i,
  input  wire [6:0] last_i,
  // The unit leaves what it owns, or has just been granted: its last flit goes or went.
  input  wire [6:0] leave_i,
  input  wire [6:0] mark_i,
  // Processor
  output wire [31:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser
);
  localparam N = 6;
  localparam UNITS = 7;
  localparam W = 32;
  localparam ADDRESS = 8;

  reg busy_q, heading_q;
  reg [UNITS-1:0] owner_q;
  reg [1:0] held_q;

  wire idle = !busy_q && !held_q[1];
  wire [UNITS-1:0] pick;
  wire granted = idle && (|request_i);
  tee_round_robin_arbiter #(
    .WIDTH(UNITS),
    .FAST(1)
  ) u_arbiter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .request_i(request_i),
    .served_i(granted),
    .pick_o(pick)
  );
  // Whoever is granted the output keeps the grant while it owns it.
  wire [UNITS-1:0] select = busy_q ? owner_q : pick;
  assign grant_o = select & {UNITS{busy_q || !held_q[1]}};

  // The flit of the unit that sends.
  // Of a header, nothing but Source is written.
  wire [W-1:0] data;
  (* keep_hierarchy *)
  hypercube_flit_mux #(
    .UNITS(UNITS),
    .WIDTH(W)
  ) u_mux (
    .select_i(owner_q),
    .data_i(data_i),
    .mask_i({W{!heading_q}}),
    .data_o(data)
  );
  reg [N-1:0] sent;
  integer u;
  always @* begin
    sent = {N{1'b0}};
    for (u = 0; u < UNITS; u = u + 1) begin
      if (select[u]) sent = sent | data_i[u*W+:N];
    end
  end
  wire last = |(select & last_i);
  // Of a last flit the mark says that it is bad, of another one that the header ends.
  wire mark = |(select & mark_i);
  wire bad = mark && last;
  wire header_end = mark || last;
  wire push = busy_q ? |(owner_q & move_i) : granted;

  // The header becomes one flit: Source, when the header ends.
  reg [N-1:0] source_q;
  wire [N-1:0] source = busy_q ? source_q : sent;
  wire write = push && (!heading_q || header_end);
  wire [N-1:0] low = !busy_q ? sent : heading_q ? source_q : data[N-1:0];
  wire [W-1:0] written = {data[W-1:N], low};

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      heading_q <= 1'b1;
    end else begin
      if (granted || busy_q) busy_q <= !(|(select & leave_i));
      if (push) heading_q <= last || (heading_q && !header_end);
    end
  end

  always @(posedge clk_i) begin
    if (!busy_q) owner_q <= pick;
    if (push) source_q <= source;
  end

  // Flits in order; the flit that stands before the processor is in the output register.
  wire [W+1:0] flit;
  reg [ADDRESS-1:0] write_q, read_q;
  reg valid_q;
  wire read = (!valid_q || m_axis_tready) && write_q != read_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= {ADDRESS{1'b0}};
      read_q <= {ADDRESS{1'b0}};
      valid_q <= 1'b0;
    end else begin
      if (write) write_q <= write_q == 8'd129 ? 8'd0 : write_q + 8'd1;
      if (read) read_q <= read_q == 8'd129 ? 8'd0 : read_q + 8'd1;
      valid_q <= read || (valid_q && !m_axis_tready);
    end
  end

  tee_memory #(
    .WIDTH(W + 2),
    .DEPTH(130),
    .ADDRESS(ADDRESS)
  ) u_flits (
    .clk_i(clk_i),
    // Whether a flit stays is known late: one that does not stay is written over.
    .write_i(push),
    .write_address_i(write_q),
    .write_data_i({bad, last, written}),
    .read_i(read),
    .read_address_i(read_q),
    .read_data_o(flit)
  );

  assign m_axis_tdata = flit[W-1:0];
  assign m_axis_tlast = flit[W];
  assign m_axis_tuser = flit[W+1];
  assign m_axis_tvalid = valid_q;

  // Whole messages that hold room.
  wire leaves = valid_q && m_axis_tready && flit[W];
  always @(posedge clk_i) begin
    if (!rst_ni) held_q <= 2'd0;
    else if (granted && !leaves) held_q <= held_q + 2'd1;
    else if (!granted && leaves) held_q <= held_q - 2'd1;
  end

`ifdef TEECAST_ASSERT
  localparam [UNITS-1:0] ONE = 1;
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // One owner at a time, one of those that asked.
      begin : grants_are_answers assert (busy_q || (grant_o & ~request_i) == {UNITS{1'b0}}); end
      begin : owner_keeps_grant assert (!busy_q || grant_o == owner_q); end
      begin : one_is_granted assert ((grant_o & (grant_o - ONE)) == {UNITS{1'b0}}); end
      begin : one_owns
        assert (!busy_q || (|owner_q && (owner_q & (owner_q - ONE)) == {UNITS{1'b0}}));
      end
      // A free output waits for a header.
      begin : free_waits_for_header assert (busy_q || heading_q); end
      // At most two messages, and what leaves was here.
      begin : at_most_two_messages assert (held_q != 2'd3 && (!valid_q || held_q != 2'd0)); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
