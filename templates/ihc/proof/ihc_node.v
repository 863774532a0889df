<{ c.banner("Property: how ihc_node joins its parts.") }>
// Contract: failed_o = 0, whatever the parts say: all parts but the injector are in reset while the node is
//   faulty; the injector sends on the relay of each directed cycle; a relay has its own link, store<% if c.options.filter %> and
//   what is expected on its cycle<% endif %>; the bank of the stores is the lowest bit of the round's number; the
//   delivery reads all stores at once; all events go to the queue.
`default_nettype none

module proof_ihc_node (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] node_i,
<%- if c.options.filter %>
  input  wire [<{ c.topology.cycles / 2 * c.topology.id_bits - 1 }>:0] places_i,
  input  wire heads_i,
  input  wire last_head_i,
<%- else %>
  input  wire [<{ c.topology.cycles * c.topology.id_bits - 1 }>:0] next_i,
<%- endif %>
  input  wire [<{ c.topology.cycles * c.schedule.stage_bits - 1 }>:0] stages_i,
  input  wire begins_i,
  input  wire round_end_i,
  input  wire [7:0] number_i,
  input  wire stage_start_i,
  input  wire [<{ c.schedule.stage_bits - 1 }>:0] stage_i,
  input  wire [<{ c.schedule.slot_bits - 1 }>:0] slot_i,
  input  wire [<{ c.options.width - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  input  wire s_axis_tlast,
  input  wire m_axis_tready,
  input  wire [<{ c.topology.cycles - 1 }>:0] s_link_valid_i,
  input  wire [<{ c.topology.cycles - 1 }>:0] s_link_first_i,
  input  wire [<{ c.topology.cycles - 1 }>:0] s_link_last_i,
  input  wire [<{ c.topology.cycles - 1 }>:0] s_link_bad_i,
  input  wire [<{ c.topology.cycles * c.options.width - 1 }>:0] s_link_data_i,
  output wire failed_o
);
  localparam CYCLES = <{ c.topology.cycles }>;
  localparam W = <{ c.options.width }>;
  localparam ID = <{ c.topology.id_bits }>;

  wire s_ready, free, m_valid, m_last, m_user, event_valid;
  wire [W-1:0] m_data;
  wire [CYCLES-1:0] link_valid, link_first, link_last, link_bad;
  wire [CYCLES*W-1:0] link_data;
  wire [3:0] code;
  wire [ID-1:0] source;
  <{ c.prefix }>ihc_node u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .node_i(node_i),
<%- if c.options.filter %>
    .places_i(places_i),
    .heads_i(heads_i),
    .last_head_i(last_head_i),
<%- else %>
    .next_i(next_i),
<%- endif %>
    .stages_i(stages_i),
    .free_o(free),
    .begins_i(begins_i),
    .round_end_i(round_end_i),
    .number_i(number_i),
    .stage_start_i(stage_start_i),
    .stage_i(stage_i),
    .slot_i(slot_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_ready),
    .s_axis_tlast(s_axis_tlast),
    .m_axis_tdata(m_data),
    .m_axis_tvalid(m_valid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_last),
    .m_axis_tuser(m_user),
    .s_link_valid_i(s_link_valid_i),
    .s_link_first_i(s_link_first_i),
    .s_link_last_i(s_link_last_i),
    .s_link_bad_i(s_link_bad_i),
    .s_link_data_i(s_link_data_i),
    .m_link_valid_o(link_valid),
    .m_link_first_o(link_first),
    .m_link_last_o(link_last),
    .m_link_bad_o(link_bad),
    .m_link_data_o(link_data),
    .event_valid_o(event_valid),
    .event_code_o(code),
    .event_source_o(source)
  );

  // The ports of its parts: those of the directed cycles side by side.
<%- include "common/proof/seen.vh" %>

  reg bad;
  integer j;
  always @* begin
    // Clocks and resets.
    bad = injector_clk_i != clk_i || delivery_clk_i != clk_i || queue_clk_i != clk_i;
    if (relay_clk_i != {CYCLES{clk_i}} || store_clk_i != {CYCLES{clk_i}}) bad = 1'b1;
    if (injector_rst_ni != rst_ni || injector_faulty_i != faulty_i) bad = 1'b1;
    if (delivery_rst_ni != rst_ni || delivery_faulty_i != faulty_i) bad = 1'b1;
    if (queue_rst_ni != rst_ni || queue_faulty_i != faulty_i) bad = 1'b1;
    if (relay_rst_ni != {CYCLES{rst_ni}} || relay_faulty_i != {CYCLES{faulty_i}}) bad = 1'b1;

    // The processor and the round.
    if (injector_s_axis_tdata != s_axis_tdata || injector_s_axis_tvalid != s_axis_tvalid) bad = 1'b1;
    if (injector_s_axis_tlast != s_axis_tlast || s_ready != injector_s_axis_tready) bad = 1'b1;
    if (injector_node_i != node_i || injector_stages_i != stages_i) bad = 1'b1;
    if (injector_begins_i != begins_i || injector_round_end_i != round_end_i) bad = 1'b1;
    if (injector_number_i != number_i || injector_stage_start_i != stage_start_i) bad = 1'b1;
    if (injector_stage_i != stage_i || injector_slot_i != slot_i) bad = 1'b1;
    if (m_data != delivery_m_axis_tdata || m_valid != (delivery_m_axis_tvalid && !faulty_i)) bad = 1'b1;
    if (m_last != delivery_m_axis_tlast || m_user != delivery_m_axis_tuser) bad = 1'b1;
    if (delivery_m_axis_tready != m_axis_tready || delivery_node_i != node_i) bad = 1'b1;
    if (delivery_round_end_i != round_end_i || delivery_number_i != number_i) bad = 1'b1;
    if (free != delivery_free_o) bad = 1'b1;

    // Links and own packets.
    if (relay_s_link_valid_i != s_link_valid_i || relay_s_link_first_i != s_link_first_i) bad = 1'b1;
    if (relay_s_link_last_i != s_link_last_i || relay_s_link_bad_i != s_link_bad_i) bad = 1'b1;
    if (relay_s_link_data_i != s_link_data_i || store_data_i != s_link_data_i) bad = 1'b1;
    if (link_valid != relay_m_link_valid_o || link_first != relay_m_link_first_o) bad = 1'b1;
    if (link_last != relay_m_link_last_o || link_bad != relay_m_link_bad_o) bad = 1'b1;
    if (link_data != relay_m_link_data_o) bad = 1'b1;
    if (relay_starts_i != injector_starts_o || relay_sends_i != injector_sends_o) bad = 1'b1;
    if (relay_own_last_i != {CYCLES{injector_last_o}}) bad = 1'b1;
    if (relay_own_data_i != {CYCLES{injector_data_o}}) bad = 1'b1;
<%- if c.options.filter %>

    // What is expected.
    if (due_clk_i != {CYCLES{clk_i}} || due_rst_ni != {CYCLES{rst_ni}}) bad = 1'b1;
    if (due_faulty_i != {CYCLES{faulty_i}}) bad = 1'b1;
    if (due_stage_start_i != {CYCLES{stage_start_i}} || due_stage_i != {CYCLES{stage_i}}) bad = 1'b1;
    if (due_heads_i != {CYCLES{heads_i}} || due_last_head_i != {CYCLES{last_head_i}}) bad = 1'b1;
    if (relay_due_i != due_due_o || relay_absorption_i != due_absorption_o) bad = 1'b1;
    if (relay_due_source_i != due_source_o || relay_number_i != {CYCLES{number_i}}) bad = 1'b1;
    for (j = 0; j < CYCLES; j = j + 1) begin
      if (due_place_i[j*ID+:ID] != places_i[j/2*ID+:ID]) bad = 1'b1;
    end
<%- else %>

    // Which packets are accepted; one that has come before, or too late for the bank, is not stored.
    if (relay_node_i != {CYCLES{node_i}} || relay_next_i != next_i) bad = 1'b1;
    if (store_rst_ni != {CYCLES{rst_ni}} || store_faulty_i != {CYCLES{faulty_i}}) bad = 1'b1;
    if (store_clear_i != {CYCLES{begins_i}}) bad = 1'b1;
    if (relay_complete_i != (store_complete_o | {CYCLES{!free}})) bad = 1'b1;
    if (relay_round_end_i != {CYCLES{round_end_i}}) bad = 1'b1;
<%- endif %>

    // The stores.
    if (store_bank_i != {CYCLES{number_i[0]}} || store_write_i != relay_write_o) bad = 1'b1;
    if (store_source_i != relay_source_o || store_index_i != relay_index_o) bad = 1'b1;
    if (store_mark_i != relay_mark_o || store_mark_source_i != relay_mark_source_o) bad = 1'b1;
    if (store_mark_length_i != relay_mark_length_o) bad = 1'b1;
    if (store_read_i != {CYCLES{delivery_read_o}} || store_read_bank_i != {CYCLES{delivery_bank_o}}) bad = 1'b1;
    if (store_read_source_i != {CYCLES{delivery_source_o}}) bad = 1'b1;
    if (store_read_index_i != {CYCLES{delivery_index_o}}) bad = 1'b1;
    if (delivery_data_i != store_data_o || delivery_lengths_i != store_length_o) bad = 1'b1;

    // The events.
    if (queue_codes_i != relay_event_code_o || queue_sources_i != relay_event_source_o) bad = 1'b1;
    if (queue_oversize_i != injector_oversize_o || queue_node_i != node_i) bad = 1'b1;
    if (queue_delivery_code_i != delivery_event_code_o) bad = 1'b1;
    if (queue_delivery_source_i != delivery_source_o || delivery_room_i != queue_room_o) bad = 1'b1;
    if (event_valid != (queue_event_valid_o && !faulty_i) || code != queue_event_code_o) bad = 1'b1;
    if (source != queue_event_source_o) bad = 1'b1;
  end
  assign failed_o = bad;
endmodule

`default_nettype wire
