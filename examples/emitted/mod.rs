//! Writes the hardware of a configuration where synthesis reads it; not an example by itself.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use teecast::emit::design;
use teecast::spec::Spec;
use tempfile::TempDir;

/// Returns the folder, which vanishes when it is dropped, and its files.
pub fn write(spec: &Spec) -> Result<(TempDir, Vec<PathBuf>), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let mut files = Vec::new();
    for file in design::bundles(spec).into_iter().flat_map(|bundle| bundle.files) {
        let path = folder.path().join(Path::new(&file.path).file_name().ok_or("no file name")?);
        fs::write(&path, file.text)?;
        files.push(path);
    }
    Ok((folder, files))
}
