//! What the properties of a module make of broken copies of it.

use std::time::Duration;

use teecast::proofs::judge;
use teecast::spec::{HypercubeSpec, Spec, Vote};
use teecast_cosim::prove::Verdict;
use teecast_cosim::tools;

use super::cases::cases;
use crate::design;
use crate::mutants::Mutants;

#[test]
fn properties_judge_a_copy_of_a_module() {
    let cube = HypercubeSpec { vote: Vote::Look2, ..HypercubeSpec::new(3, 4) };
    let spec = Spec::new("judged", vec![cube.into()]);
    let (folder, _) = design::hardware(&spec).expect("writable");
    let modules = ["mhu_unicast", "tee_memory", "mhu_controller", "mhu"];
    let made = Mutants::new(folder.path(), &["mhu"], &modules, 12);
    let Some(mutants) = tools::or_skipped(made).expect("it is made") else { return };
    let (mut refuted, mut misjoined, mut proved) = (0, 0, 0);
    for number in 1..=mutants.count() {
        let (module, place) = (mutants.module(number), mutants.place(number));
        let copy = mutants.copy(number).expect("it is written");
        let verdict = judge(&spec, module, &copy, Duration::from_secs(60)).expect("a verdict");
        match (module, &verdict) {
            ("mhu_controller", verdict) => {
                assert_eq!(*verdict, Verdict::Undecided, "no property with this vote");
            }
            // Its parts are left open, those of the copy, too.
            ("mhu", verdict) => {
                assert_ne!(*verdict, Verdict::Undecided, "{place}");
                misjoined += u32::from(*verdict != Verdict::Proved);
            }
            // A memory of which the property follows one place: each fault in it can be seen, except
            // that of the address while nothing is written.
            ("tee_memory", Verdict::Refuted(_)) => refuted += 1,
            ("tee_memory", Verdict::Proved) => {
                assert!(place.starts_with("const0 on A[3] "), "{place}");
            }
            ("mhu_unicast", verdict) => {
                let is_refuted = matches!(verdict, Verdict::Refuted(_));
                assert!(is_refuted || *verdict == Verdict::Proved, "{place}: {verdict:?}");
                let is_equal = mutants.is_equivalent(number).expect("a verdict") == Some(true);
                assert_eq!(is_equal, !is_refuted, "{place}");
                proved += u32::from(is_equal);
            }
            (_, verdict) => panic!("{module}: {place}: {verdict:?}"),
        }
    }
    assert!(misjoined > 0 && refuted > 0 && proved > 0, "{misjoined}, {refuted}, {proved}");
}

#[test]
fn properties_of_cells_have_the_sizes_that_are_broken() {
    let case = cases().into_iter().find(|case| case.name == "written").expect("a ring tree");
    let spec = Spec::new("judged", vec![case.whole.family()]);
    let (folder, _) = design::hardware(&spec).expect("writable");
    let cells = ["tee_memory", "tee_event_queue"];
    let made = Mutants::new(folder.path(), &[case.whole.module()], &cells, 4);
    let Some(mutants) = tools::or_skipped(made).expect("it is made") else { return };
    for cell in cells {
        let mut numbers = (1..=mutants.count()).filter(|number| mutants.module(*number) == cell);
        let is_refuted = numbers.any(|number| {
            let copy = mutants.copy(number).expect("it is written");
            let verdict = judge(&spec, cell, &copy, Duration::from_secs(60)).expect("a verdict");
            matches!(verdict, Verdict::Refuted(_))
        });
        assert!(is_refuted, "no property is about the largest {cell} of a node");
    }
}
