//! Long work: on how many threads it runs, and how far it is.

use std::num::NonZeroUsize;
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPool;

use super::error::{Error, Kind};

/// The most threads that may be asked for on each core.
const PER_CORE: usize = 4;

/// Returns the threads that were asked for, or one for each core.
///
/// # Errors
/// Bad input: more than a small multiple of the cores, or more than the system gives.
pub fn threads(asked: Option<NonZeroUsize>) -> Result<ThreadPool, Error> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let most = PER_CORE * cores;
    if let Some(asked) = asked.filter(|asked| asked.get() > most) {
        let sentence =
            format!("threads is {asked}; permitted is 1 to {most}, {PER_CORE} for each core");
        return Err(Error::bad_input(sentence).hint(format!("try --threads {cores}")));
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_a_small_multiple_of_the_cores() {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let asked = |threads| super::threads(NonZeroUsize::new(threads));
        assert_eq!(asked(4 * cores).expect("permitted").current_num_threads(), 4 * cores);
        let refused = asked(4 * cores + 1).expect_err("too many").to_string();
        assert!(refused.contains(&format!("permitted is 1 to {}", 4 * cores)), "{refused}");
    }
}
