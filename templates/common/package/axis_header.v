<{ c.banner("Header: what goes before the data of a frame, by its destination.") }>
// Contract: flit_o is flit index_i of the header for tdest_i, which has flits_o of them. A tdest_i
//   below <{ c.headers.nodes }> is a node; from there on it is an entry of the table. known_o = 0: it is neither.
// Latency and state: combinational, none.
// Widths: <{ c.dest_bits() }> = tdest_i; <{ c.header_count_bits() }> = number of header flits; <{ c.s.width }> = flit.
// Not split: it is one table, with a row for each destination and flit.
`default_nettype none

module <{ c.module("header") }> (
  input  wire <{ c.range(c.dest_bits()) }>tdest_i,
  input  wire <{ c.range(c.header_count_bits()) }>index_i,
  output <% if c.is_of_one_length() %>wire<% else %>reg <% endif %> <{ c.range(c.header_count_bits()) }>flits_o,
  output reg  <{ c.range(c.s.width) }>flit_o,
  output wire known_o
);
  assign known_o = <{ c.known() }>;
<%- if c.is_of_one_length() %>
  assign flits_o = <{ c.usual_length() }>;
<%- else %>

  always @* begin
    case (tdest_i)
<%- for row in c.lengths() %>
      <{ row }>
<%- endfor %>
      default: flits_o = <{ c.usual_length() }>;
    endcase
  end
<%- endif %>

  always @* begin
    case ({index_i, tdest_i})
<%- for row in c.rows() %>
      <{ row }>
<%- endfor %>
      default: flit_o = {<{ c.s.width }>{1'b0}};
    endcase
  end
endmodule

`default_nettype wire
