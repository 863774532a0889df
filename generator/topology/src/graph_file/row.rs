//! Lines of lists: where comments begin, and what stands between nodes.

use super::GraphFileError;

/// A line with something on it.
pub(super) struct Row<'a> {
    /// From 1 on.
    pub line: usize,
    /// The line without its comment.
    pub text: &'a str,
}

/// Returns the lines that have more than a comment.
pub(super) fn rows(text: &str) -> impl Iterator<Item = Row<'_>> {
    let rows = text.lines().zip(1..).map(|(text, line)| Row { line, text: without_comment(text) });
    rows.filter(|row| !row.text.is_empty())
}

/// Cuts off a comment; one begins where a word may begin.
fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    for (place, c) in line.char_indices() {
        let may_begin = before.is_whitespace() || ",;".contains(before);
        if may_begin && ["#", "%", "//"].iter().any(|mark| line[place..].starts_with(mark)) {
            return line[..place].trim();
        }
        before = c;
    }
    line.trim()
}

impl<'a> Row<'a> {
    /// Returns what stands between tabs, semicolons or commas, whichever the line has, else blanks.
    pub fn fields(&self) -> Result<Vec<&'a str>, GraphFileError> {
        fields(self.text, self.line)
    }

    /// Refuses the line.
    pub fn fail(&self, reason: impl Into<String>) -> GraphFileError {
        GraphFileError::at(self.line, reason)
    }

    /// Returns a node and its neighbours, if a colon stands between them.
    pub fn around(&self) -> Option<(&'a str, &'a str)> {
        let (node, others) = self.text.split_once(':')?;
        let is_apart = others.is_empty() || others.starts_with(char::is_whitespace);
        let is_number = node.bytes().all(|byte| byte.is_ascii_digit());
        let is_one = !node.trim().is_empty() && !node.trim().contains(char::is_whitespace);
        (is_one && (is_apart || is_number)).then_some((node.trim(), others))
    }
}

/// Returns the fields of a text on a line.
pub(super) fn fields(text: &str, line: usize) -> Result<Vec<&str>, GraphFileError> {
    let Some(between) = ['\t', ';', ','].into_iter().find(|c| text.contains(*c)) else {
        return Ok(text.split_whitespace().map(unquoted).collect());
    };
    let mut fields = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let begin = rest.trim_start_matches([' ', between]);
        // A quoted field may hold what else stands between fields.
        let after = match begin.strip_prefix('"') {
            Some(inside) => inside.find('"').map_or(begin.len(), |end| end + 2),
            None => 0,
        };
        let end = begin[after..].find(between).map_or(begin.len(), |end| after + end);
        let field = begin[..end].trim();
        if field.split_whitespace().count() > 1
            && field.split_whitespace().all(|word| word.parse::<f64>().is_ok())
        {
            let reason = format!("blanks and {between:?} stand between the numbers");
            return Err(GraphFileError::at(line, reason));
        }
        fields.extend((!field.is_empty()).then(|| unquoted(field)));
        rest = begin.get(end + 1..).unwrap_or_default();
    }
    Ok(fields)
}

fn unquoted(field: &str) -> &str {
    let inside = field.strip_prefix('"').and_then(|field| field.strip_suffix('"'));
    inside.filter(|inside| !inside.is_empty()).unwrap_or(field)
}
