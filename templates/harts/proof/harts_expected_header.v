<{ c.banner("Property: which headers harts_expected_header expects.") }>
// Contract: failed_o = 0 for all nodes and headers, on each in-link: a header is expected iff the
//   k-broadcast of the source has it there. The table is the golden model's.
`default_nettype none

module proof_harts_expected_header (
  input  wire clk_i,
  input  wire [<{ c.topology.node_bits - 1 }>:0] local_address_i,
  input  wire [<{ c.topology.node_bits - 1 }>:0] source_i,
  input  wire [2:0] copies_i,
  input  wire [<{ c.frame.expected_bits - 1 }>:0] header_i,
  output wire failed_o
);
  localparam ENTRY = <{ c.frame.expected_bits }>;
  localparam NODES = <{ c.topology.nodes }>;

  wire legal = local_address_i < NODES && source_i < NODES && source_i != local_address_i;
  wire [<{ c.topology.node_bits }>:0] ahead = {1'b0, local_address_i} + NODES - {1'b0, source_i};
  wire [<{ c.topology.node_bits }>:0] place = ahead >= NODES ? ahead - NODES : ahead;
  wire [5:0] expected, known;
<% for table in known %>
<%- let d = loop.index0 %>
  // The registers before and after the table are cut: the answer comes in the same cycle.
  connect u_dut_<{ d }>.offset_q = u_dut_<{ d }>.offset;
  connect u_dut_<{ d }>.expected_q = u_dut_<{ d }>.expected;
  <{ c.prefix }>harts_expected_header #(
    .DIRECTION(<{ d }>)
  ) u_dut_<{ d }> (
    .clk_i(clk_i),
    .local_address_i(local_address_i),
    .source_valid_i(1'b1),
    .source_i(source_i),
    .copies_i(copies_i),
    .header_i(header_i),
    .expected_o(expected[<{ d }>])
  );
  reg [7*ENTRY-1:0] row_<{ d }>;
  wire [ENTRY-1:0] entry_<{ d }> = row_<{ d }> >> (copies_i * ENTRY);
  assign known[<{ d }>] = copies_i != 3'd7 && entry_<{ d }>[1:0] != 2'd0 &&
      entry_<{ d }> == header_i;
  always @* begin
    case (place)
<%- for row in table %>
      <{ loop.index }>: row_<{ d }> = {
<%- for entry in row.iter().rev() %><{ c.frame.expected_bits }>'d<{ entry }>, <% endfor %>{ENTRY{1'b0}}};
<%- endfor %>
      default: row_<{ d }> = {7*ENTRY{1'b0}};
    endcase
  end
<% endfor %>
  assign failed_o = legal && expected != known;
endmodule

`default_nettype wire
