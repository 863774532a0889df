//! What the targets share: a command that reads one file. The targets are in `targets/`.

use std::ffi::OsString;
use std::fs;

/// Runs a command on a file with this content, and asserts that it ends without an internal error.
///
/// The word `FILE` of the command is the path of the file; `FOLDER` is that of its folder.
pub fn run(command: &str, content: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("file");
    fs::write(&file, content).expect("a writable folder");
    let word = |word: &str| match word {
        "FILE" => file.clone().into_os_string(),
        "FOLDER" => folder.path().into(),
        word => OsString::from(word),
    };
    let code = teecast::cli::main(["teecast"].into_iter().chain(command.split(' ')).map(word));
    assert_ne!(code, 70, "teecast {command}");
}
