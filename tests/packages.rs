//! What is emitted for the tools of users is used by these tools: FuseSoC, Bender, linters. Components of catalogues are
//! in `catalogues.rs`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use teecast::emit::bundle::{FolderOptions, Vectors};
use teecast::emit::{design, manifest};
use teecast::spec::verilog::header;
use teecast::spec::{RawConfig, Spec};
use teecast_cosim::lint::{Level, lint};
use teecast_cosim::tools;
use tempfile::TempDir;

use crate::ROOT;
use crate::program::{read, scratch, succeed, teecast};
use crate::samples;

/// The first sample of a family.
pub struct Sample {
    spec: Spec,
    /// Its folder.
    pub family: &'static str,
    /// The modules for direct use, largest first.
    tops: Vec<String>,
}

impl Sample {
    /// Returns the options of `gen`.
    pub fn options(&self) -> String {
        let command = design::command(&self.spec);
        command.strip_prefix("teecast gen ").expect("it is a command").to_string()
    }
}

/// Returns the first sample of each family.
pub fn smallest() -> Vec<Sample> {
    let sample = |spec: Spec| {
        let bundle = design::bundles(&spec).remove(0);
        let tops = bundle.tops.into_iter().map(|top| top.module).collect();
        Sample { spec, family: bundle.family, tops }
    };
    samples::smallest().into_iter().map(sample).collect()
}

/// The folder of Python packages that `scripts/setup` installs.
fn packages() -> String {
    format!("{ROOT}/.tools/python")
}

/// Says whether a tool is there; a missing one is named, and an error where tools are required.
pub fn is_there(tool: &str, found: bool, hint: &str) -> bool {
    if !found {
        assert!(!tools::required(), "{tool} is missing; {hint}");
        eprintln!("skipped: {tool} is missing; {hint}");
    }
    found
}

/// Prepares Python with the installed packages, if it can import all of some modules.
pub fn python(modules: &str) -> Option<Command> {
    let prepared = || {
        let mut command = Command::new("python3");
        let path = std::env::var("PATH").unwrap_or_default();
        let tools = format!("{ROOT}/scripts/bin:{}/bin:{path}", packages());
        command.env("PYTHONPATH", packages()).env("PATH", tools);
        command
    };
    let output = prepared().args(["-c", &format!("import {modules}")]).output();
    let found = output.is_ok_and(|output| output.status.success());
    is_there(&format!("Python with {modules}"), found, "run `make setup`").then(prepared)
}

/// Runs a command that has to succeed; returns what it prints.
pub fn printed(command: &mut Command) -> String {
    let output = command.output().expect("a program that was found");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let all = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{command:?}: {all}");
    all
}

/// Generates a design into `folder`; returns where it is.
pub fn generated(folder: &Path, options: &str, name: &str) -> PathBuf {
    succeed(folder, &format!("gen {options} --out . --name {name}"));
    folder.join(name)
}

/// Prepares FuseSoC for the cores of a folder, if it is there.
fn fusesoc(folder: &Path) -> Option<Command> {
    let mut command = python("fusesoc.main")?;
    let start = "import sys; from fusesoc.main import main; sys.exit(main())";
    command.current_dir(folder).args(["-c", start, "--cores-root", "."]);
    Some(command)
}

/// A design that FuseSoC finds.
struct Core {
    folder: TempDir,
    design: PathBuf,
    vlnv: String,
}

impl Core {
    /// Generates a sample.
    fn new(sample: &Sample) -> Self {
        let (family, top) = (sample.family, &sample.tops[0]);
        let folder = scratch();
        let design = generated(folder.path(), &sample.options(), family);
        let core = fs::read_to_string(design.join(format!("{top}.core"))).expect("a core");
        assert!(core.starts_with("CAPI=2:\n"), "{core}");
        let hash = &design::header(&sample.spec).config_hash[..8];
        let vlnv = format!("teecast:{family}:{family}_{hash}:{}", env!("CARGO_PKG_VERSION"));
        assert!(core.contains(&format!("\nname: {vlnv}\n")), "{core}");
        Self { folder, design, vlnv }
    }

    /// Returns how FuseSoC runs a target, or names what is missing.
    fn run(&self, target: &str) -> Option<Command> {
        let mut command = fusesoc(self.folder.path())?;
        command.args(["run", &format!("--target={target}"), &self.vlnv]);
        Some(command)
    }
}

#[test]
fn fusesoc_lints_every_family_and_simulates_all_but_the_hexmesh() {
    for sample in smallest() {
        let core = Core::new(&sample);
        let Some(mut lint) = core.run("lint") else { return };
        printed(&mut lint);
        let (family, top) = (sample.family, &sample.tops[0]);
        // One template makes the cores, and the vectors of the hexagonal mesh take Icarus half a minute.
        if family == "harts" {
            continue;
        }
        let sim = || core.run("sim").expect("it was found");
        printed(&mut sim());
        // A delivery that is not expected ends the run with an error.
        if family == "hypercube" {
            let expected = core.design.join(format!("testbench/vectors/{top}/expected.txt"));
            let text = fs::read_to_string(&expected).expect("vectors");
            fs::write(&expected, text.split_once('\n').expect("lines").1).expect("writable");
            let failed = sim().output().expect("it was found");
            assert!(!failed.status.success(), "{failed:?}");
        }
    }
}

#[test]
fn each_of_two_meshes_under_one_root_is_a_core_of_its_own() {
    let folder = scratch();
    for side in ["2x2", "3x3"] {
        let options = format!("--family region --mesh {side} --max-data 1");
        let design = generated(folder.path(), &options, &format!("mesh{side}"));
        let core = fs::read_to_string(design.join("region_network.core")).expect("a core");
        let vlnv = core.lines().find_map(|line| line.strip_prefix("name: ")).expect("a name");
        let sheet = fs::read_to_string(design.join("README.md")).expect("a data sheet");
        assert!(sheet.contains(&format!("`{vlnv}`")), "{vlnv}");
        let Some(mut fusesoc) = fusesoc(folder.path()) else { return };
        printed(fusesoc.args(["run", "--setup", "--target=lint", vlnv]));
    }
    let page = fs::read_to_string(format!("{ROOT}/docs/integration.md")).expect("a page");
    let golden = RawConfig::from_toml("family = [\"region\"]\nmesh = \"4x4\"");
    let golden = golden.and_then(|raw| raw.validate()).expect("a configuration");
    let name = format!("teecast:region:mesh4x4_{}", &design::header(&golden).config_hash[..8]);
    assert!(page.contains(&format!("--target=sim {name}\n")), "{name}");
    // What is to be compiled is a copy of the chosen design.
    let mut networks: Vec<_> = read(&folder.path().join("build")).into_iter().collect();
    networks.retain(|file| file.path.ends_with("/region_network.v"));
    networks.sort_by_key(|file| file.text.len());
    for (built, side) in networks.iter().zip(["2x2", "3x3"]) {
        let own = folder.path().join(format!("mesh{side}/region/region_network.v"));
        assert_eq!(built.text, fs::read_to_string(own).expect("a network"));
    }
    assert_eq!(networks.len(), 2);
}

#[test]
#[ignore = "half a minute of Icarus: make packages"]
fn fusesoc_simulates_the_hexmesh() {
    let hexmesh = smallest().into_iter().find(|sample| sample.family == "harts");
    if let Some(mut sim) = Core::new(&hexmesh.expect("a hexagonal mesh")).run("sim") {
        printed(&mut sim);
    }
}

#[test]
fn wrappers_are_clean_with_interfaces_too() {
    let region = ["region_network", "region_router"];
    wrappers_are_clean("--family region --mesh 2x2 --max-data 1", &region);
    wrappers_are_clean("--family ring-tree --graph path:2", &["ring_tree_network"]);
}

/// Lints the wrappers of some modules, whose names get the prefix `left_`.
fn wrappers_are_clean(options: &str, modules: &[&str]) {
    let folder = scratch();
    let design = generated(folder.path(), &format!("{options} --prefix left_ --wrapper sv"), "sv");
    let list = fs::read_to_string(design.join("filelist.f")).expect("a file list");
    let files: Vec<PathBuf> = list.lines().map(|line| design.join(line)).collect();
    let (sv, verilog): (Vec<_>, Vec<_>) =
        files.iter().cloned().partition(|path| path.extension().is_some_and(|it| it == "sv"));
    let tops: Vec<String> = modules.iter().map(|module| format!("left_{module}_axis")).collect();
    let tops: Vec<&str> = tops.iter().map(String::as_str).collect();
    let report = lint(&verilog, &tops, Level::Structure).expect("all tools run");
    assert!(report.findings.is_empty(), "{report}");
    let names: Vec<_> = sv.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    let mut expected = vec!["left_tee_axis_if.sv".to_string()];
    expected.extend(modules.iter().map(|module| format!("left_{module}_sv.sv")));
    assert_eq!(names, expected);
    let found = tools::or_skipped(tools::find(tools::Tool::Verilator)).expect("a usable linter");
    let Some(verilator) = found else { return };
    let mut command = verilator.command(folder.path());
    let top = format!("left_{}_sv", modules[0]);
    command.args(["--lint-only", "-Wall", "--top-module", &top]).args(&files);
    printed(&mut command);
}

#[test]
fn wrappers_that_fill_bytes_up_are_clean() {
    for (options, top) in [
        ("--family region --mesh 2x2 --max-data 1 --width 13", "region_network_axis"),
        ("--family ring-tree --graph path:3 --payload 13", "ring_tree_network_axis"),
    ] {
        let folder = scratch();
        let design = generated(folder.path(), options, "padded");
        let list = fs::read_to_string(design.join("filelist.f")).expect("a file list");
        let files: Vec<PathBuf> = list.lines().map(|line| design.join(line)).collect();
        let report = lint(&files, &[top], Level::Structure).expect("all tools run");
        assert!(report.findings.is_empty(), "{report}");
    }
}

#[test]
fn streams_of_wrappers_have_whole_bytes_and_an_end() {
    let configured = |toml: &str| {
        RawConfig::from_toml(toml).and_then(|raw| raw.validate()).expect("a configuration")
    };
    let odd = [
        configured("family = [\"region\"]\nmesh = \"2x2\"\nwidth = 13"),
        configured("family = [\"ring-tree\"]\ngraph = \"path:3\"\npayload = 13"),
    ];
    let samples = smallest().into_iter().map(|sample| sample.spec);
    for spec in samples.chain(odd) {
        let files = design::files(&spec, FolderOptions::default(), Vectors::default());
        for file in files.iter().filter(|file| file.path.ends_with("_axis.v")) {
            let wrapper = file.path.trim_end_matches(".v");
            let ports = header(&file.text, wrapper).and_then(|header| header.ports(&[]));
            let ports = ports.expect("a readable header");
            let named = |ending: &str| -> Vec<_> {
                ports.iter().filter(|port| port.name.ends_with(ending)).collect()
            };
            let data = named("_axis_tdata");
            assert!(!data.is_empty() && data.iter().all(|port| port.width % 8 == 0), "{wrapper}");
            assert_eq!(named("_axis_tlast").len(), data.len(), "{wrapper}");
            // Both directions of a ring tree have the payload, and the origin is beside it.
            if spec.families[0].family().name() == "ring-tree" {
                let widths: Vec<u32> = data.iter().map(|port| port.width).collect();
                assert!(widths.iter().all(|width| *width == widths[0]), "{widths:?}");
                assert_eq!(named("_axis_tid").len() * 2, data.len());
            }
        }
    }
}

#[test]
fn the_file_list_for_any_folder_compiles_elsewhere() {
    let folder = scratch();
    let design = generated(folder.path(), "--family region --mesh 2x2 --max-data 1", "region");
    let list = fs::read_to_string(design.join("anywhere.f")).expect("a file list");
    let found = tools::or_skipped(tools::find(tools::Tool::Icarus)).expect("a usable compiler");
    let Some(icarus) = found else { return };
    assert!(
        list.starts_with(
            "// The folder of this file is the value of the variable TEECAST_REGION.\n"
        )
    );
    let elsewhere = scratch();
    let mut command = icarus.command(elsewhere.path());
    command.current_dir(elsewhere.path()).env("TEECAST_REGION", &design);
    command.args(["-g2005", "-Wall", "-s", "region_network_axis", "-o", "compiled", "-f"]);
    assert_eq!(printed(command.arg(design.join("anywhere.f"))), "");
}

#[test]
fn constraints_have_the_clock_that_is_asked_for_or_was_measured() {
    let folder = scratch();
    let clock = |options: &str| {
        let design = generated(folder.path(), options, "clock");
        let files = read(&design);
        let sdc = files.iter().find(|file| file.path.ends_with(".sdc")).expect("constraints");
        let sheet = files.iter().find(|file| file.path == "README.md").expect("a data sheet");
        let listed =
            manifest::listed(&files.iter().find(|it| it.path == "manifest.json").expect("it").text);
        let listed = listed.expect("a manifest").into_iter().find(|file| file.path == sdc.path);
        assert_eq!(listed.expect("it is listed").sha256, manifest::sha256(sdc.text.as_bytes()));
        let options =
            sheet.text.lines().find(|line| line.starts_with("    teecast gen")).map(str::to_string);
        let clock = sdc.text.split('.').next().expect("a clock").to_string();
        (clock, options.expect("a command"), sheet.text.clone())
    };
    // That of this configuration, not that of its size.
    let nearest = "--family region --mesh 16x16 --max-data 15 --algorithm nearest-corner";
    for options in ["--family hypercube --n 6 --m 8", nearest] {
        let (clock, _, sheet) = clock(options);
        let row = sheet.lines().find(|line| line.starts_with("| router on ECP5")).expect("a row");
        let measured = row.split([',', '|']).find_map(|it| it.trim().strip_suffix(" MHz"));
        let measured: f64 = measured.and_then(|it| it.parse().ok()).expect("a clock");
        assert!(measured > 50.0, "{row}");
        let expected =
            format!("# {} MHz, as measured on ECP5, speed 6, rounded down", measured.floor());
        assert_eq!(clock, expected);
    }
    assert_eq!(clock("--family hypercube --n 2 --m 2").0, "# 50 MHz, the default: not measured");
    let vote = "gen --family hypercube --n 6 --m 8 --vote nca --vectors false --out . --name nca";
    assert_eq!(teecast(folder.path(), vote).code, Some(0));
    let sdc = fs::read_to_string(folder.path().join("nca/hypercube.sdc")).expect("constraints");
    assert!(sdc.starts_with("# 9 MHz"), "{sdc}");
    let (asked, command, _) = clock("--family hypercube --n 6 --m 8 --clock-mhz 125 --wrapper sv");
    assert!(asked.starts_with("# 125 MHz, as asked for"), "{asked}");
    assert!(command.ends_with(" --clock-mhz 125 --wrapper sv"), "{command}");
}

#[test]
fn gen_names_the_clock_dear_votes_and_the_message_that_fits() {
    let folder = scratch();
    let run = |options: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_teecast"));
        command.current_dir(&folder).arg("gen").args(options.split(' '));
        printed(&mut command)
    };
    let cube = run("--family hypercube --n 4 --m 4 --vote nca --vectors false");
    assert!(cube.contains("\nhypercube: clock 50 MHz, the default: not measured\n"), "{cube}");
    let dear = "warning: --vote nca takes 2.3 times the LUT4 of --vote greedy and leaves 15 %";
    assert!(cube.contains(dear), "{cube}");
    let mesh = run("--family region --mesh 4x4 --vectors false");
    let fits =
        "queue of 65 flits takes the memory of 128; --max-data 63 fits 64, half the memory, where";
    assert!(mesh.contains(fits), "{mesh}");
    let sheet = fs::read_to_string(folder.path().join("rtl-out/mesh4x4/README.md"));
    assert!(sheet.expect("a data sheet").contains(fits));
    let fitting = run("--family region --mesh 4x4 --max-data 63 --vectors false");
    assert!(!fitting.contains("half the memory"), "{fitting}");
}

#[test]
fn the_page_of_results_has_the_numbers_of_the_data_sheets() {
    let page = fs::read_to_string(format!("{ROOT}/docs/qor.md")).expect("a page");
    let file = fs::read_to_string(format!("{ROOT}/generator/emit/src/measured.toml"));
    let file: toml::Table = toml::from_str(&file.expect("the numbers")).expect("TOML");
    let designs = file["design"].as_array().expect("designs").iter();
    let numbers = designs.flat_map(|design| design["number"].as_array().expect("numbers"));
    let mut ours: Vec<Vec<String>> = Vec::new();
    for number in numbers {
        let [value, command] = ["value", "command"].map(|key| number[key].as_str().expect("text"));
        let Some((_, case)) = command.split_once(" qor ") else { continue };
        let unit = |unit: &str| {
            let found = value.split(", ").find_map(|part| part.strip_suffix(unit));
            found.unwrap_or_default().trim().to_string()
        };
        let module = case.split(',').next().expect("a module");
        ours.push(vec![module.to_string(), unit("LUT4"), unit("MHz")]);
    }
    let (_, table) = page.split_once("table is written by `make qor`. -->\n").expect("a table");
    let (table, _) = table.split_once("\n<!--").expect("its end");
    let mut theirs: Vec<Vec<String>> = Vec::new();
    for row in table.lines().skip(2) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let module = cells[1].trim_matches('`');
        // Parts of a router have no data sheet, except one.
        if module.ends_with("_router") || module.ends_with("_node") || row.contains("| 220 |") {
            theirs.push(vec![module.to_string(), cells[4].to_string(), cells[12].to_string()]);
        }
    }
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs);
}

#[test]
#[ignore = "make packages installs Bender, which takes minutes"]
fn bender_lists_exactly_the_file_list() {
    let local = PathBuf::from(format!("{ROOT}/.tools/bin/bender"));
    let bender = if local.exists() { local } else { PathBuf::from("bender") };
    let found = Command::new(&bender).arg("--version").output().is_ok();
    if !is_there("Bender", found, "run `make packages`") {
        return;
    }
    let folder = scratch();
    for sample in smallest() {
        let options = format!("{} --wrapper sv", sample.options());
        let design = generated(folder.path(), &options, sample.family);
        let output = Command::new(&bender).current_dir(&design).args(["script", "flist"]).output();
        let output = output.expect("it was found");
        let root = format!("{}/", design.canonicalize().expect("a folder").display());
        let listed = String::from_utf8(output.stdout).expect("plain text").replace(&root, "");
        let list = fs::read_to_string(design.join("filelist.f")).expect("a file list");
        assert_eq!(listed.trim_end(), list.trim_end(), "{:?}", output.stderr);
    }
}
