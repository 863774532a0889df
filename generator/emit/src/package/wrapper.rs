//! Wrappers that take the joined streams of a module apart: in Verilog-2005 with a scalar bundle each, and on
//! request in SystemVerilog with an interface each.

use askama::Template;
use teecast_spec::stream::TABLE;

use super::adapters::Adapters;
use super::streams::{Side, Signal, Streams, declared};
use crate::bundle::{Direction, FolderOptions, RtlFile};
use crate::header::Header;

/// A module with one stream each, and its files.
pub struct Wrapper<'a> {
    /// Name of the module in Verilog.
    pub module: String,
    /// What it wraps.
    pub streams: Streams<'a>,
    /// Its files in compile order.
    pub files: Vec<RtlFile>,
}

struct Context<'a> {
    header: &'a Header,
    streams: &'a Streams<'a>,
    prefix: &'a str,
    adapters: Option<Adapters<'a>>,
    /// Interfaces have the signals that options of streams add.
    is_extended: bool,
}

#[derive(Template)]
#[template(path = "common/package/axis.v")]
struct Scalar<'a> {
    c: &'a Context<'a>,
}

#[derive(Template)]
#[template(path = "common/package/interfaces.sv")]
struct Interfaces<'a> {
    c: &'a Context<'a>,
}

#[derive(Template)]
#[template(path = "common/package/axis_if.sv")]
struct Interface<'a> {
    c: &'a Context<'a>,
}

impl<'a> Wrapper<'a> {
    /// Wraps a module of a family.
    pub fn new(
        streams: Streams<'a>,
        family: &str,
        header: &Header,
        asked: FolderOptions<'_>,
    ) -> Self {
        let top = &streams.top.module;
        let module = format!("{top}_axis");
        let adapters = streams.envelope.map(|envelope| Adapters::new(envelope, header, family));
        let adapting = adapters.as_ref().map(Adapters::files).unwrap_or_default();
        let (prefix, is_extended) = (&header.prefix, asked.streams.is_some());
        let c = &Context { header, streams: &streams, prefix, adapters, is_extended };
        let written = "templates write into a string";
        let mut files = vec![(format!("{module}.v"), Scalar { c }.render().expect(written))];
        if asked.interfaces {
            let name = format!("{}tee_axis_if.sv", c.prefix);
            files.push((name, Interface { c }.render().expect(written)));
            files.push((format!("{top}_sv.sv"), Interfaces { c }.render().expect(written)));
        }
        let file = |(path, text)| RtlFile { path, text: text + "\n" };
        let files = adapting.into_iter().chain(files.into_iter().map(file)).collect();
        Self { module, streams, files }
    }
}

impl Context<'_> {
    fn banner(&self, role: &str) -> String {
        self.header.banner(role, "none, that of the wrapped module")
    }

    fn top(&self) -> &str {
        &self.streams.top.module
    }

    /// The streams of both sides, in words.
    fn sides(&self) -> String {
        let range = |side: &Side<'_>| {
            let names: Vec<String> = side.names().collect();
            match &names[..] {
                [only] => format!("{only}_*"),
                many => format!("{}_* to {}_*", many[0], many[many.len() - 1]),
            }
        };
        let [s, m] = &self.streams.sides;
        format!("{} and {}", range(s), range(m))
    }

    /// Says whether each flit is a frame, so that the module has no `tlast`.
    fn is_per_flit(&self) -> bool {
        let [_, m] = &self.streams.sides;
        m.signals.iter().any(|signal| signal.name == "tlast" && signal.port.is_none())
    }

    /// Declarations of the ports that belong to no stream.
    fn others(&self) -> Vec<String> {
        let declare = |port: &crate::Port| declared(port.direction, port.width, &port.name);
        self.streams.others().map(declare).collect()
    }

    /// Declarations of the ports of the Verilog wrapper.
    fn scalars(&self) -> String {
        let mut ports = self.others();
        for side in &self.streams.sides {
            for stream in side.names() {
                ports.extend(side.signals.iter().map(|signal| {
                    let name = format!("{stream}_{}", signal.name);
                    declared(signal.direction, signal.width, &name)
                }));
            }
        }
        ports.join(",\n  ")
    }

    /// Pins of the wrapped module, which joins its streams, the first one lowest.
    fn pins(&self) -> String {
        let given = self.streams.given().map(|port| format!(".{0}({0})", port.name));
        let mut pins: Vec<String> = given.collect();
        if self.is_adapted() {
            pins.extend(self.streams.joined().map(|port| format!(".{0}({0})", port.name)));
            return pins.join(",\n    ");
        }
        for side in &self.streams.sides {
            for port in side.ports() {
                let of_port = |signal: &&Signal<'_>| signal.port == Some(port);
                let taken = side.names().flat_map(|stream| {
                    let signals = side.signals.iter().filter(of_port);
                    signals.map(move |signal| signal.taken(&stream)).collect::<Vec<_>>()
                });
                pins.push(format!(".{}({})", port.name, joined(taken)));
            }
        }
        pins.join(",\n    ")
    }

    fn is_adapted(&self) -> bool {
        self.adapters.is_some()
    }

    /// Wires between adapters and the wrapped module, named as its ports.
    fn wires(&self) -> Vec<String> {
        let wire = |port: &crate::Port| match port.width {
            1 => format!("wire {};", port.name),
            width => format!("wire [{}:0] {};", width - 1, port.name),
        };
        let ports = self.streams.joined().filter(|_| self.is_adapted());
        ports.map(wire).collect()
    }

    /// Adapters of all streams, in Verilog.
    fn instances(&self) -> Vec<String> {
        let Some(adapters) = &self.adapters else { return Vec::new() };
        let mut instances = Vec::new();
        for side in &self.streams.sides {
            let (part, user, network) = match side.is_sink() {
                true => ("sender", 's', 'm'),
                false => ("receiver", 'm', 's'),
            };
            for (index, stream) in (0..).zip(side.names()) {
                let mut pins = vec![".clk_i(clk_i)".to_string(), ".rst_ni(rst_ni)".to_string()];
                let element = |port: &crate::Port| element(port, index, side.count);
                if side.is_sink() {
                    let added = self.streams.added.iter();
                    pins.extend(added.map(|port| format!(".{}({})", port.name, element(port))));
                }
                pins.extend(side.signals.iter().map(|signal| {
                    format!(".{user}_axis_{}({})", signal.name, signal.taken(&stream))
                }));
                let start = format!("{}_axis_", side.letter);
                let ports = self.streams.joined();
                pins.extend(ports.filter_map(|port| {
                    let name = port.name.strip_prefix(&start)?;
                    Some(format!(".{network}_axis_{name}({})", element(port)))
                }));
                let module = adapters.module(part);
                let pins = pins.join(",\n    ");
                instances.push(format!("{module} u_{stream} (\n    {pins}\n  );"));
            }
        }
        instances
    }

    /// What the wrapper does beside taking streams apart, a line each.
    fn contract(&self) -> Vec<String> {
        let Some(envelope) = self.streams.envelope else { return Vec::new() };
        let mut lines = Vec::new();
        if let Some(headers) = &envelope.headers {
            lines.push(format!(
                "tdest below {} is a node, from there on an entry of {TABLE}. The low bits of tid",
                headers.nodes
            ));
            lines.push(
                "are the user's, the others the header that a processor receives.".to_string(),
            );
        }
        lines
    }

    /// Drives what a bundle has and the module does not: bits beside the data are 0, and each flit is the last
    /// one of its frame. What comes into the wrapper so is not used.
    fn padding(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut ignored = Vec::new();
        for side in &self.streams.sides {
            for (stream, signal) in side
                .names()
                .flat_map(|it| side.signals.iter().map(move |signal| (it.clone(), signal)))
            {
                let Some((bits, width)) = signal.left(&stream) else { continue };
                match signal.direction {
                    Direction::Input => ignored.push(bits),
                    Direction::Output if signal.name == "tlast" => {
                        lines.push(format!("assign {bits} = 1'b1;"));
                    }
                    Direction::Output => lines.push(format!("assign {bits} = {width}'d0;")),
                }
            }
        }
        lines.extend(unused(&ignored));
        lines
    }

    /// Declarations of the ports of the wrapper with interfaces.
    fn interfaces(&self) -> String {
        let mut ports = self.others();
        for side in &self.streams.sides {
            let role = if side.is_sink() { "sink" } else { "source" };
            let (letter, count) = (side.letter, side.count);
            ports.push(format!("{}tee_axis_if.{role} {letter}_axis[{count}]", self.prefix));
        }
        ports.join(",\n  ")
    }

    /// Pins of the Verilog wrapper, connected to interfaces.
    fn members(&self) -> String {
        let given = self.streams.others().map(|port| format!(".{0}({0})", port.name));
        let mut pins: Vec<String> = given.collect();
        for side in &self.streams.sides {
            for (index, stream) in side.names().enumerate() {
                pins.extend(side.signals.iter().map(|signal| {
                    let (name, letter) = (signal.name, side.letter);
                    format!(".{stream}_{name}({letter}_axis[{index}].{name})")
                }));
            }
        }
        pins.join(",\n    ")
    }

    /// Connects what an interface has and a wrapper does not: every frame out of it is good, from origin 0, and
    /// what comes into it is not used.
    fn leftovers(&self) -> Vec<String> {
        let [s, m] = &self.streams.sides;
        let of = |side: &Side<'_>, name: &str| -> Vec<String> {
            let members =
                (0..side.count).map(|index| format!("{}_axis[{index}].{name}", side.letter));
            if side.signals.iter().any(|signal| signal.name == name) {
                Vec::new()
            } else {
                members.collect()
            }
        };
        let mut values = vec![("tid", "'0"), ("tuser", "1'b0")];
        if self.is_extended {
            values.extend([("tkeep", "'1"), ("tdest", "'0")]);
        }
        let assigned = values.iter().flat_map(|(name, value)| {
            of(m, name).into_iter().map(move |member| format!("assign {member} = {value};"))
        });
        let ignored: Vec<String> = values.iter().flat_map(|(name, _)| of(s, name)).collect();
        assigned.chain(unused(&ignored)).collect()
    }
}

/// Returns what a stream has of a port that joins all.
fn element(port: &crate::Port, index: u32, count: u32) -> String {
    let bits = port.width / count;
    match bits {
        _ if count == 1 => port.name.clone(),
        1 => format!("{}[{index}]", port.name),
        _ => format!("{}[{}:{}]", port.name, (index + 1) * bits - 1, index * bits),
    }
}

/// Tells linters that inputs are not used.
fn unused(inputs: &[String]) -> Option<String> {
    let list = inputs.join(",\n    ");
    (!inputs.is_empty()).then(|| format!("wire unused = &{{\n    1'b0,\n    {list}\n  }};"))
}

/// Joins names, the first one in the low bits, a few in a line.
fn joined(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.collect();
    if let [only] = &names[..] {
        return only.clone();
    }
    names.reverse();
    let in_a_line = if names.iter().any(|name| name.ends_with(']')) { 4 } else { 5 };
    let lines: Vec<String> = names.chunks(in_a_line).map(|line| line.join(", ")).collect();
    format!("{{\n      {}\n    }}", lines.join(",\n      "))
}
