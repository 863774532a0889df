<{ c.banner("Property: what a packet memory with two readers gives back.") }>
// Contract: failed_o = 0 in every cycle after a reset while no flit is read in the cycle in which it is
//   written: the sender reads in every cycle in which it wants to, the deliverer unless both want
//   the same bank; a cycle later each has what was written last where it read.
`default_nettype none

module proof_harts_packet_banks (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire write_i,
  input  wire [<{ c.buffers.link_address_bits - 1 }>:0] write_address_i,
  input  wire [<{ c.frame.width - 1 }>:0] write_data_i,
  input  wire send_read_i,
  input  wire [<{ c.buffers.link_address_bits - 1 }>:0] send_address_i,
  input  wire deliver_read_i,
  input  wire [<{ c.buffers.link_address_bits - 1 }>:0] deliver_address_i,
  input  wire [<{ c.buffers.link_address_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam ADDRESS = <{ c.buffers.link_address_bits }>;

  wire grant;
  wire [<{ c.frame.width - 1 }>:0] send_data, deliver_data;
  <{ c.prefix }>harts_packet_banks #(
    .DEPTH(<{ c.buffers.link_depth }>),
    .ADDRESS(ADDRESS)
  ) u_dut (
    .clk_i(clk_i),
    .write_i(write_i),
    .write_address_i(write_address_i),
    .write_data_i(write_data_i),
    .send_read_i(send_read_i),
    .send_address_i(send_address_i),
    .send_data_o(send_data),
    .deliver_read_i(deliver_read_i),
    .deliver_grant_o(grant),
    .deliver_address_i(deliver_address_i),
    .deliver_data_o(deliver_data)
  );
  // The place in each bank: the memory of the other bank is never asked for the one that is watched.
  (* keep *)
  wire [ADDRESS-2:0] place = watched_i[ADDRESS-1:1];
<%- for bank in 0..2 %>
<%- for lane in 0..c.buffers.link_lanes %>
  connect u_dut.gen_bank[<{ bank }>].gen_lane[<{ lane }>].u_memory.words_q.place = place;
<%- endfor %>
<%- endfor %>

  // Any one place, its flit, and which reader has just read it.
  reg [ADDRESS-1:0] watched_q;
  reg [<{ c.frame.width - 1 }>:0] flit_q;
  reg known_q, sent_q, delivered_q;
  wire written = write_i && write_address_i == watched_i;
  wire sends = send_read_i && send_address_i == watched_i;
  wire delivers = grant && deliver_address_i == watched_i;
  wire same_bank = send_read_i && deliver_read_i && send_address_i[0] == deliver_address_i[0];
  always @(posedge clk_i) begin
    watched_q <= watched_i;
    known_q <= rst_ni && (known_q || written);
    if (written) flit_q <= write_data_i;
    sent_q <= rst_ni && known_q && sends;
    delivered_q <= rst_ni && known_q && delivers;
  end

  // What was read may be overwritten in the cycle in which it is shown.
  reg [<{ c.frame.width - 1 }>:0] read_q;
  always @(posedge clk_i) read_q <= flit_q;

  reg begun_q;
  wire legal = (!begun_q || watched_i == watched_q) && !(written && (sends || delivers));
  initial begun_q = 1'b0;
  always @(posedge clk_i) begun_q <= !rst_ni || (begun_q && legal);
  wire bad = grant != (deliver_read_i && !same_bank) || (sent_q && send_data != read_q) ||
      (delivered_q && deliver_data != read_q);
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
