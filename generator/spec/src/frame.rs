//! Frames of processors, field by field: what a processor writes before its data, and what it reads.

use serde::{Deserialize, Serialize};

/// A frame of a processor: a header of fields, then the data flits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Whether it goes to the processor; else it comes from it.
    pub received: bool,
    /// Its header.
    pub header: Header,
}

/// Where a frame goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Destination {
    /// One node; it needs no entry.
    #[serde(skip)]
    Node(u32),
    /// Some nodes.
    List(Vec<u32>),
    /// All nodes of a box, by the coordinates of two opposite corners.
    Box([Vec<u32>; 2]),
    /// All nodes, in so many copies.
    Broadcast(u32),
}

/// The fields of a header, the first one in the low bits of the first flit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Header {
    /// One bit string, filled up to whole flits; fields may straddle flits.
    Fields(Vec<Field>),
    /// The number of destinations, then so many of them.
    List(List),
}

/// A field of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name, no keyword of C, Python and SystemVerilog.
    pub name: String,
    /// **Units**: bits.
    pub bits: u32,
}

/// A list of destinations: a number of fields of one width, none of which straddles flits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// Width of a field.
    ///
    /// **Units**: bits.
    pub bits: u32,
    /// Fields in a flit.
    pub per_flit: u32,
    /// Most destinations.
    pub most: u32,
    /// Number of destinations that means all nodes, without a list.
    pub broadcast: u32,
    /// Fields after the list, which the network fills in.
    pub trailer: u32,
}

impl Frame {
    /// Returns a frame whose header is one bit string.
    pub fn of_fields<const N: usize>(received: bool, fields: [(&str, u32); N]) -> Self {
        let field = |(name, bits): (&str, u32)| Field { name: name.to_string(), bits };
        Self { received, header: Header::Fields(fields.map(field).into()) }
    }
}

impl Header {
    /// Returns the bits of the longest header, without what fills up flits.
    pub fn bits(&self) -> u32 {
        match self {
            Header::Fields(fields) => fields.iter().map(|field| field.bits).sum(),
            Header::List(list) => (1 + list.most + list.trailer) * list.bits,
        }
    }

    /// Returns the flits of the longest header.
    ///
    /// **Units**: `width` is the bits of a flit.
    pub fn flits(&self, width: u32) -> u32 {
        match self {
            Header::Fields(_) => self.bits().div_ceil(width),
            Header::List(list) => list.flits(list.most),
        }
    }
}

impl List {
    /// Returns the flits of a header with so many destinations.
    pub fn flits(&self, listed: u32) -> u32 {
        (1 + listed + self.trailer).div_ceil(self.per_flit)
    }
}
