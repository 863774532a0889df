<{ c.banner("Property: which fields of a copy mhu_choices keeps.") }>
// Contract: failed_o = 0 in every cycle after a reset while a branch is one link and slots are cleared,
//   with clear_multi_i, before their branches come: after lookup_i, a copy on a link keeps the lane of a
//   destination that was noted for this link since its slot was cleared, and of no other destination.
//   Lanes without a destination of the reference array are kept, all lanes with lookup_all_i, and
//   all lanes of slots that were cleared without clear_multi_i.
`default_nettype none

module proof_mhu_choices (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire clear_multi_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] clear_slot_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] write_slot_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] dimension_i,
  input  wire [<{ c.frame.rows - 1 }>:0] rows_i,
  input  wire lookup_i,
  input  wire lookup_all_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] lookup_slot_i,
<%- if c.frame.counts_flits %>
  input  wire [<{ c.frame.flit_index_bits - 1 }>:0] lookup_flit_i,
<%- endif %>
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;
  localparam SLOTS = <{ c.buffers.slots }>;
  localparam LANES = <{ c.frame.lanes }>;
  // Source comes before the list.
  localparam BEFORE = 1;
<%- if !c.frame.counts_flits %>
  wire lookup_flit_i = 1'b0;
<%- endif %>

  wire [N*LANES-1:0] keep;
  <{ c.prefix }>mhu_choices u_dut (
    .clk_i(clk_i),
    .clear_i(clear_i),
    .clear_multi_i(clear_multi_i),
    .clear_slot_i(clear_slot_i),
    .write_slot_i(write_slot_i),
    .dimension_i(dimension_i),
    .rows_i(rows_i),
    .lookup_i(lookup_i),
    .lookup_all_i(lookup_all_i),
    .lookup_slot_i(lookup_slot_i),
<%- if c.frame.counts_flits %>
    .lookup_flit_i(lookup_flit_i),
<%- endif %>
    .keep_o(keep)
  );

  // Any one slot: the links of its destinations, and those of the flit that was taken.
  reg [<{ c.buffers.slot_bits - 1 }>:0] watched_q;
  reg [M*N-1:0] links_q, taken_q;
  reg begun_q, known_q, multi_q, any_q, all_q, own_q, of_multi_q;
  reg [<{ c.frame.flit_index_bits - 1 }>:0] flit_q;
  wire clears = clear_i && clear_slot_i == watched_i;
  wire write = rows_i != {M{1'b0}};
  wire writes = write && write_slot_i == watched_i;
  wire is_one = dimension_i != {N{1'b0}} &&
      (dimension_i & (dimension_i - <{ c.topology.dimension }>'d1)) == {N{1'b0}};
  wire legal = !(clear_i && write) && (!write || is_one) && !(writes && !multi_q) &&
      watched_i < SLOTS && (!begun_q || watched_i == watched_q);
  initial begun_q = 1'b0;
  integer r;
  always @(posedge clk_i) begin
    watched_q <= watched_i;
    begun_q <= !rst_ni || (begun_q && legal);
    known_q <= rst_ni && (known_q || clears);
    any_q <= rst_ni && (any_q || lookup_i);
    if (clears) multi_q <= clear_multi_i;
    for (r = 0; r < M; r = r + 1) begin
      if (clears) links_q[r*N+:N] <= {N{1'b0}};
      else if (writes && rows_i[r]) links_q[r*N+:N] <= dimension_i;
    end
    if (lookup_i) begin
      taken_q <= links_q;
      all_q <= lookup_all_i;
      of_multi_q <= multi_q;
      own_q <= known_q && lookup_slot_i == watched_i;
      flit_q <= lookup_flit_i;
    end
    if (!rst_ni) own_q <= 1'b0;
  end

  reg bad;
  integer d, p, row;
  always @* begin
    bad = 1'b0;
    for (p = 0; p < LANES; p = p + 1) begin
      row = flit_q * LANES + p - BEFORE;
      for (d = 0; d < N; d = d + 1) begin
        if (!keep[d*LANES+p] && any_q && (all_q || row < 0 || row >= M)) bad = 1'b1;
        if (!keep[d*LANES+p] && own_q && !of_multi_q) bad = 1'b1;
        for (r = 0; r < M; r = r + 1) begin
          if (own_q && of_multi_q && !all_q && row == r && keep[d*LANES+p] != taken_q[r*N+d]) bad = 1'b1;
        end
      end
    end
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
