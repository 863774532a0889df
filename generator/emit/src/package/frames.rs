//! Helpers that pack and unpack the headers of a family's frames: a module of Python, a header of C, and a package
//! of SystemVerilog.

use askama::Template;
use teecast_spec::FamilySpec;
use teecast_spec::frame::{Frame, Header, List};
use teecast_spec::option::{Value, WIDTH};

use crate::bundle::RtlFile;
use crate::header::Header as Head;

/// What the three languages show of a family.
struct Context<'a> {
    prefix: &'a str,
    hash: &'a str,
    family: &'a str,
    /// **Units**: bits.
    width: u32,
    frames: Vec<Shown>,
}

/// A frame with the places of its fields.
struct Shown {
    /// `sent` or `received`.
    name: &'static str,
    way: &'static str,
    /// Flits of the longest header.
    flits: u32,
    fields: Vec<Placed>,
    list: Option<List>,
}

/// A field and its lowest bit in the header.
struct Placed {
    name: String,
    low: u32,
    bits: u32,
}

#[derive(Template)]
#[template(path = "common/package/frames.py")]
struct Python<'a> {
    c: &'a Context<'a>,
}

#[derive(Template)]
#[template(path = "common/package/frames.h")]
struct C<'a> {
    c: &'a Context<'a>,
}

#[derive(Template)]
#[template(path = "common/package/frames.sv")]
struct SystemVerilog<'a> {
    c: &'a Context<'a>,
}

/// Returns the helpers of a family, none if its frames have no header.
pub fn files(spec: &FamilySpec, family: &str, header: &Head) -> Vec<RtlFile> {
    // A message of a ring tree is one flit.
    let frames = spec.frames();
    if frames.is_empty() {
        return Vec::new();
    }
    let widest = frames.iter().map(|frame| frame.header.bits()).max();
    let typed = spec.settings().into_iter().find_map(|(option, value)| match value {
        Value::Whole(bits) if option.name == WIDTH.name => u32::try_from(bits).ok(),
        _ => None,
    });
    let width = typed.or(widest).unwrap_or_default();
    let c = &Context {
        prefix: &header.prefix,
        hash: &header.config_hash,
        family,
        width,
        frames: frames.into_iter().map(|frame| Shown::new(frame, width)).collect(),
    };
    let name = c.name();
    let texts = [
        (format!("{name}_frames.py"), Python { c }.render()),
        (format!("{name}_frames.h"), C { c }.render()),
        (format!("{name}_frames_pkg.sv"), SystemVerilog { c }.render()),
    ];
    let file = |(path, text): (String, askama::Result<String>)| RtlFile {
        path,
        text: text.expect("templates write into a string") + "\n",
    };
    texts.map(file).into()
}

impl Context<'_> {
    /// How the names of the helpers begin.
    fn name(&self) -> String {
        format!("{}{}", self.prefix, self.family)
    }

    fn upper(&self) -> String {
        self.name().to_uppercase()
    }

    /// Words of 32 bits of a flit.
    fn words(&self) -> u32 {
        self.width.div_ceil(32)
    }
}

impl Shown {
    fn new(frame: Frame, width: u32) -> Self {
        let flits = frame.header.flits(width);
        let (name, way) = match frame.received {
            true => ("received", "to the processor"),
            false => ("sent", "from the processor"),
        };
        let mut fields = Vec::new();
        let list = match frame.header {
            Header::List(list) => Some(list),
            Header::Fields(all) => {
                let mut low = 0;
                for field in all {
                    fields.push(Placed { name: field.name, low, bits: field.bits });
                    low += field.bits;
                }
                None
            }
        };
        Self { name, way, flits, fields, list }
    }

    fn upper(&self) -> String {
        self.name.to_uppercase()
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.fields.iter().map(|field| field.name.as_str()).collect();
        names.join(", ")
    }

    fn bits(&self) -> u32 {
        self.fields.iter().map(|field| field.bits).sum()
    }
}

impl Placed {
    /// Returns what makes a field of C an array, if it has more than a word.
    fn array(&self) -> String {
        if self.bits > 32 { format!("[{}]", self.bits.div_ceil(32)) } else { String::new() }
    }

    /// Returns the address of the first word in C.
    fn address(&self) -> String {
        let name = &self.name;
        if self.bits > 32 { format!("fields->{name}") } else { format!("&fields->{name}") }
    }
}
