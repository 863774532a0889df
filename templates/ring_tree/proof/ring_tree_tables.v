<{ c.banner("Property: what ring_tree_tables has.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds: an entry has what the host wrote last for it, or
//   what it came up with; a new place stops a virtual node until the host starts it. next_i
//   forgets what was forgiven. A word that turns the barrier off, and one that turns it on, show in their cycle. The
//   property follows one virtual node, one port and one origin, any ones.
`default_nettype none

module proof_ring_tree_tables (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire next_i,
  input  wire write_i,
  input  wire [15:0] address_i,
  input  wire [31:0] data_i,
  input  wire [<{ c.rings() as u32 * c.ring_bits - 1 }>:0] rings_i,
  input  wire [<{ c.rings() as u32 * c.position_bits - 1 }>:0] positions_i,
  input  wire [<{ c.rings() as u32 * c.length_bits - 1 }>:0] lengths_i,
  input  wire [<{ c.rings() as u32 * c.port_bits - 1 }>:0] in_ports_i,
  input  wire [<{ c.rings() - 1 }>:0] gates_i,
  input  wire [<{ c.fullest().ports.len() as u32 * (c.port_bits + 1) - 1 }>:0] sources_i,
  // A virtual node, a port, an origin
  input  wire [11:0] ring_i,
  input  wire [11:0] port_i,
  input  wire [11:0] origin_i,
  output wire failed_o
);
  localparam N = <{ c.nodes }>;
  localparam RINGS = <{ c.rings() }>;
  localparam PORTS = <{ c.fullest().ports.len() }>;
  localparam RING = <{ c.ring_bits }>;
  localparam POSITION = <{ c.position_bits }>;
  localparam LENGTH = <{ c.length_bits }>;
  localparam PORT = <{ c.port_bits }>;

  wire [RINGS*RING-1:0] rings;
  wire [RINGS*POSITION-1:0] positions;
  wire [RINGS*LENGTH-1:0] lengths;
  wire [RINGS*PORT-1:0] in_ports;
  wire [RINGS-1:0] gates, runs;
  wire [PORTS*(PORT+1)-1:0] sources;
  wire [N-1:0] forgiven;
  wire [<{ c.epoch_bits - 1 }>:0] epoch;
  wire barrier, forget, resume;
  <{ c.prefix }>ring_tree_tables #(
    .PORTS(PORTS),
    .RINGS(RINGS)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .next_i(next_i),
    .write_i(write_i),
    .address_i(address_i),
    .data_i(data_i),
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

  // Tables by number, as the data sheet has them, and what the entries have.
  wire [3:0] table_i = address_i[15:12];
  wire [11:0] index = address_i[11:0];
<%- for table in c.tables %>
  localparam [3:0] <{ table.name|upper }> = 4'd<{ loop.index0 }>;
<%- endfor %>
  reg [RING-1:0] ring_q;
  reg [POSITION-1:0] position_q;
  reg [LENGTH-1:0] length_q;
  reg [PORT-1:0] in_port_q;
  reg [PORT:0] source_q;
  reg [<{ c.epoch_bits - 1 }>:0] epoch_q;
  reg gate_q, runs_q, forgiven_q, barrier_q;
  reg [11:0] watched_ring_q, watched_port_q, watched_origin_q;

  wire writes_epoch = write_i && table_i == BARRIER && index == 12'd0;
  wire starts = write_i && table_i == RESTART && index == ring_i;
  reg bad;
  always @* begin
    bad = rings[ring_i*RING+:RING] != ring_q || positions[ring_i*POSITION+:POSITION] != position_q;
    if (lengths[ring_i*LENGTH+:LENGTH] != length_q || in_ports[ring_i*PORT+:PORT] != in_port_q) bad = 1'b1;
    if (gates[ring_i] != gate_q || runs[ring_i] != runs_q) bad = 1'b1;
    if (sources[port_i*(PORT+1)+:PORT+1] != source_q || forgiven[origin_i] != forgiven_q) bad = 1'b1;
    if (epoch != epoch_q || barrier != barrier_q) bad = 1'b1;
    if (forget != (writes_epoch && !data_i[<{ c.field("barrier", "on") }>])) bad = 1'b1;
    if (resume != (writes_epoch && data_i[<{ c.field("barrier", "on") }>])) bad = 1'b1;
  end

  wire legal = ring_i == watched_ring_q && port_i == watched_port_q && origin_i == watched_origin_q &&
      ring_i < RINGS && port_i < PORTS && origin_i < N;
  reg held_q;
  initial held_q = 1'b0;
  always @(posedge clk_i) begin
    held_q <= legal && (!rst_ni || !bad);
    watched_ring_q <= ring_i;
    watched_port_q <= port_i;
    watched_origin_q <= origin_i;
    if (!rst_ni) begin
      ring_q <= rings_i[ring_i*RING+:RING];
      position_q <= positions_i[ring_i*POSITION+:POSITION];
      length_q <= lengths_i[ring_i*LENGTH+:LENGTH];
      in_port_q <= in_ports_i[ring_i*PORT+:PORT];
      gate_q <= gates_i[ring_i];
      source_q <= sources_i[port_i*(PORT+1)+:PORT+1];
      runs_q <= 1'b1;
      epoch_q <= 0;
      barrier_q <= 1'b1;
    end else if (write_i) begin
      if (table_i == PLACE && index == ring_i) begin
        ring_q <= data_i[<{ c.field("place", "ring") }>];
        position_q <= data_i[<{ c.field("place", "position") }>];
        length_q <= data_i[<{ c.field("place", "length") }>];
        runs_q <= 1'b0;
      end
      if (starts) runs_q <= 1'b1;
      if (table_i == IN_PORT && index == ring_i) in_port_q <= data_i[<{ c.field("in_port", "port") }>];
      if (table_i == GATE && index == ring_i) gate_q <= data_i[<{ c.field("gate", "gate") }>];
      if (table_i == OUTPUT && index == port_i) source_q <= data_i[<{ c.field("output", "source") }>];
      if (writes_epoch) begin
        epoch_q <= data_i[<{ c.field("barrier", "epoch") }>];
        barrier_q <= data_i[<{ c.field("barrier", "on") }>];
      end
    end
    if (!rst_ni || next_i) forgiven_q <= 1'b0;
    else if (write_i && table_i == FORGIVEN && index == origin_i / 32) begin
      forgiven_q <= data_i[origin_i%32];
    end
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = held_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
