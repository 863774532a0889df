//! What runs leave that were killed: the next run that writes in the folder removes it.
//!
//! A run locks what it has not finished. The system frees the lock when the run ends, however it
//! ends: what nobody has locked is nobody's.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// How the names of unfinished files and folders begin.
pub(crate) const PREFIX: &str = ".teecast-unfinished-";
/// The folder that a finished folder is put in the place of a target from.
pub(crate) const NEW: &str = "new";
/// The folder that has an old folder, under its name, while a new one takes its place.
pub(crate) const OLD: &str = "old";

/// Whether an unfinished file or folder could be locked.
#[cfg_attr(not(unix), allow(dead_code))] // no locks are taken there
pub(crate) enum Lock {
    /// It is ours.
    Taken(File),
    /// The system has no locks there.
    Unknown,
    /// Somebody else has it, or has removed it.
    Lost,
}

/// Takes the lock of a file or folder that is open.
#[cfg(unix)]
pub(crate) fn lock(path: &Path, file: File) -> Lock {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    use std::os::unix::fs::MetadataExt;

    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => {}
        Err(Errno::WOULDBLOCK) => return Lock::Lost,
        Err(_) => return Lock::Unknown,
    }
    // Its former owner may have removed it in between.
    let inode = |found: std::io::Result<fs::Metadata>| found.ok().map(|found| found.ino());
    match inode(fs::symlink_metadata(path)) == inode(file.metadata()) {
        true => Lock::Taken(file),
        false => Lock::Lost,
    }
}

#[cfg(not(unix))]
pub(crate) fn lock(_: &Path, _: File) -> Lock {
    Lock::Unknown
}

/// Removes what killed runs left in a folder.
///
/// An old folder goes back to its place if nothing is there. Otherwise it stays where it is, and
/// its path is returned.
pub(crate) fn clear(out: &Path) -> Vec<PathBuf> {
    let mut kept = Vec::new();
    for entry in fs::read_dir(out).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(kind) = entry.file_type() else { continue };
        let ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        // Opening a pipe would wait for its other end.
        if !ours || !(kind.is_file() || kind.is_dir()) {
            continue;
        }
        let Ok(file) = File::open(&path) else { continue };
        let Lock::Taken(_lock) = lock(&path, file) else { continue };
        // Where something cannot be removed, it stays for somebody who may.
        if kind.is_file() {
            fs::remove_file(&path).ok();
            continue;
        }
        let before = kept.len();
        for old in fs::read_dir(path.join(OLD)).into_iter().flatten().flatten() {
            let target = out.join(old.file_name());
            let vacant = fs::symlink_metadata(&target).is_err();
            if !vacant || fs::rename(old.path(), &target).is_err() {
                kept.push(old.path());
            }
        }
        if kept.len() == before {
            fs::remove_dir_all(&path).ok();
        }
    }
    kept
}
