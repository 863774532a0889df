//! The questions: a route, the options of the verbs, the links of a network.

use clap::{Arg, ArgMatches, Command};
use serde::{Deserialize, Serialize};
use teecast_spec::ring_tree::Network;
use teecast_terminal::error::{Error, Kind};
use teecast_verbs::{REASONS, ROUTES};

use crate::design::{design, of_message};
use crate::play::{Played, play};
use crate::watch::{Watched, watch};

/// What the page asks.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Question {
    /// The document of `teecast route`.
    Route {
        /// What is typed after `teecast route`, without `--format`.
        words: Vec<String>,
    },
    /// Why the nodes of the same message do what they do.
    Why {
        /// As for `route`.
        words: Vec<String>,
    },
    /// The hardware of the same message.
    Hardware {
        /// As for `route`.
        words: Vec<String>,
    },
    /// The hardware of a configuration.
    Design {
        /// As in a file for `--config` of `teecast gen`.
        configuration: String,
    },
    /// Verbs of `teecast route` with their options.
    Verbs,
    /// The emitted routers of the hypercube in every cycle.
    Play(Played),
    /// The emitted network of another family in every cycle.
    Watch(Watched),
    /// Nodes and links.
    Links {
        /// As in `--graph` of the ring trees.
        network: String,
    },
}

/// Why there is no answer.
struct Refusal {
    /// Exit code of the same command.
    code: u8,
    /// What the command prints on standard error.
    text: String,
    /// The option that it is about, if it is about one.
    option: Option<String>,
}

/// How a refusal is given.
#[derive(Serialize)]
struct RefusalLine<'a> {
    code: u8,
    refused: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<&'a str>,
}

impl Refusal {
    /// Finds the option of a verb that the sentence begins with, or that the parser names.
    fn of(self, verb: &Command) -> Self {
        let sentence = self.text.trim_start_matches("error: ");
        let names = sentence.split(|letter: char| letter != '-' && !letter.is_alphanumeric());
        let parsers = sentence.starts_with("invalid value");
        let named =
            names.filter(|word| !parsers || word.starts_with("--")).find(|it| !it.is_empty());
        let named = named.map(|word| match word.trim_start_matches('-') {
            "destination" => "dest",
            word => word,
        });
        let mut options = verb.get_arguments().filter_map(Arg::get_long);
        let option = options.find(|name| Some(*name) == named).map(str::to_string);
        Self { option, ..self }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self { code: error.kind().exit_code(), text: error.to_string(), option: None }
    }
}

impl From<clap::Error> for Refusal {
    fn from(usage: clap::Error) -> Self {
        Self { code: Kind::BadInput.exit_code(), text: usage.to_string(), option: None }
    }
}

/// Answers a request: `{"answer":..}`, or `{"code":..,"refused":..}` with exit code and sentence.
pub fn answer(request: &[u8]) -> String {
    let found = match serde_json::from_slice(request) {
        Ok(Question::Route { words }) => route(&words),
        Ok(Question::Why { words }) => why(&words),
        Ok(Question::Hardware { words }) => hardware(&words),
        Ok(Question::Design { configuration }) => {
            design(&configuration).map(|found| json(&found)).map_err(Refusal::from)
        }
        Ok(Question::Verbs) => Ok(json(&command().get_subcommands().map(verb).collect::<Vec<_>>())),
        Ok(Question::Play(played)) => play(played).map(|found| json(&found)).map_err(Refusal::from),
        Ok(Question::Watch(it)) => watch(&it).map(|film| json(&film)).map_err(Refusal::from),
        Ok(Question::Links { network }) => links(&network),
        Err(cause) => Err(Error::new(Kind::Internal, cause).into()),
    };
    match found {
        Ok(document) => format!("{{\"answer\":{document}}}"),
        Err(Refusal { code, text, option }) => {
            json(&RefusalLine { code, refused: text.trim_end(), option: option.as_deref() })
        }
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the keys are strings")
}

/// Returns `route` with its verbs.
fn command() -> Command {
    let route = Command::new("route").bin_name("teecast route").subcommand_required(true);
    ROUTES.into_iter().fold(route, |route, verb| verb.below(route))
}

/// Returns the document that `teecast route WORDS --format json` prints.
fn route(words: &[String]) -> Result<String, Refusal> {
    let mut command = command();
    let typed = ["route"].into_iter().chain(words.iter().map(String::as_str));
    let typed = command.try_get_matches_from_mut(typed.chain(["--format", "json"]));
    let found = typed.map_err(Refusal::from).and_then(|typed| {
        let (name, options) = typed.subcommand().expect("a verb is required");
        let verb = ROUTES.into_iter().find(|verb| verb.name() == name).expect("one of the verbs");
        Ok(verb.typed(options).run()?.text)
    });
    let verb = words.first().and_then(|name| command.find_subcommand(name));
    found.map_err(|refusal| match verb {
        Some(verb) => refusal.of(verb),
        None => refusal,
    })
}

/// Reads what is typed after `teecast route`: a verb and its options.
fn typed(words: &[String]) -> Result<(String, ArgMatches), Refusal> {
    let typed = ["route"].into_iter().chain(words.iter().map(String::as_str));
    let mut typed = command().try_get_matches_from(typed)?;
    Ok(typed.remove_subcommand().expect("a verb is required"))
}

/// Returns the reasons of the same message.
fn why(words: &[String]) -> Result<String, Refusal> {
    let (name, options) = typed(words)?;
    let (_, reasons) = REASONS.iter().find(|(of, _)| *of == name).expect("one of the verbs");
    Ok(json(&reasons(&options)?))
}

/// Returns the hardware of the same message.
fn hardware(words: &[String]) -> Result<String, Refusal> {
    let (name, options) = typed(words)?;
    Ok(json(&of_message(&name, &options)?))
}

/// A verb for a form.
#[derive(Serialize)]
struct VerbLine {
    name: String,
    about: String,
    options: Vec<OptionLine>,
}

/// An option for a form.
#[derive(Serialize)]
struct OptionLine {
    name: String,
    help: String,
    /// Empty where any text may be typed.
    values: Vec<String>,
    default: Option<String>,
}

fn verb(command: &Command) -> VerbLine {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let options = command.get_arguments().filter_map(option).collect();
    VerbLine { name: command.get_name().to_string(), about, options }
}

fn option(argument: &Arg) -> Option<OptionLine> {
    let values = argument.get_possible_values();
    Some(OptionLine {
        name: argument.get_long()?.to_string(),
        help: argument.get_help().map(ToString::to_string).unwrap_or_default(),
        values: values.iter().map(|value| value.get_name().to_string()).collect(),
        default: argument.get_default_values().first().map(|it| it.to_string_lossy().into_owned()),
    })
}

/// Nodes and links for a drawing.
#[derive(Serialize)]
struct LinkList {
    nodes: u32,
    links: Vec<[u32; 2]>,
}

fn links(network: &str) -> Result<String, Refusal> {
    use teecast_spec::topology::Topology;
    let network = Network::named(network).map_err(Error::from)?;
    let graph = network.graph();
    Ok(json(&LinkList { nodes: graph.nodes(), links: graph.pairs() }))
}
