// Remembers the broadcasts that an in-link accepted of late.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: one cycle after check_i, seen_o = 1 if the identity (key_i, copies_i) is remembered. In
//   that cycle record_i adds it, and key_i and copies_i still hold. It is remembered for at least
//   a period less 16 cycles and at most two periods, unless 4 others with the same sum
//   of source and sequence number come. ready_o = 0 until all is forgotten after a reset; nothing
//   is checked before.
// Latency and state: one cycle; two generations of identities, a period each: new ones are written
//   to the younger one, and the older one is cleared before they change places.
// Widths: 15 = node number + 8.
// Registers without a reset: turns_q, entries_q, seen_q.
`default_nettype none

module harts_duplicate_check (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire clear_i,
  output wire ready_o,
  input  wire [14:0] key_i,
  input  wire [2:0] copies_i,
  input  wire check_i,
  output wire seen_o,
  input  wire record_i
);
  localparam ID = 7;
  localparam WAYS = 4;
  localparam TIME = 11;
  // Cycles of a period but the first, and of a clearing.
  localparam [TIME-1:0] PERIOD_LEFT = 11'd2047;
  localparam [TIME-1:0] CLEARING_LEFT = 11'd15;
  localparam [TIME-1:0] ONE = 1;
  localparam FIRST = 0;
  localparam LAST = 15;

  // The row of an identity, and what of it the row does not tell.
  wire [3:0] row = key_i[ID+:4] ^ key_i[3:0];
  wire [ID+6:0] rest = {copies_i, key_i[ID+4+:4], key_i[ID-1:0]};

  // The time until the generations change places; in the last cycles the older one is cleared,
  // after a reset both are.
  reg [TIME-1:0] left_q;
  reg ready_q, young_q;
  wire clears = !ready_q || left_q[TIME-1:4] == {(TIME-4){1'b0}};
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      left_q <= CLEARING_LEFT;
      ready_q <= 1'b0;
      young_q <= 1'b0;
    end else if (left_q == {TIME{1'b0}}) begin
      left_q <= PERIOD_LEFT;
      ready_q <= 1'b1;
      young_q <= !young_q;
    end else begin
      left_q <= left_q - ONE;
    end
  end

  // The entry of a row that is written next.
  reg [1:0] turns_q [FIRST:LAST];
  wire [1:0] turn = turns_q[row];
  always @(posedge clk_i) begin
    if (!ready_q) turns_q[left_q[3:0]] <= 2'd0;
    else if (record_i) turns_q[row] <= turn + 2'd1;
  end

  wire [2*WAYS-1:0] known;
  genvar g, w;
  generate
    for (g = 0; g < 2; g = g + 1) begin : gen_generation
      wire young = young_q == g[0];
      wire cleared = clears && !(ready_q && young);
      wire adds = record_i && young;
      wire [3:0] place = cleared ? left_q[3:0] : row;
      for (w = 0; w < WAYS; w = w + 1) begin : gen_entry
        reg [ID+7:0] entries_q [FIRST:LAST];
        wire [ID+7:0] entry = entries_q[row];
        always @(posedge clk_i) begin
          if (cleared || (adds && turn == w[1:0])) entries_q[place] <= {!cleared, rest};
        end
        assign known[g*WAYS+w] = entry == {1'b1, rest};
      end
    end
  endgenerate

  reg seen_q;
  always @(posedge clk_i) begin
    if (check_i) seen_q <= |known;
  end
  assign seen_o = seen_q;
  assign ready_o = ready_q;

`ifdef TEECAST_ASSERT
  reg checked_q;
  reg [ID+10:0] identity_q;
  always @(posedge clk_i) begin
    checked_q <= rst_ni && !clear_i && check_i;
    identity_q <= {copies_i, key_i};
    if (rst_ni && !clear_i) begin
      // What is remembered was checked in the cycle before, and after all was forgotten.
      begin : check_finds_all_forgotten assert (!check_i || ready_q); end
      begin : remembered_was_checked
        assert (!record_i || (checked_q && identity_q == {copies_i, key_i}));
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
