//! Reads a folder that an earlier `gen` wrote, and says what is no longer as it was.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use teecast_spec::{RawConfig, Spec};

use crate::emit::design::MANIFEST;
use crate::emit::manifest::{self, Listed};
use crate::families;
use crate::terminal::diagnose;
use crate::terminal::error::{Error, Kind};
use crate::terminal::input;

/// A folder that `gen` wrote.
pub struct Written {
    /// What its manifest says.
    pub spec: Spec,
    /// Its absolute path.
    pub folder: PathBuf,
    /// Its files, with paths inside the folder.
    pub listed: Vec<String>,
}

/// Opens a folder and warns of what is no longer as it was. `typed` is an option of a configuration that was given
/// besides, `done` what is done with the folder.
///
/// # Errors
/// Bad input: an option besides, no manifest, or one that is wrong; internal: an audit that fails.
pub fn open(folder: &Path, typed: Option<&str>, done: &str) -> Result<Written, Error> {
    if let Some(option) = typed {
        let shown = folder.display();
        let what = format!("{option} has no effect: the manifest in {shown} says what is {done}");
        let hint = format!("leave out --{option}, or leave out the folder");
        return Err(Error::bad_input(what).hint(hint));
    }
    let spec = configuration(folder)?.validate()?;
    families::audit(&spec)?;
    warn_of_changes(folder, &files(folder)?)?;
    Written::new(spec, folder)
}

/// Returns what to type where a command got neither a folder nor a configuration.
pub fn examples(command: &str) -> String {
    format!(
        "teecast {command} rtl-out/n6_m8, a folder that teecast gen wrote, or \
         teecast {command} --n 3 --m 4"
    )
}

impl Written {
    /// Takes the folder of a configuration.
    ///
    /// # Errors
    /// Bad input: a folder that cannot be read.
    pub fn new(spec: Spec, folder: &Path) -> Result<Self, Error> {
        let folder =
            fs::canonicalize(folder).map_err(|cause| Error::io("cannot read", folder, cause))?;
        let listed = files(&folder)?.into_iter().map(|file| file.path).collect();
        Ok(Self { spec, folder, listed })
    }
}

/// Reads the configuration of a folder from its manifest; files that it names are those of the folder.
///
/// # Errors
/// Bad input: no manifest, or one that is wrong; a file of the configuration that is not as it was
/// written.
pub fn configuration(folder: &Path) -> Result<RawConfig, Error> {
    let manifest = read(folder)?;
    let raw = manifest::configuration(&manifest).map_err(|cause| {
        Error::new(Kind::BadInput, cause).context(folder.join(MANIFEST).display())
    })?;
    let listed = manifest::listed(&manifest).unwrap_or_default();
    let read = |path: &str, most| {
        // Another file would stand for another network than that of the hardware.
        let file = listed.iter().find(|file| file.path == path && file.is_below());
        let file = file.ok_or("it is no file of the folder")?;
        let path = folder.join(path);
        if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
            return Err("it is a link, or no file".to_string());
        }
        let bytes = input::first_bytes(&path.to_string_lossy(), most)?;
        match manifest::sha256(&bytes) == file.sha256 {
            true => Ok(bytes),
            false => Err(format!("it is not as {MANIFEST} says: write the folder again")),
        }
    };
    let raw = raw.with_files(&read);
    raw.map_err(|cause| Error::from(cause).hint("name a folder that teecast gen wrote"))
}

/// Reads which files a folder has.
///
/// # Errors
/// Bad input: no manifest, or one that names what is not in the folder.
pub fn files(folder: &Path) -> Result<Vec<Listed>, Error> {
    let listed = manifest::listed(&read(folder)?).unwrap_or_default();
    match listed.iter().find(|file| !file.is_below()) {
        Some(file) => Err(refused(file, "which is no path of a file that gen writes")),
        None => Ok(listed),
    }
}

/// Warns of files that are missing or not as they were written.
///
/// # Errors
/// Bad input: what is listed is behind a link, or no file.
pub fn warn_of_changes(folder: &Path, listed: &[Listed]) -> Result<(), Error> {
    let mut changed = Vec::new();
    for file in listed {
        let path = folder.join(&file.path);
        // What is missing is a change, and nothing else.
        let is = |path: &Path, kind: fn(&Metadata) -> bool| {
            fs::symlink_metadata(path).map_or(true, |found| kind(&found))
        };
        let mut above = path.ancestors().skip(1).take_while(|above| *above != folder);
        if !is(&path, Metadata::is_file) || !above.all(|it| is(it, Metadata::is_dir)) {
            return Err(refused(file, "which is a link, or no file"));
        }
        let found = path.exists().then(|| input::read_bytes(&path, input::WRITTEN)).transpose()?;
        if found.is_none_or(|bytes| manifest::sha256(&bytes) != file.sha256) {
            changed.push(file.path.as_str());
        }
    }
    let which = match changed.as_slice() {
        [] => return Ok(()),
        few if few.len() <= 3 => few.join(", "),
        many => format!("{} and {} more", many[..2].join(", "), many.len() - 2),
    };
    diagnose(format_args!("warning: not as {MANIFEST} says: {which}"));
    Ok(())
}

fn read(folder: &Path) -> Result<String, Error> {
    let path = folder.join(MANIFEST);
    input::read_text(&path, input::WRITTEN)
        .map_err(|error| error.hint("name a folder that teecast gen wrote"))
}

fn refused(file: &Listed, why: &str) -> Error {
    Error::bad_input(format!("{MANIFEST} names {:?}, {why}", file.path))
        .hint("name a folder that teecast gen wrote")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::bundle::{FolderOptions, Vectors};
    use crate::emit::design;

    #[test]
    fn a_folder_tells_the_configuration_that_it_was_made_from() {
        let configs = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/configs/ok");
        let paths = fs::read_dir(configs).expect("the folder of valid configurations");
        let texts = paths.map(|entry| {
            fs::read_to_string(entry.expect("a readable entry").path()).expect("a readable file")
        });
        let differing = "family = ['hypercube', 'harts']\nn = 9\nm = 2\nhex_size = 3".to_string();
        for (name, families) in [("n6_m8", 2), ("mesh4x4", 1), ("ihc_q4", 1)] {
            let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("rtl-out").join(name);
            let read = configuration(&committed).expect("a manifest is readable");
            let spec = read.validate().expect("gen took it");
            assert_eq!((&*spec.name, spec.families.len()), (name, families));
        }
        for text in texts.chain([differing]) {
            let spec = RawConfig::from_toml(&text).and_then(|raw| raw.validate()).expect(&text);
            let files = design::files(&spec, FolderOptions::default(), Vectors::default());
            let folder = tempfile::tempdir().expect("a folder for temporary files");
            let manifest = files.iter().find(|file| file.path == MANIFEST).expect("a manifest");
            fs::write(folder.path().join(MANIFEST), &manifest.text).expect("a writable folder");
            let read = configuration(folder.path()).expect("a manifest is readable");
            assert_eq!(read.validate().as_ref(), Ok(&spec), "{text}");
        }
    }
}
