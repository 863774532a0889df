//! Builds the book from the pages of the repository: `teecast-book PROGRAM OUT`.
//!
//! `PROGRAM` is teecast, whose help, schemas and data sheets become the reference. The page of `teecast explore` and
//! the documentation of the code (`cargo doc`) become part of the book. A warning, a page that no
//! chapter holds, or a link that leads nowhere is an error.

mod links;
mod reference;
mod stage;
mod warnings;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use mdbook_driver::MDBook;
use mdbook_driver::config::Config;

const CONFIGURATION: &str = "
[book]
title = \"teecast\"
language = \"en\"
src = \"src\"

[output.html]
default-theme = \"light\"
preferred-dark-theme = \"navy\"
no-section-label = true
smart-punctuation = false
additional-css = [\"style.css\"]
";

fn main() -> Result<()> {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [program, out] = &arguments[..] else { bail!("usage: teecast-book PROGRAM OUT") };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the book is in a clone")?;
    let warnings = warnings::count()?;
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    let staged = out.with_extension("pages");
    if staged.exists() {
        fs::remove_dir_all(&staged)?;
    }
    let pages = staged.join("src");
    stage::pages(root, &pages)?;
    reference::pages(program, &pages.join("reference"))?;
    fs::write(staged.join("style.css"), include_str!("../style.css"))?;
    let mut configuration: Config = CONFIGURATION.parse()?;
    configuration.build.create_missing = false;
    configuration.build.build_dir = fs::canonicalize(&staged)?.join("book");
    MDBook::load_with_config(&staged, configuration)?.build()?;
    fs::rename(staged.join("book"), out)?;
    fs::remove_dir_all(&staged)?;
    fs::copy(root.join("generator/cli/explore.html"), out.join("explore.html"))?;
    stage::tree(&root.join("target/doc"), &out.join("api")).context("run cargo doc first")?;
    let broken = links::broken(out)?;
    ensure!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
    ensure!(warnings.get() == 0, "mdbook warned");
    println!("{}", out.join("index.html").display());
    Ok(())
}
