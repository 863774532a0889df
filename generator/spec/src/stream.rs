//! What wrappers add to the streams of processors: destinations by number, valid bytes, and signals of users. They
//! travel in flits of their own; networks do not know them.

use serde::{Deserialize, Serialize};

use crate::error::plain;
use crate::family::FamilySpec;
use crate::flit::index_bits;
use crate::frame::{Destination, Frame, Header};
use crate::option::{ConfigOption, MAX_DATA, Value, WIDTH};

/// Name of the table of destinations in the folder of a design.
pub const TABLE: &str = "tdest.toml";

/// Most destinations of a table.
pub const MOST_ENTRIES: usize = 1024;

/// Most bits of a signal of the user.
pub const MOST_BITS: u32 = 128;

/// How an entry is written.
const ENTRY: &str =
    "an entry is [[entry]] and one of list = [3, 7], box = [[0, 1], [2, 1]], broadcast = 1";

/// The field of a header that tells frames apart: wrappers count it.
const NUMBER: &str = "number";

/// **Units**: bits.
const BYTE: u32 = 8;

/// The destinations that a user numbers from the number of nodes on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    #[serde(default)]
    entry: Vec<Destination>,
}

/// What a user asks of the wrappers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamOptions {
    /// TKEEP.
    pub keep: bool,
    /// Width of the user's TID.
    ///
    /// **Units**: bits.
    pub id_bits: u32,
    /// Width of the user's TUSER.
    ///
    /// **Units**: bits.
    pub user_bits: u32,
    /// Destinations; with a table wrappers write and read headers.
    pub table: Option<Table>,
}

/// Says why streams cannot be as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct StreamError {
    /// What is wrong.
    pub what: String,
    /// What to type next.
    pub hint: String,
}

/// What a wrapper puts around the data of a frame, and takes away again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// Width of a flit.
    ///
    /// **Units**: bits.
    pub width: u32,
    /// Bits of TKEEP, 0 without it.
    pub keep_bits: u32,
    /// Bits of the user's TID and TUSER.
    pub id_bits: u32,
    /// See `id_bits`.
    pub user_bits: u32,
    /// Headers; none if the user writes them.
    pub headers: Option<Headers>,
}

/// What wrappers know of headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headers {
    /// The header for each TDEST, that of a node in one copy first.
    ///
    /// **Shape**: a flit after the other, each with its bits from the low one on, zeros above left out.
    pub sent: Vec<Vec<Vec<bool>>>,
    /// TDEST below this is a node.
    pub nodes: u32,
    /// The field that counts frames: lowest bit and width.
    pub counted: Option<(u32, u32)>,
    /// Width of the header to a processor.
    ///
    /// **Units**: bits.
    pub received_bits: u32,
}

impl StreamError {
    fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), hint: hint.into() }
    }
}

impl Table {
    /// Reads the text of a table.
    ///
    /// # Errors
    /// It is not TOML, has other keys, or too many entries.
    ///
    /// # Examples
    /// ```
    /// use teecast_spec::stream::Table;
    ///
    /// assert!(Table::from_toml("[[entry]]\nlist = [3, 7]\n[[entry]]\nbroadcast = 1").is_ok());
    /// assert!(Table::from_toml("[[entry]]\nnodes = [3, 7]").is_err());
    /// ```
    pub fn from_toml(text: &str) -> Result<Self, StreamError> {
        let table: Self = toml::from_str(text).map_err(|error| {
            let before = error.span().map_or("", |span| &text[..span.start.min(text.len())]);
            let line = before.matches('\n').count() + 1;
            StreamError::new(format!("line {line}: {}", plain(&error)), ENTRY)
        })?;
        let entries = table.entry.len();
        if entries > MOST_ENTRIES {
            let what = format!("it has {entries} entries; permitted are at most {MOST_ENTRIES}");
            return Err(StreamError::new(what, "leave some out"));
        }
        Ok(table)
    }

    /// Returns the text of the table.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("numbers in lists are TOML")
    }
}

impl StreamOptions {
    /// Says whether anything is asked for.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the options as they are typed after a configuration, each with a blank before it.
    pub fn options(&self) -> String {
        let keep = self.keep.then(|| " --tkeep".to_string());
        let bits = |name: &str, bits: u32| (bits > 0).then(|| format!(" --{name} {bits}"));
        let id = bits("tid-width", self.id_bits);
        let user = bits("tuser-width", self.user_bits);
        let table = self.table.as_ref().map(|_| format!(" --tdest {TABLE}"));
        [keep, id, user, table].into_iter().flatten().collect()
    }

    /// Returns the file that belongs to the options: name, content.
    pub fn file(&self) -> Option<(&'static str, String)> {
        self.table.as_ref().map(|table| (TABLE, table.to_toml()))
    }

    /// Returns what goes around the data of a family's frames; none if its processors send no headers.
    ///
    /// # Errors
    /// The family cannot do what is asked.
    pub fn envelope(&self, family: &FamilySpec) -> Result<Option<Envelope>, StreamError> {
        let frames = family.frames();
        let Some(sent) = frames.iter().find(|frame| !frame.received) else { return Ok(None) };
        if self.id_bits + self.user_bits > 0 && self.table.is_none() {
            let what = "a TID or TUSER of the user travels after the header, and the wrapper only \
                        knows where that ends with a table of destinations";
            return Err(StreamError::new(what, "add --tdest FILE; an empty file has all nodes"));
        }
        let width = setting(family, &WIDTH);
        if self.keep && width % BYTE != 0 {
            let what = format!("tkeep needs a width of whole bytes, and width is {width}");
            let hint = format!("try --width {}", width.next_multiple_of(BYTE));
            return Err(StreamError::new(what, hint));
        }
        let headers = self.table.as_ref().map(|table| Headers::new(family, table, sent));
        let headers = headers.transpose()?;
        let keep_bits = if self.keep { width / BYTE } else { 0 };
        let (id_bits, user_bits) = (self.id_bits, self.user_bits);
        let envelope = Envelope { width, keep_bits, id_bits, user_bits, headers };
        let (own, most) = (envelope.own_flits(), setting(family, &MAX_DATA));
        if own >= most {
            let name = family.family().name();
            let what = format!(
                "{name}: a frame has at most {most} data flits, and the wrapper needs {own} of them"
            );
            return Err(StreamError::new(what, format!("try --max-data {}", own + 1)));
        }
        Ok(Some(envelope))
    }
}

impl Envelope {
    /// Returns the bits of the user that travel before the data.
    pub fn user_and_id_bits(&self) -> u32 {
        self.id_bits + self.user_bits
    }

    /// Returns the flits with the user's TID and TUSER.
    pub fn user_flits(&self) -> u32 {
        self.user_and_id_bits().div_ceil(self.width)
    }

    /// Returns the data flits of a frame that a wrapper needs for itself.
    pub fn own_flits(&self) -> u32 {
        self.user_flits() + u32::from(self.keep_bits > 0)
    }
}

impl Headers {
    fn new(family: &FamilySpec, table: &Table, sent: &Frame) -> Result<Self, StreamError> {
        let width = setting(family, &WIDTH);
        let name = family.family().name();
        let nodes = (0..family.nodes()).map(Destination::Node);
        let headers = nodes.chain(table.entry.iter().cloned()).zip(0..).map(|(to, number)| {
            let fields = family.header(&to).map_err(|why| {
                let entry = number - family.nodes();
                StreamError::new(format!("entry {entry}: {name} {why}"), ENTRY)
            })?;
            Ok(flits(&sent.header, &fields, width))
        });
        let received = family.frames().into_iter().find(|frame| frame.received);
        Ok(Self {
            sent: headers.collect::<Result<_, _>>()?,
            nodes: family.nodes(),
            counted: counted(&sent.header),
            received_bits: received.map_or(0, |frame| frame.header.bits()),
        })
    }

    /// Returns the bits of TDEST.
    pub fn dest_bits(&self) -> u32 {
        index_bits(self.sent.len() as u32)
    }

    /// Returns the flits of the longest header.
    pub fn most_flits(&self) -> u32 {
        self.sent.iter().map(|header| header.len() as u32).max().unwrap_or_default()
    }
}

/// Returns a header: its flits, each with its bits from the low one on, zeros above left out.
fn flits(header: &Header, values: &[u32], width: u32) -> Vec<Vec<bool>> {
    let bits = |value: u32, bits: u32| (0..bits).map(move |bit| value >> bit & 1 == 1);
    let mut flits: Vec<Vec<bool>> = match header {
        Header::Fields(fields) => {
            let string = fields.iter().zip(values).flat_map(|(it, value)| bits(*value, it.bits));
            string.collect::<Vec<_>>().chunks(width as usize).map(<[bool]>::to_vec).collect()
        }
        Header::List(list) => {
            let flit = |values: &[u32]| -> Vec<bool> {
                values.iter().flat_map(|value| bits(*value, list.bits)).collect()
            };
            let mut flits: Vec<_> = values.chunks(list.per_flit as usize).map(flit).collect();
            flits.resize(list.flits(values.len() as u32 - 1) as usize, Vec::new());
            flits
        }
    };
    for flit in &mut flits {
        flit.truncate(flit.iter().rposition(|bit| *bit).map_or(0, |last| last + 1));
    }
    flits
}

/// Returns the field of a header that counts frames: lowest bit and width.
fn counted(header: &Header) -> Option<(u32, u32)> {
    let Header::Fields(fields) = header else { return None };
    let place = fields.iter().position(|field| field.name == NUMBER)?;
    Some((fields[..place].iter().map(|field| field.bits).sum(), fields[place].bits))
}

/// Returns a number of a family.
fn setting(family: &FamilySpec, option: &ConfigOption) -> u32 {
    let mut settings = family.settings().into_iter();
    let value = settings.find_map(|(other, value)| match value {
        Value::Whole(number) if other == option => u32::try_from(number).ok(),
        _ => None,
    });
    value.expect("families with headers have flits and a number of them")
}
