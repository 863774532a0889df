<{ c.banner("Remembers the messages of the majority that closed of late.") }>
// Contract: one cycle after check_i, seen_o = 1 if the identity (key_i, copies_i) is one of the
//   last <{ c.majority.remembered }> that were remembered, each for <{ c.majority.timeout }> cycles in which tick_i = 1. In that cycle
//   record_i adds it. Checks are three cycles apart or more; ready_o = 0 until all is forgotten
//   after a reset.
// Latency and state: one cycle; a content-addressed memory: for each four bits of an identity and
//   each value of them, the entries that have it there.
// Widths: <{ c.topology.node_bits + 8 }> = node number + 8.
`default_nettype none

module <{ c.prefix }>harts_closed_messages (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire tick_i,
  output wire ready_o,
  input  wire [<{ c.topology.node_bits + 7 }>:0] key_i,
  input  wire [2:0] copies_i,
  input  wire check_i,
  output wire seen_o,
  input  wire record_i
);
  // One entry is always being forgotten.
  localparam ENTRIES = <{ c.majority.remembered + 1 }>;
  localparam PARTS = <{ c.majority.key_parts }>;
  localparam KEY = <{ 4 * c.majority.key_parts }>;
  localparam FIRST = 0;
  localparam LAST_ROW = 15;
  localparam LAST_ENTRY = <{ c.majority.remembered }>;
  // Clock for the ages of the entries.
  localparam TIME = <{ c.majority.time_bits }>;
  localparam [TIME-1:0] WINDOW = <{ c.majority.time_bits }>'d<{ c.majority.timeout }>;
  localparam [TIME-1:0] TICK = 1;

  wire [KEY-1:0] key = <{ c.pad("copies_i, key_i", c.topology.node_bits + 11, 4 * c.majority.key_parts) }>;

  // Ring of entries: the next one is written and the one after it forgotten.
  reg [4:0] sweep_q;
  reg forget_q;
  reg [6:0] next_q, oldest_q;
  reg [ENTRIES-1:0] valid_q;
  reg [TIME-1:0] now_q;
  reg [KEY-1:0] keys_q [FIRST:LAST_ENTRY];
  reg [TIME-1:0] times_q [FIRST:LAST_ENTRY];

  wire sweeping = !sweep_q[4];
  wire [6:0] after_next = next_q == LAST_ENTRY[6:0] ? 7'd0 : next_q + 7'd1;
  wire [6:0] after_oldest = oldest_q == LAST_ENTRY[6:0] ? 7'd0 : oldest_q + 7'd1;
  wire [KEY-1:0] old_key = keys_q[next_q];
  wire [TIME-1:0] age = now_q - times_q[oldest_q];
  wire full = forget_q && next_q == oldest_q && (|valid_q);
  wire expired = oldest_q != next_q && age >= WINDOW;

  reg [ENTRIES-1:0] this_entry, oldest_entry;
  integer e;
  always @* begin
    for (e = 0; e < ENTRIES; e = e + 1) begin
      this_entry[e] = next_q == e[6:0];
      oldest_entry[e] = oldest_q == e[6:0];
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      sweep_q <= 5'd0;
      forget_q <= 1'b0;
      next_q <= 7'd0;
      oldest_q <= 7'd0;
      valid_q <= {ENTRIES{1'b0}};
    end else begin
      if (sweeping) sweep_q <= sweep_q + 5'd1;
      forget_q <= record_i;
      if (record_i) next_q <= after_next;
      if (full || expired) oldest_q <= after_oldest;
      valid_q <= (valid_q | (record_i ? this_entry : {ENTRIES{1'b0}})) &
          ~(full || expired ? oldest_entry : {ENTRIES{1'b0}});
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) now_q <= {TIME{1'b0}};
    else if (tick_i) now_q <= now_q + TICK;
  end
  always @(posedge clk_i) begin
    if (record_i) begin
      keys_q[next_q] <= key;
      times_q[next_q] <= now_q;
    end
  end

  wire [PARTS*ENTRIES-1:0] rows;
  genvar p;
  generate
    for (p = 0; p < PARTS; p = p + 1) begin : gen_part
      reg [ENTRIES-1:0] rows_q [FIRST:LAST_ROW];
      reg [ENTRIES-1:0] row_q;
      wire [3:0] value = forget_q ? old_key[4*p+:4] : key[4*p+:4];
      wire [ENTRIES-1:0] row = rows_q[value];
      wire [3:0] address = sweeping ? sweep_q[3:0] : value;
      wire [ENTRIES-1:0] changed = sweeping ? {ENTRIES{1'b0}} :
          forget_q ? row & ~this_entry : row_q | this_entry;
      always @(posedge clk_i) begin
        if (sweeping || forget_q || record_i) rows_q[address] <= changed;
        if (check_i) row_q <= row;
      end
      assign rows[p*ENTRIES+:ENTRIES] = row_q;
    end
  endgenerate

  reg [ENTRIES-1:0] hits;
  integer i;
  always @* begin
    hits = valid_q;
    for (i = 0; i < PARTS; i = i + 1) hits = hits & rows[i*ENTRIES+:ENTRIES];
  end
  assign seen_o = |hits;
  assign ready_o = !sweeping;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin : remembers_after_forgetting
      // An identity is remembered when nothing is being forgotten.
      assert (!record_i || !forget_q);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
