//! The folder that a run writes before it replaces the old one; nothing of it stays behind.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, Once};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

/// How the names of scratch folders begin.
const PREFIX: &str = ".teecast-";
/// A scratch folder of this age belongs to a run that was killed: writing takes seconds.
const STALE: Duration = Duration::from_secs(3600);
/// Exit code of an interrupted run, as shells know it.
const INTERRUPTED: i32 = 130;

/// What a signal has to clear.
static OPEN: Mutex<Option<PathBuf>> = Mutex::new(None);

/// A folder for unfinished files, which is removed when the run ends or is interrupted.
pub struct Scratch {
    /// Where it is.
    pub path: PathBuf,
    folder: TempDir,
}

impl Scratch {
    /// Makes a folder in `out`, and removes those that runs left there when they were killed.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn new(out: &Path) -> io::Result<Self> {
        remove_stale(out, STALE);
        static SIGNALS: Once = Once::new();
        // Without a handler an interrupted run leaves its folder to the next one.
        SIGNALS.call_once(|| drop(ctrlc::set_handler(|| interrupted())));
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(out)?;
        let path = folder.path().to_path_buf();
        *open() = Some(path.clone());
        Ok(Self { path, folder })
    }

    /// Keeps the folder and returns its path.
    pub fn keep(self) -> PathBuf {
        *open() = None;
        self.folder.keep()
    }
}

fn open() -> std::sync::MutexGuard<'static, Option<PathBuf>> {
    OPEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Clears what has been begun and ends the process.
fn interrupted() -> ! {
    if let Some(path) = open().take() {
        // A folder with the only copy of the old files is half renamed: it has to stay.
        if !path.join("old").exists() {
            let _ = fs::remove_dir_all(path);
        }
    }
    process::exit(INTERRUPTED)
}

/// Removes scratch folders of at least an age, except those that hold an old design.
fn remove_stale(out: &Path, age: Duration) {
    let now = SystemTime::now();
    for entry in fs::read_dir(out).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let modified = entry.metadata().and_then(|found| found.modified());
        let old = modified.is_ok_and(|then| now.duration_since(then).is_ok_and(|it| it >= age));
        if ours && old && !entry.path().join("old").exists() {
            // Somebody else may remove it at the same time.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_killed_runs_are_removed_unless_they_hold_an_old_design() {
        let out = tempfile::tempdir().expect("a temporary folder");
        for name in [".teecast-a/new", ".teecast-b/old", "design"] {
            fs::create_dir_all(out.path().join(name)).expect("writable");
        }
        remove_stale(out.path(), STALE);
        assert!(out.path().join(".teecast-a").exists(), "it may belong to another run");
        remove_stale(out.path(), Duration::ZERO);
        let left =
            [".teecast-a", ".teecast-b", "design"].map(|name| out.path().join(name).exists());
        assert_eq!(left, [false, true, true]);
    }
}
