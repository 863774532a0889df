<{ c.banner("Property: what harts_link_parser finds on a link.") }>
// Contract: failed_o = 0 in every cycle after a reset, whatever comes over the link, while a packet
//   is refused or not in the cycle of its decision, is accepted only when nothing of the one before
//   is left, and only its flits are taken. Each header is shown once, whole, one cycle after its
//   last flit; what comes too early, or ends too early, is swallowed with its event. Each data flit
//   of an accepted packet leaves the queue once, in order; the last one ends the packet, a cut or
//   silent one too. The queue never overflows.
`default_nettype none

module proof_harts_link_parser (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire clear_i,
  input  wire [<{ c.frame.width - 1 }>:0] link_data_i,
  input  wire link_valid_i,
  input  wire link_last_i,
  input  wire link_bad_i,
  input  wire refusal_i,
  input  wire pop_i,
  input  wire [<{ c.frame.width + 3 }>:0] stored_i,
  output wire failed_o
);
  localparam W = <{ c.frame.width }>;
  localparam DATA = <{ c.frame.max_data }>;
  localparam QUEUE = <{ c.buffers.queue }>;
  localparam SILENCE = <{ c.timing.silence }>;
  localparam LENGTH_B = <{ c.frame.broadcast_flits }>;
  localparam LENGTH_R = <{ c.frame.regular_flits }>;
  // A reset, or what is as one.
  wire alive = rst_ni && !clear_i;

  wire header_flit, header, decision, empty, ending_bad, valid, last, marked, event_valid;
  wire [<{ c.frame.word_bits - 1 }>:0] coming_word, word;
  wire [3:0] ending_why, why, event_code;
  wire [W-1:0] data;
  <{ c.prefix }>harts_link_parser u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .link_data_i(link_data_i),
    .link_valid_i(link_valid_i),
    .link_last_i(link_last_i),
    .link_bad_i(link_bad_i),
    .header_o(header),
    .decision_o(decision),
    .header_flit_o(header_flit),
    .coming_word_o(coming_word),
    .word_o(word),
    .empty_o(empty),
    .ending_bad_o(ending_bad),
    .ending_why_o(ending_why),
    .refusal_i(refusal_i),
    .flit_valid_o(valid),
    .flit_data_o(data),
    .flit_last_o(last),
    .flit_bad_o(marked),
    .flit_why_o(why),
    .pop_i(pop_i),
    .event_valid_o(event_valid),
    .event_code_o(event_code)
  );

  // Where the link stands: flits of a header so far, or of data; what is skipped to its end.
  localparam [1:0] IN_HEADER = 2'd0, IN_DATA = 2'd1, IN_REST = 2'd2;
  reg [1:0] place_q;
  reg [<{ c.frame.head_index_bits }>:0] index_q;
  reg [<{ c.frame.offset_bits - 1 }>:0] count_q;
  reg [<{ c.timing.silence_bits - 1 }>:0] silence_q;
  reg check_q, decision_q, empty_q, bad_q;
  reg [<{ c.frame.header_flits * c.frame.width - 1 }>:0] word_q, now;
  wire inside = place_q != IN_HEADER || index_q != 0;
  wire silent = inside && !link_valid_i && silence_q == SILENCE - 1;
  // The header before this one is still needed.
  wire early = <% if c.frame.header_flits > 1 %>index_q == 0 && check_q<% else %>check_q || decision_q<% endif %>;
  wire takes = place_q == IN_HEADER && link_valid_i && !early;
  wire whole = takes && index_q == (now[0] ? LENGTH_B : LENGTH_R) - 1;
  wire refused = place_q == IN_HEADER && link_valid_i && early;
  wire broken = (takes && !whole && link_last_i) || (place_q == IN_HEADER && silent);
  always @* begin
    now = word_q;
    if (takes) now[index_q*W+:W] = link_data_i;
  end

  // Flits by number, modulo the queue: those that came and were not refused, those that left. From
  // first_q on they belong to a packet that is not decided.
  reg [<{ c.buffers.queue_bits }>:0] came_q, left_q, first_q;
  wire [<{ c.buffers.queue_bits }>:0] filled = came_q - left_q;
  wire open = check_q || decision_q;
  wire [<{ c.buffers.queue_bits }>:0] older = (open ? first_q : came_q) - left_q;
  wire flit = place_q == IN_DATA && link_valid_i;
  wire oversize = flit && !link_last_i && (count_q == DATA - 1 || filled >= QUEUE - 2);
  wire gone = place_q == IN_DATA && silent;
  wire pushes = (flit || gone) && !refusal_i;
  wire [W+5:0] pushed = {
      gone ? 4'd10 : oversize ? 4'd3 : 4'd0, gone || oversize || (link_last_i && link_bad_i),
      gone || oversize || link_last_i, gone ? {W{1'b0}} : link_data_i};

  always @(posedge clk_i) begin
    check_q <= alive && whole;
    decision_q <= alive && check_q;
    word_q <= now;
    silence_q <= link_valid_i || !inside ? 0 : silence_q + 1;
    if (whole) begin
      empty_q <= link_last_i;
      bad_q <= link_last_i && link_bad_i;
      count_q <= 0;
    end else if (pushes) begin
      count_q <= count_q + 1;
    end
    if (!alive) begin
      place_q <= IN_HEADER;
      index_q <= 0;
    end else begin
      index_q <= whole || broken ? 0 : takes ? index_q + 1 : index_q;
      if (whole && !link_last_i) place_q <= IN_DATA;
      if (refused && !link_last_i) place_q <= IN_REST;
      if (place_q == IN_DATA && (oversize || refusal_i)) place_q <= IN_REST;
      if ((flit && link_last_i) || gone) place_q <= IN_HEADER;
      if (place_q == IN_REST && ((link_valid_i && link_last_i) || silent)) place_q <= IN_HEADER;
    end
  end

  always @(posedge clk_i) begin
    if (whole) first_q <= came_q;
    came_q <= !alive ? 0 : refusal_i ? first_q : came_q + pushes;
    left_q <= !alive ? 0 : left_q + pop_i;
  end
  // The memory is cut: what it is given, where, and what is made of its answer.
  (* keep *)
  wire stores;
  (* keep *)
  wire [<{ c.buffers.queue_bits }>:0] write, read;
  (* keep *)
  wire [W+3:0] store;

  // A fault in the count of the silence is seen here, not hundreds of cycles later.
  (* keep *)
  wire [<{ c.timing.silence_bits - 1 }>:0] counted;
  connect u_dut.u_flits.read_data_o = stored_i;
  connect stores = u_dut.push;
  connect store = u_dut.pushed;
  connect write = u_dut.write_q;
  connect read = u_dut.read_q;
  connect counted = u_dut.silence_q;

  // What lies beyond the end of a header may be anything.
  localparam WORD = <{ c.frame.word_bits }>;
  localparam HEADER_BITS = <{ c.frame.header_flits * c.frame.width }>;
  wire [HEADER_BITS-1:0] beyond = {HEADER_BITS{1'b1}} << (word_q[0] ? LENGTH_B : LENGTH_R) * W;
  wire wrong = ((word ^ word_q) & ~beyond & {WORD{1'b1}}) != 0;
  reg took_q;
  reg [<{ c.frame.word_bits - 1 }>:0] coming_q;
  always @(posedge clk_i) begin
    took_q <= alive && header_flit;
    coming_q <= coming_word;
  end

  reg begun_q, legal, bad;
  always @* begin
    legal = !refusal_i || decision_q;
    if (pop_i && older == 0) legal = 1'b0;
    if (decision_q && !refusal_i && older != 0) legal = 1'b0;

    bad = header != check_q || decision != decision_q || valid != (filled != 0) || filled > QUEUE;
    if (header_flit != takes || (took_q && word != coming_q)) bad = 1'b1;
    if (check_q && (wrong || empty != empty_q)) bad = 1'b1;
    if (decision_q && (wrong || empty != empty_q)) bad = 1'b1;
    if (decision_q && (ending_bad != bad_q || ending_why != 4'd0)) bad = 1'b1;
    if (stores != pushes || write != came_q || read != left_q) bad = 1'b1;
    if (pushes && store == stored_i && {why, marked, last, data} != pushed) bad = 1'b1;
    if (inside && counted != silence_q) bad = 1'b1;
    if (event_valid != (refused || broken)) bad = 1'b1;
    if (event_valid && event_code != (refused ? 4'd9 : silent ? 4'd10 : 4'd2)) bad = 1'b1;
  end
  initial begun_q = 1'b0;
  always @(posedge clk_i) begun_q <= !alive || (begun_q && legal);
  assign failed_o = begun_q && alive && legal && bad;
endmodule

`default_nettype wire
