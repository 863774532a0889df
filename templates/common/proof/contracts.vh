  // So much is enough for the module to keep its own contracts, too.
`ifdef TEECAST_ASSERT
  always @(posedge clk_i) assume (!rst_ni || legal);
`endif  // TEECAST_ASSERT
