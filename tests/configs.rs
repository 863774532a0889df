//! Every file of `configs/ok` and every sample builds, every file of `configs/bad` is refused with a good
//! reason.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::Digest;
use teecast::emit::diagram::COLUMNS;
use teecast::emit::{RtlFile, design, emitter, measured};
use teecast::output;
use teecast::spec::{FamilySpec, RawConfig, Spec, SpecError};

use crate::ROOT;
use crate::program::{assert_same, read, succeed};
use crate::samples;

/// Returns (name, text) of every configuration file in a folder, sorted by name.
fn all(folder: &str) -> Vec<(String, String)> {
    let files = read(&PathBuf::from(format!("{ROOT}/tests/configs/{folder}")));
    let stem = |path: &str| path.strip_suffix(".toml").expect("only TOML here").to_string();
    files.into_iter().map(|file| (stem(&file.path), file.text)).collect()
}

fn validate(text: &str) -> Result<Spec, SpecError> {
    RawConfig::from_toml(text)?.validate()
}

/// Returns all valid configurations: those of the files, and the samples of all families, with numbers as names.
fn valid() -> impl Iterator<Item = (String, Spec)> {
    let of_file = |(name, text): (String, String)| {
        let spec = validate(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, spec)
    };
    let of_sample = |(number, spec): (usize, Spec)| {
        (format!("{}_sample_{number}", spec.families[0].family().name()), spec)
    };
    let samples = samples::all().into_iter().enumerate().map(of_sample);
    all("ok").into_iter().map(of_file).chain(samples)
}

#[test]
fn bad_ones_are_refused() {
    let mut text = String::new();
    for (name, file) in all("bad") {
        let Err(error) = validate(&file) else { panic!("{name} is valid") };
        text += &format!("{name}\nerror: {error}\nhint: {}\n\n", error.hint());
    }
    insta::assert_snapshot!(text);
}

#[test]
fn emitted_text_is_tidy_and_each_file_holds_the_module_it_is_named_after() {
    for (config, spec) in valid() {
        for file in output::files(&spec) {
            let place = format!("{config}: {}", file.path);
            // A stream that plays nothing is empty.
            let ends_once = file.text.ends_with('\n') && !file.text.ends_with("\n\n");
            let is_silent = file.text.is_empty() && file.path.contains("/vectors/");
            assert!(ends_once || is_silent, "{place}");
            for line in file.text.lines() {
                assert!(!line.contains(['\t', '\r']) && line.trim_end() == line, "{place}: {line}");
                assert!(
                    !file.path.ends_with(".v") || line.chars().count() <= 100,
                    "{place}: {line}"
                );
            }
            if let Some(path) = file.path.strip_suffix(".v") {
                let module = Path::new(path).file_name().and_then(|name| name.to_str());
                let module = module.expect("a file has a name");
                assert!(module.starts_with(&spec.prefix), "{place}");
                assert_eq!(file.text.matches("\nmodule ").count(), 1, "{place}");
                let opening = file.text.split("\nmodule ").nth(1).expect("one module");
                assert!(opening.starts_with(module), "{place}");
            }
        }
    }
}

#[test]
fn file_lists_and_manifest_name_every_file() {
    for (config, spec) in valid() {
        let files = output::files(&spec);
        let bundles = design::bundles(&spec);
        let families: Vec<&str> = bundles.iter().map(|bundle| bundle.family).collect();
        let mut folders: Vec<(&str, Vec<&str>)> =
            families.iter().map(|&family| (family, vec!["common", family])).collect();
        folders.push(("testbench", vec!["testbench"]));
        folders.push(("", [&["common"], &families[..]].concat()));
        for (folder, of) in folders {
            let listed = listed(&files, folder);
            // Wrappers stand beside the manifest.
            let tops = bundles.iter().filter(|it| of.contains(&it.family)).flat_map(|it| &it.tops);
            let wrappers: Vec<String> = tops.map(|top| format!("{}_axis.v", top.module)).collect();
            let own = bundles.iter().filter(|it| of.contains(&it.family)).flat_map(|it| &it.files);
            let own: BTreeSet<&str> = own.map(|file| file.path.as_str()).collect();
            let is_of = |file: &&RtlFile| {
                let folder = file.path.split('/').next();
                // Of the shared modules, those that these families instantiate.
                let is_inside = of.iter().any(|of| Some(*of) == folder)
                    && (folder != Some("common") || own.contains(file.path.as_str()));
                file.path.ends_with(".v") && (is_inside || wrappers.contains(&file.path))
            };
            let verilog: BTreeSet<&str> =
                files.iter().filter(is_of).map(|file| file.path.as_str()).collect();
            let distinct: BTreeSet<&str> = listed.iter().map(String::as_str).collect();
            assert_eq!(distinct.len(), listed.len(), "{config}: {folder}");
            assert_eq!(distinct, verilog, "{config}: {folder}");
        }
        let manifest = files.iter().find(|file| file.path == design::MANIFEST);
        let manifest: Value = serde_json::from_str(&manifest.expect("a manifest").text)
            .unwrap_or_else(|error| panic!("{config}: {error}"));
        let hashed = |file: &RtlFile| {
            let hash = sha2::Sha256::digest(file.text.as_bytes());
            let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
            json!({"path": file.path, "sha256": hash})
        };
        let others = files.iter().filter(|file| file.path != design::MANIFEST);
        assert_eq!(manifest["files"], Value::Array(others.map(hashed).collect()), "{config}");
    }
}

/// Reads the file list of a folder, or of all families (""), as paths in the output folder.
fn listed(files: &[RtlFile], folder: &str) -> Vec<String> {
    let inside = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let list = format!("{inside}filelist.f");
    let list = files.iter().find(|file| file.path == list).expect("a file list");
    let path = |line: &str| match line.strip_prefix("../") {
        Some(path) if !folder.is_empty() => path.to_string(),
        _ => format!("{inside}{line}"),
    };
    list.text.lines().map(path).collect()
}

#[test]
fn block_diagrams_have_lines_that_fit() {
    for (config, spec) in valid() {
        for family in &spec.families {
            let blocks = emitter::of(family).blocks();
            for line in blocks.columns.iter().flatten().flat_map(|block| &block.lines) {
                assert!(line.len() <= COLUMNS, "{config}: {line}");
            }
        }
    }
}

#[test]
fn emitted_hardware_has_no_leftovers_of_its_templates() {
    for (config, spec) in valid() {
        for file in design::bundles(&spec).into_iter().flat_map(|bundle| bundle.files) {
            assert_eq!(leftover(&file.text), None, "{config}: {}", file.path);
        }
    }
}

/// Returns what a person would not have written in a module: braces apart, lines without indentation,
/// a choice between equal expressions, names of constants without use, wires with one value.
pub(super) fn leftover(text: &str) -> Option<String> {
    let code: Vec<&str> = text.lines().filter_map(|line| line.split("//").next()).collect();
    for line in &code {
        let line = line.trim_end();
        let outside = ["module ", "endmodule", ")", "`"].iter().any(|it| line.starts_with(it));
        let both = line.rsplit_once(" ? ").and_then(|(_, both)| both.split_once(" : "));
        let value = line.split_once(" = ").map(|(_, value)| value);
        let is_wire = line.starts_with("  wire ");
        let complaint = match () {
            () if !outside && !line.is_empty() && !line.starts_with("  ") => "no indentation",
            () if line.contains("{ ") => "braces apart",
            () if both.is_some_and(|(one, other)| other.strip_suffix(';') == Some(one)) => {
                "nothing to choose"
            }
            () if is_wire && matches!(value, Some("1'b0;" | "1'b1;")) => "one value",
            () => continue,
        };
        return Some(format!("{complaint}: {line}"));
    }
    let code = code.join("\n");
    let words = |name: &str| {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        code.split(|c| !is_name(c)).filter(|word| *word == name).count()
    };
    let unused = localparams(&code).into_iter().find(|name| words(name) < 2);
    unused.map(|name| format!("no use of {name}"))
}

#[test]
fn leftovers_are_found() {
    let module = |body: &str| format!("module m (\n);\n{body}endmodule\n");
    for (body, found) in [
        ("  assign a = {8{b}};\n", None),
        ("  assign a = { 8{b}};\n", Some("braces apart")),
        ("assign a = b;\n", Some("no indentation")),
        ("  assign a = b ? c[3:1] : c[3:1];\n", Some("nothing to choose")),
        ("  wire a = 1'b1;\n", Some("one value")),
        ("  localparam A = 1, B = 2;\n  assign a = A;\n", Some("no use of B")),
        ("  localparam A = {1'd0, 1'd1};\n  assign a = A;\n", None),
    ] {
        let complaint = leftover(&module(body));
        let begins = complaint.as_deref().map(|it| it.split(':').next().unwrap_or(it));
        assert_eq!(begins, found, "{body}");
    }
}

/// Lists the names that a module gives to constants.
fn localparams(code: &str) -> Vec<&str> {
    let statements = code.split("localparam ").skip(1).filter_map(|rest| rest.split(';').next());
    let names = statements.flat_map(|statement| statement.split(','));
    names.filter_map(|part| part.split_once('=')?.0.split_whitespace().last()).collect()
}

#[test]
fn no_two_files_of_a_design_declare_the_same_module() {
    for (config, spec) in valid() {
        let mut declared = BTreeSet::new();
        for file in output::files(&spec).iter().filter(|file| file.path.ends_with(".v")) {
            for rest in file.text.split("\nmodule ").skip(1) {
                let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let name = rest.split(|c| !is_name(c)).next().expect("a module has a name");
                assert!(declared.insert(name.to_string()), "{config}: {name} in {}", file.path);
            }
        }
    }
}

#[test]
fn the_name_of_a_module_begins_with_its_family() {
    for (config, spec) in valid() {
        for file in design::bundles(&spec).into_iter().flat_map(|bundle| bundle.files) {
            let (folder, name) = file.path.split_once('/').expect("a file in a folder");
            let name = name.strip_prefix(&spec.prefix).expect("names begin with the prefix");
            let others: &[&str] = match folder {
                "common" => &["tee_"],
                "hypercube" => &["mhu_", "mhu."],
                "harts" => &["hexmesh_"],
                _ => &[],
            };
            let own = folder != "common" && name.starts_with(&format!("{folder}_"));
            let other = others.iter().any(|other| name.starts_with(other));
            assert!(own || other, "{config}: {}", file.path);
        }
    }
}

#[test]
fn file_lists_name_a_module_before_its_users() {
    for (config, spec) in valid() {
        let files = output::files(&spec);
        let families = design::bundles(&spec).into_iter().map(|bundle| bundle.family);
        for folder in families.chain([""]) {
            let listed = listed(&files, folder);
            let of = |path: &String| files.iter().find(|file| file.path == *path);
            let listed: Vec<&RtlFile> = listed.iter().filter_map(of).collect();
            for (place, file) in listed.iter().enumerate() {
                for later in &listed[place + 1..] {
                    let name = later.path.rsplit('/').next().expect("a file has a name");
                    let module = name.strip_suffix(".v").expect("the hardware is Verilog");
                    let user = file.text.lines().any(|line| {
                        let mut words = line.split_whitespace();
                        words.next() == Some(module)
                            && words.next().is_some_and(|next| next.starts_with("u_"))
                    });
                    assert!(!user, "{config}: {} before {module}", file.path);
                }
            }
        }
    }
}

#[test]
fn configurations_that_differ_have_different_hashes() {
    let hashes: BTreeSet<String> =
        valid().map(|(_, spec)| design::header(&spec).config_hash).collect();
    assert_eq!(hashes.len(), valid().count());
}

#[test]
fn the_command_in_the_headers_makes_the_same_bytes_again() {
    let folder = tempfile::tempdir().expect("a writable folder for temporary files");
    for (config, spec) in valid() {
        let command = design::command(&spec);
        let arguments = command.strip_prefix("teecast ").expect("the name of the binary");
        // Warnings go to standard error.
        let is_quiet = |family: &FamilySpec| {
            family.warning().is_none() && measured::warnings(family).is_empty()
        };
        let quiet = spec.families.iter().all(is_quiet);
        let arguments = format!("{arguments} --out {config}");
        if quiet {
            succeed(folder.path(), &arguments);
        } else {
            assert_eq!(crate::program::teecast(folder.path(), &arguments).code, Some(0));
        }
        let made = read(&folder.path().join(&config).join(&spec.name));
        assert_same(&made, &output::files(&spec));
    }
}

#[test]
fn numbers_stand_beside_the_designs_that_they_were_measured_on() {
    let measured = |toml: &str| {
        let spec = validate(toml).expect("valid");
        let files = output::files(&spec);
        let sheet =
            files.iter().find(|file| file.path.ends_with("README.md")).expect("a data sheet");
        sheet.text.contains("\n## Measured\n")
    };
    for toml in ["n = 6\nm = 8\nfamily = ['hypercube']", "n = 3\nfamily = ['harts']"] {
        assert!(measured(toml), "{toml}");
        assert!(!measured(&format!("{toml}\nwidth = 16")), "{toml}");
    }
    let region = "mesh = '16x16'\nfamily = ['region']";
    assert!(measured(region) && measured(&format!("{region}\nmax-data = 15")));
    assert!(!measured(&format!("{region}\nmax-data = 16")));
    let ring_tree = "graph = 'path:8'\nfamily = ['ring-tree']";
    assert!(measured(&format!("{ring_tree}\nring-size = 4")) && !measured(ring_tree));
    let crossbar = "n = 3\nfamily = ['harts']\ninterconnect = 'crossbar'";
    assert!(measured(crossbar));
    assert!(!measured(&format!("{crossbar}\nreception = 'majority'")));
}

#[test]
fn a_router_without_a_network_has_no_bench_of_one() {
    for toml in ["n = 3\nm = 4\nfamily = ['hypercube']", "n = 3\nfamily = ['harts']"] {
        let benches = |network: bool| {
            let spec = validate(&format!("{toml}\nnetwork = {network}")).expect("valid");
            let files = output::files(&spec).into_iter().map(|file| file.path);
            files.filter(|path| path.starts_with("testbench/")).collect::<BTreeSet<String>>()
        };
        let is_of_network = |path: &String| path.contains("network");
        let (with, without) = (benches(true), benches(false));
        assert!(with.iter().any(is_of_network) && !without.iter().any(is_of_network), "{toml}");
        assert!(without.is_subset(&with) && !without.is_empty(), "{toml}");
    }
}
