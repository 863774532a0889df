<{ c.banner("Property: how mhu_output sends the copies of a message.") }>
// Contract: failed_o = 0 in every cycle after a reset while its surroundings keep the order of a
//   message: its flits are written one by one, it is decided and waits, until all outputs that it
//   wants have been granted; grants are answers to requests, and stay until the outputs are
//   released. A multicast may ask early, for the branches that are known: what it is granted then it
//   keeps, and it asks for the others when all are known. A message asks only for outputs that it
//   still wants and that had room in the class of the hop a cycle before. Its first flit stands while
//   it asks and leaves in the cycle of a grant; then all others follow in order up to the last one,
//   each as it was written, as soon as no link is full; a link with a short copy gets no header flit
//   after the first one with destinations, where the header ends. Nothing moves while a message asks.
//   A message that ends with its header ends where that does. A message that is not
//   granted makes place for another one that waits, within two rounds of the slots.
`default_nettype none

module proof_mhu_output (
  input  wire clk_i,
  input  wire rst_ni,
<%- if !c.options.lan %>
  input  wire [<{ c.topology.dimension - 1 }>:0] turns_i,
<%- endif %>
  input  wire write_i,
  input  wire [<{ c.buffers.word_bits - 1 }>:0] write_data_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] arriving_i,
  input  wire drop_i,
  input  wire decided_i,
  input  wire early_i,
  input  wire decided_multi_i,
  input  wire unwanted_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] decided_slot_i,
  input  wire [<{ c.topology.dimension }>:0] decided_targets_i,
  input  wire [<{ c.buffers.slot_codes - 1 }>:0] waiting_i,
  input  wire [<{ c.topology.dimension }>:0] next_targets_i,
<%- if c.frame.counts_flits %>
  input  wire [<{ c.frame.tail_bits - 1 }>:0] decided_tail_i,
  input  wire [<{ c.frame.tail_bits - 1 }>:0] next_tail_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] short_headers_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] unicasts_i,
  input  wire [1:0] ending_i,
  input  wire [<{ c.buffers.word_bits - 1 }>:0] read_data_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] branch_slot_i,
  input  wire [<{ c.topology.dimension * c.buffers.classes - 1 }>:0] room_i,
  input  wire [<{ c.topology.dimension }>:0] grant_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] full_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] watched_i,
  input  wire [<{ c.buffers.address_bits - 1 }>:0] place_i,
  input  wire [<{ c.buffers.word_bits - 1 }>:0] bit_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] other_i,
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam W = <{ c.frame.width }>;
  localparam ADDRESS = <{ c.buffers.address_bits }>;
  localparam CLASSES = <{ c.buffers.classes }>;
  localparam LANES = <{ c.frame.lanes }>;
  localparam SLOTS = <{ c.buffers.slots }>;
  localparam SLOT_FLITS = <{ c.buffers.bases[1].1 }>;
  localparam [ADDRESS-1:0] ONE = 1;
<%- if !c.frame.counts_flits %>
  wire [N-1:0] short_headers_i = {N{1'b0}};
<%- endif %>
  localparam NEAR = <% if c.frame.counts_flits %><{ c.frame.near_flit }><% else %>1000<% endif %>;

  // The frame that arrives.
  reg within_q;
  reg [<{ c.buffers.slot_bits - 1 }>:0] arriving_q;
  reg [ADDRESS-1:0] fill_q;
  wire first = write_i && !within_q;
  wire [<{ c.buffers.slot_bits - 1 }>:0] arriving = first ? arriving_i : arriving_q;
  wire [ADDRESS-1:0] write_address = first ? arriving_i * SLOT_FLITS : fill_q;

  wire asking, granted, streaming, read, lookup, lookup_all, last, leaves_all, controlled;
  wire [N:0] rest, request, moves, marks;
  wire [N-1:0] multicasts;
  wire [<{ c.buffers.slot_bits - 1 }>:0] next_slot, slot, lookup_slot;
  wire [<{ c.buffers.class_bits - 1 }>:0] class;
  wire [ADDRESS-1:0] read_address;
  wire [W-1:0] data;
<%- if c.frame.counts_flits %>
  wire [<{ c.frame.flit_index_bits - 1 }>:0] lookup_flit;
<%- endif %>
  <{ c.prefix }>mhu_output u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
<%- if !c.options.lan %>
    .turns_i(turns_i),
<%- endif %>
    .write_i(write_i),
    .write_data_i(write_data_i),
    .fill_address_i(fill_q),
    .decided_i(decided_i),
    .early_i(early_i),
    .decided_slot_i(decided_slot_i),
    .decided_targets_i(decided_targets_i),
    .decided_first_i(first),
<%- if c.frame.counts_flits %>
    .decided_tail_i(decided_tail_i),
    .decided_local_message_i(decided_targets_i[N-1:0] == {N{1'b0}}),
<%- endif %>
    .waiting_i(waiting_i),
    .filling_i(within_q),
    .fill_slot_i(arriving_q),
    .next_slot_o(next_slot),
    .next_targets_i(next_targets_i),
<%- if c.frame.counts_flits %>
    .next_tail_i(next_tail_i),
<%- endif %>
    .asking_o(asking),
    .granted_o(granted),
    .rest_o(rest),
    .streaming_o(streaming),
<%- if c.frame.counts_flits %>
    .short_headers_i(short_headers_i),
<%- endif %>
    .ending_i(ending_i),
    .slot_o(slot),
    .read_o(read),
    .read_address_o(read_address),
    .read_data_i(read_data_i),
    .branch_slot_i(branch_slot_i),
    .lookup_o(lookup),
    .lookup_all_o(lookup_all),
    .unicasts_i(unicasts_i),
    .lookup_slot_o(lookup_slot),
<%- if c.frame.counts_flits %>
    .lookup_flit_o(lookup_flit),
<%- endif %>
    .room_i(room_i),
    .request_o(request),
    .class_o(class),
    .grant_i(grant_i),
    .full_i(full_i),
    .move_o(moves),
    .data_o(data),
    .last_o(last),
    .leave_o(leaves_all),
    .controlled_o(controlled),
    .multicasts_o(multicasts),
    .mark_o(marks)
  );

  // Any one slot, what is known of the message in it, and any one bit of any one flit.
  reg begun_q, used_q, complete_q, undecided_q, multi_q, known_q, cell_q, reads_q, read_q;
  reg sending_q, stands_q, chosen_q, chosen_all_q, early_q;
  reg [<{ c.buffers.slot_bits - 1 }>:0] watched_q;
  reg [ADDRESS-1:0] place_q, end_q, next_q;
  reg [W+3:0] bit_q;
  reg [N:0] left_q;
  reg [N-1:0] targets_q, short_headers_q, unicasts_q;
  reg [1:0] ending_q;
  reg [N*CLASSES-1:0] room_q;
<%- if !c.options.lan %>
  reg [N-1:0] turns_q;
<%- endif %>
  // The flit that stands is one of the header.
  reg heads_q;
  wire heads = shows || heads_q;
  reg [<{ c.frame.flit_index_bits + 1 }>:0] index_q;
<%- if c.frame.counts_flits %>
  reg [<{ c.frame.flit_index_bits - 1 }>:0] chosen_flit_q;
<%- endif %>
  wire [ADDRESS-1:0] base = watched_i * SLOT_FLITS;
  wire comes = write_i && arriving == watched_i;
  wire decided = decided_i && decided_slot_i == watched_i;
  wire of_place = write_i && write_address == place_i;
  wire asks = asking && slot == watched_i;
  wire hastes = !asking && request != {N+1{1'b0}} && slot == watched_i;
  wire shows = asks || hastes;
  wire stands = shows || (sending_q && stands_q);
  wire of_watched = shows ? place_i == base : next_q == place_i + ONE;
  wire leaves = asks ? grant_i != {N+1{1'b0}} :
      sending_q && stands_q && (targets_q & full_i) == {N{1'b0}};
  wire fetches = (leaves && !last) || (sending_q && !stands_q);
  // A message that only the processor wants leaves out its header after the first flit.
<%- if c.frame.counts_flits %>
  reg [<{ c.frame.tail_bits - 1 }>:0] tail_q;
  wire skips = asks && left_q[N-1:0] == {N{1'b0}} && tail_q != <{ c.frame.tail_bits }>'d0;
  wire [ADDRESS-1:0] skipped = skips ? tail_q : {ADDRESS{1'b0}};
<%- else %>
  wire skips = 1'b0;
  wire [ADDRESS-1:0] skipped = {ADDRESS{1'b0}};
<%- endif %>
  wire [ADDRESS-1:0] after = shows ? base + ONE : next_q;
  wire [ADDRESS-1:0] next = after + skipped;
  wire here = next != end_q || comes;
  wire linked = hastes || (asks ? left_q[N-1:0] : targets_q) != {N{1'b0}};
  wire multi = hastes || multi_q;
  wire is_last = complete_q && after == end_q;
  // Number of the flit that stands, as far as it matters.
  wire [<{ c.frame.flit_index_bits + 1 }>:0] index = shows ? 0 : index_q;
  wire shown = ({controlled, multicasts != {N{1'b0}}, marks[N], last, data} & bit_i) != {W+4{1'b0}};
  // A message that is cut ends with its header.
  wire write_last = write_data_i[W] || (ending_i[0] && write_data_i[W+1]);

  // The message that may ask early, with its branches of the cycle before, and the outputs that are
  // owned: those of a message that is decided now are asked for, or go on, in the next cycle.
  reg hasty_q, follows_q;
  reg [<{ c.buffers.slot_bits - 1 }>:0] hasty_slot_q, owned_slot_q;
  reg [N:0] hasty_targets_q, owned_q;
  wire [N:0] fresh = grant_i & ~owned_q;

  // How long any one other slot has waited for the one that asks.
  localparam [7:0] PATIENCE = <{ 2 * c.buffers.slot_codes + 2 }>;
  reg [<{ c.buffers.slot_bits - 1 }>:0] other_q, slot_q;
  reg [7:0] patience_q;
  wire held_up = asking && !granted && slot != other_i && waiting_i[other_i];

  reg legal, bad;
  reg [N:0] wants;
  integer d, k, hop;
  always @* begin
    legal = watched_i < SLOTS && other_i < SLOTS && (waiting_i >> SLOTS) == 0;
    if (bit_i == 0 || (bit_i & (bit_i - 1)) != 0) legal = 1'b0;
    if (begun_q && (watched_i != watched_q || place_i != place_q || bit_i != bit_q)) legal = 1'b0;
    if ((fresh & ~request) != {N+1{1'b0}} || (owned_q & ~grant_i) != {N+1{1'b0}}) legal = 1'b0;
    // A frame comes into a free slot, and its flits fit there.
    if (first && (arriving_i >= SLOTS || (comes && used_q))) legal = 1'b0;
    if (write_i && write_address - arriving * SLOT_FLITS >= <{ c.frame.message_flits }>) legal = 1'b0;
    if (drop_i && arriving_q == watched_i && (!undecided_q || decided)) legal = 1'b0;
    // What is said of the copies stays; the bits that it changes are watched without it.
    if (begun_q && (short_headers_i != short_headers_q || unicasts_i != unicasts_q || ending_i != ending_q)) legal = 1'b0;
    if (ending_i[0] && (bit_i[W] || bit_i[W+1])) legal = 1'b0;
    if (bit_i[W+2] && unicasts_i == {N{1'b1}}) legal = 1'b0;
    // Branches become known one after the other, until all are.
    if (early_i && (decided_slot_i >= SLOTS || decided_targets_i[N-1:0] == {N{1'b0}})) legal = 1'b0;
    if (early_i && (first || branch_slot_i != decided_slot_i || !decided_multi_i)) legal = 1'b0;
    if (early_i && decided_slot_i == watched_i && !(used_q && undecided_q)) legal = 1'b0;
    if (hasty_q && (!(early_i || decided_i) || decided_slot_i != hasty_slot_q ||
        (hasty_targets_q & ~decided_targets_i) != {N+1{1'b0}})) legal = 1'b0;
    // It is decided once, with its first flit or later.
    if (decided_i && (decided_slot_i >= SLOTS || decided_targets_i == {N+1{1'b0}})) legal = 1'b0;
    if (decided_i && first && (decided_slot_i != arriving_i || decided_multi_i)) legal = 1'b0;
    if (decided && !(first || (used_q && undecided_q))) legal = 1'b0;
<%- if c.frame.counts_flits %>
    // Then the whole header is in the buffer, and data follow.
    if (decided && decided_tail_i != <{ c.frame.tail_bits }>'d0) begin
      if (!decided_multi_i || ending_i[0] || first) legal = 1'b0;
      if (end_q - base < decided_tail_i + ONE) legal = 1'b0;
      if (complete_q && end_q - base == decided_tail_i + ONE) legal = 1'b0;
    end
    if (next_slot == watched_i && left_q != {N+1{1'b0}} && next_tail_i != tail_q) legal = 1'b0;
<%- endif %>
    if (decided_i && !first && branch_slot_i != decided_slot_i) legal = 1'b0;
    if (waiting_i[watched_i] != (left_q != {N+1{1'b0}})) legal = 1'b0;
    if (next_slot == watched_i && left_q != {N+1{1'b0}} && next_targets_i != left_q) legal = 1'b0;
    // The memory gives back what was written, and other flits are as this one.
    if (reads_q && ((read_data_i & bit_i) != 0) != read_q) legal = 1'b0;
    if (stands && !(of_watched && bit_i[W]) && last != is_last) legal = 1'b0;

    bad = granted != (asking && grant_i != {N+1{1'b0}}) || (asking && streaming) || next_slot >= SLOTS;
    if (moves != {N+1{1'b0}} && !streaming) bad = 1'b1;
    // What is owned goes on, or its message is still being decided.
    if (owned_q != {N+1{1'b0}} && slot != owned_slot_q) bad = 1'b1;
    if (follows_q && !(asking || streaming)) bad = 1'b1;
    if (!asking && !streaming && leaves_all) bad = 1'b1;
    if (asks && leaves_all != last) bad = 1'b1;
    if (sending_q && leaves_all != (leaves && last)) bad = 1'b1;
    if (asks && (left_q == {N+1{1'b0}} || rest != (left_q & ~grant_i))) bad = 1'b1;
    wants = {N+1{1'b0}};
    if (shows) begin
      if (class != slot / 2) bad = 1'b1;
      wants = asks ? left_q : hasty_q && !streaming && slot == hasty_slot_q ? hasty_targets_q : {N+1{1'b0}};
      for (d = 0; d < N; d = d + 1) begin
        hop = slot / 2<% if !c.options.lan %> + turns_q[d]<% endif %>;
        // No decision wants a class so high that it has no code.
        if (wants[d] && (hop >> <{ c.buffers.class_bits }>) != 0) legal = 1'b0;
        if (hop >= CLASSES) wants[d] = 1'b0;
        for (k = 0; k < CLASSES; k = k + 1) begin
          if (hop == k && !room_q[d*CLASSES+k]) wants[d] = 1'b0;
        end
      end
    end
    if (shows && request != wants) bad = 1'b1;
    if (sending_q != (streaming && slot == watched_i)) bad = 1'b1;
    if (sending_q && moves[N] != leaves) bad = 1'b1;
    for (d = 0; d < N; d = d + 1) begin
      if (sending_q && targets_q[d] && moves[d] != (leaves && !(short_headers_i[d] && heads && index > NEAR))) bad = 1'b1;
      if (stands && multicasts[d] != (multicasts != {N{1'b0}} && !unicasts_i[d])) bad = 1'b1;
      if (stands && linked && marks[d] != (marks[N] ||
          (short_headers_i[d] && heads && index == NEAR && !last))) bad = 1'b1;
    end
    if (skips ? !marks[N] : stands && of_watched && !(known_q && shown == cell_q)) bad = 1'b1;
    if (skips && of_watched && !bit_i[W+1] && !(known_q && shown == cell_q)) bad = 1'b1;
    // The choices of another slot, or of one that is being cleared, are not used. The processor has
    // no use for any.
    if (stands && linked && !chosen_all_q && (!chosen_q || early_q)) bad = 1'b1;
    if (stands && linked && multi && chosen_all_q != !heads) bad = 1'b1;
    if (stands && linked && multi && heads) begin
<%- if c.frame.counts_flits %>
      if (chosen_flit_q != (index < <{ c.frame.row_flits }> ? index : <{ c.frame.row_flits }>)) bad = 1'b1;
<%- endif %>
    end
    if (patience_q == PATIENCE) bad = 1'b1;
  end

  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    watched_q <= watched_i;
    place_q <= place_i;
    short_headers_q <= short_headers_i;
    unicasts_q <= unicasts_i;
    ending_q <= ending_i;
    room_q <= room_i;
<%- if !c.options.lan %>
    turns_q <= turns_i;
<%- endif %>
    bit_q <= bit_i;
    other_q <= other_i;
    slot_q <= slot;
    if (rst_ni && held_up && other_i == other_q && slot == slot_q) patience_q <= patience_q + 8'd1;
    else patience_q <= 8'd0;

    // What is written, and what is read.
    within_q <= rst_ni && (write_i ? !write_last : within_q && !drop_i);
    if (first) arriving_q <= arriving_i;
    if (write_i) fill_q <= write_address + ONE;
    if (comes) end_q <= write_address + ONE;
    if (of_place) cell_q <= (write_data_i & bit_i) != 0;
    known_q <= rst_ni && (of_place || (known_q && !(comes && first)));
    if (read) read_q <= cell_q;
    reads_q <= rst_ni && (read ? read_address == place_i && known_q && !of_place : reads_q);

    // The message.
    used_q <= rst_ni && (comes || (used_q && !(drop_i && arriving_q == watched_i && within_q) &&
        !(complete_q && !undecided_q && left_q == {N+1{1'b0}} && !sending_q)));
    complete_q <= rst_ni && (comes ? write_last : complete_q && used_q);
    undecided_q <= rst_ni && ((comes && first) || (undecided_q && !unwanted_i)) && !decided;
    if (decided) multi_q <= decided_multi_i;
<%- if c.frame.counts_flits %>
    if (decided) tail_q <= decided_tail_i;
<%- endif %>
    left_q <= !rst_ni ? {N+1{1'b0}} : decided ? decided_targets_i : asks ? left_q & ~grant_i : left_q;

    hasty_q <= rst_ni && early_i && !decided_i;
    hasty_slot_q <= decided_slot_i;
    hasty_targets_q <= decided_targets_i;
    owned_q <= rst_ni && !leaves_all ? grant_i : {N+1{1'b0}};
    if (fresh != {N+1{1'b0}}) owned_slot_q <= slot;
    follows_q <= rst_ni && grant_i != {N+1{1'b0}} && !asking && !streaming && decided_i;

    // Its copies.
    sending_q <= rst_ni && (asks ? leaves : sending_q) && !(leaves && last);
    if (asks) targets_q <= grant_i[N-1:0];
    if (fetches) begin
      stands_q <= here;
      next_q <= here ? next + ONE : next;
      if (leaves) heads_q <= heads && !marks[N];
      index_q <= here && index <= <{ c.frame.row_flits }> ? index + 1 : index;
    end
    if (lookup) begin
      chosen_q <= lookup_slot == watched_i;
      chosen_all_q <= lookup_all;
      early_q <= comes && first;
<%- if c.frame.counts_flits %>
      chosen_flit_q <= lookup_flit;
<%- endif %>
    end
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
