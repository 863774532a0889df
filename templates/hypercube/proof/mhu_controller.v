<{ c.banner("Property: what mhu_controller decides and reports.") }>
// Contract: failed_o = 0 in every cycle after a reset while headers come only when they may, and the
//   voter chooses one healthy dimension after the other, none twice and none that is forbidden. A
//   unicast, a list or a broadcast is decided with its header: a unicast goes over the lowest
//   healthy dimension of its vote that it may take, the others where Control sends them and may. A
//   multicast goes where the voter says, until that is done; its branches are given early as they
//   become known. A message that is here is delivered,
//   too. What cannot be reached leaves one event, with its destination; a broadcast that two faulty
//   neighbours or a forbidden dimension cut leaves one event 5 after them. The next header comes
//   after all events, so that no decision ends while a report waits.
`default_nettype none

module proof_mhu_controller (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- if !c.options.lan %>
  input  wire [<{ c.topology.dimension - 1 }>:0] turns_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] own_dimension_i,
  input  wire header_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] slot_i,
  input  wire unicast_i,
  input  wire multi_i,
  input  wire shortens_i,
<%- if c.frame.counts_flits %>
  input  wire [<{ c.frame.tail_bits - 1 }>:0] tail_i,
<%- endif %>
  input  wire match_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] vote_i,
<%- if c.options.checks_neighbours %>
  input  wire broadcast_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] neighbours_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] control_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] source_i,
  input  wire branch_valid_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] branch_dimension_i,
  input  wire [<{ c.frame.rows - 1 }>:0] branch_rows_i,
  input  wire done_i,
  input  wire [<{ c.frame.rows - 1 }>:0] unroutable_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] report_field_i,
  input  wire event_ready_i,
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;

  wire ready, deciding, early, decided, wanted, event_valid;
  wire [N-1:0] forbidden, branch_dimension, event_source, event_address;
  wire [N:0] decided_targets;
  wire [N-1:0] decided_unicasts;
<%- if c.frame.counts_flits %>
  wire [<{ c.frame.tail_bits - 1 }>:0] decided_tail;
  wire decided_local_message;
  reg [<{ c.frame.tail_bits - 1 }>:0] tail_q;
  wire [N-1:0] decided_short_headers;
  reg [N-1:0] short_headers_q;
<%- endif %>
  wire [<{ c.buffers.slot_bits - 1 }>:0] branch_slot, decided_slot;
  wire [M-1:0] report_row, branch_rows;
  wire [3:0] event_code;
  <{ c.prefix }>mhu_controller u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
    .faulty_i(faulty_i),
<%- if !c.options.lan %>
    .turns_i(turns_i),
<%- endif %>
    .own_dimension_i(own_dimension_i),
    .header_i(header_i),
    .slot_i(slot_i),
    .filled_slot_i(slot_q),
    .unicast_i(unicast_i),
    .multi_i(multi_i),
    .shortens_i(shortens_i),
<%- if c.frame.counts_flits %>
    .tail_i(tail_i),
<%- endif %>
    .match_i(match_i),
    .matched_i(match_q),
    .vote_i(vote_i),
<%- if c.options.checks_neighbours %>
    .broadcast_i(broadcast_i),
    .neighbours_i(neighbours_i),
<%- endif %>
    .control_i(control_i),
    .source_i(source_q),
    .ready_o(ready),
    .forbidden_o(forbidden),
    .branch_valid_i(branch_valid_i),
    .branch_dimension_i(branch_dimension_i),
    .branch_rows_i(branch_rows_i),
    .done_i(done_i),
    .unroutable_i(unroutable_i),
    .branch_rows_o(branch_rows),
    .branch_slot_o(branch_slot),
    .branch_dimension_o(branch_dimension),
    .deciding_o(deciding),
    .early_o(early),
    .decided_o(decided),
    .wanted_o(wanted),
    .decided_slot_o(decided_slot),
    .decided_targets_o(decided_targets),
<%- if c.frame.counts_flits %>
    .decided_short_headers_o(decided_short_headers),
<%- endif %>
    .decided_unicasts_o(decided_unicasts),
<%- if c.frame.counts_flits %>
    .decided_tail_o(decided_tail),
    .decided_local_message_o(decided_local_message),
<%- endif %>
    .report_row_o(report_row),
    .report_field_i(report_field_i),
    .event_valid_o(event_valid),
    .event_code_o(event_code),
    .event_source_o(event_source),
    .event_address_o(event_address),
    .event_ready_i(event_ready_i)
  );

  // A multicast that is decided, and what is still to be reported: rows of the reference array,
  // dimensions of a list.
  reg begun_q, open_q, match_q, cut_q, shortens_q, unicast_q;
  reg [<{ c.buffers.slot_bits - 1 }>:0] slot_q;
  reg [N-1:0] source_q, taken_q, unicasts_q, dimensions_q, local_address_q;
  reg [M-1:0] rows_q;
  wire chooses = open_q && branch_valid_i;
  wire at_once = header_i && !multi_i;
  wire ends = at_once || (open_q && done_i);
  wire reports = rows_q != {M{1'b0}} || dimensions_q != {N{1'b0}} || cut_q;
  wire [<{ c.buffers.slot_bits - 1 }>:0] slot = open_q ? slot_q : slot_i;
<%- if !c.options.lan %>
  wire last_class = slot / 2 == <{ c.buffers.classes - 1 }>;
<%- endif %>

  function one_hot(input [N-1:0] bits);
    one_hot = bits != {N{1'b0}} && (bits & (bits - <{ c.topology.dimension }>'d1)) == {N{1'b0}};
  endfunction

  reg [N-1:0] forbids, sends, cut_off, goes, told;
  reg [M-1:0] left;
  reg cut, legal, bad;
  integer d;
  always @* begin
    forbids = own_dimension_i;
    sends = {N{1'b0}};
    cut_off = {N{1'b0}};
    cut = 1'b0;
    for (d = N - 1; d >= 0; d = d - 1) begin
<%- if !c.options.lan %>
      if (last_class && turns_i[d]) forbids[d] = 1'b1;
<%- endif %>
      if (unicast_i) begin
        if (vote_i[d] && !faulty_i[d] && !forbids[d]) sends = <{ c.topology.dimension }>'d1 << d;
      end else if (control_i[d]) begin
        if (faulty_i[d]) cut_off[d] = 1'b1;
        else if (forbids[d]) cut = 1'b1;
        else sends[d] = 1'b1;
      end
    end
    if (cut_off != {N{1'b0}} && !one_hot(cut_off)) cut = 1'b1;
    goes = open_q ? taken_q : sends;
    left = open_q ? unroutable_i : {M{1'b0}};
    if (!open_q && unicast_i && vote_i != {N{1'b0}} && sends == {N{1'b0}}) left[0] = 1'b1;
    told = event_address ^ local_address_i;

    legal = own_dimension_i == {N{1'b0}} || one_hot(own_dimension_i);
    if (header_i && (!ready || (unicast_i && multi_i))) legal = 1'b0;
    if (chooses && (!one_hot(branch_dimension_i) || done_i ||
        (branch_dimension_i & (taken_q | faulty_i | forbids)) != {N{1'b0}})) legal = 1'b0;
    if (branch_valid_i != (branch_rows_i != {M{1'b0}}) || (branch_valid_i && !open_q)) legal = 1'b0;
    // Nothing changes its place while a message is decided.
    if (local_address_i != local_address_q) legal = 1'b0;
    if (open_q && (taken_q & own_dimension_i) != {N{1'b0}}) legal = 1'b0;

    bad = decided != ends || branch_rows != branch_rows_i || deciding != open_q;
    if (ready != !(open_q || event_valid)) bad = 1'b1;
    // No decision ends while a report waits, so none takes the place of another.
    if (ends && (event_valid || reports)) bad = 1'b1;
    if (open_q && (forbidden != forbids || branch_slot != slot_q)) bad = 1'b1;
    if (chooses && branch_dimension != branch_dimension_i) bad = 1'b1;
    if (early != (open_q && taken_q != {N{1'b0}})) bad = 1'b1;
    if (ends || early) begin
      if (decided_targets != {open_q ? match_q : match_i, goes} || decided_slot != slot) bad = 1'b1;
      if (wanted != (decided_targets != {N+1{1'b0}})) bad = 1'b1;
      // Copies without far destinations, where they may be shorter.
<%- if c.frame.counts_flits %>
      if (decided_short_headers != (open_q ? short_headers_q : {N{1'b0}})) bad = 1'b1;
<%- endif %>
      if (decided_unicasts != (open_q ? unicasts_q : {N{1'b0}})) bad = 1'b1;
<%- if c.frame.counts_flits %>
      if (decided_tail != (open_q ? tail_q : <{ c.frame.tail_bits }>'d0)) bad = 1'b1;
      if (open_q && decided_local_message != (taken_q == {N{1'b0}})) bad = 1'b1;
<%- endif %>
    end
    if (event_valid != reports) bad = 1'b1;
    if (event_valid && event_source != source_q) bad = 1'b1;
    if (rows_q != {M{1'b0}}) begin
      if (event_code != 4'd4 || event_address != (report_field_i ^ local_address_i)) bad = 1'b1;
      // The destination of a unicast is in any row of its flit.
      if (unicast_q && report_row != <{ c.frame.near_mask() }>) bad = 1'b1;
      if (!unicast_q && ((report_row & rows_q) == {M{1'b0}} ||
          (report_row & (report_row - <{ c.frame.rows }>'d1)) != {M{1'b0}})) bad = 1'b1;
    end else if (dimensions_q != {N{1'b0}}) begin
      if (event_code != 4'd4 || !one_hot(told) || (told & dimensions_q) == {N{1'b0}}) bad = 1'b1;
    end else if (cut_q) begin
      if (event_code != 4'd5 || event_address != {N{1'b0}}) bad = 1'b1;
    end
  end

  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    open_q <= rst_ni && ((header_i && multi_i) || (open_q && !done_i));
    local_address_q <= local_address_i;
    if (header_i) begin
      slot_q <= slot_i;
      match_q <= match_i;
      source_q <= source_i;
      shortens_q <= shortens_i;
<%- if c.frame.counts_flits %>
      tail_q <= tail_i;
<%- endif %>
      unicast_q <= unicast_i;
      taken_q <= {N{1'b0}};
<%- if c.frame.counts_flits %>
      short_headers_q <= {N{1'b0}};
<%- endif %>
      unicasts_q <= {N{1'b0}};
    end else if (chooses) begin
      taken_q <= taken_q | branch_dimension_i;
      if (shortens_q && branch_rows_i < <{ c.frame.near_bound() }>) begin
<%- if c.frame.counts_flits %>
        short_headers_q <= short_headers_q | branch_dimension_i;
<%- endif %>
        if ((branch_rows_i & (branch_rows_i - <{ c.frame.rows }>'d1)) == {M{1'b0}}) begin
          unicasts_q <= unicasts_q | branch_dimension_i;
        end
      end
    end
    if (!rst_ni) begin
      rows_q <= {M{1'b0}};
      dimensions_q <= {N{1'b0}};
      cut_q <= 1'b0;
    end else if (ends) begin
      rows_q <= left;
<%- if c.options.checks_neighbours %>
      // Of a list, the neighbours that were to get a copy and are faulty.
      dimensions_q <= open_q || unicast_i || broadcast_i ? {N{1'b0}} : cut_off & neighbours_i;
<%- else %>
      dimensions_q <= {N{1'b0}};
<%- endif %>
      cut_q <= !open_q && !unicast_i && cut;
    end else if (event_ready_i) begin
      if (rows_q != {M{1'b0}}) rows_q <= rows_q & ~report_row;
      else if (dimensions_q != {N{1'b0}}) dimensions_q <= dimensions_q & ~told;
      else cut_q <= 1'b0;
    end
  end
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
