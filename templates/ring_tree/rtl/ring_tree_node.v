<{ c.banner("Node: its virtual nodes, their common store, and the ways through it.") }>
// Contract: port p is slice p of links_i and links_o; the tables say which port is whose. An output
//   port sends what a virtual node sends, what came by another port a cycle before, or nothing.
//   A message that came on a ring leaves on the other rings <{ c.turn }> cycles later at the earliest.
//   With next_i = 1 nothing is ready or done, and from the next cycle on everything but the tables
//   is empty. A faulty node is silent at once. In reset, from its first clock edge on, every valid
//   is 0; a ready may be anything.
// Latency and state: <{ c.hop() }> from port to port; the parts.
// Not split: it joins parts, whose many ports stand one a line, by ring.
// Widths: <{ c.nodes }> = nodes; <{ c.origin_bits }> = origin number; <{ c.ring_bits }> = ring number; <{ c.position_bits }> = position;
//   <{ c.length_bits }> = length; <{ c.port_bits }> = port number; <{ c.port_bits + 1 }> = port number + 1; <{ c.payload }> = payload;
//   <{ c.origin_bits + c.payload }> = origin number + payload; <{ c.slot_bits }> = slot of a ring.
`default_nettype none

module <{ c.prefix }>ring_tree_node #(
  // Ports, and virtual nodes.
  parameter PORTS = 2,
  parameter RINGS = 1
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  input  wire next_i,
  input  wire [<{ c.nodes - 1 }>:0] expected_i,
<%- if c.is_writable %>
  // A table write by the host
  input  wire config_valid_i,
  input  wire [15:0] config_address_i,
  input  wire [31:0] config_data_i,
<%- endif %>
  // Constants of the place: number, and <% if c.is_writable %>in reset <% endif %>by virtual node its ring, position, length,
  // port, gate; by output port its source: a virtual node (2v + 1), an input port (2p), or itself
  input  wire [<{ c.origin_bits - 1 }>:0] node_i,
  input  wire [RINGS*<{ c.ring_bits }>-1:0] rings_i,
  input  wire [RINGS*<{ c.position_bits }>-1:0] positions_i,
  input  wire [RINGS*<{ c.length_bits }>-1:0] lengths_i,
  input  wire [RINGS*<{ c.port_bits }>-1:0] in_ports_i,
  input  wire [RINGS-1:0] gates_i,
  input  wire [PORTS*<{ c.port_bits + 1 }>-1:0] sources_i,
  // Processor
  input  wire [<{ c.payload - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  output wire [<{ c.origin_bits + c.payload - 1 }>:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tuser,
  output wire done_o,
  // Links
  input  wire [PORTS*<{ c.slot_bits }>-1:0] links_i,
  output wire [PORTS*<{ c.slot_bits }>-1:0] links_o,
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [<{ c.ring_bits - 1 }>:0] event_ring_o
);
  localparam N = <{ c.nodes }>;
  localparam O = <{ c.origin_bits }>;
  localparam WORD = <{ c.word_bits }>;
  localparam SLOT = <{ c.slot_bits }>;
  localparam PORT = <{ c.port_bits }>;
  localparam RING = <{ c.ring_bits }>;
  localparam POSITION = <{ c.position_bits }>;
  localparam LENGTH = <{ c.length_bits }>;

  // Tables.
  wire [RINGS*RING-1:0] rings;
  wire [RINGS*POSITION-1:0] positions;
  wire [RINGS*LENGTH-1:0] lengths;
  wire [RINGS*PORT-1:0] in_ports;
  wire [RINGS-1:0] gates, runs, is_on;
  wire [PORTS*(PORT+1)-1:0] sources;
  wire [N-1:0] forgiven;
  wire [<{ c.epoch_bits - 1 }>:0] epoch;
  wire barrier, forget, resume;
<%- if c.is_writable %>
  <{ c.prefix }>ring_tree_tables #(
    .PORTS(PORTS),
    .RINGS(RINGS)
  ) u_tables (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .next_i(next_i),
    .write_i(config_valid_i),
    .address_i(config_address_i),
    .data_i(config_data_i),
    .rings_i(rings_i),
    .positions_i(positions_i),
    .lengths_i(lengths_i),
    .in_ports_i(in_ports_i),
    .gates_i(gates_i),
    .sources_i(sources_i),
    .rings_o(rings),
    .positions_o(positions),
    .lengths_o(lengths),
    .in_ports_o(in_ports),
    .gates_o(gates),
    .sources_o(sources),
    .forgiven_o(forgiven),
    .runs_o(runs),
    .epoch_o(epoch),
    .barrier_o(barrier),
    .forget_o(forget),
    .resume_o(resume)
  );
<%- else %>
  assign rings = rings_i;
  assign positions = positions_i;
  assign lengths = lengths_i;
  assign in_ports = in_ports_i;
  assign gates = gates_i;
  assign sources = sources_i;
  assign forgiven = {N{1'b0}};
  assign runs = {RINGS{1'b1}};
  assign epoch = <{ c.epoch_bits }>'d0;
  assign barrier = 1'b1;
  assign forget = 1'b0;
  assign resume = 1'b0;
<%- endif %>

  wire clear = faulty_i || next_i;

  // What virtual nodes and inboxes have for the store.
  wire [RINGS-1:0] shown, shown_new, shown_taken, wrong, wrong_taken, emptied;
  wire [RINGS*O-1:0] shown_origins, wrong_origins;
  wire [RINGS*WORD-1:0] shown_words;
  // What the store writes, where it is queued, and what is held.
  wire write, deliver, hold, own_held, idle;
  wire [O-1:0] origin;
  wire [<{ c.stored_bits - 1 }>:0] word;
  wire [RINGS-1:0] queue;
  wire [N-1:0] held, confirmed, undelivered;
  wire stored;
  wire [O-1:0] stored_origin;
  wire injection = s_axis_tvalid && s_axis_tready;
  assign s_axis_tready = !faulty_i && !next_i && !own_held && idle;
  reg done_q;

  <{ c.prefix }>ring_tree_update #(
    .RINGS(RINGS)
  ) u_update (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear),
    .node_i(node_i),
    .epoch_i(epoch),
    .forget_i(forget),
    .done_i(done_q),
    .gates_i(gates),
    .injection_i(injection),
    .payload_i(s_axis_tdata),
    .come_i(shown),
    .come_origins_i(shown_origins),
    .come_words_i(shown_words),
    .come_new_i(shown_new),
    .come_taken_o(shown_taken),
    .wrong_i(wrong),
    .wrong_origins_i(wrong_origins),
    .wrong_taken_o(wrong_taken),
    .write_o(write),
    .origin_o(origin),
    .word_o(word),
    .queue_o(queue),
    .deliver_o(deliver),
    .pending_i(undelivered),
    .hold_o(hold),
    .held_o(held),
    .confirmed_o(confirmed),
    .stored_o(stored),
    .stored_origin_o(stored_origin),
    .own_held_o(own_held),
    .idle_o(idle)
  );

  // Ready: all expected messages are confirmed, all copies came back as they should.
  reg began_q, called_q;
  wire [RINGS-1:0] waiting, collected, released, refused, differs, broken;
  wire settled = idle && emptied == {RINGS{1'b1}};
  wire here = (confirmed | ~expected_i | forgiven) == {N{1'b1}};
  wire ready = here && waiting == {RINGS{1'b0}} && settled;
  wire children = (collected | ~(gates & is_on)) == {RINGS{1'b1}};
  wire is_root = (gates | ~is_on) == {RINGS{1'b1}};
  wire starts = is_root && ready && children && barrier && !began_q;
  // The release is here; what came before it must be in the store.
  wire called = called_q || starts || (|released);
  wire releases = called && settled;
  always @(posedge clk_i) begin
    if (!rst_ni || clear) done_q <= 1'b0;
    else done_q <= done_q || releases;
  end
  // The root starts the release once in an epoch.
  always @(posedge clk_i) begin
    if (!rst_ni || clear || forget) begin
      began_q <= 1'b0;
      called_q <= 1'b0;
    end else begin
      began_q <= began_q || starts;
      called_q <= called && !settled;
    end
  end

  // An epoch begins: each node sends its own message again, and up the tree what it has of origins
  // out of reach. When all of that has come, the root confirms it, before the release.
  wire confirm;
<%- if c.is_writable %>
  reg repaired_q, confirm_q;
  always @(posedge clk_i) begin
    if (!rst_ni || clear) repaired_q <= 1'b0;
    else if (forget) repaired_q <= 1'b1;
  end
  always @(posedge clk_i) begin
    if (!rst_ni || clear || forget) confirm_q <= 1'b0;
    else confirm_q <= starts && repaired_q;
  end
  assign confirm = confirm_q;
<%- else %>
  assign confirm = 1'b0;
<%- endif %>
  localparam [N-1:0] ONE = 1;
  wire [N-1:0] lost = held & forgiven;
  wire [N-1:0] own = held & (ONE << node_i) & {N{resume}};
  assign done_o = done_q && !faulty_i && !next_i;

  // What virtual nodes send. A number of a port or virtual node that is not here means nothing.
  wire [RINGS*SLOT-1:0] sent;
  wire [PORTS*SLOT-1:0] came;
  genvar r, p;
  generate
    for (r = 0; r < RINGS; r = r + 1) begin : gen_ring
      wire [PORT-1:0] in_port = in_ports[r*PORT+:PORT];
      reg [SLOT-1:0] slot;
      integer i;
      always @* begin
        slot = {SLOT{1'b0}};
        for (i = 0; i < PORTS; i = i + 1) begin
          slot = slot | (links_i[i*SLOT+:SLOT] & {SLOT{in_port == i[PORT-1:0]}});
        end
      end
      assign is_on[r] = lengths[r*LENGTH+:LENGTH] != {LENGTH{1'b0}};

      wire come;
      wire [O-1:0] come_origin;
      wire [WORD-1:0] come_word;
      <{ c.prefix }>ring_tree_member u_member (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .clear_i(clear),
        .ring_i(rings[r*RING+:RING]),
        .position_i(positions[r*POSITION+:POSITION]),
        .length_i(lengths[r*LENGTH+:LENGTH]),
        .gate_i(gates[r]),
        .runs_i(runs[r]),
        .epoch_i(epoch),
        .barrier_i(barrier),
        .forget_i(forget),
        .slot_i(slot),
        .slot_o(sent[r*SLOT+:SLOT]),
        .come_o(come),
        .come_origin_o(come_origin),
        .come_word_o(come_word),
        .wrong_o(wrong[r]),
        .wrong_origin_o(wrong_origins[r*O+:O]),
        .wrong_taken_i(wrong_taken[r]),
        .write_i(write),
        .origin_i(origin),
        .word_i(word),
        .hold_i(hold),
        .queue_i(queue[r]),
        .again_i(own | (lost & {N{confirm || (resume && !gates[r])}})),
        .node_i(node_i),
        .done_i(done_q),
        .waits_o(waiting[r]),
        .ready_i(ready),
        .children_i(children),
        .settled_i(settled && !confirm),
        .release_i(releases && gates[r]),
        .collected_o(collected[r]),
        .released_o(released[r]),
        .refused_o(refused[r]),
        .differs_o(differs[r]),
        .broken_o(broken[r])
      );

      <{ c.prefix }>ring_tree_inbox u_inbox (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .clear_i(clear || forget),
        .come_i(come),
        .origin_i(come_origin),
        .word_i(come_word),
        .held_i(held),
        .stored_i(stored),
        .stored_origin_i(stored_origin),
        .valid_o(shown[r]),
        .new_o(shown_new[r]),
        .origin_o(shown_origins[r*O+:O]),
        .word_o(shown_words[r*WORD+:WORD]),
        .pop_i(shown_taken[r]),
        .empty_o(emptied[r])
      );
    end

    // Ports: what came by each, and what leaves.
    for (p = 0; p < PORTS; p = p + 1) begin : gen_port
      reg valid_q;
      reg [SLOT-2:0] came_q;
      always @(posedge clk_i) begin
        if (!rst_ni || clear) valid_q <= 1'b0;
        else valid_q <= links_i[p*SLOT];
      end
      always @(posedge clk_i) came_q <= links_i[p*SLOT+1+:SLOT-1];
      assign came[p*SLOT+:SLOT] = {came_q, valid_q};

      wire [PORT:0] source = sources[p*(PORT+1)+:PORT+1];
      reg [SLOT-1:0] leaves;
      integer i;
      always @* begin
        leaves = {SLOT{1'b0}};
        for (i = 0; i < PORTS; i = i + 1) begin
          if (i != p) begin
            leaves = leaves | (came[i*SLOT+:SLOT] & {SLOT{source == {i[PORT-1:0], 1'b0}}});
          end
        end
        for (i = 0; i < RINGS; i = i + 1) begin
          leaves = leaves | (sent[i*SLOT+:SLOT] & {SLOT{source == {i[PORT-1:0], 1'b1}}});
        end
      end
      // A slot without its valid bit is empty.
      assign links_o[p*SLOT+:SLOT] = {leaves[SLOT-1:1], leaves[0] && !faulty_i};
    end
  endgenerate

  // A faulty node is silent at once.
  wire offers, reports;
  assign m_axis_tvalid = offers && !faulty_i;
  assign event_valid_o = reports && !faulty_i;
  <{ c.prefix }>ring_tree_delivery u_delivery (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear),
    .write_i(write),
    .origin_i(origin),
    .word_i(word),
    .hold_i(hold),
    .deliver_i(deliver),
    .pending_o(undelivered),
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(offers),
    .m_axis_tready(m_axis_tready),
    .m_axis_tuser(m_axis_tuser)
  );

  <{ c.prefix }>ring_tree_event_queue #(
    .RINGS(RINGS)
  ) u_event_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(faulty_i),
    .rings_i(rings),
    .refused_i(refused),
    .differs_i(differs),
    .broken_i(broken),
    .event_valid_o(reports),
    .event_code_o(event_code_o),
    .event_ring_o(event_ring_o)
  );

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni && !clear) begin : root_is_done_when_it_began
      assert (!began_q || done_q);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
