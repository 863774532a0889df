//! Long work: on how many threads it runs, and how far it is.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use rayon::ThreadPool;

use super::error::{Error, Kind};

/// Returns the threads that were asked for, or one for each core.
///
/// # Errors
/// Bad input: more than the system gives.
pub fn threads(asked: Option<NonZeroUsize>) -> Result<ThreadPool, Error> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(asked.map_or(0, NonZeroUsize::get))
        .build()
        .map_err(|cause| Error::new(Kind::BadInput, cause).hint("try fewer --threads"))
}

/// Returns a line that shows the time that has passed; it shows itself to a terminal only.
///
/// For work whose steps cannot be counted.
pub fn clock(work: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
    let style = style.expect("the template is right");
    let line = ProgressBar::new_spinner().with_style(style).with_message(work.to_string());
    line.enable_steady_tick(Duration::from_millis(200));
    line
}

/// Returns a bar over `length` things of a kind; it shows itself to a terminal only.
pub fn bar(length: u64, things: &str) -> ProgressBar {
    let style = format!(
        "{{msg:16}} {{wide_bar}} {{human_pos}}/{{human_len}} {things}, {{per_sec}}, {{left}} left"
    );
    let style = ProgressStyle::with_template(&style).expect("the template is right");
    // Nobody knows how long it takes before the first thing is done.
    let style = style.with_key("left", |state: &ProgressState, text: &mut dyn Write| {
        let written = match state.pos() {
            0 => text.write_str("unknown time"),
            _ => write!(text, "{:#}", HumanDuration(state.eta())),
        };
        written.expect("memory takes every text");
    });
    let bar = ProgressBar::new(length).with_style(style);
    bar.tick();
    bar
}
