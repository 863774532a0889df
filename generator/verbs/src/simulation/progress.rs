//! How far the runs of a sweep are: the bar that a terminal shows.

use std::cell::Cell;
use std::fmt::Write;
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use teecast_model::simulate::progress::Report;

/// Steps of the bar for each run.
const STEPS: f64 = 1000.0;

/// All runs of a sweep.
pub struct Progress {
    bar: ProgressBar,
    /// **Units**: runs; one that is under way counts as the part that is done.
    done: Mutex<f64>,
}

/// One run of a sweep.
pub struct Run<'a> {
    all: &'a Progress,
    done: Cell<f64>,
}

/// The progress of one run, or of as many as will be expected.
impl Default for Progress {
    fn default() -> Self {
        Self { bar: ProgressBar::hidden(), done: Mutex::new(0.0) }
    }
}

impl Progress {
    /// Shows a bar over some runs; it shows itself to a terminal only.
    pub fn expect(&self, runs: usize) {
        let template = format!("{{wide_bar}} {{percent}} % of {runs} runs, {{left}}");
        let style = ProgressStyle::with_template(&template).expect("the template is right");
        let left = |state: &ProgressState, text: &mut dyn Write| {
            let fraction = f64::from(state.fraction());
            // Nothing helps if there is no room for the text.
            let _ = text.write_str(&left(state.elapsed(), fraction));
        };
        self.bar.set_style(style.with_key("left", left));
        self.bar.set_length((runs as f64 * STEPS) as u64);
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        self.bar.tick();
    }

    /// Returns a run that begins.
    pub fn run(&self) -> Run<'_> {
        Run { all: self, done: Cell::new(0.0) }
    }

    /// Makes one run, whose work gets what reports how far it is.
    pub fn single<T>(&self, work: impl FnOnce(Report) -> T) -> T {
        self.expect(1);
        let run = self.run();
        let found = work(&|part| run.at(part));
        self.end();
        found
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Run<'_> {
    /// Notes the part of the run that is done, from 0 to 1; it may shrink.
    pub fn at(&self, part: f64) {
        let change = part - self.done.replace(part);
        let mut done = self.all.done.lock().expect("no thread panics while it adds");
        *done += change;
        self.all.bar.set_position((*done * STEPS) as u64);
    }

    /// Notes that the run is done.
    pub fn end(self) {
        self.at(1.0);
    }
}

/// Says how long the rest takes if it goes on as until now, once that can be known.
fn left(elapsed: Duration, fraction: f64) -> String {
    let rest = Duration::try_from_secs_f64(elapsed.as_secs_f64() * (1.0 - fraction) / fraction);
    match rest {
        Ok(rest) if elapsed >= Duration::from_secs(1) => format!("{} left", HumanDuration(rest)),
        _ => "time left not known yet".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_what_is_done() {
        let after = |seconds, fraction| left(Duration::from_secs(seconds), fraction);
        assert_eq!(after(10, 0.25), "30 seconds left");
        assert_eq!(after(600, 0.5), "10 minutes left");
        assert_eq!(after(10, 1.0), "0 seconds left");
        for unknown in [after(10, 0.0), after(0, 0.5)] {
            assert_eq!(unknown, "time left not known yet");
        }
    }

    #[test]
    fn parts_of_runs_add_up() {
        let progress = Progress::default();
        progress.bar.set_length(2000);
        let (first, second) = (progress.run(), progress.run());
        first.at(0.5);
        second.at(0.5);
        // It turned out to be longer.
        second.at(0.25);
        assert_eq!(progress.bar.position(), 750);
        first.end();
        second.end();
        assert_eq!(progress.bar.position(), 2000);
    }
}
