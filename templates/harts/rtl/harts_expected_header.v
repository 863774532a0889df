<{ c.banner("Expected headers of one in-link: the only one that each broadcast can have there.") }>
// Contract: a cycle after source_i, with source_valid_i, come copies_i and header_i (distance,
//   letter and step as on the link); another cycle later expected_o = 1 if the header is that of a
//   copies_i-broadcast of the source.
// Latency and state: two cycles; the way from the source, and the answer.
// Source: [KS91] 4; the table is the enumeration of its broadcasts.
// Not split: it is one table with a row for each distance and source.
// Widths: <{ c.topology.node_bits }> = node number; <{ c.topology.distance_bits + 5 }> = distance + 5.
`default_nettype none

module <{ c.prefix }>harts_expected_header #(
  // Direction of travel on the in-link.
  parameter DIRECTION = 0
) (
  input  wire clk_i,
  input  wire [<{ c.topology.node_bits - 1 }>:0] local_address_i,
  input  wire source_valid_i,
  input  wire [<{ c.topology.node_bits - 1 }>:0] source_i,
  input  wire [2:0] copies_i,
  input  wire [<{ c.topology.distance_bits + 4 }>:0] header_i,
  output wire expected_o
);
  // Header, from bit 0: step, letter, distance.
  localparam STEP = 0;
  localparam LETTER = STEP + 2;
  localparam DISTANCE = LETTER + 3;
  localparam ENTRY = DISTANCE + <{ c.topology.distance_bits }>;

  // Only the way from the source to this node counts.
  wire [<{ c.topology.node_bits }>:0] difference = {1'b0, local_address_i} - {1'b0, source_i};
  wire [<{ c.topology.node_bits - 1 }>:0] offset = difference[<{ c.topology.node_bits - 1 }>:0] +
      (difference[<{ c.topology.node_bits }>] ? <{ c.topology.node_bits }>'d<{ c.topology.nodes }> : <{ c.topology.node_bits }>'d0);
  reg [<{ c.topology.node_bits - 1 }>:0] offset_q;
  always @(posedge clk_i) begin
    if (source_valid_i) offset_q <= offset;
  end

  // Entry k-1 of a row belongs to k copies; step 0: no packet.
  wire [6*ENTRY-1:0] row;
  generate
<%- for table in c.frame.expected %>
    if (DIRECTION == <{ loop.index0 }>) begin : gen_direction_<{ loop.index0 }>
      reg [6*ENTRY-1:0] listed;
      always @* begin
        case (offset_q)
<%- for row in table %>
          <{ c.topology.node_bits }>'d<{ loop.index }>: listed = <{ c.frame.expected_row_bits }>'h<{ row }>;
<%- endfor %>
          default: listed = {6*ENTRY{1'b0}};
        endcase
      end
      assign row = listed;
    end
<%- endfor %>
  endgenerate

  reg [ENTRY-1:0] entry;
  always @* begin
    case (copies_i)
<%- for k in 1..7 %>
      3'd<{ k }>: entry = row[<{ k - 1 }>*ENTRY+:ENTRY];
<%- endfor %>
      default: entry = {ENTRY{1'b0}};
    endcase
  end
  wire expected = entry == header_i && entry[STEP+:2] != 2'd0;
  reg expected_q;
  always @(posedge clk_i) expected_q <= expected;
  assign expected_o = expected_q;

`ifdef TEECAST_ASSERT
  // An expected header has a source, a legal step and letter, and a distance in range.
  reg came_q, known_q;
  always @(posedge clk_i) begin
    came_q <= source_valid_i;
    known_q <= source_i != local_address_i;
  end
<% include "common/rtl/clocked.vh" %>
  always @(posedge clk_i) begin
    if (expected && came_q && clocked_q == CLOCKED) begin
      begin : source_and_copies_are_known
        assert (known_q && copies_i != 3'd0 && copies_i != 3'd7);
      end
      begin : step_and_letter_are_legal
        assert (header_i[STEP+:2] != 2'd0 && header_i[LETTER+:3] <= 3'd4);
      end
      begin : distance_is_in_range assert (header_i[DISTANCE+:<{ c.topology.distance_bits }>] - <{ c.topology.distance_bits }>'d1 < <{ c.topology.distance_bits }>'d<{ c.topology.edge - 1 }>); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
