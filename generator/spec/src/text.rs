//! Texts of users: which ones are refused, how others are quoted where they are written, and how a
//! message shortens them.
//!
//! A text that a user may choose freely enters an emitted file, a document or a printed command only
//! through this file, or through a template or writer that quotes by itself (JSON, YAML, SVG).

use std::borrow::Cow;
use std::path::Path;

/// What is wrong with a text that [`is_plain`] refuses.
pub const RULE: &str = "control characters, such as line breaks, and marks that turn the direction of \
                        writing are not permitted";

/// Most characters of a line of a message.
const LONGEST_LINE: usize = 600;

/// Says whether a text may be written anywhere, once it is quoted.
///
/// # Examples
/// ```
/// use teecast_spec::text::is_plain;
///
/// assert!(is_plain("größte Netze/$(date).json"));
/// assert!(!is_plain("a\nmodule b") && !is_plain("a\u{202e}b"));
/// ```
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || is_separator(c) || turns(c))
}

/// Line and paragraph separators, which are no control characters.
fn is_separator(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

/// Marks after which text runs in another direction (Unicode's Bidi_Control).
fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns a text as one word of a shell.
///
/// # Examples
/// ```
/// use teecast_spec::text::shell;
///
/// assert_eq!(shell("links:0-1,1-2"), "links:0-1,1-2");
/// assert_eq!(shell("my $(date)"), "'my $(date)'");
/// ```
pub fn shell(text: &str) -> Cow<'_, str> {
    // The crate quotes commas too, for the sake of braces, of which there are none here.
    let needs_none = |c: char| c.is_ascii_alphanumeric() || "-_=.,:/+@%".contains(c);
    // An empty word would vanish, and some shells replace a word that begins with an equals sign.
    match !text.is_empty() && !text.starts_with('=') && text.chars().all(needs_none) {
        true => Cow::Borrowed(text),
        false => shlex::Quoter::new().allow_nul(true).quote(text).expect("NUL is allowed"),
    }
}

/// Returns a path as an operand of a command in a shell.
///
/// # Examples
/// ```
/// use std::path::Path;
/// use teecast_spec::text::operand;
///
/// assert_eq!(operand(Path::new("-x/a b")), "'./-x/a b'");
/// ```
pub fn operand(path: &Path) -> String {
    let path = path.to_string_lossy();
    // It would be taken for an option.
    let path = if path.starts_with('-') { format!("./{path}") } else { path.into_owned() };
    shell(&path).into_owned()
}

/// Returns a text as code in Markdown.
///
/// # Examples
/// ```
/// use teecast_spec::text::code;
///
/// assert_eq!((code("a"), code("a`b")), ("`a`".to_string(), "`` a`b ``".to_string()));
/// ```
pub fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // One blank at each end is no part of the code.
    let blank = if longest > 0 || text.starts_with(' ') || text.ends_with(' ') { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// Returns a text for an element or attribute of XML or HTML.
pub fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// Returns a text between quotes in the language of Graphviz.
pub fn dot(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Returns a text between quotes in the language of Mermaid, where marks have names.
///
/// # Examples
/// ```
/// assert_eq!(teecast_spec::text::mermaid("a\"#<b"), "a#quot;#35;#lt;b");
/// ```
pub fn mermaid(text: &str) -> String {
    let texts = text.replace('#', "#35;").replace('"', "#quot;");
    texts.replace('<', "#lt;").replace('&', "#amp;").replace('`', "#96;")
}

/// Returns a message for a terminal: without control characters, and without the middle of long lines.
///
/// # Examples
/// ```
/// use teecast_spec::text::shown;
///
/// assert_eq!(shown("a\u{1b}[2J\nb"), "a\\u{1b}[2J\nb");
/// let long = shown(&format!("graph is {}; permitted are files", "x".repeat(4000)));
/// assert!(long.starts_with("graph is x") && long.ends_with("x; permitted are files"));
/// assert_eq!(long.chars().count(), 605);
/// ```
pub fn shown(message: &str) -> String {
    message.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

fn line(line: &str) -> String {
    let is_shown = |c: char| c == '\t' || is_plain(c.encode_utf8(&mut [0; 4]));
    let visible = |c: char| match is_shown(c) {
        true => c.to_string(),
        false => c.escape_unicode().to_string(),
    };
    let line: String = line.chars().map(visible).collect();
    let length = line.chars().count();
    if length <= LONGEST_LINE {
        return line;
    }
    let begin = line.chars().take(LONGEST_LINE / 2);
    let end = line.chars().skip(length - LONGEST_LINE / 2);
    begin.chain(" ... ".chars()).chain(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_a_quoted_word_as_it_was() {
        for text in [
            "", "a b", "$(x)", "`x`", "it's", "\"", "a\\", "~", "{a,b}", "!x", "*", "ä\u{a0}",
            "=ls",
        ] {
            let words = shlex::split(&format!("teecast --graph {}", shell(text)));
            assert_eq!(words.expect("it is quoted"), ["teecast", "--graph", text]);
        }
    }

    #[test]
    fn code_is_fenced_by_more_than_it_holds() {
        assert_eq!(code(" a"), "`  a `");
        assert_eq!(code("``a`"), "``` ``a` ```");
    }
}
