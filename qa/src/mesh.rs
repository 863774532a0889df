//! Cycles and throughput of meshes between ideal processors, played in the clocked model, which agrees with the emitted
//! network in every cycle. Writes the tables of `docs/region.md`.

use std::fs;
use std::path::Path;

use teecast::model::random::Random;
use teecast::model::region::clocked::{Beat, MeshRouters, RegionEvent, RegionOffer};
use teecast::model::region::route::Route;
use teecast::model::region::{Algorithm, Region};
use teecast::model::simulate::world::World;
use teecast::spec::RegionSpec;
use teecast::spec::region::CornerAlgorithm;
use teecast::spec::topology::Grid;
use teecast_writing::file;

use crate::Failure;

const PAGE: &str = "docs/region.md";
const HEAD: &str = "<!-- The tables are written by `qa mesh`. -->\n";
const END: &str = "<!-- End of the tables. -->";
const SIDES: [u32; 2] = [4, 8];
const DATA: [u32; 4] = [1, 4, 16, 64];
/// Cycles before those that count, and these.
const WARM_UP: u64 = 3000;
const MEASURED: u64 = 20_000;
/// Random boxes whose mean is taken in an idle mesh.
const BOXES: u32 = 300;

/// Measures cycles and throughput of square meshes, and writes the tables of docs/region.md.
///
/// Plays the clocked model of the emitted routers, 32 bits wide, with default buffers and channels. Processors always have a
/// message and take what comes. A box has 1, 2, 4 or 8 nodes along each side, and lies at a multiple of that.
#[derive(clap::Args)]
pub struct Args {
    /// Prints the tables, and leaves the page as it is
    #[arg(long)]
    print: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let tables: Vec<String> = SIDES.iter().map(|side| table(*side)).collect();
    let tables = tables.join("\n");
    print!("{tables}");
    if args.print {
        return Ok(());
    }
    let page = fs::read_to_string(PAGE)?;
    let parts = page.split_once(HEAD).zip(page.split_once(END));
    let ((before, _), (_, after)) =
        parts.ok_or_else(|| format!("{PAGE} has no place for tables"))?;
    file::write(Path::new(PAGE), format!("{before}{HEAD}{tables}{END}{after}").as_bytes())?;
    Ok(())
}

/// Whom messages are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Traffic {
    Unicasts,
    Boxes,
    Broadcasts,
}

impl Traffic {
    const ALL: [Self; 3] = [Self::Unicasts, Self::Boxes, Self::Broadcasts];

    /// Returns the route of a random message.
    fn route(self, spec: &RegionSpec, random: &mut Random, source: u32) -> Route {
        let (mesh, nodes) = (spec.mesh(), spec.nodes());
        let region = match self {
            Self::Unicasts => {
                let other = (source + 1 + random.below(nodes - 1)) % nodes;
                Region::new(&mesh, other, other)
            }
            Self::Broadcasts => Region::whole(&mesh),
            Self::Boxes => {
                let inside = spec.algorithm == CornerAlgorithm::Mst;
                let mut any = || random_box(spec, &mesh, random);
                let mut region = any();
                while inside && region.size() > 1 && !region.contains(mesh.at(source)) {
                    region = any();
                }
                region
            }
        };
        Route::new(Algorithm::from(spec.algorithm), &mesh, source, region)
    }
}

/// Returns a box whose sides are powers of two, and that lies at multiples of them.
fn random_box(spec: &RegionSpec, mesh: &Grid, random: &mut Random) -> Region {
    let (mut low, mut high, mut stride) = (0, 0, 1);
    for radix in &spec.radices {
        let side = 1 << random.below(radix.ilog2() + 1);
        let at = random.below(radix / side) * side;
        low += stride * at;
        high += stride * (at + side - 1);
        stride *= radix;
    }
    Region::new(mesh, low, high)
}

/// Processors that take what comes.
#[derive(Default)]
struct Processors {
    accepted: Vec<u32>,
    delivered: Vec<(u64, Beat)>,
}

impl World<Beat, RegionEvent> for Processors {
    fn accepted(&mut self, _: u64, node: u32) {
        self.accepted.push(node);
    }

    fn takes(&mut self, _: u32) -> bool {
        true
    }

    fn delivered(&mut self, cycle: u64, _: u32, beat: Beat) {
        self.delivered.push((cycle, beat));
    }

    fn event(&mut self, _: u64, _: RegionEvent) {}
}

/// What a mesh does when all processors send as fast as they can.
struct Rate {
    /// **Units**: data flits a node and cycle.
    delivered: f64,
    /// Messages of the fastest source for one of the slowest.
    unfair: f64,
}

/// Plays messages of so many data flits from all nodes.
fn saturated(spec: &RegionSpec, traffic: Traffic, data: u32) -> Rate {
    let mut random = Random::keyed(1, [0; 3]);
    let (mut routers, mut world) = (MeshRouters::new(spec), Processors::default());
    // By node the frame, the flits that are left of it, and the messages that were taken.
    let mut sending = vec![(0, 0, 0_u64); spec.nodes() as usize];
    let mut flits = 0_u64;
    for cycle in 0..WARM_UP + MEASURED {
        for (node, (frame, left, _)) in (0..).zip(&mut sending) {
            if *left == 0 {
                let route = Ok(traffic.route(spec, &mut random, node));
                *frame = routers.begin(RegionOffer { message: 0, route });
                *left = 1 + data;
                routers.offer(node, *frame, *left == 1);
            }
        }
        routers.step(&mut world);
        for node in world.accepted.drain(..) {
            let (frame, left, sent) = &mut sending[node as usize];
            *left -= 1;
            match *left {
                0 => *sent += u64::from(cycle >= WARM_UP),
                left => routers.offer(node, *frame, left == 1),
            }
        }
        let comes = world.delivered.drain(..).filter(|(_, beat)| beat.index > 0).count();
        flits += if cycle >= WARM_UP { comes as u64 } else { 0 };
    }
    let sent = || sending.iter().map(|(_, _, sent)| *sent);
    let (least, most) = (sent().min().unwrap_or(0), sent().max().unwrap_or(0));
    Rate {
        delivered: flits as f64 / (MEASURED * u64::from(spec.nodes())) as f64,
        unfair: most as f64 / least.max(1) as f64,
    }
}

/// Returns the cycles from that in which the header of a message is offered to that in which its first data flit comes
/// to the last node, in an idle mesh.
fn latency(spec: &RegionSpec, route: Route, source: u32) -> u64 {
    let (mut routers, mut world) = (MeshRouters::new(spec), Processors::default());
    let frame = routers.begin(RegionOffer { message: 0, route: Ok(route) });
    routers.offer(source, frame, false);
    let mut header = true;
    while !routers.idle() {
        routers.step(&mut world);
        if !world.accepted.is_empty() && header {
            header = false;
            routers.offer(source, frame, true);
        }
    }
    let first = world.delivered.iter().filter(|(_, beat)| beat.index == 1);
    first.map(|(cycle, _)| *cycle).max().unwrap_or(u64::MAX)
}

/// Returns the mean over all sources, or over random boxes.
fn mean_latency(spec: &RegionSpec, traffic: Traffic) -> f64 {
    let mut random = Random::keyed(1, [0; 3]);
    let count = if traffic == Traffic::Boxes { BOXES } else { spec.nodes() };
    let cycles = |index| {
        let source = if traffic == Traffic::Boxes { random.below(spec.nodes()) } else { index };
        latency(spec, traffic.route(spec, &mut random, source), source)
    };
    (0..count).map(cycles).sum::<u64>() as f64 / f64::from(count)
}

/// Returns the cycles of a hop of a unicast, and those that all hops have in common.
fn unicast(spec: &RegionSpec) -> (u64, u64) {
    let mesh = spec.mesh();
    let to = |node| Route::new(spec.algorithm.into(), &mesh, 0, Region::new(&mesh, node, node));
    let [one, two] = [1, 2].map(|node| latency(spec, to(node), 0));
    (two - one, one - (two - one))
}

fn table(side: u32) -> String {
    let specs = CornerAlgorithm::ALL.map(|algorithm| RegionSpec {
        algorithm,
        virtual_channels: algorithm.classes(),
        ..RegionSpec::new(&[side, side])
    });
    let row = |what: &str, cell: &dyn Fn(&RegionSpec) -> String| {
        format!("| {what} | {} |\n", specs.each_ref().map(cell).join(" | "))
    };
    let names = specs.each_ref().map(|spec| format!("`{}`", spec.algorithm.name()));
    let mut table = format!("| {side}x{side} | {} |\n|---|---|---|---|\n", names.join(" | "));
    table += &row(
        "unicast over h links, idle, cycles to the first data flit",
        &|spec| match unicast(spec) {
            (1, base) => format!("h + {base}"),
            (hop, base) => format!("{hop}h + {base}"),
        },
    );
    for (what, traffic) in [("whole mesh", Traffic::Broadcasts), ("boxes", Traffic::Boxes)] {
        table += &row(&format!("{what}, idle, mean: first data flit at the last node"), &|spec| {
            format!("{:.1}", mean_latency(spec, traffic))
        });
    }
    for data in DATA {
        table += &row(&format!("L = {data}: unicasts / boxes / broadcasts"), &|spec| {
            Traffic::ALL.map(|it| format!("{:.2}", saturated(spec, it, data).delivered)).join(" / ")
        });
    }
    table += &row("slowest to fastest source, L = 16: boxes, broadcasts", &|spec| {
        let of = |traffic| format!("1 : {:.1}", saturated(spec, traffic, 16).unfair);
        [Traffic::Boxes, Traffic::Broadcasts].map(of).join(", ")
    });
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What short messages get, and how soon they come, in a mesh of 4 x 4 by way of the lowest corner.
    #[test]
    fn short_messages_come_soon_and_fill_the_links() {
        let spec = RegionSpec::new(&[4, 4]);
        assert_eq!(unicast(&spec), (1, 3));
        assert!(mean_latency(&spec, Traffic::Broadcasts) <= 14.0);
        assert!(mean_latency(&spec, Traffic::Boxes) <= 10.0);
        for (traffic, least) in Traffic::ALL.into_iter().zip([0.22, 0.30, 0.40]) {
            let Rate { delivered, .. } = saturated(&spec, traffic, 1);
            assert!(delivered >= least, "{traffic:?}: {delivered}");
        }
    }

    /// No source of a full mesh gets less than a third of what another one gets.
    #[test]
    fn far_sources_get_as_much_as_near_ones() {
        let spec = RegionSpec::new(&[4, 4]);
        for traffic in [Traffic::Boxes, Traffic::Broadcasts] {
            let Rate { unfair, .. } = saturated(&spec, traffic, 16);
            assert!(unfair <= 3.0, "{traffic:?}: {unfair}");
        }
    }

    #[test]
    fn boxes_lie_at_multiples_of_their_sides() {
        let (spec, mut random) = (RegionSpec::new(&[4, 8]), Random::keyed(1, [0; 3]));
        for _ in 0..100 {
            let region = random_box(&spec, &spec.mesh(), &mut random);
            for (low, high) in region.low.iter().zip(&region.high) {
                let side = high - low + 1;
                assert!(side.is_power_of_two() && low % side == 0, "{region:?}");
            }
        }
    }
}
