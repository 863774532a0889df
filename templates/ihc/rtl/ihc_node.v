<{ c.banner("Node: sends its message on all directed cycles, relays and keeps those of the others.") }>
// Contract: in a round of the schedule, the oldest whole frame of the processor goes to all nodes
//   on every directed cycle; what came of the others is delivered after the round.
//   A faulty node is as in reset, and silent at once. In reset, from its first clock edge on, every
//   valid is 0; a ready may be anything.
// Latency and state: a flit is on the link two cycles after its slot, or <{ c.hop() }> after it came.
// Source: [LS94] IV.
// Widths: <{ c.topology.id_bits }> = node number; <{ c.topology.cycles / 2 * c.topology.id_bits }> = cycles / 2 x node number; <{ c.topology.cycles * c.topology.id_bits }> = cycles x node number;
//   <{ c.topology.cycles * c.schedule.stage_bits }> = cycles x stage number; <{ c.schedule.stage_bits }> = stage number; <{ c.schedule.slot_bits }> = slot of a stage; <{ c.options.width }> = W;
//   <{ c.topology.cycles }> = cycles; <{ c.topology.cycles * c.options.width }> = cycles x W.
`default_nettype none

module <{ c.prefix }>ihc_node (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  // Constants of the place: this node,
  input  wire [<{ c.topology.id_bits - 1 }>:0] node_i,
<%- if c.options.filter %>
  // its hops from node 0 along each undirected cycle,
  input  wire [<{ c.topology.cycles / 2 * c.topology.id_bits - 1 }>:0] places_i,
<%- else %>
  // the next node on each directed cycle,
  input  wire [<{ c.topology.cycles * c.topology.id_bits - 1 }>:0] next_i,
<%- endif %>
  // and the stage in which it starts on each directed cycle
  input  wire [<{ c.topology.cycles * c.schedule.stage_bits - 1 }>:0] stages_i,
  // Schedule
  output wire free_o,
  input  wire begins_i,
  input  wire round_end_i,
  input  wire [7:0] number_i,
  input  wire stage_start_i,
  input  wire [<{ c.schedule.stage_bits - 1 }>:0] stage_i,
<%- if c.options.filter %>
  input  wire heads_i,
  input  wire last_head_i,
<%- endif %>
  input  wire [<{ c.schedule.slot_bits - 1 }>:0] slot_i,
  // Processor
  input  wire [<{ c.options.width - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  output wire [<{ c.options.width - 1 }>:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser,
  // Links, by directed cycle
  input  wire [<{ c.topology.cycles - 1 }>:0] s_link_valid_i,
  input  wire [<{ c.topology.cycles - 1 }>:0] s_link_first_i,
  input  wire [<{ c.topology.cycles - 1 }>:0] s_link_last_i,
  input  wire [<{ c.topology.cycles - 1 }>:0] s_link_bad_i,
  input  wire [<{ c.topology.cycles * c.options.width - 1 }>:0] s_link_data_i,
  output wire [<{ c.topology.cycles - 1 }>:0] m_link_valid_o,
  output wire [<{ c.topology.cycles - 1 }>:0] m_link_first_o,
  output wire [<{ c.topology.cycles - 1 }>:0] m_link_last_o,
  output wire [<{ c.topology.cycles - 1 }>:0] m_link_bad_o,
  output wire [<{ c.topology.cycles * c.options.width - 1 }>:0] m_link_data_o,
  output wire event_valid_o,
  output wire [3:0] event_code_o,
  output wire [<{ c.topology.id_bits - 1 }>:0] event_source_o
);
  localparam CYCLES = <{ c.topology.cycles }>;
  localparam W = <{ c.options.width }>;
  localparam ID = <{ c.topology.id_bits }>;
  localparam INDEX = <{ c.buffers.index_bits }>;
  localparam LENGTH = <{ c.buffers.length_bits }>;

  wire [CYCLES-1:0] starts, sends;
  wire own_last, oversize;
  wire [W-1:0] own_data;
  <{ c.prefix }>ihc_injector u_injector (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .node_i(node_i),
    .stages_i(stages_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tlast(s_axis_tlast),
    .oversize_o(oversize),
    .begins_i(begins_i),
    .round_end_i(round_end_i),
    .number_i(number_i),
    .stage_start_i(stage_start_i),
    .stage_i(stage_i),
    .slot_i(slot_i),
    .starts_o(starts),
    .sends_o(sends),
    .last_o(own_last),
    .data_o(own_data)
  );

  wire read, read_bank;
  wire [ID-1:0] read_source;
  wire [INDEX-1:0] read_index;
  wire [CYCLES*W-1:0] read_data;
  wire [CYCLES*LENGTH-1:0] lengths;
  wire [CYCLES*4-1:0] codes;
  wire [CYCLES*ID-1:0] sources;

  genvar j;
  generate
    for (j = 0; j < CYCLES; j = j + 1) begin : gen_cycle
<%- if c.options.filter %>
      wire due, absorption;
      wire [ID-1:0] due_source;
      <{ c.prefix }>ihc_due #(
<%- if c.topology.cycles > 2 %>
        .CYCLE(j / 2),
<%- endif %>
        .REVERSE(j % 2)
      ) u_due (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .faulty_i(faulty_i),
        .place_i(places_i[j/2*ID+:ID]),
        .stage_start_i(stage_start_i),
        .stage_i(stage_i),
        .heads_i(heads_i),
        .last_head_i(last_head_i),
        .due_o(due),
        .absorption_o(absorption),
        .source_o(due_source)
      );
<%- else %>
      wire complete;
<%- endif %>

      wire write, mark;
      wire [ID-1:0] source, mark_source;
      wire [INDEX-1:0] index;
      wire [LENGTH-1:0] mark_length;
      <{ c.prefix }>ihc_relay u_relay (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .faulty_i(faulty_i),
<%- if c.options.filter %>
        .due_i(due),
        .absorption_i(absorption),
        .due_source_i(due_source),
        .number_i(number_i),
<%- else %>
        .node_i(node_i),
        .next_i(next_i[j*ID+:ID]),
<%- endif %>
        .s_link_valid_i(s_link_valid_i[j]),
        .s_link_first_i(s_link_first_i[j]),
        .s_link_last_i(s_link_last_i[j]),
        .s_link_bad_i(s_link_bad_i[j]),
        .s_link_data_i(s_link_data_i[j*W+:W]),
        .m_link_valid_o(m_link_valid_o[j]),
        .m_link_first_o(m_link_first_o[j]),
        .m_link_last_o(m_link_last_o[j]),
        .m_link_bad_o(m_link_bad_o[j]),
        .m_link_data_o(m_link_data_o[j*W+:W]),
        .starts_i(starts[j]),
        .sends_i(sends[j]),
        .own_last_i(own_last),
        .own_data_i(own_data),
        .write_o(write),
        .source_o(source),
        .index_o(index),
        .mark_o(mark),
        .mark_source_o(mark_source),
        .mark_length_o(mark_length),
<%- if !c.options.filter %>
        // What comes late must not change copies that are delivered.
        .complete_i(complete || !free_o),
        .round_end_i(round_end_i),
<%- endif %>
        .event_code_o(codes[j*4+:4]),
        .event_source_o(sources[j*ID+:ID])
      );

      <{ c.prefix }>ihc_store u_store (
        .clk_i(clk_i),
<%- if !c.options.filter %>
        .rst_ni(rst_ni),
        .faulty_i(faulty_i),
        .clear_i(begins_i),
<%- endif %>
        .bank_i(number_i[0]),
        .write_i(write),
        .source_i(source),
        .index_i(index),
        .data_i(s_link_data_i[j*W+:W]),
        .mark_i(mark),
        .mark_source_i(mark_source),
        .mark_length_i(mark_length),
<%- if !c.options.filter %>
        .complete_o(complete),
<%- endif %>
        .read_i(read),
        .read_bank_i(read_bank),
        .read_source_i(read_source),
        .read_index_i(read_index),
        .data_o(read_data[j*W+:W]),
        .length_o(lengths[j*LENGTH+:LENGTH])
      );
    end
  endgenerate

  // A faulty node is silent at once.
  wire offers, reports;
  assign m_axis_tvalid = offers && !faulty_i;
  assign event_valid_o = reports && !faulty_i;

  wire room;
  wire [3:0] delivery_code;
  <{ c.prefix }>ihc_delivery u_delivery (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .node_i(node_i),
    .round_end_i(round_end_i),
    .number_i(number_i),
    .free_o(free_o),
    .read_o(read),
    .bank_o(read_bank),
    .source_o(read_source),
    .index_o(read_index),
    .data_i(read_data),
    .lengths_i(lengths),
    .room_i(room),
    .event_code_o(delivery_code),
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(offers),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser)
  );

  <{ c.prefix }>ihc_event_queue u_event_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .codes_i(codes),
    .sources_i(sources),
    .oversize_i(oversize),
    .node_i(node_i),
    .delivery_code_i(delivery_code),
    .delivery_source_i(read_source),
    .room_o(room),
    .event_valid_o(reports),
    .event_code_o(event_code_o),
    .event_source_o(event_source_o)
  );

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    // A round begins only where its copies find room.
    if (rst_ni && !faulty_i) begin : round_finds_room
      assert (!begins_i || free_o);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
