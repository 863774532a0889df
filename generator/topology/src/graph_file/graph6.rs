//! graph6 of nauty: the number of nodes and the upper triangle of the matrix, six bits a letter.

use super::draft::Draft;
use super::{GraphFileError, quoted};

const HEAD: &str = ">>graph6<<";
/// Heads of nauty's other formats, which have other letters.
const OTHERS: [&str; 2] = [">>sparse6<<", ">>digraph6<<"];

/// Says whether a text has a head of nauty, or is one line as long as its first letters say.
pub(super) fn is_it(text: &str) -> bool {
    if [HEAD].iter().chain(&OTHERS).any(|head| text.starts_with(head)) {
        return true;
    }
    let first = text.lines().next().unwrap_or_default().trim_end();
    let letters: Option<Vec<u64>> = first.bytes().map(bits).collect();
    letters.is_some_and(|letters| {
        let (nodes, head) = size(&letters);
        nodes.is_some_and(|nodes| nodes >= 2 && letters.len() - head == triangle(nodes))
    })
}

/// Returns the six bits of a letter.
fn bits(letter: u8) -> Option<u64> {
    (63..=126).contains(&letter).then(|| u64::from(letter) - 63)
}

/// Returns the number of nodes, and how many letters it takes.
fn size(letters: &[u64]) -> (Option<u64>, usize) {
    let joined = |letters: Option<&[u64]>| Some(letters?.iter().fold(0, |sum, it| sum << 6 | it));
    match letters {
        [63, 63, ..] => (joined(letters.get(2..8)), 8),
        [63, ..] => (joined(letters.get(1..4)), 4),
        _ => (letters.first().copied(), 1),
    }
}

/// Returns the letters of the matrix; of a matrix that no file has, too many.
fn triangle(nodes: u64) -> usize {
    let bits = nodes.saturating_mul(nodes.saturating_sub(1)) / 2;
    bits.div_ceil(6).try_into().unwrap_or(usize::MAX)
}

/// Reads one network.
pub(super) fn read(text: &str, draft: &mut Draft) -> Result<(), GraphFileError> {
    let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let (first, line) = lines.next().unwrap_or(("", 1));
    draft.line = Some(line);
    if OTHERS.iter().any(|head| first.starts_with(head)) || first.starts_with([':', '&', ';']) {
        return Err(draft.fail("it is sparse6 or digraph6; permitted is graph6"));
    }
    let matrix = first.trim().strip_prefix(HEAD).unwrap_or(first.trim());
    let letters: Option<Vec<u64>> = matrix.bytes().map(bits).collect();
    let Some(letters) = letters else {
        return Err(draft.fail(format!("{} has letters that graph6 has not", quoted(matrix))));
    };
    let (Some(nodes), head) = size(&letters) else {
        return Err(draft.fail("the number of nodes is missing"));
    };
    draft.count(nodes)?;
    let (found, needed) = (letters.len().saturating_sub(head), triangle(nodes));
    if found != needed {
        let reason = format!("{nodes} nodes take {needed} letters after their number, not {found}");
        return Err(draft.fail(reason));
    }
    let mut bit = 0;
    for column in 1..nodes {
        for row in 0..column {
            if letters[head + bit / 6] >> (5 - bit % 6) & 1 == 1 {
                draft.link(&row.to_string(), &column.to_string())?;
            }
            bit += 1;
        }
    }
    match lines.next() {
        Some((_, line)) => Err(GraphFileError::at(line, "a second network; permitted is one")),
        None => Ok(()),
    }
}
