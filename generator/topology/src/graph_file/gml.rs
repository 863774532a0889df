//! GML: keys with numbers, texts or lists in brackets.

use super::draft::Draft;
use super::{GraphFileError, quoted};

/// Deepest lists in lists.
const DEEPEST: usize = 64;

/// Says whether a text begins with a key, and has a list called `graph`.
pub(super) fn is_it(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start).filter(|line| !line.is_empty());
    let first = lines.find(|line| !line.starts_with('#')).unwrap_or_default();
    let is_word = first.starts_with(|c: char| c.is_ascii_alphabetic());
    is_word
        && text.match_indices("graph").any(|(place, word)| {
            let before = text[..place].chars().next_back();
            let after = text[place + word.len()..].trim_start();
            before.is_none_or(char::is_whitespace) && after.starts_with('[')
        })
}

/// A piece of the text.
#[derive(Debug, PartialEq)]
enum Token<'a> {
    Open,
    Close,
    Word(&'a str),
    Text(&'a str),
}

/// What stands in a node or link, and where that begins.
#[derive(Default)]
struct Item<'a> {
    line: usize,
    id: Option<&'a str>,
    label: Option<&'a str>,
    source: Option<&'a str>,
    target: Option<&'a str>,
}

/// Reads the only list called `graph`.
pub(super) fn read(text: &str, draft: &mut Draft) -> Result<(), GraphFileError> {
    let mut tokens = Tokens { rest: text, line: 1 };
    let (mut path, mut item, mut links) = (Vec::new(), Item::default(), Vec::new());
    let mut has_graph = false;
    while let Some(token) = tokens.next(draft)? {
        let key = match token {
            Token::Word(key) => key,
            Token::Close if path.is_empty() => return Err(draft.fail("] closes nothing")),
            Token::Close => {
                let at = draft.line;
                draft.line = Some(item.line);
                match path.as_slice() {
                    ["graph", "node"] => {
                        let id = item.id.ok_or_else(|| draft.fail("a node has no id"))?;
                        draft.declare(id, item.label)?;
                    }
                    ["graph", "edge"] => {
                        let ends = item.source.zip(item.target);
                        let ends =
                            ends.ok_or_else(|| draft.fail("an edge has no source or target"))?;
                        links.push((item.line, ends));
                    }
                    _ => {}
                }
                draft.line = at;
                path.pop();
                continue;
            }
            token => return Err(draft.fail(format!("{token:?} stands where a key should"))),
        };
        match (path.as_slice(), key, tokens.next(draft)?) {
            (_, _, Some(Token::Open)) => {
                if path.len() == DEEPEST {
                    return Err(draft.fail(format!("lists are deeper than {DEEPEST}")));
                }
                if path.is_empty() && key == "graph" && std::mem::replace(&mut has_graph, true) {
                    return Err(draft.fail("a second graph; permitted is one"));
                }
                path.push(key);
                if path.len() == 2 {
                    item = Item { line: tokens.line, ..Item::default() };
                }
            }
            (["graph"], "directed", Some(Token::Word(value))) => draft.is_directed = value == "1",
            (["graph", "node" | "edge"], key, Some(Token::Word(value) | Token::Text(value))) => {
                match key {
                    "id" => item.id = Some(value),
                    "label" => item.label = Some(value).filter(|label| !label.is_empty()),
                    "source" => item.source = Some(value),
                    "target" => item.target = Some(value),
                    _ => {}
                }
            }
            (_, _, Some(Token::Word(_) | Token::Text(_))) => {}
            (_, key, _) => return Err(draft.fail(format!("{} has no value", quoted(key)))),
        }
    }
    if let Some(key) = path.last() {
        return Err(draft.fail(format!("the list {} is not closed", quoted(key))));
    }
    if !has_graph {
        return Err(draft.fail("there is no graph"));
    }
    // Links may stand before the nodes that they join.
    draft.close()?;
    links.into_iter().try_for_each(|(line, (source, target))| {
        draft.line = Some(line);
        draft.link(source, target)
    })
}

/// What is left of a text.
struct Tokens<'a> {
    rest: &'a str,
    /// From 1 on.
    line: usize,
}

impl<'a> Tokens<'a> {
    /// Takes so many bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.line += taken.matches('\n').count();
        taken
    }

    /// Returns the next piece, and says its line.
    fn next(&mut self, draft: &mut Draft) -> Result<Option<Token<'a>>, GraphFileError> {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.take(blank);
            if !self.rest.starts_with('#') {
                break;
            }
            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
        draft.line = Some(self.line);
        Ok(Some(match self.rest.chars().next() {
            None => return Ok(None),
            Some('[') => {
                self.take(1);
                Token::Open
            }
            Some(']') => {
                self.take(1);
                Token::Close
            }
            Some('"') => {
                self.take(1);
                let end = self.rest.find('"').ok_or_else(|| draft.fail("a text is not closed"))?;
                let text = self.take(end);
                self.take(1);
                Token::Text(text)
            }
            Some(_) => {
                let is_end = |c: char| c.is_whitespace() || "[]\"".contains(c);
                Token::Word(self.take(self.rest.find(is_end).unwrap_or(self.rest.len())))
            }
        }))
    }
}
