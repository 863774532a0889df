<{ c.banner("Queue: words wait in the order in which they came.") }>
// Contract: a word that is pushed shows from the next cycle on; data_o is the oldest one while
//   valid_o = 1, and pop_i takes it. The user pushes only while full_o = 0 and takes only while
//   valid_o = 1.
// Latency and state: one cycle; 1 << ADDRESS words.
`default_nettype none

module <{ c.prefix }>tee_queue #(
  // Bits of a word; bits of a place.
  parameter WIDTH = 8,
  parameter ADDRESS = 4,
  // 1: the words lie in a memory whose read port has a register.
  parameter REGISTERED = 0,
  // 1: data_i is written before it is known whether it is pushed, where push_i comes late.
  parameter EARLY = 0
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire push_i,
  input  wire [WIDTH-1:0] data_i,
  output wire full_o,
  output wire valid_o,
  output wire [WIDTH-1:0] data_o,
  input  wire pop_i
);
  localparam [ADDRESS-1:0] ONE = 1;

  reg [ADDRESS-1:0] write_q, read_q;
  reg full_q, valid_q;
  wire [ADDRESS-1:0] write_next = write_q + ONE;
  wire [ADDRESS-1:0] read_next = read_q + ONE;
  // Without what is pushed no word is left.
  wire empties = pop_i ? read_next == write_q : !valid_q;

  // The flags are registers: they decide what moves. A push may come late, so it goes in last.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= {ADDRESS{1'b0}};
      read_q <= {ADDRESS{1'b0}};
      full_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      if (push_i) write_q <= write_next;
      if (pop_i) read_q <= read_next;
      full_q <= !pop_i && (full_q || (push_i && write_next == read_q));
      valid_q <= push_i || !empties;
    end
  end

  wire [WIDTH-1:0] word;
  wire [ADDRESS-1:0] oldest;
  <{ c.prefix }>tee_memory #(
    .WIDTH(WIDTH),
    .DEPTH(1 << ADDRESS),
    .ADDRESS(ADDRESS),
    .REGISTERED(REGISTERED)
  ) u_words (
    .clk_i(clk_i),
    .write_i(EARLY ? !full_q : push_i),
    .write_address_i(write_q),
    .write_data_i(data_i),
    .read_i(1'b1),
    .read_address_i(oldest),
    .read_data_o(word)
  );

  generate
    if (REGISTERED) begin : gen_registered
      // The memory is asked for the next oldest word; what is written in this cycle goes around it.
      reg around_q;
      reg [WIDTH-1:0] around_word_q;
      assign oldest = pop_i ? read_next : read_q;
      always @(posedge clk_i) begin
        around_q <= push_i && empties;
        around_word_q <= data_i;
      end
      assign data_o = around_q ? around_word_q : word;
    end else begin : gen_direct
      assign oldest = read_q;
      assign data_o = word;
    end
  endgenerate
  assign full_o = full_q;
  assign valid_o = valid_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : push_finds_room assert (!push_i || !full_q); end
      begin : pop_finds_word assert (!pop_i || valid_q); end
      begin : full_has_words assert (valid_q || !full_q); end
      begin : equal_pointers_are_full_or_empty
        assert (write_q != read_q || full_q == valid_q);
      end
      begin : unequal_pointers_are_between
        assert (write_q == read_q || (valid_q && !full_q));
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
