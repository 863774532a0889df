//! Constant expressions of Verilog: numbers, names of parameters, and operators on them.

use super::VerilogError;
use super::token::{Kind, Token, Tokens};

/// A constant expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// The value of a parameter, a localparam or a genvar.
    Name(String),
    /// An operator before its operand, or `$clog2` of it.
    Unary(&'static str, Box<Expression>),
    /// An operator between its operands.
    Binary(&'static str, Box<Expression>, Box<Expression>),
    /// `condition ? then : otherwise`.
    Choice(Box<Expression>, Box<Expression>, Box<Expression>),
}

/// Operators between two operands, by precedence, the weakest first.
const LEVELS: [&[&str]; 6] =
    [&["||"], &["&&"], &["==", "!="], &["<=", ">=", "<", ">"], &["<<", ">>"], &["+", "-"]];

/// Operators that bind most of all.
const PRODUCTS: &[&str] = &["*", "/", "%"];

const CLOG2: &str = "$clog2";

impl Expression {
    /// Reads an expression that is the whole text.
    ///
    /// # Errors
    /// [`VerilogError::Unexpected`].
    pub fn read(text: &str) -> Result<Self, VerilogError> {
        let mut tokens = Tokens::new(text);
        let read = Self::take(&mut tokens)?;
        match tokens.next() {
            Some(token) => Err(token.unexpected("the end of the expression")),
            None => Ok(read),
        }
    }

    /// Reads an expression and leaves what stands after it.
    pub(super) fn take(tokens: &mut Tokens<'_>) -> Result<Self, VerilogError> {
        let condition = binary(tokens, 0)?;
        if !tokens.takes("?") {
            return Ok(condition);
        }
        let then = Self::take(tokens)?;
        tokens.symbol(":")?;
        Ok(Self::Choice(Box::new(condition), Box::new(then), Box::new(Self::take(tokens)?)))
    }

    /// Returns its value; `value_of` knows the names. What a choice does not select is not evaluated.
    ///
    /// # Errors
    /// [`VerilogError::Arithmetic`], and those of `value_of`.
    pub fn value(
        &self,
        value_of: &dyn Fn(&str) -> Result<i64, VerilogError>,
    ) -> Result<i64, VerilogError> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Name(name) => value_of(name),
            Self::Choice(condition, then, otherwise) => match condition.value(value_of)? {
                0 => otherwise.value(value_of),
                _ => then.value(value_of),
            },
            Self::Unary(operator, operand) => {
                let operand = operand.value(value_of)?;
                let value = match *operator {
                    "-" => operand.checked_neg(),
                    "!" => Some(i64::from(operand == 0)),
                    CLOG2 => clog2(operand),
                    _ => Some(operand),
                };
                value.ok_or(VerilogError::Arithmetic { operator })
            }
            Self::Binary(operator, left, right) => {
                let (left, right) = (left.value(value_of)?, right.value(value_of)?);
                result(operator, left, right).ok_or(VerilogError::Arithmetic { operator })
            }
        }
    }
}

fn result(operator: &str, left: i64, right: i64) -> Option<i64> {
    let shifted = |power: Option<i64>| power.filter(|_| right < 63);
    let power = u32::try_from(right).ok().and_then(|bits| 1_i64.checked_shl(bits));
    let truth = |value: bool| Some(i64::from(value));
    match operator {
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        "<<" => left.checked_mul(shifted(power)?),
        ">>" => Some(left >> u32::try_from(right).ok()?.min(63)),
        "<" => truth(left < right),
        ">" => truth(left > right),
        "<=" => truth(left <= right),
        ">=" => truth(left >= right),
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "&&" => truth(left != 0 && right != 0),
        _ => truth(left != 0 || right != 0),
    }
}

fn clog2(value: i64) -> Option<i64> {
    let value = u64::try_from(value).ok()?;
    Some(i64::from(value.checked_next_power_of_two()?.trailing_zeros()))
}

fn binary(tokens: &mut Tokens<'_>, level: usize) -> Result<Expression, VerilogError> {
    let operators = LEVELS.get(level).copied().unwrap_or(PRODUCTS);
    let operand = |tokens: &mut Tokens<'_>| match level < LEVELS.len() {
        true => binary(tokens, level + 1),
        false => unary(tokens),
    };
    let mut left = operand(tokens)?;
    while let Some(operator) = operators.iter().find(|operator| tokens.takes(operator)) {
        left = Expression::Binary(operator, Box::new(left), Box::new(operand(tokens)?));
    }
    Ok(left)
}

fn unary(tokens: &mut Tokens<'_>) -> Result<Expression, VerilogError> {
    if let Some(operator) = ["-", "+", "!", CLOG2].iter().find(|it| tokens.takes(it)) {
        return Ok(Expression::Unary(operator, Box::new(unary(tokens)?)));
    }
    if tokens.takes("(") {
        let inner = Expression::take(tokens)?;
        tokens.symbol(")")?;
        return Ok(inner);
    }
    let expected = "a constant expression";
    let token = tokens.expect(expected)?;
    match token.kind {
        Kind::Word if !token.text.starts_with('$') => Ok(Expression::Name(token.text.to_string())),
        Kind::Number => number(&token),
        _ => Err(token.unexpected(expected)),
    }
}

/// Reads a number; its size says nothing about its value.
fn number(token: &Token<'_>) -> Result<Expression, VerilogError> {
    let (base, digits) = match token.text.split_once('\'') {
        None => (10, token.text),
        Some((_, based)) => {
            let based = based.trim_start_matches(['s', 'S']);
            let base = match based.chars().next().map(|c| c.to_ascii_lowercase()) {
                Some('b') => 2,
                Some('o') => 8,
                Some('d') => 10,
                Some('h') => 16,
                _ => return Err(token.unexpected("a base")),
            };
            (base, &based[1..])
        }
    };
    let value = i64::from_str_radix(&digits.replace('_', ""), base);
    value.map(Expression::Number).map_err(|_| token.unexpected("a number"))
}
