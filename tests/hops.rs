//! A hop takes the cycles that the heads of routers and networks, the data sheets and README say.

use std::collections::BTreeSet;
use std::fs;

use teecast::emit::{design, emitter};
use teecast::spec::option::WIDTH;
use teecast::spec::{Family, FamilySpec, RawConfig};
use teecast::{families, output};
use teecast_cosim::device::Wish;
use teecast_cosim::random::Random;
use teecast_cosim::stimulus::{Epoch, Message, Stimulus};
use teecast_cosim::trace::Trace;

use crate::ROOT;
use crate::samples;

/// Messages of a network, each alone.
const MESSAGES: u32 = 150;

/// Plays well-formed messages, each alone, in the clocked model, if the family has one. Returns the cycles between the
/// starts on two links in turn of messages to one node, with a header of one flit. Where all messages go to all nodes,
/// over several links at once, these are the least of a message.
fn measured(family: &FamilySpec) -> Option<Vec<u64>> {
    let registered = families::of(family);
    let device = registered.device(false)?;
    let (mut traffic, mut random) = (device.traffic(), Random::new(1));
    let epoch = |id| {
        traffic.begin();
        let port = id % device.nodes();
        let (what, flits) = traffic.message(&mut random, id, port, Wish::Plain, &BTreeSet::new());
        let mut gaps = vec![0; flits.len()];
        // A bus has slots: the message comes in each of them.
        gaps[0] = random.within(0..=6);
        let message = Message { id, what, port, flits, gaps, offered: id };
        Epoch { messages: vec![message], ..Epoch::default() }
    };
    let stimulus = Stimulus::of((0..MESSAGES).map(epoch).collect());
    let trace = Trace::parse(&registered.replay(&stimulus, 1)?).expect("a trace");
    let (mut to_one, mut to_all) = (Vec::new(), Vec::new());
    for (epoch, seen) in stimulus.epochs.iter().zip(&trace.epochs) {
        if device.header_flits(&epoch.messages[0]) > 1 {
            continue;
        }
        let starts: BTreeSet<u64> = seen.links.iter().map(|(cycle, _)| *cycle).collect();
        let starts: Vec<u64> = starts.into_iter().collect();
        let hops = starts.windows(2).map(|pair| pair[1] - pair[0]);
        match seen.deliveries.len() {
            1 => to_one.extend(hops),
            _ => to_all.extend(hops.min()),
        }
    }
    Some(if to_one.is_empty() { to_all } else { to_one })
}

/// Returns the samples with flits that hold a whole header, and a hexagonal mesh with more than one hop.
fn configurations() -> impl Iterator<Item = FamilySpec> {
    let with_bus = RawConfig::from_toml("family = ['harts']\nn = 3").expect("a configuration");
    let wide = |family: &Family| {
        let has_width = family.options().iter().any(|option| option.name == WIDTH.name);
        let widen = move |raw: RawConfig| if has_width { raw.with(&WIDTH, 64u32) } else { raw };
        samples::typed(*family).into_iter().map(widen)
    };
    let typed = Family::ALL.iter().flat_map(wide).chain([with_bus.with(&WIDTH, 64u32)]);
    typed.flat_map(|raw| raw.validate().expect("valid").families)
}

/// Returns the longest of some times, without those that less than one in twenty takes: a router of the hexagonal mesh stores
/// some packets before it sends them, although they are alone.
fn longest(hops: &[u64]) -> Option<u64> {
    let count = |time: u64| hops.iter().filter(|&&hop| hop == time).count();
    hops.iter().copied().filter(|&time| 20 * count(time) >= hops.len()).max()
}

#[test]
fn the_clocked_models_take_the_stated_cycles_a_hop() {
    let mut without: BTreeSet<&str> = Family::NAMES.iter().copied().collect();
    for family in configurations() {
        let Some(hops) = measured(&family) else {
            without.remove(family.family().name());
            continue;
        };
        if let Some(longest) = longest(&hops) {
            without.remove(family.family().name());
            assert_eq!(longest, u64::from(emitter::of(&family).hop()), "{family:?}");
        }
    }
    assert!(without.is_empty(), "no hop was seen: {without:?}");
}

/// Returns the cycles that a text gives as those of a hop.
fn stated(text: &str) -> BTreeSet<String> {
    let before = |(place, _)| {
        let mut words = text[..place].rsplit(' ');
        let is_unit = words.next().is_some_and(|word| word.starts_with("cycle"));
        is_unit.then(|| words.next().unwrap_or_default().trim_start_matches('(').to_string())
    };
    text.match_indices(" a hop").filter_map(before).collect()
}

#[test]
fn heads_and_data_sheets_state_one_time_of_a_hop() {
    assert_eq!(
        stated("takes a hop; 2 cycles a hop, four cycles a hop"),
        ["2", "four"].map(str::to_string).into()
    );
    for spec in samples::all() {
        let [family] = &spec.families[..] else { panic!("a sample has one family") };
        let hop = BTreeSet::from([emitter::of(family).hop().to_string()]);
        let files = output::files(&spec);
        for ending in [".v", "README.md"] {
            let of = files.iter().filter(|file| file.path.ends_with(ending));
            let found: BTreeSet<String> = of.flat_map(|file| stated(&file.text)).collect();
            assert_eq!(found, hop, "{}: {ending}", design::command(&spec));
        }
    }
}

#[test]
fn the_table_of_families_has_the_time_of_a_hop() {
    let page = fs::read_to_string(format!("{ROOT}/README.md")).expect("the page");
    let mut rows = 0;
    for spec in samples::smallest() {
        let family = &spec.families[0];
        let name = family.family().name();
        let begins = format!("| [{name}](docs/{name}.md) |");
        let Some(row) = page.lines().find(|line| line.starts_with(&begins)) else { continue };
        let cell = row.split(" | ").nth(3).expect("a cell");
        let hop = emitter::of(family).hop().to_string();
        assert!(cell.split(' ').any(|word| word == hop), "{name}: {cell}, not {hop}");
        rows += 1;
    }
    assert!(rows > 0, "the table is found");
}
