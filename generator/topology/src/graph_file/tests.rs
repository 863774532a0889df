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

#[test]
fn numbers_and_names_of_nodes_follow_one_rule() {
    for (text, names, pairs) in [
        // All numbers below n are there: the order does not matter.
        ("1 2\n1 0\n", &[] as &[&str], [[0, 1], [1, 2]]),
        ("3 2\n2 1\n", &["3", "2", "1"], [[0, 1], [1, 2]]),
        ("b a\na c\n", &["b", "a", "c"], [[0, 1], [1, 2]]),
        ("0 x\nx 1\n", &["0", "x", "1"], [[0, 1], [1, 2]]),
        ("a -1\n-1 b\n", &["a", "-1", "b"], [[0, 1], [1, 2]]),
        ("b: a\na: c\nc:\n", &["b", "a", "c"], [[0, 1], [1, 2]]),
        ("{\"edges\": [[7, 9], [8, 7]], \"nodes\": [8, 7, 9]}", &["8", "7", "9"], [[0, 1], [1, 2]]),
        (
            "{\"nodes\": 3, \"links\": [[0, 1], [1, 2]], \"names\": [\"x\", \"x\", \"y\"]}",
            &["x", "x", "y"],
            [[0, 1], [1, 2]],
        ),
    ] {
        let file = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(
            (
                file.names.iter().map(String::as_str).collect::<Vec<_>>().as_slice(),
                file.graph.pairs().as_slice()
            ),
            (names, pairs.as_slice()),
            "{text}"
        );
    }
}

#[test]
fn what_is_merged_is_counted() {
    let merged = "merged: 1 loop, 2 parallel links, 3 links in the other direction";
    let text = "0 1\n1 2\n2 3\n1 0\n2 1\n3 2\n0 1\n2 1\n3 3\n";
    assert_eq!(read(text).expect("a network").notes, [merged]);
    let directed = "links have directions in the file; they are taken without";
    assert_eq!(read("digraph { a -> b }").expect("a network").notes, [directed]);
}

#[test]
fn a_line_with_counts_is_read_as_no_link() {
    assert!(refused("5 4\n0 1\n1 2\n2 3\n3 4\n").starts_with("line 1: \"5 4\" before so many"));
    // One link more, or nodes that are too few for those that follow, and it is a link.
    for text in ["5 4\n0 1\n1 2\n2 3\n3 4\n0 4\n", "2 3\n0 1\n1 2\n0 3\n", "0 1\n1 2\n"] {
        assert!(read(text).is_ok(), "{text}");
    }
    let read = |text: &str, format| GraphFile::read(text.as_bytes(), Some(format), LIMITS);
    let text = "3 2\n1 2\n2 3\n";
    assert_eq!(read(text, GraphFormat::Links).expect("links").graph.nodes(), 3);
    let counted = read(text, GraphFormat::CountedLinks).expect("two links");
    assert_eq!(
        (counted.graph.pairs(), counted.names),
        (vec![[0, 1], [1, 2]], vec!["1".into(), "2".into(), "3".into()])
    );
}

#[test]
fn limits_end_the_reading() {
    // The last line is no link: who reads it says so.
    let star: String = (1..=100_000).map(|node| format!("0 {node}\n")).collect();
    let most = "permitted are 2 to 512";
    assert_eq!(refused(&(star + "x")), format!("line 512: node \"512\" is one too many; {most}"));
    let json = "{\"links\": [[0, 1],\n[0, 512],\n[0, x]], \"nodes\": 2}";
    assert_eq!(refused(json), "line 3: expected value");
    let json = "{\"nodes\": 100001, \"links\": [[0, x]]}";
    assert_eq!(refused(json), format!("line 1: the network has 100001 nodes; {most}"));
    let subgraph = format!("{{{}}}", (0..500).map(|node| format!("{node};")).collect::<String>());
    let product = format!("graph {{ {} }}", vec![subgraph; 6].join(" -- "));
    assert_eq!(refused(&product), "line 1: there are more than 1048576 links");
    assert!(refused(&format!("a {}", "b".repeat(257))).ends_with("it has more than 256 bytes"));
    let large = "the file is larger than 16777216 bytes";
    assert_eq!(refused(&"\n".repeat(MOST_BYTES as usize + 1)), large);
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::copy(&mut std::io::repeat(b' ').take(MOST_BYTES + 1), &mut packed).expect("memory");
    let packed = packed.finish().expect("memory");
    let refused = GraphFile::read(&packed, None, LIMITS).expect_err("it is too large");
    assert_eq!((packed.len() < 100_000, refused.to_string().as_str()), (true, large));
}
