//! `teecast merge`: the parts of a sweep, joined to what one run would have written.

use std::fs;
use std::path::{Path, PathBuf};

use teecast_spec::text;
use teecast_verbs::simulation::part;

use crate::families;
use crate::terminal::error::Error;
use crate::terminal::{Format, Report};

/// Joins the parts of a sweep; the result is that of one run, byte by byte.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files that simulate --shard wrote
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,

    /// Folder for points.csv, sweep.json and latency.svg; it has to be given
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// How results are printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  teecast merge curve/part-*-of-4.jsonl --out curve";

/// Runs the command.
///
/// # Errors
/// Bad input: a file that is no part, a folder, parts of different sweeps, a missing answer; no folder
/// for the result.
pub fn run(args: &Args) -> Result<Report, Error> {
    if let Some(folder) = args.parts.iter().find(|path| path.is_dir()) {
        let sentence = format!("{} is a folder; its files are the parts", folder.display());
        return Err(Error::bad_input(sentence).hint(of_folder(folder)));
    }
    let out = args.out.as_ref().ok_or_else(|| {
        let folder = args.parts[0].parent().filter(|folder| *folder != Path::new(""));
        let folder = text::operand(folder.unwrap_or(Path::new(".")));
        Error::bad_input("no folder is given for the result").hint(format!("add --out {folder}"))
    })?;
    let kind = part::kind(&args.parts[0], |name| {
        families::simulate_verbs().find(|kind| kind.verb.name() == name)
    })?;
    kind.merge(&args.parts, out, args.format)
}

/// Says how the parts in a folder are joined.
fn of_folder(folder: &Path) -> String {
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    let of = |name: &String| {
        let (index, of) = name.strip_suffix(".jsonl")?.strip_prefix("part-")?.split_once("-of-")?;
        index.parse::<u32>().ok().and(of.parse::<u32>().ok())
    };
    let shown = text::operand(folder);
    match names.iter().find_map(of) {
        Some(of) => format!("try teecast merge {shown}/part-*-of-{of}.jsonl --out {shown}"),
        None => "name the files that teecast simulate --shard wrote".to_string(),
    }
}
