# A component of Platform Designer: <{ c.top.role }>.
package require qsys

set_module_property NAME <{ c.identifier() }>
set_module_property DISPLAY_NAME <{ c.name }>
set_module_property DESCRIPTION {<{ c.top.role }>}
set_module_property VERSION <{ c.version }>
set_module_property GROUP <{ c.vendor }>/<{ c.family }>
set_module_property EDITABLE false

foreach {name kind} {synthesis QUARTUS_SYNTH simulation SIM_VERILOG} {
  add_fileset $name $kind "" ""
  set_fileset_property $name TOP_LEVEL <{ c.module }>
<%- for file in c.files %>
  add_fileset_file <{ file.path }> <{ file.hdl() }> PATH <{ file.path }>
<%- endfor %>
}
<%- for pin in c.pins %>

add_interface <{ pin.port }> <{ pin.kind }> end
<%- if pin.kind == "reset" %>
set_interface_property <{ pin.port }> associatedClock <{ CLOCK }>
set_interface_property <{ pin.port }> synchronousEdges BOTH
add_interface_port <{ pin.port }> <{ pin.port }> reset_n Input 1
<%- else %>
add_interface_port <{ pin.port }> <{ pin.port }> clk Input 1
<%- endif %>
<%- endfor %>
<%- for bus in c.buses %>

add_interface <{ bus.name }> axi4stream <% if bus.mode == "slave" %>end<% else %>start<% endif %>
set_interface_property <{ bus.name }> associatedClock <{ CLOCK }>
set_interface_property <{ bus.name }> associatedReset <{ RESET }>
<%- for signal in bus.signals %>
add_interface_port <{ bus.name }> <{ signal.1 }> <{ signal.0|lower }> <{ c.port(signal.1).tcl() }>
<%- endfor %>
<%- endfor %>
<%- for port in c.conduits() %>

add_interface <{ port.name }> conduit end
set_interface_property <{ port.name }> associatedClock <{ CLOCK }>
set_interface_property <{ port.name }> associatedReset <{ RESET }>
add_interface_port <{ port.name }> <{ port.name }> value <{ port.tcl() }>
<%- endfor %>
