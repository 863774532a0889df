//! The acceptance filter: the emitted table and the model's, which know nothing of each other.

use teecast::emit::design;
use teecast::emit::emitter::Emitter;
use teecast::model::harts::expected::ExpectedHeaders;
use teecast::spec::RawConfig;
use teecast::spec::topology::HexMesh;

/// Returns bits `low` to `low + width - 1` of a hexadecimal number.
fn field(digits: &str, low: u32, width: u32) -> u32 {
    let bit = |index: u32| {
        let digit = digits.chars().rev().nth(index as usize / 4).unwrap_or('0');
        digit.to_digit(16).expect("a hexadecimal digit") >> (index % 4) & 1
    };
    (0..width).map(|b| bit(low + b) << b).sum()
}

#[test]
fn the_emitted_table_holds_the_headers_of_the_model() {
    for n in [2, 3, 5] {
        let spec = RawConfig::from_toml(&format!("n = {n}\nfamily = [\"harts\"]"))
            .and_then(|raw| raw.validate())
            .expect("a valid configuration");
        let hexmesh = spec.harts().expect("the family was chosen");
        let files = hexmesh.bundle(&design::header(&spec)).files;
        let table = files.iter().find(|file| file.path.ends_with("expected_header.v"));
        let table = table.expect("the filter is on").text.as_str();
        let model = ExpectedHeaders::new(&HexMesh::new(n));
        let entry = hexmesh.distance_bits() + 5;
        let (mut direction, mut rows) = (0, 0);
        for line in table.lines() {
            if let Some((_, name)) = line.split_once("gen_direction_") {
                direction = name.parse().expect("a direction");
            }
            let Some((offset, row)) = line.split_once(": listed = ") else { continue };
            let Some((_, offset)) = offset.split_once("'d") else { continue };
            let offset = offset.parse().expect("a node");
            let (_, row) = row.trim_end_matches(';').split_once("'h").expect("a number");
            rows += 1;
            for k in 1..=6 {
                let low = (k - 1) * entry;
                let emitted = [(0, 2), (2, 3), (5, entry - 5)]
                    .map(|(place, width)| field(row, low + place, width));
                let expected = model.packet(k, offset, direction);
                let expected = expected
                    .map_or([0; 3], |packet| [packet.step, packet.tag.code(), packet.distance]);
                assert_eq!(emitted, expected, "n {n}, k {k}, node {offset}, link {direction}");
            }
        }
        assert_eq!(rows, 6 * (hexmesh.nodes() - 1));
    }
}
