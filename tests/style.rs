//! How the hardware is written: the cells that memories ask for, a memory of the user's own, and resets.

use std::fs;
use std::path::Path;
use std::process::Command;

use teecast::emit::{RtlFile, design};
use teecast::spec::verilog;
use teecast::spec::{RamStyle, Reset, Spec, Style};
use teecast_cosim::tools::{self, Tool};

use crate::program::{scratch, succeed, teecast};
use crate::{ROOT, samples};

/// A small network with memories of both kinds.
const SMALL: &str = "gen --family region --mesh 2x2 --max-data 40 --width 16 --name small";

/// Returns the hardware of all samples in a style, a file once for each sample.
fn hardware(style: Style) -> impl Iterator<Item = (String, RtlFile)> {
    let emitted = move |spec| {
        let spec = Spec { style, ..spec };
        let command = design::command(&spec);
        let bundles = design::bundles(&spec).into_iter();
        bundles.flat_map(|it| it.files).map(move |file| (command.clone(), file))
    };
    samples::all().into_iter().flat_map(emitted)
}

#[test]
fn memories_ask_for_the_cells_that_are_chosen() {
    for (ram_style, asks) in [
        (RamStyle::Auto, r#"ram_style = BLOCK ? "block" : "auto""#),
        (RamStyle::Distributed, r#"ram_style = "distributed""#),
        (RamStyle::Block, r#"ram_style = REGISTERED ? "block" : "auto""#),
    ] {
        let mut memories = 0;
        for (command, file) in hardware(Style { ram_style, ..Style::default() }) {
            let is_memory = file.path.ends_with("tee_memory.v");
            memories += usize::from(is_memory);
            let said = command.contains("--ram-style");
            assert_eq!(said, ram_style != RamStyle::Auto, "{command}");
            let asked = file.text.matches("ram_style = ").count();
            assert_eq!(asked, usize::from(is_memory), "{command}: {}", file.path);
            assert!(!is_memory || file.text.contains(asks), "{command}: {}", file.text);
        }
        assert!(memories > 0);
    }
}

#[test]
fn tools_for_small_devices_take_the_memories() {
    let found = tools::or_skipped(tools::find(Tool::Yosys)).expect("a usable Yosys");
    let Some(yosys) = found else { return };
    let folder = scratch();
    succeed(folder.path(), SMALL);
    succeed(folder.path(), "gen --family ring-tree --graph path:3 --payload 8 --name rings");
    for (name, family, top) in
        [("small", "region", "region_input"), ("rings", "ring_tree", "ring_tree_delivery")]
    {
        for flow in ["synth_ice40", "synth_gatemate", "synth_efinix", "synth_ecp5"] {
            let design = folder.path().join("rtl-out").join(name);
            let files = format!("common/*.v {family}/*.v");
            let script = format!("read_verilog {files}; {flow} -top {top}; check -assert");
            let mut command = Command::new(&yosys.path);
            let run = command.current_dir(design).args(["-q", "-p", &script]).output();
            let run = run.expect("it starts");
            assert!(run.status.success(), "{flow} of {top}: {run:?}");
        }
    }
}

/// The module of `docs/common.md`, with a body of the user's own.
fn own_memory() -> String {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/common.md")).expect("a page");
    let block = page.split("```verilog\n").nth(1).and_then(|rest| rest.split("```").next());
    let header = block.expect("the page has the module's ports");
    format!(
        "{header}  // A macro that reads what it writes, and words that show at once in flip-flops.
  wire unused_block = BLOCK != 0;
  reg [DEPTH*WIDTH-1:0] cells;
  reg [ADDRESS-1:0] address;
  always @(posedge clk_i) begin
    if (write_i) cells[write_address_i*WIDTH+:WIDTH] <= write_data_i;
    if (read_i) address <= read_address_i;
  end
  reg [WIDTH-1:0] word;
  always @(posedge clk_i) begin
    if (read_i) begin
      word <= write_i && write_address_i == read_address_i ? write_data_i
          : cells[read_address_i*WIDTH+:WIDTH];
    end
  end
  wire [WIDTH-1:0] now = cells[read_address_i*WIDTH+:WIDTH];
  assign read_data_o = REGISTERED ? word : now;
endmodule
"
    )
}

#[test]
fn a_memory_of_ones_own_takes_the_place_of_the_emitted_one() {
    let found = tools::or_skipped(tools::find(Tool::Icarus)).expect("a usable simulator");
    if found.is_none() {
        return;
    }
    let folder = scratch();
    succeed(folder.path(), SMALL);
    let design = folder.path().join("rtl-out/small");
    let verify = |text: &str| {
        fs::write(design.join("common/tee_memory.v"), text).expect("writable");
        teecast(&design, "verify . --sim icarus --messages 40")
    };
    let own = own_memory();
    let right = verify(&own);
    assert_eq!(right.code, Some(0), "{right:?}");
    assert!(right.err.contains("not as manifest.json says: common/tee_memory.v"), "{right:?}");
    // It is the one that plays: one that forgets is found.
    let wrong = verify(&own.replace("REGISTERED ? word : now", "{WIDTH{1'b0}}"));
    assert_eq!(wrong.code, Some(1), "{wrong:?}");
}

#[test]
fn a_block_with_a_reset_sets_all_of_its_registers() {
    let mixed = "always @(posedge clk_i) begin if (!rst_ni) a_q <= 0; else begin a_q <= a; b_q <= b; end end";
    assert_eq!(verilog::registers(mixed).mixed, ["b_q"]);
    for reset in [Reset::Sync, Reset::Async] {
        for (command, file) in hardware(Style { reset, ..Style::default() }) {
            let found = verilog::registers(&file.text);
            assert!(found.mixed.is_empty(), "{command}: {}: {:?}", file.path, found.mixed);
        }
    }
}

#[test]
fn a_reset_goes_to_registers_alone() {
    /// A table that takes its inputs at a clock edge in reset.
    const STARTS: &str = "wire starts = !rst_ni;";
    let mut resets = 0;
    for (command, file) in hardware(Style { reset: Reset::Async, ..Style::default() }) {
        let hardware =
            file.text.split("`ifdef").map(|it| it.split_once("`endif").map_or(it, |it| it.1));
        let lines: Vec<&str> = hardware.flat_map(str::lines).map(str::trim).collect();
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| line.contains("rst_ni")) {
            let place = || format!("{command}: {}: {line}", file.path);
            let before = number.checked_sub(1).map_or("", |before| lines[before]);
            match *line {
                "always @(posedge clk_i or negedge rst_ni) begin" => resets += 1,
                _ if line.starts_with("//") => {}
                _ if line.starts_with("if (!rst_ni) ") => {
                    assert!(before.starts_with("always @(posedge clk_i or"), "{}", place());
                }
                STARTS => assert!(file.path.ends_with("/ring_tree_tables.v"), "{}", place()),
                "input  wire rst_ni," | ".rst_ni(rst_ni)," => {}
                _ => panic!("{}", place()),
            }
        }
    }
    assert!(resets > 0);
}

/// Plays a network with an asynchronous reset.
fn plays(simulator: &str, options: &str) {
    let folder = scratch();
    let typed = format!("verify {options} --reset async --sim {simulator} --name asynchronous");
    let run = teecast(folder.path(), &typed);
    assert_eq!(run.code, Some(0), "{run:?}");
}

#[test]
fn a_network_with_an_asynchronous_reset_does_what_the_model_predicts() {
    let found = tools::or_skipped(tools::find(Tool::Icarus)).expect("a usable simulator");
    if found.is_some() {
        plays("icarus", "--family region --mesh 2x2 --max-data 4 --messages 100");
    }
}

#[test]
#[ignore = "minutes: make test-long"]
fn networks_of_all_families_with_an_asynchronous_reset_do_what_the_model_predicts() {
    for options in [
        "--family hypercube --n 2 --m 2 --max-data 4",
        "--family harts --n 2 --max-data 4",
        "--family region --mesh 2x2 --max-data 4",
        "--family ihc --topology hypercube --n 2 --max-data 2",
        "--family ring-tree --graph path:3",
    ] {
        plays("verilator", &format!("{options} --messages 500"));
        plays("icarus", &format!("{options} --messages 40"));
    }
}
