<{ c.banner("Tables: what a node knows of the rings, for a host to change.") }>
// Contract: a write takes effect in the next cycle, one to the barrier at once too. The upper 4
//   bits of an address are the table, the lower 12 the virtual node, port or word; an entry that is
//   not here is not written. A virtual node with length 0 is off; one that was laid forwards, and
//   neither injects nor times before its restart.
// Latency and state: one cycle; the tables.
// Widths: <{ c.ring_bits }> = ring number; <{ c.position_bits }> = position; <{ c.length_bits }> = length; <{ c.port_bits }> = port number;
//   <{ c.port_bits + 1 }> = port number + 1; <{ c.nodes }> = nodes; <{ c.epoch_bits }> = epoch.
`default_nettype none

module <{ c.prefix }>ring_tree_tables #(
  // Ports, and virtual nodes.
  parameter PORTS = 2,
  parameter RINGS = 1
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire next_i,
  // A write by the host
  input  wire write_i,
  input  wire [15:0] address_i,
  input  wire [31:0] data_i,
  // Tables as generated
  input  wire [RINGS*<{ c.ring_bits }>-1:0] rings_i,
  input  wire [RINGS*<{ c.position_bits }>-1:0] positions_i,
  input  wire [RINGS*<{ c.length_bits }>-1:0] lengths_i,
  input  wire [RINGS*<{ c.port_bits }>-1:0] in_ports_i,
  input  wire [RINGS-1:0] gates_i,
  input  wire [PORTS*<{ c.port_bits + 1 }>-1:0] sources_i,
  // Tables as they are
  output wire [RINGS*<{ c.ring_bits }>-1:0] rings_o,
  output wire [RINGS*<{ c.position_bits }>-1:0] positions_o,
  output wire [RINGS*<{ c.length_bits }>-1:0] lengths_o,
  output wire [RINGS*<{ c.port_bits }>-1:0] in_ports_o,
  output wire [RINGS-1:0] gates_o,
  output wire [PORTS*<{ c.port_bits + 1 }>-1:0] sources_o,
  output wire [<{ c.nodes - 1 }>:0] forgiven_o,
  // Virtual nodes that inject and time
  output wire [RINGS-1:0] runs_o,
  // Barrier: epoch, tokens may leave, what was under way is forgotten, an epoch begins
  output wire [<{ c.epoch_bits - 1 }>:0] epoch_o,
  output wire barrier_o,
  output wire forget_o,
  output wire resume_o
);
  localparam N = <{ c.nodes }>;
  localparam RING = <{ c.ring_bits }>;
  localparam POSITION = <{ c.position_bits }>;
  localparam LENGTH = <{ c.length_bits }>;
  localparam PORT = <{ c.port_bits }>;

  wire [11:0] index = address_i[11:0];
<%- for table in c.tables %>
  wire writes_<{ table.name }> = write_i && address_i[15:12] == 4'd<{ loop.index0 }>;
<%- endfor %>
  wire unused_data = |data_i;

  // Inputs are no values of a reset: they are taken at clock edges in it.
  wire starts = !rst_ni;

  reg [<{ c.epoch_bits - 1 }>:0] epoch_q;
  reg barrier_q;
  wire writes_epoch = writes_barrier && index == 12'd0;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      epoch_q <= <{ c.epoch_bits }>'d0;
      barrier_q <= 1'b1;
    end else if (writes_epoch) begin
      epoch_q <= data_i[<{ c.field("barrier", "epoch") }>];
      barrier_q <= data_i[<{ c.field("barrier", "on") }>];
    end
  end
  assign epoch_o = epoch_q;
  assign barrier_o = barrier_q;
  assign forget_o = writes_epoch && !data_i[<{ c.field("barrier", "on") }>];
  assign resume_o = writes_epoch && data_i[<{ c.field("barrier", "on") }>];

  genvar o, r, p;
  generate
    for (o = 0; o < N; o = o + 1) begin : gen_origin
      localparam [11:0] WORD = o / 32;
      reg forgiven_q;
      always @(posedge clk_i) begin
        if (!rst_ni || next_i) forgiven_q <= 1'b0;
        else if (writes_forgiven && index == WORD) forgiven_q <= data_i[o%32];
      end
      assign forgiven_o[o] = forgiven_q;
    end

    for (r = 0; r < RINGS; r = r + 1) begin : gen_ring
      localparam [11:0] HERE = r;
      wire here = index == HERE;
      reg [RING-1:0] ring_q;
      reg [POSITION-1:0] position_q;
      reg [LENGTH-1:0] length_q;
      reg [PORT-1:0] in_port_q;
      reg gate_q, runs_q;
      always @(posedge clk_i) begin
        if (starts) begin
          ring_q <= rings_i[r*RING+:RING];
          position_q <= positions_i[r*POSITION+:POSITION];
          length_q <= lengths_i[r*LENGTH+:LENGTH];
          in_port_q <= in_ports_i[r*PORT+:PORT];
          gate_q <= gates_i[r];
          runs_q <= 1'b1;
        end else if (here) begin
          if (writes_place) begin
            ring_q <= data_i[<{ c.field("place", "ring") }>];
            position_q <= data_i[<{ c.field("place", "position") }>];
            length_q <= data_i[<{ c.field("place", "length") }>];
            runs_q <= 1'b0;
          end
          if (writes_in_port) in_port_q <= data_i[<{ c.field("in_port", "port") }>];
          if (writes_gate) gate_q <= data_i[<{ c.field("gate", "gate") }>];
          if (writes_restart) runs_q <= 1'b1;
        end
      end
      assign rings_o[r*RING+:RING] = ring_q;
      assign positions_o[r*POSITION+:POSITION] = position_q;
      assign lengths_o[r*LENGTH+:LENGTH] = length_q;
      assign in_ports_o[r*PORT+:PORT] = in_port_q;
      assign gates_o[r] = gate_q;
      assign runs_o[r] = runs_q;
    end

    for (p = 0; p < PORTS; p = p + 1) begin : gen_port
      localparam [11:0] HERE = p;
      reg [PORT:0] source_q;
      always @(posedge clk_i) begin
        if (starts) source_q <= sources_i[p*(PORT+1)+:PORT+1];
        else if (writes_output && index == HERE) source_q <= data_i[<{ c.field("output", "source") }>];
      end
      assign sources_o[p*(PORT+1)+:PORT+1] = source_q;
    end
  endgenerate

`ifdef TEECAST_ASSERT
  // An epoch does not end and begin in one cycle.
  always @(posedge clk_i) begin
    if (rst_ni) begin : epoch_ends_or_begins
      assert (!forget_o || !resume_o);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
