//! Traces: given messages for two simulators, and what a simulation of the hardware wrote.

#![no_main]

use libfuzzer_sys::fuzz_target;
use teecast_cosim::trace::Trace;

fuzz_target!(|text: &str| {
    Trace::parse(text).ok();
    teecast_fuzz::run("simulate plain --mesh 2x2 --trace FILE", text.as_bytes());
    teecast_fuzz::run("simulate hypercube --n 2 --m 2 --trace FILE", text.as_bytes());
});
