//! Messages close in every way, and a frame at the wrong time is noticed.

use std::collections::BTreeSet;

use super::stimulus::START;
use super::*;
use crate::trace::SeenFrame;

fn spec() -> HartsSpec {
    let bus = HartsSpec { max_data: 4, ..HartsSpec::new(2) };
    HartsSpec { reception: Reception::Majority, majority_timeout: 4000, open_messages: 6, ..bus }
}

#[test]
fn messages_close_in_every_way_and_every_refusal_occurs() {
    let reception = Receptions::new(&spec());
    let walks: Vec<_> =
        reception.stimulus(1, 60).epochs.iter().map(|epoch| reception.walk(epoch)).collect();
    let outcomes = walks.iter().flat_map(|(outcomes, _)| outcomes);
    let codes: BTreeSet<u64> =
        outcomes.flat_map(|outcome| &outcome.events).map(|event| event.word).collect();
    assert_eq!(codes, BTreeSet::from([8, 11, 12]));
    let closed: Vec<&Closed> = walks.iter().flat_map(|(_, closed)| closed).collect();
    let by_time = closed.iter().filter(|closed| closed.end == End::Time).count();
    let complete = |closed: &&&Closed| closed.end == End::Copy(closed.opened_by);
    let alone = closed.iter().filter(complete).count();
    let by_another = closed.len() - by_time - alone;
    assert!(by_time > 50 && alone > 50 && by_another > 50, "{by_time} {alone} {by_another}");
    let groups: BTreeSet<u64> = closed.iter().map(|closed| closed.groups).collect();
    assert_eq!(groups, (1..=6).collect());
    // More than are remembered.
    assert!(walks.iter().any(|(_, closed)| closed.len() > 70));
}

#[test]
fn a_frame_that_comes_too_early_or_too_late_is_noticed() {
    let reception = Receptions::new(&spec());
    let head = Delivered { source: 1, copies: 3, in_direction: 0, sequence: 7 };
    let stored = Stored { head, bad: false, data: Vec::new() };
    let messages = vec![reception.message(0, START, &stored)];
    let epoch = Epoch { messages, ..Epoch::default() };
    let (outcomes, _) = reception.walk(&epoch);
    let flits = &outcomes[1].deliveries[0].flits;
    let is_noticed = |cycle| {
        let flits = flits.clone();
        let frame = SeenFrame { cycle, end: cycle, node: 0, flits, complete: true };
        let accepted = vec![(100, 0)];
        let seen = SeenEpoch { accepted, deliveries: vec![frame], ..SeenEpoch::default() };
        reception.untimely(&epoch, &seen).is_some()
    };
    // A search of six places, eight steps and one group before and behind the time of a message.
    let due = 100 + 6 + 4000 + 9;
    let noticed = [due - 1, due, due + 5, due + 6].map(is_noticed);
    assert_eq!(noticed, [true, false, false, true]);
}
