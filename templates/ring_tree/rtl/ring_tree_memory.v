<{ c.banner("Memory: a word for each origin.") }>
// Contract: a word is written by origin; another one is read a cycle later and kept until the next
//   read. No word is read in the cycle in which it is written; the users assert that.
// Latency and state: one cycle; <{ c.words }> words.
`default_nettype none

module <{ c.prefix }>ring_tree_memory #(
  // Bits of a word.
  parameter WIDTH = 8
) (
  input  wire clk_i,
  input  wire write_i,
  input  wire [<{ c.origin_bits - 1 }>:0] write_origin_i,
  input  wire [WIDTH-1:0] write_word_i,
  input  wire read_i,
  input  wire [<{ c.origin_bits - 1 }>:0] read_origin_i,
  output wire [WIDTH-1:0] word_o
);
  localparam FIRST = 0;
  localparam LAST = <{ c.words - 1 }>;

  (* no_rw_check, ram_style = "<{ c.memory_style() }>" *)
  reg [WIDTH-1:0] words_q [FIRST:LAST];
  reg [WIDTH-1:0] word_q;
  always @(posedge clk_i) begin
    if (write_i) words_q[write_origin_i] <= write_word_i;
    if (read_i) word_q <= words_q[read_origin_i];
  end
  assign word_o = word_q;

`ifdef TEECAST_ASSERT
  // A word stays until the next reading.
  reg [WIDTH-1:0] past_q;
  reg stays_q;
  always @(posedge clk_i) begin
    past_q <= word_q;
    stays_q <= !read_i;
  end
<% include "common/rtl/clocked.vh" %>
  always @(posedge clk_i) begin
    if (clocked_q == CLOCKED) assert (!stays_q || word_o == past_q);
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
