<{ c.banner("Wrapper: one AXI4-Stream bundle for each node or channel.") }>
// Contract: <{ c.sides() }> are the streams
//   of the wrapped module, slice 0 first; all other ports are its own. Whole bytes of tdata: what
//   the module does not know is 0, and ignored on the way in.
<%- if c.is_per_flit() %>
//   Each flit is a frame: tlast is 1, and is not looked at on the way in. tid is the origin.
<%- endif %>
<%- for line in c.contract() %>
//   <{ line }>
<%- endfor %>
// Latency and state: none<% if c.is_adapted() %> of its own<% endif %>.
// Not split: it has a bundle for each stream of the module.
`default_nettype none

module <{ c.top() }>_axis (
  <{ c.scalars() }>
);
<%- for wire in c.wires() %>
  <{ wire }>
<%- endfor %>
<%- for instance in c.instances() %>

  <{ instance }>
<%- endfor %>

  <{ c.top() }> u_wrapped (
    <{ c.pins() }>
  );
<%- for line in c.padding() %>
  <{ line }>
<%- endfor %>

endmodule

`default_nettype wire
