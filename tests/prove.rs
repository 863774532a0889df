//! Proofs of emitted modules: they hold, broken copies are refuted, and a silent tool proves nothing.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use teecast_cosim::tools::{self, Tool};

use crate::program::{command, read, scratch, succeed, teecast};

/// Says whether the provers are there; otherwise they are named as skipped, or, in CI, missed.
fn provable() -> bool {
    [Tool::Yosys, Tool::Abc].into_iter().all(|tool| {
        tools::or_skipped(tools::find(tool)).expect("tools where they are required").is_some()
    })
}

/// Runs a command and returns its exit code, standard output and standard error.
pub fn ended(mut command: Command) -> (Option<i32>, String, String) {
    let output = command.output().expect("the binary was built for this test");
    let text = |bytes| String::from_utf8(bytes).expect("all output is UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Proves a configuration, module by module.
fn proved(options: &str) {
    if !provable() {
        return;
    }
    let run = teecast(Path::new("."), &format!("prove {options} --format json"));
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    let answer: Value = serde_json::from_str(&run.out).expect("one document");
    for property in answer["properties"].as_array().expect("a list") {
        assert_eq!(property["result"], "proved", "{property}");
        assert_eq!(property["control"]["result"], "refuted", "{property}");
    }
}

#[test]
fn the_files_of_a_folder_are_proved_as_they_are() {
    if !provable() {
        return;
    }
    let folder = scratch();
    succeed(
        folder.path(),
        "gen --family region --mesh 2x2 --vcs 2 --max-data 1 --out . --name noc",
    );
    let run = |options: &str| teecast(folder.path(), &format!("prove noc {options}"));
    let whole = run("--module tee_lowest_set_bit");
    assert_eq!(whole.code, Some(0), "{}{}", whole.out, whole.err);
    let file = folder.path().join("noc/common/tee_lowest_set_bit.v");
    let text = fs::read_to_string(&file).expect("a module");
    let broken = text.replace("& ~below", "& below");
    assert_ne!(broken, text);
    fs::write(&file, broken).expect("writable");
    let changed = run("--module tee_lowest_set_bit");
    assert_eq!(changed.code, Some(1), "{}{}", changed.out, changed.err);
    assert!(changed.err.contains("not as manifest.json says: common/tee_lowest_set_bit.v"));
    assert!(changed.out.contains("tee_lowest_set_bit does not hold"), "{}", changed.out);
    let both = run("--n 2");
    assert_eq!(both.code, Some(2));
    assert!(both.err.contains("n has no effect: the manifest in noc says what is proved"));
}

/// Names the modules of a configuration, but for some.
fn all_but(left: &[&str], options: &str) -> String {
    let folder = scratch();
    succeed(folder.path(), &format!("gen {options} --out . --name whole"));
    let files = read(&folder.path().join("whole"));
    let names = files.iter().filter_map(|file| {
        let (room, name) = file.path.strip_suffix(".v")?.split_once('/')?;
        (["common", "hypercube", "harts"].contains(&room) && !left.contains(&name)).then_some(name)
    });
    names.collect::<Vec<_>>().join(",")
}

#[test]
fn everything_stated_about_the_hypercube_is_proved() {
    // Eleven cycles fill the ring of a delivery, so that it wraps.
    let options = "--family hypercube --n 3 --m 3 --max-data 3";
    proved(&format!("{options} --module {}", all_but(&["mhu_output", "mhu_input"], options)));
    // These two take longer than all the others, so here they are those of a smaller cube or shorter messages.
    proved("--family hypercube --n 2 --m 2 --max-data 1 --module mhu_output");
    proved("--family hypercube --n 3 --m 3 --max-data 1 --module mhu_input");
}

#[test]
fn what_joins_the_parts_of_a_unit_and_its_store_are_proved_in_other_configurations() {
    for options in ["--vote nca", "--lan", "--fault-tolerant false --max-data 0", "--width 8"] {
        proved(&format!("--family hypercube --n 3 --m 4 {options} --module mhu,mhu_store"));
    }
}

#[test]
#[ignore = "minutes: make test-long"]
fn the_choice_of_a_branch_is_proved_in_large_cubes() {
    let choice =
        "mhu_decoder,mhu_maximum_checker,mhu_column_selector,mhu_address_scanner,mhu_voter";
    for size in ["--n 8 --m 16", "--n 10 --m 32"] {
        proved(&format!("--family hypercube {size} --module {choice}"));
    }
}

#[test]
#[ignore = "minutes: make test-long"]
fn everything_stated_about_other_configurations_is_proved() {
    for options in ["--vote look2", "--vote nca", "--vote pcube", "--lan", "--fault-tolerant false"]
    {
        proved(&format!("--family hypercube --n 3 --m 4 {options}"));
    }
    proved("--family hypercube --n 3 --m 3 --max-data 3 --module mhu_output,mhu_input");
    proved("--family hypercube --n 4 --m 6");
    proved("--family hypercube --n 4 --m 6 --width 8");
    proved("--family hypercube --n 2 --m 2 --width 16 --max-data 1 --lan");
    proved("--family harts --n 3");
    proved("--family harts --n 2");
    proved("--family harts --n 2 --width 16 --max-data 3 --module harts_link_parser");
    proved("--family harts --n 2 --interconnect crossbar --width 8");
    proved("--family harts --n 6 --reception majority --module harts_majority,harts_router");
}

#[test]
fn everything_stated_about_the_hexmesh_is_proved() {
    let options = "--family harts --n 2 --width 16 --max-data 3";
    proved(&format!("{options} --module {}", all_but(&["harts_link_parser"], options)));
    // With three data flits it takes a hundred times as long.
    proved("--family harts --n 2 --width 16 --max-data 1 --module harts_link_parser");
    // No broadcast goes straight on among seven nodes.
    let packets = "harts_relay_engine,harts_routing_tags,harts_tag_update,harts_class,harts_room";
    proved(&format!("--family harts --n 3 --module {packets}"));
    // Headers of several flits.
    let narrow = "--family harts --n 2 --interconnect crossbar --width 8 --max-data 1";
    proved(&format!("{narrow} --module harts_link_parser,harts_sender"));
}

/// Banks of 1200 flits, in two lanes.
#[test]
fn deep_banks_of_packets_are_proved() {
    let modules = "tee_memory,harts_packet_banks,harts_buffer_unit";
    let deep = "--family harts --n 2 --interconnect crossbar --width 16 --max-data 400";
    proved(&format!("{deep} --module {modules}"));
}

#[test]
fn everything_stated_about_the_ihc_family_is_proved() {
    proved("--family ihc --topology hypercube --n 2 --max-data 2 --width 8");
}

#[test]
#[ignore = "minutes: make test-long"]
fn everything_stated_about_other_ihc_networks_is_proved() {
    for options in [
        "--topology hypercube --n 3 --max-data 2",
        "--topology hypercube --n 2 --width 8 --max-data 2 --filter false --test-ports true",
        "--topology hypercube --n 2 --width 8 --max-data 2 --reception majority",
        "--topology hypercube --n 2 --width 8 --max-data 2 --reception majority --majority all",
        "--topology torus --sides 3x3 --max-data 2 --filter false --module ihc_node,ihc_store",
        "--topology hexmesh --n 2 --max-data 2 --reception majority --module ihc_delivery",
    ] {
        proved(&format!("--family ihc {options}"));
    }
}

#[test]
fn everything_stated_about_ring_trees_is_proved() {
    // What takes longest is in the test of other ring trees.
    let modules = "tee_lowest_set_bit,tee_round_robin_arbiter,tee_memory,tee_event_queue,ring_tree_queue,\
                   ring_tree_inbox,ring_tree_update,ring_tree_tables,ring_tree_delivery,\
                   ring_tree_event_queue,ring_tree_node,ring_tree_network";
    let options = "--graph hypercube:2 --ring-size 3 --payload 8";
    proved(&format!("--family ring-tree {options} --module {modules}"));
}

#[test]
#[ignore = "minutes: make test-long"]
fn everything_stated_about_other_ring_trees_is_proved() {
    for options in [
        "--graph hypercube:2 --ring-size 3 --payload 8",
        "--graph path:3 --ring-size 2 --payload 5 --tables fixed --test-ports true",
        "--graph star:4 --ring-size 2 --payload 1 --virtual-nodes max",
    ] {
        proved(&format!("--family ring-tree {options}"));
    }
}

#[test]
fn everything_stated_about_the_region_family_is_proved() {
    proved("--family region --mesh 3x2 --max-data 2 --width 16");
}

#[test]
#[ignore = "minutes: make test-long"]
fn everything_stated_about_other_region_networks_is_proved() {
    for options in [
        "--mesh 3x3 --algorithm nearest-corner",
        "--mesh 2x2x2 --algorithm mst --max-data 0",
        "--mesh 4x4 --width 8 --deliveries 2",
    ] {
        proved(&format!("--family region {options}"));
    }
}

#[test]
fn everything_stated_about_majorities_is_proved() {
    let modules = "harts_majority,harts_reception";
    for options in ["--n 3", "--n 2 --interconnect crossbar --open-messages 6 --max-data 0"] {
        proved(&format!("--family harts {options} --reception majority --module {modules}"));
    }
}

#[test]
#[ignore = "minutes: make test-long"]
fn modules_with_an_asynchronous_reset_are_proved() {
    for options in [
        "--family hypercube --n 3 --m 3 --max-data 3",
        "--family harts --n 2",
        "--family region --mesh 3x2 --max-data 2 --width 16",
        "--family ihc --topology hypercube --n 2 --max-data 2 --width 8",
        "--family ring-tree --graph hypercube:2 --ring-size 3 --payload 8",
    ] {
        proved(&format!("{options} --reset async"));
    }
}

#[test]
fn a_broken_module_is_refuted_with_a_trace() {
    if !provable() {
        return;
    }
    let arguments = "prove --family hypercube --n 4 --m 6 --sabotage mhu_decoder";
    let run = teecast(Path::new("."), arguments);
    assert_eq!(run.code, Some(1), "{}", run.err);
    for words in ["\nmhu_decoder does not hold: counts", "\n  fault: ", "\n  cycle 0: column_i=6'h"]
    {
        assert!(run.out.contains(words), "{words:?} in\n{}", run.out);
    }
}

#[test]
fn the_data_sheet_names_the_command_that_proves_its_design() {
    if !provable() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let emitted = "gen --family hypercube --n 3 --m 2 --vote look2 --prefix my_ --name sheet";
    assert_eq!(teecast(folder.path(), emitted).code, Some(0));
    let sheet = folder.path().join("rtl-out/sheet/README.md");
    let sheet = fs::read_to_string(sheet).expect("gen wrote it");
    assert!(sheet.contains("| properties of `my_mhu_decoder`, `my_mhu_score`,"), "{sheet}");
    let named = sheet.lines().find_map(|line| line.strip_prefix("    teecast prove "));
    let options = named.expect("a command");
    let run = teecast(folder.path(), &format!("prove {options} --module my_mhu_score"));
    assert!(run.code == Some(0) && run.out.ends_with("\nPASS sheet: 2 properties\n"), "{run:?}");
    assert!(run.out.contains("\n  hypercube multicast_tree: my_mhu_score\n"), "{run:?}");
}

#[test]
fn the_off_by_one_of_the_class_rule_is_refuted() {
    if !provable() {
        return;
    }
    let arguments = "prove --family hypercube --n 6 --m 8 --sabotage hypercube_network";
    let run = teecast(Path::new("."), arguments);
    assert_eq!(run.code, Some(1), "{}", run.err);
    for words in ["waits for node", "to 21: stuck at node 23 in class 2, faulty: 5"] {
        assert!(run.out.contains(words), "{words:?} in\n{}", run.out);
    }
}

#[test]
fn an_unknown_module_is_refused_by_name() {
    let run = teecast(Path::new("."), "prove --family hypercube --n 3 --m 2 --module mhu_vote");
    assert_eq!(run.code, Some(2));
    assert!(run.err.starts_with("error: there is no property of a module \"mhu_vote\"\nhint: "));
    assert!(run.err.contains("mhu_voter"), "{}", run.err);
}

/// Runs a short proof with a program in the place of ABC; it answers when asked for its version.
fn with_abc(script: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("abc");
    let text =
        format!("#!/bin/sh\nif [ \"$1\" = -qversion ]; then echo ABC 1.01; exit; fi\n{script}\n");
    fs::write(&program, text).expect("writable");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("own file");
    let options = "prove --family hypercube --n 3 --m 2 --module tee_lowest_set_bit --limit 20";
    let mut run = command(Path::new("."), options);
    run.env("TEECAST_ABC", &program);
    ended(run)
}

#[test]
fn a_prover_that_ends_without_a_verdict_proves_nothing() {
    if !provable() {
        return;
    }
    let (code, out, err) = with_abc("echo fine");
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(err.contains("no verdict in its answer:\nfine"), "{err}");
    let (code, _, err) = with_abc("echo Networks are equivalent; exit 3");
    assert!(code == Some(1) && err.contains("failed:\nNetworks are equivalent"), "{err}");
    // The same answer for the broken copy is a control that failed.
    let (code, out, err) = with_abc("echo Networks are equivalent");
    assert!(code == Some(1) && out.contains("FAIL"), "{out}{err}");
    // What is refuted is refuted, trace or not.
    let (code, out, err) = with_abc("echo Networks are NOT EQUIVALENT");
    assert!(code == Some(1) && out.contains("no trace was found in time"), "{out}{err}");
}

#[test]
fn a_missing_prover_is_named() {
    let mut run = command(Path::new("."), "prove --family hypercube --n 3 --m 2");
    run.env("TEECAST_YOSYS", "/no/such/yosys");
    let (code, out, err) = ended(run);
    assert_eq!((code, out.as_str()), (Some(3), ""));
    assert!(err.starts_with("error: Yosys is missing; TEECAST_YOSYS names"), "{err}");
}
