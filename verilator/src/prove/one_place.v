// A memory of which one place is kept; the others give anything. What holds for any one place of it
// holds for the whole memory. `place` gets a driver from the property, which has to hold it still.
(* techmap_celltype = "$mem_v2" *)
module one_place (
  RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN, WR_ADDR, WR_DATA
);
  parameter MEMID = "";
  parameter SIZE = 0, OFFSET = 0, ABITS = 1, WIDTH = 1, INIT = 0;
  parameter RD_PORTS = 1, RD_CLK_ENABLE = 0, RD_CLK_POLARITY = 0, RD_WIDE_CONTINUATION = 0;
  parameter RD_TRANSPARENCY_MASK = 0, RD_COLLISION_X_MASK = 0, RD_CE_OVER_SRST = 0;
  parameter RD_ARST_VALUE = 0, RD_SRST_VALUE = 0, RD_INIT_VALUE = 0;
  parameter WR_PORTS = 1, WR_CLK_ENABLE = 1, WR_CLK_POLARITY = 1, WR_WIDE_CONTINUATION = 0;
  parameter WR_PRIORITY_MASK = 0;

  input wire [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST;
  input wire [RD_PORTS*ABITS-1:0] RD_ADDR;
  output wire [RD_PORTS*WIDTH-1:0] RD_DATA;
  input wire [WR_PORTS-1:0] WR_CLK;
  input wire [WR_PORTS*ABITS-1:0] WR_ADDR;
  input wire [WR_PORTS*WIDTH-1:0] WR_EN, WR_DATA;

  (* keep *)
  wire [ABITS-1:0] place;
  // Registers behind a read port are outside once processes are gone, and initial contents never seen.
  wire _TECHMAP_FAIL_ = RD_CLK_ENABLE != 0 || RD_WIDE_CONTINUATION != 0 || WR_WIDE_CONTINUATION != 0 ||
      WR_CLK_ENABLE != {WR_PORTS{1'b1}} || WR_CLK_POLARITY != {WR_PORTS{1'b1}};

  reg [WIDTH-1:0] kept_q;
  integer i, j;
  always @(posedge WR_CLK[0]) begin
    for (i = 0; i < WR_PORTS; i = i + 1) begin
      for (j = 0; j < WIDTH; j = j + 1) begin
        if (WR_EN[i*WIDTH+j] && WR_ADDR[i*ABITS+:ABITS] == place) kept_q[j] <= WR_DATA[i*WIDTH+j];
      end
    end
  end

  wire [RD_PORTS*WIDTH-1:0] any = $anyseq;
  genvar g;
  generate
    for (g = 0; g < RD_PORTS; g = g + 1) begin : g_read
      wire here = RD_ADDR[g*ABITS+:ABITS] == place;
      assign RD_DATA[g*WIDTH+:WIDTH] = here ? kept_q : any[g*WIDTH+:WIDTH];
    end
  endgenerate
endmodule
