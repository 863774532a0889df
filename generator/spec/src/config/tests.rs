//! Bounds, defaults and combinations of a configuration.

use super::*;
use crate::harts::{DUPLICATE_WINDOW, HEX_SIZE, MAJORITY_TIMEOUT, OPEN_MESSAGES};
use crate::hypercube::{CLASSES, FAULT_TOLERANT, LAN, M, MAX_LIST};
use crate::option::{FILTER, MAX_DATA, N, NETWORK};
use crate::reception::RECEPTION;
use crate::{HartsSpec, HypercubeSpec, Vote, read};

fn raw(n: i64, m: i64) -> RawConfig {
    RawConfig::default().with(&N, n).with(&M, m)
}

fn cube(raw: &RawConfig) -> HypercubeSpec {
    raw.validate().expect("valid").hypercube().expect("a default family").clone()
}

/// The configuration of a cube alone.
fn alone(n: i64, m: i64) -> RawConfig {
    raw(n, m).with(&FAMILY, vec!["hypercube"])
}

fn hexmesh(n: i64) -> RawConfig {
    RawConfig::default().with(&FAMILY, vec!["harts"]).with(&N, n)
}

#[test]
fn the_table_has_each_option_once_in_the_order_of_help() {
    // A family that is not a default one may add options of its own.
    let known = table().into_iter().filter(|option| {
        let mut owners = Family::ALL.iter().filter(|family| family.options().contains(option));
        owners.clone().next().is_none() || owners.any(|family| Family::DEFAULT.contains(family))
    });
    let names: Vec<&str> = known.map(|option| option.name).collect();
    let expected = "family n m width max-data vote classes max-list lan fault-tolerant network \
                    hex-size interconnect filter reception majority-timeout duplicate-window \
                    open-messages ram-style reset prefix name";
    assert_eq!(names.join(" "), expected);
    for option in table() {
        // Help says what the bounds are, so far as they are numbers.
        let bounds = match option.kind {
            Kind::Whole { most, .. } => most.to_string(),
            _ => String::new(),
        };
        assert!(option.help.contains(&bounds) || option.help.contains("2^n"), "{}", option.name);
    }
}

#[test]
fn defaults_are_those_of_the_option_table() {
    assert_eq!(cube(&raw(6, 8)), HypercubeSpec::new(6, 8));
    assert_eq!(cube(&raw(10, 8)).max_list, 254);
    assert_eq!(cube(&raw(10, 256)).max_list, 256);
    assert!(cube(&raw(8, 8)).network && !cube(&raw(9, 8)).network);
    let fault_free = raw(6, 8).with(&FAULT_TOLERANT, false);
    assert_eq!(cube(&fault_free).classes, 2);
    let lan = cube(&raw(6, 8).with(&LAN, true));
    assert_eq!((lan.classes, lan.vote), (1, Vote::Greedy));
}

#[test]
fn the_hexmesh_has_its_own_defaults_and_takes_the_size_of_the_cube() {
    let spec = hexmesh(6).validate().expect("valid");
    assert_eq!((spec.harts(), spec.hypercube()), (Some(&HartsSpec::new(6)), None));
    assert_eq!(spec.name, "n6");
    let other = hexmesh(6).with(&HEX_SIZE, 4).validate().expect("valid");
    assert_eq!((other.harts(), other.name.as_str()), (Some(&HartsSpec::new(4)), "n6_h4"));
    let both = raw(6, 8).with(&HEX_SIZE, 3).validate().expect("valid");
    assert_eq!((both.harts(), both.name.as_str()), (Some(&HartsSpec::new(3)), "n6_m8_h3"));
    assert_eq!(both.hypercube(), Some(&HypercubeSpec::new(6, 8)));
}

#[test]
fn a_family_that_is_not_chosen_takes_no_options() {
    let of_hexmesh = alone(6, 8).with(&HEX_SIZE, 4).validate();
    let harts = SpecError::NoEffect {
        field: "hex-size",
        families: vec!["harts"],
        given: vec!["hypercube"],
    };
    assert_eq!(of_hexmesh, Err(harts));
    let of_cube = hexmesh(6).with(&M, 8).validate();
    let cube =
        SpecError::NoEffect { field: "m", families: vec!["hypercube"], given: vec!["harts"] };
    assert_eq!(of_cube, Err(cube));
    let open = hexmesh(6).with(&OPEN_MESSAGES, 4);
    let refused = open.validate().expect_err("no majority of copies is formed");
    assert!(matches!(refused, SpecError::Idle { field: "open-messages", .. }), "{refused}");
    assert!(open.with(&RECEPTION, "majority").validate().is_ok());
}

#[test]
fn what_gives_up_a_promise_is_warned_of() {
    let warnings = |raw: RawConfig| raw.validate().expect("valid").warnings().concat();
    assert_eq!(warnings(hexmesh(3).with(&FILTER, true)), "");
    let unfiltered = warnings(hexmesh(3).with(&FILTER, false));
    assert!(unfiltered.starts_with("without the filter"), "{unfiltered}");
    let lan = warnings(raw(3, 4).with(&LAN, true));
    assert!(lan.starts_with("with lan"), "{lan}");
}

#[test]
fn corners_of_the_hexmesh_are_valid_and_their_neighbours_are_not() {
    let majority = hexmesh(6).with(&RECEPTION, "majority");
    corners(&hexmesh(6), 2, 16, &N);
    corners(&hexmesh(6), 2, 16, &HEX_SIZE);
    corners(&hexmesh(16), 8, 512, &WIDTH);
    corners(&hexmesh(6), 0, 4096, &MAX_DATA);
    corners(&majority, 1, 1_048_575, &MAJORITY_TIMEOUT);
    corners(&majority, 1, 256, &OPEN_MESSAGES);
    corners(&hexmesh(6), 1, 1_048_575, &DUPLICATE_WINDOW);
    let both = raw(10, 8);
    corners(&both, 10, 512, &WIDTH);
    corners(&both.with(&N, 4), 8, 512, &WIDTH);
    let network = |size| hexmesh(size).with(&NETWORK, true).validate();
    assert!(network(12).is_ok() && network(13).is_err());
}

/// Asserts that the values from `least` to `most` are the valid ones in a configuration.
fn corners(around: &RawConfig, least: i64, most: i64, option: &ConfigOption) {
    let accepted = [least - 1, least, most, most + 1]
        .map(|value| around.clone().with(option, value).validate().is_ok());
    assert_eq!(accepted, [false, true, true, false], "{least} to {most}");
}

#[test]
fn corners_are_valid_and_their_neighbours_are_not() {
    corners(&raw(6, 8), 4, 16, &N);
    corners(&raw(6, 8), 1, 62, &M);
    corners(&alone(6, 8), 6, 512, &WIDTH);
    corners(&raw(6, 8), 8, 512, &WIDTH);
    corners(&raw(6, 8), 0, 4096, &MAX_DATA);
    corners(&raw(6, 8), 2, 8, &CLASSES);
    corners(&raw(6, 8), 8, 62, &MAX_LIST);
    assert!(raw(2, 2).validate().is_ok() && raw(1, 1).validate().is_err());
    assert!(raw(2, 3).validate().is_err());
    assert!(raw(16, 256).validate().is_ok() && raw(16, 257).validate().is_err());
}

#[test]
fn the_first_source_wins_key_by_key() {
    let file = raw(4, 3).with(&WIDTH, 64);
    let merged = RawConfig::default().with(&N, 5).or(file);
    assert_eq!(merged, raw(5, 3).with(&WIDTH, 64));
}

#[test]
fn both_spellings_of_a_key_are_one_key() {
    let parse = RawConfig::from_toml;
    assert_eq!(parse("max_data = 3"), parse("max-data = 3"));
    let both = parse("max-data = 3\nmax_data = 3");
    assert!(matches!(both, Err(SpecError::RepeatedKey { .. })), "{both:?}");
}

/// Returns a configuration in which an option has an effect.
fn around(option: &'static ConfigOption) -> RawConfig {
    let mut owners = Family::ALL.iter().filter(|family| family.options().contains(&option));
    match owners.next() {
        Some(family) if !Family::DEFAULT.contains(family) => {
            let of_family = RawConfig::default().with(&FAMILY, vec![family.name()]);
            let sizes = family.options().iter().filter(|size| size.kind == Kind::Text);
            let sized = sizes.fold(of_family, |raw, option| match option.size {
                Some(size) => raw.with(option, size.to_string()),
                None => raw,
            });
            // Tags are those of messages that want answers.
            let answers =
                table().into_iter().find(|it| it.name == "answers" && option.name == "tags");
            answers.iter().fold(sized, |raw, answers| raw.with(answers, "landed"))
        }
        _ => raw(6, 8).with(&RECEPTION, "majority"),
    }
}

#[test]
fn numbers_far_out_of_range_are_refused_with_the_range() {
    for option in table() {
        let Kind::Whole { most, .. } = option.kind else { continue };
        for number in [i128::from(most) + 1, u64::MAX.into(), i128::MAX, i128::MIN, -1] {
            let around = around(option);
            let refused = around.with(option, number).validate().expect_err(option.name);
            let SpecError::Range { field, value, .. } = refused else { panic!("{refused}") };
            assert_eq!((field, value), (option.name, number));
        }
        let typed = "9".repeat(50);
        let refused = read::whole(option, &typed).expect_err("more than 128 bits");
        assert!(refused.ends_with(&format!("to {most}")), "{refused}");
    }
    for number in ["18446744073709551615", "18446744073709551616", "-9223372036854775809"] {
        let read = RawConfig::from_toml(&format!("m = 8\nn = {number}")).expect("a number");
        let refused = read.validate().expect_err("out of range").to_string();
        assert_eq!(refused, format!("n is {number}; permitted is 2 to 16"));
    }
    let longest = RawConfig::from_toml(&format!("m = 8\nn = {}", "9".repeat(50)));
    let refused = longest.expect_err("more than 128 bits").to_string();
    assert_eq!(refused, "n: the number is far out of range");
}

#[test]
fn the_shortest_command_means_the_same() {
    let shortest = |raw: &RawConfig| {
        let spec = raw.validate().expect("valid");
        let shortest = spec.shortest();
        assert_eq!(shortest.validate().as_ref(), Ok(&spec));
        for option in table().into_iter().filter(|option| shortest.has(option)) {
            let mut shorter = shortest.clone();
            shorter.remove(option);
            assert_ne!(shorter.validate().as_ref(), Ok(&spec), "without {}", option.name);
        }
        spec.command_options().join(" ")
    };
    let all = raw(6, 8).with(&HEX_SIZE, 6).with(&WIDTH, 32).with(&CLASSES, 3).with(&FILTER, true);
    assert_eq!(shortest(&all), "n 6 m 8");
    assert_eq!(shortest(&raw(3, 4).with(&LAN, true).with(&MAX_DATA, 8)), "n 3 m 4 max-data 8 lan");
    let lists =
        alone(5, 6).with(&FAULT_TOLERANT, false).with(&CLASSES, 3).with(&PREFIX, "a_".to_string());
    let expected = "n 5 m 6 family hypercube classes 3 fault-tolerant false prefix a_";
    assert_eq!(shortest(&lists), expected);
    let sizes = raw(9, 2).with(&HEX_SIZE, 3).with(&NAME, "here".to_string());
    assert_eq!(shortest(&sizes), "n 9 m 2 hex-size 3 name here");
    let of_hexmesh =
        hexmesh(6).with(&HEX_SIZE, 4).with(&RECEPTION, "majority").with(&MAJORITY_TIMEOUT, 9);
    let expected = "n 4 family harts reception majority majority-timeout 9 name n6_h4";
    assert_eq!(shortest(&of_hexmesh), expected);
    for (configuration, expected) in [
        ("n = 5\nm = 6\nfault_tolerant = false", "n 5 m 6 fault-tolerant false"),
        ("n = 9\nm = 6\nnetwork = true", "n 9 m 6 network true"),
        ("family = ['region']\nmesh = '20x20'\nvcs = 1", "mesh 20x20 family region"),
        (
            "family = ['region']\nmesh = '3x3'\nalgorithm = 'nearest-corner'\nvcs = 2",
            "mesh 3x3 family region algorithm nearest-corner",
        ),
        (
            "family = ['region']\nmesh = '3x3'\nalgorithm = 'nearest-corner'\nvcs = 4",
            "mesh 3x3 family region algorithm nearest-corner vcs 4",
        ),
        (
            "family = ['ihc', 'harts']\nn = 4\ntopology = 'torus'\nsides = '4x3'\nname = 'n4_ihc_t4x3'",
            "n 4 topology torus sides 4x3 family harts,ihc",
        ),
        (
            "family = ['ring-tree']\ngraph = 'path:4'\nvirtual_nodes = 'max'\nfaulty_nodes = '0'",
            "graph path:4 family ring-tree faulty-nodes 0 virtual-nodes max",
        ),
    ] {
        let raw = RawConfig::from_toml(configuration).expect("options");
        assert_eq!(shortest(&raw), expected);
    }
}

#[test]
fn former_spellings_are_read_and_never_written() {
    let read = |text: &str| RawConfig::from_toml(text).expect(text);
    let former = "family = ['harts']\nn = 2\nreception = 'vote'\nvote-timeout = 9";
    let now = "family = ['harts']\nn = 2\nreception = 'majority'\nmajority-timeout = 9";
    assert_eq!(read(former), read(now));
    let spec = read(former).validate().expect("valid");
    let command = "n 2 family harts reception majority majority-timeout 9";
    assert_eq!(spec.command_options().join(" "), command);
    let manifest = serde_json::to_string(&spec).expect("an object");
    assert!(!manifest.contains("vote"), "{manifest}");
    let older =
        manifest.replace("majority_timeout", "vote_timeout").replace("\"majority\"", "\"vote\"");
    let recorded = serde_json::from_str::<RawConfig>(&older).expect("a configuration");
    assert_eq!(recorded.validate(), Ok(spec));
    let both = format!("{now}\nvote-timeout = 9");
    assert!(matches!(RawConfig::from_toml(&both), Err(SpecError::RepeatedKey { .. })));
}

#[test]
fn each_family_says_what_it_got() {
    let sizes = |raw: RawConfig| {
        let sizes = raw.validate().expect("valid").sizes();
        sizes.into_iter().map(|(family, size)| format!("{}: {size}", family.name())).collect()
    };
    let both: Vec<String> = sizes(raw(6, 8));
    let expected =
        ["hypercube: n = 6, m = 8, 64 nodes", "harts: edge length 6 (from --n), 91 nodes"];
    assert_eq!(both, expected);
    let own: Vec<String> = sizes(raw(6, 8).with(&HEX_SIZE, 3));
    assert_eq!(own[1], "harts: edge length 3, 19 nodes");
}
