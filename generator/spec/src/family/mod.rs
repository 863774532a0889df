//! The families: the one list of them, what each says about its parameters, and a valid configuration
//! of those that are chosen (`Spec`).

pub mod harts;
pub mod hypercube;
pub mod ihc;
pub mod region;
pub mod ring_tree;

use std::path::Path;

use serde::Deserialize;

use crate::error::SpecError;
use crate::frame::{Destination, Frame};
use crate::option::{ConfigOption, Kind, NARROWEST, OPTION, Value};
use crate::raw::RawConfig;
use crate::style::Style;

/// Holds a valid configuration of everything that one run emits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Name of the output folder.
    pub name: String,
    /// Prefix of every module and file name, possibly empty.
    pub prefix: String,
    /// How the hardware is written.
    pub style: Style,
    /// Parameters of the chosen families, in the order of [`Family::ALL`].
    pub families: Vec<FamilySpec>,
}

/// An option that must not be given, because of the value of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idle {
    /// The option.
    pub option: &'static ConfigOption,
    /// What is wrong with it, after its name.
    pub why: &'static str,
    /// What may be typed instead of leaving it out.
    pub instead: &'static str,
}

/// Gives the first bytes of a file, by its path, so many at most; or a reason why not.
pub type Reader<'a> = dyn Fn(&str, u64) -> Result<Vec<u8>, String> + 'a;

/// Says what a family adds to a configuration; its file has the parameters themselves.
pub trait Parameters: Sized {
    /// The options of the family, in the order of help.
    const OPTIONS: &'static [&'static ConfigOption];

    /// Returns the narrowest flit that the family takes, and why, with a leading blank.
    ///
    /// **Units**: bits.
    ///
    /// # Errors
    /// A number that it depends on is out of range.
    fn least_width(raw: &RawConfig) -> Result<(u32, String), SpecError> {
        let _ = raw;
        Ok((NARROWEST, String::new()))
    }

    /// Returns the options that the values of other options leave no choice for.
    fn idle(raw: &RawConfig) -> Vec<Idle> {
        let _ = raw;
        Vec::new()
    }

    /// Returns the options with the paths of files relative to a folder.
    fn beside(raw: RawConfig, folder: &Path) -> RawConfig {
        let _ = folder;
        raw
    }

    /// Puts what is in files in the place of their paths.
    ///
    /// # Errors
    /// A file that cannot be read, or does not hold what it should.
    fn with_files(raw: RawConfig, read: &Reader<'_>) -> Result<RawConfig, SpecError> {
        let _ = read;
        Ok(raw)
    }

    /// Checks the options and fills in the defaults; the width has been checked.
    ///
    /// # Errors
    /// What is missing or out of range.
    fn read(raw: &RawConfig) -> Result<Self, SpecError>;

    /// Returns the value of each option, defaults written out, in the order of the manifest.
    fn settings(&self) -> Vec<(&'static ConfigOption, Value)>;

    /// Returns the configuration of this size in which each option has the value that it has when it
    /// is not given.
    fn defaults(&self) -> Self;

    /// Returns the number of nodes of the network.
    fn nodes(&self) -> u32;

    /// Returns the frames from and to a processor that have a header.
    fn frames(&self) -> Vec<Frame> {
        Vec::new()
    }

    /// Returns the fields of the header of a frame from a processor, those that the network fills in left out.
    ///
    /// # Errors
    /// Why no header has this destination, after the name of the family.
    fn header(&self, to: &Destination) -> Result<Vec<u32>, String> {
        let _ = to;
        Err("has no headers".to_string())
    }

    /// Returns the parameters that give the size, in words; `given` is what was typed at least.
    fn size(&self, given: &RawConfig) -> String;

    /// Returns the part of the default folder name, if the family adds one to those `before` it.
    fn folder(&self, raw: &RawConfig, before: &[FamilySpec]) -> Option<String>;

    /// Returns what the user should know about a valid configuration.
    fn warning(&self) -> Option<&'static str> {
        None
    }

    /// Returns what was read otherwise than it is written in a file, a sentence each.
    fn notes(&self) -> &[String] {
        &[]
    }

    /// Returns the file that holds what options do not say, which a design gets a copy of: name, content.
    fn file(&self) -> Option<(&'static str, String)> {
        None
    }
}

/// Declares the families: module, name on the command line, variant, type of the parameters.
macro_rules! families {
    ($d:tt $($module:ident $name:literal: $family:ident($parameters:ident);)*) => {
        $(pub use $module::$parameters;)*

        /// Names a hardware family.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
        #[serde(try_from = "String")]
        pub enum Family {
            $(#[doc = concat!("The family of [`", stringify!($parameters), "`].")] $family,)*
        }

        /// Holds the valid parameters of one family.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum FamilySpec {
            $(#[doc = concat!("Parameters of the family ", stringify!($module), ".")]
            $family($parameters),)*
        }

        /// Evaluates an expression with the parameters of whichever family a [`FamilySpec`] holds.
        ///
        /// Other crates implement a trait for the parameters of each family, and reach it without a
        /// list of families of their own: `for_family!(spec, it => it.method())`.
        #[macro_export]
        macro_rules! for_family {
            ($d spec:expr, $d it:ident => $d body:expr) => {
                match $d spec {
                    $($crate::FamilySpec::$family($d it) => $d body,)*
                }
            };
        }

        impl Family {
            /// All families, in the order of the command line.
            pub const ALL: &[Family] = &[$(Family::$family),*];

            /// The names of all families, in the same order.
            pub const NAMES: &[&str] = &[$($name),*];

            /// Returns the options of the family, in the order of help.
            pub fn options(self) -> &'static [&'static ConfigOption] {
                match self {
                    $(Family::$family => $parameters::OPTIONS,)*
                }
            }

            /// Returns the narrowest flit that the family takes; see [`Parameters::least_width`].
            pub(crate) fn least_width(self, raw: &RawConfig) -> Result<(u32, String), SpecError> {
                match self {
                    $(Family::$family => $parameters::least_width(raw),)*
                }
            }

            /// Returns the options without a choice; see [`Parameters::idle`].
            pub(crate) fn idle(self, raw: &RawConfig) -> Vec<Idle> {
                match self {
                    $(Family::$family => $parameters::idle(raw),)*
                }
            }

            /// Resolves paths; see [`Parameters::beside`].
            pub(crate) fn beside(self, raw: RawConfig, folder: &Path) -> RawConfig {
                match self {
                    $(Family::$family => $parameters::beside(raw, folder),)*
                }
            }

            /// Reads files; see [`Parameters::with_files`].
            pub(crate) fn with_files(
                self,
                raw: RawConfig,
                read: &Reader<'_>,
            ) -> Result<RawConfig, SpecError> {
                match self {
                    $(Family::$family => $parameters::with_files(raw, read),)*
                }
            }

            /// Checks the options; see [`Parameters::read`].
            pub(crate) fn read(self, raw: &RawConfig) -> Result<FamilySpec, SpecError> {
                Ok(match self {
                    $(Family::$family => FamilySpec::$family($parameters::read(raw)?),)*
                })
            }
        }

        impl FamilySpec {
            /// Returns which family it is.
            pub fn family(&self) -> Family {
                match self {
                    $(FamilySpec::$family(_) => Family::$family,)*
                }
            }
        }

        impl Spec {
            $(#[doc = concat!("Returns the parameters of the family ", stringify!($module),
                              ", if it is chosen.")]
            pub fn $module(&self) -> Option<&$parameters> {
                self.families.iter().find_map(|family| match family {
                    FamilySpec::$family(spec) => Some(spec),
                    _ => None,
                })
            })*
        }

        $(impl From<$parameters> for FamilySpec {
            fn from(spec: $parameters) -> Self {
                FamilySpec::$family(spec)
            }
        })*
    };
}

families! { $
    hypercube "hypercube": Hypercube(HypercubeSpec);
    harts "harts": Harts(HartsSpec);
    region "region": Region(RegionSpec);
    ihc "ihc": Ihc(IhcSpec);
    ring_tree "ring-tree": RingTree(RingTreeSpec);
}

impl Spec {
    /// Returns a configuration without a prefix, in the default style.
    pub fn new(name: &str, families: Vec<FamilySpec>) -> Self {
        Self { name: name.to_string(), prefix: String::new(), style: Style::default(), families }
    }
}

impl FamilySpec {
    /// Returns the value of each option, defaults written out, in the order of the manifest.
    pub fn settings(&self) -> Vec<(&'static ConfigOption, Value)> {
        for_family!(self, spec => spec.settings())
    }

    /// Returns the settings of [`Parameters::defaults`].
    pub(crate) fn default_settings(&self) -> Vec<(&'static ConfigOption, Value)> {
        for_family!(self, spec => spec.defaults().settings())
    }

    /// Returns the number of nodes of the network.
    pub fn nodes(&self) -> u32 {
        for_family!(self, spec => Parameters::nodes(spec))
    }

    /// Returns the parameters that give the size; see [`Parameters::size`].
    pub(crate) fn size(&self, given: &RawConfig) -> String {
        for_family!(self, spec => spec.size(given))
    }

    /// Returns the frames from and to a processor that have a header.
    pub fn frames(&self) -> Vec<Frame> {
        for_family!(self, spec => spec.frames())
    }

    /// Returns the fields of a header; see [`Parameters::header`].
    pub(crate) fn header(&self, to: &Destination) -> Result<Vec<u32>, String> {
        for_family!(self, spec => spec.header(to))
    }

    /// Returns the part of the folder name; see [`Parameters::folder`].
    pub(crate) fn folder(&self, raw: &RawConfig, before: &[FamilySpec]) -> Option<String> {
        for_family!(self, spec => spec.folder(raw, before))
    }

    /// Returns what the user should know; see [`Parameters::warning`].
    pub fn warning(&self) -> Option<&'static str> {
        for_family!(self, spec => spec.warning())
    }

    /// Returns what was read otherwise than it is written; see [`Parameters::notes`].
    pub fn notes(&self) -> &[String] {
        for_family!(self, spec => spec.notes())
    }

    /// Returns the file of the family; see [`Parameters::file`].
    pub fn file(&self) -> Option<(&'static str, String)> {
        for_family!(self, spec => spec.file())
    }
}

impl Family {
    /// The families that are emitted when none is chosen.
    pub const DEFAULT: &[Family] = &[Family::Hypercube, Family::Harts];

    /// Returns the name used on the command line, in files and as folder.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Returns the family of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|family| family.name() == name)
    }
}

/// Families to emit.
pub const FAMILY: ConfigOption = ConfigOption {
    name: "family",
    value_name: "LIST",
    kind: Kind::List(Family::NAMES),
    default: Some("hypercube,harts"),
    help: "Families, comma-separated",
    ..OPTION
};

impl TryFrom<String> for Family {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::named(&name).ok_or_else(|| format!("there is no family {name:?}"))
    }
}
