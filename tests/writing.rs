//! Single files that options name: what is in their place is kept, followed, written or refused.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{command, failures, scratch, succeed, teecast};

/// A run for each option that names one file to be written, without the name.
const RUNS: [&str; 4] = [
    "explore --out",
    "analyze hamiltonian --topology hypercube --n 2 --out",
    "route ring-tree --graph hypercube:2 --svg",
    "ring-tree repair --graph hypercube:2 --state-out",
];

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a readable file")
}

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).expect("a readable folder").count()
}

#[test]
fn files_beside_the_target_are_not_touched() {
    for run in RUNS {
        let folder = scratch();
        let (mine, link) = (folder.path().join("trees.new"), folder.path().join("x.new"));
        fs::write(&mine, "mine").expect("writable");
        symlink("trees.new", link).expect("writable");
        succeed(folder.path(), &format!("{run} trees.html"));
        succeed(folder.path(), &format!("{run} x.html"));
        assert_eq!((text(&mine).as_str(), count(folder.path())), ("mine", 4), "{run}");
    }
}

#[test]
fn links_stay_and_permissions_too() {
    for run in RUNS {
        let folder = scratch();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "").expect("writable");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("ours");
        symlink("file", &link).expect("writable");
        succeed(folder.path(), &format!("{run} link"));
        let found = fs::metadata(&file).expect("it is there");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink(), "{run}");
        assert!(found.len() > 0 && found.permissions().mode() & 0o777 == 0o640, "{run}");
    }
}

#[test]
fn pipes_get_the_text_and_stay() {
    for run in RUNS {
        let folder = scratch();
        let pipe = folder.path().join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is there");
        assert!(made.success());
        let copy = fs::File::create(folder.path().join("copy")).expect("writable");
        let mut reader = Command::new("cat");
        let mut reader = reader.arg(&pipe).stdout(copy).spawn().expect("cat is there");
        let run = teecast(folder.path(), &format!("{run} pipe"));
        if fs::metadata(&pipe).expect("it is there").is_file() {
            // The reader waits for ever.
            reader.kill().expect("it is ours");
            panic!("{run:?}");
        }
        assert!(reader.wait().expect("it ends").success());
        let copied = text(&folder.path().join("copy"));
        assert!(run.code == Some(0) && !copied.is_empty(), "{run:?}");
    }
}

#[test]
fn what_cannot_be_written_is_refused_in_one_sentence() {
    let folder = scratch();
    let (file, below) = (folder.path().join("file"), folder.path().join("folder"));
    fs::create_dir(below).expect("writable");
    fs::write(&file, "kept").expect("writable");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("ours");
    symlink("file", folder.path().join("link")).expect("writable");
    let runs = [
        "explore --out file",
        "explore --out link",
        "explore --out folder",
        "explore --out none/page.html",
        "ring-tree repair --graph hypercube:2 --state-out - --format json",
        "route ring-tree --graph hypercube:2 --svg - --format dot",
    ];
    insta::assert_snapshot!(failures(folder.path(), runs));
    assert_eq!((text(&file).as_str(), count(folder.path())), ("kept", 3));
}

#[test]
fn a_file_system_that_is_full_leaves_the_old_file() {
    let folder = scratch();
    let page = folder.path().join("page.html");
    fs::write(&page, "old").expect("writable");
    let limited = format!(
        "trap '' XFSZ; ulimit -f 8; exec {} explore --out page.html",
        env!("CARGO_BIN_EXE_teecast")
    );
    let output = Command::new("sh").args(["-c", &limited]).current_dir(folder.path()).output();
    let output = output.expect("there is a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 2), "{said}");
    assert!(said.starts_with("error: cannot write page.html: File too large"), "{said}");
    assert_eq!((text(&page).as_str(), count(folder.path())), ("old", 1));
}

#[test]
fn writers_of_one_file_do_not_meet() {
    let folder = scratch();
    let start = || {
        let mut writer = command(folder.path(), "explore --out page.html");
        writer.stdout(Stdio::null()).spawn().expect("the binary was built for this test")
    };
    let writers: Vec<_> = (0..20).map(|_| start()).collect();
    for mut writer in writers {
        assert!(writer.wait().expect("it is ours").success());
    }
    assert!(text(&folder.path().join("page.html")).ends_with("</html>\n"));
    assert_eq!(count(folder.path()), 1);
}

#[test]
fn a_dash_is_standard_output() {
    let folder = scratch();
    for run in RUNS {
        let printed = succeed(folder.path(), &format!("{run} -"));
        succeed(folder.path(), &format!("{run} file"));
        assert_eq!(printed, text(&folder.path().join("file")), "{run}");
    }
    assert_eq!(count(folder.path()), 1);
}

#[test]
fn pages_of_the_manual_are_written_with_the_same_care() {
    let folder = scratch();
    fs::create_dir(folder.path().join("man")).expect("writable");
    let aside = folder.path().join("aside");
    fs::write(&aside, "").expect("writable");
    symlink("../aside", folder.path().join("man/teecast-gen.1")).expect("writable");
    fs::write(folder.path().join("man/teecast.1"), "").expect("writable");
    let read_only = fs::Permissions::from_mode(0o444);
    fs::set_permissions(folder.path().join("man/teecast.1"), read_only).expect("ours");
    let refused = teecast(folder.path(), "man --out man");
    assert!(refused.code == Some(2) && refused.err.contains("read-only"), "{refused:?}");
    assert!(text(&aside).contains("teecast\\-gen"), "the link is followed");
}
