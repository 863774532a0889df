<{ c.banner("Wrapper: one AXI4-Stream bundle for each node or channel.") }>
// Contract: <{ c.sides() }> are the streams
//   of the wrapped module, slice 0 first; all other ports are its own.
// Latency and state: none.
// Not split: it has a bundle for each stream of the module.
`default_nettype none

module <{ c.top() }>_axis (
  <{ c.scalars() }>
);

  <{ c.top() }> u_wrapped (
    <{ c.pins() }>
  );

endmodule

`default_nettype wire
