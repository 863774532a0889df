// Relay engine: the sends that a stored broadcast packet still asks of this node.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 7ef13e092ec3):
//   n=6 W=32 max_data=64 interconnect=bus filter=true duplicate_window=4096
//   reception=copies
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: due_o[x] = 1: send in the direction x sixths (60 degrees) to the left; slice x of
//   header_o is {distance, letter, step} of that packet on its link. distance_i is already
//   decremented. Send 0 of a marked packet is the packet itself, which found its way straight on
//   taken. For a bad packet this is the only send.
// Latency and state: combinational, none.
// Source: [KS91] 4, the broadcasts with 1 to 6 copies as one function.
// Widths: 3 = distance; 48 = 6 x expected header.
`default_nettype none

module harts_relay_engine (
  input  wire [2:0] copies_i,
  input  wire [1:0] step_i,
  input  wire [2:0] letter_i,
  input  wire [2:0] distance_i,
  input  wire mark_i,
  input  wire bad_i,
  output wire [5:0] due_o,
  output wire [47:0] header_o
);
  localparam [2:0] NONE = 3'd0, A = 3'd1, B = 3'd2, C = 3'd3, D = 3'd4;
  localparam [2:0] FULL = 3'd5;
  localparam [2:0] ONE = 3'd1;

  wire at_end = distance_i == 3'd0;
  wire next_to_source = distance_i == 3'd4;
  wire many = copies_i >= 3'd4;
  wire axis = step_i == 2'd1 && !bad_i;
  wire tooth = step_i == 2'd2 && !at_end && many && !bad_i;

  wire tooth_left = tooth && (letter_i == B || letter_i == C);
  wire tooth_right = tooth && (letter_i == A || letter_i == D);
  wire single_hop = letter_i == C || letter_i == D;

  wire left = (axis && (!at_end || copies_i >= 3'd3)) || tooth_left;
  wire right = (axis && copies_i != 3'd1 && !(at_end && copies_i == 3'd4)) || tooth_right;
  wire onward = axis && at_end && copies_i == 3'd6;
  wire backward = axis && many && next_to_source;
  assign due_o = {right, backward, 1'b0, backward, left, onward || mark_i};

  wire [2:0] tooth_distance = single_hop ? ONE : distance_i;
  wire [2:0] left_distance =
      !axis ? tooth_distance : copies_i >= 3'd3 ? FULL : distance_i;
  wire [2:0] right_distance =
      !axis ? tooth_distance : many || at_end ? FULL : distance_i;

  reg [2:0] left_letter, right_letter;
  always @* begin
    left_letter = NONE;
    right_letter = NONE;
    if (!axis) begin
      left_letter = letter_i;
      right_letter = letter_i;
    end else if (many && at_end) begin
      left_letter = copies_i == 3'd6 ? A : NONE;
      right_letter = B;
    end else if (many && next_to_source) begin
      left_letter = C;
      right_letter = D;
    end
  end

  wire [1:0] next_step = step_i + 2'd1;
  assign header_o = {
      right_distance, right_letter, next_step,
      ONE, NONE, next_step,
      8'd0,
      ONE, NONE, next_step,
      left_distance, left_letter, next_step,
      mark_i ? {distance_i, letter_i, step_i} : {FULL, NONE, next_step}};

`ifdef TEECAST_ASSERT
  integer e;
  always @* begin
    // Of a bad packet only what was asked for by its mark leaves, and nothing goes back.
    begin : bad_leaves_by_mark_only
      assert final (!due_o[3] && (!bad_i || due_o[5:1] == 5'd0));
    end
    begin : marked_comes_again
      assert final (!mark_i || (due_o[0] && header_o[7:0] == {distance_i, letter_i, step_i}));
    end
    begin : last_step_ends assert final (step_i != 2'd3 || due_o == {5'd0, mark_i}); end
    // On a tooth there is at most one change of direction, with its letter.
    begin : one_turn_on_a_tooth
      assert final (step_i != 2'd2 || (!due_o[2] && !due_o[4] && !(due_o[1] && due_o[5])));
    end
    if (step_i != 2'd0 && copies_i != 3'd0 && copies_i != 3'd7 && distance_i < FULL) begin
      for (e = 0; e < 6; e = e + 1) begin
        if (due_o[e] && !(e == 0 && mark_i)) begin
          // A step more, on at most a whole edge.
          begin : step_grows_by_one assert final (header_o[e*8+:2] == step_i + 2'd1); end
          begin : distance_stays_on_edge assert final (header_o[e*8+5+:3] - 3'd1 < FULL); end
          begin : letter_stays
            assert final (step_i != 2'd2 || header_o[e*8+2+:3] == letter_i);
          end
        end
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
