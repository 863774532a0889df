//! Properties fit the modules that they are about: ports, widths, parts and their number.
//!
//! Whether they hold is tested in `prove.rs`.

mod texts;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use teecast::emit::design;
use teecast::emit::proof::{Method, Property};
use teecast::proofs::properties;
use teecast::spec::verilog::{Direction, Instance, header, instances};
use teecast::spec::{RawConfig, Spec};
use teecast_cosim::netlist;
use teecast_cosim::tools::{self, Program, Tool};

use crate::samples;

/// Configurations whose properties are listed in snapshots.
const CUBE: &str = "family = ['hypercube']\nn = 3\nm = 4";
const HEXAGONAL: &str =
    "family = ['harts']\nn = 3\ninterconnect = 'crossbar'\nreception = 'majority'";
const BOX: &str = "family = ['region']\nmesh = '3x3'\nalgorithm = 'nearest-corner'\ndeliveries = 2\nmax-data = 15";
const CYCLES: &str = "family = ['ihc']\ntopology = 'hypercube'\nn = 3\nmax-data = 2";
const RINGS: &str = "family = ['ring-tree']\ngraph = 'grid:3x2'\nring-size = 3";

/// Ports of parts that no property reads, with the property: nothing in the module depends on them.
const NOT_READ: [(&str, &str); 25] = [
    // The processor is not told what is free; it sees tready.
    ("proof_hypercube_router", "unit_{n}_credit_o"),
    // The majority waits longer than the check needs.
    ("proof_harts_majority", "closed_ready_o"),
    // No source of events can wait.
    ("proof_harts_router", "events_room_o"),
    // The queue has room for all slots.
    ("proof_harts_sender", "queue_full_o"),
    ("proof_harts_deliverer", "queue_full_o"),
    // The queues have a place for every tag and every id.
    ("proof_region_tags", "queue_full_o"),
    ("proof_region_completions", "queue_full_o"),
    // Without the filter no node asks when packets come.
    ("proof_ihc_network", "schedule_heads_o"),
    ("proof_ihc_network", "schedule_last_head_o"),
    // The modules have no use for these outputs of their queues.
    ("proof_ring_tree_delivery", "queue_empty_o"),
    ("proof_ring_tree_member", "queue_pending_o"),
    // The queue is open: its clock says nothing.
    ("proof_ring_tree_member", "queue_clk_i"),
    // What a member counts depends on what leaves its queue, not on what the queue is given.
    ("proof_ring_tree_member_counts", "queue_again_i"),
    ("proof_ring_tree_member_counts", "queue_clear_i"),
    ("proof_ring_tree_member_counts", "queue_clk_i"),
    ("proof_ring_tree_member_counts", "queue_hold_i"),
    ("proof_ring_tree_member_counts", "queue_origin_o"),
    ("proof_ring_tree_member_counts", "queue_pending_o"),
    ("proof_ring_tree_member_counts", "queue_rst_ni"),
    ("proof_ring_tree_member_counts", "queue_set_i"),
    ("proof_ring_tree_member_counts", "queue_set_origin_i"),
    ("proof_ring_tree_member_counts", "queue_word_o"),
    ("proof_ring_tree_member_counts", "queue_write_i"),
    ("proof_ring_tree_member_counts", "queue_write_origin_i"),
    ("proof_ring_tree_member_counts", "queue_write_word_i"),
];

/// A configuration, the text of its modules by their names, and its properties.
struct Design {
    command: String,
    n: u32,
    prefix: String,
    modules: BTreeMap<String, String>,
    properties: Vec<Property>,
}

impl Design {
    fn new(spec: Spec) -> Self {
        let files = design::bundles(&spec).into_iter().flat_map(|bundle| bundle.files);
        let name = |path: &str| Some(path.rsplit('/').next()?.strip_suffix(".v")?.to_string());
        let modules = files.map(|file| (name(&file.path).expect("Verilog"), file.text)).collect();
        // Those about contracts have the text of others.
        let mut properties = properties(&spec);
        properties.retain(|it| it.method != Method::Contracts);
        let cube = spec.hypercube().map(|cube| cube.n);
        let n = cube.or(spec.harts().map(|hexmesh| hexmesh.n)).unwrap_or_default();
        Self { command: design::command(&spec), n, prefix: spec.prefix, modules, properties }
    }

    /// Returns the names of the ports of a module.
    fn ports(&self, module: &str) -> BTreeMap<String, Direction> {
        let header = header(&self.modules[module], module).expect("an emitted module");
        let ports = header.ports(&[]).expect("widths");
        ports.into_iter().map(|port| (port.name, port.direction)).collect()
    }
}

fn spec(toml: &str) -> Spec {
    RawConfig::from_toml(toml).and_then(|raw| raw.validate()).expect("valid")
}

/// Returns all samples: every property is wanted by one at least, and they take every choice of a template both
/// ways.
fn designs() -> Vec<Design> {
    samples::all().into_iter().map(Design::new).collect()
}

/// A port of a part that a property sees.
struct SeenPort<'a> {
    /// Name of the part in the property, and its bits where parts lie side by side.
    part: &'a str,
    bits: Option<(u32, u32)>,
    /// Place of the part in the module, its last name, and the port.
    path: &'a str,
    instance: &'a str,
    port: &'a str,
}

/// Returns what a property sees of the parts that it leaves open.
fn seen<'a>(property: &'a Property, parts: &[Instance]) -> Vec<SeenPort<'a>> {
    let mut found = Vec::new();
    for (net, driver) in &property.nets {
        let Some((path, port)) = driver.strip_prefix("u_dut.").and_then(|it| it.rsplit_once('.'))
        else {
            continue;
        };
        let instance = path.rsplit('.').next().unwrap_or(path);
        let is_open =
            |part: &&Instance| part.name == instance && property.open.contains(&part.module);
        if !parts.iter().any(|part| is_open(&part)) {
            continue;
        }
        let (name, bits) = match net.split_once('[') {
            Some((name, bits)) => {
                let (high, low) = bits.trim_end_matches(']').split_once(':').expect("a range");
                (name, Some((high.parse().expect("a number"), low.parse().expect("a number"))))
            }
            None => (net.as_str(), None),
        };
        let part = name.strip_suffix(port).and_then(|name| name.strip_suffix('_'));
        let part = part.unwrap_or_else(|| panic!("{net} is driven by {driver}"));
        found.push(SeenPort { part, bits, path, instance, port });
    }
    found
}

/// Returns the numbers in a name.
fn numbers(name: &str) -> Vec<u32> {
    let words = name.split(|c: char| !c.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn every_port_of_a_module_is_in_each_instance_of_its_property() {
    for design in designs() {
        for property in &design.properties {
            let mut found = 0;
            for instance in instances(&property.text).expect("instances") {
                if !design.modules.contains_key(&instance.module) {
                    continue;
                }
                found += u32::from(instance.module == property.module);
                let declared = design.ports(&instance.module);
                let place = format!("{}: {}", property.top, instance.name);
                let pins: BTreeSet<&String> = instance.pins.iter().map(|(pin, _)| pin).collect();
                assert_eq!(pins, declared.keys().collect(), "{place}");
                for (pin, to) in &instance.pins {
                    let is_input = declared[pin] == Direction::Input;
                    let inside = format!("{}.{pin}", instance.name);
                    let is_driven = property.nets.iter().any(|(net, _)| *net == inside);
                    assert!(!is_input || !to.is_empty() || is_driven, "{place}: {pin} is open");
                }
            }
            assert!(found > 0, "{} has no {}", property.top, property.module);
        }
    }
}

#[test]
fn a_property_sees_every_port_of_the_parts_that_it_leaves_open() {
    for design in designs() {
        for property in design.properties.iter().filter(|it| !it.open.is_empty()) {
            let top = &property.top;
            let parts = instances(&design.modules[&property.module]).expect("instances");
            let mut of_part: BTreeMap<&str, (&str, BTreeSet<&str>)> = BTreeMap::new();
            let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
            for it in seen(property, &parts) {
                let of_path = of_part.entry(it.path).or_insert((it.instance, BTreeSet::new()));
                assert!(of_path.1.insert(it.port), "{top}: {} of {} twice", it.port, it.path);
                names.entry(it.part).or_default().insert(it.path);
                match it.bits {
                    // Parts side by side: that of node v has the bits at v times the width.
                    Some((high, low)) => {
                        assert_eq!(
                            numbers(it.path),
                            [low / (high - low + 1)],
                            "{top}: {}",
                            it.path
                        );
                    }
                    None => {
                        let number = numbers(it.path).pop();
                        let is_its = number.is_none() || numbers(it.part).pop() == number;
                        assert!(is_its, "{top}: {} is {}", it.part, it.path);
                        assert_eq!(names[it.part].len(), 1, "{top}: {} is two parts", it.part);
                    }
                }
            }
            for (path, (instance, ports)) in &of_part {
                let part = parts.iter().find(|part| part.name == *instance).expect("it was seen");
                let declared = design.ports(&part.module);
                let declared: BTreeSet<&str> = declared.keys().map(String::as_str).collect();
                assert_eq!(*ports, declared, "{top}: {path}");
            }
            // Each open module is seen wherever it stands, or the property says nothing of any.
            for module in property.open.iter().filter(|_| !of_part.is_empty()) {
                let of_module = parts.iter().filter(|part| part.module == *module);
                for part in of_module {
                    let is_seen = of_part.values().any(|(instance, _)| *instance == part.name);
                    assert!(is_seen, "{top}: {} is open, and not seen", part.name);
                }
            }
        }
    }
}

#[test]
fn a_property_reads_every_net_that_it_names() {
    let mut unread = BTreeSet::new();
    for design in designs() {
        for property in &design.properties {
            let code: String =
                property.text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let mut uses: BTreeMap<&str, u32> = BTreeMap::new();
            for word in code.split(|c| !is_name(c)) {
                *uses.entry(word).or_default() += 1;
            }
            let inside = property.nets.iter().map(|(_, driver)| driver);
            let inside: Vec<&String> = inside.filter(|driver| driver.contains('.')).collect();
            let distinct: BTreeSet<&String> = inside.iter().copied().collect();
            assert_eq!(distinct.len(), inside.len(), "{}: one net has two names", property.top);
            let own = property.nets.iter().map(|(net, _)| net).filter(|net| !net.contains('.'));
            for net in own {
                let name = net.split('[').next().unwrap_or(net);
                let used = uses.get(name).copied().unwrap_or_default();
                assert!(used > 0, "{} declares no {name}", property.top);
                if used < 2 {
                    let general = name.replace(&format!("unit_{}_", design.n), "unit_{n}_");
                    unread.insert((property.top.clone(), general));
                }
            }
        }
    }
    let expected = NOT_READ.map(|(top, net)| (top.to_string(), net.to_string()));
    assert_eq!(unread, BTreeSet::from(expected));
}

/// Returns Verilog that compares the width of each net of a property with that of its driver.
fn width_checks(property: &Property) -> String {
    let mut text = "\nmodule check_widths;\n  initial begin\n".to_string();
    let top = &property.top;
    // Of a memory that is followed, one word.
    let memory = |net: &str| {
        let memory = net.strip_suffix(".kept_q").or(net.strip_suffix(".place"))?;
        // A register of a module may have the name, too.
        memory.contains('.').then(|| memory.to_string())
    };
    let word = |net: &str| match memory(net) {
        Some(memory) => format!("{top}.{memory}[0]"),
        None => format!("{top}.{net}"),
    };
    for (net, driver) in &property.nets {
        let (shown, net_word, driver_word) = (net, word(net), word(driver));
        let condition = match net.ends_with(".place") {
            // The place has as many bits as it takes; both are there.
            true => format!("^{net_word} === 1'bz && ^{driver_word} === 1'bz"),
            // In a concatenation an operand is as wide as it is.
            false => format!("{{1'b1, {net_word} & 1'b0}} !== {{1'b1, {driver_word} & 1'b0}}"),
        };
        writeln!(text, "    if ({condition}) $display(\"{shown} is not as wide as {driver}\");")
            .expect("a string");
    }
    text + "  end\nendmodule\n"
}

/// Elaborates a property with its module and returns what the tool finds.
fn elaborate(icarus: &Program, folder: &Path, property: &Property) -> String {
    let (file, compiled) = (folder.join("property.v"), folder.join("property.vvp"));
    fs::write(&file, format!("{}{}", property.text, width_checks(property))).expect("writable");
    let mut command = icarus.command(folder);
    command.args(["-g2005", "-Wall", "-Wno-timescale", "-s", &property.top, "-s", "check_widths"]);
    command.arg("-y").arg(folder.join("modules")).arg("-o").arg(&compiled).arg(&file);
    let ended = |mut command: Command| {
        let output = command.output().expect("the program was found");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.success(), text(&output.stdout) + &text(&output.stderr))
    };
    let (built, mut said) = ended(command);
    if built {
        let mut vvp = Command::new(icarus.path.with_file_name("vvp"));
        vvp.arg("-n").arg(&compiled);
        said += &ended(vvp).1;
    }
    // Attributes keep nets for the prover; this tool has no use for them.
    let lines = said.lines().filter(|line| !line.contains("Attributes are not supported"));
    lines.map(|line| format!("{}: {line}\n", property.top)).collect()
}

#[test]
fn every_wire_of_a_property_is_as_wide_as_its_port() {
    elaborate_all(samples::smallest());
}

#[test]
#[ignore = "half a second for each property of each sample: make test-long"]
fn every_wire_of_a_property_of_all_samples_is_as_wide_as_its_port() {
    elaborate_all(samples::all());
}

/// Elaborates the properties of some configurations; the tool finds nothing.
fn elaborate_all(specs: Vec<Spec>) {
    let icarus = tools::or_skipped(tools::find(Tool::Icarus));
    let Some(icarus) = &icarus.expect("tools where they are required") else { return };
    let designs: Vec<Design> = specs.into_iter().map(Design::new).collect();
    let check = |design: &Design| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let modules = folder.path().join("modules");
        fs::create_dir(&modules).expect("writable");
        for (name, text) in &design.modules {
            fs::write(modules.join(format!("{name}.v")), text).expect("writable");
        }
        let properties = design.properties.iter();
        properties.map(|it| elaborate(icarus, folder.path(), it)).collect::<String>()
    };
    let (check, threads) = (&check, 2);
    let found = thread::scope(|scope| {
        let share = |first| designs.iter().skip(first).step_by(threads).map(check).collect();
        let running =
            (0..threads).map(|first| scope.spawn(move || -> Vec<String> { share(first) }));
        let running: Vec<_> = running.collect();
        let joined = running.into_iter().flat_map(|run| run.join().expect("no panic"));
        joined.collect::<String>()
    });
    assert_eq!(found, "");
}

#[test]
fn the_reader_of_headers_agrees_with_yosys() {
    let yosys = tools::or_skipped(tools::find(Tool::Yosys));
    let Some(yosys) = yosys.expect("tools where they are required") else { return };
    for design in samples::smallest().into_iter().map(Design::new) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in &design.modules {
            fs::write(folder.path().join(format!("{name}.v")), text).expect("writable");
        }
        let mut command = yosys.command(folder.path());
        let (path, json) = (folder.path().display(), folder.path().join("design.json"));
        let script = format!("read_verilog {path}/*.v; proc; write_json {}", json.display());
        command.args(["-q", "-p", &script]);
        assert!(command.status().expect("the program was found").success());
        for (name, text) in &design.modules {
            let mut found = netlist::ports_of(&json, name).expect("Yosys wrote it");
            let read = header(text, name).and_then(|header| header.ports(&[]));
            let mut read = read.expect("an emitted module");
            found.sort_by(|one, other| one.name.cmp(&other.name));
            read.sort_by(|one, other| one.name.cmp(&other.name));
            assert_eq!(read, found, "{name}");
        }
    }
}

/// Lists the properties of a configuration: module, what holds, how it is proved, what is left open.
fn listed(toml: &str) -> String {
    let mut list = String::new();
    for it in properties(&spec(toml)) {
        writeln!(list, "{}: {}, {:?}", it.module, it.summary, it.method).expect("a string");
        let (nets, open) = (it.nets.len(), it.open.join(" "));
        writeln!(list, "  {} nets {nets} open {open}", it.top).expect("a string");
    }
    list
}

#[test]
fn properties_of_the_hypercube() {
    insta::assert_snapshot!(listed(CUBE));
    // The smallest cube has the one about the life of a message.
    let whole = "\nmhu: each destination leaves in one copy";
    let cube = "family = ['hypercube']\nn = 2\nm = 2\nwidth = 16";
    assert!(listed(&format!("{cube}\nmax-data = 1\nlan = true")).contains(whole));
    for larger in ["max-data = 2", "fault-tolerant = false\nmax-data = 1"] {
        assert!(!listed(&format!("{cube}\n{larger}")).contains(whole), "{larger}");
    }
    for (options, without) in [
        ("vote = 'nca'", "mhu_decoder"),
        ("fault-tolerant = false", "mhu_branch_control"),
        ("vote = 'greedy'", "mhu_score"),
    ] {
        let modules = Design::new(spec(&format!("{CUBE}\n{options}"))).properties;
        assert!(modules.iter().all(|it| !it.module.ends_with(without)), "{options}: {without}");
    }
}

#[test]
fn properties_of_the_hexmesh() {
    insta::assert_snapshot!(listed(HEXAGONAL));
}

#[test]
fn properties_of_the_region_family() {
    insta::assert_snapshot!(listed(BOX));
    // The queues of links and of deliveries may differ in depth.
    let queues = |toml| listed(toml).matches("tee_queue: keeps all words").count();
    assert_eq!(queues(BOX), 1);
    let deep = "family = ['region']\nmesh = '3x3'\nwidth = 8\nmax-data = 15";
    assert_eq!(queues(deep), 2);
}

#[test]
fn properties_of_the_ihc_family() {
    insta::assert_snapshot!(listed(CYCLES));
    // Without the filter nothing is due.
    let due = |toml: &str| listed(toml).contains("ihc_due");
    assert!(due(CYCLES) && !due(&format!("{CYCLES}\nfilter = false")));
}

#[test]
fn properties_of_the_ring_tree_family() {
    insta::assert_snapshot!(listed(RINGS));
}

/// Modules without a property in a sample, after an option of its command.
const NOT_PROVED: [(&str, &str); 13] = [
    // The votes that are not greedy, and a router without faults, decide by other rules.
    ("--vote nca", "mhu_controller"),
    ("--vote nca", "mhu_multicaster"),
    ("--vote look2", "mhu_controller"),
    ("--fault-tolerant false", "mhu_controller"),
    // Without data a frame has one flit.
    ("--max-data 0", "harts_link_parser"),
    ("--max-data 0", "harts_sender"),
    // With answers these are played only; tags, rows, completions and the network are proved.
    ("--answers reply", "region_answers"),
    ("--answers reply", "region_delivery"),
    ("--answers reply", "region_injector"),
    ("--answers reply", "region_input"),
    ("--answers reply", "region_output"),
    ("--answers reply", "region_replies"),
    ("--answers reply", "region_router"),
];

#[test]
fn every_emitted_module_has_a_property() {
    let mut excepted = BTreeSet::new();
    let designs = designs();
    let properties = designs.iter().flat_map(|design| &design.properties);
    // What families share may be proved with any of them.
    let shared: BTreeSet<&str> =
        properties.map(|it| it.module.as_str()).filter(|it| it.starts_with("tee_")).collect();
    for design in &designs {
        let bare = |name: &str| name.trim_start_matches(&design.prefix).to_string();
        let emitted: BTreeSet<String> = design.modules.keys().map(|name| bare(name)).collect();
        let proved = design.properties.iter().map(|it| bare(&it.module)).collect();
        for missing in emitted.difference(&proved).filter(|it| !shared.contains(it.as_str())) {
            let is_it = |(option, module): &&(&str, &str)| {
                design.command.contains(option) && missing == module
            };
            let exception = NOT_PROVED.iter().find(is_it);
            excepted.insert(exception.unwrap_or_else(|| panic!("{}: {missing}", design.command)));
        }
    }
    assert_eq!(excepted, NOT_PROVED.iter().collect(), "no exception any more");
}

/// Returns the whole text of a property as the prover gets it.
fn text(toml: &str, top: &str) -> String {
    let properties = Design::new(spec(toml)).properties;
    properties.into_iter().find(|it| it.top == top).expect("the property is wanted").text
}

#[test]
fn property_of_the_decoder() {
    insta::assert_snapshot!(text(CUBE, "proof_mhu_decoder"));
}

#[test]
fn property_of_a_reception() {
    insta::assert_snapshot!(text(
        "family = ['harts']\nn = 2\nmax-data = 0\nreception = 'majority'",
        "proof_harts_reception"
    ));
}
