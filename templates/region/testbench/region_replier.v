<{ c.banner("Replier: replies to deliveries of a node by rule, in any order.") }>
// Contract: replies once to each delivery that wants a reply, to none before its handle was taken.
//   With r = source + node: the status is node modulo 4 if r is a multiple of 3, else 0. If r
//   modulo 8 is 0 the reply has a flit too many; if it is 1 a frame with a handle of no channel
//   comes first. pending_o: a delivery waits for its reply.
`default_nettype none

module region_replier #(
  parameter W = 32,
  parameter SOURCE = 4,
  parameter HANDLE = 6
) (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [15:0] node_i,
  input  wire [8:0] low_i,
  input  wire [W-1:0] m_axis_tdata,
  input  wire m_axis_tvalid,
  input  wire m_axis_tready,
  input  wire m_axis_tlast,
  output reg  [W-1:0] s_reply_axis_tdata,
  output reg  s_reply_axis_tvalid,
  input  wire s_reply_axis_tready,
  output reg  s_reply_axis_tlast,
  output wire pending_o
);
  localparam BITS = SOURCE + 2 + HANDLE;
  localparam FLITS = (BITS + W - 1) / W;
  localparam PLACES = 1 << HANDLE;

  // Sources of deliveries that wait for a reply, by handle.
  reg [PLACES-1:0] waits_q;
  reg [SOURCE-1:0] source_q [0:PLACES-1];
  assign pending_o = (|waits_q) || s_reply_axis_tvalid;

  // The header of the frame that comes.
  reg [FLITS*W-1:0] header_q, header;
  integer flit_q;
  wire [HANDLE-1:0] handle = header[SOURCE+2+:HANDLE];
  always @* begin
    header = header_q;
    header[flit_q*W+:W] = m_axis_tdata;
  end

  // Random numbers, and the next handle to look at.
  reg [31:0] state_q, next;
  always @* begin
    next = state_q ^ (state_q << 13);
    next = next ^ (next >> 17);
    next = next ^ (next << 5);
  end
  reg [HANDLE-1:0] look_q;
  wire [31:0] rule = {{(32-SOURCE){1'b0}}, source_q[look_q]} + {16'd0, node_i};
  wire [1:0] status = rule % 3 == 32'd0 ? node_i[1:0] : 2'd0;
  // The frame with a wrong handle has been sent.
  reg warned_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      waits_q <= {PLACES{1'b0}};
      flit_q <= 0;
      state_q <= {~node_i, node_i} | 32'd1;
      look_q <= {HANDLE{1'b0}};
      warned_q <= 1'b0;
      s_reply_axis_tvalid <= 1'b0;
      s_reply_axis_tlast <= 1'b0;
      s_reply_axis_tdata <= {W{1'b0}};
    end else begin
      state_q <= next;
      if (m_axis_tvalid && m_axis_tready) begin
        header_q <= header;
        flit_q <= m_axis_tlast ? 0 : flit_q < FLITS ? flit_q + 1 : flit_q;
        if (flit_q == FLITS - 1 && header[SOURCE+:2] == 2'd2) begin
          waits_q[handle] <= 1'b1;
          source_q[handle] <= header[SOURCE-1:0];
        end
      end
      if (!s_reply_axis_tvalid) begin
        if (!waits_q[look_q]) look_q <= look_q + 1'b1;
        else if ({1'b0, next[15:8]} >= low_i) begin
          s_reply_axis_tvalid <= 1'b1;
          warned_q <= rule[2:0] == 3'd1 && !warned_q;
          if (rule[2:0] == 3'd1 && !warned_q) begin
            s_reply_axis_tdata <= {W{1'b1}};
            s_reply_axis_tlast <= 1'b1;
          end else begin
            s_reply_axis_tdata <= {{(W-HANDLE-2){1'b0}}, status, look_q};
            s_reply_axis_tlast <= rule[2:0] != 3'd0;
            waits_q[look_q] <= 1'b0;
          end
        end
      end else if (s_reply_axis_tready) begin
        s_reply_axis_tvalid <= !s_reply_axis_tlast;
        s_reply_axis_tlast <= 1'b1;
        if (s_reply_axis_tlast && !warned_q) look_q <= look_q + next[HANDLE-1:0];
      end
    end
  end
endmodule

`default_nettype wire
