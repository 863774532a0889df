<{ c.banner("Router: brings messages to all nodes of a region of the mesh.") }>
// Contract: a message leaves through all outputs that it needs at the same time, as soon as it has
//   got all of them, in a fixed order; no two messages wait for each other in a cycle. Ports
//   without a neighbour are tied off: linked_i = 0, s_link_valid_i = 0.
//   In reset, from its first clock edge on, every valid and start is 0; a ready may be anything.
// Latency and state: <{ c.router_latency() }>
// Source: [Had] 2 to 4; queues, order of grants and their fairness are ours.
// Widths: <{ c.topology.coordinate_bits }> = coordinate; <{ c.frame.source_bits }> = number of a channel; <{ c.topology.ports }> = links of a node; <{ c.options.width }> = W;
//   <{ c.topology.ports * c.options.virtual_channels }> = links of a node x virtual channels; <{ c.topology.ports * c.frame.flit_bits }> = links of a node x (W + 2).
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
    .event_valid_o(event_valid_o),
    .event_code_o(event_code_o)
  );
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
      if (i < OWN) begin : gen_link
        assign incoming = s_link_flit_i[i/V*FLIT+:FLIT];
      end else begin : gen_own
        assign incoming = own_flit;
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
        .ready_o(ready[i]),
        .vacant_o(vacant[i]),
        .begins_o(begins[i]),
<%- if c.options.virtual_channels == 1 %>
        .free_i(free),
<%- endif %>
        .request_o(request[i*REQUESTS+:REQUESTS]),
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
        .start_o(link_start_o[p])
      );
    end
  endgenerate

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
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser)
  );

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
