// Link parser of a receiver: finds header and data of each packet, and its end in any case.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a link gives a flit at any time and never waits. header_o comes one cycle after
//   the last header flit, with word_o, the header as one bit string; while header_flit_o,
//   coming_word_o is word_o of the next cycle; the packet is decided one cycle later, and word_o
//   holds until then; refusal_i drops it. Its data flits wait in a queue, first at flit_*_o, until
//   pop_i; a packet without data has empty_o with
//   header_o, and ending_*_o say how it ended. Every packet ends: one cut at max_data data flits
//   (why 3) or by silence (why 10, with a flit of zeros) is bad. A packet cut inside its header
//   (event 2 or 10), or begun before the last one was decided (event 9), is swallowed.
// Latency and state: one cycle; position inside the packet, header and 16 flits.
// Widths: 32 = W; 28 = header.
// Registers without a reset: silence_q, word_q, empty_q, bad_q, count_q, begin_q.
`default_nettype none

module harts_link_parser (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire clear_i,
  // Link
  input  wire [31:0] link_data_i,
  input  wire link_valid_i,
  input  wire link_last_i,
  input  wire link_bad_i,
  // Header
  output wire header_o,
  output wire decision_o,
  output wire header_flit_o,
  output wire [27:0] coming_word_o,
  output wire [27:0] word_o,
  output wire empty_o,
  output wire ending_bad_o,
  output wire [3:0] ending_why_o,
  input  wire refusal_i,
  // Data
  output wire flit_valid_o,
  output wire [31:0] flit_data_o,
  output wire flit_last_o,
  output wire flit_bad_o,
  output wire [3:0] flit_why_o,
  input  wire pop_i,
  // Events 2, 9 and 10 of packets that have no header
  output wire event_valid_o,
  output wire [3:0] event_code_o
);
  localparam W = 32;
  localparam [8:0] SILENCE_CYCLES = 9'd447;
  localparam [1:0] HEADER = 2'd0, DATA = 2'd1, SKIP = 2'd2;

  reg [1:0] state_q;
  reg check_q, decision_q;
  reg [27:0] word_q;
  reg empty_q, bad_q;
  // Three flit times from header to header let the duplicate check forget its oldest entry.
  wire early = check_q || decision_q;

  // Silence is counted inside a packet only.
  reg [8:0] silence_q;
  wire in_packet = state_q != HEADER;
  wire silent = in_packet && !link_valid_i && silence_q == SILENCE_CYCLES;
  always @(posedge clk_i) begin
    if (link_valid_i || !in_packet) silence_q <= 9'd0;
    else silence_q <= silence_q + 9'd1;
  end

  wire in_header = state_q == HEADER && link_valid_i && !early;
  wire complete = in_header;
  wire refused_early = state_q == HEADER && link_valid_i && early;

  // Data: the last flit that fits ends the packet.
  reg [6:0] count_q;
  wire crowded;
  wire in_data = state_q == DATA && link_valid_i;
  wire oversize = in_data && !link_last_i &&
      (count_q == 7'd63 || crowded);
  wire gone = state_q == DATA && silent;
  wire push = (in_data || gone) && !refusal_i;
  wire finish = (in_data && link_last_i) || gone;

  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      state_q <= HEADER;
    end else begin
      case (state_q)
        HEADER: begin
          if (complete && !link_last_i) state_q <= DATA;
          else if (refused_early && !link_last_i) state_q <= SKIP;
        end
        DATA: begin
          if (finish) state_q <= HEADER;
          else if (oversize || refusal_i) state_q <= SKIP;
        end
        default: if ((link_valid_i && link_last_i) || silent) state_q <= HEADER;
      endcase
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      check_q <= 1'b0;
      decision_q <= 1'b0;
    end else begin
      check_q <= complete;
      decision_q <= check_q;
    end
  end

  wire [27:0] coming_word;
  assign coming_word[27:0] =
      link_data_i[27:0];

  always @(posedge clk_i) begin
    if (in_header) word_q <= coming_word;
    if (complete) begin
      empty_q <= link_last_i;
      bad_q <= link_last_i ? link_bad_i : 1'b0;
    end
  end

  assign header_o = check_q;
  assign decision_o = decision_q;
  assign header_flit_o = in_header;
  assign coming_word_o = coming_word;
  assign word_o = word_q;
  assign empty_o = empty_q;
  assign ending_bad_o = bad_q;
  assign ending_why_o = 4'd0;

  // The queue; a refused packet is taken out again from its begin.
  // An entry, from bit 0: data, then these flags of the flit.
  localparam ENDS = W;
  localparam BAD = ENDS + 1;
  localparam SILENT = BAD + 1;
  localparam CUT = SILENT + 1;
  reg [4:0] write_q, read_q, begin_q;
  wire [4:0] filled = write_q - read_q;
  // Only a link that is faster than this router's flit time fills the queue.
  assign crowded = filled >= 5'd14;
  wire [CUT:0] pushed = {
      oversize, gone, gone || oversize || (link_last_i && link_bad_i), finish || oversize,
      link_data_i};

  always @(posedge clk_i) begin
    if (complete) count_q <= 7'd0;
    else if (push) count_q <= count_q + 7'd1;
  end

  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      write_q <= 5'd0;
      read_q <= 5'd0;
    end else begin
      if (refusal_i) write_q <= begin_q;
      else if (push) write_q <= write_q + 5'd1;
      if (pop_i) read_q <= read_q + 5'd1;
    end
  end
  always @(posedge clk_i) begin
    if (complete) begin_q <= write_q;
  end

  wire [CUT:0] shown;
  tee_memory #(
    .WIDTH(CUT + 1),
    .DEPTH(16),
    .ADDRESS(4),
    .REGISTERED(0)
  ) u_flits (
    .clk_i(clk_i),
    .write_i(push),
    .write_address_i(write_q[3:0]),
    .write_data_i(pushed),
    .read_i(1'b1),
    .read_address_i(read_q[3:0]),
    .read_data_o(shown)
  );
  assign flit_valid_o = filled != 5'd0;
  // Zeros for a silent link come in here: they share look-up tables with the choice that follows.
  assign flit_data_o = shown[SILENT] ? {W{1'b0}} : shown[W-1:0];
  assign flit_last_o = shown[ENDS];
  assign flit_bad_o = shown[BAD];
  assign flit_why_o = shown[SILENT] ? 4'd10 : shown[CUT] ? 4'd3 : 4'd0;

  assign event_valid_o = refused_early;
  assign event_code_o = 4'd9;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni && !clear_i) begin
      // The queue keeps every flit of an accepted packet; only flits in the queue leave it.
      begin : queue_has_room assert (!push || filled < 5'd16); end
      begin : pop_finds_flit assert (!pop_i || filled != 5'd0); end
      // A packet is refused when it is decided, and decided once.
      begin : refused_when_decided assert (!refusal_i || decision_q); end
      begin : decided_once assert (!(check_q && decision_q)); end
      begin : checked_once assert (!complete || !check_q); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
