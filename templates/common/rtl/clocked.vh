  // No reset comes here: what registers hold before the first clock edge says nothing. The number
  // is so wide that none of them has it by chance, in thousands of modules and runs.
  localparam [31:0] CLOCKED = 32'h6b1d_93c5;
  reg [31:0] clocked_q;
  always @(posedge clk_i) clocked_q <= CLOCKED;
