//! The `teecast` binary: parse arguments, run one command, map the error to an exit code.

fn main() {}
