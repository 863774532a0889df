<{ c.banner("Wrapper: one AXI4-Stream interface for each node or channel.") }>
// Contract: element v of s_axis and m_axis is slice v of the streams of the wrapped module; its user
//   gives each interface the widths of the stream. All other ports are those of the module.
// Latency and state: none.
`default_nettype none

module <{ c.top() }>_sv (
  <{ c.interfaces() }>
);

  <{ c.top() }>_axis u_wrapped (
    <{ c.members() }>
  );
<%- for leftover in c.leftovers() %>
  <{ leftover }>
<%- endfor %>

endmodule

`default_nettype wire
