//! The registers in a text, which of them no reset sets, and which share a block with those that it sets.

use super::token::{Kind, Token, Tokens};

/// The input that is the reset.
const RESET: &str = "rst_ni";

/// Registers of a module, in the order in which the text assigns them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registers<'a> {
    /// Those that no reset sets.
    pub without_reset: Vec<&'a str>,
    /// Those that a block with a reset assigns, and its reset does not set.
    pub mixed: Vec<&'a str>,
}

/// Returns the registers of a module.
///
/// A register is what a block at a clock edge assigns. A reset sets it under a condition on a reset, or
/// by an expression with one. What stands between `ifdef and `endif does not count.
pub fn registers(text: &str) -> Registers<'_> {
    let mut reader = Reader::new(text);
    let mut mixed = Vec::new();
    while reader.at < reader.tokens.len() {
        match reader.take() {
            "wire" => reader.wire(),
            "always" if reader.edge() => {
                let (set, assigned) = (reader.set.len(), reader.assigned.len());
                reader.statement(false);
                let (set, assigned) = (&reader.set[set..], &reader.assigned[assigned..]);
                if !set.is_empty() {
                    mixed.extend(assigned.iter().filter(|name| !set.contains(name)));
                }
            }
            _ => {}
        }
    }
    let Reader { set, mut assigned, .. } = reader;
    let mut seen = Vec::new();
    assigned.retain(|name| {
        let is_new = !seen.contains(name);
        seen.push(*name);
        is_new && !set.contains(name)
    });
    Registers { without_reset: assigned, mixed }
}

/// Goes through the tokens of a text.
struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    /// The input that is the reset, and wires that follow from them.
    resets: Vec<&'a str>,
    /// Registers that a reset sets.
    set: Vec<&'a str>,
    assigned: Vec<&'a str>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let mut inside = true;
        let is_outside_of_ifdef = |token: &Token<'_>| {
            match token.text {
                "`ifdef" => inside = false,
                "`endif" => inside = true,
                _ => {}
            }
            inside
        };
        let tokens = Tokens::new(text).filter(is_outside_of_ifdef).collect();
        Self { tokens, at: 0, resets: vec![RESET], set: Vec::new(), assigned: Vec::new() }
    }

    /// Takes a token; at the end it is a semicolon, which ends everything.
    fn take(&mut self) -> &'a str {
        let token = self.tokens.get(self.at);
        self.at += usize::from(token.is_some());
        token.map_or(";", |token| token.text)
    }

    fn takes(&mut self, text: &str) -> bool {
        let found = self.tokens.get(self.at).is_none_or(|token| token.text == text);
        if found {
            self.take();
        }
        found
    }

    /// Takes all up to one of `ends` outside of brackets, which stays.
    fn until(&mut self, ends: &[&str]) -> &[Token<'a>] {
        let (start, mut depth) = (self.at, 0_usize);
        while let Some(token) = self.tokens.get(self.at) {
            match token.text {
                end if depth == 0 && ends.contains(&end) => break,
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
        }
        &self.tokens[start..self.at]
    }

    /// Takes all up to one of `ends`, and says whether a reset is in it.
    fn resets_until(&mut self, ends: &[&str]) -> bool {
        let resets = self.resets.clone();
        self.until(ends).iter().any(|token| resets.contains(&token.text))
    }

    /// Takes brackets, and says whether a reset is in them.
    fn resets_in_brackets(&mut self) -> bool {
        self.take();
        let found = self.resets_until(&[")"]);
        self.take();
        found
    }

    /// Takes what follows `wire`: one that follows from a reset is one.
    fn wire(&mut self) {
        let ends = [";", ",", ")", "="];
        let name = self.until(&ends).last().map(|token| token.text);
        if self.takes("=") && self.resets_until(&ends) {
            self.resets.extend(name);
        }
    }

    /// Takes when a block runs, and says whether that is a clock edge.
    fn edge(&mut self) -> bool {
        self.take();
        if !self.takes("(") {
            return false;
        }
        let found = self.until(&[")"]).iter().any(|token| token.text == "posedge");
        self.take();
        found
    }

    /// Takes a statement; `under` says that its condition has a reset.
    fn statement(&mut self, under: bool) {
        let start = self.at;
        match self.take() {
            "begin" => {
                if self.takes(":") {
                    self.take();
                }
                while !self.takes("end") {
                    self.statement(under);
                }
            }
            "if" => {
                let resets = self.resets_in_brackets();
                self.statement(under || resets);
                if self.tokens.get(self.at).is_some_and(|token| token.text == "else") {
                    self.take();
                    self.statement(under);
                }
            }
            "for" => {
                self.resets_in_brackets();
                self.statement(under);
            }
            "case" => {
                self.resets_in_brackets();
                while !self.takes("endcase") {
                    self.until(&[":"]);
                    self.take();
                    self.statement(under);
                }
            }
            _ => {
                self.at = start;
                self.assignment(under);
            }
        }
    }

    fn assignment(&mut self, under: bool) {
        let mut depth = 0_usize;
        let mut names = Vec::new();
        for token in self.until(&["<=", "=", ";"]) {
            match token.text {
                "[" => depth += 1,
                "]" => depth = depth.saturating_sub(1),
                name if depth == 0 && token.kind == Kind::Word => names.push(name),
                _ => {}
            }
        }
        let is_register = self.take() == "<=";
        let resets = self.resets_until(&[";"]);
        self.take();
        if is_register {
            if under || resets {
                self.set.extend(&names);
            }
            self.assigned.append(&mut names);
        }
    }
}
