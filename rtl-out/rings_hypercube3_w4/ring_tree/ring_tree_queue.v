// Queue: messages that wait to leave, each origin at most once, and a copy of the store.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --graph hypercube:3 --family ring-tree --ring-size 4
// Configuration (hash 027a8c594066):
//   graph=hypercube:3 w=4 P=32
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: origins leave round robin, row by row: the next one of the row that was served last,
//   then the next row with any. valid_o shows the message that leaves next; it keeps the payload
//   that the store had when it was read. An origin that is set again after that stays in the queue.
//   With hold_i = 1 nothing is read: the store changes a word.
// Latency and state: two cycles from set_i to valid_o; a bit a node, 8 words.
// Widths: 3 = origin number; 39 = stored word; 8 = nodes.
// Registers without a reset: origin_q.
`default_nettype none

module ring_tree_queue (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire clear_i,
  // What the store writes
  input  wire write_i,
  input  wire [2:0] write_origin_i,
  input  wire [38:0] write_word_i,
  input  wire hold_i,
  // What is queued: an origin, and any of which the store holds a word
  input  wire set_i,
  input  wire [2:0] set_origin_i,
  input  wire [7:0] again_i,
  // Bit o: the message of node o has not been read yet
  output wire [7:0] pending_o,
  // The message that leaves next
  output wire valid_o,
  output wire [2:0] origin_o,
  output wire [38:0] word_o,
  input  wire pop_i,
  output wire empty_o
);
  localparam N = 8;
  localparam O = 3;
  // Bits of a place in a row, and of a row.
  localparam PLACE = 2;
  localparam ROW = 1;
  localparam PLACES = 1 << PLACE;
  localparam ROWS = 1 << ROW;
  localparam ALL = PLACES * ROWS;

  reg [N-1:0] pending_q;
  wire [ALL-1:0] padded = pending_q;

  // Rows with any; the row that is served, and its places above the last one.
  reg [ROW-1:0] row_q;
  reg [PLACES-1:0] later_q;
  wire [ROWS-1:0] any;
  wire [PLACES-1:0] places = padded[{row_q, {PLACE{1'b0}}}+:PLACES];
  wire [PLACES-1:0] left = places & later_q;
  wire [PLACES-1:0] lowest;
  tee_lowest_set_bit #(
    .WIDTH(PLACES)
  ) u_lowest (
    .bits_i(left),
    .lowest_o(lowest)
  );

  reg valid_q, some_q;
  reg [O-1:0] origin_q;
  wire reads = (|left) && (!valid_q || pop_i) && !hold_i;
  wire moves = left == {PLACES{1'b0}} || (reads && left == lowest);

  reg [PLACE-1:0] place;
  reg [PLACES-1:0] above;
  integer i;
  always @* begin
    place = {PLACE{1'b0}};
    for (i = 0; i < PLACES; i = i + 1) begin
      if (lowest[i]) place = place | i[PLACE-1:0];
    end
    above[0] = 1'b0;
    for (i = 1; i < PLACES; i = i + 1) above[i] = above[i-1] || lowest[i-1];
  end

  wire [ROW+PLACE-1:0] set_full = set_origin_i;
  wire [ROW-1:0] set_row = set_full[ROW+PLACE-1:PLACE];

  // The next row: above this one if there is any, or the lowest; else the row of what is set.
  reg [ROW-1:0] next_row;
  integer j;
  always @* begin
    next_row = set_i ? set_row : row_q;
    for (j = ROWS - 1; j >= 0; j = j - 1) begin
      if (any[j] && j[ROW-1:0] != row_q) next_row = j[ROW-1:0];
    end
    for (j = ROWS - 1; j >= 0; j = j - 1) begin
      if (any[j] && j[ROW-1:0] > row_q) next_row = j[ROW-1:0];
    end
  end
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      row_q <= {ROW{1'b0}};
      later_q <= {PLACES{1'b1}};
    end else if (moves) begin
      row_q <= next_row;
      later_q <= {PLACES{1'b1}};
    end else if (reads) begin
      later_q <= above;
    end
  end

  // Rows and places of what is set and of what is read.
  localparam [ROWS-1:0] FIRST_ROW = 1;
  localparam [PLACES-1:0] FIRST_PLACE = 1;
  wire [ROWS-1:0] set_rows = set_i ? FIRST_ROW << set_row : {ROWS{1'b0}};
  wire [PLACES-1:0] set_places = FIRST_PLACE << set_full[PLACE-1:0];
  wire [ROWS-1:0] read_rows = reads ? FIRST_ROW << row_q : {ROWS{1'b0}};

  genvar r, v;
  generate
    for (r = 0; r < ROWS; r = r + 1) begin : gen_row
      assign any[r] = |padded[r*PLACES+:PLACES];
    end
    for (v = 0; v < N; v = v + 1) begin : gen_origin
      wire read = read_rows[v/PLACES] && lowest[v%PLACES];
      wire set = set_rows[v/PLACES] && set_places[v%PLACES];
      always @(posedge clk_i) begin
        if (!rst_ni || clear_i) pending_q[v] <= 1'b0;
        else pending_q[v] <= (pending_q[v] && !read) || set || again_i[v];
      end
    end
  endgenerate

  // A single bit of an origin leaves its row without use.
  wire [ROW+PLACE-1:0] read_full = {row_q, place};
  wire [O-1:0] read_origin = read_full[O-1:0];
  wire unused = |read_full;
  tee_memory #(
    .WIDTH(39),
    .DEPTH(8),
    .ADDRESS(3),
    .BLOCK(0)
  ) u_words (
    .clk_i(clk_i),
    .write_i(write_i),
    .write_address_i(write_origin_i),
    .write_data_i(write_word_i),
    .read_i(reads),
    .read_address_i(read_origin),
    .read_data_o(word_o)
  );
  // Some origins waited a cycle ago; if none does now, the last one is shown.
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      valid_q <= 1'b0;
      some_q <= 1'b0;
    end else begin
      valid_q <= reads || (valid_q && !pop_i);
      some_q <= (|any) || set_i || (|again_i);
    end
  end
  always @(posedge clk_i) begin
    if (reads) origin_q <= read_origin;
  end

  assign pending_o = pending_q;
  assign valid_o = valid_q;
  assign origin_o = origin_q;
  assign empty_o = !some_q && !valid_q;

`ifdef TEECAST_ASSERT
  // What is read was queued, and is not written; what is taken is there.
  always @(posedge clk_i) begin
    if (rst_ni && !clear_i) begin
      begin : read_was_queued assert (!reads || padded[read_full]); end
      begin : taken_is_valid assert (!pop_i || valid_q); end
      begin : empty_shows_nothing assert (empty_o == (pending_q == {N{1'b0}} && !valid_q)); end
      begin : read_is_not_written
        assert (!(write_i && reads && write_origin_i == read_origin));
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
