<{ c.banner("Router: brings messages to all nodes of a region of the mesh.") }>
// Contract: a message leaves through all outputs that it needs at the same time, as soon as it has
//   got all of them, in a fixed order; no two messages wait for each other in a cycle. Ports
//   without a neighbour are tied off: linked_i = 0, s_link_valid_i = 0.
//   In reset, from its first clock edge on, every valid and start is 0; a ready may be anything.
<%- if c.answers() %>
// Not split: it joins its parts, and each port belongs to one of them.
<%- endif %>
// Latency and state: <{ c.router_latency() }>
// Source: [Had] 2 to 4; queues, order of grants and their fairness are ours.
// Widths: <{ c.topology.coordinate_bits }> = coordinate; <{ c.frame.source_bits }> = number of a channel; <{ c.topology.ports }> = links of a node; <{ c.options.width }> = W;
//   <{ c.topology.ports * c.options.virtual_channels }> = links of a node x virtual channels; <{ c.topology.ports * c.frame.flit_bits }> = links of a node x (W + 2)
<%- if c.answers() %>;
//   <{ c.topology.ports * c.answer.side_bits }> = links of a node x (tag, wish); <{ c.answer.answer_bits }> = tag, status; <{ c.topology.ports * c.answer.answer_bits }> = links of a node x (tag, status)<% endif %>.
`default_nettype none

module <{ c.prefix }>region_router (
  input  wire clk_i,
  input  wire rst_ni,
  // Place of the node: coordinates, dimension 0 lowest, its number, and which links it has
  input  wire [<{ c.topology.coordinate_bits - 1 }>:0] here_i,
  input  wire [<{ c.frame.source_bits - 1 }>:0] node_i,
  input  wire [<{ c.topology.ports - 1 }>:0] linked_i,
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
<%- if c.answers() %>
  output wire [<{ c.options.width - 1 }>:0] m_done_axis_tdata,
  output wire m_done_axis_tvalid,
  input  wire m_done_axis_tready,
  output wire m_done_axis_tlast,
<%- if c.replies() %>
  input  wire [<{ c.options.width - 1 }>:0] s_reply_axis_tdata,
  input  wire s_reply_axis_tvalid,
  output wire s_reply_axis_tready,
  input  wire s_reply_axis_tlast,
<%- endif %>
<%- endif %>
  // Links, by the direction in which messages travel
  input  wire [<{ c.topology.ports * c.options.virtual_channels - 1 }>:0] s_link_valid_i,
  input  wire [<{ c.topology.ports * c.frame.flit_bits - 1 }>:0] s_link_flit_i,
  output wire [<{ c.topology.ports * c.options.virtual_channels - 1 }>:0] s_link_ready_o,
  output wire [<{ c.topology.ports * c.options.virtual_channels - 1 }>:0] s_link_vacant_o,
  output wire [<{ c.topology.ports * c.options.virtual_channels - 1 }>:0] s_link_begins_o,
  output wire [<{ c.topology.ports * c.options.virtual_channels - 1 }>:0] m_link_valid_o,
  output wire [<{ c.topology.ports * c.frame.flit_bits - 1 }>:0] m_link_flit_o,
  input  wire [<{ c.topology.ports * c.options.virtual_channels - 1 }>:0] m_link_ready_i,
  input  wire [<{ c.topology.ports * c.options.virtual_channels - 1 }>:0] m_link_vacant_i,
  input  wire [<{ c.topology.ports * c.options.virtual_channels - 1 }>:0] m_link_begins_i,
<%- if c.answers() %>
  // With the first flit of a copy: tag, wish; answers, which go against the messages
  input  wire [<{ c.topology.ports * c.answer.side_bits - 1 }>:0] s_link_side_i,
  output wire [<{ c.topology.ports * c.options.virtual_channels - 1 }>:0] s_link_answer_valid_o,
  output wire [<{ c.answer.answer_bits - 1 }>:0] s_link_answer_o,
  output wire [<{ c.topology.ports * c.answer.side_bits - 1 }>:0] m_link_side_o,
  input  wire [<{ c.topology.ports * c.options.virtual_channels - 1 }>:0] m_link_answer_valid_i,
  input  wire [<{ c.topology.ports * c.answer.answer_bits - 1 }>:0] m_link_answer_i,
  output wire [<{ c.topology.ports - 1 }>:0] link_answer_o,
<%- endif %>
  output wire [<{ c.topology.ports - 1 }>:0] link_start_o,
  output wire event_valid_o,
  output wire [3:0] event_code_o
);
  localparam PORTS = <{ c.topology.ports }>;
  localparam V = <{ c.options.virtual_channels }>;
  localparam CHANNELS = <{ c.topology.channels }>;
  localparam OWN = CHANNELS - 1;
  localparam REQUESTS = <{ c.topology.requests }>;
  localparam FLIT = <{ c.frame.flit_bits }>;

  // Input channels: those of the links, and that of the processor.
  wire [CHANNELS-1:0] push, ready, begins, may, move, first, tail;
  wire [CHANNELS-1:0] vacant;
<%- if c.options.virtual_channels == 1 %>
  wire [REQUESTS-2:0] free;
<%- endif %>
  wire [CHANNELS*REQUESTS-1:0] request, offered, taken;
  wire [CHANNELS*FLIT-1:0] flit;
<%- if c.answers() %>

  // Wishes and tags of the messages that ask, and the rows of those that come in.
  localparam TAG = <{ c.answer.tag_bits }>;
  localparam SIDE = <{ c.answer.side_bits }>;
  localparam ROW = <{ c.answer.row_bits }>;
  localparam ANSWER = <{ c.answer.answer_bits }>;
  localparam SOURCES = <{ c.answer.sources }>;
  wire [CHANNELS*SIDE-1:0] side;
  wire [CHANNELS-1:0] enter;
  wire [CHANNELS*TAG-1:0] enter_tag;
  wire [CHANNELS*ROW-1:0] enter_row;

  // What answers, and the answers of whole messages.
  wire [SOURCES-1:0] answered, pop;
  wire [SOURCES*CHANNELS-1:0] holder;
  wire [SOURCES*TAG-1:0] holder_tag;
  wire [SOURCES*2-1:0] status;
  wire [CHANNELS-1:0] answer_valid;
  wire [ANSWER-1:0] answer;

  wire [SIDE-1:0] own_side;
  wire [<{ c.answer.tags - 1 }>:0] used;
  wire take, refuse, refused;
  wire [TAG-1:0] take_id, refuse_id;
<%- if c.replies() %>
  wire injector_event, reply_event;
  wire [3:0] injector_code, reply_code;
<%- endif %>
<%- endif %>

  wire push_own;
  wire [FLIT-1:0] own_flit;
  <{ c.prefix }>region_injector u_injector (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
<%- if c.uses_place() %>
    .here_i(here_i),
<%- endif %>
    .node_i(node_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tlast(s_axis_tlast),
    .vacant_i(vacant[OWN]),
    .begins_i(begins[OWN]),
    .ready_i(ready[OWN]),
    .push_o(push_own),
    .flit_o(own_flit),
<%- if c.answers() %>
    .side_o(own_side),
    .used_i(used),
    .take_o(take),
    .take_id_o(take_id),
    .refuse_o(refuse),
    .refuse_id_o(refuse_id),
    .refused_i(refused),
<%- endif %>
<%- if c.replies() %>
    .event_hold_i(reply_event),
    .event_valid_o(injector_event),
    .event_code_o(injector_code)
  );
  assign event_valid_o = injector_event || reply_event;
  assign event_code_o = reply_event ? reply_code : injector_code;
<%- else %>
    .event_valid_o(event_valid_o),
    .event_code_o(event_code_o)
  );
<%- endif %>
  assign push = {push_own, s_link_valid_i};
  assign s_link_ready_o = ready[CHANNELS-2:0];
  assign s_link_vacant_o = vacant[CHANNELS-2:0];
  assign s_link_begins_o = begins[CHANNELS-2:0];

  genvar i, p, k;
  generate
    for (i = 0; i < CHANNELS; i = i + 1) begin : gen_input
      // The bit of the port that messages left the neighbour by, or of the processor.
      localparam [PORTS:0] ARRIVAL = 1 << (i / V);
<%- if c.two_classes() %>
      localparam CLASS = i < OWN && i % V >= V / 2 ? 1 : 0;
<%- endif %>
      wire [FLIT-1:0] incoming;
<%- if c.answers() %>
      wire [SIDE-1:0] incoming_side;
<%- endif %>
      if (i < OWN) begin : gen_link
        assign incoming = s_link_flit_i[i/V*FLIT+:FLIT];
<%- if c.answers() %>
        assign incoming_side = s_link_side_i[i/V*SIDE+:SIDE];
<%- endif %>
      end else begin : gen_own
        assign incoming = own_flit;
<%- if c.answers() %>
        assign incoming_side = own_side;
<%- endif %>
      end
      <{ c.prefix }>region_input u_input (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .here_i(here_i),
        .arrival_i(ARRIVAL),
<%- if c.two_classes() %>
        .class_i(CLASS[0]),
<%- endif %>
        .push_i(push[i]),
        .flit_i(incoming),
<%- if c.answers() %>
        .side_i(incoming_side),
        .enter_o(enter[i]),
        .enter_tag_o(enter_tag[i*TAG+:TAG]),
        .enter_row_o(enter_row[i*ROW+:ROW]),
<%- endif %>
        .ready_o(ready[i]),
        .vacant_o(vacant[i]),
        .begins_o(begins[i]),
<%- if c.options.virtual_channels == 1 %>
        .free_i(free),
<%- endif %>
        .request_o(request[i*REQUESTS+:REQUESTS]),
<%- if c.answers() %>
        .side_o(side[i*SIDE+:SIDE]),
<%- endif %>
        .offered_i(offered[i*REQUESTS+:REQUESTS]),
        .taken_o(taken[i*REQUESTS+:REQUESTS]),
        .valid_o(may[i]),
        .move_i(move[i]),
        .flit_o(flit[i*FLIT+:FLIT]),
        .first_o(first[i]),
        .tail_o(tail[i])
      );
    end
  endgenerate

  // Output channels: of each the owner, and whether it takes a flit.
  wire [PORTS*V*CHANNELS-1:0] owner;
  wire [PORTS*V-1:0] open;
  wire [PORTS*<{ c.asks() }>-1:0] link_offer;
  wire [CHANNELS-1:0] delivery_offer;
  // Flits of a link's channels share one way into the crossbar.
  wire [(PORTS+1)*FLIT-1:0] source_flit;
  wire [CHANNELS-1:0] delivery_request, delivery_taken;
  generate
    for (i = 0; i < CHANNELS; i = i + 1) begin : gen_channel
      wire [PORTS*V-1:0] owns;
      for (k = 0; k < PORTS * V; k = k + 1) begin : gen_owned
        assign owns[k] = owner[k*CHANNELS+i];
      end
      for (p = 0; p < PORTS; p = p + 1) begin : gen_port
        assign offered[i*REQUESTS+p] = link_offer[p*<{ c.asks() }>+i];
<%- if c.two_classes() %>
        assign offered[i*REQUESTS+PORTS+p] = link_offer[p*<{ c.asks() }>+CHANNELS+i];
<%- endif %>
      end
      assign offered[i*REQUESTS+REQUESTS-1] = delivery_offer[i];
      assign delivery_request[i] = request[i*REQUESTS+REQUESTS-1];
      assign delivery_taken[i] = taken[i*REQUESTS+REQUESTS-1];
<%- if c.options.virtual_channels == 1 %>
      assign move[i] = may[i] && !(|(owns & ~open));
<%- else %>
      wire able = may[i] && !(|(owns & ~open));
      if (i == OWN) begin : gen_own
        assign move[i] = able;
      end
<%- endif %>
    end
  endgenerate
<%- if c.options.virtual_channels == 1 %>
  assign source_flit = flit;
<%- else %>

  generate
    for (p = 0; p < PORTS; p = p + 1) begin : gen_source
      wire [V-1:0] able;
      wire [V*FLIT-1:0] part;
      for (k = 0; k < V; k = k + 1) begin : gen_able
        assign able[k] = gen_channel[p*V+k].able;
        assign part[k*FLIT+:FLIT] = flit[(p*V+k)*FLIT+:FLIT] & {FLIT{move[p*V+k]}};
      end
      <{ c.prefix }>tee_round_robin_arbiter #(
        .WIDTH(V)
      ) u_turn (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .clear_i(1'b0),
        .request_i(able),
        .served_i(|able),
        .pick_o(move[p*V+:V])
      );
      assign source_flit[p*FLIT+:FLIT] = <{ c.any_channel("part") }>;
    end
  endgenerate
  assign source_flit[PORTS*FLIT+:FLIT] = flit[OWN*FLIT+:FLIT];
<%- endif %>

  generate
    for (p = 0; p < PORTS; p = p + 1) begin : gen_output
      wire [<{ c.asks() - 1 }>:0] asks, takes;
      for (i = 0; i < CHANNELS; i = i + 1) begin : gen_ask
        assign asks[i] = request[i*REQUESTS+p];
        assign takes[i] = taken[i*REQUESTS+p];
<%- if c.two_classes() %>
        assign asks[CHANNELS+i] = request[i*REQUESTS+PORTS+p];
        assign takes[CHANNELS+i] = taken[i*REQUESTS+PORTS+p];
<%- endif %>
      end
<%- if c.answers() %>
      // By class.
      wire [V-1:0] link_answered, link_pop;
      wire [V*CHANNELS-1:0] link_holder;
      wire [V*TAG-1:0] link_holder_tag;
      wire [V*2-1:0] link_status;
      for (k = 0; k < V; k = k + 1) begin : gen_answer
        assign answered[k*PORTS+p] = link_answered[k];
        assign link_pop[k] = pop[k*PORTS+p];
        assign holder[(k*PORTS+p)*CHANNELS+:CHANNELS] = link_holder[k*CHANNELS+:CHANNELS];
        assign holder_tag[(k*PORTS+p)*TAG+:TAG] = link_holder_tag[k*TAG+:TAG];
        assign status[(k*PORTS+p)*2+:2] = link_status[k*2+:2];
      end
      assign link_answer_o[p] = |m_link_answer_valid_i[p*V+:V];
<%- endif %>
      <{ c.prefix }>region_output u_output (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
<%- if c.options.virtual_channels == 1 %>
        .here_i(here_i),
<%- endif %>
        .linked_i(linked_i[p]),
<%- if c.options.virtual_channels == 1 %>
        .free_o(free[p]),
<%- endif %>
        .request_i(asks),
        .offer_o(link_offer[p*<{ c.asks() }>+:<{ c.asks() }>]),
        .taken_i(takes),
<%- if c.answers() %>
        .side_i(side),
<%- endif %>
        .owner_o(owner[p*V*CHANNELS+:V*CHANNELS]),
        .open_o(open[p*V+:V]),
        .move_i(move),
        .first_i(first),
        .tail_i(tail),
        .flit_i(source_flit),
        .valid_o(m_link_valid_o[p*V+:V]),
        .flit_o(m_link_flit_o[p*FLIT+:FLIT]),
        .ready_i(m_link_ready_i[p*V+:V]),
        .vacant_i(m_link_vacant_i[p*V+:V]),
        .begins_i(m_link_begins_i[p*V+:V]),
<%- if c.answers() %>
        .side_o(m_link_side_o[p*SIDE+:SIDE]),
        .answer_valid_i(m_link_answer_valid_i[p*V+:V]),
        .answer_i(m_link_answer_i[p*ANSWER+:ANSWER]),
        .answered_o(link_answered),
        .holder_o(link_holder),
        .holder_tag_o(link_holder_tag),
        .status_o(link_status),
        .pop_i(link_pop),
<%- endif %>
        .start_o(link_start_o[p])
      );
    end
  endgenerate
<%- if c.replies() %>

  wire hand;
  wire [<{ c.answer.handle_bits - 1 }>:0] hand_handle;
<%- endif %>

  <{ c.prefix }>region_delivery u_delivery (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
<%- if c.options.virtual_channels == 1 %>
    .here_i(here_i),
<%- endif %>
    .request_i(delivery_request),
    .offer_o(delivery_offer),
    .taken_i(delivery_taken),
    .move_i(move),
    .flit_i(source_flit),
<%- if c.answers() %>
    .side_i(side),
    .landed_o(answered[PORTS*V]),
    .holder_o(holder[PORTS*V*CHANNELS+:CHANNELS]),
    .holder_tag_o(holder_tag[PORTS*V*TAG+:TAG]),
    .status_o(status[PORTS*V*2+:2]),
    .pop_i(pop[PORTS*V]),
<%- if c.replies() %>
    .hand_o(hand),
    .hand_handle_o(hand_handle),
<%- endif %>
<%- endif %>
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser)
  );
<%- if c.replies() %>

  <{ c.prefix }>region_replies u_replies (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .hand_i(hand),
    .hand_handle_i(hand_handle),
    .s_reply_axis_tdata(s_reply_axis_tdata),
    .s_reply_axis_tvalid(s_reply_axis_tvalid),
    .s_reply_axis_tready(s_reply_axis_tready),
    .s_reply_axis_tlast(s_reply_axis_tlast),
    .valid_o(answered[SOURCES-1]),
    .holder_o(holder[(SOURCES-1)*CHANNELS+:CHANNELS]),
    .holder_tag_o(holder_tag[(SOURCES-1)*TAG+:TAG]),
    .status_o(status[(SOURCES-1)*2+:2]),
    .pop_i(pop[SOURCES-1]),
    .event_valid_o(reply_event),
    .event_code_o(reply_code)
  );
<%- endif %>
<%- if c.answers() %>

  <{ c.prefix }>region_answers u_answers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .enter_i(enter),
    .enter_tag_i(enter_tag),
    .enter_row_i(enter_row),
    .valid_i(answered),
    .holder_i(holder),
    .holder_tag_i(holder_tag),
    .status_i(status),
    .pop_o(pop),
    .answer_valid_o(answer_valid),
    .answer_o(answer)
  );
  assign s_link_answer_valid_o = answer_valid[CHANNELS-2:0];
  assign s_link_answer_o = answer;

  <{ c.prefix }>region_completions u_completions (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .used_o(used),
    .take_i(take),
    .take_id_i(take_id),
    .refuse_i(refuse),
    .refuse_id_i(refuse_id),
    .refused_o(refused),
    .answer_valid_i(answer_valid[OWN]),
    .answer_i(answer),
    .m_done_axis_tdata(m_done_axis_tdata),
    .m_done_axis_tvalid(m_done_axis_tvalid),
    .m_done_axis_tready(m_done_axis_tready),
    .m_done_axis_tlast(m_done_axis_tlast)
  );
<%- endif %>

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // Nothing starts without a neighbour, and what moves has a message.
      begin : nothing_starts_without_neighbour
        assert ((link_start_o & ~linked_i) == {PORTS{1'b0}});
      end
      begin : moved_has_message assert ((move & ~may) == {CHANNELS{1'b0}}); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
