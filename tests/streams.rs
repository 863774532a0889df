//! Wrappers with TKEEP, TID, TUSER and TDEST: what is refused, what is written, and that frames arrive.

use std::fs;
use std::path::PathBuf;

use serde_json::json;
use teecast::spec::verilog::header;
use teecast_cosim::lint::{Level, lint};
use teecast_cosim::tools::{self, Tool};

use crate::ROOT;
use crate::packages::{generated, printed, python};
use crate::program::{read, scratch, succeed, teecast};

/// A design with all options: its table, and what a bench has to know.
struct Case {
    /// Family, size and largest data.
    options: &'static str,
    table: &'static str,
    wrapper: &'static str,
    nodes: u32,
    /// Longest frame that is sent.
    ///
    /// **Units**: bytes.
    bytes: u32,
    /// TDEST, nodes that it reaches, copies, and whether the source is spared.
    destinations: Vec<(u32, Vec<u32>, usize, bool)>,
    unknown: u32,
    /// A frame that is too long is not delivered.
    discards_long: bool,
}

/// Widths of the user's TID and TUSER: they take two flits of 32 bits.
const WIDTHS: &str = "--tkeep --tid-width 5 --tuser-width 40";

fn region() -> Case {
    Case {
        options: "--family region --mesh 3x2 --max-data 6",
        table: "entry = [{ box = [[0, 0], [1, 1]] }, { broadcast = 1 }, { box = [[2, 1], [0, 1]] }]",
        wrapper: "region_network_axis",
        nodes: 6,
        bytes: 12,
        destinations: vec![
            (5, vec![5], 1, false),
            (6, vec![0, 1, 3, 4], 1, false),
            (7, (0..6).collect(), 1, false),
            (8, vec![3, 4, 5], 1, false),
        ],
        unknown: 9,
        discards_long: false,
    }
}

fn hypercube() -> Case {
    Case {
        options: "--family hypercube --n 3 --m 4 --max-data 6",
        table: "entry = [{ list = [1, 3] }, { broadcast = 1 }]",
        wrapper: "hypercube_network_axis",
        nodes: 8,
        bytes: 5,
        destinations: vec![
            (5, vec![5], 1, false),
            (8, vec![1, 3], 1, false),
            (9, (0..8).collect(), 1, true),
        ],
        unknown: 12,
        discards_long: false,
    }
}

/// Headers of three flits, in which the number straddles two.
fn hexmesh() -> Case {
    Case {
        options: "--family harts --n 2 --width 8 --max-data 12",
        table: "entry = [{ broadcast = 3 }, { broadcast = 6 }]",
        wrapper: "hexmesh_network_axis",
        nodes: 7,
        bytes: 3,
        destinations: vec![
            (5, vec![5], 1, false),
            (7, (0..7).collect(), 3, true),
            (8, (0..7).collect(), 6, true),
        ],
        unknown: 9,
        discards_long: true,
    }
}

impl Case {
    /// Generates the design, and returns its folder.
    fn design(&self, folder: &std::path::Path, more: &str) -> PathBuf {
        fs::write(folder.join("table.toml"), self.table).expect("writable");
        let options = format!("{} --vectors false --tdest table.toml {WIDTHS}{more}", self.options);
        generated(folder, &options, "design")
    }

    /// Sends frames in cocotb, from all nodes.
    fn simulate(&self) {
        let Some(mut python) = python("cocotb, cocotbext.axi") else { return };
        if tools::or_skipped(tools::find(Tool::Icarus)).expect("a usable simulator").is_none() {
            return;
        }
        let folder = scratch();
        let design = self.design(folder.path(), "");
        let destinations = self.destinations.iter().map(|(tdest, nodes, copies, spares)| {
            let reached: Vec<u32> =
                nodes.iter().flat_map(|node| std::iter::repeat_n(*node, *copies)).collect();
            json!([tdest, reached, spares])
        });
        let asked = json!({
            "nodes": self.nodes, "id": 5, "user": 40, "bytes": self.bytes, "unknown": self.unknown,
            "destinations": destinations.collect::<Vec<_>>(), "discards_long": self.discards_long,
        });
        python.env("STREAMS", asked.to_string()).env("PYTHONDONTWRITEBYTECODE", "1");
        python.current_dir(&folder).arg(format!("{ROOT}/tests/streams/run.py")).arg(design);
        printed(python.arg(self.wrapper).arg(folder.path().join("build")));
    }
}

#[test]
fn frames_arrive_at_a_node_at_a_box_and_at_all_nodes_of_a_mesh() {
    region().simulate();
}

#[test]
#[ignore = "minutes of Icarus: make packages"]
fn frames_arrive_in_a_hypercube_and_a_hexagonal_mesh() {
    hypercube().simulate();
    hexmesh().simulate();
}

/// Lints the wrappers of a network and of its router, if that has one of the kind.
fn clean(case: &Case, router: Option<&str>) {
    let folder = scratch();
    let design = case.design(folder.path(), "");
    let list = fs::read_to_string(design.join("filelist.f")).expect("a file list");
    let files: Vec<PathBuf> = list.lines().map(|line| design.join(line)).collect();
    let tops: Vec<&str> = [case.wrapper].into_iter().chain(router).collect();
    let report = lint(&files, &tops, Level::Structure).expect("all tools run");
    assert!(report.findings.is_empty(), "{report}");
    for file in files.iter().filter(|file| file.parent() == Some(&design)) {
        let text = fs::read_to_string(file).expect("it is listed");
        let long = text.lines().find(|line| line.len() > 100);
        assert!(text.contains("--tdest tdest.toml") && long.is_none(), "{long:?}");
    }
}

#[test]
fn wrappers_of_a_mesh_with_all_options_are_clean() {
    clean(&region(), Some("region_router_axis"));
}

#[test]
#[ignore = "a minute of Yosys: make packages"]
fn wrappers_of_a_hypercube_and_a_hexagonal_mesh_with_all_options_are_clean() {
    clean(&hypercube(), None);
    clean(&hexmesh(), Some("harts_router_axis"));
}

#[test]
fn interfaces_have_the_signals_too() {
    let folder = scratch();
    let design = region().design(folder.path(), " --wrapper sv");
    let found = tools::or_skipped(tools::find(Tool::Verilator)).expect("a usable linter");
    let Some(verilator) = found else { return };
    let top = "module top (input wire clk_i, input wire rst_ni);\n\
        tee_axis_if #(.W(32), .ID(5), .DEST(4), .USER(40)) s [6] ();\n\
        tee_axis_if #(.W(32), .ID(8), .DEST(1), .USER(41)) m [6] ();\n\
        region_network_sv u_network (.clk_i(clk_i), .rst_ni(rst_ni), .s_axis(s), .m_axis(m),\n\
        .link_start_o(), .event_valid_o(), .event_code_o(), .unknown_o());\nendmodule\n";
    fs::write(design.join("top.sv"), top).expect("writable");
    let list = fs::read_to_string(design.join("filelist.f")).expect("a file list");
    let mut lint = verilator.command(folder.path());
    lint.current_dir(&design).args(["--lint-only", "-Wall", "-Wno-PINCONNECTEMPTY"]);
    // Nothing drives the interfaces here.
    lint.args(["-Wno-UNDRIVEN", "-Wno-UNUSEDSIGNAL", "--top-module", "top", "top.sv"]);
    printed(lint.args(list.lines()));
}

#[test]
fn a_table_is_in_the_folder_and_tells_designs_apart() {
    let folder = scratch();
    let design = region().design(folder.path(), "");
    let files = read(&design);
    let text = |path: &str| {
        let file = files.iter().find(|file| file.path == path);
        file.unwrap_or_else(|| panic!("no {path}")).text.clone()
    };
    let table = text("tdest.toml");
    assert!(
        text("manifest.json").contains("tdest.toml") && text("README.md").contains("`tdest.toml`")
    );
    // The folder makes itself again, from anywhere.
    let again = scratch();
    fs::write(again.path().join("tdest.toml"), &table).expect("writable");
    let options = format!("{} --vectors false --tdest tdest.toml {WIDTHS}", region().options);
    assert_eq!(read(&generated(again.path(), &options, "design")), files);
    let core = |design: PathBuf| {
        let core = fs::read_to_string(design.join("region_network.core")).expect("a core");
        core.lines().find(|line| line.starts_with("name:")).expect("a name").to_string()
    };
    let [second, third] = [scratch(), scratch()];
    let plain = format!("{} --vectors false", region().options);
    let plain = generated(second.path(), &plain, "design");
    let other = Case { table: "entry = [{ broadcast = 1 }]", ..region() };
    let cores = [core(design), core(plain), core(other.design(third.path(), ""))];
    assert!(cores[0] != cores[1] && cores[0] != cores[2], "{cores:?}");
    // The hardware is the same.
    let network = text("region/region_network.v");
    assert!(!network.contains("tdest"), "{network}");
    // A wrapper that has TKEEP alone leaves headers to its user.
    let kept = format!("{} --vectors false --tkeep", region().options);
    let kept = generated(again.path(), &kept, "kept").join("region_network_axis.v");
    let kept = fs::read_to_string(kept).expect("a wrapper");
    let ports = header(&kept, "region_network_axis").and_then(|header| header.ports(&[]));
    let ports = ports.expect("a readable header");
    let has = |ending: &str| ports.iter().any(|port| port.name.ends_with(ending));
    assert!(has("s05_axis_tkeep") && has("m05_axis_tkeep") && !has("_tdest") && !has("_tid"));
}

#[test]
fn what_streams_cannot_do_is_refused() {
    let folder = scratch();
    let mesh = "--family region --mesh 3x2";
    let refused = |options: &str, table: &str, sentence: &str| {
        fs::write(folder.path().join("t.toml"), table).expect("writable");
        let seen = teecast(folder.path(), &format!("gen {options} --vectors false"));
        assert_eq!(seen.code, Some(2), "{options}: {}", seen.err);
        assert!(seen.err.contains(sentence), "{options}, {table}: {}", seen.err);
        let next = ["\nhint: ", "try '--help'"];
        assert!(next.iter().any(|words| seen.err.contains(words)), "{}", seen.err);
        assert!(!folder.path().join("rtl-out").exists());
    };
    let tables = [
        ("[[entry]]\nbox = [[0, 0], [3, 1]]", "entry 0: region has no node [3, 1] in its mesh 3x2"),
        ("[[entry]]\nbox = [[0, 0], [1]]", "entry 0: region has no node [1] in its mesh 3x2"),
        ("[[entry]]\nbroadcast = 1\n[[entry]]\nlist = [1]", "entry 1: region has no list"),
        ("[[entry]]\nbroadcast = 2", "region broadcasts one copy, not 2"),
        ("[[entry]]\nnodes = [1]", "t.toml: line 2: unknown variant `nodes`"),
        ("[[entry]]\nbroadcast = -1", "t.toml: line "),
        ("[[entry]]\n", "t.toml: line "),
        ("[[entry]]\nlist = [1]\nbroadcast = 1", "t.toml: line "),
        ("entry = 3", "t.toml: line "),
        ("other = 3", "unknown field `other`"),
        ("entry = [", "t.toml: line "),
    ];
    for (table, sentence) in tables {
        refused(&format!("{mesh} --tdest t.toml"), table, sentence);
    }
    let cube = "--family hypercube --n 3 --m 2 --max-list 2 --tdest t.toml";
    refused(cube, "entry = [{ list = [1, 2, 3] }]", "hypercube lists 1 to 2 nodes, not 3");
    refused(cube, "entry = [{ list = [] }]", "hypercube lists 1 to 2 nodes, not 0");
    refused(cube, "entry = [{ list = [8] }]", "hypercube has nodes 0 to 7, not 8");
    refused(cube, "entry = [{ list = [4, 4] }]", "hypercube lists node 4 twice");
    refused(cube, "entry = [{ box = [[0], [1]] }]", "hypercube has no box");
    let hexmesh = "--family harts --n 2 --tdest t.toml";
    refused(hexmesh, "entry = [{ list = [1] }]", "harts has no list and no box");
    refused(hexmesh, "entry = [{ broadcast = 7 }]", "harts broadcasts 1 to 6 copies, not 7");
    let many = "[[entry]]\nbroadcast = 1\n".repeat(1025);
    let most = "it has 1025 entries; permitted are at most 1024";
    refused(&format!("{mesh} --tdest t.toml"), &many, most);
    refused(&format!("{mesh} --tdest missing.toml"), "", "cannot read missing.toml");
    refused(&format!("{mesh} --tid-width 3"), "", "travels after the header");
    refused(&format!("{mesh} --tuser-width 129"), "", "from 0 to 128");
    refused(&format!("{mesh} --width 13 --tkeep"), "", "width is 13");
    let small = format!("{mesh} --max-data 3 --tdest t.toml {WIDTHS}");
    refused(
        &small,
        "",
        "region: a frame has at most 3 data flits, and the wrapper needs 3 of them",
    );
    refused(&format!("{mesh} --max-data 0 --tdest t.toml"), "", "a frame has at most 0 data flits");
    refused("--family ring-tree --graph path:3 --tkeep", "", "--tkeep has no effect");
    refused("--family hypercube --n 8 --m 2 --tkeep", "", "--tkeep has no effect");
    let beside = "gen --family region,ring-tree --mesh 2x2 --graph path:3 --tkeep --vectors false";
    let seen = teecast(folder.path(), beside);
    assert_eq!(seen.code, Some(0), "{}", seen.err);
    assert!(seen.err.contains("warning: --tkeep has no effect on ring-tree: "), "{}", seen.err);
}

#[test]
fn a_frame_fits_with_one_data_flit() {
    let folder = scratch();
    fs::write(folder.path().join("t.toml"), "").expect("writable");
    let options = format!("--family region --mesh 2x2 --max-data 4 --tdest t.toml {WIDTHS}");
    succeed(folder.path(), &format!("gen {options} --vectors false"));
}
