//! `teecast route torus`: the 4-reliable broadcasts of the wrapped rectangular mesh.

use clap::ArgMatches;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use teecast_model::relay::Tree;
use teecast_model::torus::{self, Pattern, Tag, TorusError};

use crate::reason::{Reasons, relayed};
use crate::route::{Faulty, copies, drawn_hops, faulty_set, hops, list, missed};
use crate::terminal::Report;
use crate::terminal::error::{Error, Kind};
use crate::terminal::tree::{self, Drawing, RouteFormat};
use crate::terminal::value::{node, one_of, within};
use crate::terminal::verb::{Verb, options};

/// Broadcasts four copies in the wrapped rectangular mesh.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    /// Nodes along x, 3 to 128
    #[arg(long, allow_negative_numbers = true, value_parser = within(3..=torus::LONGEST))]
    width: u32,

    /// Nodes along y, 3 to 128
    #[arg(long, allow_negative_numbers = true, value_parser = within(3..=torus::LONGEST))]
    height: u32,

    /// How the four trees interlock; pinwheel needs equal sides
    #[arg(long, value_parser = one_of(&Pattern::ALL, Pattern::name))]
    pattern: Pattern,

    /// Sending node, y * width + x: decimal, 0b or 0x
    #[arg(long, value_name = "NODE", allow_negative_numbers = true, default_value = "0",
          value_parser = node)]
    source: u32,

    #[command(flatten)]
    faulty: Faulty,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: RouteFormat,
}

const EXAMPLES: &str = "\
Examples:
  teecast route torus --width 5 --height 4 --pattern comb
  teecast route torus --width 5 --height 5 --pattern pinwheel --source 12 --format json";

/// Returns why nodes do what they do.
///
/// # Errors
/// Those of the command.
pub fn reasons(typed: &ArgMatches) -> Result<Reasons, Error> {
    let &Args { width, height, pattern, source, ref faulty, .. } = &options(typed)?;
    let faulty = faulty_set(faulty.nodes())?;
    let tree = torus::broadcast([width, height], pattern, source, &faulty).map_err(edge)?;
    Ok(relayed(&tree, &faulty, |tag| match tag {
        Tag::None => "starts nothing",
        Tag::P => "fills a side: right along the axis and one hop left",
        Tag::Q | Tag::D => "sends one hop right",
        Tag::R | Tag::C => "sends one hop left",
        Tag::QR => "sends one hop to both sides",
        Tag::A => "turns right across half the ring",
        Tag::B => "turns left across half the ring",
        Tag::CA => "sends one hop left and turns right across half the ring",
        Tag::DB => "sends one hop right and turns left across half the ring",
    }))
}

/// The JSON document; the keys are fixed.
#[derive(Serialize, JsonSchema)]
struct Document<'a> {
    family: &'static str,
    parameters: Parameters,
    algorithm: Pattern,
    source: u32,
    destinations: &'a [u32],
    faulty: &'a [u32],
    #[serde(flatten)]
    tree: &'a Tree<Tag>,
}

#[derive(Serialize, JsonSchema)]
struct Parameters {
    width: u32,
    height: u32,
}

/// Returns the schema of the document.
pub fn schema() -> Schema {
    schema_for!(Document)
}

/// The verb.
pub const VERB: Verb = Verb::new::<Args>("torus", |typed| run(&options(typed)?));

/// Runs the command.
///
/// # Errors
/// Bad input: a number out of range, unequal sides, a faulty source.
fn run(args: &Args) -> Result<Report, Error> {
    let &Args { width, height, pattern, source, .. } = args;
    let faulty = args.faulty.nodes();
    let (sides, faulty_nodes) = ([width, height], faulty_set(faulty)?);
    let tree = torus::broadcast(sides, pattern, source, &faulty_nodes).map_err(edge)?;
    let mut title = format!("{} in the {width} x {height} torus from {source}", pattern.name());
    if !faulty.is_empty() {
        title += &format!(", faulty {}", list(faulty));
    }
    let document = Document {
        family: "torus",
        parameters: Parameters { width, height },
        algorithm: pattern,
        source,
        destinations: &[],
        faulty,
        tree: &tree,
    };
    let missed = missed(&tree.unroutable);
    let drawing = Drawing {
        title: &title,
        source,
        hops: &drawn_hops(&tree),
        missed: &missed,
        copies: Some("direction"),
        name: &|node| node.to_string(),
    };
    let table = || {
        let nodes = tree.deliveries.iter().map(|copy| copy.node);
        hops(&tree) + &copies(faulty, nodes, &missed)
    };
    let text = tree::write(args.format, &drawing, table, &document)?;
    Ok(text.into())
}

/// Adds what to type next to an error of the model.
fn edge(cause: TorusError) -> Error {
    let hint = match cause {
        TorusError::Side { side, .. } => format!("try --{side} 5"),
        TorusError::Unequal { width, .. } => format!("try --height {width}, or --pattern comb"),
        TorusError::Node { .. } => "nodes are numbered y * width + x".to_string(),
        TorusError::SourceFaulty { .. } => "choose another --source".to_string(),
    };
    Error::new(Kind::BadInput, cause).hint(hint)
}
