//! Numbers measured on emitted designs; a data sheet shows those of its own configuration.

use teecast_spec::{HartsSpec, HypercubeSpec};

/// One measured number of a design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measurement {
    /// What was measured, with its circumstances.
    pub what: &'static str,
    /// Value with its unit.
    pub value: &'static str,
    /// Command that measures it again, from the root of the repository.
    pub command: &'static str,
}

/// Measures one router alone, each line against its bound.
const MEASURE: &str = "cargo run -- verify --family hypercube --n 6 --m 8 --measure";

/// Synthesises and places modules.
const PLACE_MULTICASTER: &str = "cargo run --example qor mhu_multicaster,6,8";
const PLACE_ROUTER: &str = "cargo run --example qor hypercube_router,6,8";

/// Proves what is stated about the modules.
const PROVE_CUBE: &str = "cargo run -- prove --family hypercube --n 6 --m 8";

/// Numbers of the hypercube with n = 6, m = 8 and all other options at their defaults.
///
/// Without an entry the data sheet has no such section.
const HYPERCUBE_N6_M8: &[Measurement] = &[
    Measurement {
        what: "unicast, idle router, one-flit header: first flit (bound 4)",
        value: "4 cycles",
        command: MEASURE,
    },
    Measurement {
        what: "6 branches from a link, 64 data flits: last flit out (bound 86)",
        value: "79 cycles",
        command: MEASURE,
    },
    Measurement {
        what: "6 branches and delivery, own frame, 64 data flits (bound 88)",
        value: "81 cycles",
        command: MEASURE,
    },
    Measurement {
        what: "48 lists of up to 8 destinations, own frames: worst time to the last flit out, beyond \
               header_in + headers out + branches + data + 8 (bound 0)",
        value: "-1 cycles",
        command: MEASURE,
    },
    Measurement {
        what: "messages of 8 data flits on every channel: slowest link",
        value: "1.000 flits/cycle",
        command: MEASURE,
    },
    Measurement {
        what: "delay of a link copy while the processor takes nothing",
        value: "none",
        command: MEASURE,
    },
    Measurement {
        what: "multicaster on ECP5, speed 6 (bounds 270, 75)",
        value: "252 LUT4, 78.0 MHz",
        command: PLACE_MULTICASTER,
    },
    Measurement {
        what: "router on ECP5, speed 6, with 14 memory blocks and 287 DPR16X4 (bounds 10000, 55)",
        value: "9945 LUT4, 57.7 MHz",
        command: PLACE_ROUTER,
    },
    Measurement {
        what: "statements about the modules, for all inputs, broken copies refuted",
        value: "all proved",
        command: PROVE_CUBE,
    },
];

/// Measures the network of the mesh, each line against its bound.
const MEASURE_BUS: &str = "cargo run -- verify --family harts --n 3 --measure";
const MEASURE_CROSSBAR: &str =
    "cargo run -- verify --family harts --n 3 --interconnect crossbar --measure";

/// Proves what is stated about the modules of the mesh.
const PROVE_BUS: &str = "cargo run -- prove --family harts --n 3";
const PROVE_CROSSBAR: &str = "cargo run -- prove --family harts --n 3 --interconnect crossbar";

/// Synthesises and places the router of the mesh.
const PLACE_BUS: &str = "cargo run --example qor harts_router,3,bus";
const PLACE_CROSSBAR: &str = "cargo run --example qor harts_router,3,crossbar";

/// Numbers of the mesh with n = 3 and all other options at their defaults, and of the same with a
/// crossbar: whoever has one of them sees what the other would bring.
const MESH_N3: &[Measurement] = &[
    Measurement {
        what: "bus: tee, idle network, header complete to first forwarded flit (bound 11)",
        value: "9 cycles",
        command: MEASURE_BUS,
    },
    Measurement {
        what: "bus: broadcast of 8 data flits to the last copy, k = 1",
        value: "531 cycles",
        command: MEASURE_BUS,
    },
    Measurement {
        what: "bus: broadcast of 8 data flits to the last copy, k = 3",
        value: "611 cycles",
        command: MEASURE_BUS,
    },
    Measurement {
        what: "bus: broadcast of 8 data flits to the last copy, k = 6",
        value: "800 cycles",
        command: MEASURE_BUS,
    },
    Measurement {
        what: "bus: regular messages of 8 data flits from every node, 2 hops: slowest link",
        value: "0.945 flits/flit time",
        command: MEASURE_BUS,
    },
    Measurement {
        what: "bus: router on ECP5, speed 6, with 6 memory blocks and 752 DPR16X4",
        value: "11188 LUT4, 46.2 MHz",
        command: PLACE_BUS,
    },
    Measurement {
        what: "bus: statements about the modules, for all inputs, broken copies refuted",
        value: "all proved",
        command: PROVE_BUS,
    },
    Measurement {
        what: "crossbar: tee, idle network, header complete to first forwarded flit (bound 4)",
        value: "3 cycles",
        command: MEASURE_CROSSBAR,
    },
    Measurement {
        what: "crossbar: broadcast of 8 data flits to the last copy, k = 1",
        value: "125 cycles",
        command: MEASURE_CROSSBAR,
    },
    Measurement {
        what: "crossbar: broadcast of 8 data flits to the last copy, k = 3",
        value: "140 cycles",
        command: MEASURE_CROSSBAR,
    },
    Measurement {
        what: "crossbar: broadcast of 8 data flits to the last copy, k = 6",
        value: "176 cycles",
        command: MEASURE_CROSSBAR,
    },
    Measurement {
        what: "crossbar: regular messages of 8 data flits from every node, 2 hops: slowest link, of \
               0.900 that idle flits between packets leave",
        value: "0.777 flits/flit time",
        command: MEASURE_CROSSBAR,
    },
    Measurement {
        what: "crossbar: router on ECP5, speed 6, one seed, with 14 memory blocks and 802 DPR16X4",
        value: "15913 LUT4, 47.6 MHz",
        command: PLACE_CROSSBAR,
    },
    Measurement {
        what: "crossbar: statements about the modules, for all inputs, broken copies refuted",
        value: "all proved",
        command: PROVE_CROSSBAR,
    },
];

/// Returns the numbers measured on a mesh, most often none.
pub fn of_mesh(spec: &HartsSpec) -> &'static [Measurement] {
    let measured = HartsSpec { interconnect: spec.interconnect, ..HartsSpec::new(3) };
    if *spec == measured { MESH_N3 } else { &[] }
}

/// Returns the numbers measured on a cube, most often none.
pub fn of_cube(spec: &HypercubeSpec) -> &'static [Measurement] {
    if *spec == HypercubeSpec::new(6, 8) { HYPERCUBE_N6_M8 } else { &[] }
}
