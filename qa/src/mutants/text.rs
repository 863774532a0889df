//! Text around mutants: what Yosys writes about them, and the modules that let a bench choose one.

use std::ops::RangeInclusive;

use teecast::spec::verilog::{Direction, Port};

/// Name of the input that turns on a mutant.
pub const SELECTOR: &str = "mutant_i";

/// Where a wrapper has the number of the mutant from.
const NUMBER: &str = "  reg [15:0] mutant;\n  initial\n    \
    if (!$value$plusargs(\"mutant=%d\", mutant)) mutant = 16'd0;\n";

/// Returns a module of the name and ports of the top, which reads the number of the mutant.
pub fn wrapper(top: &str, inner: &str, ports: &[Port]) -> String {
    let instance = instance(inner, ports);
    format!("module {top} ({}\n{NUMBER}{instance}endmodule\n", declared(ports))
}

/// Returns the same of a module with one parameter, which takes the copy of its value.
///
/// **Shape**: `copies[copy] = (name, ports)`.
pub fn wrapper_of_copies(top: &str, copies: &[(&str, Vec<Port>)]) -> String {
    let mut text = String::new();
    for (name, ports) in copies {
        let value = name.strip_prefix(&copy_of(top)).and_then(|rest| rest.split_once("=s32'"));
        let Some((parameter, value)) = value else { continue };
        if text.is_empty() {
            let declared = declared(ports);
            text = format!("module {top} #(\n  parameter {parameter} = 0\n) ({declared}\n{NUMBER}");
        }
        let instance = instance(&format!("\\{name}"), ports);
        text += &format!("  generate if ({parameter} == 32'b{value}) begin : g_copy\n");
        text += &format!("{instance}  end endgenerate\n");
    }
    text + "endmodule\n"
}

/// Returns RTLIL in which copies of modules with parameters are called by the names of these, and get
/// the parameters that `below`, with the copies in it, says: a property may bring such a module along.
pub fn with_parameters(text: &str, below: &str) -> String {
    let parameters = |copy: &str| {
        let opening = format!("module {copy}");
        let body = below.lines().skip_while(|line| *line != opening).skip(1);
        let parameters = body.map_while(|line| line.strip_prefix("  parameter "));
        parameters.map(|value| format!("    parameter signed {value}\n")).collect::<String>()
    };
    let with_parameters = |line: &str| {
        let (copy, instance) = line.trim_start().strip_prefix("cell ")?.split_once(' ')?;
        // The name of a copy has the parameters behind that of the module, or, where they are long, a
        // hash before it.
        let module = match copy.strip_prefix("$paramod\\") {
            Some(rest) => rest.split('\\').next()?,
            None => copy.strip_prefix("$paramod$")?.split_once('\\')?.1,
        };
        Some(format!("  cell \\{module} {instance}\n{}", parameters(copy)))
    };
    text.lines().map(|line| with_parameters(line).unwrap_or_else(|| format!("{line}\n"))).collect()
}

/// Returns how the names of the copies of a module with parameters begin.
pub fn copy_of(module: &str) -> String {
    format!("$paramod\\{module}\\")
}

/// Returns the ports of a wrapper, all but the number of the mutant.
fn declared(ports: &[Port]) -> String {
    let ports = ports.iter().filter(|port| port.name != SELECTOR).map(|port| {
        let direction = match port.direction {
            Direction::Input => "input",
            Direction::Output => "output",
        };
        format!("\n  {direction} wire [{}:0] {}", port.width - 1, port.name)
    });
    ports.collect::<Vec<_>>().join(",") + "\n);"
}

/// Returns an instance of a module with mutants, with nets that are called as its ports.
fn instance(module: &str, ports: &[Port]) -> String {
    let pins = ports.iter().map(|port| match port.name.as_str() {
        SELECTOR => format!("\n    .{SELECTOR}(mutant)"),
        name => format!("\n    .{name}({name})"),
    });
    format!("  {module} u_mutated ({}\n  );\n", pins.collect::<Vec<_>>().join(","))
}

/// Returns the words of a mutation that say when it is on.
pub fn selector(number: usize) -> String {
    format!("-ctrl {SELECTOR} 16 {number} ")
}

/// Gives a mutation another number.
pub fn renumbered(mutation: &str, number: usize) -> String {
    let mut words = mutation.splitn(6, ' ');
    let (command, rest) = (words.next().unwrap_or_default(), words.last().unwrap_or_default());
    format!("{command} {}{rest}", selector(number))
}

/// Tells whether a mutation is in some lines of its file.
pub fn is_within(mutation: &str, lines: &[RangeInclusive<usize>]) -> bool {
    let mut places = mutation.split(" -src ").skip(1).filter_map(|place| {
        let (_, line) = place.rsplit_once(".v:")?;
        line.split('.').next()?.parse::<usize>().ok()
    });
    places.any(|line| lines.iter().any(|lines| lines.contains(&line)))
}
