

  <{ c.prefix }>clock_reset u_clock_reset (
    .clk_o(clk),
    .rst_no(rst_n),
    .recording_o(recording),
    .expired_o(expired),
    .cycle_o(cycle)
  );
