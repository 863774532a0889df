<{ c.banner("Injector: the message of this node, sent on all directed cycles.") }>
// Contract: keeps two frames of up to <{ c.options.max_data }> data flits; a longer one is taken to its end and
//   discarded (oversize_o). The oldest frame that is whole when a round begins is sent in it: on
//   each directed cycle in the stage of this node. After a fault the rest of a frame is discarded.
// Latency and state: the first flit of a stage leaves in its first slot; two frames.
// Widths: <{ c.topology.id_bits }> = node number; <{ c.topology.cycles * c.schedule.stage_bits }> = cycles x stage number; <{ c.options.width }> = W; <{ c.schedule.stage_bits }> = stage number;
//   <{ c.schedule.slot_bits }> = slot of a stage; <{ c.topology.cycles }> = cycles.
`default_nettype none

module <{ c.prefix }>ihc_injector (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire faulty_i,
  // Constants of the place: this node, and the stage in which it starts on each directed cycle
  input  wire [<{ c.topology.id_bits - 1 }>:0] node_i,
  input  wire [<{ c.topology.cycles * c.schedule.stage_bits - 1 }>:0] stages_i,
  input  wire [<{ c.options.width - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  output wire oversize_o,
  // Round and stage
  input  wire begins_i,
  input  wire round_end_i,
  input  wire [7:0] number_i,
  input  wire stage_start_i,
  input  wire [<{ c.schedule.stage_bits - 1 }>:0] stage_i,
  input  wire [<{ c.schedule.slot_bits - 1 }>:0] slot_i,
  // Own packets: they all start in the first slot of a stage
  output wire [<{ c.topology.cycles - 1 }>:0] starts_o,
  output wire [<{ c.topology.cycles - 1 }>:0] sends_o,
  output wire last_o,
  output wire [<{ c.options.width - 1 }>:0] data_o
);
  localparam CYCLES = <{ c.topology.cycles }>;
  localparam W = <{ c.options.width }>;
  localparam STAGE = <{ c.schedule.stage_bits }>;
<%- if c.frame.link_flits > 1 %>
  localparam SLOT = <{ c.schedule.slot_bits }>;
<%- endif %>
  localparam INDEX = <{ c.buffers.index_bits }>;
  localparam LENGTH = <{ c.buffers.length_bits }>;
  localparam [LENGTH-1:0] ONE = 1;
  localparam [LENGTH-1:0] MOST = <{ c.options.max_data }>;

  // Frames come: one place is filled while the other one is sent or waits.
  reg [1:0] full_q;
  reg [2*LENGTH-1:0] lengths_q;
  reg fill_q, discards_q, inside_q, oversize_q;
  reg [LENGTH-1:0] count_q;
  wire transfer = s_axis_tvalid && s_axis_tready;
  wire over = !discards_q && count_q == MOST;
  wire whole = transfer && s_axis_tlast && !discards_q && !over;
  assign s_axis_tready = !faulty_i && (discards_q || !full_q[fill_q]);

  // Whether the processor is inside a frame stays known through a fault.
  always @(posedge clk_i) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (transfer) inside_q <= !s_axis_tlast;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) discards_q <= 1'b0;
    else if (faulty_i) discards_q <= inside_q;
    else if (transfer) discards_q <= (discards_q || over) && !s_axis_tlast;
  end

  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) begin
      oversize_q <= 1'b0;
      count_q <= {LENGTH{1'b0}};
      fill_q <= 1'b0;
    end else begin
      oversize_q <= transfer && over;
      if (transfer && (s_axis_tlast || over)) count_q <= {LENGTH{1'b0}};
      else if (transfer && !discards_q) count_q <= count_q + ONE;
      fill_q <= fill_q ^ whole;
    end
  end

  always @(posedge clk_i) begin
    if (whole) lengths_q[fill_q*LENGTH+:LENGTH] <= count_q + ONE;
  end

  // One of them is sent.
  reg sends_q, bank_q;
  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) begin
      sends_q <= 1'b0;
      bank_q <= 1'b0;
    end else begin
      sends_q <= begins_i ? full_q[bank_q] : sends_q && !round_end_i;
      bank_q <= bank_q ^ (sends_q && round_end_i);
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) begin
      full_q <= 2'd0;
    end else begin
      full_q <= (full_q | {whole && fill_q, whole && !fill_q}) &
          ~({bank_q, !bank_q} & {2{sends_q && round_end_i}});
    end
  end

  // The memory reads a slot ahead.
<%- if c.frame.link_flits == 1 %>
  wire [INDEX-1:0] next = slot_i[INDEX-1:0];
<%- else %>
  localparam [INDEX-1:0] BEFORE = <{ c.frame.link_flits - 1 }>;
  wire [INDEX-1:0] next = slot_i[INDEX-1:0] - BEFORE;
<%- endif %>
  wire [W-1:0] read;
  <{ c.prefix }>tee_memory #(
    .WIDTH(W),
    .DEPTH(<{ 2 * c.buffers.data_depth }>),
    .ADDRESS(INDEX + 1)
  ) u_data (
    .clk_i(clk_i),
    .write_i(transfer && !over && !discards_q),
    .write_address_i({fill_q, count_q[INDEX-1:0]}),
    .write_data_i(s_axis_tdata),
    .read_i(1'b1),
    .read_address_i({bank_q, next}),
    .read_data_o(read)
  );

  wire [LENGTH-1:0] length = bank_q ? lengths_q[LENGTH+:LENGTH] : lengths_q[0+:LENGTH];
  reg [CYCLES-1:0] going_q;
  genvar j;
  generate
    for (j = 0; j < CYCLES; j = j + 1) begin : gen_cycle
      assign starts_o[j] = sends_q && stage_start_i && stage_i == stages_i[j*STAGE+:STAGE];
    end
  endgenerate
  assign sends_o = starts_o | going_q;
  assign last_o = slot_i == <{ c.frame.last_slot() }>;

  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) going_q <= {CYCLES{1'b0}};
    else going_q <= sends_o & ~{CYCLES{last_o}};
  end

<%- if c.frame.link_flits == 1 %>
  wire [W-1:0] header = { <{- c.frame.header_filling() }>number_i, node_i};
  assign data_o = stage_start_i ? header : read;
<%- else %>
  localparam [SLOT-1:0] SECOND = 1;
  wire [2*W-1:0] header = { <{- c.frame.header_filling() }>number_i, node_i};
  assign data_o = stage_start_i ? header[W-1:0] : slot_i == SECOND ? header[2*W-1:W] : read;
<%- endif %>
  assign oversize_o = oversize_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni && !faulty_i) begin
      begin : frame_fills_free_place assert (!whole || !full_q[fill_q]); end
      begin : sent_place_is_full assert (!sends_q || full_q[bank_q]); end
      begin : goes_while_it_sends assert (sends_q || going_q == {CYCLES{1'b0}}); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
