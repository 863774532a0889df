//! The result of an emission: files in compile order, the ports of the top modules, and vectors that
//! lie beside them.

use schemars::JsonSchema;
use serde::Serialize;

use teecast_spec::stream::StreamOptions;
use teecast_spec::verilog;
pub use teecast_spec::verilog::Direction;

use super::header::Header;
use super::reset::with_reset;

/// One emitted text file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RtlFile {
    /// Path relative to the output folder, with `/` separators (`hypercube/mhu.v`).
    pub path: String,
    /// Complete text, LF line ends, one final newline.
    pub text: String,
}

impl RtlFile {
    /// Returns an emitted module; the path of its template begins with the folder of the family.
    pub(crate) fn module(header: &Header, template: &str, text: String) -> Self {
        let (folder, _) = template.split_once('/').unwrap_or((template, ""));
        let name = template.rsplit('/').next().unwrap_or(template);
        Self::written(header, format!("{folder}/{}{name}", header.prefix), &text)
    }

    /// Returns a module with registers, as a template gives it.
    pub(crate) fn written(header: &Header, path: String, text: &str) -> Self {
        // A template loses its last newline.
        let text = with_reset(with_registers(text), header.style.reset) + "\n";
        RtlFile { path, text }
    }
}

/// Adds to the head of a module which registers no reset sets.
fn with_registers(text: &str) -> String {
    const PAGE: usize = 100;
    let registers = verilog::registers(text).without_reset;
    let end = text.find("`default_nettype none");
    let (Some(end), false) = (end, registers.is_empty()) else { return text.to_string() };
    let mut head = String::from("// Registers without a reset:");
    let mut line = head.len();
    for (number, name) in registers.iter().enumerate() {
        let word = format!(" {name}{}", if number + 1 < registers.len() { "," } else { "." });
        if line + word.len() > PAGE {
            head += "\n//  ";
            line = 4;
        }
        line += word.len();
        head += &word;
    }
    format!("{}{head}\n{}", &text[..end], &text[end..])
}

/// Declares one template type for each module of a family, and the function that renders those that a
/// configuration has, in order.
// The caller derives, so that askama takes paths from the folder of the file that calls.
macro_rules! modules {
    (#[$derive:meta] $context:ident $spec:ident; $($kind:ident $path:literal if $wanted:expr;)*) => {
        $(
            #[$derive]
            #[template(path = $path)]
            struct $kind<'a> { c: &'a $context<'a> }
        )*

        fn render(c: &$context<'_>, spec: &$spec) -> Vec<$crate::bundle::RtlFile> {
            let mut files = Vec::new();
            $(
                let wanted: fn(&$context<'_>, &$spec) -> bool = $wanted;
                if wanted(c, spec) {
                    let text = askama::Template::render(&$kind { c });
                    let text = text.expect("templates write into a string");
                    files.push($crate::bundle::RtlFile::module(c.header, $path, text));
                }
            )*
            files
        }
    };
}
pub(crate) use modules;

/// One port of a top module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Port {
    /// Verilog name.
    pub name: String,
    /// Direction, seen from the module.
    pub direction: Direction,
    /// Width in bits.
    pub width: u32,
    /// One phrase for the data sheet.
    pub meaning: String,
}

/// A module that a user may instantiate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Top {
    /// Verilog module name, prefix included.
    pub module: String,
    /// Role in one line.
    pub role: String,
    /// Ports in declaration order.
    pub ports: Vec<Port>,
}

/// What a network ties at an instance of one of its modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tied {
    /// Parameters and their values.
    pub parameters: Vec<(&'static str, usize)>,
    /// Inputs and their constants, as Verilog.
    pub constants: Vec<(&'static str, String)>,
}

/// All files that one family is compiled from, and its top modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RtlBundle {
    /// Family folder (`hypercube`).
    pub family: &'static str,
    /// Verilog files, leaf modules first: those of the folder `common`, then those of the family.
    pub files: Vec<RtlFile>,
    /// Modules meant for direct use, largest first.
    pub tops: Vec<Top>,
}

/// Vectors that lie beside the testbenches: they come from the golden model, which emission does not
/// know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vectors {
    /// The files.
    pub files: Vec<RtlFile>,
    /// What a reader has to know about them: sentences without a full stop.
    pub notes: Vec<String>,
}

/// What was asked for beside the configuration: it changes files around the hardware only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FolderOptions<'a> {
    /// Whether there shall be vectors; by default for small networks.
    pub vectors: Option<bool>,
    /// Clock of the constraints.
    ///
    /// **Units**: megahertz.
    pub clock_mhz: Option<u32>,
    /// Wrappers with SystemVerilog interfaces too.
    pub interfaces: bool,
    /// What wrappers add to the streams of processors.
    pub streams: Option<&'a StreamOptions>,
    /// Version of IP-XACT.
    pub ip_xact: IpXact,
    /// Components of Platform Designer too.
    pub platform_designer: bool,
}

/// The versions of IEEE Std 1685 in which components are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IpXact {
    /// 1685-2009, which Vivado reads.
    Of2009,
    /// 1685-2014.
    #[default]
    Of2014,
}

impl IpXact {
    /// All versions.
    pub const ALL: [Self; 2] = [Self::Of2009, Self::Of2014];

    /// Returns its year.
    pub fn name(self) -> &'static str {
        match self {
            Self::Of2009 => "2009",
            Self::Of2014 => "2014",
        }
    }
}

impl FolderOptions<'_> {
    /// Returns the options as they are typed after a configuration, each with a blank before it.
    pub fn options(&self) -> String {
        let vectors = self.vectors.map(|asked| format!(" --vectors {asked}"));
        let clock = self.clock_mhz.map(|clock| format!(" --clock-mhz {clock}"));
        let wrapper = self.interfaces.then(|| " --wrapper sv".to_string());
        let streams = self.streams.map(StreamOptions::options);
        let of_2014 = self.ip_xact == IpXact::default();
        let ip_xact = (!of_2014).then(|| format!(" --ip-xact {}", self.ip_xact.name()));
        let designer = self.platform_designer.then(|| " --platform-designer".to_string());
        [vectors, clock, wrapper, streams, ip_xact, designer].into_iter().flatten().collect()
    }
}
