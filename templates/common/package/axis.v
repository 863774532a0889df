{{ c.banner("Wrapper: one AXI4-Stream bundle for each node or channel.") }}
// Contract: {{ c.sides() }} are the slices of the streams of {{ c.top() }},
//   slice 0 first; all other ports are those of {{ c.top() }}.
// Latency and state: none.
`default_nettype none

module {{ c.top() }}_axis (
  {{ c.scalars() }}
);

  {{ c.top() }} u_wrapped (
    {{ c.pins() }}
  );

endmodule

`default_nettype wire
