  // Data: one copy of each group; a new copy lies after the groups until it has found its own.
  localparam ADDRESS = <{ c.majority.address_bits }>;
  localparam [ADDRESS-1:0] PITCH_FLITS = <{ c.majority.address_bits }>'d<{ c.buffers.pitch }>;
  wire receives = state_q == RECEIVE && valid_i;
  wire [2:0] place = state_q == RECEIVE ? groups_q : best_q;
  wire [ADDRESS-1:0] copy =
      <{ c.extend("entry_q", c.majority.entry_bits, c.majority.address_bits) }> * <{ c.majority.address_bits }>'d6 + <{ c.extend("place", 3, c.majority.address_bits) }>;
  reg [OFFSET-1:0] offset_q;
  wire [ADDRESS-1:0] address =
      copy * PITCH_FLITS + <{ c.place_of("offset_q", c.majority.address_bits) }>;
  wire reads = state_q == DATA && port_room_i && offset_q != closing_length_q;
  reg read_q, last_q;
  wire [W-1:0] stored;
  <{ c.prefix }>tee_memory #(
    .WIDTH(W),
    .DEPTH(<{ c.majority.depth }>),
    .ADDRESS(ADDRESS)
  ) u_memory (
    .clk_i(clk_i),
    .write_i(receives),
    .write_address_i(address),
    .write_data_i(data_i),
    .read_i(reads),
    .read_address_i(address),
    .read_data_o(stored)
  );
  always @(posedge clk_i) begin
    if (receives || reads) offset_q <= offset_q + <{ c.frame.offset_bits }>'d1;
    else if (state_q != RECEIVE && state_q != DATA) offset_q <= {OFFSET{1'b0}};
    if (state_q == SEARCH) length_q <= {OFFSET{1'b0}};
    else if (receives) length_q <= offset_q + <{ c.frame.offset_bits }>'d1;
    if (receives && offset_q == {OFFSET{1'b0}}) flit_q <= data_i;
    last_q <= offset_q + <{ c.frame.offset_bits }>'d1 == closing_length_q;
  end
  always @(posedge clk_i) begin
    if (!rst_ni) read_q <= 1'b0;
    else read_q <= reads;
  end
  wire passes = state_q == PASS && !pending_q;
  assign room_o = state_q == RECEIVE || state_q == DROP || (passes && port_room_i);
  assign port_valid_o = read_q || (passes && valid_i);
  assign port_data_o = read_q ? stored : data_i;
  assign port_last_o = read_q ? last_q : last_i;
