//! Pages in a browser: what `teecast repro` writes, and the book; light and dark, wide and on a phone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::ROOT;
use crate::packages::{is_there, printed, python};
use crate::program::{scratch, succeed};

/// Says whether a program answers when asked for its version.
pub fn runs(path: &Path) -> bool {
    let quiet = Command::new(path).arg("--version").stdout(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}

/// Returns Python with a script that uses Chromium; what is missing is named, and an error where tools are
/// required.
pub fn script(path: &str) -> Option<Command> {
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let found = browsers.iter().any(|name| runs(Path::new(name)));
    if !is_there("Chromium", found, "run `scripts/setup --page`") {
        return None;
    }
    let mut python = python("playwright.sync_api")?;
    python.env("PYTHONDONTWRITEBYTECODE", "1").arg(format!("{ROOT}/{path}"));
    Some(python)
}

/// Returns the folder for screenshots.
fn screenshots() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser")
}

#[test]
fn the_report_can_be_read_in_the_dark_and_on_a_phone() {
    let folder = scratch();
    for study in ["lan88-fig5.2", "lan88-table5.1", "lan88-fig5.4 --runs 20"] {
        succeed(folder.path(), &format!("repro {study} --out report"));
    }
    let Some(mut python) = script("tests/browser/report.py") else { return };
    printed(python.arg(folder.path().join("report/report.html")).arg(screenshots()));
}

#[test]
fn every_picture_of_the_pages_has_colours_for_the_dark() {
    let mut pictures = 0;
    for entry in fs::read_dir(format!("{ROOT}/docs/pictures")).expect("the pictures") {
        let path = entry.expect("a readable entry").path();
        if path.extension().is_some_and(|ending| ending == "svg") {
            let svg = fs::read_to_string(&path).expect("a picture is text");
            assert!(svg.contains("prefers-color-scheme"), "{path:?} stays white on a dark page");
            pictures += 1;
        }
    }
    assert!(pictures > 10, "{pictures}");
}

#[test]
#[ignore = "needs the book: make book-check"]
fn the_book_can_be_read_in_the_dark_and_its_commands_fit() {
    let Some(mut python) = script("tests/browser/book.py") else { return };
    printed(python.arg(format!("{ROOT}/build/book")).arg(screenshots()));
}
