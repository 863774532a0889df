//! Tables of destinations that wrappers write headers for, up to the headers.

#![no_main]

use libfuzzer_sys::fuzz_target;
use teecast_spec::RawConfig;
use teecast_spec::stream::{StreamOptions, Table};

/// Networks whose processors send headers.
const NETWORKS: [&str; 3] =
    ["n = 3\nm = 4", "hex-size = 2\nfamily = [\"harts\"]", "mesh = \"3x2\""];

fuzz_target!(|text: &str| {
    let Ok(table) = Table::from_toml(text) else { return };
    assert_eq!(Table::from_toml(&table.to_toml()).as_ref(), Ok(&table), "it is ours");
    let options = StreamOptions { keep: true, id_bits: 5, user_bits: 33, table: Some(table) };
    for network in NETWORKS {
        let spec =
            RawConfig::from_toml(network).and_then(|raw| raw.validate()).expect("it is valid");
        for family in &spec.families {
            let Ok(envelope) = options.envelope(family) else { continue };
            let headers = envelope.expect("it has headers").headers.expect("a table was given");
            assert!(headers.sent.iter().flatten().flatten().count() > 0);
            assert!(headers.sent.iter().flatten().all(|flit| flit.len() <= 32));
        }
    }
});
