//! Ports of emitted modules, read from their text; what they mean is typed: here for all families, else once for
//! each family.

use teecast_spec::verilog::{self, Header};

use super::bundle::{Port, RtlFile, Top};

/// The emitted modules of a family, and what their text declares.
pub struct Modules<'a> {
    files: &'a [RtlFile],
    prefix: &'a str,
}

/// A module for direct use: its name without the prefix, and its role in one line.
pub type Role = (&'static str, &'static str);

/// What a port means: its name, the module it belongs to or [`EVERY`], and one phrase.
pub type Meaning = (&'static str, &'static str, &'static str);

/// In the place of a module: all modules for which the port has no meaning of its own.
pub const EVERY: &str = "";

/// What a port means in all families, if a family does not say it in its own words.
const SHARED: [Meaning; 10] = [
    ("clk_i", EVERY, "clock, rising edge"),
    ("rst_ni", EVERY, "reset, active low; one cycle empties everything"),
    ("s_axis_tvalid", EVERY, "a flit is offered"),
    ("s_axis_tready", EVERY, "the flit is taken"),
    ("s_axis_tlast", EVERY, "last flit of its frame"),
    ("s_axis_tuser", EVERY, "bad frame, with tlast only"),
    ("m_axis_tvalid", EVERY, "a flit is offered"),
    ("m_axis_tready", EVERY, "the flit is taken"),
    ("m_axis_tlast", EVERY, "last flit of its frame"),
    ("m_axis_tuser", EVERY, "bad frame, with tlast only"),
];

impl<'a> Modules<'a> {
    /// Takes the files of a family; the names of its modules begin with the prefix.
    pub fn new(files: &'a [RtlFile], prefix: &'a str) -> Self {
        Self { files, prefix }
    }

    /// Returns the text of a module, whose name has no prefix, if it is emitted.
    pub fn text(&self, module: &str) -> Option<&'a str> {
        let ending = format!("/{}{module}.v", self.prefix);
        let file = self.files.iter().find(|file| file.path.ends_with(&ending));
        file.map(|file| file.text.as_str())
    }

    /// Returns the header of a module, whose name has no prefix, if it is emitted.
    pub fn header(&self, module: &str) -> Option<Header> {
        let name = format!("{}{module}", self.prefix);
        let header = |text| verilog::header(text, &name).expect("templates write readable headers");
        self.text(module).map(header)
    }

    /// Returns the name without the prefix.
    pub fn bare<'n>(&self, module: &'n str) -> &'n str {
        module.strip_prefix(self.prefix).expect("all names of modules begin with the prefix")
    }

    /// Returns those of the modules for direct use that are emitted, in their order, with the meanings
    /// of their ports.
    pub fn tops(&self, roles: &[Role], meanings: &[Meaning]) -> Vec<Top> {
        let top = |(module, role): &Role| {
            let declared = self.header(module)?.ports(&[]).expect("widths are numbers");
            let port = |port: verilog::Port| Port {
                meaning: meaning(meanings, module, &port.name)
                    .expect("each port of a module for direct use has a meaning")
                    .to_string(),
                name: port.name,
                direction: port.direction,
                width: port.width,
            };
            Some(Top {
                module: format!("{}{module}", self.prefix),
                role: role.to_string(),
                ports: declared.into_iter().map(port).collect(),
            })
        };
        roles.iter().filter_map(top).collect()
    }
}

/// Returns what a port of a module means: in the words of the module, of the family, or of all families.
fn meaning(meanings: &[Meaning], module: &str, port: &str) -> Option<&'static str> {
    let of = |meanings: &[Meaning], owner: &str| {
        let mut rows = meanings.iter();
        rows.find(|(name, of, _)| *name == port && *of == owner).map(|(_, _, phrase)| *phrase)
    };
    of(meanings, module).or_else(|| of(meanings, EVERY)).or_else(|| of(&SHARED, EVERY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meaning_of_the_module_goes_before_that_of_all() {
        let rows = [("a_i", EVERY, "any"), ("a_i", "m", "own"), ("b_i", "m", "b")];
        let of = |module, port| meaning(&rows, module, port);
        assert_eq!(of("m", "a_i"), Some("own"));
        assert_eq!((of("n", "a_i"), of("n", "b_i")), (Some("any"), None));
    }
}
