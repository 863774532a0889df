//! Bounds, defaults and combinations of a configuration.

use super::*;

fn raw(n: i64, m: i64) -> RawConfig {
    RawConfig { n: Some(n), m: Some(m), ..RawConfig::default() }
}

fn cube(raw: &RawConfig) -> HypercubeSpec {
    raw.validate().expect("valid").hypercube.expect("a default family")
}

/// The configuration of a cube alone.
fn alone(n: i64, m: i64) -> RawConfig {
    RawConfig { family: Some(vec![Family::Hypercube]), ..raw(n, m) }
}

fn mesh(n: i64) -> RawConfig {
    let family = Some(vec![Family::Harts]);
    RawConfig { family, n: Some(n), ..RawConfig::default() }
}

#[test]
fn the_list_of_keys_is_that_of_the_fields() {
    let error = toml::from_str::<RawConfig>("nonsense = 1").expect_err("unknown");
    let expected: Vec<&str> = error.message().split('`').skip(3).step_by(2).collect();
    assert_eq!(expected, KEYS);
}

#[test]
fn defaults_are_those_of_the_option_table() {
    assert_eq!(cube(&raw(6, 8)), HypercubeSpec::new(6, 8));
    assert_eq!(cube(&raw(10, 8)).max_list, 254);
    assert_eq!(cube(&raw(10, 256)).max_list, 256);
    assert!(cube(&raw(8, 8)).network && !cube(&raw(9, 8)).network);
    let fault_free = RawConfig { fault_tolerant: Some(false), ..raw(6, 8) };
    assert_eq!(cube(&fault_free).classes, 2);
    let lan = cube(&RawConfig { lan: Some(true), ..raw(6, 8) });
    assert_eq!((lan.classes, lan.vote), (1, Vote::Greedy));
}

#[test]
fn the_mesh_has_its_own_defaults_and_takes_the_size_of_the_cube() {
    let spec = mesh(6).validate().expect("valid");
    assert_eq!((spec.harts, spec.hypercube), (Some(HartsSpec::new(6)), None));
    assert_eq!(spec.name, "n6");
    let other = RawConfig { hex_size: Some(4), ..mesh(6) }.validate().expect("valid");
    assert_eq!((other.harts, other.name.as_str()), (Some(HartsSpec::new(4)), "n6_h4"));
    let both = RawConfig { hex_size: Some(3), ..raw(6, 8) }.validate().expect("valid");
    assert_eq!((both.harts, both.name.as_str()), (Some(HartsSpec::new(3)), "n6_m8_h3"));
    assert_eq!(both.hypercube, Some(HypercubeSpec::new(6, 8)));
}

#[test]
fn a_family_that_is_not_chosen_takes_no_options() {
    let of_mesh = RawConfig { filter: Some(true), ..alone(6, 8) }.validate();
    let harts = SpecError::NoEffect { field: "filter", family: Family::Harts };
    assert_eq!(of_mesh, Err(harts));
    let of_cube = RawConfig { m: Some(8), ..mesh(6) }.validate();
    let cube = SpecError::NoEffect { field: "m", family: Family::Hypercube };
    assert_eq!(of_cube, Err(cube));
    let votes = RawConfig { open_messages: Some(4), ..mesh(6) };
    let refused = SpecError::NoVote { field: "open-messages" };
    assert_eq!(votes.validate(), Err(refused));
    assert!(RawConfig { reception: Some(Reception::Vote), ..votes }.validate().is_ok());
}

#[test]
fn what_gives_up_a_promise_is_warned_of() {
    let warnings = |raw: RawConfig| raw.validate().expect("valid").warnings().concat();
    assert_eq!(warnings(RawConfig { filter: Some(true), ..mesh(3) }), "");
    let unfiltered = warnings(RawConfig { filter: Some(false), ..mesh(3) });
    assert!(unfiltered.starts_with("without the filter"), "{unfiltered}");
    let lan = warnings(RawConfig { lan: Some(true), ..raw(3, 4) });
    assert!(lan.starts_with("with lan"), "{lan}");
}

#[test]
fn corners_of_the_mesh_are_valid_and_their_neighbours_are_not() {
    let vote = RawConfig { reception: Some(Reception::Vote), ..mesh(6) };
    corners(&mesh(6), 2, 16, |raw, value| raw.n = Some(value));
    corners(&mesh(6), 2, 16, |raw, value| raw.hex_size = Some(value));
    corners(&mesh(16), 8, 512, |raw, value| raw.width = Some(value));
    corners(&mesh(6), 0, 4096, |raw, value| raw.max_data = Some(value));
    corners(&vote, 1, 1_048_575, |raw, value| raw.vote_timeout = Some(value));
    corners(&vote, 1, 256, |raw, value| raw.open_messages = Some(value));
    corners(&mesh(6), 1, 1_048_575, |raw, value| raw.duplicate_window = Some(value));
    let both = raw(10, 8);
    corners(&both, 10, 512, |raw, value| raw.width = Some(value));
    corners(&RawConfig { n: Some(4), ..both }, 8, 512, |raw, value| raw.width = Some(value));
    let network = |size| RawConfig { network: Some(true), ..mesh(size) }.validate();
    assert!(network(12).is_ok() && network(13).is_err());
}

/// Asserts that the values from `least` to `most` are the valid ones in a configuration.
fn corners(around: &RawConfig, least: i64, most: i64, change: fn(&mut RawConfig, i64)) {
    let accepted = [least - 1, least, most, most + 1].map(|value| {
        let mut config = around.clone();
        change(&mut config, value);
        config.validate().is_ok()
    });
    assert_eq!(accepted, [false, true, true, false], "{least} to {most}");
}

#[test]
fn corners_are_valid_and_their_neighbours_are_not() {
    corners(&raw(6, 8), 4, 16, |raw, value| raw.n = Some(value));
    corners(&raw(6, 8), 1, 62, |raw, value| raw.m = Some(value));
    corners(&alone(6, 8), 6, 512, |raw, value| raw.width = Some(value));
    corners(&raw(6, 8), 8, 512, |raw, value| raw.width = Some(value));
    corners(&raw(6, 8), 0, 4096, |raw, value| raw.max_data = Some(value));
    corners(&raw(6, 8), 2, 8, |raw, value| raw.classes = Some(value));
    corners(&raw(6, 8), 8, 62, |raw, value| raw.max_list = Some(value));
    assert!(raw(2, 2).validate().is_ok() && raw(1, 1).validate().is_err());
    assert!(raw(2, 3).validate().is_err());
    assert!(raw(16, 256).validate().is_ok() && raw(16, 257).validate().is_err());
}

#[test]
fn the_first_source_wins_key_by_key() {
    let file = RawConfig { width: Some(64), ..raw(4, 3) };
    let merged = RawConfig { n: Some(5), ..RawConfig::default() }.or(file);
    assert_eq!(merged, RawConfig { width: Some(64), ..raw(5, 3) });
}

#[test]
fn both_spellings_of_a_key_are_one_key() {
    let parse = RawConfig::from_toml;
    assert_eq!(parse("max_data = 3"), parse("max-data = 3"));
    let both = parse("max-data = 3\nmax_data = 3");
    assert!(matches!(both, Err(SpecError::RepeatedKey { .. })), "{both:?}");
}
