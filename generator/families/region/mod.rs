//! Broadcasts to regions of a mesh: simulated, without hardware.

mod simulate;

use super::{Entry, Example};

/// The family in the registry.
pub const ENTRY: Entry = Entry {
    route: &[],
    simulate: &[simulate::VERB],
    analyze: &[],
    examples: &[Example {
        of: "simulate",
        typed: "simulate region --mesh 16x16 --algorithm nearest-corner --length 8 \
                --load 0.004,0.008",
    }],
};
