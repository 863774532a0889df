//! How registers take a reset: at a clock edge, as templates are written, or at once.
//!
//! A template writes a block whose reset comes first, `if (!rst_ni)` or `if (!rst_ni || clears)`, and names
//! `rst_ni` in no other block, outside of assertions. Tools see a reset at once only where its condition stands alone.

use teecast_spec::Reset;

/// How the first branch of a block with a reset begins.
const CONDITION: &str = "if (!rst_ni";
/// When a block with a reset runs.
const SYNC: &str = "always @(posedge clk_i) begin";
const ASYNC: &str = "always @(posedge clk_i or negedge rst_ni) begin";

/// Returns the text of a module whose registers take the reset as asked.
pub(crate) fn with_reset(text: String, reset: Reset) -> String {
    match reset {
        Reset::Sync => text,
        Reset::Async => asynchronous(&text),
    }
}

fn asynchronous(text: &str) -> String {
    let mut lines = text.lines().peekable();
    let mut written: Vec<String> = Vec::new();
    while let Some(line) = lines.next() {
        if line.starts_with("`ifdef") {
            let section = std::iter::from_fn(|| lines.next_if(|it| !it.starts_with("`endif")));
            let section = section.collect::<Vec<_>>().join("\n");
            written.push(line.to_string());
            written.push(assertions(&section));
            continue;
        }
        let resets = lines.peek().is_some_and(|next| next.trim_start().starts_with(CONDITION));
        if !line.ends_with(SYNC) || !resets {
            written.push(line.to_string());
            continue;
        }
        written.push(line.replace(SYNC, ASYNC));
        let first = lines.next().unwrap_or_default();
        let Some((clears, then)) = beside(first) else {
            written.push(first.to_string());
            continue;
        };
        let indent = &first[..first.len() - first.trim_start().len()];
        let (mut set, mut closed) = (Vec::new(), "");
        if then == "begin" {
            let end = format!("{indent}end");
            let body = std::iter::from_fn(|| lines.next_if(|line| !line.starts_with(&end)));
            (set, closed) = (body.map(str::to_string).collect(), "end ");
        }
        written.push(format!("{indent}{CONDITION}) {then}"));
        written.extend(set.clone());
        written.push(format!("{indent}{closed}else if ({clears}) {then}"));
        written.extend(set);
    }
    written.join("\n")
}

/// Returns assertions, which look at clock edges: a reset at once that they read has another name there,
/// since Verilator warns of one that blocks read without it.
fn assertions(section: &str) -> String {
    match section.contains("rst_ni") {
        true => format!("  wire alive = rst_ni;\n{}", section.replace("rst_ni", "alive")),
        false => section.to_string(),
    }
}

/// Takes `if (!rst_ni || clears) then` apart.
fn beside(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix(CONDITION)?.strip_prefix(" || ")?;
    let (clears, then) = rest.split_at(closing(rest)?);
    // Brackets around all of it are those of the condition.
    let inner = clears.strip_prefix('(').filter(|it| closing(it) == Some(it.len() - 1));
    Some((inner.map_or(clears, |it| &it[..it.len() - 1]), then[1..].trim_start()))
}

/// Finds the bracket that closes the one before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1_usize;
    text.find(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reset_at_once_stands_alone() {
        let text = "\
  always @(posedge clk_i) begin
    if (!rst_ni || (a) || (b && (c || d))) begin
      x_q <= 1'b0;
    end else begin
      x_q <= x;
    end
  end
      always @(posedge clk_i) begin
        if (!rst_ni || (a && b)) y_q <= 1'b0;
        else y_q <= y;
      end
  always @(posedge clk_i) begin
    if (!rst_ni) z_q <= 1'b0;
    else z_q <= z;
  end
  always @(posedge clk_i) begin
    if (a) w_q <= w;
  end
`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) v_q <= 1'b0;
  end
`endif";
        let expected = "\
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      x_q <= 1'b0;
    end else if ((a) || (b && (c || d))) begin
      x_q <= 1'b0;
    end else begin
      x_q <= x;
    end
  end
      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) y_q <= 1'b0;
        else if (a && b) y_q <= 1'b0;
        else y_q <= y;
      end
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) z_q <= 1'b0;
    else z_q <= z;
  end
  always @(posedge clk_i) begin
    if (a) w_q <= w;
  end
`ifdef TEECAST_ASSERT
  wire alive = rst_ni;
  always @(posedge clk_i) begin
    if (!alive || clear_i) v_q <= 1'b0;
  end
`endif";
        assert_eq!(with_reset(text.to_string(), Reset::Async), expected);
        assert_eq!(with_reset(text.to_string(), Reset::Sync), text);
    }
}
