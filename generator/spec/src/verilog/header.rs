//! The header of a module: its parameters and its ports.

use super::token::{Token, Tokens};
use super::{Direction, Expression, Port, VerilogError};

/// What a module declares before its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Name of the module.
    pub module: String,
    /// Its parameters with their default values, in their order.
    pub parameters: Vec<(String, Expression)>,
    ports: Vec<Declared>,
}

/// A port whose range may depend on parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Declared {
    name: String,
    direction: Direction,
    range: Option<(Expression, Expression)>,
}

/// Reads the header of a module in ANSI style.
///
/// # Errors
/// [`VerilogError::NoModule`], [`VerilogError::Unexpected`], [`VerilogError::Twice`].
///
/// # Examples
/// ```
/// use teecast_spec::verilog::header;
///
/// let text = "module m #(parameter W = 4) (\n  input wire clk_i,\n  output reg [2*W-1:0] y_o\n);";
/// let header = header(text, "m").expect("a module");
/// let widths = |w| {
///     let ports = header.ports(&[("W", w)]).expect("numbers");
///     ports.into_iter().map(|port| port.width).collect::<Vec<_>>()
/// };
/// assert_eq!((widths(4), widths(1)), (vec![1, 8], vec![1, 2]));
/// ```
pub fn header(text: &str, module: &str) -> Result<Header, VerilogError> {
    let mut tokens = Tokens::new(text);
    loop {
        let Some(token) = tokens.next() else {
            return Err(VerilogError::NoModule { module: module.to_string() });
        };
        if token.text == "module" && tokens.takes(module) {
            break;
        }
    }
    let mut header = Header { module: module.to_string(), parameters: vec![], ports: vec![] };
    if tokens.takes("#") {
        header.take_parameters(&mut tokens)?;
    }
    if tokens.takes("(") && !tokens.takes(")") {
        header.take_ports(&mut tokens)?;
    }
    tokens.symbol(";")?;
    Ok(header)
}

impl Header {
    fn declare(&self, token: &Token<'_>) -> Result<String, VerilogError> {
        let parameters = self.parameters.iter().map(|(name, _)| name);
        let mut names = parameters.chain(self.ports.iter().map(|port| &port.name));
        match names.any(|name| name == token.text) {
            true => Err(VerilogError::Twice { line: token.line, name: token.text.to_string() }),
            false => Ok(token.text.to_string()),
        }
    }

    fn take_parameters(&mut self, tokens: &mut Tokens<'_>) -> Result<(), VerilogError> {
        tokens.symbol("(")?;
        loop {
            if tokens.takes("parameter") {
                let _ = tokens.takes("integer") || tokens.takes("signed");
                take_range(tokens)?;
            } else if self.parameters.is_empty() {
                tokens.symbol("parameter")?;
            }
            let name = self.declare(&tokens.name()?)?;
            tokens.symbol("=")?;
            self.parameters.push((name, Expression::take(tokens)?));
            if !tokens.takes(",") {
                return tokens.symbol(")");
            }
        }
    }

    fn take_ports(&mut self, tokens: &mut Tokens<'_>) -> Result<(), VerilogError> {
        let mut last = None;
        loop {
            let direction = match (tokens.takes("input"), tokens.takes("output")) {
                (true, _) => Some(Direction::Input),
                (_, true) => Some(Direction::Output),
                _ => None,
            };
            if let Some(direction) = direction {
                let _ = tokens.takes("wire") || tokens.takes("reg");
                tokens.takes("signed");
                last = Some((direction, take_range(tokens)?));
            }
            // Without a direction it is as the one before.
            let Some((direction, range)) = last.clone() else {
                return Err(tokens.expect("a direction")?.unexpected("a direction"));
            };
            let name = self.declare(&tokens.name()?)?;
            self.ports.push(Declared { name, direction, range });
            if !tokens.takes(",") {
                return tokens.symbol(")");
            }
        }
    }

    /// Returns the value of a parameter: the one given, or its default.
    ///
    /// # Errors
    /// [`VerilogError::NoValue`], [`VerilogError::Arithmetic`].
    pub fn value(&self, name: &str, given: &[(&str, i64)]) -> Result<i64, VerilogError> {
        if let Some((_, value)) = given.iter().find(|(parameter, _)| *parameter == name) {
            return Ok(*value);
        }
        let no_value = || VerilogError::NoValue { name: name.to_string() };
        let place = self.parameters.iter().position(|(parameter, _)| parameter == name);
        let place = place.ok_or_else(no_value)?;
        let earlier = |other: &str| {
            let known = self.parameters[..place].iter().any(|(parameter, _)| parameter == other);
            let no_value = || VerilogError::NoValue { name: other.to_string() };
            if known { self.value(other, given) } else { Err(no_value()) }
        };
        self.parameters[place].1.value(&earlier)
    }

    /// Returns the ports in their order, for parameters with the values given, or their defaults.
    ///
    /// # Errors
    /// [`VerilogError::NoParameter`], [`VerilogError::NoValue`], [`VerilogError::Arithmetic`],
    /// [`VerilogError::Width`].
    pub fn ports(&self, given: &[(&str, i64)]) -> Result<Vec<Port>, VerilogError> {
        for (name, _) in given {
            if !self.parameters.iter().any(|(parameter, _)| parameter == name) {
                let (module, name) = (self.module.clone(), name.to_string());
                return Err(VerilogError::NoParameter { module, name });
            }
        }
        let value_of = |name: &str| self.value(name, given);
        let port = |Declared { name, direction, range }: &Declared| {
            let bits = match range {
                None => 1,
                Some((high, low)) => {
                    let (high, low) = (high.value(&value_of)?, low.value(&value_of)?);
                    (i128::from(high) - i128::from(low)).abs() + 1
                }
            };
            let width = u32::try_from(bits);
            let width = width.map_err(|_| VerilogError::Width { name: name.clone(), bits })?;
            Ok(Port { name: name.clone(), direction: *direction, width })
        };
        self.ports.iter().map(port).collect()
    }
}

/// Takes `[high:low]`, if it follows.
fn take_range(tokens: &mut Tokens<'_>) -> Result<Option<(Expression, Expression)>, VerilogError> {
    if !tokens.takes("[") {
        return Ok(None);
    }
    let high = Expression::take(tokens)?;
    tokens.symbol(":")?;
    let low = Expression::take(tokens)?;
    tokens.symbol("]")?;
    Ok(Some((high, low)))
}
