//! A folder that is written beside its place, and put there when it is whole.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::leftover::{self, Lock, NEW, OLD, PREFIX};
use crate::signals::{self, Held};

/// A folder of unfinished files. It is removed when it is dropped, and a signal waits for that.
#[derive(Debug)]
pub struct Unfinished {
    /// Old folders of killed runs that nobody has put back, since something is in their place.
    pub orphans: Vec<PathBuf>,
    folder: TempDir,
    _lock: Option<File>,
    _held: Held,
}

impl Unfinished {
    /// Makes a folder in `out`, which then has nothing of runs that were killed.
    ///
    /// # Errors
    /// The system refuses.
    pub fn new(out: &Path) -> io::Result<Self> {
        let held = signals::hold();
        let orphans = leftover::clear(out);
        loop {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(out)?;
            let lock = match leftover::lock(folder.path(), File::open(folder.path())?) {
                Lock::Taken(file) => Some(file),
                Lock::Unknown => None,
                // Another run took it for a leftover before it was locked.
                Lock::Lost => continue,
            };
            fs::create_dir(folder.path().join(NEW))?;
            return Ok(Self { orphans, folder, _lock: lock, _held: held });
        }
    }

    /// Writes a file; folders on its way are made.
    ///
    /// # Errors
    /// The system refuses; a signal came.
    pub fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        signals::ask()?;
        let path = self.new_folder().join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, bytes)
    }

    /// Puts the files in the place of `target`; a folder that is there is removed after that.
    ///
    /// # Errors
    /// The system refuses; a signal came. What was there is there again, or the sentence says where
    /// it is.
    pub fn put(self, target: &Path) -> io::Result<()> {
        signals::ask()?;
        match exchange(&self.new_folder(), target) {
            Ok(()) => Ok(()),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                fs::rename(self.new_folder(), target)
            }
            // Not every file system can do it.
            Err(_) => self.put_by_renames(target),
        }
    }

    /// Moves the old folder away first: the next run puts it back if this one is killed in between.
    fn put_by_renames(self, target: &Path) -> io::Result<()> {
        let aside = self.folder.path().join(OLD);
        fs::create_dir(&aside)?;
        let old = aside.join(target.file_name().unwrap_or_default());
        fs::rename(target, &old)?;
        let Err(cause) = fs::rename(self.new_folder(), target) else { return Ok(()) };
        if fs::rename(&old, target).is_err() {
            // Dropping it would remove the only copy.
            let _ = self.folder.keep();
            let sentence = format!("{cause}; the old folder is now {}", old.display());
            return Err(io::Error::new(cause.kind(), sentence));
        }
        Err(cause)
    }

    fn new_folder(&self) -> PathBuf {
        self.folder.path().join(NEW)
    }
}

/// Exchanges two folders in one step.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};

    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn exchange(_: &Path, other: &Path) -> io::Result<()> {
    fs::symlink_metadata(other)?;
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Returns the files of a folder, with their content.
    fn files(folder: &Path) -> Vec<(String, String)> {
        let entries = fs::read_dir(folder).expect("a readable folder");
        let entries = entries.map(|entry| entry.expect("a readable entry").path());
        let file = |path: PathBuf| {
            let text = fs::read_to_string(&path).expect("a readable file");
            (path.file_name().expect("a name").to_string_lossy().into_owned(), text)
        };
        let mut files: Vec<_> = entries.map(file).collect();
        files.sort();
        files
    }

    fn pair(name: &str, text: &str) -> (String, String) {
        (name.to_string(), text.to_string())
    }

    fn count(out: &Path) -> usize {
        fs::read_dir(out).expect("a readable folder").count()
    }

    /// Begins to replace the folder `x` in `out`.
    fn begun(out: &Path, name: &str) -> Unfinished {
        let new = Unfinished::new(out).expect("a writable folder");
        new.write(name, b"new").expect("writable");
        new
    }

    fn with_old() -> TempDir {
        let out = tempfile::tempdir().expect("a temporary folder");
        begun(out.path(), "first").put(&out.path().join("x")).expect("nothing is there");
        out
    }

    #[test]
    fn a_folder_takes_the_place_of_another_with_and_without_an_exchange() {
        for put in [Unfinished::put, Unfinished::put_by_renames] {
            let out = with_old();
            put(begun(out.path(), "second"), &out.path().join("x")).expect("it is replaced");
            assert_eq!(files(&out.path().join("x")), [pair("second", "new")]);
            assert_eq!(count(out.path()), 1);
        }
    }

    #[test]
    fn what_is_in_use_stays_and_what_a_killed_run_left_is_removed() {
        let out = tempfile::tempdir().expect("a temporary folder");
        let other = begun(out.path(), "a");
        let dead = out.path().join(format!("{PREFIX}dead"));
        fs::create_dir_all(dead.join(NEW)).expect("writable");
        fs::write(out.path().join(format!("{PREFIX}file")), "half").expect("writable");
        fs::write(out.path().join(".teecast-notes"), "mine").expect("writable");
        drop(begun(out.path(), "b"));
        assert_eq!(count(out.path()), 2, "the other run's and the notes");
        other.put(&out.path().join("x")).expect("it was not removed");
        assert_eq!(files(&out.path().join("x")), [pair("a", "new")]);
    }

    #[test]
    fn an_old_folder_of_a_killed_run_is_put_back_or_named() {
        let out = with_old();
        let dead = out.path().join(format!("{PREFIX}dead"));
        // Between two renames the target is missing.
        fs::create_dir_all(dead.join(OLD)).expect("writable");
        fs::rename(out.path().join("x"), dead.join(OLD).join("x")).expect("writable");
        assert_eq!(begun(out.path(), "a").orphans, Vec::<PathBuf>::new());
        assert_eq!(files(&out.path().join("x")), [pair("first", "new")]);
        assert!(!dead.exists());
        // Something else has come in its place.
        fs::create_dir_all(dead.join(OLD).join("x")).expect("writable");
        assert_eq!(begun(out.path(), "a").orphans, [dead.join(OLD).join("x")]);
        assert_eq!(files(&out.path().join("x")), [pair("first", "new")]);
    }
}
