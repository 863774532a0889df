
<%- for pin in dut.pins %>
    .<{ pin.port }>(<{ pin.to }>)<% if !loop.last %>,<% endif %>
<%- endfor %>
