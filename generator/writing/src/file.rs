//! One file: written beside its place, and put there when it is whole.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::leftover::{self, Lock, PREFIX};
use crate::signals;

/// Most links that are followed, as systems do.
const MOST_LINKS: usize = 40;

/// Writes one file at once or not at all, with the permissions that it had.
///
/// A symbolic link stays, and the file that it leads to is written. A device or a pipe is opened
/// and gets the bytes.
///
/// # Errors
/// The system refuses; the file is read-only.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {
            // The superuser may write it all the same, but its owner asked for something else.
            if found.permissions().readonly() {
                return Err(io::Error::new(ErrorKind::PermissionDenied, "it is read-only"));
            }
            OpenOptions::new().write(true).open(path)?;
            replace(&fs::canonicalize(path)?, bytes, Some(&found))
        }
        Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(_) => OpenOptions::new().write(true).open(path)?.write_all(bytes),
        Err(cause) if cause.kind() == ErrorKind::NotFound => {
            replace(&destination(path)?, bytes, None)
        }
        Err(cause) => Err(cause),
    }
}

/// Follows links that lead to nothing yet.
fn destination(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = folder(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("there are too many symbolic links"))
}

/// Returns the folder that a file is in.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str() != OsStr::new("") => folder,
        _ => Path::new("."),
    }
}

/// Puts a file in the place of another one, or where nothing is.
fn replace(target: &Path, bytes: &[u8], old: Option<&Metadata>) -> io::Result<()> {
    let _held = signals::hold();
    // Orphaned folders are named by who writes folders.
    let _ = leftover::clear(folder(target));
    let (mut file, _lock) = unfinished(folder(target))?;
    file.write_all(bytes)?;
    if let Some(old) = old {
        keep_owner(file.as_file(), old);
        file.as_file().set_permissions(old.permissions())?;
    }
    file.persist(target)?;
    Ok(())
}

/// Makes an empty file in a folder, and locks it until both are dropped.
fn unfinished(folder: &Path) -> io::Result<(NamedTempFile, Lock)> {
    // The system's own words where there is no such folder.
    fs::metadata(folder)?;
    loop {
        let mut builder = tempfile::Builder::new();
        let file = public(&mut builder).prefix(PREFIX).tempfile_in(folder)?;
        match leftover::lock(file.path(), file.as_file().try_clone()?) {
            // Another run took it for a leftover before it was locked.
            Lock::Lost => {}
            lock => return Ok((file, lock)),
        }
    }
}

/// Gives a new file the permissions that the user has chosen for new files.
#[cfg(unix)]
fn public<'a, 'b>(builder: &'a mut tempfile::Builder<'b, 'b>) -> &'a mut tempfile::Builder<'b, 'b> {
    use std::os::unix::fs::PermissionsExt;

    builder.permissions(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn public<'a, 'b>(builder: &'a mut tempfile::Builder<'b, 'b>) -> &'a mut tempfile::Builder<'b, 'b> {
    builder
}

/// Leaves a file to its owner where the superuser writes it; others cannot.
#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};

    fchown(file, Some(old.uid()), Some(old.gid())).ok();
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::thread;

    use tempfile::TempDir;

    use super::*;

    fn scratch() -> TempDir {
        tempfile::tempdir().expect("a temporary folder")
    }

    fn text(path: &Path) -> String {
        fs::read_to_string(path).expect("a readable file")
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").permissions().mode() & 0o777
    }

    #[test]
    fn a_link_stays_and_the_file_that_it_leads_to_is_written() {
        let folder = scratch();
        let (link, far) = (folder.path().join("link"), folder.path().join("below/far"));
        fs::create_dir(folder.path().join("below")).expect("writable");
        symlink("below/near", &link).expect("writable");
        symlink("far", folder.path().join("below/near")).expect("writable");
        // First it leads to nothing, then to a file.
        for content in ["one", "two"] {
            write(&link, content.as_bytes()).expect("it leads to a folder that is there");
            assert_eq!(text(&far), content);
            assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        }
        symlink("round", folder.path().join("round")).expect("writable");
        assert!(write(&folder.path().join("round"), b"").is_err());
    }

    #[test]
    fn permissions_stay_and_a_file_that_is_read_only_too() {
        let folder = scratch();
        let path = folder.path().join("file");
        write(&path, b"one").expect("writable");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("it is ours");
        write(&path, b"two").expect("writable");
        assert_eq!((text(&path), mode(&path)), ("two".to_string(), 0o640));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).expect("it is ours");
        let refused = write(&path, b"three").expect_err("it is read-only");
        assert_eq!(refused.to_string(), "it is read-only");
        assert_eq!((text(&path), mode(&path)), ("two".to_string(), 0o440));
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 1);
    }

    #[test]
    fn a_pipe_gets_the_bytes_and_stays() {
        let folder = scratch();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo is there").success());
        let read = thread::scope(|scope| {
            let reader = scope.spawn(|| text(&pipe));
            write(&pipe, b"bytes").expect("somebody reads");
            reader.join().expect("it reads")
        });
        assert_eq!(read, "bytes");
        assert!(!fs::metadata(&pipe).expect("it stays").is_file());
    }

    #[test]
    fn writers_at_the_same_time_do_not_meet() {
        let folder = scratch();
        let path = folder.path().join("file");
        let texts = ["a".repeat(100_000), "b".repeat(100_000)];
        thread::scope(|scope| {
            for content in &texts {
                scope.spawn(|| {
                    (0..50).for_each(|_| write(&path, content.as_bytes()).expect("writable"));
                });
            }
        });
        assert!(texts.contains(&text(&path)));
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 1);
    }
}
