//! Lays out the pages as in the repository, so that their links hold.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// What chapters link to and is no page itself.
const LINKED: [&str; 5] =
    ["docs/pictures", "examples", "experiments", "LICENSE-MIT", "LICENSE-APACHE"];

/// What the first page adds.
const INSIDE: &str = "
## In this book

* [The page of `teecast explore`](explore.html) works here as well: choose nodes and faults, and follow the message.
* [The documentation of the code](api/teecast/index.html)
";

/// Copies the chapters of SUMMARY.md, and what they refer to.
pub fn pages(root: &Path, to: &Path) -> Result<()> {
    let summary = fs::read_to_string(root.join("book/SUMMARY.md"))?;
    fs::create_dir_all(to)?;
    fs::write(to.join("SUMMARY.md"), &summary)?;
    for path in LINKED {
        tree(&root.join(path), &to.join(path))?;
    }
    let chapters = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let chapters: Vec<&str> = chapters.filter(|path| !path.starts_with("reference/")).collect();
    for path in &chapters {
        let text = fs::read_to_string(root.join(path)).with_context(|| path.to_string())?;
        let target = to.join(path);
        fs::create_dir_all(target.parent().context("a page is in a folder")?)?;
        let inside = if *path == "README.md" { INSIDE } else { "" };
        fs::write(target, linked(&text) + inside)?;
    }
    for page in fs::read_dir(root.join("docs"))? {
        let name = page?.file_name().into_string().unwrap_or_default();
        let is_chapter = chapters.contains(&format!("docs/{name}").as_str());
        ensure!(!name.ends_with(".md") || is_chapter, "docs/{name} is no chapter of the book");
    }
    Ok(())
}

/// Turns links to a README, which becomes the index of its folder, and to what the book has elsewhere.
fn linked(text: &str) -> String {
    text.replace("README.md)", "index.md)").replace("README.md#", "index.md#")
}

/// Copies a file, or a folder with all that is in it.
pub fn tree(from: &Path, to: &Path) -> Result<()> {
    if !from.is_dir() {
        fs::create_dir_all(to.parent().context("a file is in a folder")?)?;
        fs::copy(from, to).with_context(|| from.display().to_string())?;
        return Ok(());
    }
    for entry in fs::read_dir(from)? {
        let name = entry?.file_name();
        // What a build left in an example is no part of it.
        if name != "target" {
            tree(&from.join(&name), &to.join(&name))?;
        }
    }
    Ok(())
}
