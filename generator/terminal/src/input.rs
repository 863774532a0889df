//! Reads files that the user names, up to a size limit, so that one without end is refused.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use teecast_spec::{RawConfig, SpecError};

use super::diagnose;
use super::error::Error;

/// Most bytes of a file that a person writes: a configuration, a mix of messages.
pub const BY_HAND: u64 = 1 << 20;
/// Most bytes of a file that a command of ours writes: a manifest.
pub const WRITTEN: u64 = 64 << 20;

/// Reads a text file of at most `limit` bytes.
///
/// **Units**: bytes.
///
/// # Errors
/// Bad input: the file cannot be read, is longer, or is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String, Error> {
    String::from_utf8(read_bytes(path, limit)?).map_err(|_| {
        // The words of the standard library for the same case.
        let cause = io::Error::new(ErrorKind::InvalidData, "stream did not contain valid UTF-8");
        Error::io("cannot read", path, cause)
    })
}

/// Reads a file of at most `limit` bytes.
///
/// **Units**: bytes.
///
/// # Errors
/// Bad input: the file cannot be read or is longer.
pub fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    let bytes = begin(path, limit + 1).map_err(|cause| Error::io("cannot read", path, cause))?;
    if bytes.len() as u64 > limit {
        let sentence =
            format!("{} is too large; permitted are at most {limit} bytes", path.display());
        return Err(Error::bad_input(sentence));
    }
    Ok(bytes)
}

/// Returns the first bytes of a file, so many at most.
fn begin(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // Devices do not say how long they are: only reading shows it.
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the first bytes of a file of a configuration, so many at most; `-` is standard input.
///
/// # Errors
/// Why the file cannot be read.
pub fn first_bytes(path: &str, most: u64) -> Result<Vec<u8>, String> {
    let bytes = match path {
        "-" => {
            let mut bytes = Vec::new();
            io::stdin().take(most).read_to_end(&mut bytes).map(|_| bytes)
        }
        path => begin(Path::new(path), most),
    };
    bytes.map_err(|cause| cause.to_string())
}

/// Warns of what was read otherwise than it is written, in one line.
pub fn warn_of(notes: &[String]) {
    if !notes.is_empty() {
        diagnose(format_args!("warning: graph: {}", notes.join("; ")));
    }
}

/// Reads the files that a configuration names, each once.
///
/// # Errors
/// A file cannot be read, or does not hold what it should.
pub fn with_files(raw: RawConfig) -> Result<RawConfig, SpecError> {
    raw.with_files(&first_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_up_to_the_limit_is_read_and_a_longer_one_refused() {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let path = folder.path().join("text");
        std::fs::write(&path, "n = 6").expect("a writable folder");
        assert_eq!(read_text(&path, 5).expect("a file of 5 bytes"), "n = 6");
        let refused = read_text(&path, 4).expect_err("a file of 5 bytes").to_string();
        assert!(refused.ends_with("text is too large; permitted are at most 4 bytes"), "{refused}");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_end_is_refused() {
        let refused = read_text(Path::new("/dev/zero"), BY_HAND).expect_err("no end").to_string();
        assert!(refused.contains("at most 1048576 bytes"), "{refused}");
        let raw = RawConfig::from_toml("family = ['ring-tree']\ngraph = '/dev/zero'");
        let refused = with_files(raw.expect("a configuration")).expect_err("no end").to_string();
        assert_eq!(refused, "graph \"/dev/zero\": the file is larger than 16777216 bytes");
    }

    #[test]
    fn a_file_that_is_not_text_is_refused() {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let path = folder.path().join("bytes");
        std::fs::write(&path, [0xff]).expect("a writable folder");
        let refused = read_text(&path, BY_HAND).expect_err("no text").to_string();
        assert!(refused.ends_with("stream did not contain valid UTF-8"), "{refused}");
        assert!(read_bytes(&path, BY_HAND).is_ok() && read_bytes(folder.path(), BY_HAND).is_err());
    }
}
