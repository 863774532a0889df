<{ c.banner("Property: how ring_tree_node joins its parts.") }>
// Contract: failed_o = 0 in every cycle after a reset, whatever the parts say: <% if c.is_writable %>the tables of the
//   host<% else %>the tables<% endif %> say by which port each member's ring comes in, and what each port sends: a member's slot,
//   what came by a port a cycle before, or nothing. What members get goes to their inboxes, from there, and from
//   members to which own messages came back wrong, to the store, and what the store writes to all queues. The node is
//   ready when what it expects is held, no message waits, and nothing is under way inside; done_o = 1 from the cycle
//   on after the barrier is over here: the root of the tree begins RELEASE once, when it is ready and the rings that
//   hang on it are collected; another node gets it, and goes on with it when its inboxes are empty. A dead node
//   is silent.
`default_nettype none

module proof_ring_tree_node (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  input  wire next_i,
  input  wire [<{ c.nodes - 1 }>:0] expected_i,
<%- if c.is_writable %>
  input  wire config_valid_i,
  input  wire [15:0] config_address_i,
  input  wire [31:0] config_data_i,
<%- endif %>
  input  wire [<{ c.origin_bits - 1 }>:0] node_i,
  input  wire [<{ c.rings() as u32 * c.ring_bits - 1 }>:0] rings_i,
  input  wire [<{ c.rings() as u32 * c.position_bits - 1 }>:0] positions_i,
  input  wire [<{ c.rings() as u32 * c.length_bits - 1 }>:0] lengths_i,
  input  wire [<{ c.rings() as u32 * c.port_bits - 1 }>:0] in_ports_i,
  input  wire [<{ c.rings() - 1 }>:0] gates_i,
  input  wire [<{ c.fullest().ports.len() as u32 * (c.port_bits + 1) - 1 }>:0] sources_i,
  input  wire [<{ c.payload - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  input  wire m_axis_tready,
  input  wire [<{ c.fullest().ports.len() as u32 * c.slot_bits - 1 }>:0] links_i,
  output wire failed_o
);
  localparam N = <{ c.nodes }>;
  localparam RINGS = <{ c.rings() }>;
  localparam PORTS = <{ c.fullest().ports.len() }>;
  localparam O = <{ c.origin_bits }>;
  localparam WORD = <{ c.word_bits }>;
  localparam SLOT = <{ c.slot_bits }>;
  localparam PORT = <{ c.port_bits }>;
  localparam RING = <{ c.ring_bits }>;
  localparam POSITION = <{ c.position_bits }>;
  localparam LENGTH = <{ c.length_bits }>;

  wire s_ready, m_valid, m_user, done, event_valid;
  wire [O+<{ c.payload }>-1:0] m_data;
  wire [PORTS*SLOT-1:0] links;
  wire [3:0] event_code;
  wire [RING-1:0] event_ring;
  <{ c.prefix }>ring_tree_node #(
    .PORTS(PORTS),
    .RINGS(RINGS)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .next_i(next_i),
    .expected_i(expected_i),
<%- if c.is_writable %>
    .config_valid_i(config_valid_i),
    .config_address_i(config_address_i),
    .config_data_i(config_data_i),
<%- endif %>
    .node_i(node_i),
    .rings_i(rings_i),
    .positions_i(positions_i),
    .lengths_i(lengths_i),
    .in_ports_i(in_ports_i),
    .gates_i(gates_i),
    .sources_i(sources_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_ready),
    .m_axis_tdata(m_data),
    .m_axis_tvalid(m_valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tuser(m_user),
    .done_o(done),
    .links_i(links_i),
    .links_o(links),
    .event_valid_o(event_valid),
    .event_code_o(event_code),
    .event_ring_o(event_ring)
  );

  // The ports of all parts, those of members and inboxes side by side.
<%- include "common/proof/seen.vh" %>

  // What the tables say.
<%- if c.is_writable %>
  wire [RINGS*RING-1:0] rings = tables_rings_o;
  wire [RINGS*POSITION-1:0] positions = tables_positions_o;
  wire [RINGS*LENGTH-1:0] lengths = tables_lengths_o;
  wire [RINGS*PORT-1:0] in_ports = tables_in_ports_o;
  wire [RINGS-1:0] gates = tables_gates_o;
  wire [PORTS*(PORT+1)-1:0] sources = tables_sources_o;
  wire [N-1:0] forgiven = tables_forgiven_o;
  wire [RINGS-1:0] runs = tables_runs_o;
  wire [<{ c.epoch_bits - 1 }>:0] epoch = tables_epoch_o;
  wire barrier = tables_barrier_o;
  wire forget = tables_forget_o;
  wire resume = tables_resume_o;
<%- else %>
  wire [RINGS*RING-1:0] rings = rings_i;
  wire [RINGS*POSITION-1:0] positions = positions_i;
  wire [RINGS*LENGTH-1:0] lengths = lengths_i;
  wire [RINGS*PORT-1:0] in_ports = in_ports_i;
  wire [RINGS-1:0] gates = gates_i;
  wire [PORTS*(PORT+1)-1:0] sources = sources_i;
  wire [N-1:0] forgiven = 0;
  wire [RINGS-1:0] runs = {RINGS{1'b1}};
  wire [<{ c.epoch_bits - 1 }>:0] epoch = 0;
  wire barrier = 1'b1;
  wire forget = 1'b0;
  wire resume = 1'b0;
<%- endif %>

  // The barrier is over, RELEASE waits, the root began it, it confirms what is out of reach; a repair since the
  // operation began; what came a cycle ago.
  reg done_q, called_q, began_q, confirm_q, repaired_q;
  reg [PORTS*SLOT-1:0] links_q;
  reg silent_q;

  wire clear = !rst_ni || faulty_i || next_i;
  wire cleared = faulty_i || next_i;
  reg ready, root, children, settled;
  integer r, o;
  always @* begin
    settled = update_idle_o;
    ready = 1'b1;
    root = 1'b1;
    children = 1'b1;
    for (r = 0; r < RINGS; r = r + 1) begin
      if (!inbox_empty_o[r]) settled = 1'b0;
      if (member_waits_o[r]) ready = 1'b0;
      if (lengths[r*LENGTH+:LENGTH] != 0 && !gates[r]) root = 1'b0;
      if (lengths[r*LENGTH+:LENGTH] != 0 && gates[r] && !member_collected_o[r]) children = 1'b0;
    end
    for (o = 0; o < N; o = o + 1) begin
      if (expected_i[o] && !forgiven[o] && !update_confirmed_o[o]) ready = 1'b0;
    end
    if (!settled) ready = 1'b0;
  end
  wire begins = root && ready && children && barrier && !began_q;
  wire called = called_q || begins || member_released_o != 0;
  wire over = called && settled;

  reg bad, again;
  reg [SLOT-1:0] slot;
  reg [PORT-1:0] from;
  integer m, p;
  always @* begin
    again = 1'b0;
    bad = s_ready != (!faulty_i && !next_i && !update_own_held_o && update_idle_o);
    if (done != (done_q && !faulty_i && !next_i)) bad = 1'b1;
    if (update_clk_i != clk_i || delivery_clk_i != clk_i || events_clk_i != clk_i) bad = 1'b1;
    if (member_clk_i != {RINGS{clk_i}} || inbox_clk_i != {RINGS{clk_i}}) bad = 1'b1;
<%- if c.is_writable %>

    // Tables.
    if (tables_clk_i != clk_i || tables_rst_ni != rst_ni || tables_next_i != next_i) bad = 1'b1;
    if (tables_write_i != config_valid_i || tables_address_i != config_address_i) bad = 1'b1;
    if (tables_data_i != config_data_i || tables_rings_i != rings_i) bad = 1'b1;
    if (tables_positions_i != positions_i || tables_lengths_i != lengths_i) bad = 1'b1;
    if (tables_in_ports_i != in_ports_i || tables_gates_i != gates_i) bad = 1'b1;
    if (tables_sources_i != sources_i) bad = 1'b1;
<%- endif %>

    // The store.
    if (update_rst_ni != rst_ni || update_clear_i != cleared || update_node_i != node_i || update_epoch_i != epoch) bad = 1'b1;
    if (update_forget_i != forget || update_done_i != done_q || update_gates_i != gates) bad = 1'b1;
    if (update_injection_i != (s_ready && s_axis_tvalid) || update_payload_i != s_axis_tdata) bad = 1'b1;
    if (update_come_i != inbox_valid_o || update_come_origins_i != inbox_origin_o) bad = 1'b1;
    if (update_come_new_i != inbox_new_o || inbox_held_i != {RINGS{update_held_o}}) bad = 1'b1;
    if (inbox_stored_i != {RINGS{update_stored_o}}) bad = 1'b1;
    if (inbox_stored_origin_i != {RINGS{update_stored_origin_o}}) bad = 1'b1;
    if (update_come_words_i != inbox_word_o) bad = 1'b1;
    if (update_wrong_i != member_wrong_o || update_wrong_origins_i != member_wrong_origin_o) bad = 1'b1;
    if (update_pending_i != delivery_pending_o) bad = 1'b1;

    // Members and inboxes.
    if (member_rst_ni != {RINGS{rst_ni}} || inbox_rst_ni != {RINGS{rst_ni}}) bad = 1'b1;
    if (member_clear_i != {RINGS{cleared}} || inbox_clear_i != {RINGS{cleared || forget}}) bad = 1'b1;
    if (inbox_come_i != member_come_o || inbox_origin_i != member_come_origin_o) bad = 1'b1;
    if (inbox_word_i != member_come_word_o || inbox_pop_i != update_come_taken_o) bad = 1'b1;
    if (member_ring_i != rings || member_position_i != positions || member_length_i != lengths) bad = 1'b1;
    if (member_gate_i != gates || member_runs_i != runs || member_epoch_i != {RINGS{epoch}}) bad = 1'b1;
    if (member_barrier_i != {RINGS{barrier}} || member_forget_i != {RINGS{forget}}) bad = 1'b1;
    if (member_wrong_taken_i != update_wrong_taken_o) bad = 1'b1;
    if (member_write_i != {RINGS{update_write_o}} || member_origin_i != {RINGS{update_origin_o}}) bad = 1'b1;
    if (member_word_i != {RINGS{update_word_o}} || member_hold_i != {RINGS{update_hold_o}}) bad = 1'b1;
    if (member_queue_i != update_queue_o || member_ready_i != {RINGS{ready}}) bad = 1'b1;
    if (member_children_i != {RINGS{children}} || member_settled_i != {RINGS{settled && !confirm_q}}) bad = 1'b1;
    if (member_release_i != (gates & {RINGS{over}})) bad = 1'b1;
    for (m = 0; m < RINGS; m = m + 1) begin
      if (member_node_i[m*O+:O] != node_i || member_done_i[m] != done_q) bad = 1'b1;
      for (p = 0; p < N; p = p + 1) begin
        again = update_held_o[p] && ((resume && p == node_i) ||
            (forgiven[p] && (confirm_q || (resume && !gates[m]))));
        if (member_again_i[m*N+p] != again) bad = 1'b1;
      end
      from = in_ports[m*PORT+:PORT];
      slot = {SLOT{1'b0}};
      for (p = 0; p < PORTS; p = p + 1) begin
        if (from == p) slot = links_i[p*SLOT+:SLOT];
      end
      if (member_slot_i[m*SLOT+:SLOT] != slot) bad = 1'b1;
    end

    // Ports.
    for (p = 0; p < PORTS; p = p + 1) begin
      slot = {SLOT{1'b0}};
      if (sources[p*(PORT+1)]) begin
        for (m = 0; m < RINGS; m = m + 1) begin
          if (sources[p*(PORT+1)+1+:PORT] == m) slot = member_slot_o[m*SLOT+:SLOT];
        end
      end else if (!silent_q && sources[p*(PORT+1)+1+:PORT] != p) begin
        for (m = 0; m < PORTS; m = m + 1) begin
          if (sources[p*(PORT+1)+1+:PORT] == m) slot = links_q[m*SLOT+:SLOT];
        end
      end
      if (links[p*SLOT] != (slot[0] && !faulty_i)) bad = 1'b1;
      if (links[p*SLOT] && links[p*SLOT+:SLOT] != slot) bad = 1'b1;
    end

    // The processor, and events.
    if (delivery_rst_ni != rst_ni || delivery_clear_i != cleared || delivery_write_i != update_write_o) bad = 1'b1;
    if (delivery_origin_i != update_origin_o || delivery_word_i != update_word_o) bad = 1'b1;
    if (delivery_hold_i != update_hold_o || delivery_deliver_i != update_deliver_o) bad = 1'b1;
    if (delivery_m_axis_tready != m_axis_tready || m_valid != (delivery_m_axis_tvalid && !faulty_i)) bad = 1'b1;
    if (m_data != delivery_m_axis_tdata || m_user != delivery_m_axis_tuser) bad = 1'b1;
    if (events_rst_ni != rst_ni || events_clear_i != faulty_i || events_rings_i != rings || events_refused_i != member_refused_o) bad = 1'b1;
    if (events_differs_i != member_differs_o || events_broken_i != member_broken_o) bad = 1'b1;
    if (event_valid != (events_event_valid_o && !faulty_i) || event_code != events_event_code_o) bad = 1'b1;
    if (event_ring != events_event_ring_o) bad = 1'b1;
  end

  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= begun_q || !rst_ni;
    done_q <= !clear && (done_q || over);
    began_q <= !clear && !forget && (began_q || begins);
    called_q <= !clear && !forget && called && !settled;
    confirm_q <= !clear && !forget && begins && repaired_q;
    repaired_q <= !clear && (repaired_q || forget);
    links_q <= links_i;
    silent_q <= clear;
  end
  assign failed_o = begun_q && rst_ni && bad;
endmodule

`default_nettype wire
