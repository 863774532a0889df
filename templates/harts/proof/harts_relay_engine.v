<{ c.banner("Property: which sends harts_relay_engine makes of a stored packet.") }>
// Contract: failed_o = 0 for every packet that a receiver accepts: the sends are those of the
//   procedures of [KS91], as one table by k, step, tag and distance; a marked packet goes straight
//   on as it is; of a bad packet only that.
`default_nettype none

module proof_harts_relay_engine (
  input  wire [2:0] copies_i,
  input  wire [1:0] step_i,
  input  wire [2:0] letter_i,
  input  wire [<{ c.topology.distance_bits - 1 }>:0] distance_i,
  input  wire mark_i,
  input  wire bad_i,
  output reg  failed_o
);
  localparam ENTRY = <{ c.frame.expected_bits }>;
  localparam DISTANCE = <{ c.topology.distance_bits }>;
  localparam [DISTANCE-1:0] FULL = <{ c.topology.edge - 1 }>;
  localparam [2:0] NONE = 3'd0, A = 3'd1, B = 3'd2, C = 3'd3, D = 3'd4;

  wire [5:0] due;
  wire [6*ENTRY-1:0] header;
  <{ c.prefix }>harts_relay_engine u_dut (
    .copies_i(copies_i),
    .step_i(step_i),
    .letter_i(letter_i),
    .distance_i(distance_i),
    .mark_i(mark_i),
    .bad_i(bad_i),
    .due_o(due),
    .header_o(header)
  );

  // One send: its direction in sixths to the left, and the header of the packet on its link.
  reg [5:0] sends;
  reg [6*ENTRY-1:0] headers;
  task send(input integer turn, input [DISTANCE-1:0] distance, input [2:0] letter);
    begin
      sends[turn] = 1'b1;
      headers[turn*ENTRY+:ENTRY] = {distance, letter, step_i + 2'd1};
    end
  endtask

  wire ends = distance_i == 0;
  wire near = distance_i == <{ c.topology.edge - 2 }>;
  integer t;
  always @* begin
    sends = 6'd0;
    headers = {6*ENTRY{1'b0}};
    if (!bad_i && step_i == 2'd1) begin
      case (copies_i)
        3'd1: if (!ends) send(1, distance_i, NONE);
        3'd2: begin
          if (!ends) send(1, distance_i, NONE);
          if (!ends) send(5, distance_i, NONE);
          else send(5, FULL, NONE);
        end
        3'd3: begin
          send(1, FULL, NONE);
          if (!ends) send(5, distance_i, NONE);
          else send(5, FULL, NONE);
        end
        default: begin
          if (ends) begin
            send(1, FULL, copies_i == 3'd6 ? A : NONE);
            if (copies_i != 3'd4) send(5, FULL, B);
            if (copies_i == 3'd6) send(0, FULL, NONE);
          end else if (near) begin
            send(1, FULL, C);
            send(5, FULL, D);
          end else begin
            send(1, FULL, NONE);
            send(5, FULL, NONE);
          end
          // With one hop on each axis its end is next to the source, too.
          if (near) begin
            send(2, <{ c.topology.distance_bits }>'d1, NONE);
            send(4, <{ c.topology.distance_bits }>'d1, NONE);
          end
        end
      endcase
    end
    if (!bad_i && step_i == 2'd2 && !ends && copies_i >= 3'd4) begin
      case (letter_i)
        A: send(5, distance_i, A);
        B: send(1, distance_i, B);
        C: send(1, <{ c.topology.distance_bits }>'d1, C);
        D: send(5, <{ c.topology.distance_bits }>'d1, D);
        default: ;
      endcase
    end
    if (mark_i) begin
      sends[0] = 1'b1;
      headers[0+:ENTRY] = {distance_i, letter_i, step_i};
    end
    failed_o = due != sends;
    for (t = 0; t < 6; t = t + 1) begin
      if (sends[t] && header[t*ENTRY+:ENTRY] != headers[t*ENTRY+:ENTRY]) failed_o = 1'b1;
    end
    // No receiver accepts another header, and only a packet that goes on is marked.
    if (copies_i == 3'd0 || copies_i == 3'd7 || step_i == 2'd0 || letter_i > D ||
        distance_i > <{ c.topology.edge - 2 }> || (mark_i && ends)) failed_o = 1'b0;
  end
endmodule

`default_nettype wire
