//! Each notation with its own ways, and what is refused in it. `tests/graphs/` has whole files.

use super::*;

const LIMITS: Limits = Limits { nodes: 512, refuse: |_| None };

fn read(text: &str) -> Result<GraphFile, GraphFileError> {
    GraphFile::read(text.as_bytes(), None, LIMITS)
}

fn refused(text: &str) -> String {
    read(text).expect_err(text).to_string()
}

#[test]
fn our_own_formats_give_the_same_network() {
    let json = r#"{"links": [[2, 1], [0, 1], [3, 0]], "nodes": 4, "other": [{"x": 1}]}"#;
    let toml = "nodes = 4\nlinks = [\n  [0, 1], # east\n  [1, 2],\n  [0, 3],\n]\n";
    let links = "# three links\n0-3\n\n1, 2\n0 - 1 # the last one\n";
    for text in [json, toml, links] {
        let file = read(text).expect("a network");
        assert_eq!(file.graph.pairs(), [[0, 1], [0, 3], [1, 2]]);
        assert_eq!(file.graph.neighbours(0).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(file.graph.port_to(1, 2), Some(1));
        assert!(file.names.is_empty() && file.notes.is_empty(), "{file:?}");
    }
}
