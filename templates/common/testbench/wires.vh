
<%- for pin in dut.wires() %>
  wire <% if pin.is_vector %>[<{ pin.width - 1 }>:0] <% endif %><{ pin.wire }>;
<%- endfor %>
