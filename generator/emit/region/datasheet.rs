//! The chapter of the region family: numbers that follow from a configuration, and drawings.

use askama::Template;
use serde::Serialize;
use teecast_spec::RegionSpec;
use teecast_spec::region::CornerAlgorithm;

/// The network in numbers, for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Derived {
    /// Nodes along each dimension.
    pub mesh: Vec<u32>,
    /// How messages spread.
    pub algorithm: CornerAlgorithm,
    /// Virtual channels of a link.
    pub vcs: u32,
    /// Messages that a router stores for its processor.
    pub deliveries: u32,
    /// Header flits of a frame from the processor.
    pub header_flits: u32,
    /// Header flits of a message on a link.
    pub link_header_flits: u32,
    /// Header flits of a frame to the processor.
    pub delivery_header_flits: u32,
}

impl Derived {
    /// Computes the numbers of a configuration.
    pub fn new(spec: &RegionSpec) -> Self {
        Self {
            mesh: spec.radices.clone(),
            algorithm: spec.algorithm,
            vcs: spec.virtual_channels,
            deliveries: spec.deliveries,
            header_flits: spec.injected_flits(),
            link_header_flits: spec.link_flits(),
            delivery_header_flits: spec.delivery_flits(),
        }
    }
}

#[derive(Template)]
#[template(path = "region/datasheet.md")]
struct Chapter<'a> {
    spec: &'a RegionSpec,
    derived: Derived,
    p: &'a str,
}

/// Returns the chapter as Markdown.
pub fn chapter(spec: &RegionSpec, prefix: &str) -> String {
    let chapter = Chapter { spec, derived: Derived::new(spec), p: prefix };
    chapter.render().expect("templates write into a string")
}

impl Chapter<'_> {
    fn is_spanning_tree(&self) -> bool {
        self.spec.algorithm == CornerAlgorithm::Mst
    }
}
