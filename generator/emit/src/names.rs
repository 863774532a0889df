//! Verilog text fragments that depend on widths; every generated literal is sized here.

/// Returns the bits needed to tell `values` values apart, at least 1.
pub fn index_bits(values: u32) -> u32 {
    values.next_power_of_two().trailing_zeros().max(1)
}

/// Returns `expression` of `from` bits, extended with zeros to `to` bits.
pub fn extend(expression: &str, from: u32, to: u32) -> String {
    assert!(from <= to, "a wider expression is sliced by its user");
    if from == to { expression.to_string() } else { format!("{{{}'d0, {expression}}}", to - from) }
}

/// Returns `count` copies of an expression side by side.
pub fn repeat(count: u32, expression: &str) -> String {
    format!("{{{count}{{{expression}}}}}")
}

/// Returns a list of expressions as one; in a template, two braces side by side mean something else.
pub fn concat(list: &str) -> String {
    format!("{{{list}}}")
}

/// Returns the vector `name` of `from` bits as `to` bits: its low bits, or extended with zeros.
pub fn fit(name: &str, from: u32, to: u32) -> String {
    let low = |bits: u32| format!("{name}[{}:0]", bits - 1);
    if to < from { low(to) } else { extend(&low(from), from, to) }
}

/// Returns the terms between operators, as many in a line as fit into `columns`; what follows a line
/// break begins with `indent`.
pub fn joined(terms: &[String], operator: &str, columns: usize, indent: &str) -> String {
    let longest = terms.iter().map(String::len).max().unwrap_or(1);
    let join = format!(" {operator} ");
    let lines: Vec<String> =
        terms.chunks((columns / (longest + 3)).max(1)).map(|it| it.join(&join)).collect();
    lines.join(&format!(" {operator}\n{indent}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_of_indices() {
        assert_eq!([1, 2, 3, 4, 5, 8, 9].map(index_bits), [1, 1, 2, 2, 3, 3, 4]);
    }

    #[test]
    fn literals_fill_up_or_cut() {
        assert_eq!(extend("x", 1, 1), "x");
        assert_eq!(extend("x", 1, 4), "{3'd0, x}");
        assert_eq!(repeat(8, "x"), "{8{x}}");
        assert_eq!(fit("x", 6, 4), "x[3:0]");
        assert_eq!(fit("x", 6, 7), "{1'd0, x[5:0]}");
    }

    #[test]
    fn terms_fill_lines() {
        let terms: Vec<String> = (0..3).map(|bit| format!("x[{bit}]")).collect();
        assert_eq!(joined(&terms, "|", 80, "  "), "x[0] | x[1] | x[2]");
        assert_eq!(joined(&terms, "+", 14, "  "), "x[0] + x[1] +\n  x[2]");
    }
}
