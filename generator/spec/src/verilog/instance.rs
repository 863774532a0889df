//! The instances in a text: of which module, with which parameters, and what is connected.

use super::VerilogError;
use super::token::{Kind, Token, Tokens};

/// One instance with named pins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Module that it is one of.
    pub module: String,
    /// Its name.
    pub name: String,
    /// Parameters and the expressions they get.
    pub parameters: Vec<(String, String)>,
    /// Ports and the expressions they are connected to; an empty one where a port is left open.
    pub pins: Vec<(String, String)>,
}

/// Returns the instances in a text, in their order.
///
/// # Errors
/// [`VerilogError::Unexpected`] in a list of parameters or pins; [`VerilogError::Twice`].
pub fn instances(text: &str) -> Result<Vec<Instance>, VerilogError> {
    let mut tokens = Tokens::new(text);
    let mut found = Vec::new();
    while let Some(module) = tokens.next() {
        if module.kind != Kind::Word {
            continue;
        }
        let mut ahead = tokens.clone();
        let has_parameters = ahead.takes("#");
        let parameters = match has_parameters && begins(&mut ahead) {
            true => list(text, &mut ahead)?,
            false if has_parameters => continue,
            false => Vec::new(),
        };
        let Some(name) = ahead.next().filter(|name| name.kind == Kind::Word) else { continue };
        if !begins(&mut ahead) {
            continue;
        }
        let (module, name) = (module.text.to_string(), name.text.to_string());
        found.push(Instance { module, name, parameters, pins: list(text, &mut ahead)? });
        tokens = ahead;
    }
    Ok(found)
}

/// Takes a bracket that a list of names follows.
fn begins(tokens: &mut Tokens<'_>) -> bool {
    let mut ahead = tokens.clone();
    let found = ahead.takes("(") && ahead.clone().takes(".");
    if found {
        *tokens = ahead;
    }
    found
}

/// Takes `.name(expression), ..)`.
fn list(text: &str, tokens: &mut Tokens<'_>) -> Result<Vec<(String, String)>, VerilogError> {
    let mut listed: Vec<(String, String)> = Vec::new();
    loop {
        tokens.symbol(".")?;
        let name = tokens.name()?;
        if listed.iter().any(|(other, _)| other == name.text) {
            return Err(VerilogError::Twice { line: name.line, name: name.text.to_string() });
        }
        tokens.symbol("(")?;
        listed.push((name.text.to_string(), expression(text, tokens)?));
        if !tokens.takes(",") {
            tokens.symbol(")")?;
            return Ok(listed);
        }
    }
}

/// Takes everything up to the bracket that closes.
fn expression(text: &str, tokens: &mut Tokens<'_>) -> Result<String, VerilogError> {
    let mut depth = 0;
    let mut start: Option<Token<'_>> = None;
    loop {
        let token = tokens.expect(")")?;
        match token.text {
            ")" if depth == 0 => {
                let start = start.map_or(token.start, |first| first.start);
                return Ok(text[start..token.start].trim_end().to_string());
            }
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        start = start.or(Some(token));
    }
}
