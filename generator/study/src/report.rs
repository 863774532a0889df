//! One page for all findings: HTML without anything outside of it.

use askama::Template;

use crate::catalogue::{Finding, Study};
use crate::verdict::{HEAD, Judgement};

#[derive(Template)]
#[template(path = "section.html")]
struct Section<'a> {
    id: &'a str,
    finding: &'a Finding,
    paper: String,
    runs: u64,
    seed: u64,
    explanation: String,
    sampling: String,
    judged: String,
    head: [&'static str; 8],
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    groups: Vec<(String, Vec<&'a Part>)>,
    /// Numbers that are met, explained and missed in all studies.
    all: [usize; 3],
    version: &'static str,
    date: &'a str,
}

/// One study on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Name of the study.
    pub id: String,
    /// Title of the experiment.
    pub title: String,
    /// Key of the paper, or `ours`.
    pub paper: String,
    /// Numbers that are met, explained and missed.
    pub counts: [usize; 3],
    /// Its section, as [`section`] writes it.
    pub html: String,
}

impl Part {
    /// Returns how many numbers are met, explained and missed, in words.
    fn judged(&self) -> String {
        judged(self.counts)
    }

    /// Returns whether a number is not met.
    fn is_odd(&self) -> bool {
        self.counts[1..].iter().any(|count| *count > 0)
    }

    /// Returns whether a number is not where it is expected.
    fn has_missed(&self) -> bool {
        self.counts[2] > 0
    }
}

/// Writes the section of one study.
pub fn section(study: &Study, finding: &Finding, runs: u64, seed: u64) -> String {
    let sampling = sampling(study, &finding.experiment.sampling, runs, seed);
    let paper = cited(&finding.experiment.paper);
    let explanation = html(&finding.experiment.explanation);
    let count = |result| finding.verdicts.iter().filter(|v| v.result() == result).count();
    let counts = [Judgement::Met, Judgement::Explained, Judgement::Missed].map(count);
    let judged = format!("{} numbers: {}", finding.verdicts.len(), judged(counts));
    let (id, head) = (study.id, HEAD);
    let section = Section { id, finding, paper, runs, seed, explanation, sampling, judged, head };
    section.render().expect("text takes every section")
}

/// Returns how a heading names a paper.
fn cited(paper: &str) -> String {
    if paper == "ours" { "our own studies".to_string() } else { format!("[{paper}]") }
}

/// Says how many numbers are met, explained and missed.
fn judged(counts: [usize; 3]) -> String {
    let words = counts.iter().zip(["met", "explained", "missed"]);
    let some =
        words.filter(|(count, _)| **count > 0).map(|(count, word)| format!("{count} {word}"));
    some.collect::<Vec<_>>().join(", ")
}

/// Turns a text with `code` into HTML.
fn html(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let part = |(index, part): (usize, &str)| match index % 2 {
        0 => part.to_string(),
        _ => format!("<code>{part}</code>"),
    };
    text.split('`').enumerate().map(part).collect()
}

/// Says how many samples a study took, where it took any.
fn sampling(study: &Study, sample: &str, runs: u64, seed: u64) -> String {
    match (study.points, sample) {
        (0, "") => "Nothing is random: any number of samples gives the same.".to_string(),
        (0, _) => format!("Seed {seed}. {sample}"),
        _ => format!("{runs} samples at each point, seed {seed}. {sample}"),
    }
}

/// Writes the whole page; `date` is that of the run.
pub fn page(parts: &[Part], date: &str) -> String {
    let mut groups: Vec<(String, Vec<&Part>)> = Vec::new();
    for part in parts {
        let paper = cited(&part.paper);
        match groups.iter_mut().find(|(name, _)| *name == paper) {
            Some((_, group)) => group.push(part),
            None => groups.push((paper, vec![part])),
        }
    }
    let all = [0, 1, 2].map(|kind| parts.iter().map(|part| part.counts[kind]).sum());
    let page = Page { groups, all, version: env!("CARGO_PKG_VERSION"), date };
    page.render().expect("text takes every page")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_set_as_code() {
        assert_eq!(html("a < b: `c d` e"), "a &lt; b: <code>c d</code> e");
    }

    #[test]
    fn a_page_is_self_contained_and_escapes_what_it_quotes() {
        let study = Study::named("lan88-fig5.2")[0];
        let finding = study.run(1, 1, &|_| ());
        let html = section(study, &finding, 1, 1);
        assert!(html.contains("<svg") && html.contains("1 explained</summary>"), "{html}");
        assert!(html.find("<svg") < html.find("<table"), "charts come before tables");
        let command = html.replace("<span>", "").replace("</span>", "");
        assert!(command.contains("<code>teecast repro lan88-fig5.2 --runs 1 --seed 1</code>"));
        assert!(!html.contains("samples at each point"), "nothing is random");
        let part = |title: &str| Part {
            id: study.id.to_string(),
            title: title.to_string(),
            paper: "Lan88".to_string(),
            counts: [3, 1, 0],
            html: html.clone(),
        };
        let page = page(&[part("a <b>"), part("c")], "2000-01-01");
        assert!(page.contains("a &#60;b&#62;") && !page.contains("a <b>"));
        assert!(page.contains("6 numbers met, 2 explained, 0 missed"), "{page}");
        assert!(page.contains("2000-01-01") && page.matches("<h3>[Lan88]</h3>").count() == 1);
        for outside in ["src=", "<link", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}
