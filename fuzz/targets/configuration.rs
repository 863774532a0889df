//! Configuration files, up to the specification that follows from them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use teecast_spec::RawConfig;

fuzz_target!(|text: &str| {
    if let Ok(spec) = RawConfig::from_toml(text).and_then(|raw| raw.validate()) {
        spec.warnings();
    }
});
