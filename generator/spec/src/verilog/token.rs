//! Words of Verilog text, without comments and attributes.

use super::VerilogError;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or a keyword.
    Word,
    /// A number, with its base if it has one.
    Number,
    /// Everything else: an operator, a bracket, a string, a directive.
    Symbol,
}

/// One token.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    /// Line, counted from 1.
    pub line: usize,
    /// Where it begins in the text.
    pub start: usize,
}

/// Symbols of two and three characters, the longest first.
const LONG: [&str; 11] = ["<<<", ">>>", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "**"];

/// Cuts a text into tokens, one after the other.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip(&mut self, bytes: usize) {
        let skipped = &self.rest()[..bytes];
        self.line += skipped.matches('\n').count();
        self.at += bytes;
    }

    /// Skips blanks, comments and attributes.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start().len();
            let end = |closing: &str| {
                rest[2..].find(closing).map_or(rest.len(), |at| 2 + at + closing.len())
            };
            let skipped = if blanks > 0 {
                blanks
            } else if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                end("*/")
            } else if rest.starts_with("(*") && !rest[2..].trim_start().starts_with(')') {
                end("*)")
            } else {
                return;
            };
            self.skip(skipped);
        }
    }

    /// Returns the token that has to follow.
    pub fn expect(&mut self, expected: &'static str) -> Result<Token<'a>, VerilogError> {
        let line = self.line;
        let end = || VerilogError::Unexpected { line, found: "the end".to_string(), expected };
        self.next().ok_or_else(end)
    }

    /// Takes the next token if it is `text`.
    pub fn takes(&mut self, text: &str) -> bool {
        let mut ahead = self.clone();
        let found = ahead.next().is_some_and(|token| token.text == text);
        if found {
            *self = ahead;
        }
        found
    }

    /// Takes the token `text`.
    pub fn symbol(&mut self, text: &'static str) -> Result<(), VerilogError> {
        let token = self.expect(text)?;
        if token.text == text { Ok(()) } else { Err(token.unexpected(text)) }
    }

    /// Takes a name.
    pub fn name(&mut self) -> Result<Token<'a>, VerilogError> {
        let expected = "a name";
        let token = self.expect(expected)?;
        if token.kind == Kind::Word { Ok(token) } else { Err(token.unexpected(expected)) }
    }
}

impl<'a> Token<'a> {
    /// Returns the error that something else has to stand here.
    pub fn unexpected(&self, expected: &'static str) -> VerilogError {
        VerilogError::Unexpected { line: self.line, found: self.text.to_string(), expected }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_blanks();
        let rest = self.rest();
        let first = rest.chars().next()?;
        let run = |more: fn(char) -> bool| rest.find(|c| !more(c)).unwrap_or(rest.len());
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
        let (kind, bytes) = match first {
            '0'..='9' | '\'' => (Kind::Number, number(rest)),
            'a'..='z' | 'A'..='Z' | '_' | '$' => (Kind::Word, run(is_word)),
            '\\' => (Kind::Word, run(|c| !c.is_whitespace())),
            '`' => (Kind::Symbol, 1 + rest[1..].find(|c| !is_word(c)).unwrap_or(rest.len() - 1)),
            '"' => (Kind::Symbol, string(rest)),
            _ => {
                let long = LONG.iter().find(|long| rest.starts_with(**long));
                (Kind::Symbol, long.map_or(first.len_utf8(), |long| long.len()))
            }
        };
        let token = Token { kind, text: &rest[..bytes], line: self.line, start: self.at };
        self.skip(bytes);
        Some(token)
    }
}

/// Returns the length of a number: `12`, `4'd3`, `'hff`.
fn number(text: &str) -> usize {
    let digits = |text: &str| {
        text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
    };
    let size = digits(text);
    match text[size..].strip_prefix('\'') {
        Some(based) => size + 1 + digits(based),
        None => size.max(1),
    }
}

/// Returns the length of a string with its quotes.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}
