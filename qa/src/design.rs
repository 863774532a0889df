//! Writes the Verilog of a configuration where the tools read it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use teecast::emit::design;
use teecast::output;
use teecast::spec::Spec;
use tempfile::TempDir;

use crate::Failure;

/// Writes the hardware alone.
///
/// Returns the folder, which vanishes when it is dropped, and its files.
pub fn hardware(spec: &Spec) -> Result<(TempDir, Vec<PathBuf>), Failure> {
    let folder = tempfile::tempdir()?;
    let mut files = Vec::new();
    for file in design::bundles(spec).into_iter().flat_map(|bundle| bundle.files) {
        let path = folder.path().join(Path::new(&file.path).file_name().ok_or("no file name")?);
        fs::write(&path, file.text)?;
        files.push(path);
    }
    Ok((folder, files))
}

/// A configuration with its testbenches.
pub struct Benched {
    /// Where it lies, until this is dropped.
    pub folder: TempDir,
    /// Folder of the modules under test, a file each.
    pub design: PathBuf,
    /// Testbenches and what belongs to them.
    pub bench: Vec<PathBuf>,
}

/// Writes the hardware and the testbenches.
pub fn with_benches(spec: &Spec) -> Result<Benched, Failure> {
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
        // The network whose nodes the testbench plays is under test, too.
        if file.path.starts_with("testbench") && !file.path.ends_with("_tapped.v") {
            bench.push(tests.join(name));
            fs::write(tests.join(name), &file.text)?;
        } else {
            fs::write(design.join(name), &file.text)?;
        }
    }
    Ok(Benched { folder, design, bench })
}

impl Benched {
    /// Returns the files of modules that the testbench of a device places beside it, and of those below
    /// them. `files` define the modules of the device.
    pub fn beside(&self, device: &str, files: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
        let mut defined = BTreeSet::new();
        for file in files {
            let text = fs::read_to_string(file)?;
            let names = text.lines().filter_map(|line| words(line.strip_prefix("module ")?).next());
            defined.extend(names.map(str::to_string));
        }
        let testbench = format!("{device}_tb.v");
        let bench = self.bench.iter().find(|path| path.ends_with(&testbench));
        let mut open = vec![bench.ok_or("a device has a testbench")?.clone()];
        let mut beside = BTreeSet::new();
        while let Some(path) = open.pop() {
            let text = fs::read_to_string(path)?;
            for word in words(&text).filter(|word| !defined.contains(*word)) {
                let path = self.design.join(format!("{word}.v"));
                if path.is_file() && beside.insert(path.clone()) {
                    open.push(path);
                }
            }
        }
        Ok(beside.into_iter().collect())
    }
}

/// Returns the identifiers and numbers of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use teecast::spec::HypercubeSpec;

    use super::*;

    #[test]
    fn a_bench_brings_what_it_places_beside_its_device() {
        let families = vec![HypercubeSpec::new(3, 4).into()];
        let spec = Spec::new("benched", families);
        let written = with_benches(&spec).expect("writable");
        let names = |device: &str, of_device: &[&str]| -> Vec<String> {
            let files: Vec<PathBuf> =
                of_device.iter().map(|name| written.design.join(format!("{name}.v"))).collect();
            let beside = written.beside(device, &files).expect("readable");
            beside
                .iter()
                .map(|path| path.file_stem().expect("a module").display().to_string())
                .collect()
        };
        // The bench of a unit has an output of each kind for it; what these share with it is there.
        let shared = [
            "mhu",
            "tee_memory",
            "tee_round_robin_arbiter",
            "tee_lowest_set_bit",
            "mhu_branch_control",
        ];
        let outputs = [
            "hypercube_credit_counter",
            "hypercube_delivery_output",
            "hypercube_flit_mux",
            "hypercube_link_output",
            "tee_queue",
        ];
        assert_eq!(names("mhu", &shared), outputs);
        assert!(names("hypercube_network", &["hypercube_network"]).is_empty());
        assert!(written.beside("mhu_score", &[]).is_err(), "it has no testbench");
    }
}
