//! The language of Graphviz: nodes, links, chains of them, and subgraphs.

use std::borrow::Cow;

use super::draft::Draft;
use super::{GraphFileError, quoted};

/// Deepest subgraphs in subgraphs.
const DEEPEST: usize = 64;

/// Says whether a text begins with the head of a graph.
pub(super) fn is_it(text: &str) -> bool {
    let mut tokens = Tokens { rest: text, line: 1 };
    let mut word = || tokens.next().ok().flatten();
    let mut first = word();
    if first.as_ref().is_some_and(|token| token.is("strict")) {
        first = word();
    }
    let is_graph = first.is_some_and(|token| token.is("graph") || token.is("digraph"));
    let mut second = word();
    if matches!(second, Some(Token::Id(..))) {
        second = word();
    }
    is_graph && second == Some(Token::Mark("{"))
}

/// A piece of the text.
#[derive(Debug, PartialEq)]
enum Token<'a> {
    /// A name; whether it was quoted, so that it is no word of the language.
    Id(Cow<'a, str>, bool),
    Mark(&'a str),
}

impl Token<'_> {
    /// Says whether it is a word of the language; capitals do not matter.
    fn is(&self, word: &str) -> bool {
        matches!(self, Token::Id(id, false) if id.eq_ignore_ascii_case(word))
    }
}

/// Reads the only graph of a text.
pub(super) fn read(text: &str, draft: &mut Draft) -> Result<(), GraphFileError> {
    let mut tokens = Tokens { rest: text, line: 1 };
    let next = tokens.next()?;
    let mut parser = Parser { tokens, next, draft };
    parser.graph()
}

struct Parser<'a, 'b> {
    tokens: Tokens<'a>,
    next: Option<Token<'a>>,
    draft: &'b mut Draft,
}

impl<'a> Parser<'a, '_> {
    /// Takes the next piece.
    fn take(&mut self) -> Result<Option<Token<'a>>, GraphFileError> {
        self.draft.line = Some(self.tokens.line);
        let next = self.tokens.next()?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// Takes a mark, if it comes next.
    fn takes(&mut self, mark: &str) -> Result<bool, GraphFileError> {
        let is_next = self.next == Some(Token::Mark(mark));
        if is_next {
            self.take()?;
        }
        Ok(is_next)
    }

    /// Takes a word of the language, if it comes next.
    fn takes_word(&mut self, word: &str) -> Result<bool, GraphFileError> {
        let is_next = self.next.as_ref().is_some_and(|token| token.is(word));
        if is_next {
            self.take()?;
        }
        Ok(is_next)
    }

    fn expect(&mut self, mark: &str) -> Result<(), GraphFileError> {
        if self.takes(mark)? { Ok(()) } else { Err(self.unexpected(mark)) }
    }

    /// Says what should come.
    fn unexpected(&self, expected: &str) -> GraphFileError {
        let found = match &self.next {
            None => "the end".to_string(),
            Some(Token::Id(id, _)) => quoted(id),
            Some(Token::Mark(mark)) => quoted(mark),
        };
        let reason = format!("{found} stands where {expected} should");
        GraphFileError::at(self.tokens.line, reason)
    }

    fn graph(&mut self) -> Result<(), GraphFileError> {
        self.takes_word("strict")?;
        if self.takes_word("digraph")? {
            self.draft.is_directed = true;
        } else if !self.takes_word("graph")? {
            return Err(self.unexpected("graph"));
        }
        if matches!(self.next, Some(Token::Id(..))) {
            self.take()?;
        }
        self.expect("{")?;
        self.statements(0)?;
        match self.next {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end")),
        }
    }

    /// Reads statements up to the closing brace; returns the nodes in them.
    fn statements(&mut self, depth: usize) -> Result<Vec<u32>, GraphFileError> {
        if depth > DEEPEST {
            return Err(self.draft.fail(format!("subgraphs are deeper than {DEEPEST}")));
        }
        let mut nodes = Vec::new();
        loop {
            while self.takes(";")? || self.takes(",")? {}
            if self.takes("}")? {
                nodes.sort_unstable();
                nodes.dedup();
                return Ok(nodes);
            }
            let is_default = ["graph", "node", "edge"]
                .iter()
                .any(|word| self.next.as_ref().is_some_and(|token| token.is(word)));
            if is_default {
                self.take()?;
                self.attributes()?;
                continue;
            }
            let Some(mut left) = self.end(depth, "a node or }")? else { continue };
            while self.takes("--")? || self.takes("->")? {
                let Some(right) = self.end(depth, "a node")? else {
                    return Err(self.unexpected("a node"));
                };
                for &one in &left {
                    right.iter().try_for_each(|other| self.draft.join(one, *other))?;
                }
                nodes.append(&mut left);
                left = right;
            }
            nodes.append(&mut left);
            self.attributes()?;
        }
    }

    /// Reads a node or a subgraph; returns its nodes, or nothing for `key = value`.
    fn end(&mut self, depth: usize, expected: &str) -> Result<Option<Vec<u32>>, GraphFileError> {
        let is_subgraph = self.takes_word("subgraph")?;
        if is_subgraph && matches!(self.next, Some(Token::Id(..))) {
            self.take()?;
        }
        if self.takes("{")? {
            return self.statements(depth + 1).map(Some);
        }
        if is_subgraph || !matches!(self.next, Some(Token::Id(..))) {
            return Err(self.unexpected(if is_subgraph { "{" } else { expected }));
        }
        let Some(Token::Id(id, _)) = self.take()? else { return Ok(None) };
        if self.takes("=")? {
            return match self.take()? {
                Some(Token::Id(..)) => Ok(None),
                _ => Err(self.draft.fail("= has no value")),
            };
        }
        // A port, and the side of it.
        while self.takes(":")? {
            if !matches!(self.take()?, Some(Token::Id(..))) {
                return Err(self.draft.fail(": has no port"));
            }
        }
        self.draft.place(&id).map(|place| Some(vec![place]))
    }

    /// Skips attributes in brackets.
    fn attributes(&mut self) -> Result<(), GraphFileError> {
        while self.takes("[")? {
            while !self.takes("]")? {
                match self.take()? {
                    Some(Token::Id(..) | Token::Mark("=" | "," | ";")) => {}
                    _ => return Err(self.draft.fail("] is missing")),
                }
            }
        }
        Ok(())
    }
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

    /// Takes what comes before a text, and the text.
    fn take_past(&mut self, end: &str, what: &str) -> Result<&'a str, GraphFileError> {
        let place = self.rest.find(end);
        let place =
            place.ok_or_else(|| GraphFileError::at(self.line, format!("{what} is not closed")))?;
        let taken = self.take(place);
        self.take(end.len());
        Ok(taken)
    }

    /// Skips blanks and comments.
    fn skip(&mut self) -> Result<(), GraphFileError> {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.take(blank);
            if self.rest.starts_with("//") || self.rest.starts_with('#') {
                self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("/*") {
                self.take(2);
                self.take_past("*/", "a comment")?;
            } else {
                return Ok(());
            }
        }
    }

    fn next(&mut self) -> Result<Option<Token<'a>>, GraphFileError> {
        self.skip()?;
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        for mark in ["--", "->", "{", "}", "[", "]", ";", ",", "=", ":"] {
            if self.rest.starts_with(mark) {
                return Ok(Some(Token::Mark(self.take(mark.len()))));
            }
        }
        match first {
            '"' => self.text().map(Some),
            '<' => self.html().map(Some),
            _ => {
                let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.' || c > '\u{7f}';
                let begin = usize::from(first == '-');
                let length = self.rest[begin..].find(|c| !is_name(c));
                let length = length.map_or(self.rest.len(), |length| begin + length);
                if length == begin {
                    let reason =
                        format!("{} is no part of the language", quoted(&first.to_string()));
                    return Err(GraphFileError::at(self.line, reason));
                }
                Ok(Some(Token::Id(Cow::Borrowed(self.take(length)), false)))
            }
        }
    }

    /// Reads a quoted text, and those that `+` joins with it.
    fn text(&mut self) -> Result<Token<'a>, GraphFileError> {
        let mut text = String::new();
        loop {
            self.take(1);
            loop {
                let place = self.rest.find(['"', '\\']);
                let open = || GraphFileError::at(self.line, "a text is not closed");
                let place = place.ok_or_else(open)?;
                text += self.take(place);
                if self.take(1) == "\"" {
                    break;
                }
                // Only the quote is quoted.
                if !self.rest.starts_with('"') {
                    text.push('\\');
                }
                let length = self.rest.chars().next().map_or(0, char::len_utf8);
                text += self.take(length);
            }
            self.skip()?;
            if !self.rest.starts_with('+') {
                return Ok(Token::Id(Cow::Owned(text), true));
            }
            self.take(1);
            self.skip()?;
            if !self.rest.starts_with('"') {
                return Err(GraphFileError::at(self.line, "+ joins no text"));
            }
        }
    }

    /// Reads HTML between brackets.
    fn html(&mut self) -> Result<Token<'a>, GraphFileError> {
        let mut depth = 0;
        for (place, c) in self.rest.char_indices() {
            match c {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(Token::Id(Cow::Borrowed(self.take(place + 1)), true));
            }
        }
        Err(GraphFileError::at(self.line, "HTML is not closed"))
    }
}
