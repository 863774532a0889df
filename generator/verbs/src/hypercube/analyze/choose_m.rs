//! `teecast analyze choose-m`: which destination limit, vote and rule for long lists fit a mix of
//! messages.

use std::path::PathBuf;

use serde::Serialize;
use teecast_study::choice::{self, Curve, Design, Mix};
use teecast_study::tally::Context;

use crate::terminal::error::{Error, Kind};
use crate::terminal::input;
use crate::terminal::table::table;
use crate::terminal::value::{real, within};
use crate::terminal::verb::{Verb, options};
use crate::terminal::work;
use crate::terminal::{Format, Report};

/// Recommends a destination limit, a vote and what to do with longer lists.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    /// Dimension of the hypercube, 2 to 7; areas are known for 6
    #[arg(long, allow_negative_numbers = true, value_parser = within(2..=choice::LARGEST))]
    n: u32,

    /// How often messages have how many destinations: CSV with the columns k and weight
    #[arg(long, value_name = "FILE")]
    mix: PathBuf,

    /// Traffic above the least that a smaller design may take, in per cent
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true, default_value_t = 2.0,
          value_parser = real(0.0..=1000.0))]
    slack: f64,

    /// Samples for each number of destinations
    #[arg(long, default_value_t = 200, value_parser = within(1..=MOST_RUNS))]
    runs: u64,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  teecast analyze choose-m --n 6 --mix mix.csv
      with the lines k,weight then 1,0.7 then 8,0.3 in mix.csv";

const MIX_HINT: &str = "a mix has lines like k,weight then 1,0.7 then 8,0.3";

/// The most samples for each number of destinations.
const MOST_RUNS: u64 = 100_000;

/// The question.
pub const VERB: Verb = Verb::new::<Args>("choose-m", |typed| run(&options(typed)?));

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

/// Answers the question.
///
/// # Errors
/// Bad input: a mix that cannot be read, a number out of range.
fn run(args: &Args) -> Result<Report, Error> {
    let n = args.n;
    let text = input::read_text(&args.mix, input::BY_HAND).map_err(|error| error.hint(MIX_HINT))?;
    let mix = Mix::read(&text, n).map_err(|cause| {
        Error::new(Kind::BadInput, cause).context(args.mix.display()).hint(MIX_HINT)
    })?;
    let bar = work::bar(choice::samples(n, args.runs), "samples");
    let context = Context { runs: args.runs, seed: 1, study: 0, tick: &|samples| bar.inc(samples) };
    let designs = choice::designs(n, &mix, |vote| {
        bar.set_message(vote.name());
        Curve::sample(&context, n, vote)
    });
    bar.finish_and_clear();
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
