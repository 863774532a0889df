// Injector: turns the frames of the processor into messages.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --mesh 4x4 --family region
// Configuration (hash f0b17edf6cea):
//   mesh=4x4 W=32 max_data=64 algorithm=fixed-corner vcs=1 deliveries=1
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: a frame with a good header becomes one message, however long it is; the message ends
//   with data flit 64, as bad, if the frame does not. A frame with a
//   wrong header is taken to its end. At most one event a frame.
// Latency and state: none on the way to the queue; what comes next, and a counter.
// Widths: 4 = coordinate; 4 = number of a channel; 32 = W; 34 = W + 2.
// Registers without a reset: count_q, code_q.
`default_nettype none

module region_injector (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [3:0] node_i,
  input  wire [31:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  output wire s_axis_tready,
  input  wire s_axis_tlast,
  // Channel to the router; begins_i = 1 for a cycle when it has all outputs of a message
  input  wire vacant_i,
  input  wire begins_i,
  input  wire ready_i,
  output wire push_o,
  output wire [33:0] flit_o,
  output wire event_valid_o,
  output wire [3:0] event_code_o
);
  localparam X = 4;
  localparam [3:0] UNKNOWN_NODE = 4'd1;
  localparam [3:0] TOO_LONG = 4'd3;
  localparam COUNT = 6;
  localparam [COUNT-1:0] END = 63;
  localparam [COUNT-1:0] ONE = 1;

  // What comes next: a header if none of these.
  reg data_q;
  reg discards_q;

  wire [2*X-1:0] header;
  wire [X-1:0] corner, far;
  wire unknown;
  region_corners u_corners (
    .header_i(header),
    .corner_o(corner),
    .far_o(far),
    .unknown_o(unknown)
  );
  wire wrong = unknown;
  wire [3:0] wrong_code = UNKNOWN_NODE;
  wire [2*X-1:0] region = {far, corner};
  wire [31:0] link_header = {20'd0, region, node_i};

  wire transfer = s_axis_tvalid && s_axis_tready;

  // Messages in the channel that have not begun, and whether it takes no further one.
  localparam WAITS = 2;
  localparam [WAITS-1:0] HEADS = 3;
  localparam [WAITS-1:0] NONE = 0;
  localparam [WAITS-1:0] ONE_HEAD = 1;
  reg [WAITS-1:0] waits_q;
  wire header_leaves;
  wire closed = waits_q == HEADS || (waits_q != NONE && !vacant_i);
  always @(posedge clk_i) begin
    if (!rst_ni) waits_q <= NONE;
    else if (header_leaves != begins_i) begin
      waits_q <= header_leaves ? waits_q + ONE_HEAD : waits_q - ONE_HEAD;
    end
  end
  reg [COUNT-1:0] count_q;
  wire ends = count_q == END;
  wire too_long = data_q && ends && !s_axis_tlast;

  always @(posedge clk_i) begin
    if (!data_q) count_q <= {COUNT{1'b0}};
    else if (transfer) count_q <= count_q + ONE;
  end

  // A header is checked and rewritten on its way into the queue.
  assign header = s_axis_tdata[2*X-1:0];
  wire at_header = !data_q && !discards_q;
  assign s_axis_tready = discards_q || (ready_i && (data_q || !closed));
  assign flit_o = data_q ? {too_long, s_axis_tlast || too_long, s_axis_tdata}
      : {1'b0, s_axis_tlast, link_header};
  wire cuts = too_long;

  always @(posedge clk_i) begin
    if (!rst_ni) data_q <= 1'b0;
    else if (transfer) data_q <= !s_axis_tlast && !cuts && (data_q || (at_header && !wrong));
  end
  assign push_o = transfer && !discards_q && !(at_header && wrong);
  wire refuses = at_header && wrong;
  assign header_leaves = transfer && at_header && !wrong;

  always @(posedge clk_i) begin
    if (!rst_ni) discards_q <= 1'b0;
    else if (transfer) discards_q <= !s_axis_tlast && (discards_q || cuts || refuses);
  end

  reg event_q;
  reg [3:0] code_q;
  always @(posedge clk_i) begin
    if (!rst_ni) event_q <= 1'b0;
    else event_q <= transfer && (cuts || refuses);
  end
  always @(posedge clk_i) begin
    code_q <= refuses ? wrong_code : TOO_LONG;
  end
  assign event_valid_o = event_q;
  assign event_code_o = code_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin : push_finds_room
      assert (!push_o || ready_i);
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
