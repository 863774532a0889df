//! `teecast schema`: what documents and configuration files may hold, for editors and validators.

use clap::ValueEnum;
use serde_json::{Map, Value, json};
use teecast_spec::config;
use teecast_spec::option::{ConfigOption, Kind};

use crate::emit::manifest;
use crate::terminal::Report;

/// Prints the JSON schema of a document that other programs read or write.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// What the schema describes
    #[arg(value_enum)]
    document: Document,
}

const EXAMPLES: &str = "\
Examples:
  teecast schema config > teecast.schema.json
      for an editor: `#:schema ./teecast.schema.json` as the first line of a TOML file
  teecast schema route";

/// A document with a schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Document {
    /// A configuration file of `--config`
    Config,
    /// The `manifest.json` that `gen` writes
    Manifest,
    /// What `route --format json` prints, by family
    Route,
}

/// Runs the command.
pub fn run(args: &Args) -> Report {
    let schema = match args.document {
        Document::Config => configuration(),
        Document::Manifest => manifest::schema().into(),
        Document::Route => routes(),
    };
    let text = serde_json::to_string_pretty(&schema).expect("the keys are strings");
    (text + "\n").into()
}

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Returns the schema of a configuration, from the table of its options.
fn configuration() -> Value {
    let property = |option: &'static ConfigOption| (option.name.to_string(), value(option));
    let properties: Map<String, Value> = config::table().into_iter().map(property).collect();
    json!({
        "$schema": DIALECT,
        "title": "Configuration",
        "description": "The long options of teecast gen without dashes",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

/// Returns the schema of the value of an option.
fn value(option: &ConfigOption) -> Value {
    let mut schema = match option.kind {
        Kind::Whole { least, most } => {
            json!({"type": "integer", "minimum": least, "maximum": most})
        }
        Kind::Flag => json!({"type": "boolean"}),
        Kind::Choice(names) => json!({"enum": names}),
        Kind::List(names) => {
            json!({"anyOf": [{"enum": names}, {"type": "array", "items": {"enum": names}}]})
        }
        Kind::Text => json!({"type": "string"}),
    };
    schema["description"] = option.help().into();
    schema
}

/// Returns the schema of the documents of all families; each keeps its definitions.
fn routes() -> Value {
    let definition = |(name, schema): &teecast_verbs::Described| {
        let mut schema: Value = schema().into();
        // What a document refers to is inside of its own schema.
        schema["$id"] = format!("{name}.json").into();
        schema
    };
    let all: Vec<Value> = teecast_verbs::SCHEMAS.iter().map(definition).collect();
    json!({"$schema": DIALECT, "title": "Route", "anyOf": all})
}
