//! Long work: on how many threads it runs, and how far it is.

use std::num::NonZeroUsize;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPool;

use super::error::{Error, Kind};

/// Returns the threads that were asked for, or one for each core.
///
/// # Errors
/// Bad input: the system does not give so many.
pub fn threads(asked: Option<NonZeroUsize>) -> Result<ThreadPool, Error> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(asked.map_or(0, NonZeroUsize::get))
        .build()
        .map_err(|cause| Error::new(Kind::BadInput, cause).hint("try fewer --threads"))
}

/// Returns a bar over `length` things of a kind; it shows itself to a terminal only.
pub fn bar(length: u64, things: &str) -> ProgressBar {
    let style = format!(
        "{{msg:16}} {{wide_bar}} {{human_pos}}/{{human_len}} {things}, {{per_sec}}, {{eta}} left"
    );
    let style = ProgressStyle::with_template(&style).expect("the template is right");
    let bar = ProgressBar::new(length).with_style(style);
    bar.tick();
    bar
}
