//! Writes an output folder, all or nothing, and only over what an earlier run wrote.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use teecast_writing::folder::Unfinished;

use crate::emit::RtlFile;
use crate::emit::design::MANIFEST;
use crate::emit::manifest::{self, Listed};
use crate::terminal::diagnose;
use crate::terminal::error::Error;
use crate::terminal::output::refused;

/// Who writes folders, and what to type for another one.
pub struct Writer {
    /// The command.
    pub verb: &'static str,
    /// The file of a folder that lists all others with their hashes.
    pub list: &'static str,
    /// Option that chooses where the folder is written.
    pub place: &'static str,
    /// Option that chooses its name.
    pub name: &'static str,
}

/// The folders of designs.
pub const DESIGN: Writer = Writer { verb: "gen", list: MANIFEST, place: "--out", name: "--name" };

/// Replaces the folder `target` by `files`.
///
/// The files are written beside the old folder first, so that a failed run leaves it as it was.
///
/// # Errors
/// Bad input: the folder cannot be written, or holds foreign files and `force` is not given.
pub fn replace(
    writer: &Writer,
    target: &Path,
    files: &[RtlFile],
    force: bool,
) -> Result<(), Error> {
    let Writer { place, name, .. } = writer;
    let above = target.parent().filter(|above| !above.as_os_str().is_empty());
    let out = above.unwrap_or(Path::new("."));
    let unwritable = |path: &Path, cause| refused(path, cause, &format!("choose another {place}"));
    fs::create_dir_all(out).map_err(|cause| unwritable(out, cause))?;
    let new = Unfinished::new(out).map_err(|cause| unwritable(out, cause))?;
    for orphan in &new.orphans {
        let place = orphan.display();
        diagnose(format_args!("note: {place} is of a run that was killed: move or remove it"));
    }
    match fs::symlink_metadata(target) {
        Ok(found) if !found.is_dir() => {
            let sentence = format!("{} exists and is not a folder", target.display());
            return Err(Error::bad_input(sentence).hint(format!("choose another {name}")));
        }
        Ok(_) if !force => refuse_foreign(writer, target)?,
        _ => {}
    }
    for file in files {
        new.write(&file.path, file.text.as_bytes())
            .map_err(|cause| unwritable(&target.join(&file.path), cause))?;
    }
    new.put(target).map_err(|cause| unwritable(target, cause))
}

/// Checks that every file below `target` is in its list and as it was written.
fn refuse_foreign(writer: &Writer, target: &Path) -> Result<(), Error> {
    let Writer { verb, list, name, .. } = writer;
    let unreadable = |cause| Error::io("cannot read", target, cause);
    let mut found = Vec::new();
    walk(target, "", &mut found).map_err(unreadable)?;
    let ours: BTreeMap<String, String> = fs::read_to_string(target.join(list))
        .ok()
        .and_then(|text| manifest::listed(&text))
        .unwrap_or_default()
        .into_iter()
        .map(|Listed { path, sha256 }| (path, sha256))
        .collect();
    let mut foreign: Vec<String> = Vec::new();
    for path in found {
        let hash = || fs::read(target.join(&path)).map(|bytes| manifest::sha256(&bytes));
        match ours.get(&path) {
            Some(sha256) if *sha256 == hash().map_err(unreadable)? => {}
            Some(_) => foreign.push(format!("{path} (changed)")),
            None if path == *list && !ours.is_empty() => {}
            None => foreign.push(path),
        }
    }
    foreign.sort();
    let list = match foreign.as_slice() {
        [] => return Ok(()),
        few if few.len() <= 3 => few.join(", "),
        many => format!("{} and {} more", many[..2].join(", "), many.len() - 2),
    };
    let sentence = format!("{} holds files that {verb} did not write: {list}", target.display());
    Err(Error::bad_input(sentence)
        .hint(format!("choose another {name}, or replace the whole folder with --force")))
}

/// Lists everything below a folder that is not a folder, with `/` between the parts.
fn walk(root: &Path, below: &str, found: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        let name = entry.file_name();
        let path = match below {
            "" => name.to_string_lossy().into_owned(),
            _ => format!("{below}/{}", name.to_string_lossy()),
        };
        if entry.file_type()?.is_dir() {
            walk(root, &path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> RtlFile {
        RtlFile { path: path.to_string(), text: text.to_string() }
    }

    fn entries(folder: &Path) -> Vec<String> {
        let mut found = Vec::new();
        walk(folder, "", &mut found).expect("a readable folder");
        found.sort();
        found
    }

    #[test]
    fn a_run_that_fails_half_way_leaves_the_old_folder_alone() {
        let out = tempfile::tempdir().expect("a folder for temporary files");
        replace(&DESIGN, &out.path().join("x"), &[file("a", "old")], false).expect("the first run");
        // The second file needs a folder where the first one is.
        let impossible = [file("a", "new"), file("a/b", "new")];
        assert!(replace(&DESIGN, &out.path().join("x"), &impossible, true).is_err());
        assert_eq!(entries(out.path()), ["x/a"]);
        assert_eq!(fs::read_to_string(out.path().join("x/a")).expect("a file"), "old");
    }

    #[test]
    fn files_without_a_manifest_are_foreign_and_three_are_named() {
        let out = tempfile::tempdir().expect("a folder for temporary files");
        let files = ["d", "a", "c", "b"].map(|path| file(path, ""));
        replace(&DESIGN, &out.path().join("x"), &files[..3], false).expect("the first run");
        let said = |force| {
            replace(&DESIGN, &out.path().join("x"), &files, force).map_err(|e| e.to_string())
        };
        assert!(said(false).is_err_and(|text| text.contains("write: a, c, d\n")));
        assert!(said(true).is_ok());
        assert!(said(false).is_err_and(|text| text.contains("write: a, b and 2 more\n")));
    }

    #[test]
    fn an_empty_folder_is_nobodys() {
        let out = tempfile::tempdir().expect("a folder for temporary files");
        fs::create_dir(out.path().join("x")).expect("a writable folder");
        assert!(replace(&DESIGN, &out.path().join("x"), &[file("a", "")], false).is_ok());
    }
}
