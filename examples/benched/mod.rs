//! Writes a configuration with its testbenches for simulation; not an example by itself.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use teecast::cli::output;
use teecast::spec::Spec;
use tempfile::TempDir;

/// The Verilog of a configuration.
pub struct Benched {
    /// Where it lies, until this is dropped.
    pub folder: TempDir,
    /// Folder of the modules under test, a file each.
    pub design: PathBuf,
    /// Testbenches and what belongs to them.
    pub bench: Vec<PathBuf>,
}

/// Writes all files of a configuration.
pub fn write(spec: &Spec) -> Result<Benched, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let [design, tests] = ["design", "tests"].map(|name| folder.path().join(name));
    fs::create_dir(&design)?;
    fs::create_dir(&tests)?;
    let mut bench = Vec::new();
    for file in output::files(spec) {
        let name = Path::new(&file.path).file_name().ok_or("a file has a name")?;
        if !(file.path.ends_with(".v") || file.path.ends_with(".vlt")) {
            continue;
        }
        // The network whose nodes the bench plays is under test, too.
        if file.path.starts_with("testbench") && !file.path.ends_with("_tapped.v") {
            bench.push(tests.join(name));
            fs::write(tests.join(name), &file.text)?;
        } else {
            fs::write(design.join(name), &file.text)?;
        }
    }
    Ok(Benched { folder, design, bench })
}
