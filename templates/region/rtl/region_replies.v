<{ c.banner("Replies: what the processor answers to deliveries that want a reply.") }>
// Contract: hand_i says that the processor has the handle of a delivery. Its next frame with this
//   handle is the reply to it, and frees the handle. A reply is one flit: what follows is discarded
//   and reported, and so is a frame whose handle waits for no reply, to its tlast. In reset
//   s_reply_axis_tready is 0.
// Latency and state: one cycle; a bit for each handle, one reply.
// Widths: <{ c.options.width }> = W; <{ c.answer.handle_bits }> = handle; <{ c.topology.channels }> = channels; <{ c.answer.tag_bits }> = tag.
`default_nettype none

module <{ c.prefix }>region_replies (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire hand_i,
  input  wire [<{ c.answer.handle_bits - 1 }>:0] hand_handle_i,
  // Processor
  input  wire [<{ c.options.width - 1 }>:0] s_reply_axis_tdata,
  input  wire s_reply_axis_tvalid,
  output wire s_reply_axis_tready,
  input  wire s_reply_axis_tlast,
  // Reply: channel and tag of its message
  output wire valid_o,
  output wire [<{ c.topology.channels - 1 }>:0] holder_o,
  output wire [<{ c.answer.tag_bits - 1 }>:0] holder_tag_o,
  output wire [1:0] status_o,
  input  wire pop_i,
  output wire event_valid_o,
  output wire [3:0] event_code_o
);
  localparam CHANNELS = <{ c.topology.channels }>;
  localparam HANDLE = <{ c.answer.handle_bits }>;
  localparam HANDLES = <{ c.topology.channels * c.answer.tags }>;
  localparam [3:0] WRONG_HANDLE = 4'd6;
  localparam [3:0] WRONG_LENGTH = 4'd8;

  reg open_q, inside_q, valid_q, event_q;
  reg [3:0] code_q;
  reg [HANDLE-1:0] handle_q;
  reg [1:0] status_q;
  // The handle lies in the low bits, the status above it.
  wire [HANDLE-1:0] handle = s_reply_axis_tdata[HANDLE-1:0];
  assign s_reply_axis_tready = open_q && !valid_q && !event_q;
  wire begins = s_reply_axis_tvalid && s_reply_axis_tready && !inside_q;

<%- if c.reply_padding() > 0 %>
  wire [<{ c.reply_padding() - 1 }>:0] unused_rest = s_reply_axis_tdata[<{ c.options.width - 1 }>:HANDLE+2];
<%- endif %>

  // Handles that wait for a reply.
  reg [HANDLES-1:0] waiting_q;
  wire [HANDLES-1:0] named;
  genvar h, i;
  generate
    for (h = 0; h < HANDLES; h = h + 1) begin : gen_handle
      localparam [HANDLE-1:0] NUMBER = h;
      assign named[h] = handle == NUMBER;
      always @(posedge clk_i) begin
        if (!rst_ni) waiting_q[h] <= 1'b0;
        else if (hand_i && hand_handle_i == NUMBER) waiting_q[h] <= 1'b1;
        else if (begins && named[h]) waiting_q[h] <= 1'b0;
      end
    end
  endgenerate
  wire known = |(waiting_q & named);

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      inside_q <= 1'b0;
      valid_q <= 1'b0;
      event_q <= 1'b0;
    end else begin
      open_q <= 1'b1;
      if (s_reply_axis_tvalid && s_reply_axis_tready) inside_q <= !s_reply_axis_tlast;
      valid_q <= (begins && known) || (valid_q && !pop_i);
      event_q <= begins && !(known && s_reply_axis_tlast);
    end
  end
  always @(posedge clk_i) begin
    if (begins) begin
      handle_q <= handle;
      status_q <= s_reply_axis_tdata[HANDLE+:2];
      code_q <= known ? WRONG_LENGTH : WRONG_HANDLE;
    end
  end

  assign valid_o = valid_q;
  generate
    for (i = 0; i < CHANNELS; i = i + 1) begin : gen_holder
      localparam [<{ c.answer.channel_bits - 1 }>:0] NUMBER = i;
      assign holder_o[i] = handle_q[HANDLE-1-:<{ c.answer.channel_bits }>] == NUMBER;
    end
  endgenerate
  assign holder_tag_o = <{ c.handle_tag("handle_q") }>;
  assign status_o = status_q;
  assign event_valid_o = event_q;
  assign event_code_o = code_q;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : taken_reply_is_there assert (!pop_i || valid_q); end
      begin : handle_is_given_once
        assert (!hand_i || !(|(waiting_q & (<{ c.topology.channels * c.answer.tags }>'d1 << hand_handle_i))));
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
