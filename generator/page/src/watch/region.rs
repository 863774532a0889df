//! Meshes: messages to boxes of nodes.

use teecast_model::region::clocked::{Beat, MeshRouters, RegionEvent, RegionOffer};
use teecast_model::region::frame::FrameError;
use teecast_model::region::network;
use teecast_spec::RegionSpec;
use teecast_spec::topology::{Grid, Topology};

use super::{ClockedNetwork, DeliveredFlit, Frame, Message, NodeEvent, Watch, check, numbers};

/// The clocked mesh.
pub struct Mesh<'a> {
    spec: &'a RegionSpec,
    mesh: Grid,
    routers: MeshRouters,
}

impl<'a> Mesh<'a> {
    /// Returns an empty mesh.
    pub fn new(spec: &'a RegionSpec) -> Self {
        Self { spec, mesh: spec.mesh(), routers: MeshRouters::new(spec) }
    }
}

impl ClockedNetwork for Mesh<'_> {
    type Offer = u32;

    fn frame(&mut self, number: u32, message: &Message) -> Result<Frame<u32>, String> {
        check(message, self.spec.nodes(), self.spec.max_data)?;
        let places = self.spec.dimensions() as usize;
        let corners = numbers(&message.to).filter(|corners| corners.len() == 2 * places);
        let Some(corners) = corners else {
            let count = 2 * places;
            return Err(format!("it goes to a box: {count} coordinates of two corners"));
        };
        let (a, b) = corners.split_at(places);
        let route = network::route(self.spec, &self.mesh, message.source, [a, b]);
        if let Err(why) = &route {
            return Err(match why {
                FrameError::SourceOutside => "the source of a spanning tree is in its box".into(),
                _ => format!("the mesh is {}: no such corner", self.spec.mesh_name()),
            });
        }
        let copies = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b) + 1).product();
        let what = self.routers.begin(RegionOffer { message: number, route });
        Ok(Frame { flits: self.spec.injected_flits() + message.length, copies, what })
    }

    fn offer(&mut self, node: u32, frame: &u32, last: bool) {
        self.routers.offer(node, *frame, last);
    }

    fn ahead(&self, node: u32, link: u32) -> u32 {
        self.mesh.neighbour(node, link).expect("flits cross links only")
    }

    fn step(&mut self, watch: &mut Watch, _: bool) {
        self.routers.step(watch);
    }

    fn now(&self) -> u64 {
        self.routers.now()
    }

    fn idle(&self) -> bool {
        self.routers.idle()
    }
}

impl DeliveredFlit for Beat {
    fn shown(&self) -> (u32, bool) {
        (self.message, self.last)
    }
}

impl NodeEvent for RegionEvent {
    fn told(&self) -> (u32, u32) {
        (self.node, self.error as u32)
    }
}
