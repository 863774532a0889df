//! Follows every link inside of the book.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Returns the links that lead nowhere, a line each: page and link. The documentation of the code is not
/// read, since rustdoc checks its own.
pub fn broken(book: &Path) -> Result<Vec<String>> {
    let mut pages = Vec::new();
    collect(book, &mut pages)?;
    let texts: BTreeMap<PathBuf, String> = pages
        .into_iter()
        .map(|page| fs::read_to_string(&page).map(|text| (page, text)))
        .collect::<Result<_, _>>()?;
    let named = |text: &str| values(text, "id").map(str::to_string).collect();
    let ids: BTreeMap<&Path, BTreeSet<String>> =
        texts.iter().map(|(page, text)| (page.as_path(), named(text))).collect();
    let mut broken = BTreeSet::new();
    for (page, text) in &texts {
        for link in values(text, "href").chain(values(text, "src")) {
            let outside = ["http:", "https:", "mailto:", "data:", "javascript:"];
            if link.is_empty() || outside.iter().any(|scheme| link.starts_with(scheme)) {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = target(page, path)?;
            let known = ids.get(target.as_path());
            let holds = target.exists()
                && (anchor.is_empty() || known.is_none_or(|ids| ids.contains(anchor)));
            if !holds {
                let page = page.strip_prefix(book)?;
                broken.insert(format!("{}: {link}", page.display()));
            }
        }
    }
    Ok(broken.into_iter().collect())
}

/// Lists the pages of the book in a folder.
fn collect(folder: &Path, pages: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        match path.is_dir() {
            true if name != "api" => collect(&path, pages)?,
            // Their links are made by their scripts, or are those of all other pages.
            false
                if name.ends_with(".html")
                    && !["explore.html", "print.html", "404.html", "toc.html"].contains(&name) =>
            {
                pages.push(path);
            }
            _ => (),
        }
    }
    Ok(())
}

/// Returns the file that a link of a page names.
fn target(page: &Path, path: &str) -> Result<PathBuf> {
    if path.is_empty() {
        return Ok(page.to_path_buf());
    }
    let mut target = page.parent().context("a page is in a folder")?.to_path_buf();
    for part in path.split('/') {
        match part {
            ".." => drop(target.pop()),
            "." | "" => (),
            name => target.push(name),
        }
    }
    Ok(target)
}

/// Returns the values of an attribute.
fn values<'a>(text: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    let opening = format!(" {attribute}=\"");
    let parts: Vec<&str> =
        text.split(&opening).skip(1).filter_map(|rest| rest.split('"').next()).collect();
    parts.into_iter()
}
