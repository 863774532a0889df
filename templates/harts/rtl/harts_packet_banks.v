<{ c.banner("Packet memory with two readers: even flits in one bank, odd ones in the other.") }>
// Contract: both readers go through a packet flit by flit, so that side by side they use different
//   banks. The sender never waits; the deliverer does for one cycle when both want the same bank,
//   and is out of step with it from then on. Data come one cycle after the read was granted.
// Latency and state: one cycle; the flits, block memory.
// Widths: <{ c.frame.width }> = W.
`default_nettype none

module <{ c.prefix }>harts_packet_banks #(
  parameter DEPTH = <{ c.buffers.link_depth }>,
  parameter ADDRESS = <{ c.buffers.link_address_bits }>
) (
  input  wire clk_i,
  input  wire write_i,
  input  wire [ADDRESS-1:0] write_address_i,
  input  wire [<{ c.frame.width - 1 }>:0] write_data_i,
  // Sender
  input  wire send_read_i,
  input  wire [ADDRESS-1:0] send_address_i,
  output wire [<{ c.frame.width - 1 }>:0] send_data_o,
  // Deliverer
  input  wire deliver_read_i,
  output wire deliver_grant_o,
  input  wire [ADDRESS-1:0] deliver_address_i,
  output wire [<{ c.frame.width - 1 }>:0] deliver_data_o
);
  assign deliver_grant_o =
      deliver_read_i && !(send_read_i && send_address_i[0] == deliver_address_i[0]);

  localparam ROWS = DEPTH / 2;
<%- if c.buffers.link_lanes > 1 %>
  // A memory block of 18 kbit has 512 rows of 36 bits, or 2048 rows of 9. A bank of more than 1024
  // flits lies in such narrow blocks: whole flits need multiplexers to choose among their blocks.
  localparam LANES = ROWS > 1024 ? <{ c.buffers.link_lanes }> : 1;
<%- else %>
  localparam LANES = 1;
<%- endif %>
  localparam LANE = <{ c.frame.width }> / LANES;

  wire [<{ 2 * c.frame.width - 1 }>:0] data;
  genvar b, l;
  generate
    for (b = 0; b < 2; b = b + 1) begin : gen_bank
      wire sends = send_read_i && send_address_i[0] == b[0];
      wire delivers = deliver_grant_o && deliver_address_i[0] == b[0];
      for (l = 0; l < LANES; l = l + 1) begin : gen_lane
        <{ c.prefix }>tee_memory #(
          .WIDTH(LANE),
          .DEPTH(ROWS),
          .ADDRESS(ADDRESS - 1)
        ) u_memory (
          .clk_i(clk_i),
          .write_i(write_i && write_address_i[0] == b[0]),
          .write_address_i(write_address_i[ADDRESS-1:1]),
          .write_data_i(write_data_i[l*LANE+:LANE]),
          .read_i(sends || delivers),
          .read_address_i(sends ? send_address_i[ADDRESS-1:1] : deliver_address_i[ADDRESS-1:1]),
          .read_data_o(data[b*<{ c.frame.width }>+l*LANE+:LANE])
        );
      end
    end
  endgenerate

  reg send_bank_q, deliver_bank_q;
  always @(posedge clk_i) begin
    send_bank_q <= send_address_i[0];
    deliver_bank_q <= deliver_address_i[0];
  end
  assign send_data_o = send_bank_q ? data[<{ 2 * c.frame.width - 1 }>:<{ c.frame.width }>] : data[<{ c.frame.width - 1 }>:0];
  assign deliver_data_o = deliver_bank_q ? data[<{ 2 * c.frame.width - 1 }>:<{ c.frame.width }>] : data[<{ c.frame.width - 1 }>:0];

`ifdef TEECAST_ASSERT
  reg sent_q, delivered_q;
  always @(posedge clk_i) begin
    sent_q <= send_read_i;
    delivered_q <= deliver_grant_o;
  end
<% include "common/rtl/clocked.vh" %>
  always @(posedge clk_i) begin
    // The sender never waits, the deliverer only for it.
    begin : deliverer_waits_for_sender_only
      assert (deliver_grant_o == (deliver_read_i &&
          (!send_read_i || ^{send_address_i[0], deliver_address_i[0]})));
    end
    begin : banks_are_read_apart
      assert (clocked_q != CLOCKED || !(sent_q && delivered_q) || send_bank_q != deliver_bank_q);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
