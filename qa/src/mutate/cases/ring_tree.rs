//! Broken modules of the ring-tree family.

use teecast::spec::ring_tree::{Network, Tables};
use teecast::spec::{FamilySpec, RingTreeSpec};
