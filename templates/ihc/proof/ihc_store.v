<{ c.banner("Property: ihc_store keeps each flit and each length in a place of its own.") }>
// Contract: failed_o = 0 after a reset, and after every cycle in which all of this holds: what is read of a
//   bank, a source and an index is the flit that was last written there, a cycle later, and stays
//   until the next reading; the length is the one that was last marked for the bank and the source
<%- if c.options.filter %>
//   there. No two places are one.
<%- else %>
//   since the bank was cleared or a reset, or 0. complete_o = 1 if the source has one in the bank of the round.
<%- endif %>
//   Of each memory the property follows one place, any one.
`default_nettype none

module proof_ihc_store (
  input  wire clk_i,
  input  wire rst_ni,
<%- if !c.options.filter %>
  input  wire faulty_i,
  input  wire clear_i,
<%- endif %>
  input  wire bank_i,
  input  wire write_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] source_i,
  input  wire [<{ c.buffers.index_bits - 1 }>:0] index_i,
  input  wire [<{ c.options.width - 1 }>:0] data_i,
  input  wire mark_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] mark_source_i,
  input  wire [<{ c.buffers.length_bits - 1 }>:0] mark_length_i,
  input  wire read_i,
  input  wire read_bank_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] read_source_i,
  input  wire [<{ c.buffers.index_bits - 1 }>:0] read_index_i,
  // A place of either memory: bank, source, and index
  input  wire [<{ c.topology.id_bits + c.buffers.index_bits }>:0] place_i,
  input  wire [<{ c.topology.id_bits }>:0] copy_i,
  output wire failed_o
);
  localparam W = <{ c.options.width }>;
  localparam ID = <{ c.topology.id_bits }>;
  localparam INDEX = <{ c.buffers.index_bits }>;
  localparam LENGTH = <{ c.buffers.length_bits }>;
  // A reset, or what is as one.
  wire alive = rst_ni<% if !c.options.filter %> && !faulty_i<% endif %>;

  wire [W-1:0] data;
  wire [LENGTH-1:0] length;
<%- if !c.options.filter %>
  wire complete;
<%- endif %>
  <{ c.prefix }>ihc_store u_dut (
    .clk_i(clk_i),
<%- if !c.options.filter %>
    .rst_ni(rst_ni),
    .faulty_i(faulty_i),
    .clear_i(clear_i),
<%- endif %>
    .bank_i(bank_i),
    .write_i(write_i),
    .source_i(source_i),
    .index_i(index_i),
    .data_i(data_i),
    .mark_i(mark_i),
    .mark_source_i(mark_source_i),
    .mark_length_i(mark_length_i),
<%- if !c.options.filter %>
    .complete_o(complete),
<%- endif %>
    .read_i(read_i),
    .read_bank_i(read_bank_i),
    .read_source_i(read_source_i),
    .read_index_i(read_index_i),
    .data_o(data),
    .length_o(length)
  );

  // What the module has in the places, and what was put there last.
  (* keep *)
  wire [W-1:0] kept;
  (* keep *)
  wire [LENGTH-1:0] marked;
  connect u_dut.u_data.words_q.place = place_i;
  connect u_dut.lengths_q.place = copy_i;
  connect kept = u_dut.u_data.words_q.kept_q;
  connect marked = u_dut.lengths_q.kept_q;
  reg [W-1:0] flit_q, read_q;
  reg [LENGTH-1:0] length_q, given_q;
  reg asked_q;
  reg [ID+INDEX:0] place_q;
  reg [ID:0] copy_q;
  reg knows_q;
  wire here = bank_i == place_i[ID+INDEX] && source_i == place_i[INDEX+:ID] && index_i == place_i[INDEX-1:0];
  wire reads = read_bank_i == place_i[ID+INDEX] && read_source_i == place_i[INDEX+:ID] &&
      read_index_i == place_i[INDEX-1:0];
  wire marks = mark_i && bank_i == copy_i[ID] && mark_source_i == copy_i[ID-1:0];
  wire asks = read_bank_i == copy_i[ID] && read_source_i == copy_i[ID-1:0];
<%- if !c.options.filter %>
  // Whether the copy has come since it was cleared.
  (* keep *)
  wire [2**(ID+1)-1:0] has;
  connect has = u_dut.here_q;
  reg came_q;
  wire clears = clear_i && bank_i == copy_i[ID];
  wire looks = bank_i == copy_i[ID] && source_i == copy_i[ID-1:0];
<%- endif %>

  always @(posedge clk_i) begin
    place_q <= place_i;
    copy_q <= copy_i;
    if (write_i && here) flit_q <= data_i;
    if (read_i) read_q <= flit_q;
    knows_q <= alive && (read_i ? reads : knows_q);
    if (marks) length_q <= mark_length_i;
    asked_q <= alive && asks;
<%- if c.options.filter %>
    given_q <= length_q;
<%- else %>
    given_q <= came_q ? length_q : 0;
<%- endif %>
<%- if !c.options.filter %>
    came_q <= alive && !clears && (marks || came_q);
<%- endif %>
  end

  reg bad;
  always @* begin
    bad = kept != flit_q || marked != length_q || (knows_q && data != read_q);
    if (asked_q && length != given_q) bad = 1'b1;
<%- if !c.options.filter %>
    if (has[copy_i] != came_q || (looks && complete != came_q)) bad = 1'b1;
<%- endif %>
  end

  // The places stay, and are written once before they are compared.
  reg held_q;
  initial held_q = 1'b0;
  wire legal = place_i == place_q && copy_i == copy_q;
  always @(posedge clk_i) held_q <= legal && !bad && alive;
<%- if c.options.filter %>
  assign failed_o = held_q && alive && legal && bad;
<%- else %>
  // A reset leaves no copy.
  reg reset_q;
  initial reset_q = 1'b0;
  always @(posedge clk_i) reset_q <= !alive;
  assign failed_o = alive && ((held_q && legal && bad) || (reset_q && has != 0));
<%- endif %>
endmodule

`default_nettype wire
