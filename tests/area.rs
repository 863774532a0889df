//! Area of routers by their place: what a port without a neighbour feeds vanishes in synthesis.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use teecast::emit::RtlFile;
use teecast::output;
use teecast::spec::verilog::{self, Direction};
use teecast::spec::{FAMILY, RawConfig, option, region};
use teecast_cosim::tools::{self, Program, Tool};

use crate::program::scratch;

/// A place in a mesh of 4 x 4: number of the node, bits of the directions with a neighbour, and of those
/// in which messages come.
struct Place {
    node: u32,
    linked: u32,
    from: u32,
}

/// Returns a module `placed`, the router with the constants of a place.
fn placed(router: &str, place: &Place) -> String {
    let header = verilog::header(router, "region_router").expect("a readable header");
    let ports = header.ports(&[]).expect("widths are numbers");
    let Place { node, linked, from } = place;
    let (mut declared, mut pins) = (Vec::new(), Vec::new());
    for port in &ports {
        let (name, range) = (&port.name, format!("[{}:0]", port.width - 1));
        let constant = match name.as_str() {
            "here_i" | "node_i" => Some(format!("4'd{node}")),
            "linked_i" => Some(format!("4'd{linked}")),
            "s_link_valid_i" => Some(format!("{name} & 4'd{from}")),
            "m_link_ready_i" | "m_link_vacant_i" | "m_link_begins_i" => {
                Some(format!("{name} & 4'd{linked}"))
            }
            _ => None,
        };
        let direction = match port.direction {
            Direction::Input => "input",
            Direction::Output => "output",
        };
        declared.push(format!("{direction} wire {range} {name}"));
        pins.push(format!(".{name}({})", constant.as_ref().unwrap_or(name)));
    }
    let (declared, pins) = (declared.join(",\n  "), pins.join(",\n    "));
    format!(
        "module placed (\n  {declared}\n);\n  region_router u_router (\n    {pins}\n  );\nendmodule\n"
    )
}

/// Returns the LUT4 of a router at a place, as Yosys counts them for ECP5.
fn luts(yosys: &Program, files: &[RtlFile], place: &Place) -> usize {
    let folder = scratch();
    let is_router = |file: &&RtlFile| file.path.ends_with("/region_router.v");
    let router = files.iter().find(is_router).expect("the router is emitted");
    let mut script = String::new();
    let wrapper = RtlFile { path: "placed.v".to_string(), text: placed(&router.text, place) };
    let is_hardware = |file: &&RtlFile| {
        let folders = ["common/", "region/"];
        file.path.ends_with(".v") && folders.iter().any(|folder| file.path.starts_with(folder))
    };
    for file in files.iter().filter(is_hardware).chain([&wrapper]) {
        let name = Path::new(&file.path).file_name().and_then(|name| name.to_str());
        let name = name.expect("files have names");
        fs::write(folder.path().join(name), &file.text).expect("writable");
        writeln!(script, "read_verilog {name}").expect("a string takes everything");
    }
    script += "synth_ecp5 -nowidelut -top placed\nstat\n";
    fs::write(folder.path().join("area.ys"), script).expect("writable");
    let mut command = Command::new(&yosys.path);
    let run = command.args(["-s", "area.ys"]).current_dir(folder.path()).output().expect("it runs");
    let said = String::from_utf8(run.stdout).expect("plain text");
    assert!(run.status.success(), "{said}");
    // The last table is that of the whole; newer versions put the count first.
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<String>>();
    let mut rows =
        said.lines().rev().map(words).filter(|words| words.iter().any(|word| word == "LUT4"));
    let row = rows.next().expect("a router has look-up tables");
    row.iter().find_map(|word| word.parse().ok()).expect("a count stands beside the name")
}

#[test]
fn a_corner_router_of_a_mesh_takes_at_most_three_fifths_of_an_inner_one() {
    let found = tools::or_skipped(tools::find(Tool::Yosys)).expect("a usable Yosys");
    let Some(yosys) = found else { return };
    let raw = RawConfig::default().with(&FAMILY, vec!["region"]);
    let raw = raw
        .with(&region::MESH, "4x4".to_string())
        .with(&option::MAX_DATA, 15)
        .with(&option::NETWORK, false);
    let files = output::files(&raw.validate().expect("valid"));
    // Node (0, 0) has neighbours in +X and +Y; from there messages come in -X and -Y.
    let corner = luts(&yosys, &files, &Place { node: 0, linked: 0b0101, from: 0b1010 });
    let inner = luts(&yosys, &files, &Place { node: 5, linked: 0b1111, from: 0b1111 });
    assert!(corner * 10 <= inner * 6 && corner > 0, "corner {corner}, inner {inner}");
    eprintln!("LUT4: corner {corner}, inner {inner}");
}
