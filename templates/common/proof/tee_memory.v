<{ c.banner("Property: what tee_memory gives back.") }>
// Contract: failed_o = 0 in every cycle after a reset
<%- if registered %> while no word is read in the cycle in which it is
//   written: the memory shows what was written last where it was read last, until its next read.
<%- else %>: the memory shows what was written last into the place that is read.
<%- endif %>
//   The property follows one place, any one.
`default_nettype none

module proof_tee_memory (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire write_i,
  input  wire [<{ address - 1 }>:0] write_address_i,
  input  wire [<{ width - 1 }>:0] write_data_i,
  input  wire read_i,
  input  wire [<{ address - 1 }>:0] read_address_i,
  input  wire [<{ address - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam WIDTH = <{ width }>;
  localparam DEPTH = <{ depth }>;
  localparam ADDRESS = <{ address }>;

  wire [WIDTH-1:0] data;
  <{ c.prefix }>tee_memory #(
    .WIDTH(WIDTH),
    .DEPTH(DEPTH),
    .ADDRESS(ADDRESS)
<%- if block %>,
    .BLOCK(1)
<%- else if !registered %>,
    .REGISTERED(0)
<%- endif %>
  ) u_dut (
    .clk_i(clk_i),
    .write_i(write_i),
    .write_address_i(write_address_i),
    .write_data_i(write_data_i),
    .read_i(read_i),
    .read_address_i(read_address_i),
    .read_data_o(data)
  );
  connect u_dut.words_q.place = watched_i;

  // Any one place that exists, its word, and whether the output shows it.
  reg [ADDRESS-1:0] watched_q;
  reg [WIDTH-1:0] word_q;
  reg known_q, begun_q;
  wire written = write_i && write_address_i == watched_i;
  wire reads = read_address_i == watched_i;
  always @(posedge clk_i) begin
    watched_q <= watched_i;
    known_q <= rst_ni && (known_q || written);
    if (written) word_q <= write_data_i;
  end
<%- if registered %>
  reg [WIDTH-1:0] shown_q;
  reg shows_q;
  always @(posedge clk_i) begin
    shows_q <= rst_ni && (read_i ? known_q && reads : shows_q);
    if (read_i) shown_q <= word_q;
  end
  wire collides = written && read_i && reads;
  wire bad = shows_q && data != shown_q;
<%- else %>
  wire unused_read = read_i;
  wire collides = 1'b0;
  wire bad = known_q && reads && data != word_q;
<%- endif %>
  wire legal = watched_i < DEPTH && (!begun_q || watched_i == watched_q) && !collides;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begun_q <= !rst_ni || (begun_q && legal);
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
