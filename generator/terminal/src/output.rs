//! Writes a file, and says what to type when that is not possible.

use std::io;
use std::path::Path;

use teecast_writing::file;

use super::Report;
use super::error::Error;

/// Returns what happens when a place cannot be written.
pub fn unwritable(path: &Path, cause: io::Error) -> Error {
    refused(path, cause, "choose another --out")
}

/// Writes one file at once or not at all.
///
/// # Errors
/// Bad input: the file cannot be written.
pub fn write_file(path: &Path, text: &str) -> Result<(), Error> {
    let hint = "name another file";
    file::write(path, text.as_bytes()).map_err(|cause| refused(path, cause, hint))
}

/// Writes the file that an option names and returns the report on it; of the file `-`, the text is
/// the report.
///
/// `taken`: standard output has a document that was asked for.
///
/// # Errors
/// Bad input: the file cannot be written, or is `-` while standard output is taken.
pub fn deliver(path: &Path, text: String, taken: bool, report: String) -> Result<Report, Error> {
    if path != Path::new("-") {
        write_file(path, &text)?;
        return Ok(report.into());
    }
    if taken {
        let sentence = "standard output cannot have both a file and the result of --format";
        return Err(Error::bad_input(sentence).hint("name a file, or leave out --format"));
    }
    Ok(text.into())
}

/// Returns what happens when a place cannot be written; the hint is for all reasons but a full disk.
pub fn refused(path: &Path, cause: io::Error, hint: &str) -> Error {
    let hint = match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "make room and run the same command again"
        }
        _ => hint,
    };
    Error::io("cannot write", path, cause).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_with_what_to_do() {
        let full = unwritable(Path::new("x"), io::ErrorKind::StorageFull.into()).to_string();
        assert!(full.starts_with("error: cannot write x: "), "{full}");
        assert!(full.ends_with("\nhint: make room and run the same command again"), "{full}");
    }

    #[test]
    fn a_dash_is_standard_output_unless_it_is_taken() {
        let deliver = |taken| deliver(Path::new("-"), "it".to_string(), taken, "no".to_string());
        assert_eq!(deliver(false).map(|report| report.text).ok().as_deref(), Some("it"));
        assert!(deliver(true).is_err_and(|cause| cause.to_string().contains("both a file")));
    }
}
