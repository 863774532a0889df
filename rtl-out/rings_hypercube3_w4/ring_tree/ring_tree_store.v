// Store: the messages that a node holds, its own one too.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --graph hypercube:3 --family ring-tree --ring-size 4
// Configuration (hash ce983d9400e7):
//   hypercube:3 w=4 P=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: each ring has a bank; of each origin at most one bank counts, the one written last. The
//   own message stands in a register. Two rings never write one origin in one cycle. A word is
//   version and payload, the version low; a word of an origin that is not held is 0.
// Latency and state: reads are combinational; 8 words and marks a ring.
`default_nettype none

module ring_tree_store #(
  // Rings of the node, and readers.
  parameter RINGS = 1,
  parameter READS = 3
) (
  input  wire clk_i,
  // Nothing is held any more
  input  wire clear_i,
  // Constant of the place
  input  wire [2:0] node_i,
  // The message of the processor
  input  wire take_i,
  input  wire [31:0] payload_i,
  // What the rings write
  input  wire [RINGS-1:0] write_i,
  input  wire [RINGS*3-1:0] write_origins_i,
  input  wire [RINGS*40-1:0] write_words_i,
  // What is read
  input  wire [READS*3-1:0] origins_i,
  output wire [READS*40-1:0] words_o,
  // Bit o: the message of node o is held
  output wire [7:0] held_o
);
  localparam N = 8;
  localparam O = 3;
  localparam WORD = 40;
  localparam [N-1:0] ONE = 1;

  reg [WORD-1:0] own_q;
  reg own_held_q;
  // What the banks have, and for which origins each of them counts.
  wire [RINGS*READS*WORD-1:0] banked;
  wire [RINGS*N-1:0] counts;

  // Who writes an origin takes it from all other banks.
  reg [N-1:0] written, held;
  reg own_write;
  reg [WORD-1:0] own_word;
  reg [READS*WORD-1:0] words;
  integer k, h, j, b;
  always @* begin
    written = {N{1'b0}};
    own_write = take_i;
    own_word = {payload_i, 8'd0};
    for (k = 0; k < RINGS; k = k + 1) begin
      if (write_i[k]) begin
        if (write_origins_i[k*O+:O] == node_i) begin
          own_write = 1'b1;
          own_word = write_words_i[k*WORD+:WORD];
        end else begin
          written = written | (ONE << write_origins_i[k*O+:O]);
        end
      end
    end
  end

  always @* begin
    held = own_held_q ? ONE << node_i : {N{1'b0}};
    for (h = 0; h < RINGS; h = h + 1) held = held | counts[h*N+:N];
  end

  always @* begin
    for (j = 0; j < READS; j = j + 1) begin
      words[j*WORD+:WORD] = own_held_q && origins_i[j*O+:O] == node_i ? own_q : {WORD{1'b0}};
      for (b = 0; b < RINGS; b = b + 1) begin
        words[j*WORD+:WORD] = words[j*WORD+:WORD] | banked[(b*READS+j)*WORD+:WORD];
      end
    end
  end

  genvar r, i;
  generate
    for (r = 0; r < RINGS; r = r + 1) begin : gen_ring
      wire [O-1:0] origin = write_origins_i[r*O+:O];
      wire writes = write_i[r] && origin != node_i;
      wire [READS*WORD-1:0] read;
      ring_tree_bank #(
        .READS(READS)
      ) u_bank (
        .clk_i(clk_i),
        .write_i(writes),
        .write_origin_i(origin),
        .write_word_i(write_words_i[r*WORD+:WORD]),
        .origins_i(origins_i),
        .words_o(read)
      );

      reg [N-1:0] counts_q;
      always @(posedge clk_i) begin
        if (clear_i) counts_q <= {N{1'b0}};
        else counts_q <= (counts_q & ~written) | (writes ? ONE << origin : {N{1'b0}});
      end
      assign counts[r*N+:N] = counts_q;
      for (i = 0; i < READS; i = i + 1) begin : gen_read
        wire is_here = |(counts_q & (ONE << origins_i[i*O+:O]));
        assign banked[(r*READS+i)*WORD+:WORD] = read[i*WORD+:WORD] & {WORD{is_here}};
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (clear_i) own_held_q <= 1'b0;
    else if (own_write) own_held_q <= 1'b1;
  end
  always @(posedge clk_i) begin
    if (own_write) own_q <= own_word;
  end

  assign words_o = words;
  assign held_o = held;

`ifdef TEECAST_ASSERT
  // Of an origin at most one bank counts.
  integer x, y;
  always @(posedge clk_i) begin
    for (x = 1; x < RINGS; x = x + 1) begin
      for (y = 0; y < x; y = y + 1) begin
        if (!clear_i) assert ((counts[x*N+:N] & counts[y*N+:N]) == {N{1'b0}});
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
