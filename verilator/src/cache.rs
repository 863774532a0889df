//! A folder of build results, named by the hash of everything they were made from.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use sha2::{Digest, Sha256};
use teecast_writing::signals;
use tempfile::TempDir;

use crate::environment::named_folder;
use crate::error::ToolError;

/// The variable that names the folder.
const CACHE: &str = "TEECAST_CACHE";

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

/// A result; one that is kept nowhere goes with the last copy of this.
#[derive(Clone, Debug)]
pub struct CachedResult {
    path: PathBuf,
    _temporary: Option<Arc<TempDir>>,
}

impl CachedResult {
    /// Returns the folder of the result.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Returns the folder of a result, which `make` fills unless it is there already.
///
/// Of the threads of a process one makes the result, and the others wait for it. Two processes may
/// make the same result at the same time: each fills a folder of its own, and one of the two, which
/// are equal, is kept. Programs in the cache are run, so that nobody else may have written them.
///
/// # Errors
/// Whatever `make` reports; [`ToolError::Refused`] if others can write what is there; [`ToolError::Io`].
pub fn get_or_make(
    key: Key,
    make: impl FnOnce(&Path) -> Result<(), ToolError>,
) -> Result<CachedResult, ToolError> {
    if let Some(root) = root() {
        return Ok(CachedResult { path: make_once_in(&root, key, make)?, _temporary: None });
    }
    let folder = tempfile::tempdir().map_err(ToolError::io(env::temp_dir()))?;
    make(folder.path())?;
    Ok(CachedResult { path: folder.path().to_path_buf(), _temporary: Some(Arc::new(folder)) })
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
    owner::make_private(root).map_err(ToolError::io(root))?;
    // A user may have put the cache elsewhere by a link.
    let root = &fs::canonicalize(root).map_err(ToolError::io(root))?;
    owner::check(root)?;
    let kept = root.join(key.name());
    if kept.is_dir() {
        owner::check(&kept)?;
        each_file(&kept, owner::check)?;
        return Ok(kept);
    }
    let _held = signals::hold();
    let fresh = tempfile::Builder::new().prefix("making-").tempdir_in(root);
    let fresh = fresh.map_err(ToolError::io(root))?;
    make(fresh.path())?;
    owner::keep_private(fresh.path()).map_err(ToolError::io(root))?;
    each_file(fresh.path(), |file| owner::keep_private(file).map_err(ToolError::io(file)))?;
    match fs::rename(fresh.path(), &kept) {
        // Nothing is left to remove.
        Ok(()) => drop(fresh.keep()),
        Err(_) if kept.is_dir() => {}
        Err(error) => return Err(ToolError::io(&kept)(error)),
    }
    Ok(kept)
}

/// Does something with each file of a result.
fn each_file(
    folder: &Path,
    mut with: impl FnMut(&Path) -> Result<(), ToolError>,
) -> Result<(), ToolError> {
    for entry in fs::read_dir(folder).map_err(ToolError::io(folder))? {
        with(&entry.map_err(ToolError::io(folder))?.path())?;
    }
    Ok(())
}

/// `TEECAST_CACHE`, else `teecast` in the user's folder for such things; none without a home.
fn root() -> Option<PathBuf> {
    let absolute = |variable: &str| {
        env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute())
    };
    let of_user = || absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")));
    named_folder(CACHE).or_else(|| Some(of_user()?.join("teecast")))
}

/// Who may write what is kept.
#[cfg(unix)]
mod owner {
    use std::fs::{self, DirBuilder, Permissions};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
    use std::path::Path;

    use super::{CACHE, ToolError};

    /// Makes a folder for the user alone, and those above it.
    pub fn make_private(folder: &Path) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)
    }

    /// Takes a file away from all but the user.
    pub fn keep_private(file: &Path) -> io::Result<()> {
        let mode = fs::symlink_metadata(file)?.mode() & 0o700;
        fs::set_permissions(file, Permissions::from_mode(mode))
    }

    /// Refuses what others own or can write.
    pub fn check(path: &Path) -> Result<(), ToolError> {
        let found = fs::symlink_metadata(path).map_err(ToolError::io(path))?;
        let why = match (found.uid() == rustix::process::geteuid().as_raw(), found.mode() & 0o022) {
            (true, 0) => return Ok(()),
            (true, _) => "can be written by other users",
            (false, _) => "belongs to another user",
        };
        let hint = format!("remove it, or name another folder with {CACHE}");
        Err(ToolError::Refused { path: path.to_path_buf(), why, hint })
    }
}

/// Other systems give a folder of the user to the user alone.
#[cfg(not(unix))]
mod owner {
    use std::io;
    use std::path::Path;

    use super::ToolError;

    pub fn make_private(folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder)
    }

    pub fn keep_private(_: &Path) -> io::Result<()> {
        Ok(())
    }

    pub fn check(_: &Path) -> Result<(), ToolError> {
        Ok(())
    }
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

    #[cfg(unix)]
    #[test]
    fn what_others_own_or_can_write_is_refused() {
        use std::os::unix::fs::{PermissionsExt, chown};

        let above = tempfile::tempdir().expect("a temporary folder");
        let root = above.path().join("a/cache");
        let set = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("own file");
        };
        let write = |folder: &Path| {
            let file = folder.join("result");
            fs::write(&file, "1").map_err(ToolError::io(folder))?;
            set(&file, 0o775);
            Ok(())
        };
        let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode();
        let get = || get_or_make_in(&root, key(&["x"]), write);
        let kept = get().expect("it is made");
        let file = kept.join("result");
        let modes = [&root, &kept, &file].map(|path| mode(path) & 0o777);
        assert_eq!(modes, [0o700; 3]);
        for path in [&root, &kept, &file] {
            set(path, 0o720);
            let refused = get().expect_err("the group can write it").to_string();
            let expected = format!(
                "{} can be written by other users; remove it, or name another folder with TEECAST_CACHE",
                path.display()
            );
            assert_eq!(refused, expected);
            set(path, 0o700);
            // Only the administrator can give a file away.
            if rustix::process::geteuid().is_root() {
                chown(path, Some(12345), None).expect("an administrator");
                let refused = get().expect_err("it is another user's").to_string();
                assert!(refused.contains(" belongs to another user; "), "{refused}");
                chown(path, Some(0), None).expect("an administrator");
            }
        }
        assert_eq!(get().expect("it is ours again"), kept);
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
