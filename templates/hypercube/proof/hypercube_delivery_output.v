<{ c.banner("Property: what hypercube_delivery_output does with messages.") }>
// Contract: failed_o = 0 in every cycle after a reset while each message has a header, and <{ c.frame.max_data }> flits
//   of data at most: a free output grants one of the requests while it holds fewer than two
//   messages; the owner keeps its grant until it releases the output, with its last flit or after
//   it. A delivery is one flit with Source, when the header ends, then the data; each flit leaves once, in order, and unchanged, from two cycles
//   after it came on, and one in each cycle that the processor is ready.
`default_nettype none

module proof_hypercube_delivery_output (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.dimension }>:0] request_i,
  input  wire [<{ c.topology.dimension }>:0] move_i,
  input  wire [<{ (c.topology.dimension + 1) * c.frame.width - 1 }>:0] data_i,
  input  wire [<{ c.topology.dimension }>:0] last_i,
  input  wire [<{ c.topology.dimension }>:0] leave_i,
  input  wire [<{ c.topology.dimension }>:0] mark_i,
  input  wire m_axis_tready,
  input  wire [<{ c.buffers.delivery_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam UNITS = <{ c.topology.dimension + 1 }>;
  localparam W = <{ c.frame.width }>;
  localparam ADDRESS = <{ c.buffers.delivery_bits }>;
  localparam DEPTH = <{ c.buffers.delivery_depth }>;
  localparam FLITS = <{ c.frame.max_data + 1 }>;

  wire [UNITS-1:0] grant;
  wire [W-1:0] data;
  wire valid, last, spoilt;
  <{ c.prefix }>hypercube_delivery_output u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .request_i(request_i),
    .grant_o(grant),
    .move_i(move_i),
    .data_i(data_i),
    .last_i(last_i),
    .leave_i(leave_i),
    .mark_i(mark_i),
    .m_axis_tdata(data),
    .m_axis_tvalid(valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(last),
    .m_axis_tuser(spoilt)
  );
  connect u_dut.u_flits.words_q.place = watched_i;

  // Who owns the output, and what it shows.
  reg begun_q, owned_q, ended_q, heading_q;
  reg [UNITS-1:0] owner_q;
  reg [N-1:0] source_q;
  wire granted = grant != {UNITS{1'b0}} && !owned_q;
  wire [UNITS-1:0] sender = owned_q ? owner_q : grant;
  wire pushes = owned_q ? (owner_q & move_i) != {UNITS{1'b0}} : granted;
  wire released = (sender & leave_i) != {UNITS{1'b0}};
  wire heads = !owned_q || heading_q;
  // The last flit of the newest message is still to come.
  wire open = owned_q && !ended_q;
  reg ends, marked, closes, here;
  reg [W-1:0] flit;
  integer u;
  always @* begin
    ends = 1'b0;
    marked = 1'b0;
    closes = 1'b0;
    here = !owned_q;
    flit = {W{1'b0}};
    for (u = 0; u < UNITS; u = u + 1) begin
      if (sender[u]) begin
        ends = last_i[u];
        // Of a last flit the mark says that it is bad, of another one that the header ends.
        marked = mark_i[u] && last_i[u];
        closes = mark_i[u] || last_i[u];
        flit = data_i[u*W+:W];
      end
    end
  end
  wire [N-1:0] source = here ? flit[N-1:0] : source_q;
  wire writes = pushes && (!heads || closes);
  wire [W+1:0] written = {marked, ends, heads ? <{ c.extend("source", c.topology.dimension, c.frame.width) }> : flit};

  // The flits that are here: those in the memory from place first_q on, and the one before the
  // processor. By messages: those of the older one, and of the newer one.
  reg [ADDRESS-1:0] watched_q, first_q, free_q;
  reg [ADDRESS:0] stored_q, old_q, new_q;
  reg shows_q, of_watched_q, known_q, closed_q;
  reg [1:0] held_q;
  reg [W+1:0] watched_flit_q, shown_q;
  wire fetches = (!shows_q || m_axis_tready) && stored_q != 0;
  wire leaves = shows_q && m_axis_tready;
  wire is_last = old_q == 1 && closed_q;
  wire passes = leaves && last;
  wire [1:0] stay = held_q - {1'b0, passes};
  reg [ADDRESS:0] flits;
  reg legal, bad;
  always @* begin
    legal = watched_i < DEPTH && (!begun_q || watched_i == watched_q);
    // A message has one last flit, and the output is released with that or later.
    if (pushes && owned_q && ended_q) legal = 1'b0;
    if (released && !(pushes && ends) && !(owned_q && ended_q)) legal = 1'b0;
    // A message has one header, and fits.
    if (pushes && !heads && closes && !ends) legal = 1'b0;
    flits = held_q == 2'd2 ? new_q : old_q;
    if (writes && owned_q && !heads && !ends && flits + 1 >= FLITS) legal = 1'b0;
    if (writes && heads && !ends && FLITS == 1) legal = 1'b0;
    // Other flits are as the watched one.
    if (shows_q && !of_watched_q && last != is_last) legal = 1'b0;

    bad = valid != shows_q;
    if (granted != (request_i != {UNITS{1'b0}} && !owned_q && held_q != 2'd2)) bad = 1'b1;
    if (owned_q ? grant != owner_q : (grant & ~request_i) != {UNITS{1'b0}}) bad = 1'b1;
    if ((grant & (grant - 1)) != {UNITS{1'b0}}) bad = 1'b1;
    if (shows_q && of_watched_q && {spoilt, last, data} != shown_q) bad = 1'b1;
    if (shows_q && of_watched_q && last != is_last) bad = 1'b1;
    // No flit runs over another one.
    if (writes && stored_q == DEPTH) bad = 1'b1;
    // What this property knows itself.
    if (stored_q + shows_q != old_q + new_q || old_q > FLITS || new_q > FLITS) bad = 1'b1;
    if (held_q != 2'd2 && new_q != 0 || held_q == 2'd0 && old_q != 0) bad = 1'b1;
    if (held_q == 2'd3 || held_q == 2'd2 && !closed_q || open && held_q == 2'd0) bad = 1'b1;
    if (held_q == 2'd1 && open == closed_q) bad = 1'b1;
  end

  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    watched_q <= watched_i;
    owned_q <= rst_ni && (granted || owned_q) && !released;
    if (pushes) ended_q <= ends;
    if (granted) owner_q <= grant;
    if (pushes) heading_q <= heads && !closes;
    if (pushes) source_q <= source;

    stored_q <= rst_ni ? stored_q + writes - fetches : 0;
    free_q <= !rst_ni ? 0 : !writes ? free_q : free_q == DEPTH - 1 ? 0 : free_q + 1;
    first_q <= !rst_ni ? 0 : !fetches ? first_q : first_q == DEPTH - 1 ? 0 : first_q + 1;
    shows_q <= rst_ni && (fetches || (shows_q && !m_axis_tready));
    if (writes && free_q == watched_i) watched_flit_q <= written;
    if (fetches) of_watched_q <= first_q == watched_i;
    if (fetches) shown_q <= watched_flit_q;

    // Its messages.
    held_q <= rst_ni ? stay + granted : 2'd0;
    if (!rst_ni) begin
      old_q <= 0;
      new_q <= 0;
      closed_q <= 1'b0;
    end else if (passes) begin
      // The older one has left. What is pushed now is of the newer one.
      old_q <= new_q + writes;
      new_q <= 0;
      closed_q <= pushes ? ends : held_q == 2'd2 && !open;
    end else begin
      if (stay + granted == 2'd2) new_q <= new_q + writes - 0;
      else old_q <= old_q + writes - leaves;
      if (stay + granted == 2'd2) old_q <= old_q - leaves;
      if (pushes && ends && stay + granted != 2'd2) closed_q <= 1'b1;
      else if (granted && stay == 2'd0) closed_q <= 1'b0;
    end
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
