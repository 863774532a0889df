//! Tests that commands agree on the options that they share: values, defaults and help.

use std::collections::{BTreeMap, BTreeSet};

use clap::{Arg, CommandFactory};
use teecast_spec::config;
use teecast_spec::option::Kind;

use super::Cli;
use super::bounds::{commands, range, refusal};

/// The commands that are compared, by their first word.
const COMPARED: [&str; 7] = ["gen", "verify", "prove", "route", "simulate", "analyze", "ring-tree"];

/// The model goes further than the emitted routers.
const FURTHER: &str = "the model goes further than the emitted routers";
/// It is not the same option.
const OTHER: &str = "it means something else";

/// Options of some commands that differ from those of all others, and why; within a line they agree.
const DIFFERENT: &[(&str, &[&str], &str)] = &[
    (
        "n",
        &["route hypercube", "simulate hypercube", "analyze optimal"],
        "help speaks of the cube alone",
    ),
    ("n", &["route harts", "simulate harts"], FURTHER),
    ("n", &["route ihc", "simulate ihc", "analyze hamiltonian"], FURTHER),
    ("n", &["analyze choose-m"], "samples take too long in larger cubes"),
    ("width", &["route torus"], OTHER),
    ("classes", &["route hypercube"], "the papers have no classes, and algorithms none"),
    ("fault-tolerant", &["route hypercube"], "the faults choose the form of an algorithm"),
    ("mesh", &["simulate plain"], "the plain router has meshes of any size"),
    ("mesh", &["simulate region"], FURTHER),
    ("algorithm", &["route hypercube"], OTHER),
    ("algorithm", &["route harts"], OTHER),
    ("algorithm", &["simulate harts"], OTHER),
    ("algorithm", &["route region"], "it has to be chosen, also among those in software"),
    ("algorithm", &["simulate region"], "one more is in software"),
    ("vcs", &["simulate plain"], "the plain router is not emitted"),
    ("vcs", &["simulate region"], FURTHER),
    ("topology", &["route ihc", "simulate ihc", "analyze hamiltonian"], FURTHER),
    ("sides", &["route ihc", "simulate ihc", "analyze hamiltonian"], FURTHER),
    ("ring-size", &["analyze ring-tree"], "it compares sizes"),
    ("walk", &["analyze ring-tree"], "it compares walks"),
    ("faulty-nodes", &["ring-tree repair"], "they fail later"),
    ("faulty-links", &["ring-tree repair"], "they fail later"),
    ("virtual-nodes", &["ring-tree repair"], "a repair may need more than the first tree"),
    ("source", &["route torus"], "help says how nodes are numbered"),
    ("source", &["route region"], "nodes have coordinates"),
    ("dest", &["route harts"], "one node, of one algorithm"),
    ("dest", &["route ring-tree"], "one node, else all"),
    ("k", &["simulate harts"], "the papers' curves begin with one copy"),
    ("length", &["simulate harts"], "the mix of the paper"),
    ("warm-up", &["simulate harts"], "it is counted in times of a flit"),
    ("broadcasts", &["simulate harts"], "the mix of the paper"),
    ("broadcasts", &["simulate region"], "only broadcasts are measured"),
    ("faulty", &["simulate plain", "simulate region"], "a refusal, with its reason"),
    ("faulty", &["simulate hypercube"], "nodes fail during a run, too"),
    ("messages", &["verify"], OTHER),
    ("format", &["analyze hamiltonian"], "it has pictures"),
    (
        "format",
        &[
            "route hypercube",
            "route harts",
            "route torus",
            "route region",
            "route ihc",
            "route ring-tree",
        ],
        "they have pictures",
    ),
    ("force", &["prove"], "it is about the folder of --export"),
    ("out", &["gen"], OTHER),
    ("out", &["verify"], OTHER),
    ("out", &["analyze hamiltonian"], OTHER),
    ("seed", &["verify"], OTHER),
    ("trace", &["verify"], OTHER),
];

/// What a command says of an option: its values, its default and its help.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Said {
    values: String,
    default: Option<String>,
    help: String,
}

/// Returns what an argument says.
fn said(arg: &Arg) -> Said {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let (help, in_help) = match help.split_once(" [default: ") {
        Some((help, default)) => (help.to_string(), default.strip_suffix(']').map(str::to_string)),
        None => (help, None),
    };
    let typed = arg.get_default_values().first();
    let default = typed.map(|value| value.to_string_lossy().into_owned()).or(in_help);
    let names = arg.get_possible_values();
    let names: Vec<&str> = names.iter().map(|value| value.get_name()).collect();
    let option = config::table().into_iter().find(|option| arg.get_id() == option.name);
    let is_number = option.is_some_and(|option| matches!(option.kind, Kind::Whole { .. }));
    let far = refusal(arg, &(u128::MAX).to_string());
    let values = match far.as_deref().and_then(range) {
        Some((least, most)) => format!("{least} to {most}"),
        // A number of a configuration is judged with all others; see the tests of bounds.
        None if is_number => {
            let Some(Kind::Whole { least, most }) = option.map(|option| option.kind) else {
                unreachable!("a number has bounds")
            };
            format!("{least} to {most}")
        }
        None => names.join(" "),
    };
    Said { values: format!("{:?} {values}", arg.get_value_names()), default, help }
}

#[test]
fn commands_agree_on_the_options_that_they_share() {
    let mut options: BTreeMap<String, BTreeMap<String, Said>> = BTreeMap::new();
    for (path, command) in commands(&Cli::command(), "") {
        let path = path.trim_start_matches("teecast ").to_string();
        if COMPARED.contains(&path.split(' ').next().unwrap_or_default()) {
            for arg in command.get_arguments().filter(|arg| arg.get_long().is_some()) {
                let name = arg.get_long().unwrap_or_default().to_string();
                options.entry(name).or_default().insert(path.clone(), said(arg));
            }
        }
    }
    options.retain(|_, commands| commands.len() > 1);
    assert!(options.len() > 50, "{} options are shared", options.len());
    let (mut differing, mut stale) = (Vec::new(), Vec::new());
    for (name, commands) in options {
        let listed: Vec<_> = DIFFERENT.iter().filter(|(option, ..)| *option == name).collect();
        let is_listed =
            |command: &&String| listed.iter().any(|(_, of, _)| of.contains(&command.as_str()));
        let of_rest: BTreeSet<&Said> =
            commands.iter().filter(|(path, _)| !is_listed(path)).map(|(_, said)| said).collect();
        if of_rest.len() > 1 {
            differing.push(format!("{name}: {of_rest:#?}"));
        }
        for (_, of, why) in listed {
            let of_group: BTreeSet<_> = of.iter().map(|path| commands.get(*path)).collect();
            let is_one = of_group.len() == 1 && !of_group.contains(&None);
            if !is_one || of_group.iter().flatten().any(|said| of_rest.contains(said)) {
                stale.push(format!("{name} of {of:?} ({why}): {of_group:#?}"));
            }
        }
    }
    assert!(differing.is_empty(), "take them from the table of options: {}", differing.join("\n"));
    assert!(stale.is_empty(), "no exception any more, or no line: {}", stale.join("\n"));
}
