//! `teecast analyze choose-m`: which destination limit, vote and rule for long lists fit a mix of
//! messages.

use std::fs;
use std::path::PathBuf;

use serde::Serialize;
use teecast_spec::Vote;
use teecast_study::choice::{self, Curve, Design, Mix};
use teecast_study::tally::Context;

use crate::cli::error::{Error, Kind};
use crate::cli::table::table;
use crate::cli::value::whole;
use crate::cli::work;
use crate::cli::{Format, Report};

/// Recommends a destination limit, a vote and what to do with longer lists.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Dimension of the hypercube, 2 to 7; areas are known for 6
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<u32>)]
    n: u32,

    /// How often messages have how many destinations: CSV with the columns k and weight
    #[arg(long, value_name = "FILE")]
    mix: PathBuf,

    /// Traffic above the least that a smaller design may take, in per cent, 0 to 1000
    #[arg(long, value_name = "PERCENT", default_value_t = 2.0)]
    slack: f64,

    /// Samples for each number of destinations, 1 to 100000
    #[arg(long, default_value_t = 200, value_parser = whole::<u64>)]
    runs: u64,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  teecast analyze choose-m --n 6 --mix experiments/ours/mixes/short.csv";

/// The most samples for each number of destinations: for n = 6 about ten minutes of one core.
const MOST_RUNS: u64 = 100_000;
/// The most slack; more would permit every design. **Units**: per cent.
const MOST_SLACK: f64 = 1000.0;

/// The JSON document; the keys are fixed.
#[derive(Serialize)]
struct Document {
    n: u32,
    recommended: Entry,
    designs: Vec<Entry>,
}

/// One design.
#[derive(Serialize)]
struct Entry {
    vote: &'static str,
    m: usize,
    /// Lists longer than m are split up to this length, longer ones broadcast.
    split_up_to: usize,
    /// Mean links of a message.
    traffic: f64,
    /// LUT4 of a multicaster; `null` where it is not known.
    area: Option<u32>,
}

impl From<&Design> for Entry {
    fn from(design: &Design) -> Self {
        let &Design { vote, m, split_up_to, traffic, area } = design;
        Self { vote: vote.name(), m, split_up_to, traffic, area }
    }
}

/// Runs the command.
///
/// # Errors
/// Bad input: a mix that cannot be read, a number out of range.
pub fn run(args: &Args) -> Result<Report, Error> {
    let n = args.n;
    if !(2..=choice::LARGEST).contains(&n) {
        let sentence = format!("n is {n}; permitted is 2 to {}", choice::LARGEST);
        return Err(Error::bad_input(sentence).hint("try --n 6"));
    }
    if !(1..=MOST_RUNS).contains(&args.runs) {
        let sentence = format!("runs is {}; permitted is 1 to {MOST_RUNS}", args.runs);
        return Err(Error::bad_input(sentence).hint("leave out --runs"));
    }
    if !(0.0..=MOST_SLACK).contains(&args.slack) {
        let sentence = format!("slack is {:?}; permitted is 0 to {MOST_SLACK}", args.slack);
        return Err(Error::bad_input(sentence).hint("leave out --slack"));
    }
    let text = fs::read_to_string(&args.mix)
        .map_err(|cause| Error::io("cannot read", &args.mix, cause).hint("choose another --mix"))?;
    let mix = Mix::read(&text, n).map_err(|cause| {
        let hint = "lines are like k,weight then 1,0.7 then 8,0.3";
        Error::new(Kind::BadInput, cause).context(args.mix.display()).hint(hint)
    })?;
    let bar = work::bar(choice::samples(n, args.runs), "samples");
    let context = Context { runs: args.runs, seed: 1, study: 0, tick: &|samples| bar.inc(samples) };
    // The slowest vote comes first, so that the time left is rather too long than too short.
    let sample = |vote: &Vote| {
        bar.set_message(vote.name());
        (*vote, Curve::sample(&context, n, *vote))
    };
    let curves: Vec<(Vote, Curve)> = choice::VOTES.iter().rev().map(sample).collect();
    bar.finish_and_clear();
    let curve = |vote| curves.iter().find(|(of, _)| *of == vote).map(|(_, curve)| curve.clone());
    let designs = choice::designs(n, &mix, |vote| curve(vote).expect("every vote is sampled"));
    let best = choice::recommend(&designs, args.slack / 100.0).expect("there are designs");
    let text = match args.format {
        Format::Text => prose(args, &mix, &designs, best),
        Format::Json => {
            let designs = designs.iter().map(Entry::from).collect();
            let document = Document { n, recommended: best.into(), designs };
            serde_json::to_string(&document).expect("the keys are strings") + "\n"
        }
    };
    Ok(text.into())
}

/// Describes the designs for people and says why one of them is recommended.
fn prose(args: &Args, mix: &Mix, designs: &[Design], best: &Design) -> String {
    let area = |design: &Design| design.area.map_or("unknown".to_string(), |area| area.to_string());
    let row = |design: &Design| {
        let traffic = format!("{:.2}", design.traffic);
        let numbers = [design.m.to_string(), traffic, area(design), design.split_up_to.to_string()];
        numbers.into_iter().chain([design.vote.name().to_string()]).collect()
    };
    let head = ["m", "traffic", "LUT4", "split up to", "vote"];
    let mut text = table(&head, &designs.iter().map(row).collect::<Vec<_>>());
    let least = designs.iter().map(|design| design.traffic).fold(f64::INFINITY, f64::min);
    let (m, vote) = (best.m, best.vote.name());
    text += &format!("\nrecommended: m = {m}, vote {vote}; ");
    text += &match best.split_up_to {
        last if last > m => format!("split lists of up to {last} nodes, broadcast longer ones\n"),
        _ => "broadcast longer lists\n".to_string(),
    };
    let served = 100.0 * mix.mean(|k| f64::from(u8::from(k <= m)));
    text += &format!(
        "why: {served:.0} % of the messages fit into one multicast; {:.2} links a message are {:.1} % \
         above the least ({least:.2}), and no design within {} % of it is smaller\n",
        best.traffic,
        100.0 * (best.traffic / least - 1.0),
        args.slack,
    );
    if best.area.is_none() {
        text += "areas are known for n = 6 only: here the smaller m counts as smaller\n";
    }
    text
}
