<{ c.banner("Counts the destinations that want one dimension.") }>
<%- if c.vote.look2 %>
// Contract: count_o is the number of ones in column_i ([Lan88] 6.6.1, kept in binary: the maximum
//   checker compares counts directly). Faulty dimensions count too; the column selector leaves
//   them out, which is faster.
<%- else %>
// Contract: any_o = 1 when column_i has ones; count_o is then their number less one ([Lan88] 6.6.1,
//   kept in binary: the maximum checker compares counts directly. Less one, because a full column
//   takes one bit more otherwise where M is a power of two). Faulty dimensions count too; the
//   column selector leaves them out, which is faster.
<%- endif %>
// Latency and state: combinational, none.
// Widths: <{ c.frame.rows }> = rows; <{ c.vote.decoded_bits }> = decoded count.
`default_nettype none

module <{ c.prefix }>mhu_decoder (
  input  wire [<{ c.frame.rows - 1 }>:0] column_i,
<%- if !c.vote.look2 %>
  output wire any_o,
<%- endif %>
  output wire [<{ c.vote.decoded_bits - 1 }>:0] count_o
);
  // Four ones are counted at once: each bit of their number depends on four inputs.
  localparam GROUPS = <{ c.frame.rows.div_ceil(4) }>;

  wire [GROUPS*4-1:0] column = <% if c.frame.rows % 4 == 0 %>column_i<% else %>{ <{- 4 - c.frame.rows % 4 }>'d0, column_i}<% endif %>;
  reg [<{ c.vote.decoded_bits - 1 }>:0] sum;
  reg [3:0] four;
<%- if c.vote.look2 || c.frame.rows > 4 %>
<%- if c.vote.decoded_bits >= 2 %>
  reg two_or_more;
<%- endif %>
  reg [<{ c.vote.decoded_bits.min(3) - 1 }>:0] ones;
  integer g;
<%- endif %>
<%- if !c.vote.look2 %>
  reg any<% if c.vote.decoded_bits >= 2 %>, three_or_more<% endif %>;
<%- endif %>

  always @* begin
<%- if c.vote.look2 %>
    sum = <{ c.vote.decoded_bits }>'d0;
    for (g = 0; g < GROUPS; g = g + 1) begin
<%- else %>
    // The first group counts from -1.
    four = column[3:0];
    any = |four;
<%- if c.vote.decoded_bits >= 2 %>
    three_or_more = (four[0] && four[1] && (four[2] || four[3])) ||
        (four[2] && four[3] && (four[0] || four[1]));
    sum = { <%- if c.vote.decoded_bits >= 3 %>{ <{- c.vote.decoded_bits - 2 }>{!any}}, <% endif %>!any || three_or_more, !(^four)};
<%- else %>
    sum = !(^four);
<%- endif %>
<%- if c.frame.rows > 4 %>
    for (g = 1; g < GROUPS; g = g + 1) begin
<%- endif %>
<%- endif %>
<%- if c.vote.look2 || c.frame.rows > 4 %>
      four = column[4*g+:4];
<%- if c.vote.decoded_bits >= 2 %>
      two_or_more = (four[0] && four[1]) || (four[2] && four[3]) ||
          ((four[0] || four[1]) && (four[2] || four[3]));
<%- endif %>
      ones = <% if c.vote.decoded_bits >= 3 %>{&four, two_or_more && !(&four), ^four}<% else if c.vote.decoded_bits == 2 %>{two_or_more && !(&four), ^four}<% else %>^four<% endif %>;
<%- if !c.vote.look2 %>
      any = any || (|ones);
<%- endif %>
      sum = sum + <{ c.extend("ones", c.vote.decoded_bits.min(3), c.vote.decoded_bits) }>;
    end
<%- endif %>
  end
<%- if !c.vote.look2 %>
  assign any_o = any;
<%- endif %>
  assign count_o = sum;

`ifdef TEECAST_ASSERT
  // As many as there are lanes without the zeros.
  reg [<{ c.vote.count_bits - 1 }>:0] rest;
  integer e;
  always @* begin
    rest = <{ c.vote.count_bits }>'d<{ c.frame.rows }>;
    for (e = 0; e < <{ c.frame.rows }>; e = e + 1) begin
      if (!column_i[e]) rest = rest - <{ c.vote.count_bits }>'d1;
    end
<%- if c.vote.look2 %>
    begin : ones_are_counted assert final (count_o == rest); end
<%- else %>
    begin : any_shows_ones assert final (any_o == (|rest)); end
    begin : others_are_counted assert final (!any_o || <{ c.extend("count_o", c.vote.decoded_bits, c.vote.count_bits) }> == rest - <{ c.vote.count_bits }>'d1); end
<%- endif %>
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
