//! Parts of a module that a property leaves open, with all their ports, as the property sees them.
//!
//! Which modules they are, and with which widths, is read from the emitted text.

use teecast_spec::verilog::{self, Expression, Header, Instance, VerilogError};

use super::ports::Modules;

/// A port of a module inside the one that a property is about, as the property sees it.
pub(crate) struct PartPort {
    /// Name of the wire in the property: that of the part, then that of the port.
    pub name: String,
    /// Width of both.
    pub width: u32,
    /// Hierarchical name of the port.
    pub port: String,
}

impl PartPort {
    pub fn is_clock(&self) -> bool {
        self.port.ends_with(".clk_i")
    }

    pub fn is_reset(&self) -> bool {
        self.port.ends_with(".rst_ni")
    }
}

/// The parts of one module.
pub(crate) struct Parts<'a> {
    modules: &'a Modules<'a>,
    whole: Header,
    instances: Vec<Instance>,
    seen: Vec<PartPort>,
    nets: Vec<(String, String)>,
    open: Vec<String>,
}

impl<'a> Parts<'a> {
    /// Reads which parts an emitted module, whose name has no prefix, has.
    pub fn of(modules: &'a Modules<'a>, module: &str) -> Self {
        let text = modules.text(module).expect("a property is about an emitted module");
        let instances = verilog::instances(text).expect("templates connect pins by their names");
        let whole = modules.header(module).expect("its text was found");
        Self { modules, whole, instances, seen: vec![], nets: vec![], open: vec![] }
    }

    /// Adds the part at `path` in `u_dut`, which the property calls `name`. `scope` has the values of
    /// genvars and localparams that the parameters of the part depend on.
    pub fn see(&mut self, path: &str, name: &str, scope: &[(&str, u32)]) {
        for port in self.ports(path, scope) {
            let (wire, inside) = (format!("{name}_{}", port.name), inside(path, &port.name));
            self.nets.push((wire.clone(), inside.clone()));
            self.seen.push(PartPort { name: wire, width: port.width, port: inside });
        }
    }

    /// Adds `count` parts, the ports of the same name side by side, that of the first part lowest.
    pub fn see_all(&mut self, path: impl Fn(u32) -> String, count: u32, name: &str) {
        self.see_all_in(path, count, name, &[]);
    }

    /// Adds parts as [`Parts::see_all`] does, with a scope as [`Parts::see`] has it.
    pub fn see_all_in(
        &mut self,
        path: impl Fn(u32) -> String,
        count: u32,
        name: &str,
        scope: &[(&str, u32)],
    ) {
        let ports = self.ports(&path(0), scope);
        for index in 0..count {
            for port in &ports {
                let (low, high) = (index * port.width, (index + 1) * port.width - 1);
                let bits = format!("{name}_{}[{high}:{low}]", port.name);
                self.nets.push((bits, inside(&path(index), &port.name)));
            }
        }
        self.seen.extend(ports.into_iter().map(|port| PartPort {
            name: format!("{name}_{}", port.name),
            width: port.width * count,
            port: inside(&path(0), &port.name),
        }));
    }

    /// Returns the ports of the part at `path`, which is left open.
    fn ports(&mut self, path: &str, scope: &[(&str, u32)]) -> Vec<verilog::Port> {
        let name = path.rsplit('.').next().unwrap_or(path);
        let instance = self.instances.iter().find(|instance| instance.name == name);
        let instance = instance.unwrap_or_else(|| panic!("no {name} in {}", self.whole.module));
        let value_of = |name: &str| match scope.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => Ok(i64::from(*value)),
            None => self.whole.value(name, &[]),
        };
        let given = |(name, text): &'_ (String, String)| -> Result<(String, i64), VerilogError> {
            Ok((name.clone(), Expression::read(text)?.value(&value_of)?))
        };
        let given: Result<Vec<(String, i64)>, VerilogError> =
            instance.parameters.iter().map(given).collect();
        let given = given.expect("the scope of a part has what its parameters depend on");
        let given: Vec<(&str, i64)> =
            given.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let header = self.modules.header(self.modules.bare(&instance.module));
        let ports = header.expect("parts are emitted").ports(&given);
        if !self.open.contains(&instance.module) {
            self.open.push(instance.module.clone());
        }
        ports.expect("widths are numbers")
    }

    /// Returns the ports that were added.
    pub fn seen(&self) -> &[PartPort] {
        &self.seen
    }

    /// Returns the modules that are left open, prefix included, and the nets that let the property see
    /// their ports.
    pub fn into_open(self) -> (Vec<String>, Vec<(String, String)>) {
        (self.open, self.nets)
    }
}

/// Returns the hierarchical name of a port of the part at `path`.
fn inside(path: &str, port: &str) -> String {
    format!("u_dut.{path}.{port}")
}
