//! One page for all findings: HTML without anything outside of it.

use askama::Template;

use crate::catalogue::{Finding, Study};
use crate::verdict::HEAD;

#[derive(Template)]
#[template(path = "section.html")]
struct Section<'a> {
    id: &'a str,
    finding: &'a Finding,
    sampling: String,
    head: [&'static str; 8],
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    parts: &'a [Part],
}

/// One study on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Name of the study.
    pub id: String,
    /// Title of the experiment.
    pub title: String,
    /// Whether every number is where it is expected.
    pub passed: bool,
    /// Its section, as [`section`] writes it.
    pub html: String,
}

/// Writes the section of one study.
pub fn section(study: &Study, finding: &Finding, runs: u64, seed: u64) -> String {
    let sampling = sampling(study, &finding.experiment.sampling, runs, seed);
    let section = Section { id: study.id, finding, sampling, head: HEAD };
    section.render().expect("text takes every section")
}

/// Says how many samples a study took, where it took any.
fn sampling(study: &Study, sample: &str, runs: u64, seed: u64) -> String {
    match (study.points, sample) {
        (0, "") => "Nothing is random: any number of samples gives the same.".to_string(),
        (0, _) => format!("Seed {seed}. {sample}"),
        _ => format!("{runs} samples at each point, seed {seed}. {sample}"),
    }
}

/// Writes the whole page.
pub fn page(parts: &[Part]) -> String {
    Page { parts }.render().expect("text takes every page")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_self_contained_and_escapes_what_it_quotes() {
        let study = Study::named("lan88-fig5.2")[0];
        let finding = study.run(1, 1, &|_| ());
        let html = section(study, &finding, 1, 1);
        assert!(html.contains("<svg") && html.contains("explained"));
        assert!(!html.contains("samples at each point"), "nothing is random");
        let part = |title: &str| Part {
            id: study.id.to_string(),
            title: title.to_string(),
            passed: true,
            html: html.clone(),
        };
        let page = page(&[part("a <b>")]);
        assert!(page.contains("a &#60;b&#62;") && !page.contains("a <b>"));
        for outside in ["src=", "<link", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}
