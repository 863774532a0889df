  // No reset comes here: what registers hold before the first clock edge says nothing.
  localparam [15:0] CLOCKED = 16'h6b1d;
  reg [15:0] clocked_q;
  always @(posedge clk_i) clocked_q <= CLOCKED;
