//! Broadcasts among other messages: their options, and what was found under each load.

use serde::{Deserialize, Serialize};
use teecast_model::network::harts::Broadcast;
use teecast_model::network::harts::router::RouterConfig;
use teecast_model::network::harts::run as hexagon;
use teecast_model::network::region::{Regions, run as region};
use teecast_model::network::run::Ending;
use teecast_model::region::Algorithm;
use teecast_spec::Interconnect;
use teecast_study::chart::Chart;
use teecast_study::outcome::{Table, number};

use super::part::Sweep;
use super::results::{BAND, Files, Saturation, optional, word};
use super::setup::{Answer, Setup};
use crate::cli::error::Error;
use crate::cli::value::{one_of, whole};

/// How broadcasts travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Scheme {
    /// Hexagonal mesh: k copies by cut-through
    KBcast,
    /// Hexagonal mesh: the tree of one copy, stored at every node
    SfBcast,
    /// Hexagonal mesh: once round a ring through all nodes
    Ring,
    /// Mesh: first to the lowest corner of the region
    FixedCorner,
    /// Mesh: first to the corner next to the sender
    NearestCorner,
    /// Mesh: a spanning tree from a sender in the region
    Mst,
    /// Mesh: in software, by unicasts to ever smaller halves
    RecursiveDoubling,
}

/// Which regions broadcasts of a mesh are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Where {
    /// Two opposite corners, every node as likely
    #[default]
    Random,
    /// All nodes
    Full,
}

/// Networks on which options of the hexagonal mesh have no effect.
const NOT_HEXAGONAL: [&str; 3] = ["mesh", "torus", "hypercube"];

/// Broadcasts among the messages.
#[derive(clap::Args)]
#[command(next_help_heading = "Broadcasts")]
pub struct Broadcasts {
    /// How broadcasts travel, and with it what the routers are [default with --harts: k-bcast]
    #[arg(long, value_enum)]
    #[arg(conflicts_with_all = ["torus", "hypercube", "buffer", "credit_delay", "dateline"])]
    #[arg(conflicts_with = "trace")]
    algorithm: Option<Scheme>,

    /// Copies for every node (k-bcast), 1 to 6
    #[arg(long, conflicts_with_all = NOT_HEXAGONAL, value_parser = whole::<u32>)]
    k: Option<u32>,

    /// Broadcasts among the messages, in parts of 1000 [default: 100, with --harts 1, with --m 0]
    #[arg(long, value_name = "SHARE", value_parser = whole::<u32>)]
    broadcasts: Option<u32>,

    /// Which nodes of a mesh a broadcast is for
    #[arg(long, value_enum, default_value_t, requires = "algorithm")]
    #[arg(conflicts_with_all = ["torus", "hypercube", "harts"])]
    regions: Where,

    /// What joins receivers and transmitters of the hexagonal mesh
    #[arg(long, value_name = "NAME", default_value = "bus")]
    #[arg(conflicts_with_all = NOT_HEXAGONAL)]
    #[arg(value_parser = one_of(&Interconnect::ALL, Interconnect::name))]
    interconnect: Interconnect,

    /// Clocks until a header of the hexagonal mesh is known
    #[arg(long, value_name = "CLOCKS", default_value_t = 6, value_parser = whole::<u32>)]
    #[arg(conflicts_with_all = NOT_HEXAGONAL)]
    decision: u32,

    /// Idle clocks between two packets on a link of the hexagonal mesh
    #[arg(long, value_name = "CLOCKS", default_value_t = 8, value_parser = whole::<u32>)]
    #[arg(conflicts_with_all = NOT_HEXAGONAL)]
    gap: u32,

    /// The emitted routers of the hexagonal mesh, clock by clock; all times are cycles
    #[arg(long, conflicts_with_all = NOT_HEXAGONAL)]
    #[arg(conflicts_with_all = ["decision", "gap"])]
    emitted: bool,

    /// Broadcasts of a run of the hexagonal mesh that are measured
    #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = whole::<u32>)]
    #[arg(conflicts_with_all = NOT_HEXAGONAL)]
    measured: u32,
}

/// Broadcasts among 1000 messages of a mesh.
const SHARE: u32 = 100;
/// Parts of a million in one of 1000.
const MILLIONTHS: u32 = 1000;

impl Broadcasts {
    /// Tells whether broadcasts are asked for.
    pub fn wanted(&self) -> bool {
        self.algorithm.is_some()
    }

    /// Returns the share of broadcasts among messages to lists of nodes, in parts of 1000.
    pub fn among_lists(&self) -> u32 {
        self.broadcasts.unwrap_or(0)
    }

    /// Refuses options that need broadcasts.
    ///
    /// # Errors
    /// Bad input: an option without effect.
    pub fn refuse(&self) -> Result<(), Error> {
        match self.broadcasts {
            Some(_) => {
                Err(Error::bad_input("--broadcasts has no effect without --algorithm or --m")
                    .hint("try --mesh 8x8 --algorithm nearest-corner"))
            }
            None => Ok(()),
        }
    }

    /// Returns share, regions and algorithm of a mesh.
    ///
    /// # Errors
    /// Bad input: the algorithm is not one of meshes.
    pub fn region(&self) -> Result<(u32, Regions, Algorithm), Error> {
        let algorithm = match self.algorithm {
            Some(Scheme::FixedCorner) => Algorithm::FixedCorner,
            Some(Scheme::NearestCorner) => Algorithm::NearestCorner,
            Some(Scheme::Mst) => Algorithm::Mst,
            Some(Scheme::RecursiveDoubling) => Algorithm::RecursiveDoubling,
            _ => {
                return Err(Error::bad_input("this algorithm is one of the hexagonal mesh")
                    .hint("try --algorithm nearest-corner, or --harts 5"));
            }
        };
        let regions = match self.regions {
            Where::Random => Regions::Random,
            Where::Full => Regions::Full,
        };
        Ok((self.share(SHARE)?, regions, algorithm))
    }

    /// Returns the share of broadcasts, in parts of 1000.
    fn share(&self, default: u32) -> Result<u32, Error> {
        let share = self.broadcasts.unwrap_or(default);
        if !(1..=1000).contains(&share) {
            let sentence = format!("broadcasts is {share}; permitted is 1 to 1000 parts of 1000");
            return Err(Error::bad_input(sentence).hint("try --broadcasts 100"));
        }
        Ok(share)
    }

    /// Returns a setup of the hexagonal mesh with edge length n; lengths, warm-up and seed are those
    /// of the paper.
    ///
    /// # Errors
    /// Bad input: the algorithm is not one of the hexagonal mesh, an option without effect.
    pub fn hexagon(&self, n: u32) -> Result<hexagon::Setup, Error> {
        let broadcast = match self.algorithm.unwrap_or(Scheme::KBcast) {
            Scheme::KBcast => Broadcast::Reliable { k: self.k.unwrap_or(1) },
            Scheme::SfBcast => Broadcast::Stored,
            Scheme::Ring => Broadcast::Ring,
            _ => {
                return Err(Error::bad_input("this algorithm is one of meshes")
                    .hint("try --algorithm k-bcast, or --mesh 8x8"));
            }
        };
        if self.k.is_some() && !matches!(broadcast, Broadcast::Reliable { .. }) {
            return Err(
                Error::bad_input("--k has no effect on one copy").hint("try --algorithm k-bcast")
            );
        }
        let Self { interconnect, decision, gap, emitted, measured, .. } = *self;
        if emitted && !matches!(broadcast, Broadcast::Reliable { .. }) {
            let sentence = "emitted routers know no broadcast but k copies by cut-through";
            return Err(Error::bad_input(sentence).hint("try --algorithm k-bcast"));
        }
        let paper = hexagon::Setup::paper(n, broadcast);
        let share = MILLIONTHS * self.share(paper.share / MILLIONTHS)?;
        let router = RouterConfig { interconnect, decision, gap };
        Ok(hexagon::Setup { router, emitted, share, broadcasts: measured, ..paper })
    }
}

/// A load and what was found, in cycles (clocks of the hexagonal mesh, unless its routers are the
/// emitted ones), parts and counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    load: f64,
    /// Mean latency of broadcasts until the last copy.
    latency: Option<f64>,
    /// Half of its 95 % interval.
    half_width: Option<f64>,
    /// Mean latency of the copies.
    delivery: Option<f64>,
    broadcasts: u64,
    /// Mean latency of the other messages.
    unicast_latency: Option<f64>,
    unicasts: u64,
    /// Part of the time in which a link carries flits.
    link_use: f64,
    cycles: u64,
    ending: Ending,
}

const HEAD: [&str; 10] = [
    "load",
    "latency",
    "half width",
    "delivery",
    "broadcasts",
    "unicast latency",
    "unicasts",
    "link use",
    "cycles",
    "ending",
];

impl Row {
    /// Returns what was found in a mesh.
    pub fn of_region(load: f64, setup: &region::Setup, found: &region::Found, links: u32) -> Self {
        let total = found.total();
        let (broadcasts, unicasts) = (total.broadcasts, total.unicasts);
        let cycles = found.batches.len() as u64 * setup.plan.batch;
        let some = |value: f64, messages: u64| (messages > 0).then_some(value);
        Self {
            load,
            latency: some(broadcasts.to_last(), broadcasts.messages),
            half_width: Some(found.half_width()).filter(|width| width.is_finite()),
            delivery: some(broadcasts.to_each(), broadcasts.messages),
            broadcasts: broadcasts.messages,
            unicast_latency: some(unicasts.to_last(), unicasts.messages),
            unicasts: unicasts.messages,
            link_use: total.hops as f64 / f64::from(links) / cycles as f64,
            cycles: found.cycles,
            ending: found.ending,
        }
    }

    /// Returns what was found in a hexagonal mesh.
    pub fn of_hexagon(load: f64, found: &hexagon::Found) -> Self {
        let (latency, error) = hexagon::estimate(&found.latencies());
        let (delivery, _) = hexagon::estimate(&found.delivery_times());
        let finite = |value: f64| Some(value).filter(|value| value.is_finite());
        Self {
            load,
            latency: finite(latency),
            half_width: finite(BAND * error),
            delivery: finite(delivery),
            broadcasts: found.broadcasts.len() as u64,
            unicast_latency: found.regular.mean_latency(),
            unicasts: found.regular.messages,
            link_use: found.link_use,
            cycles: found.clocks,
            ending: match found.ending {
                hexagon::Ending::Complete => Ending::Complete,
                hexagon::Ending::Saturated => Ending::Saturated,
            },
        }
    }

    fn cells(&self) -> Vec<String> {
        vec![
            self.load.to_string(),
            optional(self.latency),
            optional(self.half_width),
            optional(self.delivery),
            self.broadcasts.to_string(),
            optional(self.unicast_latency),
            self.unicasts.to_string(),
            number(self.link_use),
            self.cycles.to_string(),
            word(self.ending).to_string(),
        ]
    }
}

/// The JSON document; the keys are fixed.
#[derive(Serialize)]
struct Document<'a> {
    setup: &'a Setup,
    /// Of a broadcast, until its last copy.
    ///
    /// **Units**: cycles; clocks of the hexagonal mesh.
    zero_load_latency: f64,
    points: Vec<&'a Row>,
    /// **Units**: that of the load.
    saturation: Option<Saturation>,
}

/// Returns what a sweep found as files.
pub fn files(sweep: &Sweep, zero_load_latency: f64, answers: &[Answer]) -> Files {
    let mut points: Vec<&Row> = answers
        .iter()
        .filter_map(|answer| match answer {
            Answer::Broadcasts(row) => Some(row),
            Answer::Plain(_) => None,
        })
        .collect();
    points.sort_by(|a, b| a.load.total_cmp(&b.load));
    let mut table = Table::new("points", &HEAD);
    points.iter().for_each(|row| table.push(row.cells()));
    let steady = || points.iter().filter(|row| row.ending != Ending::Saturated);
    let mut chart = Chart::new("load", "mean latency of broadcasts [cycles]");
    let last = |row: &&Row| Some((row.load, row.latency?, row.half_width.unwrap_or(0.0) / BAND));
    chart.curve("until the last copy", steady().filter_map(last));
    chart.curve("all copies", steady().filter_map(|row| Some((row.load, row.delivery?, 0.0))));
    let svg = chart.picture("latency", "Mean latency of broadcasts against load").svg;
    let clocks = matches!(&sweep.setup, Setup::Hexagon(setup) if !setup.emitted);
    let unit = if clocks { "clocks" } else { "cycles" };
    let latency = number(zero_load_latency);
    let mut head = format!("latency of a broadcast without load: {latency} {unit}\n");
    let saturation = Saturation::among(answers);
    head.extend(saturation.map(|found| found.to_string()));
    let document = Document { setup: &sweep.setup, zero_load_latency, points, saturation };
    let json = serde_json::to_string_pretty(&document).expect("the keys are strings") + "\n";
    Files { head, table, json, svg }
}
