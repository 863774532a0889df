//! A folder of build results, named by the hash of everything they were made from.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::error::ToolError;

/// Collects what a result depends on.
#[derive(Clone, Default)]
pub struct Key(Sha256);

impl Key {
    /// Adds one text; its length goes in too, so that two texts never look like another two.
    pub fn add(&mut self, text: impl AsRef<[u8]>) {
        let bytes = text.as_ref();
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// Adds the name and the content of a file.
    ///
    /// # Errors
    /// [`ToolError::Io`].
    pub fn add_file(&mut self, path: &Path) -> Result<(), ToolError> {
        self.add(path.file_name().unwrap_or_default().as_encoded_bytes());
        self.add(fs::read(path).map_err(ToolError::io(path))?);
        Ok(())
    }

    fn name(self) -> String {
        let digest = self.0.finalize();
        digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A lock for each result that this process has asked for.
static LOCKS: LazyLock<Mutex<HashMap<PathBuf, Arc<Mutex<()>>>>> = LazyLock::new(Mutex::default);

/// Returns the folder of a result, which `make` fills unless it is there already.
///
/// Of the threads of a process one makes the result, and the others wait for it. Two processes may
/// make the same result at the same time: each fills a folder of its own, and one of the two, which
/// are equal, is kept.
///
/// # Errors
/// Whatever `make` reports; [`ToolError::Io`].
pub fn get_or_make(
    key: Key,
    make: impl FnOnce(&Path) -> Result<(), ToolError>,
) -> Result<PathBuf, ToolError> {
    make_once_in(&root(), key, make)
}

fn make_once_in(
    root: &Path,
    key: Key,
    make: impl FnOnce(&Path) -> Result<(), ToolError>,
) -> Result<PathBuf, ToolError> {
    let kept = root.join(key.clone().name());
    // A thread that panics leaves nothing half-written that another one could read.
    let mut locks = LOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    let lock = Arc::clone(locks.entry(kept).or_default());
    drop(locks);
    let _making = lock.lock().unwrap_or_else(PoisonError::into_inner);
    get_or_make_in(root, key, make)
}

fn get_or_make_in(
    root: &Path,
    key: Key,
    make: impl FnOnce(&Path) -> Result<(), ToolError>,
) -> Result<PathBuf, ToolError> {
    let kept = root.join(key.name());
    if kept.is_dir() {
        return Ok(kept);
    }
    fs::create_dir_all(root).map_err(ToolError::io(root))?;
    let fresh = tempfile::Builder::new().prefix("making-").tempdir_in(root);
    let fresh = fresh.map_err(ToolError::io(root))?;
    make(fresh.path())?;
    match fs::rename(fresh.path(), &kept) {
        // Nothing is left to remove.
        Ok(()) => drop(fresh.keep()),
        Err(_) if kept.is_dir() => {}
        Err(error) => return Err(ToolError::io(&kept)(error)),
    }
    Ok(kept)
}

/// `TEECAST_CACHE`, else beside what cargo builds, else the user's folder for such things.
fn root() -> PathBuf {
    if let Some(folder) = env::var_os("TEECAST_CACHE") {
        return folder.into();
    }
    if let Some(target) = env::var_os("CARGO_TARGET_DIR") {
        return Path::new(&target).join("cosim");
    }
    let here = env::current_dir().unwrap_or_default();
    if let Some(root) = here.ancestors().find(|folder| folder.join("Cargo.lock").is_file()) {
        return root.join("target/cosim");
    }
    let home = env::var_os("HOME").map_or_else(env::temp_dir, PathBuf::from);
    home.join(".cache/teecast")
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn key(texts: &[&str]) -> Key {
        let mut key = Key::default();
        texts.iter().for_each(|text| key.add(text));
        key
    }

    #[test]
    fn keys_tell_contents_and_boundaries_apart() {
        assert_eq!(key(&["ab", "c"]).name(), key(&["ab", "c"]).name());
        assert_ne!(key(&["ab", "c"]).name(), key(&["a", "bc"]).name());
        assert_ne!(key(&["ab"]).name(), key(&["ab", ""]).name());
    }

    #[test]
    fn a_result_is_made_once_and_a_failure_leaves_nothing() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let failed = || ToolError::Failed { what: "it".to_string(), output: String::new() };
        let error = get_or_make_in(root.path(), key(&["x"]), |_| Err(failed()));
        assert!(matches!(error, Err(ToolError::Failed { .. })));
        let left = fs::read_dir(root.path()).expect("the folder stays").count();
        assert_eq!(left, 0);

        let write =
            |folder: &Path| fs::write(folder.join("result"), "1").map_err(ToolError::io(folder));
        let first = get_or_make_in(root.path(), key(&["x"]), write).expect("it is made");
        let second = get_or_make_in(root.path(), key(&["x"]), |_| Err(failed()));
        assert_eq!(second.expect("it is there"), first);
        assert!(first.join("result").is_file());
    }

    #[test]
    fn of_two_threads_one_makes_a_result() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let (together, made) = (Barrier::new(2), AtomicUsize::new(0));
        let ask = || {
            together.wait();
            make_once_in(root.path(), key(&["x"]), |_| {
                made.fetch_add(1, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(50));
                Ok(())
            })
        };
        thread::scope(|scope| [scope.spawn(ask), scope.spawn(ask)].map(|it| it.join().is_ok()));
        assert_eq!(made.into_inner(), 1);
    }

    #[test]
    fn of_two_makers_one_result_stays() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let inner =
            |folder: &Path| fs::write(folder.join("result"), "1").map_err(ToolError::io(folder));
        let kept = get_or_make_in(root.path(), key(&["x"]), |folder| {
            // Another process ends first.
            get_or_make_in(root.path(), key(&["x"]), inner)?;
            inner(folder)
        });
        assert!(kept.expect("one of them").join("result").is_file());
        assert_eq!(fs::read_dir(root.path()).expect("the folder stays").count(), 1);
    }
}
