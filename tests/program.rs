//! Runs the binary as a user does; not a test by itself.

use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use teecast::emit::RtlFile;
use tempfile::TempDir;

/// What one run of the binary did.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Makes a folder that is removed after the test.
pub fn scratch() -> TempDir {
    tempfile::tempdir().expect("a writable folder for temporary files")
}

/// Runs the binary in `folder`; no argument in these tests holds a blank.
pub fn teecast(folder: &Path, arguments: &str) -> Run {
    let output = command(folder, arguments).output().expect("the binary was built for this test");
    let text = |bytes| String::from_utf8(bytes).expect("all output is UTF-8");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Prepares a run of the binary in `folder`.
pub fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_teecast"));
    command.current_dir(folder).args(arguments.split_whitespace());
    command
}

/// Waits for the end of a call, at most so long.
pub fn ended(child: &mut Child, limit: Duration) -> bool {
    let begun = Instant::now();
    while child.try_wait().expect("it was started").is_none() {
        if begun.elapsed() > limit {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    true
}

/// Runs the binary, which must succeed and say nothing on standard error.
pub fn succeed(folder: &Path, arguments: &str) -> String {
    let run = teecast(folder, arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments}");
    run.out
}

/// Describes runs that must fail with nothing on standard output: command, exit code, message.
pub fn failures<'a>(folder: &Path, runs: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for arguments in runs {
        let run = teecast(folder, arguments);
        assert_eq!(run.out, "", "{arguments}");
        let code = run.code.expect("not ended by a signal");
        text += &format!("$ teecast {arguments}\n{}-> {code}\n\n", run.err);
    }
    text
}

/// Reads all files below a folder, sorted by path.
pub fn read(folder: &Path) -> Vec<RtlFile> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let below = path.strip_prefix(folder).expect("found below the folder");
            files.push(RtlFile {
                path: below.to_str().expect("a plain name").replace('\\', "/"),
                text: fs::read_to_string(&path).expect("emitted files are UTF-8"),
            });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// Asserts that two folders hold the same files, and names the first that differs.
pub fn assert_same(found: &[RtlFile], expected: &[RtlFile]) {
    let sorted = |files: &[RtlFile]| {
        let mut files = files.to_vec();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files
    };
    let (found, expected) = (sorted(found), sorted(expected));
    let paths = |files: &[RtlFile]| files.iter().map(|file| file.path.clone()).collect::<Vec<_>>();
    assert_eq!(paths(&found), paths(&expected));
    for (found, expected) in found.iter().zip(&expected) {
        assert!(found.text == expected.text, "{} differs", found.path);
    }
}
