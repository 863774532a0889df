//! Pages that the program writes itself: its commands, its schemas, and a data sheet of each family.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// A design of each family, whose data sheet shows ports and events.
const DESIGNS: [(&str, &str); 5] = [
    ("hypercube", "--n 6 --m 8"),
    ("harts", "--n 3"),
    ("region", "--mesh 4x4"),
    ("ihc", "--topology hypercube --n 4"),
    ("ring-tree", "--graph hypercube:4"),
];

/// What has a schema, and what it is.
const SCHEMAS: [(&str, &str); 3] = [
    ("config", "A configuration file, which `gen --config FILE` and other commands read."),
    ("manifest", "The `manifest.json` of every folder that `gen` writes."),
    ("route", "What `route --format json` prints; each family has a document of its own."),
];

/// Writes the pages.
pub fn pages(program: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    fs::write(to.join("commands.md"), commands(program)?)?;
    fs::write(to.join("schemas.md"), schemas(program, to)?)?;
    for (family, options) in DESIGNS {
        let out = to.join("designs");
        let folder = out.to_str().context("a path is text")?;
        let command = format!("gen --family {family} {options}");
        let words = command.split(' ').chain(["--out", folder, "--name", family]);
        run(program, &words.collect::<Vec<&str>>())?;
        let sheet = fs::read_to_string(out.join(family).join("README.md"))?;
        let picture = out.join(family).join(format!("{}.svg", family.replace('-', "_")));
        fs::copy(&picture, to.join(format!("{family}.svg")))
            .with_context(|| picture.display().to_string())?;
        let picture = format!("{}.svg)", family.replace('-', "_"));
        let sheet = sheet.replace(&picture, &format!("{family}.svg)"));
        fs::write(to.join(format!("{family}.md")), sheet)?;
    }
    Ok(fs::remove_dir_all(to.join("designs"))?)
}

/// Returns what the program prints.
fn run(program: &Path, arguments: &[&str]) -> Result<String> {
    let run = Command::new(program).args(arguments).output()?;
    ensure!(
        run.status.success(),
        "teecast {}: {}",
        arguments.join(" "),
        String::from_utf8_lossy(&run.stderr)
    );
    Ok(String::from_utf8(run.stdout)?)
}

/// Returns the help of all commands, one below the other.
fn commands(program: &Path) -> Result<String> {
    let mut page = "# Commands\n\nThe help of every command, as `--help` prints it.\n\n\
        ![How commands, model and generator belong together](../docs/pictures/layers.svg)\n"
        .to_string();
    let mut open = vec![Vec::new()];
    while let Some(path) = open.pop() {
        let arguments: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
        let help = run(program, &arguments)?;
        let title = std::iter::once("teecast").chain(path.iter().map(String::as_str));
        let title = title.collect::<Vec<&str>>().join(" ");
        page += &format!("\n## {title}\n\n```text\n{}\n```\n", help.trim_end());
        for name in below(&help).into_iter().rev() {
            open.push([&path[..], &[name]].concat());
        }
    }
    Ok(page)
}

/// Returns the names of the commands that a help lists.
fn below(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| {
        let name = line.strip_prefix("  ").filter(|line| !line.starts_with(' '))?;
        name.split(' ').next().map(str::to_string)
    });
    names.filter(|name| name != "help").collect()
}

/// Returns the page of schemas; each is a file beside it, too.
fn schemas(program: &Path, to: &Path) -> Result<String> {
    let mut page = "# Schemas\n\nJSON schemas (draft 2020-12) of the documents that other programs read or write. \
        `teecast schema NAME` prints them.\n\n\
        ![How commands, model and generator belong together](../docs/pictures/layers.svg)\n"
        .to_string();
    for (name, what) in SCHEMAS {
        let schema = run(program, &["schema", name])?;
        fs::write(to.join(format!("{name}.schema.json")), &schema)?;
        page += &format!("\n## {name}\n\n{what} [{name}.schema.json]({name}.schema.json)\n\n");
        page += &format!("```json\n{schema}```\n");
    }
    Ok(page)
}
