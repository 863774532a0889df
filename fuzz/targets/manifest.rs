//! Manifests of designs: the list of files, and the configuration.

#![no_main]

use libfuzzer_sys::fuzz_target;
use teecast::emit::manifest;

fuzz_target!(|text: &str| {
    manifest::listed(text);
    if let Ok(raw) = manifest::configuration(text) {
        raw.validate().ok();
    }
});
