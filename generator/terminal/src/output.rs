//! Writes a file, and says what to type when that is not possible.

use std::fs;
use std::io;
use std::path::Path;

use super::error::Error;

/// Returns what happens when a place cannot be written.
pub fn unwritable(path: &Path, cause: io::Error) -> Error {
    let hint = match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "make room and run the same command again"
        }
        _ => "choose another --out",
    };
    Error::io("cannot write", path, cause).hint(hint)
}

/// Writes one file at once or not at all.
///
/// # Errors
/// Bad input: the file cannot be written.
pub fn write_file(path: &Path, text: &str) -> Result<(), Error> {
    let beside = path.with_extension("new");
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, path))
        .inspect_err(|_| {
            fs::remove_file(&beside).ok();
        })
        .map_err(|cause| unwritable(path, cause))
}
