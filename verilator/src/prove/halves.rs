//! A module that plays both halves of each cycle: registers that a fault moved to the other edge show.

use teecast_spec::verilog::{Direction, Port};

/// Name of the clock of all modules.
const CLOCK: &str = "clk_i";

/// Returns a module that plays both halves of each cycle: after a reset in the first one, in which all
/// inputs are 0, any inputs that change with the rising edge. It says what an output of the module
/// inside was at the end of the cycle before.
///
/// **Shape**: `ports` of the module inside, whose names get `prefix`.
pub fn halves(module: &str, ports: &[Port], prefix: &str, output: &str) -> String {
    let (mut registers, mut clocked, mut pins) = (String::new(), String::new(), String::new());
    let chosen =
        ports.iter().filter(|port| port.direction == Direction::Input && port.name != CLOCK);
    let mut inputs = String::new();
    for Port { name, width, .. } in chosen {
        let last = width - 1;
        let any = match name.as_str() {
            "rst_ni" => "1'b1",
            name => {
                inputs += &format!("  input wire [{last}:0] {name},\n");
                name
            }
        };
        registers += &format!("  reg [{last}:0] {name}_q;\n");
        clocked += &format!("    {name}_q <= {any};\n");
        pins += &format!("    .{prefix}{name}({name}_q),\n");
    }
    format!(
        "module played (\n{inputs}  output reg said_o\n);\n  reg clk_q;\n{registers}  \
         always @($global_clock) clk_q <= !clk_q;\n  wire said;\n  {module} u_played (\n{pins}    \
         .{prefix}{CLOCK}(clk_q),\n    .{output}(said)\n  );\n  always @(posedge clk_q) begin\n\
         {clocked}    said_o <= said;\n  end\nendmodule\n"
    )
}
