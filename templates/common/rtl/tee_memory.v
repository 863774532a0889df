<{ c.banner("Memory with one write port and one read port: the one place that a macro replaces.") }>
// Contract: a written word can be read from the next cycle on. With REGISTERED = 1 a word that is
//   read shows one cycle later and stays until the next read; read in the cycle in which it is
//   written, it may be anything. With REGISTERED = 0 the word of read_address_i shows at once.
// Latency and state: one cycle or none; the words.
`default_nettype none

module <{ c.prefix }>tee_memory #(
  // Bits of a word, words, bits of an address.
  parameter WIDTH = 8,
  parameter DEPTH = 16,
  parameter ADDRESS = 4,
  parameter REGISTERED = 1,
<%- if c.chooses_cells() %>
  // Without use: the configuration says which cells the words ask for.
<%- else %>
  // 1: asks synthesis for block memory; 0: leaves the cells to the tools.
<%- endif %>
  parameter BLOCK = 0
) (
  input  wire clk_i,
  input  wire write_i,
  input  wire [ADDRESS-1:0] write_address_i,
  input  wire [WIDTH-1:0] write_data_i,
  // Without use where a word shows at once
  input  wire read_i,
  input  wire [ADDRESS-1:0] read_address_i,
  output wire [WIDTH-1:0] read_data_o
);
  localparam FIRST = 0;
  localparam LAST = DEPTH - 1;

  // Simulators do not look at attributes.
  wire unused_block = BLOCK != 0;
  // No logic for collisions is needed.
  (* no_rw_check = REGISTERED, ram_style = <{ c.ram_style() }> *)
  reg [WIDTH-1:0] words_q [FIRST:LAST];

  always @(posedge clk_i) begin
    if (write_i) words_q[write_address_i] <= write_data_i;
  end

  generate
    if (REGISTERED) begin : gen_registered
      reg [WIDTH-1:0] word_q;
      always @(posedge clk_i) begin
        if (read_i) word_q <= words_q[read_address_i];
      end
      assign read_data_o = word_q;
    end else begin : gen_direct
      wire unused_read = read_i;
      assign read_data_o = words_q[read_address_i];
    end
  endgenerate

`ifdef TEECAST_ASSERT
  // A word stays until the next read.
  reg stays_q;
  reg [WIDTH-1:0] shown_q;
  always @(posedge clk_i) begin
    stays_q <= REGISTERED && !read_i;
    shown_q <= read_data_o;
  end
<% include "common/rtl/clocked.vh" %>
  always @(posedge clk_i) begin
    if (clocked_q == CLOCKED) begin : word_stays_until_read
      assert (!stays_q || read_data_o == shown_q);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
