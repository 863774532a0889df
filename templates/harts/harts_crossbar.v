{{ c.banner("Crossbar: leads the flits of each owner to its transmitter, all in each cycle.") }}
// Contract: owner_i has a one-hot slice for each transmitter; slices follow the sources: receivers
//   0 to 5, then the buffer units.
// Latency and state: combinational, none.
`default_nettype none

module {{ c.p }}harts_crossbar (
  input  wire [{{ c.sources - 1 }}:0] move_i,
  input  wire [{{ c.sources * c.w - 1 }}:0] data_i,
  input  wire [{{ c.sources - 1 }}:0] last_i,
  input  wire [{{ c.sources - 1 }}:0] bad_i,
  input  wire [{{ 6 * c.sources - 1 }}:0] owner_i,
  output wire [5:0] move_o,
  output wire [{{ 6 * c.w - 1 }}:0] data_o,
  output wire [5:0] last_o,
  output wire [5:0] bad_o
);
  localparam SOURCES = {{ c.sources }};
  localparam W = {{ c.w }};

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
endmodule

`default_nettype wire
