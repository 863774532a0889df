<{ c.banner("Property: what ihc_delivery makes of the copies of a round.") }>
// Contract: failed_o = 0 in every cycle after a reset, for any copies, while rounds end in banks that are free,
//   and the lengths in a bank stay while it is delivered: rounds are delivered one after another, the nodes but this one by rising number; event 13 if no copy came, when
<%- if c.majority() %>
//   there is room. Otherwise one frame: source, copies that agree, copies that came, number of the round;
//   then the data of the lowest copy that as many copies are equal to, in length and in each flit, as to
//   any. Its last flit is marked as bad, with event 11 when there is room, unless the copies that agree
//   are <{ c.majority_words() }>.
<%- else %>
//   there is room. Otherwise a frame for each copy that came, by rising cycle: source, cycle, number of
//   the round; then its data.
<%- endif %>
`default_nettype none

module proof_ihc_delivery (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] node_i,
  input  wire round_end_i,
  input  wire [7:0] number_i,
  input  wire [<{ c.topology.cycles * c.options.width - 1 }>:0] data_i,
  input  wire [<{ c.topology.cycles * c.buffers.length_bits - 1 }>:0] lengths_i,
  input  wire room_i,
  input  wire m_axis_tready,
  output wire failed_o
);
  localparam NODES = <{ c.topology.nodes }>;
  localparam CYCLES = <{ c.topology.cycles }>;
  localparam W = <{ c.options.width }>;
  localparam ID = <{ c.topology.id_bits }>;
  localparam INDEX = <{ c.buffers.index_bits }>;
  localparam LENGTH = <{ c.buffers.length_bits }>;
  localparam MOST = <{ c.options.max_data }>;
  localparam HEADER = <{ c.frame.delivery_flits }>;
  // A reset, or what is as one.
  wire alive = rst_ni && !faulty_i;

  wire free, read, bank, valid, last, user;
  wire [ID-1:0] source;
  wire [INDEX-1:0] index;
  wire [3:0] code;
  wire [W-1:0] data;
  <{ c.prefix }>ihc_delivery u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .node_i(node_i),
    .round_end_i(round_end_i),
    .number_i(number_i),
    .free_o(free),
    .read_o(read),
    .bank_o(bank),
    .source_o(source),
    .index_o(index),
    .data_i(data_i),
    .lengths_i(lengths_i),
    .room_i(room_i),
    .event_code_o(code),
    .m_axis_tdata(data),
    .m_axis_tvalid(valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(last),
    .m_axis_tuser(user)
  );

  // What the module keeps: rounds, the frame, the flit at the port.
  (* keep *)
  wire [1:0] full;
  (* keep *)
  wire busy, in_data, here;
  (* keep *)
  wire [<{ c.frame.place_bits - 1 }>:0] at;
  (* keep *)
  wire [CYCLES-1:0] pick;
  (* keep *)
  wire [W-1:0] shown;
<%- if c.majority() %>
  // Its step, which copies are equal, and who has won so far.
  (* keep *)
  wire [1:0] step;
  (* keep *)
  wire [CYCLES*CYCLES-1:0] equal;
  (* keep *)
  wire [CYCLES-2:0] reads;
  (* keep *)
  wire has_read, over;
  (* keep *)
  wire [CYCLES*(CYCLES-1)/2-1:0] differ;
  (* keep *)
  wire [CYCLES-1:0] turn, leader;
  (* keep *)
  wire [<{ c.frame.agree_bits - 1 }>:0] most;
<%- else %>
  // Its step, and the copies that are not sent yet.
  (* keep *)
  wire in_look;
  (* keep *)
  wire [CYCLES-1:0] rest;
<%- endif %>
  connect full = u_dut.full_q;
  connect here = u_dut.here_q;
  connect busy = u_dut.busy_q;
  connect in_data = u_dut.data_q;
  connect at = u_dut.place_q;
  connect pick = u_dut.pick_q;
  connect shown = u_dut.header_q;
<%- if c.majority() %>
  connect step = u_dut.phase_q;
  connect equal = u_dut.equal_q;
  connect reads = u_dut.reads_q;
  connect has_read = u_dut.compares_q;
  connect over = u_dut.over_q;
  connect differ = u_dut.differ;
  connect turn = u_dut.turn_q;
  connect leader = u_dut.winner_q;
  connect most = u_dut.best_q;
<%- else %>
  connect in_look = u_dut.looks_q;
  connect rest = u_dut.rest_q;
<%- endif %>

  // Rounds that wait, by bank, with their numbers; the one that is delivered.
  reg [1:0] full_q;
  reg [7:0] number_0_q, number_1_q;
  reg active_q, bank_q;
  // The node whose copies are looked at, the flit of its frame, and the copy that is sent.
  reg [15:0] source_q, flit_q<% if !c.majority() %>, copy_q<% endif %>;
  // What is done: first it is seen what came<% if c.majority() %>, copies are compared and counted<% endif %>, then a frame is sent.
  localparam [1:0] LOOKS = 2'd0, SENDS = 2'd1<% if c.majority() %>, COMPARES = 2'd2, COUNTS = 2'd3<% endif %>;
  reg [1:0] phase_q;
  // The port: a flit of the header, or one of a copy.
  reg valid_q, last_q, user_q, from_store_q;
  reg [15:0] from_q;
  reg [W-1:0] flit_at_port_q;
  // What was there before.
  reg [7:0] before_q;
  reg ended_q, here_q, stays_q;
  reg [CYCLES*LENGTH-1:0] lengths_q;
  reg [ID-1:0] node_q;

  wire load = !valid_q || m_axis_tready;
  // The lengths are there a cycle after their node.
  wire looks = active_q && here_q && phase_q == LOOKS;
  wire sends = active_q && phase_q == SENDS;

  // The copies that came: how many, the lowest one, the next one after the one that is sent.
  reg [15:0] came, lowest, following, length;
  reg another, legal;
  integer j, k;
  always @* begin
    came = 16'd0;
    lowest = 16'd0;
    following = 16'd0;
    another = 1'b0;
    length = 16'd0;
    legal = 1'b1;
    for (j = CYCLES - 1; j >= 0; j = j - 1) begin
      if (lengths_i[j*LENGTH+:LENGTH] != 0) begin
        came = came + 16'd1;
        lowest = j;
        if (j > copy) begin
          following = j;
          another = 1'b1;
        end
      end
      if (j == copy) length = lengths_i[j*LENGTH+:LENGTH];
      if (lengths_i[j*LENGTH+:LENGTH] > MOST) legal = 1'b0;
    end
    if (stays_q && lengths_i != lengths_q) legal = 1'b0;
    if (number_i != before_q + {7'd0, ended_q} || node_i != node_q) legal = 1'b0;
    if (round_end_i && full_q[number_i[0]]) legal = 1'b0;
  end
  wire self = source_q == node_i;
<%- if c.majority() %>
  wire [15:0] copy = winner;
<%- else %>
  wire [15:0] copy = copy_q;
<%- endif %>
<%- if c.majority() %>

  // Pairs of copies that differ, and with how many each copy agrees.
  reg [CYCLES*CYCLES-1:0] differ_q, differs, pending_q, pending;
  reg compares_q;
  reg [15:0] index_q, longest, winner, counted_q;
  reg [CYCLES*16-1:0] agreeing;
  wire [15:0] best = most;
  always @* begin
    differs = differ_q | pending_q;
    pending = {CYCLES*CYCLES{1'b0}};
    longest = 16'd0;
    winner = 16'd0;
    agreeing = {CYCLES*16{1'b0}};
    for (j = 0; j < CYCLES; j = j + 1) begin
      if (lengths_i[j*LENGTH+:LENGTH] > longest) longest = lengths_i[j*LENGTH+:LENGTH];
      if (leader[j]) winner = j;
      for (k = 0; k < CYCLES; k = k + 1) begin
        if (lengths_i[j*LENGTH+:LENGTH] != lengths_i[k*LENGTH+:LENGTH]) differs[j*CYCLES+k] = 1'b1;
        // The flit that was read a step before; it counts a step later.
        if (compares_q && index_q < lengths_i[j*LENGTH+:LENGTH] && data_i[j*W+:W] != data_i[k*W+:W]) pending[j*CYCLES+k] = 1'b1;
        if (lengths_i[j*LENGTH+:LENGTH] != 0 && !differ_q[j*CYCLES+k]) agreeing[j*16+:16] = agreeing[j*16+:16] + 16'd1;
      end
    end
  end
  wire [15:0] reading = index_q + {15'd0, compares_q};
  wire compares = active_q && phase_q == COMPARES;
  wire counts = active_q && phase_q == COUNTS;
<%- if c.by_received() %>
  wire wins = 2 * best > came;
<%- else %>
  wire wins = 2 * best > CYCLES;
<%- endif %>
<%- endif %>

  // The flit that is sent next.
  wire header = flit_q < HEADER;
  wire ends = !header && flit_q == HEADER - 1 + length;
  wire [7:0] number = bank_q ? number_1_q : number_0_q;
<%- if c.majority() %>
  wire [HEADER*W-1:0] fields = {number, came[<{ c.frame.agree_bits - 1 }>:0], best[<{ c.frame.agree_bits - 1 }>:0], source_q[ID-1:0]};
  wire doubtful = ends && !wins;
  wire steps = sends && load && (!doubtful || room_i);
<%- else %>
  wire [HEADER*W-1:0] fields = {number, copy_q[<{ c.frame.cycle_bits - 1 }>:0], source_q[ID-1:0]};
  wire doubtful = 1'b0;
  wire steps = sends && load;
<%- endif %>
  wire [15:0] place = flit_q - HEADER;
  wire silent = looks && !self && came == 0;
  wire skips = looks && (self || (silent && room_i));
<%- if c.majority() %>
  wire done = skips || (steps && ends);
<%- else %>
  wire done = skips || (steps && ends && !another);
<%- endif %>
  wire ended = done && source_q == NODES - 1;

  reg bad;
  always @* begin
    bad = free == full_q[number_i[0]];
    if (code != (silent && room_i ? 4'd13 : steps && doubtful ? 4'd11 : 4'd0)) bad = 1'b1;
    if (active_q && (bank != bank_q || source != source_q)) bad = 1'b1;
    // What is read comes with the next step.
    if (read != load) bad = 1'b1;
    if (sends && !header && (index != place || place >= MOST)) bad = 1'b1;
<%- if c.majority() %>
    if (compares && reading < longest && index != reading) bad = 1'b1;
<%- endif %>
    if (valid != valid_q) bad = 1'b1;
    if (valid && (last != last_q || user != user_q)) bad = 1'b1;
    if (valid && data != (from_store_q ? data_i[from_q*W+:W] : flit_at_port_q)) bad = 1'b1;
  end

  // What the module keeps is what is kept here: so the property follows from the cycle before. What is sent
  // has come.
  reg astray;
  integer a, b;
  always @* begin
    astray = full != full_q || busy != active_q;
    for (a = 0; a < 2; a = a + 1) begin
      if (full_q[a] && (a == 1 ? number_1_q : number_0_q) != number_i - (number_i[0] == a ? 8'd2 : 8'd1)) astray = 1'b1;
    end
    if (!active_q && phase_q != LOOKS) astray = 1'b1;
    if (active_q && (here != here_q || (phase_q != LOOKS && !here_q))) astray = 1'b1;
    if (active_q) begin
      if (!full_q[bank_q] || source_q >= NODES) astray = 1'b1;
      if (in_data != (sends && !header)) astray = 1'b1;
      if (sends && (length == 0 || at != (header ? flit_q : place))) astray = 1'b1;
      if (sends && !header && place >= length) astray = 1'b1;
      if (phase_q != LOOKS && (!stays_q || came == 0)) astray = 1'b1;
    end
    if (valid_q && shown != (from_store_q ? {W{1'b0}} : flit_at_port_q)) astray = 1'b1;
    if (valid_q && from_store_q && from_q >= CYCLES) astray = 1'b1;
    for (a = 0; a < CYCLES; a = a + 1) begin
      if (valid_q && pick[a] != (from_store_q && from_q == a)) astray = 1'b1;
<%- if !c.majority() %>
      if (sends && rest[a] != (a >= copy_q && lengths_i[a*LENGTH+:LENGTH] != 0)) astray = 1'b1;
<%- endif %>
    end
<%- if !c.majority() %>
    if (active_q && (in_look != (phase_q == LOOKS) || in_look == sends)) astray = 1'b1;
    if (sends && copy_q >= CYCLES) astray = 1'b1;
<%- else %>
    if (step != (phase_q == LOOKS ? 2'd0 : phase_q == COMPARES ? 2'd1 : phase_q == COUNTS ? 2'd2 : 2'd3)) astray = 1'b1;
    if (compares && (reading > longest + 16'd1 || at != reading[<{ c.frame.place_bits - 1 }>:0] || has_read != compares_q)) astray = 1'b1;
    if (compares && !compares_q && index_q != 0) astray = 1'b1;
    if (compares && over != (compares_q && index_q >= longest)) astray = 1'b1;
    if ((compares || counts) && flit_q != 0) astray = 1'b1;
    if (counts && (at != 0 || counted_q >= CYCLES)) astray = 1'b1;
    if (compares && (counted_q != 0 || turn != 1)) astray = 1'b1;
    if (sends && counted_q != CYCLES) astray = 1'b1;
    for (a = 0; a < CYCLES; a = a + 1) begin
      if (counts && turn[a] != (counted_q == a)) astray = 1'b1;
      // Of the copies that are counted, the lowest one that agrees with the most.
      if ((counts || sends) && a < counted_q) begin
        if (agreeing[a*16+:16] > best || (best != 0 && a < winner && agreeing[a*16+:16] == best)) astray = 1'b1;
      end
      if ((counts || sends) && best != 0) begin
        if (leader[a] != (winner == a) || winner >= counted_q) astray = 1'b1;
        if (winner == a && agreeing[a*16+:16] != best) astray = 1'b1;
      end
      if (compares && compares_q && a < CYCLES - 1 && reads[a] != (index_q < lengths_i[a*LENGTH+:LENGTH])) astray = 1'b1;
      if (active_q && phase_q != LOOKS && (differ_q[a*CYCLES+a] || (compares && pending_q[a*CYCLES+a]))) astray = 1'b1;
      for (b = 0; b < CYCLES; b = b + 1) begin
        if (compares && a < b && differ[a*(2*CYCLES-a-1)/2+b-a-1] != pending_q[a*CYCLES+b]) astray = 1'b1;
        if (compares && pending_q[a*CYCLES+b] != pending_q[b*CYCLES+a] &&
            lengths_i[a*LENGTH+:LENGTH] == lengths_i[b*LENGTH+:LENGTH]) astray = 1'b1;
        if (active_q && phase_q != LOOKS && equal[a*CYCLES+b] != equal[b*CYCLES+a]) astray = 1'b1;
        if (active_q && phase_q != LOOKS && equal[a*CYCLES+b] != (lengths_i[a*LENGTH+:LENGTH] != 0 && !differ_q[a*CYCLES+b] &&
            (!compares || lengths_i[a*LENGTH+:LENGTH] == lengths_i[b*LENGTH+:LENGTH]))) astray = 1'b1;
      end
    end
<%- endif %>
  end

  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !alive || (legal && !bad && !astray);
    before_q <= alive ? number_i : 8'd0;
    ended_q <= alive && round_end_i;
    here_q <= active_q && !done;
    stays_q <= active_q && here_q && !done;
    lengths_q <= lengths_i;
    node_q <= node_i;
    if (round_end_i && !number_i[0]) number_0_q <= number_i;
    if (round_end_i && number_i[0]) number_1_q <= number_i;
    if (load) begin
      last_q <= ends;
      user_q <= doubtful;
      from_store_q <= !header;
      from_q <= copy;
      flit_at_port_q <= fields[flit_q*W+:W];
    end
    if (!active_q) bank_q <= !full_q[0];
    if (!alive) begin
      full_q <= 2'd0;
      active_q <= 1'b0;
      phase_q <= LOOKS;
      source_q <= 16'd0;
      valid_q <= 1'b0;
    end else begin
      if (load) valid_q <= steps;
      if (round_end_i) full_q[number_i[0]] <= 1'b1;
      if (ended) full_q[bank_q] <= 1'b0;
      active_q <= active_q ? !ended : full_q != 2'd0;
      source_q <= !active_q ? 16'd0 : source_q + done;
      if (looks && !self && came != 0) begin
        flit_q <= 16'd0;
<%- if c.majority() %>
        phase_q <= COMPARES;
<%- else %>
        copy_q <= lowest;
        phase_q <= SENDS;
<%- endif %>
      end
      if (steps) begin
        flit_q <= ends ? 16'd0 : flit_q + 16'd1;
        if (done) phase_q <= LOOKS;
<%- if !c.majority() %>
        if (ends) copy_q <= following;
<%- endif %>
      end
<%- if c.majority() %>
      // Each flit of the longest copy is read, and compared a step later.
      if (looks) begin
        differ_q <= 0;
        pending_q <= 0;
        compares_q <= 1'b0;
        index_q <= 16'd0;
        counted_q <= 16'd0;
      end
      if (compares) begin
        if (load) begin
          differ_q <= differs;
          pending_q <= pending;
          compares_q <= 1'b1;
          index_q <= reading;
          if (compares_q && index_q >= longest) phase_q <= COUNTS;
        end
      end
      if (counts) begin
        counted_q <= counted_q + 16'd1;
        if (counted_q == CYCLES - 1) phase_q <= SENDS;
      end
<%- endif %>
    end
  end
  assign failed_o = begun_q && alive && legal && (bad || astray);
endmodule

`default_nettype wire
