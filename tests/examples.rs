//! The examples do what their pages say: configurations, a first network, benches and wrappers in other languages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use teecast::spec::RawConfig;
use teecast_cosim::tools::{self, Tool};

use crate::ROOT;
use crate::data_sheet::shell;
use crate::packages::{generated, is_there, printed, python};
use crate::program::{read, scratch, succeed};

/// Copies the files of an example into a scratch folder.
fn copied(example: &str, folder: &Path) {
    for file in read(&PathBuf::from(format!("{ROOT}/examples/{example}"))) {
        fs::write(folder.join(&file.path), file.text).expect("writable");
    }
}

#[test]
fn each_configuration_says_what_it_is_for_and_is_valid() {
    let files = read(&PathBuf::from(format!("{ROOT}/examples/configs")));
    assert!(files.len() >= 5);
    for file in files.into_iter().filter(|file| file.path.ends_with(".toml")) {
        let what_for = file.text.lines().next().and_then(|line| line.strip_prefix("# "));
        assert!(what_for.is_some_and(|it| it.ends_with('.')), "{}", file.path);
        let spec = RawConfig::from_toml(&file.text).and_then(|raw| raw.validate());
        spec.unwrap_or_else(|error| panic!("{}: {error}", file.path));
    }
}

#[test]
fn the_first_network_delivers_what_the_model_says() {
    let found = tools::or_skipped(tools::find(Tool::Icarus)).expect("a usable simulator");
    let Some(icarus) = found else { return };
    let folder = scratch();
    copied("first_network", folder.path());
    let page = fs::read_to_string(folder.path().join("README.md")).expect("a page");
    let commands = page.lines().filter_map(|line| line.strip_prefix("    "));
    let (own, others): (Vec<&str>, Vec<&str>) =
        commands.partition(|command| command.starts_with("teecast "));
    let own: Vec<&str> = own.iter().filter_map(|it| it.strip_prefix("teecast ")).collect();
    succeed(folder.path(), own[0]);
    let (code, seen) = shell(&icarus.path, folder.path(), &others.join(" && "));
    let block = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    assert_eq!((code, Some(seen.as_str())), (Some(0), block));
    let route = succeed(folder.path(), &format!("{} --format json", own[1]));
    let route: Value = serde_json::from_str(&route).expect("JSON");
    let nodes = route["deliveries"].as_array().expect("deliveries").iter();
    let lines = nodes.map(|it| format!("node {} received 00c0ffee from node 0\n", it["node"]));
    assert_eq!(lines.collect::<String>(), seen);
}

#[test]
fn each_folder_has_a_page_with_its_command_and_streams_can_be_copied() {
    for entry in fs::read_dir(format!("{ROOT}/examples")).expect("a folder") {
        let page = entry.expect("an entry").path().join("README.md");
        let text = fs::read_to_string(&page).unwrap_or_else(|_| panic!("no {}", page.display()));
        assert!(text.contains("\n    ") && text.contains("n this folder"), "{}", page.display());
    }
    let folder = scratch();
    let Some(mut python) = python("cocotb, cocotbext.axi") else { return };
    let streams = format!("{ROOT}/examples/cocotb/streams.py");
    fs::copy(streams, folder.path().join("streams.py")).expect("writable");
    python.current_dir(&folder).env_remove("TEECAST_EXPECTED");
    printed(python.args(["-c", "from streams import Streams"]));
}

#[test]
fn networks_and_a_router_in_cocotb_agree_with_route() {
    // A ring tree is of 13 bits, which the wrapper fills up. The other families and Verilator: make cocotb.
    let Some(mut python) = python("cocotb, cocotbext.axi, pytest") else { return };
    let found = tools::or_skipped(tools::find(Tool::Icarus)).expect("a usable simulator");
    if found.is_none() {
        return;
    }
    let folder = scratch();
    python.current_dir(folder.path()).env("TEECAST", env!("CARGO_BIN_EXE_teecast"));
    python.env("TEECAST_SIMULATORS", "icarus").env("PYTHONDONTWRITEBYTECODE", "1");
    python.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "region or ring"]);
    python.arg(format!("--basetemp={}", folder.path().join("runs").display()));
    let seen = printed(python.arg(format!("{ROOT}/examples/cocotb")));
    assert!(seen.contains("\n3 passed, 1 skipped"), "{seen}");
}

#[test]
#[ignore = "make packages installs LiteX and Amaranth"]
fn litex_and_amaranth_wrap_a_network() {
    wrapped("--family region --mesh 2x2", "region_network");
    // Its bundles have a TID.
    wrapped("--family ring-tree --graph path:3", "ring_tree_network");
}

/// Wraps a network and lints what the tools write.
fn wrapped(options: &str, network: &str) {
    let folder = scratch();
    let design = generated(folder.path(), options, "noc");
    let list = fs::read_to_string(design.join("filelist.f")).expect("a file list");
    let found = tools::or_skipped(tools::find(Tool::Verilator)).expect("a usable linter");
    for (tool, modules) in [("litex", "litex.gen"), ("amaranth", "amaranth.back.verilog")] {
        let (Some(mut python), Some(verilator)) = (python(modules), &found) else { continue };
        python.current_dir(folder.path()).env("PYTHONDONTWRITEBYTECODE", "1");
        python.arg(format!("{ROOT}/examples/python/convert.py")).arg(tool);
        printed(python.args([&format!("noc/{network}.xml"), "user_design.v"]));
        let text = fs::read_to_string(folder.path().join("user_design.v")).expect("it is written");
        assert!(text.contains(&format!("{network}_axis")), "{text}");
        let mut lint = verilator.command(folder.path());
        lint.current_dir(&design).args(["--lint-only", "--top-module", "user_design"]);
        printed(lint.arg("../user_design.v").args(list.lines()));
    }
}

#[test]
#[ignore = "make packages compiles rust-hdl, which takes minutes"]
fn routers_that_are_joined_in_rust_hdl_deliver_what_route_says() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let found = Command::new(&cargo).arg("--version").output().is_ok();
    if !is_there("cargo", found, "run these tests with cargo") {
        return;
    }
    let mut command = Command::new(cargo);
    command.current_dir(format!("{ROOT}/examples/rust-hdl"));
    command.env("TEECAST", env!("CARGO_BIN_EXE_teecast"));
    printed(
        command.args(["test", "--locked", "--target-dir"]).arg(format!("{ROOT}/target/rust-hdl")),
    );
}

#[test]
fn completions_and_pages_of_the_manual_name_the_commands() {
    let folder = scratch();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let text = succeed(folder.path(), &format!("completions {shell}"));
        assert!(text.contains("clock-mhz"), "{shell}");
    }
    assert!(succeed(folder.path(), "man").contains(".SH SUBCOMMANDS"));
    succeed(folder.path(), "man --out pages");
    let page = fs::read_to_string(folder.path().join("pages/teecast-gen.1")).expect("a page");
    assert!(page.contains("n6_m8"), "{page}");
}
