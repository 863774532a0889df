<{ c.banner("Crossbar: leads the flits of each owner to its transmitter, all in each cycle.") }>
// Contract: owner_i has a one-hot slice for each transmitter; slices follow the sources: receivers
//   0 to 5, then the buffer units.
// Latency and state: combinational, none.
// Widths: <{ c.buffers.sources }> = units and links; <{ c.buffers.sources * c.frame.width }> = units and links x W; <{ 6 * c.buffers.sources }> = 6 x units and links;
//   <{ 6 * c.frame.width }> = 6 x W.
`default_nettype none

module <{ c.prefix }>harts_crossbar (
  input  wire [<{ c.buffers.sources - 1 }>:0] move_i,
  input  wire [<{ c.buffers.sources * c.frame.width - 1 }>:0] data_i,
  input  wire [<{ c.buffers.sources - 1 }>:0] last_i,
  input  wire [<{ c.buffers.sources - 1 }>:0] bad_i,
  input  wire [<{ 6 * c.buffers.sources - 1 }>:0] owner_i,
  output wire [5:0] move_o,
  output wire [<{ 6 * c.frame.width - 1 }>:0] data_o,
  output wire [5:0] last_o,
  output wire [5:0] bad_o
);
  localparam SOURCES = <{ c.buffers.sources }>;
  localparam W = <{ c.frame.width }>;

  genvar t;
  generate
    for (t = 0; t < 6; t = t + 1) begin : gen_link
      wire [SOURCES-1:0] owner = owner_i[t*SOURCES+:SOURCES];
      reg [W-1:0] data;
      integer i;
      always @* begin
        data = {W{1'b0}};
        for (i = 0; i < SOURCES; i = i + 1) begin
          if (owner[i]) data = data | data_i[i*W+:W];
        end
      end
      assign data_o[t*W+:W] = data;
      assign move_o[t] = |(owner & move_i);
      assign last_o[t] = |(owner & last_i);
      assign bad_o[t] = |(owner & bad_i);
    end
  endgenerate

`ifdef TEECAST_ASSERT
  integer d, e;
  always @* begin
    for (d = 0; d < 6; d = d + 1) begin
      begin : moves_only_owned assert final (|owner_i[d*SOURCES+:SOURCES] || !move_o[d]); end
      for (e = 0; e < SOURCES; e = e + 1) begin
        if (owner_i[d*SOURCES+:SOURCES] == <{ c.buffers.sources }>'d1 << e) begin
          begin : owner_sends_data assert final (data_o[d*W+:W] == data_i[e*W+:W]); end
          begin : owner_sends_marks
            assert final ({move_o[d], last_o[d], bad_o[d]} == {move_i[e], last_i[e], bad_i[e]});
          end
        end
      end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
