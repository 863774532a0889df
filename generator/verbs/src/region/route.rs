//! `teecast route region`: one message to a region of a mesh, by any algorithm.

use std::collections::BTreeSet;
use std::str::FromStr;

use clap::ArgMatches;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use teecast_model::region::message::{self, Answer, Course, CourseError, Hop};
use teecast_model::region::{Algorithm, Region};
use teecast_spec::region::{ANSWERS, Answers, MESH};
use teecast_spec::topology::{Grid, Orthogonal};
use teecast_spec::{Family, Parameters as _, RawConfig, RegionSpec};

use super::reason;
use crate::reason::Reasons;
use crate::route::totals;
use crate::terminal::Report;
use crate::terminal::error::{Error, Kind};
use crate::terminal::table::table;
use crate::terminal::tree::{self, Drawing, RouteFormat};
use crate::terminal::value::one_of;
use crate::terminal::verb::{Verb, options};

/// Routes one message to a region of a mesh.
///
/// A region is a box of nodes, given by two opposite corners in any order. A region of one node is a
/// unicast.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    #[arg(long, value_name = MESH.value_name, help = MESH.help())]
    mesh: String,

    /// How the message is routed
    #[arg(long, value_parser = one_of(&Algorithm::ALL, Algorithm::name))]
    algorithm: Algorithm,

    /// Coordinates of the sending node
    #[arg(long, value_name = "X,Y,..", allow_hyphen_values = true)]
    source: Place,

    /// Coordinates of two opposite corners of the region
    #[arg(long, value_name = "X,Y,..:X,Y,..", allow_hyphen_values = true)]
    region: Corners,

    #[arg(long, value_name = ANSWERS.value_name, value_parser = one_of(&Answers::ALL, Answers::name),
          default_value = Answers::None.name(), help = ANSWERS.help)]
    answers: Answers,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: RouteFormat,
}

const EXAMPLES: &str = "\
Examples:
  teecast route region --mesh 16x16 --algorithm nearest-corner --source 5,7 --region 2,3:9,12
  teecast route region --mesh 4x4 --algorithm fixed-corner --source 3,0 --region 2,2:2,2
      a unicast
  teecast route region --mesh 4x4 --algorithm fixed-corner --source 3,0 --region 1,1:2,2 --answers landed
      with the answers that come back
  teecast route region --mesh 8 --algorithm recursive-doubling --source 0 --region 1:5 --format json
      unicasts, each with the step in which it is sent";

/// Returns why nodes do what they do.
///
/// # Errors
/// Those of the command.
pub fn reasons(matches: &ArgMatches) -> Result<Reasons, Error> {
    let args: Args = options(matches)?;
    let (spec, source, region) = places(&args)?;
    let mesh = spec.mesh();
    let course = message::run(&mesh, args.algorithm, source, &region).map_err(edge)?;
    Ok(reason::reasons(&mesh, args.algorithm, source, &region, &course, |node| {
        typed(mesh.at(node))
    }))
}

/// Returns the mesh, the source and the region of a message.
fn places(args: &Args) -> Result<(RegionSpec, u32, Region), Error> {
    let raw = RawConfig::default().with(&MESH, args.mesh.clone());
    let spec = RegionSpec::read(&raw)?;
    let mesh = spec.mesh();
    let source = node(&mesh, &args.source, "source")?;
    let Corners([one, other]) = &args.region;
    let region = Region::new(&mesh, node(&mesh, one, "region")?, node(&mesh, other, "region")?);
    Ok((spec, source, region))
}

/// Coordinates of a node, by dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place(Vec<u32>);

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = |item: &str| item.bytes().all(|byte| byte.is_ascii_digit());
        let coordinate = |item: &str| digits(item).then(|| item.parse().ok())?;
        let places: Option<Vec<u32>> = text.split(',').map(coordinate).collect();
        places.map(Self).ok_or_else(|| {
            format!(
                "{text:?} is no place in a mesh; a coordinate for each dimension is permitted: 5,7"
            )
        })
    }
}

/// Coordinates of two opposite corners.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Corners([Place; 2]);

impl FromStr for Corners {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (one, other) = text.split_once(':').ok_or_else(|| {
            format!("{text:?} is no region; two opposite corners are permitted: 2,3:9,12")
        })?;
        Ok(Self([one.parse()?, other.parse()?]))
    }
}

/// The JSON document; the keys are fixed.
#[derive(Serialize, JsonSchema)]
struct Document<'a> {
    family: &'static str,
    parameters: Parameters<'a>,
    algorithm: Algorithm,
    source: u32,
    /// The lowest and the highest corner.
    region: [u32; 2],
    /// `null` where the message does not spread.
    corner: Option<u32>,
    #[serde(flatten)]
    course: &'a Course,
    /// Answers, each after those that it waits for, and their number.
    #[serde(flatten)]
    answers: Option<Answering>,
}

#[derive(Serialize, JsonSchema)]
struct Answering {
    answers: Vec<Answer>,
    answer_transfers: usize,
}

#[derive(Serialize, JsonSchema)]
struct Parameters<'a> {
    mesh: &'a [u32],
}

/// Returns the schema of the document.
pub fn schema() -> Schema {
    schema_for!(Document)
}

/// The verb.
pub const VERB: Verb = Verb::new::<Args>("region", |typed| run(&options(typed)?));

/// Runs the command.
///
/// # Errors
/// Bad input: a mesh out of bounds, a node that the mesh does not have, a source of `mst` outside.
fn run(args: &Args) -> Result<Report, Error> {
    let (spec, source, region) = places(args)?;
    let mesh = spec.mesh();
    let course = message::run(&mesh, args.algorithm, source, &region).map_err(edge)?;
    let corner = message::corner(&mesh, args.algorithm, source, &region);
    let answers = answers(args, &course)?;
    let number = answers.as_ref().map(Vec::len);
    let document = Document {
        family: Family::Region.name(),
        parameters: Parameters { mesh: mesh.radices() },
        algorithm: args.algorithm,
        source,
        region: [&region.low, &region.high].map(|corner| mesh.node_at(corner)),
        corner,
        course: &course,
        answers: answers.map(|answers| Answering { answer_transfers: answers.len(), answers }),
    };
    let delivered: BTreeSet<_> = course.deliveries.iter().map(|it| (it.node, it.step)).collect();
    let hops = tree::Hop::with_parents(course.sends.iter().map(|hop| tree::Hop {
        step: hop.step.into(),
        from: hop.from,
        to: hop.to,
        copy: hop.message.unwrap_or(0),
        delivers: delivered.contains(&(hop.to, hop.step)),
        parent: None,
    }));
    let drawing = Drawing {
        title: &title(&spec, args, source, &region, corner),
        source,
        hops: &hops,
        missed: &BTreeSet::new(),
        copies: corner.is_none().then_some("message"),
        name: &|node| typed(mesh.at(node)),
    };
    let table = || {
        let answered = number.map_or(String::new(), |count| format!("answer transfers: {count}\n"));
        hop_table(&mesh, corner, &course) + &answered
    };
    let text = tree::write(args.format, &drawing, table, &document)?;
    Ok(text.into())
}

/// Returns the answers to a message, if it wants any.
fn answers(args: &Args, course: &Course) -> Result<Option<Vec<Answer>>, Error> {
    if !args.answers.any() {
        return Ok(None);
    }
    if args.algorithm == Algorithm::RecursiveDoubling {
        let sentence = "recursive doubling sends unicasts, and no router folds their answers";
        return Err(
            Error::bad_input(sentence).hint("choose another --algorithm, or leave out --answers")
        );
    }
    Ok(Some(message::answers(course)))
}

/// Returns the node at coordinates of an option.
fn node(mesh: &Grid, place: &Place, option: &str) -> Result<u32, Error> {
    let (Place(place), radices) = (place, mesh.radices());
    let hint = || format!("try --{option} {}", example(radices, option));
    if place.len() != radices.len() {
        let (given, needed) = (place.len(), radices.len());
        let sentence =
            format!("{option} gives {given} coordinates, and the mesh has {needed} dimensions");
        return Err(Error::bad_input(sentence).hint(hint()));
    }
    let beyond = (0..radices.len()).find(|dimension| place[*dimension] >= radices[*dimension]);
    match beyond {
        Some(dimension) => {
            let (given, most) = (place[dimension], radices[dimension] - 1);
            let sentence = format!(
                "{option} has coordinate {given} in dimension {dimension}; permitted is 0 to {most}"
            );
            Err(Error::bad_input(sentence).hint(hint()))
        }
        None => Ok(mesh.node_at(place)),
    }
}

/// Returns what an option may be in a mesh.
fn example(radices: &[u32], option: &str) -> String {
    let low = typed(&vec![0; radices.len()]);
    let high: Vec<u32> = radices.iter().map(|radix| radix - 1).collect();
    if option == "region" { format!("{low}:{}", typed(&high)) } else { low }
}

/// Lists coordinates as they are typed.
fn typed(place: &[u32]) -> String {
    place.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// Adds what to type next to an error of the model.
fn edge(cause: CourseError) -> Error {
    let hint = match cause {
        CourseError::SourceOutside => "choose a --source in the region, or another --algorithm",
    };
    Error::new(Kind::BadInput, cause).hint(hint)
}

/// Says what is routed.
fn title(
    spec: &RegionSpec,
    args: &Args,
    source: u32,
    region: &Region,
    corner: Option<u32>,
) -> String {
    let mesh = spec.mesh();
    let [from, low, high] = [mesh.at(source), &region.low, &region.high].map(typed);
    let (name, mesh_name) = (args.algorithm.name(), spec.mesh_name());
    let corner = corner.map_or(String::new(), |it| format!(", corner {}", typed(mesh.at(it))));
    format!("{name} in the mesh {mesh_name} from {from} to {low}:{high}{corner}")
}

/// Lists the hops for people.
fn hop_table(mesh: &Grid, corner: Option<u32>, course: &Course) -> String {
    let mut head = vec!["step", "from", "to", "channel"];
    head.extend(corner.is_none().then_some("message"));
    head.push("class");
    let row = |hop: &Hop| {
        let mut row = vec![hop.step.to_string()];
        row.extend([hop.from, hop.to].map(|node| typed(mesh.at(node))));
        row.push(hop.channel.to_string());
        row.extend(hop.message.map(|number| number.to_string()));
        row.push(hop.class.to_string());
        row
    };
    let text = table(&head, &course.sends.iter().map(row).collect::<Vec<_>>());
    text + &totals(course.traffic, course.steps, course.deliveries.len())
}
