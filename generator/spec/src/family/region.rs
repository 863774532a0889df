//! Parameters and frame layout of the region family ([Had]): corner-first broadcast on meshes.

mod options;

use serde::{Deserialize, Serialize};

pub use options::*;

use crate::flit::index_bits;
use crate::topology::Grid;

/// Names how a message reaches all nodes of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CornerAlgorithm {
    /// By way of the lowest corner.
    FixedCorner,
    /// By way of the corner that is nearest to the source.
    NearestCorner,
    /// From the source itself, which lies inside.
    Mst,
}

impl CornerAlgorithm {
    /// All of them, in the order of the command line.
    pub const ALL: [CornerAlgorithm; 3] =
        [CornerAlgorithm::FixedCorner, CornerAlgorithm::NearestCorner, CornerAlgorithm::Mst];

    /// Returns the name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            CornerAlgorithm::FixedCorner => "fixed-corner",
            CornerAlgorithm::NearestCorner => "nearest-corner",
            CornerAlgorithm::Mst => "mst",
        }
    }

    /// Returns the classes of virtual channels that keep it free of deadlock.
    pub const fn classes(self) -> u32 {
        match self {
            CornerAlgorithm::NearestCorner => 2,
            CornerAlgorithm::FixedCorner | CornerAlgorithm::Mst => 1,
        }
    }
}

/// Names the answers that a message may want.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answers {
    /// None.
    None,
    /// That all destinations have accepted it.
    Landed,
    /// That, or what the processors of all destinations reply.
    Reply,
}

impl Answers {
    /// All of them, in the order of the command line.
    pub const ALL: [Answers; 3] = [Answers::None, Answers::Landed, Answers::Reply];

    /// Returns the name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Answers::None => "none",
            Answers::Landed => "landed",
            Answers::Reply => "reply",
        }
    }

    /// Returns whether there are any.
    pub const fn any(self) -> bool {
        !matches!(self, Answers::None)
    }
}

/// Messages of a class that may wait for answers on one link, unless something else is chosen.
pub const DEFAULT_TAGS: u32 = 8;

/// Bits of the field that says which answer a message wants.
pub const WANT_BITS: u32 = 2;

/// Bits of the status of an answer.
pub const STATUS_BITS: u32 = 2;

/// Holds a valid configuration of the region family; made by `RawConfig::validate`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RegionSpec {
    /// Nodes along each of 1 to 4 dimensions, 2..=64 each; at most 4096 in all.
    pub radices: Vec<u32>,
    /// How messages spread.
    pub algorithm: CornerAlgorithm,
    /// Virtual channels of a link, 1..=8; a multiple of the classes.
    pub virtual_channels: u32,
    /// Buffers of one largest message each before a processor, 1..=16.
    pub deliveries: u32,
    /// Flit width in bits, 8..=512.
    pub width: u32,
    /// Largest number of data flits of a message, 0..=4096.
    pub max_data: u32,
    /// The network top is emitted.
    pub network: bool,
    /// Answers that messages may want.
    pub answers: Answers,
    /// Messages of a class that may wait for answers on one link: 1, 2, 4, 8 or 16; without answers no matter.
    pub tags: u32,
}

impl RegionSpec {
    /// Returns the default configuration of a mesh.
    ///
    /// The caller keeps `radices` within their bounds; user input goes through `RawConfig::validate`.
    pub fn new(radices: &[u32]) -> Self {
        let nodes: u32 = radices.iter().product();
        Self {
            radices: radices.to_vec(),
            algorithm: CornerAlgorithm::FixedCorner,
            virtual_channels: 1,
            deliveries: 1,
            width: 32,
            max_data: 64,
            network: nodes <= 256,
            answers: Answers::None,
            tags: DEFAULT_TAGS,
        }
    }

    /// Returns the mesh.
    pub fn mesh(&self) -> Grid {
        Grid::mesh(&self.radices).expect("the bounds are narrower than those of a mesh")
    }

    /// Returns the mesh as it is typed: `4x4`.
    pub fn mesh_name(&self) -> String {
        self.radices.iter().map(u32::to_string).collect::<Vec<_>>().join("x")
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> u32 {
        self.radices.iter().product()
    }

    /// Returns the number of dimensions.
    pub fn dimensions(&self) -> u32 {
        self.radices.len() as u32
    }

    /// Returns the ports of a router to its neighbours, two a dimension.
    pub fn ports(&self) -> u32 {
        2 * self.dimensions()
    }

    /// Returns the bits of each coordinate.
    pub fn axis_bits(&self) -> impl Iterator<Item = u32> + '_ {
        self.radices.iter().map(|radix| index_bits(*radix))
    }

    /// Returns the bits of all coordinates of a node.
    pub fn coordinate_bits(&self) -> u32 {
        self.axis_bits().sum()
    }

    /// Returns the bits of a node number.
    pub fn source_bits(&self) -> u32 {
        index_bits(self.nodes())
    }

    /// Returns the channels into a router that differ in their link or class, and that of the processor.
    fn tagged_channels(&self) -> u32 {
        self.ports() * self.algorithm.classes() + 1
    }

    /// Returns the bits of a tag; with one tag there are none.
    pub fn tag_bits(&self) -> u32 {
        self.tags.ilog2()
    }

    /// Returns the bits of what a sender calls a message that wants an answer.
    pub fn id_bits(&self) -> u32 {
        self.tag_bits().max(1)
    }

    /// Returns the bits by which a processor says what it replies to.
    pub fn handle_bits(&self) -> u32 {
        index_bits(self.tagged_channels()) + self.tag_bits()
    }

    /// Returns the fields that come before the corners in a frame from the processor.
    pub fn sent_fields(&self) -> Vec<(&'static str, u32)> {
        let fields = [("want", WANT_BITS), ("id", self.id_bits())];
        fields.into_iter().filter(|_| self.answers.any()).collect()
    }

    /// Returns the fields that a frame to the processor has before its data.
    pub fn received_fields(&self) -> Vec<(&'static str, u32)> {
        let fields =
            [("source", self.source_bits()), ("want", WANT_BITS), ("handle", self.handle_bits())];
        let count = match self.answers {
            Answers::None => 1,
            Answers::Landed => 2,
            Answers::Reply => 3,
        };
        fields[..count].to_vec()
    }

    /// Returns the header flits of a frame from the processor: two corners.
    pub fn injected_flits(&self) -> u32 {
        (bits(&self.sent_fields()) + 2 * self.coordinate_bits()).div_ceil(self.width)
    }

    /// Returns the header flits of a message on a link: two corners and the source.
    ///
    /// With answers none of the headers at the processors has more flits.
    pub fn link_flits(&self) -> u32 {
        let least = (2 * self.coordinate_bits() + self.source_bits()).div_ceil(self.width);
        match self.answers.any() {
            true => least.max(self.injected_flits()).max(self.delivery_flits()),
            false => least,
        }
    }

    /// Returns the header flits of a frame to the processor: the source, and what it has to answer.
    pub fn delivery_flits(&self) -> u32 {
        bits(&self.received_fields()).div_ceil(self.width)
    }

    /// Returns the flits of the largest message on a link.
    pub fn message_flits(&self) -> u32 {
        self.link_flits() + self.max_data
    }
}

/// Returns the bits of all fields.
fn bits(fields: &[(&'static str, u32)]) -> u32 {
    fields.iter().map(|(_, bits)| bits).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_the_default_meshes() {
        // Mesh, W; bits of the coordinates and of a node; flits injected, on a link, delivered.
        let rows: [(&[u32], u32, [u32; 5]); 6] = [
            (&[4, 4], 32, [4, 4, 1, 1, 1]),
            (&[16, 16], 32, [8, 8, 1, 1, 1]),
            (&[3, 3], 8, [4, 4, 1, 2, 1]),
            (&[5, 3, 2], 8, [6, 5, 2, 3, 1]),
            (&[64, 64], 8, [12, 12, 3, 5, 2]),
            (&[9], 8, [4, 4, 1, 2, 1]),
        ];
        for (radices, width, expected) in rows {
            let spec = RegionSpec { width, ..RegionSpec::new(radices) };
            let flits = [spec.injected_flits(), spec.link_flits(), spec.delivery_flits()];
            let bits = [spec.coordinate_bits(), spec.source_bits()];
            assert_eq!([&bits[..], &flits[..]].concat(), expected, "{radices:?}");
        }
    }

    #[test]
    fn headers_with_answers() {
        use Answers::{Landed, Reply};
        type Row = (&'static [u32], u32, Answers, u32, [u32; 5]);
        // Mesh, W, answers, K; bits of an id and of a handle; flits injected, on a link, delivered.
        let rows: [Row; 5] = [
            (&[4, 4], 32, Landed, 8, [3, 6, 1, 1, 1]),
            (&[16, 16], 32, Reply, 8, [3, 6, 1, 1, 1]),
            (&[4, 4], 32, Reply, 1, [1, 3, 1, 1, 1]),
            // The header of the link is as long as the longest one.
            (&[2, 2], 8, Landed, 4, [2, 5, 1, 1, 1]),
            (&[2, 2], 8, Reply, 8, [3, 6, 2, 2, 2]),
        ];
        for (radices, width, answers, tags, expected) in rows {
            let spec = RegionSpec { width, answers, tags, ..RegionSpec::new(radices) };
            let flits = [spec.injected_flits(), spec.link_flits(), spec.delivery_flits()];
            let bits = [spec.id_bits(), spec.handle_bits()];
            assert_eq!([&bits[..], &flits[..]].concat(), expected, "{radices:?} {answers:?}");
        }
    }
}
