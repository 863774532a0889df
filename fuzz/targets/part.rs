//! Parts of a sweep.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|content: &[u8]| teecast_fuzz::run("merge FILE --out FOLDER", content));
