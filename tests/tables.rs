//! Tables of the pages that the code owns: modules, properties and mutants of every family. `make tables` writes
//! them anew.

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write;
use std::fs;

use teecast::emit::proof::Method;
use teecast::emit::theorem::Discharge;
use teecast::emit::{RtlFile, design, emitter};
use teecast::families;
use teecast::proofs::properties;
use teecast::spec::{Family, Spec};

use crate::{ROOT, samples};

/// What follows every table.
const END: &str = "<!-- End of the table. -->";

const APPENDIX: &str = "docs/verification-tables.md";

/// Returns the name of a module without the prefix of its design.
fn plain(spec: &Spec, module: &str) -> String {
    module.strip_prefix(&spec.prefix).expect("every module has it").to_string()
}

/// Returns the name of the module in a Verilog file.
fn stem(path: &str) -> Option<&str> {
    path.rsplit('/').next()?.strip_suffix(".v")
}

/// Returns the modules of a family with their roles, those with parts before their parts.
fn modules(family: Family) -> String {
    let mut rows: Vec<(String, String)> = Vec::new();
    let mut everywhere: Option<BTreeSet<String>> = None;
    for spec in samples::of(family) {
        let files = design::bundles(&spec).into_iter().flat_map(|bundle| bundle.files);
        let own = files.filter(|file| !file.path.starts_with("common/"));
        let role = |text: &str| {
            let head = text.lines().map_while(|line| line.strip_prefix("// "));
            head.collect::<Vec<_>>().join(" ").trim_end_matches('.').to_string()
        };
        let row = |it: RtlFile| Some((plain(&spec, stem(&it.path)?), role(&it.text)));
        let own: Vec<_> = own.filter_map(row).collect();
        let names: BTreeSet<String> = own.iter().map(|(name, _)| name.clone()).collect();
        everywhere = Some(everywhere.map_or(names.clone(), |all| &all & &names));
        for row in own.into_iter().rev() {
            if rows.iter().all(|(name, _)| *name != row.0) {
                rows.push(row);
            }
        }
    }
    let everywhere = everywhere.expect("it has samples");
    let mut table = "| module | what it does |\n|---|---|\n".to_string();
    for (name, role) in rows {
        let star = if everywhere.contains(&name) { "" } else { " *" };
        writeln!(table, "| `{name}` | {role}{star} |").expect("a string");
    }
    table
}

/// Returns the properties and claims of a family, in the order in which `prove` prints them.
fn proved(family: Family) -> String {
    let mut rows: Vec<(String, &str, BTreeSet<&str>)> = Vec::new();
    for spec in samples::of(family) {
        let all = properties(&spec).into_iter().filter(|it| it.method != Method::Contracts);
        let all = all.map(|it| (plain(&spec, &it.module), it.summary, it.method.name()));
        let claims = spec.families.iter().flat_map(|it| families::of(it).claims(&spec.prefix));
        let claims = claims.map(|it| (plain(&spec, &it.module), it.property, "ranking"));
        for (module, property, method) in all.chain(claims) {
            match rows.iter_mut().find(|row| row.0 == module && row.1 == property) {
                Some(row) => drop(row.2.insert(method)),
                None => rows.push((module, property, BTreeSet::from([method]))),
            }
        }
    }
    let mut table = "| module | property | method |\n|---|---|---|\n".to_string();
    for (module, property, methods) in rows {
        let methods: Vec<&str> = methods.into_iter().collect();
        writeln!(table, "| `{module}` | {property} | {} |", methods.join(", ")).expect("a string");
    }
    table
}

/// Returns what the theorems assume of the hardware of a family, and who makes sure of it.
fn hypotheses(family: Family) -> String {
    let spec = samples::of(family).into_iter().next().expect("it has samples");
    let of_family = spec.families.iter().find(|it| it.family() == family).expect("the family");
    let mut table = "| hypothesis | of theorems | discharged by |\n|---|---|---|\n".to_string();
    let listed = |names: &[&str]| {
        names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    for it in emitter::of(of_family).hypotheses() {
        let by = match it.by {
            Discharge::Properties(modules) => format!("properties of {}", listed(modules)),
            Discharge::Test(path) => format!("test: `{path}`"),
            Discharge::Assumption => "assumption".to_string(),
        };
        writeln!(table, "| {} | {} | {by} |", it.what, listed(it.theorems)).expect("a string");
    }
    table
}

/// Numbers of a row of mutants: all, killed, refuted, equal, kept, left.
type Counts = [u32; 6];

/// Returns the rows that `qa mutate` has written: family, device, module, numbers.
fn mutants() -> Vec<(String, String, String, Counts)> {
    let text = fs::read_to_string(format!("{ROOT}/qa/mutants.csv")).expect("results");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let [family, device, module, ref numbers @ ..] = cells[..] else { panic!("{line}") };
        let numbers = numbers.iter().map(|it| it.parse().expect("a number")).collect::<Vec<u32>>();
        let counts: Counts = numbers.try_into().expect("six numbers");
        assert_eq!(counts[0], counts[1..].iter().sum::<u32>(), "{line}");
        (family.to_string(), device.to_string(), module.to_string(), counts)
    };
    text.lines().skip(1).map(row).collect()
}

fn sum<'a>(rows: impl Iterator<Item = &'a Counts>) -> Counts {
    rows.fold(Counts::default(), |sum, row| std::array::from_fn(|at| sum[at] + row[at]))
}

/// Returns the head of a table of mutants whose first column has a name.
fn head(first: &str) -> String {
    format!(
        "| {first} | mutants | killed | refuted | equal | kept | left |\n{}|\n",
        "|---".repeat(7)
    )
}

/// Returns the row of a table of mutants that sums some rows up.
fn line<'a>(first: &str, rows: impl Iterator<Item = &'a Counts>) -> String {
    format!("| {first} |{}\n", sum(rows).map(|count| format!(" {count} |")).concat())
}

/// Returns the results of the mutants of a family.
fn mutated(family: Family) -> String {
    let rows = mutants();
    let rows: Vec<_> = rows.iter().filter(|row| row.0 == family.name()).collect();
    let of_modules = rows.iter().map(|(_, device, module, counts)| {
        line(&format!("`{device}/{module}`"), [counts].into_iter())
    });
    head("device/module")
        + &of_modules.collect::<String>()
        + &line("all", rows.iter().map(|row| &row.3))
}

/// Returns the sums of all families.
fn mutated_in_all() -> String {
    let mut table = head("family");
    let rows = mutants();
    for family in Family::ALL {
        let of_family = rows.iter().filter(|row| row.0 == family.name());
        table += &line(&format!("[{0}]({0}.md)", family.name()), of_family.map(|row| &row.3));
    }
    table + &line("all", rows.iter().map(|row| &row.3))
}

/// Asserts that a table of a page is as the code has it, or writes it.
fn check(page: &str, what: &str, table: &str) {
    let path = format!("{ROOT}/{page}");
    let text = fs::read_to_string(&path).expect(page);
    let begin = format!("<!-- {what}, written by `make tables`. -->\n\n");
    let parts = text.split_once(&begin).and_then(|(head, rest)| {
        let (found, tail) = rest.split_once(END)?;
        Some((head, found, tail))
    });
    let (head, found, tail) =
        parts.unwrap_or_else(|| panic!("{page} has no {begin:?} with {END:?} after it"));
    let table = format!("{table}\n");
    if found == table {
        return;
    }
    let is_asked = env::var("INSTA_UPDATE").is_ok_and(|it| it == "always");
    assert!(is_asked, "{what} in {page} are stale: run `make tables`\n{table}");
    fs::write(&path, format!("{head}{begin}{table}{END}{tail}")).expect("writable");
}

#[test]
fn tables_of_the_pages_are_those_of_the_code() {
    let contents = fs::read_to_string(format!("{ROOT}/docs/README.md")).expect("a page");
    for &family in Family::ALL {
        let name = family.name();
        // Not a family for users yet, such as the one of `example-family.patch`.
        if !contents.contains(&format!("({name}.md)")) {
            continue;
        }
        check(&format!("docs/{name}.md"), &format!("Modules of {name}"), &modules(family));
        check("docs/theorems.md", &format!("Hypotheses of {name}"), &hypotheses(family));
        check(APPENDIX, &format!("Properties of {name}"), &proved(family));
        check(APPENDIX, &format!("Mutants of {name}"), &mutated(family));
    }
    check("docs/verification.md", "Mutants of all families", &mutated_in_all());
}

/// A table lacks what no sample has.
#[test]
fn samples_have_every_module_and_property() {
    let specs = samples::all();
    let names = |spec: &Spec| -> Vec<String> {
        let files = design::bundles(spec).into_iter().flat_map(|bundle| bundle.files);
        files.filter_map(|file| Some(plain(spec, stem(&file.path)?))).collect()
    };
    let modules: BTreeSet<String> = specs.iter().flat_map(names).collect();
    let tops: BTreeSet<String> = specs.iter().flat_map(properties).map(|it| it.top).collect();
    for family in fs::read_dir(format!("{ROOT}/templates")).expect("templates") {
        let family = family.expect("a folder").path();
        for (folder, prefix, found) in [("rtl", "", &modules), ("proof", "proof_", &tops)] {
            let Ok(files) = fs::read_dir(family.join(folder)) else { continue };
            for file in files {
                let path = file.expect("a file").path();
                let Some(name) = stem(path.to_str().expect("plain text")) else { continue };
                assert!(
                    found.contains(&format!("{prefix}{name}")),
                    "no sample has {folder}/{name}"
                );
            }
        }
    }
}

#[test]
fn the_page_sums_up_properties_and_mutants() {
    let count = |family: &Family| (family.name(), proved(*family).lines().count() - 2);
    let counts: Vec<_> = Family::ALL.iter().map(count).collect();
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    let of_families: Vec<String> =
        counts.iter().map(|(family, count)| format!("{count} of {family}")).collect();
    let properties = format!(
        "| {all}, each a row of the [tables](verification-tables.md): {} |",
        of_families.join(", ")
    );
    let rows = mutants();
    let [all, killed, refuted, equal, kept, left] = sum(rows.iter().map(|row| &row.3));
    let page = fs::read_to_string(format!("{ROOT}/docs/verification.md")).expect("a page");
    let words = [
        format!(
            "of {all} mutants, {killed} are killed in simulation, a proof finds {refuted} more, "
        ),
        format!(
            "{equal} change nothing, {kept} lie outside what the properties fix, {left} are left "
        ),
    ]
    .concat();
    for words in [properties, words] {
        assert!(page.contains(&words), "docs/verification.md does not say: {words}");
    }
}
