//! Trees of rings that a repair begins with.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|content: &[u8]| {
    teecast_fuzz::run("ring-tree repair --state FILE --faulty-nodes 1", content);
});
