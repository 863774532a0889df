//! Snapshots of emitted modules whose text depends most on the configuration, in configurations that no
//! golden design has.

use std::collections::BTreeSet;

use teecast::output;
use teecast::spec::{FAMILY, Family, RawConfig};

/// Emits one module of a small configuration.
fn module(family: Family, toml: &str, name: &str) -> String {
    let raw = RawConfig::from_toml(toml).expect("a configuration");
    let spec = raw.with(&FAMILY, vec![family.name()]).validate().expect("valid");
    let ending = format!("/{name}.v");
    let files = output::files(&spec);
    files.into_iter().find(|file| file.path.ends_with(&ending)).expect("the module is emitted").text
}

macro_rules! snapshots {
    ($($family:ident { $($name:ident: $module:literal of $toml:literal;)* })*) => {
        /// Families with a snapshot.
        const FAMILIES: &[Family] = &[$(Family::$family),*];

        $($(
            #[test]
            fn $name() {
                insta::assert_snapshot!(module(Family::$family, $toml, $module));
            }
        )*)*
    };
}

#[test]
fn every_family_has_a_snapshot() {
    let names = |families: &[Family]| -> BTreeSet<&str> {
        families.iter().map(|family| family.name()).collect()
    };
    assert_eq!(names(FAMILIES), names(Family::ALL));
}

snapshots! {
    Hypercube {
        voter_greedy: "mhu_voter" of "n = 3\nm = 4";
        voter_look2: "mhu_voter" of "n = 3\nm = 4\nvote = 'look2'";
        voter_nca: "mhu_voter" of "n = 3\nm = 4\nvote = 'nca'";
        broadcaster_fault_tolerant: "mhu_broadcaster" of "n = 3\nm = 4";
        broadcaster_fault_free: "mhu_broadcaster" of "n = 3\nm = 4\nfault-tolerant = false";
        broadcaster_lan: "mhu_broadcaster" of "n = 3\nm = 4\nlan = true";
        broadcaster_lan_fault_free: "mhu_broadcaster" of "n = 3\nm = 4\nlan = true\nfault-tolerant = false";
        store_of_one_field_a_flit: "mhu_store" of "n = 4\nm = 3\nwidth = 4";
        store_pcube: "mhu_store" of "n = 3\nm = 4\nvote = 'pcube'";
        input_fault_free: "mhu_input" of "n = 3\nm = 4\nfault-tolerant = false";
        input_without_lists: "mhu_input" of "n = 3\nm = 4\nmax-list = 4\nmax-data = 0";
    }
    Harts {
        relay_engine: "harts_relay_engine" of "n = 3";
        relay_engine_of_seven_nodes: "harts_relay_engine" of "n = 2";
        expected_header_of_seven_nodes: "harts_expected_header" of "n = 2";
        receiver_of_a_bus: "harts_receiver" of "n = 3\nwidth = 8";
        receiver_without_data: "harts_receiver" of "n = 3\nmax-data = 0\nfilter = false\ninterconnect = 'crossbar'";
        transmitter_of_a_bus: "harts_transmitter" of "n = 3";
        transmitter_of_a_crossbar: "harts_transmitter" of "n = 3\ninterconnect = 'crossbar'";
        buffer_unit_of_a_bus: "harts_buffer_unit" of "n = 3";
        bench_of_seven_nodes: "hexmesh_network_tapped_tb" of "n = 2";
        majority: "harts_majority" of "n = 3\nreception = 'majority'";
    }
    Region {
        region_route_nearest_corner: "region_route" of "mesh = '4x4'\nalgorithm = 'nearest-corner'";
        region_route_spanning_tree: "region_route" of "mesh = '4x4x4'\nalgorithm = 'mst'";
        region_corners_nearest_corner: "region_corners" of "mesh = '4x3'\nalgorithm = 'nearest-corner'";
        region_corners_spanning_tree: "region_corners" of "mesh = '4x3'\nalgorithm = 'mst'";
        region_injector_of_long_headers: "region_injector" of "mesh = '5x3x2'\nwidth = 8";
        region_injector_without_data: "region_injector" of "mesh = '4x4'\nmax-data = 0";
        region_output_of_two_classes: "region_output" of "mesh = '4x4'\nalgorithm = 'nearest-corner'\nvcs = 4";
        region_delivery_of_long_headers: "region_delivery" of "mesh = '5x3x2'\nwidth = 8\ndeliveries = 3";
        region_network_of_one_dimension: "region_network" of "mesh = '5'";
    }
    Ihc {
        ihc_schedule_of_a_torus: "ihc_schedule" of "topology = 'torus'\nsides = '4x3'";
    }
    RingTree {
        ring_tree_tables_of_two_rings: "ring_tree_tables" of "graph = 'path:3'\nring-size = 2";
    }
}
