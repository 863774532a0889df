  // The header.
  wire broadcast = word[0];
  wire [2:0] copies = word[3:1];
  wire [1:0] step = word[5:4];
  wire [2:0] letter = word[8:6];
  wire [<{ c.topology.distance_bits - 1 }>:0] distance = word[<{ c.frame.distance_high }>:10];
  wire [<{ c.topology.node_bits - 1 }>:0] source = broadcast ? word[<{ c.frame.source_high }>:<{ c.frame.source_low }>] :
      word[<{ c.frame.regular_source_high }>:<{ c.frame.regular_source_low }>];

  // What is impossible, its class, and where it wants to go.
  reg far, unknown;
  reg [5:0] wanted;
  reg signed [TAG-1:0] tag;
  integer longest, hops, axes, class, t, u;
  always @* begin
    hops = 0;
    axes = 0;
    wanted = 6'd0;
    for (t = 0; t < 3; t = t + 1) begin
      tag = word[1+t*TAG+:TAG];
      if (tag > 0) hops = hops + tag;
      if (tag < 0) hops = hops - tag;
      if (tag != 0) axes = axes + 1;
      if (tag > 0 && !broadcast) wanted[t] = 1'b1;
      if (tag < 0 && !broadcast) wanted[t+3] = 1'b1;
    end
    // A shortest path changes its direction by at most one sixth; a broadcast goes straight on.
    for (u = 0; u < 6; u = u + 1) begin
      if ((u + 7 - DIRECTION) % 6 > 2) wanted[u] = 1'b0;
    end
    if (broadcast && distance > 1) wanted[DIRECTION] = 1'b1;
    wanted = wanted & ~faulty_i;

    longest = step == 2'd3 ? HOPS - 1 : HOPS;
    far = broadcast ? distance == 0 || distance > longest : axes > 2 || hops > HOPS;
    unknown = source == local_address_i || source >= <{ c.topology.nodes }> ||
        (broadcast && (copies == 3'd0 || copies == 3'd7 || step == 2'd0 || letter > 3'd4));
    class = broadcast ? (step - 1) * HOPS + longest - distance : CLASSES - 1 - hops;
  end
  // Only a faulty node sends a regular packet with all hops before it; it takes the first regular class.
  wire liar = !broadcast && hops == HOPS;
  wire [31:0] own_class = liar ? class + 1 : class;

  // Buffers in use, and those that the neighbour may use; the lowest free one is taken.
  reg [BUFFERS-1:0] used_q, promised_q, offered, taken;
  reg full, promised;
  reg [5:0] asks;
  integer b, o;
  always @* begin
    offered = {BUFFERS{1'b0}};
    taken = {BUFFERS{1'b0}};
    full = 1'b1;
    promised = 1'b0;
    for (b = 0; b < BUFFERS; b = b + 1) begin
      if (b % CLASSES == own_class) begin
        if (!used_q[b] && full) offered[b] = 1'b1;
        if (!used_q[b]) full = 1'b0;
        if (promised_q[b] && !promised) taken[b] = 1'b1;
        if (promised_q[b]) promised = 1'b1;
      end
    end
    asks = 6'd0;
    for (t = 0; t < 6; t = t + 1) begin
      // Tag 0 ahead and against, then tag 1, then tag 2.
      o = t % 2 * 3 + t / 2;
      for (b = 0; b < CLASSES; b = b + 1) begin
        if (b == class + 1 && asks == 6'd0 && wanted[o] && idle_i[o] && room_i[o*CLASSES+b]) begin
          asks[o] = 1'b1;
        end
      end
    end
    if (!check_i || far || unknown) asks = 6'd0;
  end
